"""Tortures the examples in C and C++: every OpenCL call of each fails in turn. None may crash, hang, or go on forever."""

import pathlib
import re
import subprocess
import sys


def torture(command: pathlib.Path, program: pathlib.Path) -> tuple[dict[str, int], str]:
    """How many runs ended in each way, and what clmem says."""
    done = subprocess.run([command, "run", "--observe", "--torture", "--", program], capture_output=True, text=True)
    rows = re.findall(r"^(\w+) +(\d+) +(\d+)$", done.stderr, re.MULTILINE)
    return {name: int(once) + int(for_good) for name, once, for_good in rows}, done.stderr


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    faulty = 0
    for program in sorted(folder.glob("clmem-example-*")):
        rows, text = torture(folder / "clmem", program)
        runs = sum(rows.get(name, 0) for name in ("passed", "failed", "aborted", "crashed", "hung"))
        print(f"{program.name:<45} {runs:>5} runs, {rows.get('crashed')} crashed, {rows.get('hung')} hung", flush=True)
        if rows.get("crashed") != 0 or rows.get("hung") != 0:
            print(text)
            faulty += 1
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
