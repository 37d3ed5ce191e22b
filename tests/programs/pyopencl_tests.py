"""pyopencl's own tests of arrays, wrappers and copies; prints the outcome of each.

usage: pyopencl_tests.py FOLDER FILE...: the folder with the tests of pyopencl's source package
"""

import contextlib
import io
import os
import pathlib
import sys

import pytest


class Outcomes:
    """A plugin of pytest that collects a line for each test."""

    def __init__(self):
        self.lines = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.lines.append(f"{report.nodeid.rpartition('/')[2]} {report.outcome}")


def main(folder, *files):
    outcomes = Outcomes()
    options = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={folder}"]
    # In the order of the files: names of platforms, with their addresses, are part of the tests' names.
    with contextlib.redirect_stdout(io.StringIO()) as output:
        pytest.main([*options, *(str(pathlib.Path(folder, file)) for file in files)], plugins=[outcomes])
    print(output.getvalue(), file=sys.stderr)
    print("\n".join(outcomes.lines))


main(*sys.argv[1:])
