"""`python -m clmem info`: with the system's drivers, without any, and with drivers that crash and hang."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import clmem as cl
from clmem import _report
from clmem._report import binary, isolated, problems
from clmem._report import text as report_text

SECTIONS = [
    "clmem", "python", "system", "opencl_library", "layers", "drivers", "platforms", "devices", "chosen_device",
    "environment", "problems_found",
]  # fmt: skip
CHOICES = ("CLMEM_", "OPENCL_", "OCL_ICD_", "PYOPENCL_", "CUDA_DEVICE")
# Fails when the loader asks it for platforms; BROKEN_DRIVER says how.
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int platforms(unsigned room, void **found, unsigned *count)
{
    const char *how = getenv("BROKEN_DRIVER");
    if (how != NULL && strcmp(how, "abort") == 0) { fputs("no firmware\n", stderr); abort(); }
    if (how != NULL && strcmp(how, "hang") == 0) { fork(); for (;;) { pause(); } }
    if (how != NULL && strcmp(how, "exit") == 0) { _exit(0); }
    if (how != NULL && strcmp(how, "refuse") == 0) { return -6; }
    if (count != NULL) { *count = 0; }
    return -1001;
}
void *clGetExtensionFunctionAddress(const char *name)
{
    return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? (void *)platforms : NULL;
}
int clGetPlatformInfo(void *platform, unsigned what, size_t room, void *value, size_t *bytes) { return -32; }
"""


def info(*words, **environment):
    """Runs the command; of the surrounding variables that choose drivers and devices, it sees none."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(CHOICES)}
    chosen = {name: str(value) for name, value in environment.items()}
    command = [sys.executable, "-m", "clmem", *words]
    return subprocess.run(command, env={**kept, **chosen}, cwd="/", capture_output=True, text=True, timeout=300)


def examine(*words, status, **environment):
    done = info("info", "--json", *words, **environment)
    assert (done.returncode, done.stderr) == (status, "")
    return json.loads(done.stdout)


def problem(report, words, prevents_use):
    """The remedy of the one problem that has these words."""
    found = [each for each in report["problems_found"] if words in each["problem"]]
    assert len(found) == 1 and found[0]["prevents_use"] == prevents_use, report["problems_found"]
    return found[0]["remedy"]


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    """A driver that fails."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    folder = tmp_path_factory.mktemp("driver")
    (folder / "driver.c").write_text(DRIVER)
    library = folder / "libbroken.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, folder / "driver.c"], check=True, timeout=60)
    return library


@pytest.fixture()
def vendors(tmp_path):
    folder = tmp_path / "vendors"
    folder.mkdir()
    return folder


def test_without_arguments_prints_help():
    done = info()
    assert done.returncode == 0 and "info" in done.stdout and done.stdout.startswith("usage: python -m clmem")
    assert info("--version").stdout == f"clmem {cl.VERSION_TEXT}\n"


@pytest.mark.parametrize("words", [["magic"], ["info", "--timeout", "0"], ["info", "--timeout", "x"], ["info", "all"]])
def test_wrong_arguments(words):
    done = info(*words)
    assert done.returncode == 2 and done.stdout == "" and "usage: python -m clmem" in done.stderr


def test_a_machine_that_works():
    report = examine(status=0)
    assert list(report) == SECTIONS
    assert report["clmem"]["library_version"] == report["clmem"]["package_version"] == cl.VERSION_TEXT
    package = Path(cl.__file__).parent
    assert report["clmem"]["package"].replace("~", os.environ.get("HOME", "~"), 1) == str(package.resolve())
    assert "libclmem.so" in report["clmem"]["library"] and len(report["clmem"]["library_build_id"]) >= 16
    assert report["python"]["version"].startswith(sys.version.split()[0])
    assert report["python"]["numpy"][0].isdigit()
    assert report["opencl_library"]["loader"].split()[0] in ("ocl-icd", "Khronos", "NVIDIA", "unknown")
    assert report["opencl_library"]["origin"] in ("the system's", "part of this package", "part of another package")
    devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    assert [each["name"] for each in report["devices"]] == [device.name for device in devices]
    assert [each["memory_bytes"] for each in report["devices"]] == [device.global_mem_size for device in devices]
    assert report["chosen_device"]["because"] == "it is the first that works"
    for device in report["devices"]:
        is_pocl = device["platform"] == "Portable Computing Language"
        assert is_pocl == any("crashes when a box is copied" in quirk for quirk in device["quirks"])
    assert not [each for each in report["problems_found"] if each["prevents_use"]]


