#!/usr/bin/env python3
"""Breaks the Python package on purpose, a line or two at a time, and demands that its tests notice.

Each NN-name.patch in this folder is one mutant. Its first line says what it breaks, the second which tests show it
("tests: test_pool.py"); the diff follows. The package is copied, so that the tree and what is installed stay as they are. Run
it by an interpreter that has clmem and what the tests need; names of mutants as arguments run those alone.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[1]
SECONDS = 300  # tests that run longer hang


class Copy:
    """A copy of the package: the tree's sources with the modules that are installed."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder)

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

    def again(self, folder):
        return Copy(shutil.copytree(self.root, folder))

    def break_by(self, patch):
        done = subprocess.run(
            ["patch", "-p3", "--forward", "--fuzz=0", "--input", patch], cwd=self.root, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"{patch.name} does not fit the sources any more:\n{done.stdout}{done.stderr}")
        if "src/_hot" in patch.read_text():
            self.compile()

    def compile(self):
        """Makes _hot anew, for this interpreter alone."""
        include = sysconfig.get_paths()["include"]
        (self.root / "clmem" / "_hot.abi3.so").unlink()
        command = ["cc", "-shared", "-fPIC", "-std=c11", "-w", f"-I{include}", f"-I{PACKAGE.parents[1] / 'include'}"]
        sources = [f"src/{source.name}" for source in (self.root / "src").glob("_hot*.c")]
        command += ["-o", "clmem/_hot.so", *sources, "-Lclmem", "-l:libclmem.so.0.1", "-Wl,-rpath,$ORIGIN"]
        subprocess.run(command, cwd=self.root, check=True)

    def python(self, *arguments):
        environment = dict(os.environ, PYTHONPATH=str(self.root), PYTHONDONTWRITEBYTECODE="1")
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root, env=environment, capture_output=True, text=True, errors="replace", timeout=SECONDS,
        )  # fmt: skip

    def notice(self, tests):
        """Runs tests; returns what noticed something, or None."""
        found = self.python("-c", "import clmem; print(clmem.__file__)").stdout
        if not found.startswith(str(self.root)):
            raise SystemExit(f"clmem comes from {found.strip() or 'nowhere'}: install it, and not as editable")
        files = [str(HERE.parent / name) for name in tests]
        try:
            done = self.python("-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *files)
        except subprocess.TimeoutExpired:
            return "it does not end"
        if done.returncode == 0:
            return None
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0].split(" - ")[0].rpartition("::")[2] if failed else f"it ends with {done.returncode}"


def read(patch):
    title, setting = patch.read_text().splitlines()[:2]
    key, _, tests = setting.partition(": ")
    if key != "tests":
        raise SystemExit(f"{patch.name}: the second line is 'tests: ...'")
    return title, tests.split()


def main(wanted):
    patches = [p for p in sorted(HERE.glob("*.patch")) if not wanted or p.stem in wanted]
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        whole = sorted({name for patch in patches for name in read(patch)[1]})
        sound = Copy.of_the_tree(pathlib.Path(folder) / "sound")
        if noticed := sound.notice(whole):
            raise SystemExit(f"the tests fail without any mutant: {noticed}")
        for patch in patches:
            title, tests = read(patch)
            copy = sound.again(pathlib.Path(folder) / patch.stem)
            copy.break_by(patch)
            noticed = copy.notice(tests)
            print(f"{patch.stem:36} {'caught by ' + noticed if noticed else 'SURVIVED: ' + title}", flush=True)
            if noticed is None:
                survivors.append(patch.stem)
            shutil.rmtree(copy.root)
    print(f"{len(patches) - len(survivors)} of {len(patches)} mutants are caught")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
