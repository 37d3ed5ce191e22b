"""Drivers that pip has installed, and machines that have no OpenCL at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clmem import _drivers


def run(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_is_imported_without_opencl_and_says_what_is_missing():
    program = (
        "import clmem as cl\n"
        "assert cl.mem_flags.READ_ONLY == 4\n"
        "try: cl.get_platforms()\n"
        "except cl.LogicError as error: print(error)"
    )
    said = run(program, CLMEM_OPENCL_LIBRARY="/nowhere/libOpenCL.so")
    assert "PLATFORM_NOT_FOUND_KHR" in said and "CLMEM_OPENCL_LIBRARY" in said


def test_the_import_takes_no_numpy():
    assert run("import sys, clmem; print('numpy' in sys.modules)").strip() == "False"


@pytest.fixture()
def environment(monkeypatch, tmp_path):
    """An environment in which PoCL was installed by pip, a system with one driver, and no wishes of the user's."""
    site = tmp_path / "site-packages"
    (site / "pyopencl/.libs").mkdir(parents=True)
    (site / "pocl_binary_distribution").mkdir()
    (site / "pyopencl/.libs/pocl.icd").write_text("libpocl-1234.so\n")
    system = tmp_path / "vendors"
    system.mkdir()
    (system / "gpu.icd").write_text("libgpu.so.1\n")
    (system / "README").write_text("no driver\n")
    monkeypatch.setattr(sys, "path", [str(site)])
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    monkeypatch.setattr(_drivers, "SYSTEM", str(system))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with monkeypatch.context() as inner:
        for name in (*_drivers.CHOSEN, "CLMEM_OPENCL_LIBRARY", "PYOPENCL_HOME"):
            inner.setenv(name, "")  # remembered, so that what the tests set is gone at the end
            del os.environ[name]
        yield tmp_path


def test_drivers_of_pip_stand_beside_those_of_the_system(environment):
    _drivers.announce()
    folder = Path(os.environ["OCL_ICD_VENDORS"])
    assert folder.parent == environment / "cache/clmem"
    found = {path.name: path.read_text().strip() for path in folder.iterdir()}
    assert found == {
        "gpu.icd": "libgpu.so.1",
        "clmem-pocl.icd": str(environment / "site-packages/pyopencl/.libs/libpocl-1234.so"),
    }
    del os.environ["OCL_ICD_VENDORS"]
    _drivers.announce()
    assert os.environ["OCL_ICD_VENDORS"] == str(folder)  # the same for the same drivers


def test_what_the_user_has_chosen_stays(environment, monkeypatch):
    for name in _drivers.CHOSEN:
        monkeypatch.setenv(name, "/somewhere")
        _drivers.announce()
        assert os.environ.get("OCL_ICD_VENDORS") == ("/somewhere" if name == "OCL_ICD_VENDORS" else None)
        monkeypatch.delenv(name)


def test_nothing_is_done_where_pip_has_installed_none(environment, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    _drivers.announce()
    assert "OCL_ICD_VENDORS" not in os.environ and not (environment / "cache").exists()


def test_a_cache_that_cannot_be_written_is_no_obstacle(environment, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/cache")
    _drivers.announce()
    assert sorted(os.listdir(os.environ["OCL_ICD_VENDORS"])) == ["clmem-pocl.icd", "gpu.icd"]


@pytest.mark.parametrize("folder", ["pyopencl/.libs", "pyopencl.libs"])
def test_a_loader_that_came_with_a_driver_is_taken_where_there_is_no_other(environment, monkeypatch, folder):
    import ctypes

    def no_library(*_):
        raise OSError("libOpenCL.so.1: cannot open shared object file")

    libraries = environment / "site-packages" / folder
    libraries.mkdir(exist_ok=True)
    (libraries / "libOpenCL-5678.so.1.0.0").touch()
    monkeypatch.setattr(ctypes, "CDLL", no_library)
    monkeypatch.setattr(_drivers, "__file__", str(environment / "clmem/_drivers.py"))
    _drivers.announce()
    assert os.environ["CLMEM_OPENCL_LIBRARY"] == str(libraries / "libOpenCL-5678.so.1.0.0")
    assert "clmem-pocl.icd" in os.listdir(os.environ["OCL_ICD_VENDORS"])
    assert os.environ["PYOPENCL_HOME"] == os.environ["OCL_ICD_VENDORS"], "without it pyopencl's loader crashes"
