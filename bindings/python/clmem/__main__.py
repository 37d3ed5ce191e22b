"""``python -m clmem info``: what a report of a problem needs. ``python -m clmem run``: a script under ``clmem run``."""

from __future__ import annotations

import argparse
import json
import sys
from typing import List, Optional

from . import _report, _run
from ._report import text
from ._version import __version__


def _seconds(word: str) -> float:
    value = float(word)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"expected a number above 0 and up to 3600, got {word}")
    return value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m clmem", description="clmem, a memory runtime for OpenCL")
    parser.add_argument("--version", action="version", version=f"clmem {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    words = "print what a report of a problem needs, and what is wrong here"
    info = commands.add_parser(
        "info", help=words, description=words, epilog="Exit status: 0 if clmem can be used, 1 if a problem prevents it."
    )
    info.add_argument("--json", action="store_true", help="print a JSON object instead of text")
    info.add_argument(
        "--timeout", type=_seconds, default=30.0, metavar="SECONDS", help="for each part that calls a driver (30)"
    )
    words = "start a Python program, unchanged, with clmem's pools, as `clmem run` does"
    commands.add_parser(
        "run",
        help=words,
        description=words,
        usage="python -m clmem run [OPTIONS] (SCRIPT | -m MODULE) [ARGUMENTS]",
        epilog="OPTIONS: those of `clmem run`, such as --report, or --record=FILE.clmem --stacks. Exit status: the "
        "program's, or 125 if clmem failed.",
    )
    return parser


def main(words: Optional[List[str]] = None) -> int:
    """Runs the command; returns the exit status."""
    parser = _parser()
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["run"]:
        options, program = _run.split(words[1:])
        _, options = parser.parse_known_args(["run", *options])  # which prints the help
        return _run.run(options, program)
    given = parser.parse_args(words)
    if given.command is None:
        parser.print_help()
        return 0
    report = _report.examine(given.timeout)
    print(json.dumps(report, indent=2) if given.json else text.of_report(report).rstrip("\n"))
    return 0 if _report.is_usable(report) else 1


if __name__ == "__main__":
    sys.exit(main())
