#!/usr/bin/env python3
"""Plants faults, and shows after how many schedules each is found.

The faults are the mutants that name clmem-schedules as their test. They are planted in a copy of the tree."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MUTANTS = HERE.parent / "mutants"
sys.path.insert(0, str(MUTANTS))

import library  # noqa: E402
import patches  # noqa: E402

PRESET = "debug"
PROGRAM = "clmem-schedules"


def schedules_until_found(program: pathlib.Path, bound: int) -> tuple[int, str] | None:
    """The number of schedules before the first violation, of the scenario that finds it first, and what it says."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True)
    found = None
    for scenario in (line.split()[0] for line in listed.stdout.splitlines()):
        count = found[0] if found else bound
        done = subprocess.run([program, "--scenario", scenario, "--count", str(count), "--jobs", "1"],
                              capture_output=True, text=True)
        seed = re.search(r"--seed (\d+)", done.stderr)
        if seed and (found is None or int(seed.group(1)) < found[0]):
            found = (int(seed.group(1)), done.stderr.splitlines()[0])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bound", type=int, default=20000, help="schedules of each scenario (default %(default)s)")
    bound = parser.parse_args().bound
    mutants = [m for m in map(library.Mutant.read, patches.chosen(MUTANTS, [])) if m.ctest == PROGRAM]
    missed = []
    with tempfile.TemporaryDirectory(prefix="clmem-planted-") as folder:
        tree = library.Tree(pathlib.Path(folder) / "tree", 1)
        tree.run("cmake", "--preset", PRESET, "-DCLMEM_BUILD_BENCH=OFF")
        for mutant in mutants:
            before = tree.apply(mutant)
            tree.make(PRESET, [PROGRAM])
            found = schedules_until_found(tree.folder / "build" / PRESET / "bin" / PROGRAM, bound)
            tree.restore(before)
            if not found:
                missed.append(mutant.name)
            verdict = f"found after {found[0]} schedules ({found[1]})" if found else "MISSED"
            print(f"{mutant.name}: {mutant.title}: {verdict}", flush=True)
    return patches.conclude(len(mutants), missed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except patches.Fault as fault:
        print(f"planted.py: {fault}", file=sys.stderr)
        sys.exit(2)
