#!/usr/bin/env python3
"""Lists what no test shows: functions that no test calls successfully, and documented errors that none provokes.

Compares the header's documentation with the contract's cases and the checks in the tests' sources.
tests/uncovered_errors.json lists exceptions, each with a reason. Fails if anything is missing."""

import sys
from collections import defaultdict

import checks_in_sources
import contract

REASONS = contract.ROOT / "tests/uncovered_errors.json"

Key = tuple[str, str]  # function, status


def in_cases() -> dict[Key, int]:
    """Counts how many cases show each key."""
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

    def complaints(self) -> list[str]:
        text = [f"no test shows {name}() returning {status}" for name, status in self.missing]
        text += [f"{REASONS.name}: {name}() returning {status} is shown: drop the exception" for name, status in self.needless]
        text += [f"{REASONS.name}: {name}() returning {status} has no reason" for name, status in self.unreasoned]
        return text


def main() -> int:
    complaints = Coverage().complaints()
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
