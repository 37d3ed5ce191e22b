#!/usr/bin/env python3
"""Runs unmodified OpenCL programs without clmem's layer and with it, and compares what they print.

On each platform that is named, and with each mode of the layer for one program, drawn by a seed that is printed.

One line each: whether the results are identical, how many buffers and SVM allocations the program made, how many of the
driver this took with the layer, how many of these came after the program's first tenth, the peak of live bytes of the
program and of the driver, and both times. `./dev test --programs` installs the programs and calls this.
"""

import argparse
import difflib
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "programs"
PYTHON = ROOT / "build" / "python-venv" / "bin" / "python"
LIMIT = 900  # seconds; the first run compiles the kernels

VIENNACL = ["-DCL_TARGET_OPENCL_VERSION=120", "-Wno-deprecated-declarations", "-lOpenCL"]
OPENCV = ["-I/usr/include/opencv4", "-lopencv_imgproc", "-lopencv_core", "-lOpenCL"]
CLBLAST = ["-lclblast", "-lOpenCL"]
BOOST = ["-DCL_TARGET_OPENCL_VERSION=120", "-Wno-deprecated-declarations", "-lOpenCL"]
MODES = ("dedicated", "immediate", "zero", "observe")


def figures_removed(text):
    """The output of a program that prints measurements."""
    return re.sub(r"\d+(\.\d+)?(e[+-]?\d+)?", "#", text)


@dataclass(frozen=True)
class Program:
    name: str
    command: list
    quick: bool = False  # also part of ./dev test
    libraries: list | None = None  # of a program in C or C++, whose source is the command's first word
    compared: Callable[[str], str] = str
    left_out: tuple = ()  # the platforms on which it fails without the layer


def own_python(script, *arguments, name=None, quick=False):
    return Program(name or script, [PYTHON, HERE / f"{script}.py", *arguments], quick)


def pyopencls_tests():
    folders = sorted((ROOT / "build").glob("pyopencl-*/test"))
    return own_python("pyopencl_tests", *folders[-1:], "test_wrapper.py", "test_enqueue_copy.py", "test_array.py")


def crack():
    """hashcat finds the word for an MD5 sum: "layer"."""
    options = ["--attack-mode=3", "--hash-type=0", "--potfile-disable", "--quiet", "--force", "--self-test-disable"]
    return Program("hashcat", ["hashcat", *options, "f56b53e412e87751f665cb9f9061e50b", "?l?l?l?l?l"])


def programs():
    quick, slow = ("xdot", "xnrm2"), ("xgemv", "xgemm", "xtrsm", "xher2k")
    measurements = ("--global-bandwidth", "--transfer-bandwidth", "--kernel-latency")
    return [
        Program("clinfo", ["clinfo"], quick=True),
        *(Program(f"clblast_{name}", [f"clblast_test_{name}"], True) for name in quick),
        # CLBlast 1.5.3 finds another index on Intel's runtime than its reference does.
        Program("clblast_xamax", ["clblast_test_xamax"], True, left_out=("intel",)),
        *(Program(f"clblast_{name}", [f"clblast_test_{name}"]) for name in slow),
        Program("clblast_level1", ["clblast_level1.c", "100"], True, CLBLAST),
        Program("opencv", ["opencv_pipeline.cpp", "1920", "1080", "20"], True, OPENCV),
        Program("viennacl", ["viennacl_steps.cpp", "40"], True, VIENNACL),
        own_python("pyopencl_arrays", "plain", "50", quick=True),
        own_python("pyopencl_arrays", "pool", "50", name="pyopencl_pools"),
        own_python("pyopencl_arrays", "svm", "50", name="pyopencl_svm"),
        pyopencls_tests(),
        own_python("opencv5_pipeline", "1920", "1080", "20"),
        own_python("pyclesperanto_pipeline", "10"),
        Program("boost_compute", ["boost_compute_steps.cpp", "20"], libraries=BOOST),
        own_python("tinygrad_steps", "5"),
        own_python("openmm_steps", "10"),
        own_python("silx_filters", "3"),
        own_python("pyvkfft_transforms", "12"),
        own_python("reikna_steps", "4"),
        Program("clpeak", ["clpeak", *measurements], compared=figures_removed),
        crack(),
    ]


def built(program):
    """The program's command; a program in C or C++ is compiled first."""
    if program.libraries is None:
        return program.command
    source, target = HERE / program.command[0], WORK / program.name
    compiler = ["cc"] if source.suffix == ".c" else ["c++", "-std=c++17"]
    subprocess.run([*compiler, "-O2", source, "-o", target, *program.libraries], check=True)
    return [target, *program.command[1:]]


