#!/usr/bin/env python3
"""Writes docs/features.md and docs/platforms.md: which contract cases show each feature, and where they pass.

The cases are in tests/contract, their results on each platform in docs/platforms.json. --collect FOLDER first merges in
the reports of `./dev test --platform` in that folder. --check writes nothing."""

import argparse
import fnmatch
import json
import re
import sys
from collections import Counter
from pathlib import Path

import contract

FEATURES = contract.ROOT / "docs/features.md"
PLATFORMS = contract.ROOT / "docs/platforms.md"
RESULTS = contract.ROOT / "docs/platforms.json"

# The platforms of `./dev test --platform`, in the order of the tables.
NAMES = {"pocl": "PoCL", "intel": "Intel's CPU runtime", "rusticl": "Rusticl", "oclgrind": "Oclgrind"}


def collect(folder: Path) -> dict:
    """The known results, updated by those in the folder, and the titles of the cases."""
    before = contract.read(RESULTS) if RESULTS.exists() else {"cases": None, "platforms": {}}
    results, known = before["platforms"], before["cases"]
    for name in NAMES:
        report = folder / f"{name}-contract.json"
        if not report.exists():
            continue
        found = contract.read(report)
        cases = {case["title"]: case for case in found["cases"]}
        known = [*cases]  # of the last run; all runs of `--platform all` have the same sources
        results[name] = {
            "device": found["device"],
            "passed": sum(case["outcome"] == "passed" for case in cases.values()),
            "failed": sorted(title for title, case in cases.items() if case["outcome"] == "failed"),
            "excused": {t: case["reason"] for t, case in sorted(cases.items()) if case["outcome"] == "excused"},
            "skipped": {t: case["lacks"] for t, case in sorted(cases.items()) if case["outcome"] == "skipped"},
            "tests": api_tests(folder / f"{name}-api.json"),
        }
    return {"cases": sorted(known or []), "platforms": {name: results[name] for name in NAMES if name in results}}


def api_tests(report: Path) -> dict:
    """The counts of GoogleTest's report on tests/api, and the filter of that run."""
    if not report.exists():
        return {}
    found = contract.read(report)
    tests = [test for suite in found["testsuites"] for test in suite["testsuite"] if test["status"] == "RUN"]
    skipped = sum(test.get("result") == "SKIPPED" for test in tests)
    failed = sum("failures" in test for test in tests)
    reasons = report.with_suffix(".filter")
    return {
        "passed": len(tests) - skipped - failed,
        "skipped": skipped,
        "failed": failed,
        "left_out": reasons.read_text(encoding="utf-8").splitlines() if reasons.exists() else [],
    }


def passes(case: str, result: dict, known: set[str]) -> bool:
    return case in known and not any(case in result[outcome] for outcome in ("failed", "excused", "skipped"))


def features(results: dict, known: set[str]) -> str:
    rows = contract.read(contract.FOLDER / "rows.json")["rows"]
    names = [function["name"] for function in contract.api()["functions"]]
    cases = contract.cases()
    others = contract.read(contract.ROOT / "docs/features.json")
    lines = [
        "# Features and the cases that show them",
        "",
        "Written by `tools/contract_tables.py` from `tests/contract` and `docs/platforms.json`; do not edit. Each row gives the",
        "number of cases and how many of them pass on each platform; the others need features that the platform lacks",
        "([platforms](platforms.md)). The [header](../include/clmem.h) documents the functions. The Python names are those",
        "of the package `clmem`; those of other languages come from `docs/features.json`. The tests of every language",
        "use the functions, too ([coverage](coverage.md)).",
        "",
        f"| row | feature | functions | {' | '.join(['Python', *others])} | cases | {' | '.join(NAMES[name] for name in results)} |",
        "|---|---|---|---|" + "---|" * len(others) + "---:|" + "---:|" * len(results),
    ]
    for row, entry in rows.items():
        own = [title for title, case in cases.items() if row in case["rows"]]
        counts = [sum(passes(title, result, known) for title in own) for result in results.values()]
        shown = [*map(str, counts)] if own else ["" for _ in results]
        number = str(len(own)) if own else entry.get("instead", "**none**")
        listed = [entry.get("python", []), *(language.get(row, []) for language in others.values())]
        spoken = " | ".join(", ".join(f"`{name}`" for name in own_names) or "—" for own_names in listed)
        called = functions(entry["functions"], names)
        lines.append(f"| {row} | {entry['title']} | {called} | {spoken} | {number} | {' | '.join(shown)} |")
    lines += ["", f"{len(cases)} cases. A row that the C interface does not cover says so instead."]
    return "\n".join(lines) + "\n"


