"""The package built without Python's headers: src/stable_abi declares the stable ABI, and the modules work."""

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import clmem as cl

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src"
REPOSITORY = TESTS.parents[2]
STANDS_IN = SOURCES / "stable_abi"
COMPILER = shutil.which("cc")
OPTIONS = ["-DPy_LIMITED_API=0x03090000", "-DCL_TARGET_OPENCL_VERSION=300", "-Werror", "-I", REPOSITORY / "include"]
PYTHONS_OWN = Path(sysconfig.get_path("include"))

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def compile_c(*arguments):
    done = subprocess.run([COMPILER, *OPTIONS, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def numbers_of(header):
    return re.findall(r"^#define (\w+) ([0-9]\w*|\(1UL.*)$", header.read_text(), re.MULTILINE)


@pytest.mark.skipif(not (PYTHONS_OWN / "Python.h").exists(), reason="Python's headers are not installed")
def test_the_declarations_match_pythons_headers(tmp_path):
    numbers = numbers_of(STANDS_IN / "Python.h") + numbers_of(STANDS_IN / "structmember.h")
    assert len(numbers) > 15
    source = tmp_path / "both.c"
    source.write_text(
        "#include <Python.h>\n#include <structmember.h>\n"
        f'#include "{STANDS_IN / "functions.h"}"\n'
        + "".join(f'_Static_assert({name} == ({value}), "{name}");\n' for name, value in numbers)
    )
    compile_c("-fsyntax-only", "-I", PYTHONS_OWN, source)


def test_modules_built_with_the_declarations_work(tmp_path):
    package = tmp_path / "clmem"
    shutil.copytree(Path(cl.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, SOURCES / "write_ffi.py", SOURCES / "generated/declarations.h", tmp_path / "_ffi.c"],
        check=True,
        timeout=60,
    )
    library = next(package.glob("libclmem.so.*"))
    modules = {"_ffi": [tmp_path / "_ffi.c"], "_hot": sorted(SOURCES.glob("_hot*.c"))}
    for name, sources in modules.items():
        for old in package.glob(f"{name}.*.so"):
            old.unlink()
        module = ["-shared", "-fPIC", "-Wl,-rpath,$ORIGIN", "-o", package / f"{name}.abi3.so"]
        compile_c(*module, "-I", STANDS_IN, *sources, library)
    files = [TESTS / "test_pool.py", TESTS / "test_lifetime.py"]
    done = subprocess.run(
        # From the package's folder, so that it is found before the installed one.
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout + done.stderr
