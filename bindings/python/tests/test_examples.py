"""The programs of examples/, run as a user would."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path):
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_there_are_as_many_as_in_c():
    assert {path.stem for path in EXAMPLES} == {path.stem for path in EXAMPLES[0].parent.glob("*.c")}
