# Unpacks the tarball on bare systems, and runs from it an unmodified program with the layer, and a program in C.
. tests/packages/bare_system.sh

# A program in C with the tarball's library, found by pkg-config from wherever the folder lies.
first_program() {
    apt gcc libc6-dev pkg-config
    cp examples/first.c "$system/root"
    inside 'mkdir elsewhere && mv clmem-*-linux-* elsewhere/clmem
        export PKG_CONFIG_PATH=/root/elsewhere/clmem/lib/pkgconfig LD_LIBRARY_PATH=/root/elsewhere/clmem/lib
        cc first.c $(pkg-config --cflags --libs clmem) -o first && ./first' >"$said"
    expect "1 MiB on the device is" "$said"
    inside 'elsewhere/clmem/bin/clmem devices' >"$said"
    expect "pthread" "$said"
}

said=$systems/said.txt
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
