#!/usr/bin/env python3
"""Breaks the library on purpose, one line at a time, and demands that the tests notice.

Each NN-name.patch in this folder is one mutant. Its first line says what it breaks; lines "key: value" may follow before the
diff: "preset: tsan" names the CMake preset that shows it (debug if there is none). The tree is copied, so that the working
tree stays as it is; a mutant is caught when a test fails, crashes or does not end.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAMS = ("clmem-unit-tests", "clmem-api-tests", "clmem-stress-tests")
SECONDS = {"debug": 180, "tsan": 600}  # a test program that runs longer hangs


class Fault(Exception):
    """The run itself is at fault, not a mutant."""


@dataclasses.dataclass
class Mutant:
    path: pathlib.Path
    title: str
    preset: str
    files: list[str]

    @classmethod
    def read(cls, path: pathlib.Path) -> "Mutant":
        text = path.read_text()
        head, separator, diff = text.partition("\n--- ")
        title, *settings = head.splitlines()
        if not separator or not title:
            raise Fault(f"{path.name}: a title and a diff are expected")
        values = dict(line.split(": ", 1) for line in settings if line)
        preset = values.pop("preset", "debug")
        if values or preset not in SECONDS:
            raise Fault(f"{path.name}: unknown setting in {settings}")
        files = re.findall(r"^\+\+\+ b/(\S+)", diff, re.MULTILINE)
        return cls(path, title, preset, files)

    @property
    def name(self) -> str:
        return self.path.stem


class Tree:
    """A copy of the sources with a build folder for each preset."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "tree"
        shutil.copytree(ROOT, self.folder, ignore=shutil.ignore_patterns("build", ".git", "__pycache__"))

    def build(self, preset: str) -> None:
        build = self.folder / "build" / preset
        if not build.exists():
            self.run("cmake", "--preset", preset, "-DCLMEM_BUILD_COMMAND=OFF", "-DCLMEM_BUILD_BENCH=OFF")
        self.run("cmake", "--build", str(build), "--target", *PROGRAMS)

    def run(self, *command: str) -> None:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise Fault(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3000:]}")

    def test(self, preset: str) -> str | None:
        """Runs the tests; returns what noticed something, or None if nothing did."""
        environment = dict(os.environ, GTEST_FAIL_FAST="1", GTEST_BRIEF="1", TSAN_OPTIONS="halt_on_error=1")
        for program in PROGRAMS:
            try:
                done = subprocess.run([self.folder / "build" / preset / "bin" / program], cwd=self.folder, env=environment,
                                      capture_output=True, text=True, errors="replace", timeout=SECONDS[preset])
            except subprocess.TimeoutExpired:
                return f"{program} does not end"
            if done.returncode != 0:
                failed = re.search(r"^\[  FAILED  \] (\S+)", done.stdout, re.MULTILINE)
                return f"{program} " + (failed.group(1) if failed else f"ends with {done.returncode}")
        return None

    def apply(self, mutant: Mutant) -> dict[str, bytes]:
        """Applies a patch; returns the files as they were."""
        before = {name: (self.folder / name).read_bytes() for name in mutant.files}
        with mutant.path.open("rb") as patch:
            done = subprocess.run(["patch", "-p1", "--no-backup-if-mismatch", "--reject-file=-"], cwd=self.folder,
                                  stdin=patch, capture_output=True, text=True)
        if done.returncode != 0 or not before:
            raise Fault(f"{mutant.path.name} does not apply any more:\n{done.stdout}{done.stderr}")
        return before

    def restore(self, before: dict[str, bytes]) -> None:
        for name, content in before.items():
            (self.folder / name).write_bytes(content)


def select(names: list[str]) -> list[Mutant]:
    mutants = [Mutant.read(path) for path in sorted(HERE.glob("*.patch"))]
    unknown = [name for name in names if not any(m.name.startswith(name) for m in mutants)]
    if unknown or not mutants:
        raise Fault(f"no mutant is called {', '.join(unknown)}")
    return [m for m in mutants if not names or any(m.name.startswith(name) for name in names)]


def judge(tree: Tree, mutant: Mutant) -> str | None:
    before = tree.apply(mutant)
    try:
        tree.build(mutant.preset)
        return tree.test(mutant.preset)
    finally:
        tree.restore(before)


def run(names: list[str]) -> int:
    mutants = select(names)
    caught = 0
    with tempfile.TemporaryDirectory(prefix="clmem-mutants-") as folder:
        tree = Tree(pathlib.Path(folder))
        for mutant in mutants:  # before the long work, so that a stale patch shows at once
            tree.restore(tree.apply(mutant))
        mutants.sort(key=lambda m: m.preset)
        for preset in dict.fromkeys(m.preset for m in mutants):
            print(f"building and testing {preset} as it is", flush=True)
            tree.build(preset)
            if noticed := tree.test(preset):
                raise Fault(f"the tests fail without any mutant: {noticed}")
            for mutant in (m for m in mutants if m.preset == preset):
                begin = time.monotonic()
                noticed = judge(tree, mutant)
                caught += noticed is not None
                verdict = f"caught by {noticed}" if noticed else "MISSED"
                print(f"{mutant.name}: {mutant.title}: {verdict} ({time.monotonic() - begin:.0f} s)", flush=True)
    print(f"{caught} caught, {len(mutants) - caught} missed")
    return 0 if caught == len(mutants) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="run only these: the beginnings of their names")
    try:
        return run(parser.parse_args().name)
    except Fault as fault:
        print(f"run.py: {fault}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
