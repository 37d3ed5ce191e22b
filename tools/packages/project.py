"""What the scripts of this folder know about the project."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def project_version():
    """The version in CMakeLists.txt."""
    lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(clmem VERSION ([0-9.]+)", lists, re.MULTILINE)[1]
