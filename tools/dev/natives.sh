# What is shipped for Linux with glibc 2.17 and newer: compilers, jars of natives, wheels. ./dev and tools/packages read this
# file.
# shellcheck shell=sh

# Maven downloads and installs into build/m2.
maven() { mvn --batch-mode --quiet "-Dmaven.repo.local=$PWD/build/m2" --file bindings/java/pom.xml "$@"; }

# debian_arch ARCH: Debian's name of a processor.
debian_arch() { echo "$1" | sed 's/x86_64/amd64/; s/aarch64/arm64/'; }

# The compiler of the shipped libraries, with the C++ library that it links.
zig_folder() { echo "$PWD"/build/natives-venv/lib/python3*/site-packages/ziglang; }
llvm_version() { "$(zig_folder)/zig" c++ --version | sed -n 's/^clang version \([0-9.]*\).*/\1/p'; }

# make_compilers ARCH: writes the compilers of the shipped libraries as commands, as CMake and ccache need them. Their text
# differs between versions.
compilers=build/natives/compilers
make_compilers() {
    zig=$(zig_folder)/zig
    mkdir -p "$compilers"
    for language in cc c++; do
        printf '#!/bin/sh\n# %s\nexec %s %s -target %s-linux-gnu.2.17 "$@"\n' "$("$zig" version)" "$zig" "$language" "$1" \
            >"$compilers/$1-$language"
        chmod +x "$compilers/$1-$language"
    done
}

# natives_for ARCH: the jar of natives and the wheel for a processor, for glibc 2.17 and newer.
natives_for() (
    arch=$1 made=$PWD/build/natives/$1
    export CMAKE_TOOLCHAIN_FILE="$PWD/cmake/natives.cmake" CLMEM_ARCH="$arch" CLMEM_COMPILERS="$PWD/$compilers"
    export ZIG_GLOBAL_CACHE_DIR="$PWD/build/natives/zig" CCACHE_COMPILERCHECK=content _PYTHON_HOST_PLATFORM="linux-$arch"
    rm -rf "$made/jar" "$made/wheel"
    mkdir -p "$made"
    exec_plugin=org.codehaus.mojo:exec-maven-plugin:3.5.0:exec
    # shellcheck disable=SC2086
    maven "-Dclmem.platform=linux-$arch" "-Dclmem.cmake=$made/cmake" "-Dclmem.natives=$made/jar" "-Dclmem.jobs=$(nproc)" \
        $exec_plugin@configure $exec_plugin@build $exec_plugin@install \
        org.apache.maven.plugins:maven-jar-plugin:3.4.2:jar@natives >"$made/maven.log" ||
        { cat "$made/maven.log"; exit 1; } # with what the compiler reports
    build/natives-venv/bin/python -m build --wheel --no-isolation --outdir "$made/wheel" \
        --config-setting cmake.define.CLMEM_CARRY_LOADER=ON --config-setting "build-dir=$made/wheel-build" bindings/python \
        >/dev/null &&
        PATH="$PWD/build/natives-venv/bin:$PATH" auditwheel repair --exclude libOpenCL.so.1 \
            --wheel-dir "$made/wheel/manylinux" "$made"/wheel/*.whl
)

# try_natives ARCH: checks the contents of both, and uses a pool without a device.
try_natives() {
    folder=build/natives/$1
    libraries=$folder/jar/io/clmem/natives/linux-$1
    python3 tests/install/shipped.py --glibc 2.17 "$folder"/wheel/manylinux/*.whl \
        bindings/java/target/clmem-*-natives-linux-"$1".jar || return 1
    PATH="$PWD/build/natives-venv/bin:$PATH" auditwheel show "$folder"/wheel/manylinux/*.whl |
        tr '\n' ' ' | grep -E "consistent with the following platform tag: \"manylinux_2_(5|12|17)_$1\"" || return 1
    build/natives-venv/bin/abi3audit --strict "$folder"/wheel/manylinux/*.whl || return 1
    ZIG_GLOBAL_CACHE_DIR="$PWD/build/natives/zig" "$compilers/$1-c++" -std=c++17 -Iinclude -Ithird_party/opencl-headers \
        tests/install/virtual.cpp -o "$folder/virtual" "$libraries/libclmem.so.0.1" || return 1
    if [ "$1" = "$(uname -m)" ]; then
        LD_LIBRARY_PATH=$libraries "$folder/virtual"
    else
        "qemu-$1-static" -L "/usr/$1-linux-gnu" -E "LD_LIBRARY_PATH=$libraries" "$folder/virtual"
    fi
}

# natives [ARCH]...: builds the shipped files for each of these processors.
natives() {
    # shellcheck disable=SC2086
    need $build_packages $java_packages $python_packages binutils
    need_python tools/requirements-natives.txt build/natives-venv
    share_objects
    [ $# -gt 0 ] || set -- x86_64 aarch64
    for arch in "$@"; do
        case $arch in
        x86_64 | aarch64) ;;
        *) stop "expected x86_64 or aarch64, got $arch" ;;
        esac
        [ "$arch" = "$(uname -m)" ] || need qemu-user-static "libc6-$(debian_arch "$arch")-cross"
        say "natives for $arch"
        make_compilers "$arch" && natives_for "$arch" && try_natives "$arch" || return 1
    done
}