def test_the_text_says_the_same(tmp_path):
    done = info("info", CLMEM_DEVICE="0:0", POCL_DEBUG="\x1b[31m", MY_TOKEN="do-not-print", HIP_X=f"{tmp_path}/a",
                HOME=tmp_path)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    headings = [line for line in done.stdout.splitlines() if line and line[0] != " "]
    assert headings == [name.replace("_", " ") for name in SECTIONS]
    assert done.stdout.replace("\n", "").isprintable() and " \n" not in done.stdout and "do-not-print" not in done.stdout
    assert "  HIP_X         ~/a\n" in done.stdout and '  because  CLMEM_DEVICE is "0:0"\n' in done.stdout


def test_no_opencl_library():
    report = examine(status=1, CLMEM_OPENCL_LIBRARY="/nowhere/libOpenCL.so")
    assert "install an OpenCL loader" in problem(report, "loading the OpenCL library: ", True)
    assert (report["opencl_library"], report["platforms"], report["devices"]) == ({}, [], [])


def test_no_driver(vendors):
    report = examine(status=1, OCL_ICD_VENDORS=vendors)
    assert "clmem[pocl]" in problem(report, "there is no OpenCL platform", True)
    assert report["drivers"] == []


def test_vendor_files_that_are_wrong(vendors, driver):
    for name, library in {"absent": "/nowhere/no.so", "empty": "", "other": "libc.so.6", "broken": driver}.items():
        (vendors / f"{name}.icd").write_text(f"{library}\n")
    report = examine(status=1, OCL_ICD_VENDORS=vendors, BROKEN_DRIVER="refuse")
    problem(report, "/nowhere/no.so: cannot open shared object file", False)
    problem(report, "expected a library in its first line, got none", False)
    problem(report, "a library without clIcdGetPlatformIDsKHR", False)
    problem(report, "clIcdGetPlatformIDsKHR failed with code -6", False)
    report = examine(status=1, OCL_ICD_VENDORS=driver)
    assert "/dev/dri" in problem(report, "has no platform", False)
    report = examine(status=1, OCL_ICD_VENDORS=vendors / "empty.icd", OCL_ICD_FILENAMES="/no.so")
    assert [each["named_by"] for each in report["drivers"]] == ["OCL_ICD_FILENAMES", str(vendors / "empty.icd")]


@pytest.mark.parametrize(
    ("how", "words"), [("abort", "killed by signal 6 (Aborted)"), ("exit", "ended the process with exit status 0")]
)
def test_a_driver_that_crashes(vendors, driver, how, words):
    (vendors / "broken.icd").write_text(str(driver))
    report = examine(status=1, OCL_ICD_VENDORS=vendors, BROKEN_DRIVER=how)
    problem(report, f"asking it for its platforms: {words}", False)
    assert "the driver that the problems above name" in problem(report, f"starting the drivers: {words}", True)
    assert "libOpenCL" in report["opencl_library"]["file"], "what was known before the crash is lost"
    assert report["opencl_failure"].get("printed") == ("no firmware\n" if how == "abort" else None)


def test_a_driver_that_hangs(vendors, driver):
    (vendors / "broken.icd").write_text(str(driver))
    begin = time.monotonic()
    report = examine("--timeout", "1", status=1, OCL_ICD_VENDORS=vendors, BROKEN_DRIVER="hang")
    assert time.monotonic() - begin < 60
    problem(report, "asking it for its platforms: no answer within 1 s", False)
    problem(report, "starting the drivers: no answer within 1 s", True)


def test_layers(driver):
    report = json.loads(info("info", "--json", OPENCL_LAYERS=f"/no_layer.so:{driver}").stdout)
    assert [each["library"] for each in report["layers"]] == ["/no_layer.so", str(driver)]
    problem(report, "/no_layer.so: cannot open", False)
    problem(report, "a library without clInitLayer", False)


def test_a_selector_without_a_device():
    report = examine(status=1, CLMEM_DEVICE="99:0")
    assert 'CLMEM_DEVICE is "99:0"' in problem(report, "no device can be chosen", True)
    assert report["devices"]


