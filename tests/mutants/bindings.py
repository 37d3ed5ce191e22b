"""What the mutants of the bindings have in common: each is a patch to a copy of the package that the tests must
detect.

Each NN-name.patch in a binding's folder of mutants is a mutant. Its first line says what it breaks, the second which
tests show it ("tests: test_pool.py"); the diff follows.
"""

import pathlib
import shutil
import subprocess
import tempfile

SECONDS = 300  # tests that run longer are considered to hang


class Copy:
    """A copy of a package that may be broken. Each binding defines how to run its tests on the copy."""

    LEVELS = 3  # folders in a patch's paths above the copied one

    def __init__(self, folder):
        self.root = pathlib.Path(folder)

    def again(self, folder):
        return type(self)(shutil.copytree(self.root, folder))

    def break_by(self, patch):
        done = subprocess.run(
            ["patch", f"-p{self.LEVELS}", "--forward", "--fuzz=0", "--input", patch],
            cwd=self.root, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode != 0:
            raise SystemExit(f"{patch.name} no longer applies:\n{done.stdout}{done.stderr}")
        self.compile(patch.read_text())

    def compile(self, patch):
        """Regenerates what depends on the patched sources."""

    def run(self, tests):
        """Runs the tests; returns the finished process with its output."""
        raise NotImplementedError

    def failure(self, output):
        """The name of the first failed test in the output, or None."""
        raise NotImplementedError

    def notice(self, tests):
        """Runs the tests; returns the failed test, or None."""
        try:
            done = self.run(tests)
        except subprocess.TimeoutExpired:
            return "it does not end"
        if done.returncode == 0:
            return None
        return self.failure(done.stdout) or f"it ends with {done.returncode}"


def read(patch):
    title, setting = patch.read_text().splitlines()[:2]
    key, _, tests = setting.partition(": ")
    if key != "tests":
        raise SystemExit(f"{patch.name}: expected 'tests: ...' as the second line, got another")
    return title, tests.split()


def judge(patches, copy_into):
    """Checks that the tests detect each patch; copy_into makes an intact copy in a folder. Returns the exit status."""
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        whole = sorted({name for patch in patches for name in read(patch)[1]})
        sound = copy_into(pathlib.Path(folder) / "sound")
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


def chosen(folder, names):
    """The patches of a folder whose names start with these prefixes, or all."""
    patches = sorted(folder.glob("*.patch"))
    for name in names:
        if not any(patch.stem.startswith(name) for patch in patches):
            raise SystemExit(f"no mutant's name begins with {name}: {', '.join(patch.stem for patch in patches)}")
    return [patch for patch in patches if not names or patch.stem.startswith(tuple(names))]
