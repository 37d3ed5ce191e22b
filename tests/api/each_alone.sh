#!/bin/sh
# each_alone.sh PROGRAM SUITE: runs each test of a suite first in its own process, so that what a process makes once is
# made under that test.
set -eu
for test in $("$1" --gtest_list_tests --gtest_filter="$2.*" | sed -n 's/^  //p'); do
    "$1" --gtest_brief=1 --gtest_filter="$2.$test"
done
