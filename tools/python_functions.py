#!/usr/bin/env python3
"""Writes docs/python-functions.md: by which names of the Python package each function of the C interface is reached.

The package's sources are read as Python reads them: whoever says `lib.clmem_x` reaches it, and so do the C sources of the
commonest calls, `_hot.c` and `_hot_commands.c`. All others are there for programs as `clmem._ffi.lib.clmem_x`, which is what
the contract's cases call. With --check nothing is written."""

import argparse
import ast
import re
import sys
from collections import defaultdict

import contract

PAGE = contract.ROOT / "docs/python-functions.md"
PACKAGE = contract.ROOT / "bindings/python/clmem"
HOT = contract.ROOT / "bindings/python/src"  # _hot*.c


class Uses(ast.NodeVisitor):
    """Who says `lib.clmem_x`: the class and the function around it."""

    def __init__(self):
        self.around: list[str] = []
        self.found: dict[str, set[str]] = defaultdict(set)

    def _inside(self, node):
        self.around.append(node.name)
        self.generic_visit(node)
        self.around.pop()

    visit_ClassDef = visit_FunctionDef = _inside

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and node.value.id == "lib" and node.attr.startswith("clmem_"):
            names = self.around[:2] if self.around and self.around[0][0].isupper() else self.around[:1]
            self.found[node.attr].add(".".join(names))
        self.generic_visit(node)


def uses() -> dict[str, list[str]]:
    """The names that reach each function: classes with their methods, functions, by module."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(PACKAGE.rglob("*.py")):
        visitor = Uses()
        visitor.visit(ast.parse(path.read_text(encoding="utf-8")))
        module = path.relative_to(PACKAGE).with_suffix("").as_posix()
        for function, names in visitor.found.items():
            found[function] |= {f"`{name or module}`" for name in names}
    for path in sorted(HOT.glob("_hot*.c")):
        for function in set(re.findall(r"\bclmem_\w+(?=\()", path.read_text(encoding="utf-8"))):
            found[function].add(f"`{path.name}`")
    return {function: sorted(names) for function, names in found.items()}


def write() -> str:
    reached = uses()
    names = [function["name"] for function in contract.api()["functions"]]
    lines = [
        "# What in Python reaches which function",
        "",
        "Written by `tools/python_functions.py` from the sources of the package; do not edit. Every function is declared to Python",
        "from the header, and can be called as `clmem._ffi.lib.NAME`; the contract's cases are run that way",
        "(`bindings/python/tests/test_contract.py`). The table says which names of the package call it.",
        "",
        "| function | called by |",
        "|---|---|",
    ]
    lines += [f"| `{name}` | {', '.join(reached.get(name, ['`_ffi.lib` alone']))} |" for name in names]
    direct = sum(name in reached for name in names)
    lines += ["", f"{len(names)} functions, {direct} of them called by the package's own names."]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the table is not up to date")
    options = parser.parse_args()
    text = write()
    if not options.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.name} is not up to date: run tools/python_functions.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
