#!/bin/sh
# Runs the commands of docs/any-program.md word for word, then compares the report with the counts of other layers.
# For root on a bare Debian 12 with a checkout of clmem: it installs packages, and clmem into ~/clmem.
set -eu
cd "$(dirname "$0")/../.."
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
export DEBIAN_FRONTEND=noninteractive APT_CONFIG="$temporary/apt.conf"
echo 'APT::Get::Assume-Yes "true";' >"$APT_CONFIG" # instead of a person who confirms

awk '/^```/ { if (inside) exit; inside = 1; next } inside' docs/any-program.md >"$temporary/commands"
[ -s "$temporary/commands" ] || { echo "docs/any-program.md has no commands" >&2; exit 1; }
sh -eux "$temporary/commands" 2>"$temporary/errors" || { cat "$temporary/errors" >&2; exit 1; }
cat "$temporary/errors"
grep -E '^saved [1-9][0-9]* driver calls' "$temporary/errors" >/dev/null || { echo "no report that calls were saved" >&2; exit 1; }

apt-get install python3 >/dev/null # for this script only
program=$(sed -n 's/^.*clmem run --report -- //p' "$temporary/commands")
# shellcheck disable=SC2086
python3 tests/install/report_counts.py ~/clmem/bin/clmem $program
