#!/usr/bin/env python3
"""Breaks clmem on purpose, a line or two at a time, and checks that the tests detect it.

Each NN-name.patch is a mutant: those in this folder break the library or the layer, those in python and java the
bindings. A patch's first line says what it breaks. The mutants work on copies, so the working tree stays intact."""

import argparse
import os
import sys

import java_classes
import library
import patches
import python_package


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="run only these: the beginnings of their names")
    parser.add_argument("--of", choices=("library", "python", "java"), default="library", help="what is broken")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 4), help="copies of the library's tree")
    arguments = parser.parse_args()
    try:
        match arguments.of:
            case "python":
                return python_package.run(arguments.name)
            case "java":
                return java_classes.run(arguments.name)
            case _:
                return library.run(arguments.name, arguments.jobs)
    except patches.Fault as fault:
        print(f"run.py: {fault}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
