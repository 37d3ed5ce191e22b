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

# bill_of_natives FILE [OPTION]...: writes the SBOM of what they link; the options are for tools/sbom.py.
bill_of_natives() {
    need_python tools/requirements.txt || return 1
    file=$1 llvm=$(llvm_version)
    shift
    .venv/bin/python tools/sbom.py --output "$file" --third-party opencl-headers --third-party opencl-icd-loader \
        --linked "libc++@$llvm" --linked "libc++abi@$llvm" --linked "libunwind@$llvm" \
        --linked "zig@$("$(zig_folder)/zig" version)" "$@"
}

# make_compilers ARCH: writes the compilers of the shipped libraries as commands, as CMake and ccache need them. Their text
# differs between versions. The licences next to them are of what Zig links statically: LLVM's C++ libraries, whose
# exception needs no notice, and its own compiler_rt, under the MIT licence.
compilers=build/natives/compilers
make_compilers() {
    zig=$(zig_folder)/zig
    mkdir -p "$compilers/licenses"
    cp "${zig%/zig}/LICENSE" "$compilers/licenses/LICENSE.zig" || return 1
    for part in libcxx libcxxabi libunwind; do
        cp "${zig%/zig}/lib/$part/LICENSE.TXT" "$compilers/licenses/LICENSE.$part" || return 1
    done
    bill_of_natives "$compilers/sbom.cdx.json" || return 1
    for language in cc c++; do
        printf '#!/bin/sh\n# %s\nexec %s %s -target %s-linux-gnu.2.17 "$@"\n' "$("$zig" version)" "$zig" "$language" "$1" \
            >"$compilers/$1-$language"
        chmod +x "$compilers/$1-$language"
    done
}

# zig_for ARCH: what CMake, Python and ccache need to build for a processor, and the folder $made.
zig_for() {
    arch=$1 made=$PWD/build/natives/$1
    export CMAKE_TOOLCHAIN_FILE="$PWD/cmake/natives.cmake" CLMEM_ARCH="$arch" CLMEM_COMPILERS="$PWD/$compilers"
    export ZIG_GLOBAL_CACHE_DIR="$PWD/build/natives/zig" CCACHE_COMPILERCHECK=content _PYTHON_HOST_PLATFORM="linux-$arch"
    mkdir -p "$made"
}

# jar_for ARCH: the jar of natives for a processor, for glibc 2.17 and newer.
jar_for() (
    zig_for "$1"
    rm -rf "$made/jar"
    exec_plugin=org.codehaus.mojo:exec-maven-plugin:3.5.0:exec
    # shellcheck disable=SC2086
    maven "-Dclmem.platform=linux-$arch" "-Dclmem.cmake=$made/cmake" "-Dclmem.natives=$made/jar" "-Dclmem.jobs=$(nproc)" \
        $exec_plugin@configure $exec_plugin@build $exec_plugin@install \
        org.apache.maven.plugins:maven-jar-plugin:3.4.2:jar@natives >"$made/maven.log" ||
        { cat "$made/maven.log"; exit 1; } # with what the compiler reports
)

# wheel_for ARCH: the wheel for a processor, for glibc 2.17 and newer, in the folder wheel/manylinux.
wheel_for() (
    zig_for "$1"
    rm -rf "$made/wheel"
    build/natives-venv/bin/python -m build --wheel --no-isolation --outdir "$made/wheel" \
        --config-setting cmake.define.CLMEM_CARRY_LOADER=ON --config-setting "build-dir=$made/wheel-build" bindings/python \
        >"$made/wheel.log" 2>&1 ||
        { cat "$made/wheel.log"; exit 1; }
    PATH="$PWD/build/natives-venv/bin:$PATH" auditwheel repair --exclude libOpenCL.so.1 \
        --wheel-dir "$made/wheel/manylinux" "$made"/wheel/*.whl
)

# try_wheel ARCH: checks the contents of the wheel, and for which systems and versions of Python it is.
try_wheel() {
    for wheel in build/natives/"$1"/wheel/manylinux/*.whl; do
        python3 tests/install/shipped.py --glibc 2.17 "$wheel" || return 1
        PATH="$PWD/build/natives-venv/bin:$PATH" auditwheel show "$wheel" |
            tr '\n' ' ' | grep -E "consistent with the following platform tag: \"manylinux_2_(5|12|17)_$1\"" || return 1
        # W009: the plug-in for pytest is a separate package, since pytest would import clmem with it.
        for check in "abi3audit --strict" "twine check --strict" "check-wheel-contents --ignore W009"; do
            "build/natives-venv/bin/${check%% *}" ${check#"${check%% *}"} "$wheel" || return 1
        done
    done
}

# try_jar ARCH: checks the contents of the jar, and uses a pool of its library without a device.
try_jar() {
    folder=build/natives/$1
    libraries=$folder/jar/io/clmem/natives/linux-$1
    python3 tests/install/shipped.py --glibc 2.17 bindings/java/target/clmem-*-natives-linux-"$1".jar || return 1
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
        make_compilers "$arch" && jar_for "$arch" && wheel_for "$arch" && try_jar "$arch" && try_wheel "$arch" ||
            return 1
    done
}
