"""The mutants of a binding: patches to a copy of the package that its tests must detect. The second line of a patch says
which tests show it ("tests: test_pool.py")."""

import pathlib
import shutil
import subprocess
import tempfile

import patches

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
            raise patches.Fault(f"{patch.name} no longer applies:\n{done.stdout}{done.stderr}")
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
        raise patches.Fault(f"{patch.name}: expected 'tests: ...' as the second line, got another")
    return title, tests.split()


def judge(found, copy_into):
    """Checks that the tests detect each patch; copy_into makes an intact copy in a folder. Returns the exit status."""
    missed = []
    with tempfile.TemporaryDirectory(prefix="clmem-mutants-") as folder:
        whole = sorted({name for patch in found for name in read(patch)[1]})
        sound = copy_into(pathlib.Path(folder) / "sound")
        if noticed := sound.notice(whole):
            raise patches.Fault(f"the tests fail without any mutant: {noticed}")
        for patch in found:
            title, tests = read(patch)
            copy = sound.again(pathlib.Path(folder) / patch.stem)
            copy.break_by(patch)
            noticed = copy.notice(tests)
            print(f"{patch.stem}: {title}: {f'caught by {noticed}' if noticed else 'MISSED'}", flush=True)
            if noticed is None:
                missed.append(patch.stem)
            shutil.rmtree(copy.root)
    return patches.conclude(len(found), missed)
