#!/usr/bin/env python3
"""Writes docs/bindings.md: which binding calls which function of the C interface.

A binding calls a function if its sources name it outside of comments. What a binding does without has its reason in
docs/bindings.json, by binding and function, where * stands for any text. With --check nothing is written."""

import argparse
import fnmatch
import re
import sys
from dataclasses import dataclass

import contract

PAGE = contract.ROOT / "docs/bindings.md"
REASONS = contract.ROOT / "docs/bindings.json"


@dataclass
class Binding:
    """A language, its sources, and how a comment looks there, which may name what is not called."""

    name: str
    sources: tuple[str, ...]
    comment: str

    def calls(self) -> set[str]:
        """Every name of the C interface that the sources have."""
        names: set[str] = set()
        for pattern in self.sources:
            for path in contract.ROOT.glob(pattern):
                text = re.sub(self.comment, "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
                names.update(re.findall(r"\bclmem_\w+", text))
        return names


# The columns of the table.
BINDINGS = [
    Binding("C++", ("include/clmem.hpp", "include/clmem/*.hpp"), r"//[^\n]*"),
    # The class Native has all functions, by SWIG; these are the ones that the public classes reach by it.
    Binding(
        "Java",
        (
            "bindings/java/src/main/java/**/*.java",
            "bindings/java/src/main/generated/**/*.java",
            "bindings/java/src/main/native/support.c",
        ),
        r"/\*.*?\*/|//[^\n]*",
    ),
    Binding("Rust", ("bindings/rust/clmem/src/*.rs",), r"//[^\n]*"),
]


class Table:
    def __init__(self) -> None:
        self.functions = contract.api()["functions"]
        self.calls = {binding.name: binding.calls() for binding in BINDINGS}
        self.reasons: dict[str, dict[str, str]] = contract.read(REASONS)

    def reason(self, binding: str, function: str) -> str | None:
        """Why a binding does without a function."""
        reasons = self.reasons.get(binding, {}).items()
        return next((reason for pattern, reason in reasons if fnmatch.fnmatchcase(function, pattern)), None)

    def complaints(self) -> list[str]:
        text = []
        names = [function["name"] for function in self.functions]
        for binding, called in self.calls.items():
            without = [name for name in names if name not in called]
            text += [f"{binding} calls no {name}(), and no reason is given" for name in without if not self.reason(binding, name)]
            for pattern in self.reasons.get(binding, {}):
                if not fnmatch.filter(without, pattern):
                    text.append(f"{REASONS.name}: {binding} needs no reason for {pattern}")
        text += [f"{REASONS.name}: {name} is no binding" for name in self.reasons if name not in self.calls]
        return text

    def page(self) -> str:
        lines = [
            "# Functions of the C interface, and who calls them",
            "",
            "Written by `tools/bindings_table.py` from the bindings' sources and `docs/bindings.json`; do not edit. A function",
            "has its page in the [reference](reference/README.md).",
            "",
            "| binding | calls | of | does without |",
            "|---|---:|---:|---:|",
        ]
        names = [function["name"] for function in self.functions]
        for binding, called in self.calls.items():
            count = sum(name in called for name in names)
            lines.append(f"| {binding} | {count} | {len(names)} | {len(names) - count} |")
        for binding in filter(self.reasons.get, self.calls):
            lines += ["", f"## What {binding} does without", "", "| functions | why |", "|---|---|"]
            lines += [f"| `{pattern}` | {reason} |" for pattern, reason in self.reasons.get(binding, {}).items()]
        for section in dict.fromkeys(function["section"] for function in self.functions):
            lines += ["", f"## {section}", "", f"| function | {' | '.join(self.calls)} |", "|---|" + ":---:|" * len(self.calls)]
            for name in (function["name"] for function in self.functions if function["section"] == section):
                cells = ["✓" if name in called else "–" for called in self.calls.values()]
                lines.append(f"| [`{name}`](reference/{section}.md#{name}) | {' | '.join(cells)} |")
        return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the table is not up to date")
    options = parser.parse_args()
    table = Table()
    complaints = table.complaints()
    if not options.check:
        PAGE.write_text(table.page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != table.page():
        complaints.append(f"{PAGE.name} is not up to date: run tools/bindings_table.py")
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
