"""docs/coverage.md: each function of the interface, how every language reaches it, and a test of that language that calls it.

What reaches a function is read from the sources (callers.py); what a binding does without has its reason in docs/coverage.json,
by language and function, where * stands for any text. Tests in C call the functions by name, so that their sources tell; those of
other languages were seen at run time, by tools/record_calls.py, whose record is tests/calls.json."""

import fnmatch
import functools
import json
from pathlib import Path

import contract

from . import callers, evidence

REASONS, RECORD = "docs/coverage.json", "tests/calls.json"
TESTED = ("C", "Python", "Java", "Rust")
COLUMNS = ("C", "C++", "Python", "Java", "Rust")
MOST = 3  # names in a cell
RAW = {"C": "as it is", "Python": "`_ffi.lib`", "Java": "`Native`", "Rust": "`sys`"}  # what has all functions


@functools.cache
def calls_in_c(root: Path) -> dict[str, frozenset[str]]:
    """By file: those of the interface's tests, and the contract's cases, which the runner in C takes by name as they stand."""
    calls = {path: callers.called_in(path) for path in root.glob("tests/api/*_test.cpp")}
    for path in root.glob("tests/contract/cases/*.json"):
        steps = [case["steps"] for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]
        calls[path] = frozenset(name for name, _ in contract.calls(steps))
    return {str(path.relative_to(root)): called for path, called in calls.items()}


def tests_in_c(root: Path, functions: list[dict]) -> dict[str, str]:
    chosen = {function["name"]: evidence.choose(function, calls_in_c(root)) for function in functions}
    return {name: file for name, file in chosen.items() if file}


class Coverage:
    def __init__(self, api: dict, root: Path):
        self.root = root
        self.functions = api["functions"]
        self.names = tuple(function["name"] for function in self.functions)
        self.callers = callers.read(root, self.names)
        self.reasons: dict[str, dict[str, str]] = self._read(REASONS)
        self.tests: dict[str, dict[str, str]] = {"C": tests_in_c(root, self.functions), **self._read(RECORD)}

    def _read(self, name: str) -> dict:
        path = self.root / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def _without(self, language: str) -> list[str]:
        return [name for name in self.names if name not in self.callers[language]]

    def complaints(self) -> list[str]:
        """What is missing: a way to a function without a reason, a test; and what is there without need."""
        told = []
        for language in self.callers:
            patterns, without = self.reasons.get(language, {}), self._without(language)
            told += [
                f"{language} does not reach {name}(): give a reason in {REASONS}"
                for name in without
                if not any(fnmatch.fnmatchcase(name, pattern) and reason for pattern, reason in patterns.items())
            ]
            told += [f"{REASONS}: {language} needs no reason for {pattern}" for pattern in patterns if not fnmatch.filter(without, pattern)]
        told += [f"{REASONS}: {language} is no binding" for language in self.reasons if language not in self.callers]
        for language in TESTED:
            tests = self.tests.get(language, {})
            remedy = ": write one" if language == "C" else ": run tools/record_calls.py"
            told += [f"no test of {language} is known to call {name}(){remedy}" for name in self.names if name not in tests]
            gone = sorted({file for file in tests.values() if not (self.root / file).exists()})
            told += [f"{RECORD}: {file} is not there any more: run tools/record_calls.py" for file in gone]
        return told

    def cell(self, language: str, name: str) -> str:
        """What reaches a function, and its test."""
        reached = [f"`{caller}`" for caller in self.callers.get(language, {}).get(name, [])]
        more = [f"{len(reached) - MOST} more"] if len(reached) > MOST else []
        way = ", ".join(reached[:MOST] + more) or RAW.get(language, "–")
        file = self.tests.get(language, {}).get(name)
        return f"{way} ([{Path(file).stem}](../{file}))" if file else way

    def page(self) -> str:
        lines = [
            "# Functions, and what reaches and tests them in each language",
            "",
            f"Written by `tools/generate.py` from the bindings' sources, `{REASONS}` and `{RECORD}`; do not edit. A cell has the names that call",
            "the function in the sources of the binding, and in parentheses a file of that language's tests that calls it: by its own sources in",
            "C, and in other languages as the tests were seen to do when they were last recorded (`tools/record_calls.py`); where the file is",
            "that of the contract's cases, the call was made without the names. What a call must give, every error included, is said by those cases ([contract](../tests/contract/README.md)), and",
            "`tools/coverage_of_errors.py` fails where a documented error has no test. A function has its page in the [reference](reference/README.md).",
            "",
            "| language | functions | reached by names of its own | called by tests | of these by contract cases alone |",
            "|---|---:|---:|---:|---:|",
        ]
        lines += [self._sum(language) for language in COLUMNS]
        for language in filter(self.reasons.get, COLUMNS):
            lines += ["", f"## What {language} does without", "", "| functions | why |", "|---|---|"]
            lines += [f"| `{pattern}` | {reason} |" for pattern, reason in self.reasons[language].items()]
        for section in dict.fromkeys(function["section"] for function in self.functions):
            lines += ["", f"## {section}", "", f"| function | {' | '.join(COLUMNS)} |", "|---|" + "---|" * len(COLUMNS)]
            for name in (function["name"] for function in self.functions if function["section"] == section):
                cells = " | ".join(self.cell(language, name) for language in COLUMNS)
                lines.append(f"| [`{name}`](reference/{section}.md#{name}) | {cells} |")
        return "\n".join(lines) + "\n"

    def _sum(self, language: str) -> str:
        tests = self.tests.get(language, {})
        alone = sum(evidence.is_contract(file) for file in tests.values())
        reached = len(self.callers[language]) if language in self.callers else len(self.names)
        tested = (str(len(tests)), str(alone)) if language in TESTED else ("among C's", "")
        return f"| {language} | {len(self.names)} | {reached} | {' | '.join(tested)} |"
