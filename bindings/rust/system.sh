#!/bin/sh
# Tests the feature `system`: builds a cargo project outside the tree against a library installed in a temporary folder.
set -eu
cd "$(dirname "$0")"
root=$PWD/../.. built=$PWD/../../build/rust-system
cmake -S "$root" -B "$built/library" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_LIBDIR=lib \
    -DCLMEM_BUILD_TESTS=OFF -DCLMEM_BUILD_BENCH=OFF -DCLMEM_BUILD_COMMAND=OFF -DCLMEM_BUILD_LAYER=OFF -DCLMEM_WERROR=ON >/dev/null
cmake --build "$built/library" >/dev/null
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cmake --install "$built/library" --prefix "$project/prefix" >/dev/null
mkdir "$project/src"
cp "$root/examples/pool_and_kernel.rs" "$project/src/main.rs"
cp Cargo.lock "$project"
cat >"$project/Cargo.toml" <<END
[package]
name = "outside"
version = "0.1.0"
edition = "2021"

[dependencies]
clmem = { path = "$PWD/clmem", default-features = false, features = ["system"] }

[workspace]
END
build() { cargo build --quiet --manifest-path "$project/Cargo.toml" --target-dir "$built/target"; }

# Without an installed library the build must say so.
if said=$(PKG_CONFIG_LIBDIR="$project" build 2>&1) || ! echo "$said" | grep -q 'clmem-sys: expected an installed clmem'; then
    printf 'a build without an installed library said:\n%s\n' "$said" >&2
    exit 1
fi
PKG_CONFIG_PATH="$project/prefix/lib/pkgconfig" build
readelf --dynamic "$built/target/debug/outside" | grep -q 'NEEDED.*libclmem\.so'
python3 "$root/tests/install/shipped.py" "$built/target/debug/outside"
LD_LIBRARY_PATH="$project/prefix/lib" "$built/target/debug/outside" | diff "$root/examples/expected/pool_and_kernel.txt" -
echo "a project runs with the installed library"
