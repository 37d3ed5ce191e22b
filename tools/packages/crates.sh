#!/bin/sh
# The crates for crates.io. bindings/rust/packed.sh builds and tests them outside the tree, as cargo packed them.
set -eu
. tools/dev/setup.sh
# shellcheck disable=SC2086
need $build_packages $device_packages $rust_packages
share_objects
made=build/packages/crates
minor=$(cargo --version | cut -d . -f 2)
[ "$minor" -ge 90 ] ||
    stop "expected cargo 1.90 or newer, which packs crates that need each other, got $(cargo --version); rustup installs one"
version=$(project_version)

say "packing, checking, building and testing the crates"
rm -f build/rust/package/*.crate
bindings/rust/packed.sh
cp "build/rust/package/clmem-sys-$version.crate" "build/rust/package/clmem-$version.crate" "$made"
