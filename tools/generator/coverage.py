"""docs/coverage.md: each function of the interface, how every language reaches it, and a test in that language that
uses it.

callers.py finds what reaches a function in the sources. docs/coverage.json gives a reason, by language and function
pattern, for each function that a binding leaves out. A test in C calls the function itself. A test of a binding uses a
name that reaches the function; where the binding's tests reach it only through another name, docs/reached_through.json
has that name. Each function of the core is used by an example in C or C++, or by one in the header's comments. No test runs: the sources are only read, and names compared by spelling."""

import fnmatch
import functools
import json
import re
from pathlib import Path

import contract

from . import callers, evidence

REASONS, THROUGH = "docs/coverage.json", "docs/reached_through.json"
COLUMNS = ("C", "C++", "Python", "Java", "Rust")
MOST = 3  # names per cell
RAW = {"C": "as it is", "Rust": "`sys`"}  # these have all functions


@functools.cache
def calls_in_c(root: Path) -> dict[str, frozenset[str]]:
    """The functions called by each test file of the interface in C, and by the contract's cases, which the C runner
    calls by name."""
    in_c = [path for folder in ("api", "recorder") for path in root.glob(f"tests/{folder}/*_test.cpp")]
    calls = {path: callers.called_in(path) for path in in_c}
    for path in root.glob("tests/contract/cases/*.json"):
        steps = [case["steps"] for case in json.loads(path.read_text(encoding="utf-8"))["cases"]]
        calls[path] = frozenset(name for name, _ in contract.calls(steps))
    return {str(path.relative_to(root)): called for path, called in calls.items()}


