"""``python -m clmem run``: starts a Python program under ``clmem run``, with this interpreter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import List, Optional, Tuple

FAILED = 125  # the exit status by which `clmem run` says that the fault is not the program's
_INSTALLED = re.compile(r"(?P<prefix>.*)/lib(64)?/python[^/]*/(dist|site)-packages/clmem")
_INSTALL = (
    "The package for Python contains only the library. Install the packages clmem-tools and libclmem-layer, or build the "
    "command as docs/any-program.md says, and add its folder to PATH."
)


def split(words: List[str]) -> Tuple[List[str], List[str]]:
    """The options of ``clmem run``, whose values follow an ``=``, and then the script, or ``-m`` and a module."""
    for at, word in enumerate(words):
        if word == "--":
            return words[:at], words[at + 1 :]
        if word == "-m" or not word.startswith("-"):
            return words[:at], words[at:]
    return words, []


def find_command() -> Optional[str]:
    """The command on PATH, else next to the interpreter, else in the prefix where the package is installed."""
    folders = [os.path.dirname(sys.executable)]
    installed = _INSTALLED.fullmatch(os.path.dirname(os.path.abspath(__file__)))
    if installed:
        folders.append(os.path.join(installed["prefix"], "bin"))
    return shutil.which("clmem") or shutil.which("clmem", path=os.pathsep.join(folders))


def _interpreter() -> List[str]:
    """This interpreter with its own options, such as ``-X dev``."""
    return [sys.executable, *subprocess._args_from_interpreter_flags()]  # type: ignore[attr-defined]


def _fail(message: str) -> int:
    print(f"python -m clmem run: {message}", file=sys.stderr)
    return FAILED


def run(options: List[str], program: List[str]) -> int:
    """Replaces this process by the command; returns an exit status only if that is not possible."""
    if not program or program == ["-m"]:
        return _fail("expected a script, or -m and a module, after the options, got none")
    if not sys.executable:
        return _fail("expected an interpreter in sys.executable, got none; use clmem run -- PROGRAM")
    command = find_command()
    if command is None:
        return _fail(f"expected the command clmem on PATH, got none. {_INSTALL}")
    words = [command, "run", *options, "--", *_interpreter(), *program]
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        os.execv(command, words)
    except OSError as error:
        return _fail(f"expected a program in {command}, got one that cannot be executed: {error.strerror}. {_INSTALL}")
