#!/bin/sh
# Installs clmem by conan on bare systems, with the quick start and then for the first programs in C and C++, shared and
# static. The archive stands in for the remote. Its binaries are for the compiler of Debian 12; on Debian 13 conan builds
# the library from the recipe's sources.
set -eu
. tests/packages/bare_system.sh

on_a_bare_system() {
    bare_system "$1"
    cp build/packages/conan/clmem-*-conan.tgz examples/first.c examples/first.cpp "$system/root"
    cp tools/requirements-conan.txt "$system/root/requirements.txt"
    apt python3-venv
    inside "python3 -m venv /opt/conan && /opt/conan/bin/pip --quiet install --requirement requirements.txt
        /opt/conan/bin/conan cache restore clmem-*-conan.tgz && /opt/conan/bin/conan remote disable '*'"
    timed "$1: compiler, PoCL, conan, clmem and its first program" \
        inside "$(quick_start 'C and C++, with conan')" >"$system/root/output" 2>&1 ||
        { cat "$system/root/output" >&2; return 1; }
    expect "1 MiB on the device is" "$system/root/output"
    tail -n 2 "$system/root/output"

    mkdir "$system/root/project"
    cp examples/first.c examples/first.cpp "$system/root/project"
    cat >"$system/root/project/conanfile.txt" <<'END'
[requires]
clmem/[>=0.1]
[generators]
CMakeDeps
CMakeToolchain
[layout]
cmake_layout
END
    cat >"$system/root/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.15)
project(first LANGUAGES C CXX)
find_package(clmem CONFIG REQUIRED)
foreach(language c cpp)
  add_executable(first-${language} first.${language})
  target_link_libraries(first-${language} PRIVATE clmem::clmem)
endforeach()
END
    for shared in True False; do
        inside ". venv/bin/activate && cd project && rm -rf build CMakeUserPresets.json
            conan install . --build missing --options 'clmem/*:shared=$shared' >log 2>&1 || { cat log; exit 1; }
            { cmake --preset conan-release && cmake --build --preset conan-release; } >log 2>&1 || { cat log; exit 1; }
            build/Release/first-c
            build/Release/first-cpp
            ldd build/Release/first-c | grep -c libclmem || true" >"$system/root/output"
        cat "$system/root/output"
        [ "$(grep -c 'on the device' "$system/root/output")" -eq 2 ]
        grep -qx "$([ "$shared" = True ] && echo 1 || echo 0)" "$system/root/output" # libraries that the program loads
    done
    inside "du -sh .conan2/p"
    rm -rf --one-file-system "$system"
}

on_a_bare_system bookworm
on_a_bare_system trixie
