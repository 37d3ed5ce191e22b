"""The program of docs/memory-cases.md that fragments its pool. The C programs' tests are in tests/layer."""

import subprocess
import sys
from pathlib import Path

from test_recorder import Recording

PROGRAM = Path(__file__).resolve().parents[3] / "examples/memory/fragmentation.py"
MIB = 1 << 20
SHORTAGE = 11


def run(*words):
    return subprocess.run([sys.executable, PROGRAM, *words], capture_output=True, text=True, timeout=120)


def test_fragmented(tmp_path):
    path = tmp_path / "before.clmem"
    done = run(path)
    assert (done.returncode, done.stderr) == (1, "")
    first, error = done.stdout.splitlines()
    assert first == "with 56 results: 3.5 MiB live, 57.0 MiB reserved"
    assert "of which 3670016 are active, 56098816 free and 0 idle" in error
    assert "too little in one piece" in error
    shortages = [values for op, _, values in Recording(path).events if op == SHORTAGE]
    assert shortages and all(24 * MIB in values for values in shortages)


def test_fixed():
    done = run("fixed")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "with 56 results: 3.5 MiB live, 60.0 MiB reserved",
        "with a large picture: 27.5 MiB live, 60.0 MiB reserved",
    ]
