#!/usr/bin/env python3
"""Compares the interface with its baseline: abi/MAJOR.MINOR.json, which abidiff reads too, and for each binding
abi/MAJOR.MINOR-LANGUAGE.txt. Fails if a program that was built with an earlier patch version would break. Additions and
changes of the extras are only reported. --accept writes the baseline: until the version is tagged after any change,
afterwards after additions only."""

import argparse
import json
import sys
from pathlib import Path

from generator import abi, abidiff, description, listings

ROOT = Path(__file__).resolve().parent.parent


def report(found: abi.Differences) -> None:
    for title, lines in (("breaks", found.breaks), ("additions", found.additions), ("experimental", found.experimental)):
        for line in lines:
            print(f"{title}: {line}")


def listing_path(root: Path, of_interface: str, language: str) -> Path:
    return root / of_interface.replace(".json", f"-{language}.txt")


def accept(root: Path, interface: str, baseline: dict, names: dict[str, list[str]]) -> None:
    path = root / interface
    path.parent.mkdir(exist_ok=True)
    path.write_text(description.json_of(baseline) + "\n", encoding="utf-8")
    for language, lines in names.items():
        listing_path(root, interface, language).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {interface} and the names of the bindings")


def compare(root: Path, interface: str, old: dict, new: dict, names: dict[str, list[str]]) -> abi.Differences:
    """How the interface and the bindings differ from the baseline."""
    found = abi.compare(old, new)
    breaks, changes = abidiff.compare(old, new, root)
    found.breaks += breaks
    found.additions += changes
    for language, lines in names.items():
        before = listing_path(root, interface, language).read_text(encoding="utf-8").splitlines()
        breaks, additions = listings.compare(before, lines)
        found.breaks += [f"{language}: {line}" for line in breaks]
        found.additions += [f"{language}: {line} is new" for line in additions]
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="write the baseline")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree, with build/docs/api.json and abi")
    options = parser.parse_args(arguments)
    api = json.loads((options.root / description.PATH).read_text(encoding="utf-8"))
    interface = abi.path_of(api)
    path = options.root / interface
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
    new = abi.merged(old, abi.baseline(api))
    names = {language: listings.read(options.root, language) for language in listings.LISTINGS}
    if options.accept:
        accept(options.root, interface, new, names)
        return 0
    parts = [path, *(listing_path(options.root, interface, language) for language in names)]
    missing = [part.name for part in parts if not part.exists()]
    if missing:
        print(f"missing in {path.parent.name}: {', '.join(missing)}; ./dev abi --accept writes them")
        return 1
    found = compare(options.root, interface, old, new, names)
    report(found)
    if found.breaks or found.additions or found.experimental:
        print("./dev abi --accept writes the interface as it is now to the baseline")
    return 1 if found.breaks else 0


if __name__ == "__main__":
    sys.exit(main())
