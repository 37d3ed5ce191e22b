#!/usr/bin/env python3
"""Lists what no test shows of the interface: functions that no test calls with success, errors that none provokes.

What the header documents is compared with the contract's cases and with the checks in the tests' sources. An exception needs
a reason, in tests/uncovered_errors.json. Writes docs/coverage.md; with --check it only says what is wrong."""

import argparse
import sys
from collections import defaultdict

import checks_in_sources
import contract

PAGE = contract.ROOT / "docs/coverage.md"
REASONS = contract.ROOT / "tests/uncovered_errors.json"

Key = tuple[str, str]  # a function and a status


def in_cases() -> dict[Key, int]:
    """How many cases show what."""
    shown: dict[Key, int] = defaultdict(int)
    common = contract.read(contract.FOLDER / "common.json")["given"]
    for case in contract.cases().values():
        for key in set(contract.calls([case["steps"]] + [common[name] for name in case.get("given", [])])):
            shown[key] += 1
    return shown


class Coverage:
    def __init__(self) -> None:
        self.api = contract.api()
        self.cases, self.sources = in_cases(), checks_in_sources.shown()
        known = contract.read(REASONS)["exceptions"]
        self.reasons = {(entry["function"], entry["error"]): entry["reason"] for entry in known}
        self.wanted: list[tuple[str, str, str]] = []  # section, function, status
        for function in self.api["functions"]:
            statuses = [contract.SUCCESS, *dict.fromkeys(error["status"] for error in function["errors"])]
            self.wanted += [(function["section"], function["name"], status) for status in statuses]
        names = {(name, status) for _, name, status in self.wanted}
        self.missing = [key for key in sorted(names) if not self.is_shown(key) and key not in self.reasons]
        self.needless = [key for key in self.reasons if key not in names or self.is_shown(key)]
        self.unreasoned = [key for key, reason in self.reasons.items() if not reason.strip()]

    def is_shown(self, key: Key) -> bool:
        return self.cases.get(key, 0) > 0 or self.sources.get(key, 0) > 0

    def page(self) -> str:
        lines = [
            "# What the tests show of the interface",
            "",
            "Written by `tools/coverage_of_errors.py`; do not edit. For each function of `include/clmem.h`: in how many",
            "contract cases and in how many checks of the tests' sources it succeeds, and gives each of the errors that",
            "its comment documents.",
            "",
        ]
        sections = list(dict.fromkeys(section for section, _, _ in self.wanted))
        lines += ["| section | functions | successes and errors | shown by contract cases | by C++ tests alone | exceptions |"]
        lines += ["|---|---:|---:|---:|---:|---:|"]
        for section in sections:
            keys = [(name, status) for where, name, status in self.wanted if where == section]
            by_cases = sum(self.cases.get(key, 0) > 0 for key in keys)
            alone = sum(self.cases.get(key, 0) == 0 and self.sources.get(key, 0) > 0 for key in keys)
            functions, excused = len({name for name, _ in keys}), sum(key in self.reasons for key in keys)
            lines.append(f"| {section} | {functions} | {len(keys)} | {by_cases} | {alone} | {excused} |")
        lines += ["", "## Exceptions", ""]
        lines += ["| function | status | why no test shows it |", "|---|---|---|"] if self.reasons else ["None."]
        lines += [f"| `{name}` | `{status}` | {reason} |" for (name, status), reason in sorted(self.reasons.items())]
        for section in sections:
            lines += ["", f"## {section}", "", "| function | status | contract cases | C++ checks |", "|---|---|---:|---:|"]
            for where, name, status in self.wanted:
                if where == section:
                    key = (name, status)
                    lines.append(f"| `{name}` | `{status}` | {self.cases.get(key, 0)} | {self.sources.get(key, 0)} |")
        return "\n".join(lines) + "\n"

    def complaints(self) -> list[str]:
        text = [f"no test shows {name}() giving {status}" for name, status in self.missing]
        text += [f"{REASONS.name}: {name}() giving {status} needs no exception" for name, status in self.needless]
        text += [f"{REASONS.name}: {name}() giving {status} has no reason" for name, status in self.unreasoned]
        return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something is not shown")
    options = parser.parse_args()
    coverage = Coverage()
    complaints = coverage.complaints()
    if not options.check:
        PAGE.write_text(coverage.page(), encoding="utf-8")
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
