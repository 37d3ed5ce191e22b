#!/bin/sh
# The recipe for conan, with its sources and the binaries of this system's compiler, shared and static, in one archive. To
# publish them: conan cache restore clmem-VERSION-conan.tgz && conan upload clmem/VERSION --remote REMOTE
set -eu
. tools/dev/setup.sh

# shellcheck disable=SC2086
need $build_packages $device_packages
need_python tools/requirements-conan.txt build/conan-venv
share_objects
unset CC CXX # from which conan would detect the compiler
conan=build/conan-venv/bin/conan
CONAN_HOME=$PWD/build/conan
export CONAN_HOME
rm -rf "$CONAN_HOME" build/conan-test
"$conan" profile detect
for shared in True False; do
    "$conan" create . --no-remote --options "clmem/*:shared=$shared" \
        --conf tools.cmake.cmaketoolchain:generator=Ninja --conf tools.cmake.cmaketoolchain:user_presets= \
        --conf "tools.cmake.cmake_layout:test_folder=$PWD/build/conan-test"
done
version=$("$conan" inspect . --format json | python3 -c 'import json, sys; print(json.load(sys.stdin)["version"])')
"$conan" cache save "clmem/$version:*" --no-source --file "build/packages/conan/clmem-$version-conan.tgz"