def counting_layer(side):
    target = WORK / f"libcounting_{side}.so"
    options = ["-std=c++20", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wno-deprecated-declarations"]
    include = ROOT / "third_party" / "opencl-headers"
    subprocess.run(
        ["c++", *options, f"-DSIDE={side}", f"-I{include}", HERE / "counting_layer.cpp", "-o", target], check=True
    )
    return target


def environment():
    """With kernel caches and settings in the build folder, and the layer's settings at their defaults."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLMEM_", "OPENCL_LAYERS"))}
    folders = {"HOME": WORK / "home", "XDG_CACHE_HOME": WORK / "cache", "POCL_CACHE_DIR": WORK / "cache" / "pocl"}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    # OpenCV uses no processor as a device unless a device is selected.
    return kept | {name: str(folder) for name, folder in folders.items()} | {"OPENCV_OPENCL_DEVICE": "::"}


def on_platform(name):
    """With only this driver, as ./dev sets it up; Intel's package also has its loader."""
    if name is None:
        return {}
    variables = {"OCL_ICD_VENDORS": str(ROOT / "build" / "platforms" / name)}
    if name == "intel":
        variables["LD_LIBRARY_PATH"] = str(ROOT / "build" / "intel" / "lib")
    return variables


@dataclass
class Run:
    output: str
    errors: str
    seconds: float


def run(command, variables):
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=WORK, env=environment() | variables, capture_output=True, text=True, timeout=LIMIT
        )
        status, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as timeout:
        status, output, errors = f"still running after {LIMIT} s", (timeout.stdout or b"").decode(errors="replace"), ""
    return Run(f"{output}exit status: {status}\n", errors, time.monotonic() - start)


@dataclass
class Counts:
    creations: int = 0
    allocations: int = 0
    late: int = 0  # allocations after the program's first tenth
    program_peak: int = 0
    driver_peak: int = 0


def read_counts(file):
    if not file.exists():
        return Counts()  # the program's loader knows no layers, or the program made no OpenCL call
    created, _, program_peak, allocations, _, driver_peak, *before = struct.unpack("6Q65536Q", file.read_bytes())
    late = sum(at > created / 10 for at in before[:allocations])
    return Counts(created, allocations, late, program_peak, driver_peak)


def compare(program, platform, mode, layers, counted):
    command, variables = built(program), on_platform(platform)
    without = run(command, variables)
    counted.unlink(missing_ok=True)
    layer = {"OPENCL_LAYERS": ":".join(map(str, layers)), "COUNTING_LAYER_FILE": str(counted)}
    if mode is not None:
        layer[f"CLMEM_RUN_{mode.upper()}"] = "1"
    with_layer = run(command, variables | layer)
    name = ", ".join(filter(None, (program.name, platform, mode)))
    for side, done in (("without", without), ("with", with_layer)):
        (WORK / f"{name.replace(', ', '-')}.{side}.txt").write_text(done.output + done.errors)
    results = [program.compared(done.output) for done in (without, with_layer)]
    counts = read_counts(counted)
    if "exit status: 0\n" not in without.output:
        verdict = "FAILS WITHOUT"
    elif results[0] != results[1]:
        verdict = "DIFFERENT"
    elif counts.creations == 0 and program.name != "clinfo":
        verdict = "NOT LOADED"
    else:
        verdict = "identical"
    mib = [f"{bytes / 2**20:.1f}" for bytes in (counts.program_peak, counts.driver_peak)]
    print(
        f"{name:<34} {verdict:<14} {counts.creations:>9} {counts.allocations:>11} {counts.late:>6} "
        f"{mib[0]:>9} {mib[1]:>9} {without.seconds:>8.1f} {with_layer.seconds:>8.1f}",
        flush=True,
    )
    if verdict != "identical":
        lines = difflib.unified_diff(*(text.splitlines() for text in results), "without", "with", lineterm="")
        print(*list(lines)[:40], *(without.errors + with_layer.errors).splitlines()[-20:], sep="\n", flush=True)
    return verdict == "identical"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    table = programs()
    names = [program.name for program in table]
    parser.add_argument("only", nargs="*", metavar="PROGRAM", help=f"some of: {', '.join(names)}")
    parser.add_argument("--quick", action="store_true", help="only the programs that are part of ./dev test")
    parser.add_argument("--layer", type=pathlib.Path, default=ROOT / "build" / "release" / "lib" / "libclmem_layer.so")
    parser.add_argument("--platform", action="append", choices=["pocl", "intel"], help="instead of what is installed")
    parser.add_argument("--modes", action="store_true", help="also draw a program and a platform for each mode")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6), help="repeats a drawing")
    arguments = parser.parse_args()
    unknown = set(arguments.only) - set(names)
    if unknown:
        parser.error(f"expected some of {', '.join(names)}, got {', '.join(unknown)}")
    WORK.mkdir(parents=True, exist_ok=True)
    # The loader puts each layer in front of those before it.
    layers = [counting_layer("driver"), arguments.layer.resolve(strict=True), counting_layer("program")]
    print(
        f"{'program':<34} {'results':<14} {'creations':>9} {'allocations':>11} {'late':>6} {'peak MiB':>9} "
        f"{'driver':>9} {'s':>8} {'s, layer':>8}",
        flush=True,
    )
    wanted = [program for program in table if arguments.only and program.name in arguments.only or not arguments.only]
    wanted = [program for program in wanted if program.quick or not arguments.quick]
    pairs = [
        (program, platform)
        for platform in arguments.platform or [None]
        for program in wanted
        if platform not in program.left_out
    ]
    outcomes = [compare(*pair, None, layers, WORK / "counts") for pair in pairs]
    if arguments.modes:
        print(f"modes, drawn by --seed {arguments.seed}:", flush=True)
        draw = random.Random(arguments.seed)
        drawn = [pair for pair in pairs if pair[0].name != "clinfo"] or pairs
        outcomes += [compare(*draw.choice(drawn), mode, layers, WORK / "counts") for mode in MODES]
    sys.exit(not all(outcomes))


if __name__ == "__main__":
    main()
