#!/bin/sh
# check_header.sh INCLUDE INITIALISERS OPENCL_INCLUDE COMPILER...: compiles the headers of C and C++ with each compiler in
# each version of the language and for each version of OpenCL, and each header alone.
set -eu
include=$1 initialisers=$2 opencl_include=$3
shift 3

compile() {
    compiler=$1 language=$2 standard=$3
    shift 3
    "$compiler" -x "$language" -std="$standard" -fsyntax-only -Wall -Wextra -Wpedantic -Werror "$@" \
        -I "$include" -isystem "$opencl_include" "$initialisers"
}

takes() { echo | "$1" -x "$2" -std="$3" -fsyntax-only - 2>/dev/null; }

checked=0 failed=0
for compiler in "$@"; do
    c23=c23
    takes "$compiler" c c23 || c23=c2x
    for standard in c99 c11 "$c23" c++11 c++20; do
        case $standard in c++*) language=c++ ;; *) language=c ;; esac
        for target in default 110 120 200 210 220 300 310; do
            define=-DCL_TARGET_OPENCL_VERSION=$target
            [ "$target" != default ] || define=-UCL_TARGET_OPENCL_VERSION
            checked=$((checked + 1))
            if ! said=$(compile "$compiler" "$language" "$standard" "$define" 2>&1); then
                failed=$((failed + 1))
                printf '%s -std=%s %s\n%s\n\n' "$compiler" "$standard" "$define" "$(echo "$said" | head -n 5)"
            fi
        done
    done
    cpp23=c++23
    takes "$compiler" c++ c++23 || cpp23=c++2b
    for standard in c++17 c++20 "$cpp23"; do
        for exceptions in -fexceptions -fno-exceptions; do
            checked=$((checked + 1))
            if ! said=$(echo '#include <clmem_extras.hpp>' | "$compiler" -x c++ -std="$standard" "$exceptions" -fsyntax-only \
                -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror -I "$include" -idirafter "$opencl_include" - 2>&1); then
                failed=$((failed + 1))
                printf '%s -std=%s %s, clmem_extras.hpp\n%s\n\n' "$compiler" "$standard" "$exceptions" "$(echo "$said" | head -n 5)"
            fi
        done
    done
done
# Each header alone, in the oldest version of its language.
alone() {
    checked=$((checked + 1))
    if ! said=$(echo "#include <$1>" | "$2" -x "$3" -std="$4" -fsyntax-only -Wall -Wextra -Wpedantic -Werror \
        -I "$include" -idirafter "$opencl_include" - 2>&1); then
        failed=$((failed + 1))
        printf '%s %s\n%s\n\n' "$2" "$1" "$(echo "$said" | head -n 5)"
    fi
}
for path in "$include"/*.h* "$include"/clmem/*.h* "$include"/clmem/extras/*.h*; do
    header=${path#"$include"/}
    case $header in *.hpp) alone "$header" "$1" c++ c++17 ;; *) alone "$header" "$1" c c99 ;; esac
done
echo "$checked compilations, $failed failed"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
