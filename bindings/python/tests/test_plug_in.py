"""The plug-in for pytest, and the choice of devices that tests run on."""

import importlib.metadata
import os
import subprocess
import sys

import pytest

import clmem as cl
from clmem import tools


def test_platforms_and_devices():
    listed = tools.get_test_platforms_and_devices("0:0")
    assert [platform for platform, _ in listed] == [cl.get_platforms()[0]]
    assert listed[0][1] == [cl.get_platforms()[0].get_devices()[0]]
    with pytest.raises(cl.Error, match="no such platform"):
        tools.get_test_platforms_and_devices("no such platform")


TESTS = """
import clmem as cl

def test_context(clmem_ctx_factory):
    assert isinstance(clmem_ctx_factory(), cl.Context)
    assert "0x" not in str(clmem_ctx_factory)

def test_device(clmem_device, clmem_platform):
    assert clmem_device.platform == clmem_platform

def test_platform(clmem_platform):
    assert isinstance(clmem_platform, cl.Platform)
"""

ASKED_FOR = 'pytest_plugins = ["clmem.testing"]\n' + TESTS

WITH_HOOK = "from clmem.tools import pytest_generate_tests_for_pyopencl as pytest_generate_tests\n" + TESTS.replace(
    "clmem_", ""
)

WITH_FIXTURE = """
import pytest

pytest_plugins = ["clmem.testing"]

@pytest.fixture
def clmem_device():
    return "mine"

def test_device(clmem_device):
    assert clmem_device == "mine"

@pytest.mark.parametrize("clmem_platform", ["also mine"])
def test_platform(clmem_platform):
    assert clmem_platform == "also mine"

@pytest.fixture
def device():
    return "of this project"

def test_a_name_of_the_projects(device, clmem_ctx_factory):
    assert device == "of this project"
"""

UNRELATED = """
def test_of_another_project(device, platform, own):
    assert (device, platform, own) == (3, 4, 5)
"""
UNRELATED_CONFTEST = """
import pytest

def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [3])

@pytest.fixture
def platform():
    return 4

@pytest.fixture(params=[5])
def own(request):
    return request.param
"""


def run_pytest(folder, *options):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)],
        env={**os.environ, "CLMEM_TEST": "0:0"},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize(
    "text, options, count",
    [(TESTS, ["-p", "clmem.testing"], 3), (ASKED_FOR, [], 3), (WITH_HOOK, [], 3), (WITH_FIXTURE, [], 3)],
    ids=["by option", "by module", "hook", "own fixtures"],
)
def test_the_plug_in(tmp_path, text, options, count):
    (tmp_path / "test_it.py").write_text(text)
    said = run_pytest(tmp_path, *options)
    assert f"{count} passed" in said, said


@pytest.mark.parametrize("options", [[], ["-p", "clmem.testing"]], ids=["installed", "asked for"])
def test_the_plug_in_does_not_affect_other_projects(tmp_path, options):
    (tmp_path / "conftest.py").write_text(UNRELATED_CONFTEST)
    (tmp_path / "test_it.py").write_text(UNRELATED)
    assert "1 passed" in run_pytest(tmp_path, *options)
    (tmp_path / "test_it.py").write_text("def test_that_forgot_its_fixture(ctx_factory): pass\n")
    assert "fixture 'ctx_factory' not found" in run_pytest(tmp_path, *options)


def test_the_plug_in_is_not_loaded_by_its_installation():
    points = importlib.metadata.distribution("clmem").entry_points
    values = [point.value for point in points if point.group == "pytest11"]
    assert values == ["pytest_clmem"], "only the plug-in for leaks, which does nothing unless a test uses it"
