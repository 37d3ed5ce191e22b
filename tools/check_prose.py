#!/usr/bin/env python3
"""Checks the English of handwritten files: spelling, idioms that this project has plainer words for, and long lines.

Prints FILE:LINE, what was found and what to write instead, and exits with 1 if there is anything to print."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import handwritten

# What is checked.
CHECKED = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CMakeLists.txt",
    "CONTRIBUTING.md",
    "README.md",
    "bench",
    "bindings",
    "cmake",
    "dev",
    "docs",
    "examples",
    "include",
    "layer",
    "src",
    "tests",
    "tools",
]

# The first is removed with the next release; the others quote the idioms.
EXEMPT = {"tools/check_prose.py", "tests/tools/test_check_prose.py"}

# Each idiom is a pattern for whole words, in which a space also matches a line break inside a comment, and what to
# write instead.
IDIOMS = (
    (r"g(?:ive|ives|iven|ave|iving)(?: [a-z]+){0,3} back", "release (a handle), or return (memory to the driver)"),
    (r"let(?:s|ting)?(?: it| them)? go", "release"),
    (r"hand(?:s|ed|ing)?(?: it| them)? out", "allocate, or return"),
    (r"(?<!\*)wish(?:es)?(?!\s+copied)", "device selector"),
    (r"whoever|somebody(?: else)?(?:'s)?|nobody", "name the subject: the caller, the program, another thread"),
    (r"(?-i:Who) (?:has|must|wants|asks|gets|holds|waits|is)", "name the subject: a caller that ..., a thread that ..."),
    (r"as ever", "as usual, or nothing"),
    (r"all the same", "anyway, or nothing"),
    (r"(?<!there\x20)(?-i:is none)(?! of)", "is not a ..., or has no ..."),
    (
        r"of (?:its|their|his|one's) own(?=[.,;:)\"]| (?:and|at|by|for|from|in|is|on|or|that|to|which|with)\b)",
        "its own ..., or a separate ...",
    ),
    (r"by itself", "alone, automatically, or nothing"),
    (r"for ever", "forever, or until the process ends"),
    (r"beside", "next to, compared with, or besides"),
    (r"may do(?=[.;:,)\"])", "try ..."),
    (r"answers? to(?! pyopencl)", "matches"),
    (r"(?:hears?|heard|told) of", "knows, or is told about"),
    (r"tells? of", "reports"),
    (r"without a word", "silently"),
    (r"anew", "again"),
    (r"what comes back", "the result, or what is freed"),
    (r"what is (?:free|held)", "free ranges, or reserved bytes"),
    (r"is an? handle of", "expected a ..., got a ..."),
)
GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:///?|\*|#)?[ \t]*)"
PATTERNS = [
    (re.compile(rf"(?<![\w./-])(?:{idiom})(?![\w/-])".replace(" ", GAP), re.IGNORECASE), advice)
    for idiom, advice in IDIOMS
]

LONGEST_LINE = 120
LINES_CHECKED = {"include", "layer", "src", "docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"}

# Words that codespell would correct: format names, a parameter's direction, and names in tests.
CORRECT_WORDS = "mot,nd,inout,ofset,positionof,filetest"


def idioms(text: str) -> Iterator[tuple[int, str]]:
    for pattern, advice in PATTERNS:
        for match in pattern.finditer(text):
            found = re.sub(GAP, " ", match[0])
            yield text.count("\n", 0, match.start()) + 1, f'"{found}": say {advice}'


def long_lines(text: str, is_markdown: bool) -> Iterator[tuple[int, str]]:
    """Lines that are too long; a document's tables, links and code are exempt, since they cannot be broken."""
    in_code = False
    for number, line in enumerate(text.split("\n"), 1):
        in_code ^= is_markdown and line.lstrip().startswith("```")
        exempt = is_markdown and (in_code or line.lstrip().startswith("|") or re.search(r"\]\(|https?://", line))
        if len(line) > LONGEST_LINE and not exempt:
            yield number, f"{len(line)} columns: break it at {LONGEST_LINE}"


def findings(path: Path, root: Path = handwritten.ROOT) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    yield from idioms(text)
    if path.relative_to(root).parts[0] in LINES_CHECKED:
        yield from long_lines(text, path.suffix == ".md")


def check_spelling(paths: list[Path]) -> bool:
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words-list", CORRECT_WORDS, *map(str, paths)]
    return subprocess.run(command, check=False).returncode == 0


def main() -> int:
    paths = [path for path in handwritten.files(CHECKED) if path.relative_to(handwritten.ROOT).as_posix() not in EXEMPT]
    clean = check_spelling(paths)
    for path in paths:
        for number, finding in sorted(findings(path)):
            print(f"{path.relative_to(handwritten.ROOT)}:{number}: {finding}")
            clean = False
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
