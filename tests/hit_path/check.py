#!/usr/bin/env python3
"""check.py PROGRAM COUNTS COMPILER [--accept]: compares the instructions of a hit with those in the file COUNTS.

PROGRAM counts them (hit_path.cpp). COUNTS has a member for each compiler, with its version and flags; others are only
reported, since each makes other code. More instructions are an error; --accept writes those of this build into COUNTS.
With every compiler, a recorder that has stopped must leave the hits as they were. Exit status: 0 or 1, and 77 if this
system cannot count."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

SKIPPED = 77
BEFORE, AFTER = "without a recorder", "after a recorder"


def faults_of(counted: dict[str, dict[str, int]], known: dict[str, int] | None, compiler: str) -> list[str]:
    """What is wrong with the counts of a program; `known` are those of its compiler, if there are any."""
    faults = []
    for function, count in counted[BEFORE].items():
        if counted[AFTER][function] != count:
            faults.append(f"{function}: expected {count} instructions after a recorder has stopped, as before it began, "
                          f"got {counted[AFTER][function]}; see recorded_state.hpp")
        if known is not None and count > known[function]:
            faults.append(f"{function}: expected at most {known[function]} instructions in a hit, got {count} ({compiler}); "
                          f"compare `objdump -d --disassemble={function} build/release/lib/libclmem.so` with that of the "
                          "commit before; if a hit has to do more, accept it: `cmake --build build/release --target "
                          "clmem-hit-path-accept`")
    return faults


def note(counted: dict[str, int], known: dict[str, int] | None, compiler: str) -> str:
    figures = ", ".join(f"{function}: {count} instructions" for function, count in counted.items())
    if known is None:
        return f"{figures}; nothing to compare with for {compiler}"
    if any(count > known[function] for function, count in counted.items()):
        return figures
    return figures + ("; as before" if counted == known else "; fewer than before: accept them, so that they stay")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("counts", type=Path)
    parser.add_argument("compiler")
    parser.add_argument("--accept", action="store_true", help="write the counts of this build")
    given = parser.parse_args()

    done = subprocess.run([given.program], stdout=subprocess.PIPE, text=True)
    if done.returncode == SKIPPED:
        print(done.stdout, end="")
        return SKIPPED
    if done.returncode != 0:
        print(f"expected counts of {given.program}, got status {done.returncode}", file=sys.stderr)
        return 1
    counted = json.loads(done.stdout)
    accepted = json.loads(given.counts.read_text(encoding="utf-8"))
    if given.accept:
        accepted[given.compiler] = counted[BEFORE]
        given.counts.write_text(json.dumps(accepted, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    known = accepted.get(given.compiler)
    print(note(counted[BEFORE], known, given.compiler))
    faults = faults_of(counted, known, given.compiler)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
