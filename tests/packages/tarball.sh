#!/bin/sh
# Unpacks the tarball on bare systems, and runs from it an unmodified program with the layer, and a program in C.
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh
. tests/packages/bare_system.sh

# A program in C with the tarball's library, found by pkg-config from wherever the folder lies.
first_program() {
    apt gcc libc6-dev pkg-config
    cp examples/first.c "$system/root"
    inside 'rm clmem-*.tar.gz && mkdir elsewhere && mv clmem-* elsewhere/clmem
        export PKG_CONFIG_PATH=/root/elsewhere/clmem/lib/pkgconfig LD_LIBRARY_PATH=/root/elsewhere/clmem/lib
        cc first.c $(pkg-config --cflags --libs clmem) -o first && ./first' >"$said"
    expect "1 MiB on the device is" "$said"
    inside 'elsewhere/clmem/bin/clmem devices' >"$said"
    expect "Portable Computing Language" "$said"
}

# The same program, and the command, for the other processor.
other_processor() {
    case $(uname -m) in
    x86_64) other=aarch64 ;;
    *) other=x86_64 ;;
    esac
    foreign_system "$other" ocl-icd-libopencl1 pocl-opencl-icd
    tar -xzf build/packages/tarball/clmem-*-"linux-$other.tar.gz" -C "$system/root"
    folder=$(echo "$system"/root/clmem-*)
    ZIG_GLOBAL_CACHE_DIR=$PWD/build/natives/zig "$compilers/$other-cc" "-I$folder/include" examples/first.c "-L$folder/lib" \
        -lclmem -o "$system/root/first"
    emulated "LD_LIBRARY_PATH=$folder/lib" "$system/root/first" >"$said"
    expect "1 MiB on the device is" "$said"
    emulated "$folder/bin/clmem" devices >"$said"
    expect "Portable Computing Language" "$said"
    echo "the tarball works for $other, under QEMU"
}

said=$systems/said.txt
mkdir -p "$systems"
other_processor
for suite in bullseye bookworm trixie; do
    bare_system "$suite"
    cp build/packages/tarball/clmem-*-"linux-$(uname -m).tar.gz" "$system/root"
    inside "apt-get -qq update"
    quick_start "Any OpenCL program, from a tarball" >"$system/root/quick_start.sh"
    timed "tarball on $suite: driver, program and tarball" inside "sh -eu quick_start.sh >said.txt 2>&1 || { cat said.txt; exit 1; }"
    expect "created from pools" "$system/root/said.txt"
    first_program
    echo "the tarball works on $suite"
done
