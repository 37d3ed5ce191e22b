"""The mutants of the library and of the layer: patches of this folder, applied to a copy of the tree.

Lines "key: value" may follow a patch's title: "preset: tsan" names the CMake preset that shows the mutant (by default
debug); "random: --memory coarse" gives the arguments with which the random programs must detect it too; "ctest:
clmem-refused" names tests of CTest that must fail, by a regular expression, and "targets: ..." what to build for them.
Mutants in layer/ are for the layer's tests. A mutant is caught when a test fails, crashes or hangs."""

import concurrent.futures
import dataclasses
import os
import pathlib
import queue
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable

import patches

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAMS = ("clmem-unit-tests", "clmem-api-tests", "clmem-recorder-tests", "clmem-stress-tests", "clmem-mock-tests",
            "clmem-mock-nvidia-tests", "clmem-mock-intel-tests")
# Programs that know nothing of clmem, which find the faults of the layer in front of them or of the mock.
LAYER_PROGRAMS = ("clmem-layer-report-tests", "clmem-layer-core-dlopen", "clmem-layer-core-user_events",
                  "clmem-layer-core-queues", "clmem-layer-core-failures", "clmem-layer-core-objects",
                  "clmem-layer-core-random", "clmem-layer-core-threads", "clmem-layer-core-uses",
                  "clmem-layer-core-growth", "clmem-layer-core-callbacks", "clmem-layer-core-native",
                  "clmem-layer-core-answers", "clmem-layer-core-images",
                  "clmem-layer-mock-tests", "clmem-layer-mock-extension-tests",
                  "clmem-layer-mock-idle-tests", "clmem-layer-mock-intel-tests",
                  "clmem-layer-mock-limit-tests", "clmem-layer-mock-nvidia-tests", "clmem-layer-mock-usm-tests",
                  "clmem-layer-mock-zero-tests", "clmem-layer-mock-random")
RANDOM = "clmem-random-programs"
SECONDS = {"debug": 180, "tsan": 600}  # a test program that runs longer is considered to hang


@dataclasses.dataclass
class Mutant:
    path: pathlib.Path
    title: str
    preset: str
    random: str  # arguments; empty: the random programs need not detect it
    ctest: str  # an expression for the tests that must fail; empty: the test programs detect it
    targets: list[str]  # what these tests need
    files: list[str]

    @classmethod
    def read(cls, path: pathlib.Path) -> "Mutant":
        text = path.read_text()
        head, separator, diff = text.partition("\n--- ")
        title, *settings = head.splitlines()
        if not separator or not title:
            raise patches.Fault(f"{path.name}: expected a title and a diff, got one without the other")
        values = dict(line.split(": ", 1) for line in settings if line)
        preset = values.pop("preset", "debug")
        random = values.pop("random", "")
        ctest, targets = values.pop("ctest", ""), values.pop("targets", "").split()
        if values or preset not in SECONDS:
            raise patches.Fault(f"{path.name}: expected the settings preset, random, ctest and targets, got {settings}")
        files = re.findall(r"^\+\+\+ b/(\S+)", diff, re.MULTILINE)
        return cls(path, title, preset, random, ctest, targets, files)

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def of_layer(self) -> bool:
        return all(name.startswith("layer/") for name in self.files)

    @property
    def likely(self) -> str:
        """A filter for the tests that probably detect it: those named after the words in its files' names."""
        words = {word for name in self.files for word in pathlib.Path(name).stem.split("_")}
        return ":".join(f"*{word}*" for word in sorted(words))


