#!/bin/sh
# each_alone.sh PROGRAM SUITE: runs each test of a GoogleTest suite in a separate process, so that it also covers what
# clmem creates only once, at the first call of a process.
set -eu
for test in $("$1" --gtest_list_tests --gtest_filter="$2.*" | sed -n 's/^  //p'); do
    "$1" --gtest_brief=1 --gtest_filter="$2.$test"
done
