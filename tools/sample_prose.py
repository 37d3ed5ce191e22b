#!/usr/bin/env python3
"""Draws comment lines, error messages and commit subjects at random, for a reader who judges their English.

The hash of the commit is the seed: the same commit gives the same sample on every machine."""

import argparse
import ast
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import handwritten

COMMENTS, MESSAGES, SUBJECTS = 100, 30, 20
COMMENT_AREAS = ["include", "src", "layer", "bindings", "tools", "bench", "examples", "tests", "cmake", "dev", "CMakeLists.txt"]
MESSAGE_AREAS = ["include", "src", "layer", "bindings/java/src/main", "bindings/python/clmem", "bindings/rust/clmem/src"]
MESSAGE_AREAS += ["tools/clmem"]

# Where a statement begins that carries a message for a user. The layer cannot fail: it prints and logs instead.
FAILURE = re.compile(r"\b(?:fail\w*[({]|throw\b|Error::\w+\(|log_once\(|fprintf\(stderr,)")
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
WORD = re.compile(r"[A-Za-z]{2,}")
NO_PROSE = re.compile(r"namespace [\w:]+$|clang-format (?:on|off)$")


def is_prose(text: str) -> bool:
    return len(WORD.findall(text)) >= 3 and not NO_PROSE.match(text)


def comment_lines() -> Iterator[str]:
    for path in handwritten.files(COMMENT_AREAS):
        for number, line in handwritten.comments(path):
            if is_prose(line):
                yield f"{path.relative_to(handwritten.ROOT)}:{number}: {line}"


def messages() -> Iterator[str]:
    for path in handwritten.files(MESSAGE_AREAS):
        text = path.read_text(encoding="utf-8")
        found = python_messages(text) if path.suffix == ".py" else c_messages(text)
        for number, message in found:
            if is_prose(message):
                yield f"{path.relative_to(handwritten.ROOT)}:{number}: {message}"


def c_messages(text: str) -> Iterator[tuple[int, str]]:
    """The strings of each statement that throws or returns an error, in C++, Java and Rust."""
    code = handwritten.C_TOKENS.sub(lambda token: re.sub(r"[^\n]", " ", token[0]) if is_comment(token) else token[0], text)
    strings_blank = STRING.sub(lambda string: '"' + "x" * len(string[1]) + '"', code)
    end = 0
    for match in FAILURE.finditer(strings_blank):
        if match.start() < end:
            continue
        end = strings_blank.find(";", match.end())
        end = len(code) if end < 0 else end
        message = " ".join(string[1] for string in STRING.finditer(code, match.end(), end))
        yield text.count("\n", 0, match.start()) + 1, re.sub(r"\s+", " ", message)


def is_comment(token: re.Match) -> bool:
    return bool(token["line"] or token["block"])


def python_messages(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield node.lineno, " ".join(text_of(node.exc))


def text_of(node: ast.AST) -> Iterator[str]:
    """The strings of an expression; what a format string inserts is shown as {}."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from text_of(child)


def git(*arguments: str) -> list[str]:
    command = ["git", "-C", str(handwritten.ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()


def draw(seed: str, kind: str, population: list[str], count: int) -> list[str]:
    """Each kind has a generator, so that one more comment does not change which messages are drawn."""
    return random.Random(f"{seed} {kind}").sample(population, min(count, len(population)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--since", metavar="REVISION", help="draw commit subjects after this revision only")
    parser.add_argument("--seed", help="instead of the hash of the commit that is checked out")
    arguments = parser.parse_args()
    seed = arguments.seed or git("rev-parse", "HEAD")[0]
    commits = f"{arguments.since}..HEAD" if arguments.since else "HEAD"
    subjects = git("log", "--no-merges", "--format=%h: %s", commits)
    for kind, population, count in (
        ("comment lines", list(comment_lines()), COMMENTS),
        ("error messages", list(messages()), MESSAGES),
        ("commit subjects", subjects, SUBJECTS),
    ):
        print(f"\n{count} of {len(population)} {kind}, seed {seed}\n")
        print("\n".join(draw(seed, kind, population, count)))


if __name__ == "__main__":
    main()
