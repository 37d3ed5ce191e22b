"""Drivers installed by pip, and machines without OpenCL."""

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


def test_import_works_without_opencl_and_use_reports_it():
    program = (
        "import clmem as cl\n"
        "assert cl.mem_flags.READ_ONLY == 4\n"
        "try: cl.get_platforms()\n"
        "except cl.LogicError as error: print(error)"
    )
    said = run(program, CLMEM_OPENCL_LIBRARY="/nowhere/libOpenCL.so")
    assert "PLATFORM_NOT_FOUND_KHR" in said and "CLMEM_OPENCL_LIBRARY" in said


def test_import_does_not_import_numpy():
    assert run("import sys, clmem; print('numpy' in sys.modules)").strip() == "False"


@pytest.fixture()
def environment(monkeypatch, tmp_path):
    """An environment with pip's PoCL, a system with one driver, and no choice by the user."""
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
            inner.setenv(name, "")  # recorded, so that it is removed at the end
            del os.environ[name]
        yield tmp_path


def test_pips_drivers_are_added_to_the_systems(environment):
    before = dict(os.environ)
    with _drivers.announced() as found:
        folder = Path(os.environ["OCL_ICD_VENDORS"])
        assert found and folder.stat().st_mode & 0o777 == 0o700 and folder.stat().st_uid == os.geteuid()
        assert {path.name: path.read_text().strip() for path in folder.iterdir()} == {
            "gpu.icd": "libgpu.so.1",
            "clmem-pocl.icd": str(environment / "site-packages/pyopencl/.libs/libpocl-1234.so"),
        }
    assert dict(os.environ) == before and not folder.exists()


def test_drivers_chosen_by_the_user_stay(environment, monkeypatch):
    for name in _drivers.CHOSEN:
        monkeypatch.setenv(name, "/somewhere")
        with _drivers.announced() as found:
            assert not found and os.environ.get("OCL_ICD_VENDORS") == ("/somewhere" if name == "OCL_ICD_VENDORS" else None)
        monkeypatch.delenv(name)


def test_nothing_is_announced_without_pips_drivers(environment, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    with _drivers.announced() as found:
        assert not found and "OCL_ICD_VENDORS" not in os.environ


def test_packages_in_the_working_directory_are_ignored(environment, monkeypatch):
    monkeypatch.chdir(environment)
    monkeypatch.setattr(sys, "path", ["site-packages", ""])
    with _drivers.announced() as found:
        assert not found


@pytest.mark.parametrize("which", ["pyopencl/.libs", "pyopencl/.libs/pocl.icd", "pyopencl/.libs/libpocl-1234.so"])
def test_a_driver_that_others_may_write_to_is_refused(environment, which):
    (environment / "site-packages/pyopencl/.libs/libpocl-1234.so").touch()
    path = environment / "site-packages" / which
    path.chmod(path.stat().st_mode | 0o002)
    with pytest.warns(UserWarning, match="other users may write to"), _drivers.announced() as found:
        assert not found


def test_a_driver_of_another_user_is_refused(environment, monkeypatch):
    path = environment / "site-packages/pyopencl/.libs/libpocl-1234.so"
    path.touch()
    real = os.stat(path)
    stranger = os.stat_result((*real[:4], 54321, *real[5:]))
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda at, **more: stranger if at == str(path) else stat(at, **more))
    with pytest.warns(UserWarning, match="other users may write to"), _drivers.announced() as found:
        assert not found


def test_nothing_is_written_to_the_users_cache(environment, monkeypatch):
    """Anybody who can write there could have put a driver into it."""
    poisoned = environment / "cache/clmem/vendors-0123456789abcdef"
    poisoned.mkdir(parents=True)
    (poisoned / "clmem-pocl.icd").write_text("/tmp/evil.so")
    with _drivers.announced():
        assert not Path(os.environ["OCL_ICD_VENDORS"]).is_relative_to(environment / "cache")
    assert os.listdir(environment / "cache/clmem") == [poisoned.name]


