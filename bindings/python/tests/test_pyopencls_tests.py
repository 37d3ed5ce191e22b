"""pyopencl's tests: with clmem in place of pyopencl, and with clmem's pools under pyopencl's arrays.

They come from pyopencl's source package, which `./dev test` downloads; `pyopencls/left_out` lists those that do not apply.
"""

import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PLUGINS = HERE / "pyopencls"


def sources():
    """The folder with pyopencl's tests, of the pinned version."""
    version = re.search(r"^pyopencl==(\S+)$", (HERE / "requirements.txt").read_text(), re.MULTILINE)[1]
    folder = HERE.parents[2] / "build" / f"pyopencl-{version}" / "test"
    if not folder.is_dir():
        pytest.skip(f"{folder} is missing: ./dev test --only python downloads it")
    return folder


def left_out(file):
    """The tests of a file that do not apply, with the reasons."""
    lines = [line for line in (PLUGINS / "left_out").read_text().splitlines() if line and not line.startswith("#")]
    entries = [re.fullmatch(r"(\S+)::(\w+): (.+)", line).groups() for line in lines]
    return {test: reason for name, test, reason in entries if name == file}


def run(folder, file, work, plugin, only=()):
    """Runs a file of tests; returns the names of the failed and of the passed tests, and the output."""
    environment = dict(os.environ, CLMEM_PYOPENCLS_TESTS=str(folder))
    environment["PYTHONPATH"] = os.pathsep.join([str(PLUGINS), *filter(None, [os.environ.get("PYTHONPATH")])])
    report = work / "report.xml"
    tests = [f"{folder / file}::{test}" for test in only] or [str(folder / file)]
    options = ["-q", "--tb=short", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={folder}", f"--junitxml={report}"]
    plugins = ["-p", "seeded", *(["-p", plugin] if plugin else [])]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *plugins, *tests], cwd=work, env=environment, capture_output=True, text=True
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    failed, passed = set(), set()
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        name = case.get("name").partition("[")[0]
        if case.find("failure") is not None or case.find("error") is not None:
            failed.add(name)
        elif case.find("skipped") is None:
            passed.add(name)
    return failed, passed, done.stdout


@pytest.mark.parametrize("file", ["test_wrapper.py", "test_enqueue_copy.py"])
def test_clmem_in_place_of_pyopencl(file, tmp_path, monkeypatch):
    monkeypatch.setenv("PYOPENCL_NO_CACHE", "1")  # its cached objects are of pyopencl's classes
    failed, passed, output = run(sources(), file, tmp_path, "in_place")
    listed = left_out(file)
    assert not failed - set(listed), output
    assert not set(listed) - failed, "these tests pass; remove them from pyopencls/left_out"
    assert len(passed) > 1, output


def test_clmems_pools_under_pyopencls_arrays(tmp_path):
    folder, file = sources(), "test_array.py"
    failed, passed, output = run(folder, file, tmp_path, "with_pools")
    assert len(passed) > 50, output
    if failed:
        _, without, _ = run(folder, file, tmp_path, None, sorted(failed))
        assert not failed & without, f"with clmem's pools alone fail {sorted(failed & without)}\n{output}"
