#!/bin/sh
# check.sh INCLUDE OPENCL_INCLUDE COMPILER: compiles programs that clmem.hpp must refuse. Each compiles without -DREFUSED; with it the
# compiler must fail with the message in the program's first line.
set -eu
include=$1 opencl_include=$2 compiler=$3
cd "$(dirname "$0")"

compile() {
    "$compiler" -std=c++17 -fsyntax-only -Wall -Wextra -Werror -I "$include" -idirafter "$opencl_include" "$@" 2>&1
}

checked=0 failed=0
for program in *.cpp; do
    checked=$((checked + 1))
    wanted=$(sed -n '1s,^// refused: ,,p' "$program")
    if ! said=$(compile "$program"); then
        failed=$((failed + 1))
        printf '%s: does not compile at all\n%s\n' "$program" "$said"
    elif said=$(compile -DREFUSED "$program"); then
        failed=$((failed + 1))
        printf '%s: is not refused\n' "$program"
    elif [ -z "$wanted" ] || ! echo "$said" | grep -qF -- "$wanted"; then
        failed=$((failed + 1))
        printf '%s: is refused for another reason\n%s\n' "$program" "$said"
    fi
done
echo "$checked programs, $failed wrong"
[ "$checked" -gt 0 ] && [ "$failed" -eq 0 ]
