#!/usr/bin/env python3
"""Breaks the Python package on purpose, a line or two at a time, and checks that its tests fail.

tests/mutants/bindings.py explains mutants. The package is copied, so that neither the tree nor the installation changes.
Run it with an interpreter that has clmem and the test requirements. Arguments are names of mutants; without any, all run.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[1]
sys.path.insert(0, str(PACKAGE.parents[1] / "tests" / "mutants"))

import bindings  # noqa: E402


class Copy(bindings.Copy):
    """The tree's sources with the installed modules."""

    @classmethod
    def of_the_tree(cls, folder):
        copy = cls(folder)
        shutil.copytree(PACKAGE / "clmem", copy.root / "clmem", ignore=shutil.ignore_patterns("__pycache__"))
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
        command = ["cc", "-shared", "-fPIC", "-std=c11", "-w", f"-I{include}", f"-I{PACKAGE.parents[1] / 'include'}"]
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
            raise SystemExit(f"expected clmem from {self.root}, got it from {found.strip() or 'nowhere'}; install it, but not as editable")
        files = [str(HERE.parent / name) for name in tests]
        return self.python("-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *files)

    def failure(self, output):
        failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0].rpartition("::")[2] if failed else None


if __name__ == "__main__":
    sys.exit(bindings.judge(bindings.chosen(HERE, sys.argv[1:]), Copy.of_the_tree))
