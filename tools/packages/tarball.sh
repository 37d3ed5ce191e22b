#!/bin/sh
# Makes the tarballs: the library, the layer and the clmem command in one folder that can lie anywhere, for Linux with glibc
# 2.17 and newer.
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh

made=$PWD/build/tarball

# What the command links besides the library, for a processor, in one folder that has nothing of glibc: headers, the static
# zlib, and their licences.
needed_by_command() {
    rm -rf "$needed"
    mkdir -p "$needed/include" "$needed/notices" "$needed/zlib/partial"
    cp -r /usr/include/CLI /usr/include/fmt /usr/include/nlohmann "$needed/include"
    for package in libcli11-dev libfmt-dev nlohmann-json3-dev zlib1g-dev; do
        cp "/usr/share/doc/$package/copyright" "$needed/notices/LICENSE.${package%-dev}"
    done
    debian=$(debian_arch "$1")
    (
        cd "$needed/zlib"
        set -- -qq -o "APT::Architecture=$debian" -o "APT::Architectures=$debian" -o "Dir::State::Lists=$PWD" -o APT::Sandbox::User=root
        apt-get "$@" update
        apt-get "$@" download zlib1g-dev
        dpkg-deb -x zlib1g-dev_*.deb .
        find usr/include \( -name zlib.h -o -name zconf.h \) -exec cp {} "$needed/include" \;
        find usr/lib -name libz.a -exec cp {} "$needed" \;
    )
    rm -r "$needed/zlib"
    cp "$compilers"/licenses/* "$needed/notices"
}

# number HEADER NAME...: the version that a header defines by these macros.
number() {
    header=$1
    shift
    for name in "$@"; do sed -n "s/^# *define  *$name  *\"*\([0-9.]*\)\"*.*/\1/p" "$needed/include/$header"; done | paste -s -d .
}

bill() {
    fmt=$(number fmt/core.h FMT_VERSION)
    bill_of_natives "$made/$1.cdx.json" --third-party uplot \
        --linked "CLI11@$(number CLI/Version.hpp CLI11_VERSION)" \
        --linked "fmt@$((fmt / 10000)).$((fmt / 100 % 100)).$((fmt % 100))" \
        --linked "nlohmann_json@$(number nlohmann/detail/abi_macros.hpp NLOHMANN_JSON_VERSION_MAJOR \
            NLOHMANN_JSON_VERSION_MINOR NLOHMANN_JSON_VERSION_PATCH)" \
        --linked "zlib@$(number zlib.h ZLIB_VERSION)"
}

tarball() (
    export CMAKE_TOOLCHAIN_FILE="$PWD/cmake/natives.cmake" CLMEM_ARCH="$1" CLMEM_COMPILERS="$PWD/$compilers"
    export ZIG_GLOBAL_CACHE_DIR="$PWD/build/natives/zig" CCACHE_COMPILERCHECK=content CLMEM_NEEDED="$needed"
    cmake -S . -B "$made/$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_LIBDIR=lib "-DCMAKE_PREFIX_PATH=$PWD/cmake/shipped" \
        "-DZLIB_LIBRARY=$needed/libz.a" "-DZLIB_INCLUDE_DIR=$needed/include" "-DCLMEM_NOTICES=$needed/notices" \
        "-DCLMEM_SBOM=$made/$1.cdx.json" "-DCLMEM_PAGES=$made/pages" >/dev/null
    cmake --build "$made/$1" >"$made/$1.log" || { cat "$made/$1.log"; exit 1; }
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) cpack --config "$made/$1/CPackConfig.cmake" -B "$made/$1" >"$made/$1.log" ||
        { cat "$made/$1.log"; exit 1; }
    cp "$made/$1"/clmem-*.tar.gz build/packages/tarball
)

# shellcheck disable=SC2086
need $build_packages $python_packages help2man binutils
need_python tools/requirements-natives.txt build/natives-venv
need_python tools/requirements.txt
share_objects
mkdir -p "$made/pages"
cmake --preset release >/dev/null
cmake --build --preset release --target clmem-manual >/dev/null
cp build/release/tools/clmem/*.1 "$made/pages"
for arch in x86_64 aarch64; do
    needed=$made/needed-$arch
    make_compilers "$arch"
    needed_by_command "$arch"
    bill "$arch"
    tarball "$arch"
done
python3 tests/install/shipped.py --glibc 2.17 build/packages/tarball/*.tar.gz