def functions(patterns: list[str], names: list[str]) -> str:
    """The functions that match the patterns; those with a common prefix are shown as one."""
    texts = []
    for pattern in patterns:
        found = [name for name in names if fnmatch.fnmatchcase(name, pattern)]
        if found:
            texts.append(f"`{pattern}`" if len(found) > 1 else f"`{found[0]}`")
    return ", ".join(dict.fromkeys(texts)) or "—"


def platforms(results: dict) -> str:
    lines = [
        "# Platforms on which the tests pass",
        "",
        "Written by `tools/contract_tables.py` from the results of `./dev test --platform all`; do not edit. The API tests are",
        "in `tests/api`, the contract's cases in `tests/contract`. A case is skipped if the device lacks a feature that it",
        "needs, and excused if the platform has a fault.",
        "",
        "| platform | device | driver | OpenCL | API tests passed | skipped | left out | cases passed | skipped | excused |",
        "|---|---|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, result in results.items():
        device, tests = result["device"], result["tests"]
        version = f"{device['opencl_version'] // 100}.{device['opencl_version'] // 10 % 10}"
        driver = re.sub(r"\s+", " ", device["driver"]).split(" (")[0]
        lines.append(
            f"| {NAMES[name]} | {device['name'].strip()} | {driver} | {version} "
            f"| {tests.get('passed', '')} | {tests.get('skipped', '')} | {len(tests.get('left_out', []))} "
            f"| {result['passed']} | {len(result['skipped'])} | {len(result['excused'])} |"
        )
    for name, result in results.items():
        lines += ["", f"## {NAMES[name]}", ""]
        lacks = Counter(", ".join(sorted(needs)) for needs in result["skipped"].values())
        if lacks:
            counts = (f"{count} need{'s' * (count == 1)} {what_is_needed(needs)}" for needs, count in lacks.most_common())
            lines.append(f"- Skipped cases: {'; '.join(counts)}.")
        lines += [f"- Excused: “{title}”. {reason}" for title, reason in result["excused"].items()]
        lines += left_out(result["tests"].get("left_out", []))
        if lines[-1] == "":
            lines.append("Nothing is skipped, excused or left out.")
    return "\n".join(lines) + "\n"


def left_out(tests: list[str]) -> list[str]:
    """Lists each reason once, with the tests that are left out for it."""
    by_reason: dict[str, list[str]] = {}
    for test, reason in (text.split(" ", 1) for text in tests):
        by_reason.setdefault(reason, []).append(f"`{test}`")
    return [f"- API tests left out: {', '.join(names)}. {reason}" for reason, names in by_reason.items()]


def what_is_needed(needs: str) -> str:
    """Describes the needs of cases; "no usm" marks a case for devices without USM."""
    parts = [f"a device without `{need[3:]}`" if need.startswith("no ") else f"`{need}`" for need in needs.split(", ")]
    return " and ".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", type=Path, metavar="FOLDER", help="merge in the reports in this folder")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a table is not up to date")
    options = parser.parse_args()
    results = collect(options.collect) if options.collect else contract.read(RESULTS)
    files = {FEATURES: features(results["platforms"], {*results["cases"]}), PLATFORMS: platforms(results["platforms"])}
    rows = contract.read(contract.FOLDER / "rows.json")["rows"]
    cases = contract.cases()
    wrong = [f"{title}: unknown row {row}" for title, case in cases.items() for row in case["rows"] if row not in rows]
    shown = {row for case in cases.values() for row in case["rows"]}
    wrong += [f"no case shows row {row}" for row, entry in rows.items() if row not in shown and "instead" not in entry]
    wrong += [f"row {row} has cases: remove its \"instead\"" for row in sorted(shown) if "instead" in rows.get(row, {})]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if options.check:
        stale = [path.name for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
        print(*(f"{name} is not up to date: run tools/contract_tables.py" for name in stale), sep="\n", end="\n" if stale else "")
        return 1 if stale or wrong else 0
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
