"""Chooses, for each function of the interface, the test file of a language that shows it best.

Tests in C call the functions. Tests of a binding use the binding's names: those that reach the function."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

# The tests that use each binding as programs do.
SOURCES = {
    "Python": "bindings/python/tests/test_*.py",
    "Java": "bindings/java/src/test/java/io/clmem/*Test.java",
    "Rust": "bindings/rust/clmem/tests/*.rs",
}


def choose(function: dict, files: dict[str, frozenset[str]]) -> str | None:
    """The best file of those that call the function: one of the function's section, else the one that calls the fewest
    functions; the contract last."""

    def rank(file: str) -> tuple:
        return is_contract(file), is_of_another_section(function, file), len(files[file]), file

    return min((file for file, called in files.items() if function["name"] in called), key=rank, default=None)


def naming(function: dict, names: Iterable[str], files: dict[str, Counter[str]]) -> str | None:
    """The best file that uses one of the names. A name may be a type's member: files that also name the type come first,
    then files of the function's section, then those that use the name most often."""
    ranked = (
        (bool(owner) and not words[owner], is_of_another_section(function, file), -words[member], file)
        for owner, member in map(owner_and_member, names)
        for file, words in files.items()
        if words[member]
    )
    return min(ranked, default=(None,))[-1]


def owner_and_member(name: str) -> tuple[str, str]:
    """What a test must use: the type in place of a method that Python calls itself, nothing for a private name."""
    *owners, member = re.split(r"\.|::", name)
    owner = owners[-1] if owners else ""
    if member.startswith("__"):
        owner, member = "", owner
    return owner, "" if member.startswith("_") else member


def is_of_another_section(function: dict, file: str) -> bool:
    return function["section"] not in Path(file).stem.lower()


def is_contract(file: str) -> bool:
    """Whether the file contains or runs the contract's cases."""
    return "contract" in file.lower()
