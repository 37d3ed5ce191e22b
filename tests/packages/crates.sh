#!/bin/sh
# Uses the crates on bare systems with Debian's cargo, the oldest that they support: by the README's quick start, then with
# the packed crate's tests. A registry of ours (crate_index.py) has them, and forwards all else to crates.io.
set -eu
. tools/dev/setup.sh
. tests/packages/bare_system.sh
made=build/packages/crates address=build/packages/crates.address said=build/packages/crates.log
rm -f "$address"
# Where this machine's cargo gets crates: its folder for each index has the index's host as its name.
index=$(find "${CARGO_HOME-$HOME/.cargo}/registry/index" -maxdepth 1 -name 'index.*' -printf '%f\n' | sed -n '1s/-[0-9a-f]*$//p')
[ -n "$index" ] || stop "expected the index of crates.io in cargo's folder, found none; ./dev packages crates downloads it"
python3 tests/packages/crate_index.py "$made" "https://$index" "$address" &
registry=$!
trap 'kill "$registry"' EXIT
for _ in $(seq 50); do
    [ ! -s "$address" ] || break
    sleep 0.2
done
[ -s "$address" ]

# crates_system SUITE: a bare system whose cargo asks the registry, and that has the README's program.
crates_system() {
    bare_system "$1"
    inside 'apt-get -qq update'
    mkdir "$system/root/.cargo"
    printf '[source.crates-io]\nreplace-with = "ours"\n[source.ours]\nregistry = "sparse+%s"\n' "$(cat "$address")" \
        >"$system/root/.cargo/config.toml"
    sed -n '/^```rust$/,/^```$/p' README.md | sed '/^```/d' >"$system/root/first.rs"
    expect 'use clmem' "$system/root/first.rs"
}

# test_packed: the tests of the crate as it is packed, with the library that the quick start built.
test_packed() {
    tar -xzf "$made"/clmem-[0-9]*.crate -C "$system/root"
    inside 'cd clmem-[0-9]* && CARGO_TARGET_DIR=/root/first/target cargo test --quiet --release --tests' >"$said" 2>&1 ||
        { cat "$said"; return 1; }
    passed=$(awk '/^test result: ok/ { sum += $4 } END { print sum + 0 }' "$said")
    echo "$passed tests passed"
    [ "$passed" -gt 0 ]
}

for suite in trixie bookworm; do
    crates_system "$suite"
    commands=$(quick_start Rust)
    if [ "$suite" = bookworm ]; then # as the README says
        commands=$(printf '%s\n' "$commands" | sed 's/ cargo g++ / cargo-web g++ /')
    fi
    timed "$suite, the quick start" inside "$commands"
    inside 'cargo --version && cd first && cargo tree --offline --depth 1'
    timed "$suite, the tests of the packed crate" test_packed
done