def called_in_examples(api: dict, root: Path) -> frozenset[str]:
    """The functions that the programs of examples call, and those that the examples in the header's comments name."""
    calls = [callers.called_in(path) for end in ("c", "cpp") for path in root.glob(f"examples/**/*.{end}")]
    comments = "\n".join(line for section in api["sections"] for line in section["example"])
    return frozenset(re.findall(r"\bclmem_\w+", comments)).union(*calls)


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
        self.through: dict[str, dict[str, str]] = self._read(THROUGH)
        self.tests: dict[str, dict[str, str]] = {"C": tests_in_c(root, self.functions)}
        self.examples = called_in_examples(api, root)
        self.unnamed: dict[str, list[str]] = {}  # by language: functions whose own names no test uses
        for language in evidence.SOURCES:
            self._find_tests(language)

    def _read(self, name: str) -> dict:
        path = self.root / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def _find_tests(self, language: str) -> None:
        paths = self.root.glob(evidence.SOURCES[language])
        files = {str(path.relative_to(self.root)): callers.names_in(path, language) for path in paths}
        files = {file: words for file, words in files.items() if not evidence.is_contract(file)}
        found, unnamed = {}, []
        for function in self.functions:
            name = function["name"]
            own = self.callers[language].get(name, [])
            found[name] = evidence.naming(function, own, files)
            if own and not found[name]:
                unnamed.append(name)
                found[name] = evidence.naming(function, self._other_names(language, name), files)
        self.tests[language] = {name: file for name, file in found.items() if file}
        self.unnamed[language] = unnamed

    def _other_names(self, language: str, name: str) -> list[str]:
        others = self.through.get(language, {})
        return [other for pattern, other in others.items() if fnmatch.fnmatchcase(name, pattern)]

    def _without(self, language: str) -> list[str]:
        return [name for name in self.names if name not in self.callers[language]]

    def complaints(self) -> list[str]:
        """Functions that a language does not reach and gives no reason for, functions without a test, and obsolete
        entries."""
        told = []
        for language in self.callers:
            patterns, without = self.reasons.get(language, {}), self._without(language)
            told += [
                f"{language} does not reach {name}(): give a reason in {REASONS}"
                for name in without
                if not any(fnmatch.fnmatchcase(name, pattern) and reason for pattern, reason in patterns.items())
            ]
            needless = [pattern for pattern in patterns if not fnmatch.filter(without, pattern)]
            told += [f"{REASONS}: {language} reaches {pattern}: remove the reason" for pattern in needless]
        told += [f"{REASONS}: unknown binding {language}" for language in self.reasons if language not in self.callers]
        return told + self._untested() + self._without_example()

    def _without_example(self) -> list[str]:
        core = (function["name"] for function in self.functions if not function["experimental"])
        return [f"no example uses {name}(): write one, or move it to the extras" for name in core if name not in self.examples]

    def _untested(self) -> list[str]:
        """Functions without a test, and obsolete entries of the names that tests use instead."""
        told = [f"no test in C calls {name}(): write one" for name in self.names if name not in self.tests["C"]]
        for language in evidence.SOURCES:
            told += [
                f"no test in {language} uses what reaches {name}(), {', '.join(own)}: "
                f"write one, or name in {THROUGH} what a test uses"
                for name, own in self.callers[language].items()
                if name not in self.tests[language]
            ]
            patterns, unnamed = self.through.get(language, {}), self.unnamed[language]
            needless = [pattern for pattern in patterns if not fnmatch.filter(unnamed, pattern)]
            told += [f"{THROUGH}: {language} does not need {pattern}: remove it" for pattern in needless]
        return told

    def cell(self, language: str, name: str) -> str:
        """What reaches a function, and a test that uses it."""
        reached = [f"`{caller}`" for caller in self.callers.get(language, {}).get(name, [])]
        more = [f"{len(reached) - MOST} more"] if len(reached) > MOST else []
        way = ", ".join(reached[:MOST] + more) or RAW.get(language, "–")
        if name in self.unnamed.get(language, []):
            way += "".join(f" through `{other}`" for other in self._other_names(language, name))
        file = self.tests.get(language, {}).get(name)
        return f"{way} ([{Path(file).stem}](../{file}))" if file else way

    def page(self) -> str:
        lines = [
            "# How each language reaches and tests every function",
            "",
            f"Written by `tools/generate.py` from the sources, `{REASONS}` and `{THROUGH}`; do not edit. A",
            "cell lists the names in the binding that call the function and, in parentheses, a test file in that language",
            "that uses one of them, or the function itself in C. Where the tests reach the function only through another",
            "name, it stands after “through”. Names are compared by spelling: a few tests use a member of another type that has",
            "the same name. The [contract](../tests/contract/README.md) specifies what every call must",
            "return, errors included; C and Java run its cases, and `tools/coverage_of_errors.py` fails if a documented",
            "error has no test. The [header](../include/clmem.h) documents every function.",
            "",
            "| language | functions | reached by its own names | left out | used in tests |",
            "|---|---:|---:|---:|---:|",
        ]
        lines += [self._sum(language) for language in COLUMNS]
        for language in filter(self.reasons.get, COLUMNS):
            lines += ["", f"## What {language} leaves out", "", "| functions | why |", "|---|---|"]
            lines += [f"| `{pattern}` | {reason} |" for pattern, reason in self.reasons[language].items()]
        for section in dict.fromkeys(function["section"] for function in self.functions):
            lines += ["", f"## {section}", "", f"| function | {' | '.join(COLUMNS)} |", "|---|" + "---|" * len(COLUMNS)]
            for name in (function["name"] for function in self.functions if function["section"] == section):
                cells = " | ".join(self.cell(language, name) for language in COLUMNS)
                lines.append(f"| `{name}` | {cells} |")
        return "\n".join(lines) + "\n"

    def _sum(self, language: str) -> str:
        reached = len(self.callers[language]) if language in self.callers else len(self.names)
        tested = str(len(self.tests[language])) if language in self.tests else "among C's"
        return f"| {language} | {len(self.names)} | {reached} | {len(self.names) - reached} | {tested} |"
