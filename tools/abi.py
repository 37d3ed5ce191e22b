#!/usr/bin/env python3
"""Compares the interface with its baseline, abi/MAJOR.MINOR.json: fails if a program that was built with an earlier
patch version would break. Additions and changes of the extras are only reported. --accept writes the baseline: until the
version is tagged after any change, afterwards after additions only."""

import argparse
import json
import sys
from pathlib import Path

from generator import abi, description

ROOT = Path(__file__).resolve().parent.parent


def report(found: abi.Differences) -> None:
    for title, lines in (("breaks", found.breaks), ("additions", found.additions), ("experimental", found.experimental)):
        for line in lines:
            print(f"{title}: {line}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="write the baseline")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree, with build/docs/api.json and abi")
    options = parser.parse_args(arguments)
    api = json.loads((options.root / description.PATH).read_text(encoding="utf-8"))
    path = options.root / abi.path_of(api)
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    new = abi.merged(old, abi.baseline(api))
    if options.accept:
        path.parent.mkdir(exist_ok=True)
        path.write_text(description.json_of(new) + "\n", encoding="utf-8")
        print(f"wrote {path.relative_to(options.root)}")
        return 0
    if old is None:
        print(f"{abi.path_of(api)} is missing: tools/abi.py --accept writes it")
        return 1
    found = abi.compare(old, new)
    report(found)
    if found.breaks or found.additions or found.experimental:
        print("./dev abi --accept writes the interface as it is now to the baseline")
    return 1 if found.breaks else 0


if __name__ == "__main__":
    sys.exit(main())
