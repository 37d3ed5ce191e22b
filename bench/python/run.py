#!/usr/bin/env python3
"""Measures clmem's targets for Python compared with pyopencl, and prints a table of targets and figures.

Installs clmem and pyopencl into build/bench-python, unless --python names an interpreter that has both.

Exit status: 0 if everything was measured; 1 if not or, with --strict, if a target was missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VENV = ROOT / "build" / "bench-python"
PYOPENCL = "pyopencl==2026.1.4"
TARGETS = {
    "b = pool.allocate(4096); b.release()": 0.4,
    "b = pool(4096); del b": 0.4,
    "b = svm_pool(4096); b.release()": 0.4,
    "b = svm_pool(4096); del b": 0.4,
    "drop-in pool, allocate(4096), release()": 1.0,
    "drop-in pool, pool(4096), del": 1.0,
    "drop-in SVM pool, pool(4096), release()": 1.0,
    "drop-in SVM pool, pool(4096), del": 1.0,
    "drop-in pool, (x + 1) * (x - 1)": 1.03,
    "drop-in SVM pool, (x + 1) * (x - 1)": 1.03,
    "enqueue_copy, 1 KiB to the device": 1.0,
    "enqueue_fill_buffer, 1 KiB": 1.0,
    "import": 0.5,
    "program, ms": 1.0,
    "program, peak bytes": 1.0,
}


def installed():
    """The interpreter of a virtual environment with both packages."""
    python = VENV / "bin" / "python3"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--upgrade", ROOT / "bindings" / "python", PYOPENCL], check=True
    )
    return python


def table(measured):
    print(f"{measured['device']}; Python {measured['python']}; pyopencl {measured['pyopencl']}\n")
    print(f"{'what':42} {'clmem':>12} {'pyopencl':>12} {'ratio':>6} {'at most':>8}")
    missed = 0
    for what, target in TARGETS.items():
        figure = measured["figures"][what]
        ratio = figure["clmem"] / figure["pyopencl"]
        missed += ratio > target
        verdict = "" if ratio <= target else "  MISSED"
        print(f"{what:42} {figure['clmem']:12,.0f} {figure['pyopencl']:12,.0f} {ratio:6.2f} {target:8}{verdict}")
    print("\nTimes in nanoseconds, the minimum of several turns; both sides take turns in one process.")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="an interpreter that has clmem and pyopencl")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "bench" / "python.json")
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()
    python = arguments.python or installed()
    measure = pathlib.Path(__file__).with_name("measure.py")
    done = subprocess.run([python, measure], check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        return 1
    measured = json.loads(done.stdout)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(measured, indent=1) + "\n")
    missed = table(measured)
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
