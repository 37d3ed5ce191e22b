#!/usr/bin/env python3
"""Writes the files derived from include/clmem_extras.h, which includes clmem.h: the export map, the declarations and
constants of bindings, the tests of every function and struct, and docs/coverage.md, the table of what reaches and tests
each function. Fails if an entry of that table is missing. Also writes docs/quirks.md, the table of drivers' faults, from
src/cl/quirks.cpp; and into build/docs, always and even with --check, what no compiler reads: the description of the API
and the reference pages.

Needs libclang and tree-sitter (pip install -r tools/requirements.txt), and cargo, since bindgen writes the Rust
declarations."""

import argparse
import difflib
import json
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "include/clmem_extras.h"
DIFF_LINES = 30


def describe(root: Path, opencl_include: Path | None) -> tuple[dict, dict[str, str]]:
    """The description of the headers, and the files made from it that are built, not committed: no compiler of a user's
    reads them."""
    from generator import description, header, reference

    api = header.read(root / HEADER, HEADER, opencl_include)
    return api, {description.PATH: description.write(api), **reference.write(api)}


def generate(root: Path, api: dict, opencl_include: Path | None) -> tuple[dict[str, str], list[str]]:
    """The derived files that are committed, with their expected content, and the complaints about the table of
    coverage."""
    from generator import (
        abi,
        contract_calls,
        coverage,
        examples,
        exports,
        fuzz_calls,
        handle_tests,
        initialiser_tests,
        java_enums,
        java_interface,
        java_native,
        java_options,
        java_records,
        java_structs,
        oldest_sizes,
        opencl,
        pointer_tests,
        python_constants,
        python_declarations,
        python_options,
        python_records,
        quirks,
        rust_declarations,
        rust_options,
        rust_records,
    )

    constants = opencl.read(opencl_include)
    covered = coverage.Coverage(api, ROOT)  # bindings and tests are those of this repository
    python, java = "bindings/python", "bindings/java/src/main"
    files = {
        "src/exports.map": exports.write(api),
        oldest_sizes.PATH: oldest_sizes.write(read_baseline(root / abi.path_of(api))),
        "docs/coverage.md": covered.page(),
        quirks.PATH: quirks.write(quirks.read(ROOT)),
        "tests/contract/generated/calls.cpp": contract_calls.write(api),
        fuzz_calls.PATH: fuzz_calls.write(api),
        "tests/generated/examples.h": examples.write(api),
        "tests/generated/handles_test.cpp": handle_tests.write(api),
        "tests/generated/pointers_test.cpp": pointer_tests.write(api),
        "tests/generated/structs_test.cpp": initialiser_tests.write(api),
        "tests/generated/initialisers.c": initialiser_tests.write_c(api),
        f"{python}/src/generated/declarations.h": python_declarations.write(api),
        python_options.PATH: python_options.write(api),
        python_records.PATH: python_records.write(api),
        f"{python}/clmem/_version.py": python_declarations.write_version(api),
        f"{python}/clmem/_constants.py": python_constants.write(constants),
        f"{python}/clmem/_prototypes.py": python_constants.write_prototypes(constants),
        f"{java}/swig/clmem.i": java_interface.write(api),
        f"{java}/native/generated/callbacks.c": java_native.write_callbacks(api),
        f"{java}/generated/io/clmem/CallbackKind.java": java_native.write_kinds(api),
        f"{java}/generated/io/clmem/BuildVersion.java": java_native.write_version(api),
        f"{java}/generated/io/clmem/Structs.java": java_structs.write(api),
        **java_enums.write(api, constants),
        **java_options.write(api),
        **java_records.write(api),
        rust_options.PATH: rust_options.write(api),
        rust_records.PATH: rust_records.write(api),
        rust_declarations.PATH: rust_declarations.write(root, HEADER, opencl_include),
    }
    return files, covered.complaints()


def read_baseline(path: Path) -> dict | None:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def check(root: Path, files: dict[str, str]) -> bool:
    """Prints how each outdated file differs."""
    up_to_date = True
    for name, text in files.items():
        path = root / name
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        if found != text:
            up_to_date = False
            wanted = f"{name} as {HEADER} says"
            diff = difflib.unified_diff(found.splitlines(), text.splitlines(), name, wanted, lineterm="")
            print(*islice(diff, DIFF_LINES), sep="\n")
            print(f"{name} is not up to date: run tools/generate.py\n")
    return up_to_date


def write(root: Path, files: dict[str, str], tell: Callable[[str], None] = print) -> None:
    """Writes only the files that differ, so that a build does not repeat work."""
    for name, text in files.items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            tell(f"wrote {name}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="fail if a committed file is not up to date, and change none")
    parser.add_argument("--describe", action="store_true", help="write only the description and the reference in build/docs")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to work on")
    parser.add_argument("--opencl-include", type=Path, metavar="FOLDER", help="has CL/cl.h; third_party's by default")
    options = parser.parse_args(arguments)
    try:
        from generator.rules import HeaderError

        api, built = describe(options.root, options.opencl_include)
        write(options.root, built, lambda _: None)
        if options.describe:
            return 0
        files, missing = generate(options.root, api, options.opencl_include)
    except ModuleNotFoundError as error:
        print(f"{error}: pip install -r tools/requirements.txt", file=sys.stderr)
        return 2
    except HeaderError as error:
        print(error, file=sys.stderr)
        return 1
    print(*missing, sep="\n", end="\n" if missing else "")
    if options.check:
        return 0 if check(options.root, files) and not missing else 1
    write(options.root, files)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