def test_the_environment_is_restored_if_the_loader_fails(environment, monkeypatch):
    before = dict(os.environ)
    with pytest.raises(OSError, match="no"):
        with _drivers.announced():
            raise OSError("no loader")
    assert dict(os.environ) == before


def test_an_import_changes_nothing(tmp_path):
    """It changes neither the environment, nor the user's files, nor the process's libraries beyond the package's."""
    said = run(
        "import os, sys\n"
        "before = dict(os.environ)\n"
        "import clmem, clmem.tools\n"
        "assert dict(os.environ) == before, set(os.environ) ^ set(before)\n"
        "print([line.split()[-1] for line in open('/proc/self/maps') if 'OpenCL' in line or 'pocl' in line])",
        HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"),
    )  # fmt: skip
    assert said.strip() == "[]" and not list(tmp_path.iterdir())


USES = {
    "platforms": "cl.get_platforms()",
    "a choice": "cl.create_some_context(interactive=False)",
    "a default context": "cl.tools.make_default_context()",
    "the shared context": "import clmem.autoprimaryctx",
    "the default device": "cl.tools.get_default_device()",
    "tests": "cl.tools.get_test_platforms_and_devices()",
}


@pytest.mark.parametrize("use", USES)
def test_the_first_use_starts_opencl_and_leaves_nothing_behind(use, tmp_path):
    """pip's drivers are announced to the loader, whichever function is called first."""
    site = tmp_path / "site-packages"
    (site / "pyopencl/.libs").mkdir(parents=True)
    (site / "pocl_binary_distribution").mkdir()
    (site / "pyopencl/.libs/pocl.icd").write_text("libpocl-1234.so")
    said = run(
        f"import os, sys, warnings; warnings.simplefilter('ignore'); sys.path.append({str(site)!r})\n"
        "import clmem as cl\n"
        "from clmem import _drivers\n"
        "start = _drivers._start_loader\n"
        "def started():\n"
        "    assert 'libpocl' not in open('/proc/self/maps').read(), 'OpenCL was loaded too early'\n"
        "    folder = os.environ['OCL_ICD_VENDORS']\n"
        "    print(sorted(os.listdir(folder)).count('clmem-pocl.icd'))\n"
        "    start()\n"
        "_drivers._start_loader = started\n"
        "for name in _drivers.CHOSEN: os.environ.pop(name, None)\n"
        "before = dict(os.environ)\n"
        f"{USES[use]}\n"
        "cl.get_platforms()\n"
        "assert dict(os.environ) == before and _drivers._is_open",
        HOME=str(tmp_path), XDG_CACHE_HOME=str(tmp_path / "cache"),
    )  # fmt: skip
    assert said.split() == ["1"] and not (tmp_path / "cache/clmem").exists()


@pytest.mark.parametrize("folder", ["pyopencl/.libs", "pyopencl.libs"])
def test_a_driver_packages_loader_is_the_last_resort(environment, monkeypatch, folder):
    import ctypes

    def no_library(*_):
        raise OSError("libOpenCL.so.1: cannot open shared object file")

    libraries = environment / "site-packages" / folder
    libraries.mkdir(exist_ok=True)
    (libraries / "libOpenCL-5678.so.1.0.0").touch()
    monkeypatch.setattr(ctypes, "CDLL", no_library)
    monkeypatch.setattr(_drivers, "__file__", str(environment / "clmem/_drivers.py"))
    with _drivers.announced():
        assert os.environ["CLMEM_OPENCL_LIBRARY"] == str(libraries / "libOpenCL-5678.so.1.0.0")
        assert "clmem-pocl.icd" in os.listdir(os.environ["OCL_ICD_VENDORS"])
        assert os.environ["PYOPENCL_HOME"] == os.environ["OCL_ICD_VENDORS"], "without it pyopencl's loader crashes"
    assert "CLMEM_OPENCL_LIBRARY" not in os.environ and "PYOPENCL_HOME" not in os.environ
