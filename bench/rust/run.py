#!/usr/bin/env python3
"""Measures clmem's targets for Rust compared with C, by criterion, and prints a table of targets and figures.

Exit status: 0 if everything was measured; 1 if not or, with --strict, if a target was missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORKSPACE = ROOT / "bindings/rust"
CRITERION = ROOT / "build/rust/criterion"
TARGET = 1.1


def least(language):
    """The minimum time of a pair in any sample of any turn, in nanoseconds."""
    samples = [json.loads(path.read_text()) for path in CRITERION.glob(f"pair_{language}_*/new/sample.json")]
    return min(time / count for sample in samples for time, count in zip(sample["times"], sample["iters"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "bench" / "rust.json")
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()
    done = subprocess.run(["cargo", "bench", "--quiet", "--locked", "--package", "clmem-bench"], cwd=WORKSPACE, check=False)
    if done.returncode != 0:
        return 1
    figures = {language: least(language) for language in ("rust", "c")}
    ratio = figures["rust"] / figures["c"]
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps({"pair_ns": figures, "ratio": ratio, "at_most": TARGET}, indent=1) + "\n")
    print(f"\n{'what':42} {'Rust':>12} {'C':>12} {'ratio':>6} {'at most':>8}")
    verdict = "" if ratio <= TARGET else "  MISSED"
    pair = "allocate and release 4 KiB, a hit"
    print(f"{pair:42} {figures['rust']:12.2f} {figures['c']:12.2f} {ratio:6.2f} {TARGET:8}{verdict}")
    print("\nTimes in nanoseconds, the minimum of all samples of several turns; both sides take turns in one process.")
    return 1 if ratio > TARGET and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
