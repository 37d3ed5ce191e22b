"""docs/coverage.md: each function of the interface, how every language reaches it, and a test in that language that
calls it.

callers.py finds what reaches a function in the sources. docs/coverage.json gives a reason, by language and function
pattern, for each function that a binding leaves out. Tests in C name the functions that they call, so their sources are
searched; tools/record_calls.py observed the calls of other languages' tests at run time and stored them in
tests/calls.json."""

import fnmatch
import functools
import json
from pathlib import Path

import contract

from . import callers, evidence

REASONS, RECORD = "docs/coverage.json", "tests/calls.json"
TESTED = ("C", "Python", "Java", "Rust")
COLUMNS = ("C", "C++", "Python", "Java", "Rust")
MOST = 3  # names per cell
RAW = {"C": "as it is", "Python": "`_ffi.lib`", "Java": "`Native`", "Rust": "`sys`"}  # these have all functions


@functools.cache
def calls_in_c(root: Path) -> dict[str, frozenset[str]]:
    """The functions called by each test file of the interface in C, and by the contract's cases, which the C runner
    calls by name."""
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
        for language in TESTED:
            tests = self.tests.get(language, {})
            remedy = ": write one" if language == "C" else ": run tools/record_calls.py"
            told += [f"no test in {language} calls {name}(){remedy}" for name in self.names if name not in tests]
            gone = sorted({file for file in tests.values() if not (self.root / file).exists()})
            told += [f"{RECORD}: {file} does not exist: run tools/record_calls.py" for file in gone]
        return told

    def cell(self, language: str, name: str) -> str:
        """What reaches a function, and a test of it."""
        reached = [f"`{caller}`" for caller in self.callers.get(language, {}).get(name, [])]
        more = [f"{len(reached) - MOST} more"] if len(reached) > MOST else []
        way = ", ".join(reached[:MOST] + more) or RAW.get(language, "–")
        file = self.tests.get(language, {}).get(name)
        return f"{way} ([{Path(file).stem}](../{file}))" if file else way

    def page(self) -> str:
        lines = [
            "# How each language reaches and tests every function",
            "",
            f"Written by `tools/generate.py` from the bindings' sources, `{REASONS}` and `{RECORD}`; do not edit. A cell lists the names in the",
            "binding that call the function and, in parentheses, a test file in that language that calls it. For C the test sources were",
            "searched; for other languages `tools/record_calls.py` observed the tests' calls. A file of the contract's cases calls the function",
            "directly, not through these names. The [contract](../tests/contract/README.md) specifies what every call must return, errors",
            "included, and `tools/coverage_of_errors.py` fails if a documented error has no test. The [reference](reference/README.md) documents",
            "every function.",
            "",
            "| language | functions | reached by its own names | called by tests | of these only by contract cases |",
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
                lines.append(f"| [`{name}`](reference/{section}.md#{name}) | {cells} |")
        return "\n".join(lines) + "\n"

    def _sum(self, language: str) -> str:
        tests = self.tests.get(language, {})
        alone = sum(evidence.is_contract(file) for file in tests.values())
        reached = len(self.callers[language]) if language in self.callers else len(self.names)
        tested = (str(len(tests)), str(alone)) if language in TESTED else ("among C's", "")
        return f"| {language} | {len(self.names)} | {reached} | {' | '.join(tested)} |"