class Tree:
    """A copy of the sources with a build folder for each preset; `jobs` trees share the machine."""

    def __init__(self, folder: pathlib.Path, jobs: int) -> None:
        self.folder = folder
        self.compilers = max(1, (os.cpu_count() or 1) // jobs)
        shutil.copytree(ROOT, self.folder, ignore=shutil.ignore_patterns("build", ".git", "__pycache__"))

    def build(self, preset: str, of_layer: bool = False) -> None:
        build = self.folder / "build" / preset
        if not build.exists():
            self.run("cmake", "--preset", preset, "-DCLMEM_BUILD_BENCH=OFF")
        targets = (*LAYER_PROGRAMS, "clmem-layer") if of_layer else (*PROGRAMS, RANDOM)
        self.make(preset, targets)

    def make(self, preset: str, targets: Iterable[str]) -> None:
        build = self.folder / "build" / preset
        self.run("cmake", "--build", str(build), "--parallel", str(self.compilers), "--target", *targets)

    def test_by_name(self, preset: str, tests: str) -> str | None:
        """Runs the tests of CTest that an expression names, at least one; returns what detected a fault, or None."""
        build = self.folder / "build" / preset
        done = subprocess.run(["ctest", "--test-dir", str(build), "--no-tests=error", "-R", tests], cwd=self.folder,
                              capture_output=True, text=True, errors="replace")
        failed = re.search(r"^\s*\d+ - (\S+)", done.stdout, re.MULTILINE)
        if "(Not Run)" in done.stdout or (done.returncode != 0 and not failed):
            raise patches.Fault(f"ctest -R {tests} failed:\n{(done.stdout + done.stderr)[-3000:]}")
        return failed.group(1) if failed else None

    def run(self, *command: str) -> None:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise patches.Fault(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3000:]}")

    def test(self, preset: str, tests: str = "*") -> str | None:
        """Runs the tests that a GoogleTest filter names; returns what detected a fault, or None."""
        environment = dict(os.environ, GTEST_FAIL_FAST="1", GTEST_BRIEF="1", GTEST_FILTER=tests,
                           TSAN_OPTIONS="halt_on_error=1")
        return next(filter(None, (self.notice(preset, [program], environment) for program in PROGRAMS)), None)

    def test_layer(self, preset: str) -> str | None:
        """Runs the layer's tests; returns what detected a fault, or None."""
        layer = self.folder / "build" / preset / "lib" / "libclmem_layer.so"
        environment = dict(os.environ, OPENCL_LAYERS=str(layer), GTEST_BRIEF="1")
        found = next(filter(None, (self.notice(preset, [program], environment) for program in LAYER_PROGRAMS)), None)
        # Only new memory that is filled makes queues wait behind commands that fail.
        filled = environment | {"CLMEM_RUN_ZERO": "1"}
        for program in ("clmem-layer-core-failures", "clmem-layer-core-queues"):
            found = found or self.notice(preset, [program], filled)
        return found

    def run_random(self, preset: str, arguments: str) -> str | None:
        """Runs the random programs; returns what detected a fault."""
        return self.notice(preset, [RANDOM, *arguments.split()], dict(os.environ))

    def notice(self, preset: str, command: list[str], environment: dict[str, str]) -> str | None:
        program = self.folder / "build" / preset / "bin" / command[0]
        try:
            done = subprocess.run([program, *command[1:]], cwd=self.folder, env=environment, capture_output=True,
                                  text=True, errors="replace", timeout=SECONDS[preset])
        except subprocess.TimeoutExpired:
            return f"{command[0]} does not end"
        if done.returncode == 0:
            return None
        failed = re.search(r"^\[  FAILED  \] (\S+)", done.stdout, re.MULTILINE)
        return f"{command[0]} " + (failed.group(1) if failed else f"ends with {done.returncode}")

    def apply(self, mutant: Mutant) -> dict[str, bytes]:
        """Applies a patch; returns the original files."""
        before = {name: (self.folder / name).read_bytes() for name in mutant.files}
        with mutant.path.open("rb") as patch:
            done = subprocess.run(["patch", "-p1", "--no-backup-if-mismatch", "--reject-file=-"], cwd=self.folder,
                                  stdin=patch, capture_output=True, text=True)
        if done.returncode != 0 or not before:
            raise patches.Fault(f"{mutant.path.name} no longer applies:\n{done.stdout}{done.stderr}")
        return before

    def restore(self, before: dict[str, bytes]) -> None:
        for name, content in before.items():
            (self.folder / name).write_bytes(content)


