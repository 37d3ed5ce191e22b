"""Tortures programs: every OpenCL call of each fails in turn. None may crash, hang, or go on forever.

    python3 tests/torture/examples.py [--no-aborts] CLMEM PROGRAM...

A program may have arguments, in one word with it. --no-aborts: abort() counts as a crash, as Java's virtual machine
calls it after one; programs in C and C++ end so, too.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys


def torture(command: pathlib.Path, program: str) -> tuple[dict[str, int], str]:
    """How many runs ended in each way, and what clmem says."""
    words = [command, "run", "--observe", "--torture", "--", *shlex.split(program)]
    done = subprocess.run(words, capture_output=True, text=True)
    rows = re.findall(r"^(\w+) +(\d+) +(\d+)$", done.stderr, re.MULTILINE)
    return {name: int(once) + int(for_good) for name, once, for_good in rows}, done.stderr


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--no-aborts", action="store_true")
    parser.add_argument("command", type=pathlib.Path)
    parser.add_argument("programs", nargs="+")
    given = parser.parse_args()
    faulty = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda program: torture(given.command, program), given.programs)
        for program, (rows, text) in zip(given.programs, results, strict=True):
            runs = sum(rows.get(name, 0) for name in ("passed", "failed", "aborted", "crashed", "hung"))
            aborted = f"{rows.get('aborted')} aborted, " if given.no_aborts else ""
            name = shlex.split(program)[-1].rpartition("/")[2]
            print(f"{name:<45} {runs:>5} runs, {aborted}{rows.get('crashed')} crashed, {rows.get('hung')} hung", flush=True)
            bad = ["crashed", "hung", *(["aborted"] if given.no_aborts else [])]
            if any(rows.get(each) != 0 for each in bad):
                print(text)
                faulty += 1
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
