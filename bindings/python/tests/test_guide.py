"""The code in docs/python.md."""

import pathlib
import re

import pytest

GUIDE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


def blocks():
    """The code blocks, each with its section's heading and its first line."""
    section, found, lines = "", [], None
    for number, line in enumerate(GUIDE.read_text().splitlines(), 1):
        if lines is not None:
            if line == "```":
                found.append((f"{section}, line {start}", start, "\n".join(lines)))
                lines = None
            else:
                lines.append(line)
        elif line.startswith("## "):
            section = line[3:]
        elif line == "```python":
            lines, start = [], number + 1
        else:
            assert line == "```sh" or not re.match("```.", line), f"line {number}: a block that is not run"
    return found


BLOCKS = blocks() if GUIDE.exists() else []


@pytest.mark.skipif(not GUIDE.exists(), reason="the guide is only in the repository")
def test_the_guide_has_code_blocks():
    assert len(BLOCKS) > 8


@pytest.mark.parametrize("start, code", [block[1:] for block in BLOCKS], ids=[block[0] for block in BLOCKS])
def test_a_block_runs(start, code, request):
    if re.search("svm|SVM", code):
        request.getfixturevalue("coarse")
    if re.search("import pyopencl", code):
        pytest.importorskip("pyopencl")
    exec(compile("\n" * (start - 1) + code, str(GUIDE), "exec"), {"__name__": "guide"})