def judge(tree: Tree, mutant: Mutant) -> str | None:
    before = tree.apply(mutant)
    try:
        if mutant.ctest:
            if mutant.targets:
                tree.make(mutant.preset, mutant.targets)
            return tree.test_by_name(mutant.preset, mutant.ctest)
        tree.build(mutant.preset, mutant.of_layer)
        if mutant.of_layer:
            return tree.test_layer(mutant.preset)
        noticed = tree.test(mutant.preset, mutant.likely) or tree.test(mutant.preset)
        if not noticed or not mutant.random:
            return noticed
        by_random = tree.run_random(mutant.preset, mutant.random)
        return f"{noticed} and {by_random}" if by_random else None
    finally:
        tree.restore(before)


class Run:
    """Runs mutants, each job in a separate tree, until none is left or the run itself fails."""

    def __init__(self, mutants: list[Mutant], folder: pathlib.Path, jobs: int) -> None:
        self.trees = [Tree(folder / str(number), jobs) for number in range(jobs)]
        for mutant in mutants:  # first of all, so that a stale patch is reported at once
            self.trees[0].restore(self.trees[0].apply(mutant))
        self.waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
        for mutant in sorted(mutants, key=lambda m: (m.preset, m.of_layer)):
            self.waiting.put(mutant)
        self.missed: list[str] = []
        self.tested: set[tuple[str, bool]] = set()  # presets, of the layer or not, whose tests pass on the intact sources
        self.lock = threading.Lock()  # for `tested`
        self.stopped = threading.Event()

    def all(self) -> list[str]:
        """Returns the names of the mutants that no test detected."""
        with concurrent.futures.ThreadPoolExecutor(len(self.trees)) as pool:
            for job in concurrent.futures.as_completed([pool.submit(self.work, tree) for tree in self.trees]):
                job.result()
        return self.missed

    def work(self, tree: Tree) -> None:
        ready: set[tuple[str, bool]] = set()
        try:
            while not self.stopped.is_set():
                try:
                    mutant = self.waiting.get_nowait()
                except queue.Empty:
                    return
                if (kind := (mutant.preset, mutant.of_layer)) not in ready:
                    self.prepare(tree, *kind)
                    ready.add(kind)
                begin = time.monotonic()
                noticed = judge(tree, mutant)
                if not noticed:
                    self.missed.append(mutant.name)
                verdict = f"caught by {noticed}" if noticed else "MISSED"
                print(f"{mutant.name}: {mutant.title}: {verdict} ({time.monotonic() - begin:.0f} s)", flush=True)
        except BaseException:
            self.stopped.set()
            raise

    def prepare(self, tree: Tree, preset: str, of_layer: bool) -> None:
        print(f"building {preset}{' of the layer' if of_layer else ''} as it is", flush=True)
        tree.build(preset, of_layer)
        with self.lock:
            is_first = (preset, of_layer) not in self.tested
            self.tested.add((preset, of_layer))
        if not is_first:
            return
        if of_layer:
            noticed = tree.test_layer(preset)
        else:
            noticed = tree.test(preset) or tree.run_random(preset, "--steps 50000")
        if noticed:
            raise patches.Fault(f"the tests fail without any mutant: {noticed}")


def run(names: list[str], jobs: int) -> int:
    mutants = [Mutant.read(path) for path in patches.chosen(HERE, names)]
    with tempfile.TemporaryDirectory(prefix="clmem-mutants-") as folder:
        missed = Run(mutants, pathlib.Path(folder), min(jobs, len(mutants))).all()
    return patches.conclude(len(mutants), missed)