def test_drivers_of_packages(tmp_path):
    """They are listed, and refused where others may write."""
    site = tmp_path / "site-packages"
    (site / "pyopencl/.libs").mkdir(parents=True)
    (site / "pocl_binary_distribution").mkdir()
    (site / "pyopencl/.libs/pocl.icd").write_text("libpocl-1234.so\n")
    report = json.loads(info("info", "--json", PYTHONPATH=site).stdout)
    named = [each for each in report["drivers"] if each["named_by"] == "a Python package"]
    assert any(each["library"].endswith("site-packages/pyopencl/.libs/libpocl-1234.so") for each in named)
    (site / "pyopencl/.libs/pocl.icd").chmod(0o666)
    report = json.loads(info("info", "--json", PYTHONPATH=site).stdout)
    problem(report, "other users may write to", False)


HEALTHY = {
    "clmem": {"library_version": "1.0.0", "package_version": "1.0.0"},
    "opencl_library": {"file": "/l/libOpenCL.so.1", "has_layers": True},
    "layers": [], "drivers": [{"library": "d.so", "named_by": "d.icd", "file": "/l/d.so", "platforms": 1}],
    "platforms": [{"platform": "0", "name": "P", "devices": 1}],
    "devices": [{"device": "0:0", "name": "D", "test": "passed"}, {"device": "0:1", "name": "E", "test": "passed"}],
    "chosen_device": {"device": "0:0", "because": "it is the first that works"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words", "prevents_use"),
    [
        ({"clmem": {"library_version": "1.0.0", "package_version": "1.1.0"}}, "library has version 1.0.0", False),
        ({"opencl_library": {"file": "/l", "has_layers": False}}, "/l has no layers", False),
        ({"devices": []}, "no OpenCL platform has a device", True),
        ({"platforms": [{"platform": "0", "name": "P", "devices": 0, "failure": "refused"}]}, "(P): refused", False),
        ({"devices": [{"device": "0:0", "name": "D", "test": "running: killed"}]}, "running: killed", True),
        ({"devices": [{"device": "0:1", "name": "E", "test": "running: killed"}]}, "running: killed", False),
    ],
)
def test_problems(monkeypatch, change, words, prevents_use):
    monkeypatch.setenv("OPENCL_LAYERS", "/layer.so")
    assert list(problems.find(HEALTHY)) == []
    report = {"problems_found": list(problems.find({**HEALTHY, **change}))}
    assert problem(report, words, prevents_use)
    assert _report.is_usable(report) != prevents_use


def test_an_isolated_work_keeps_what_it_reported():
    def crash(output):
        output.step("one")
        output.record(found=1)
        output.step("two")
        os.write(1, b"last words\n")
        os.kill(os.getpid(), signal.SIGKILL)

    assert isolated.run(30, crash) == (
        [{"found": 1}], "two", "killed by signal 9 (Killed)", True, "last words\n"
    )  # fmt: skip

    def refuse(output):
        output.step("one")
        raise ValueError("refused")

    assert isolated.run(30, refuse) == ([], "one", "refused", False, "")
    assert isolated.run(30, lambda output: output.record(found=2)) == ([{"found": 2}], "", "", False, "")


def test_files_that_are_no_libraries(tmp_path):
    unknown = {"soname": "unknown", "build_id": "unknown"}
    real = Path(sys.executable).resolve().read_bytes()
    for content in (b"", b"text", real[:5], real[:64], real[:40] + b"\xff" * 1000):
        assert binary.facts(content) == unknown
    assert binary.read(str(tmp_path / "absent")) == b"" and binary.compiler(b"") == "unknown"
    with pytest.raises(OSError, match="cannot be opened: .*absent"):
        binary.Library(str(tmp_path / "absent"))


def test_text():
    report = {
        "a_part": {"some_bytes": 3 << 29, "free": {"bytes": None, "source": "unknown"}, "A_NAME": "x\ny ", "none": []},
        "empty": [],
        "list": [{"n": 1, "yes": True}, {"n": 2, "yes": None}],
    }
    assert report_text.of_report(report) == (
        "a part\n  some bytes  1.50 GiB\n  free        unknown\n  A_NAME      x\n              y\n"
        "  none        none\n\nempty\n  none\n\nlist\n  n    1\n  yes  yes\n\n  n    2\n  yes  unknown\n"
    )
