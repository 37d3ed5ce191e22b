"""The programs in examples/. Each prints the same in every language."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.py"))


def expected(name, printed):
    """The expected output of a program; a part that the device does not support may be reported instead."""
    lacking = {line.split(": ")[0]: line for line in re.findall(r"^.+: the device has none$", printed, re.MULTILINE)}
    lines = (FOLDER / f"expected/{name}.txt").read_text().splitlines()
    return [lacking.get(line.split(": ")[0], line) for line in lines]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path):
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    if re.fullmatch("the device has no .*\n", done.stdout):
        pytest.skip(done.stdout.strip())
    if path.stem != "handles":  # its messages differ between languages
        assert done.stdout.splitlines() == expected(path.stem, done.stdout)


def test_every_c_example_has_a_python_version():
    names = {path.stem for path in EXAMPLES}
    assert names == {path.stem for path in FOLDER.glob("*.c")} - {"first"}  # README's program
    assert names == {path.stem for path in FOLDER.glob("expected/*.txt")} | {"handles"}
