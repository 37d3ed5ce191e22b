#!/usr/bin/env python3
"""Prints a quick start of README.md, word for word: quick_start.py TITLE

A quick start is the first block of shell commands below the heading TITLE."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 10


def quick_start(page, title):
    """Returns the commands below a heading of a page."""
    section = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", page, re.DOTALL | re.MULTILINE)
    block = section and re.search(r"^```sh\n(.*?)^```$", section[1], re.DOTALL | re.MULTILINE)
    if not block:
        sys.exit(f'quick_start.py: README.md has no commands below a heading "{title}"')
    lines = len(block[1].splitlines())
    if lines > MOST_LINES:
        sys.exit(f'quick_start.py: "{title}" has {lines} lines, expected at most {MOST_LINES}')
    return block[1]


if __name__ == "__main__":
    print(quick_start((ROOT / "README.md").read_text(encoding="utf-8"), sys.argv[1]), end="")
