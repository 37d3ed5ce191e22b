"""The mutants of the Python package, in a copy of it, so that neither the tree nor the installation changes. The
interpreter has clmem and the test requirements."""


import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import bindings
import patches

PATCHES = pathlib.Path(__file__).resolve().parent / "python"
ROOT = PATCHES.parents[2]
PACKAGE = ROOT / "bindings" / "python"


class Copy(bindings.Copy):
    """The tree's sources with the installed modules."""

    @classmethod
    def of_the_tree(cls, folder):
        copy = cls(folder)
        for package in ("clmem", "pytest_clmem"):
            shutil.copytree(PACKAGE / package, copy.root / package, ignore=shutil.ignore_patterns("__pycache__"))
        (copy.root / "src").mkdir()
        for source in (PACKAGE / "src").glob("_hot*"):
            shutil.copy(source, copy.root / "src")
        installed = pathlib.Path(importlib.util.find_spec("clmem").origin).parent
        for module in installed.glob("*.so*"):
            shutil.copy(module, copy.root / "clmem")
        return copy

    def compile(self, patch):
        """Rebuilds _hot, for this interpreter only."""
        if "src/_hot" not in patch:
            return
        include = sysconfig.get_paths()["include"]
        (self.root / "clmem" / "_hot.abi3.so").unlink()
        command = ["cc", "-shared", "-fPIC", "-std=c11", "-w", f"-I{include}", f"-I{ROOT / 'include'}"]
        sources = [f"src/{source.name}" for source in (self.root / "src").glob("_hot*.c")]
        command += ["-o", "clmem/_hot.so", *sources, "-Lclmem", "-l:libclmem.so.0.1", "-Wl,-rpath,$ORIGIN"]
        subprocess.run(command, cwd=self.root, check=True)

    def python(self, *arguments):
        environment = dict(os.environ, PYTHONPATH=str(self.root), PYTHONDONTWRITEBYTECODE="1")
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=environment, capture_output=True, text=True,
            errors="replace", timeout=bindings.SECONDS,
        )  # fmt: skip

    def run(self, tests):
        found = self.python("-c", "import clmem; print(clmem.__file__)").stdout
        if not found.startswith(str(self.root)):
            raise patches.Fault(f"expected clmem from {self.root}, got it from {found.strip() or 'nowhere'}; install it, but not as editable")
        files = [str(PACKAGE / "tests" / name) for name in tests]
        return self.python("-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *files)

    def failure(self, output):
        failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0].rpartition("::")[2] if failed else None


def run(names):
    return bindings.judge(patches.chosen(PATCHES, names), Copy.of_the_tree)
