#!/usr/bin/env python3
"""Runs unmodified OpenCL programs without clmem's layer and with it, and compares what they print.

On each platform that is named, and with each mode of the layer for one program, drawn by a seed that is printed.

One line each: whether the results are identical, how many buffers and SVM allocations the program made, how many of the
driver this took with the layer, how many of these came after the program's first tenth, the peaks of memory, and both
times. A program needs the memory that is live or used by unfinished commands: without the layer, the driver keeps no
more. With it, the driver's memory and the resident memory are bounded. `./dev test --programs` installs the programs
and calls this.
"""

import argparse
import copy
import difflib
import pathlib
import random
import re
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from measure import HERE, MIB, ROOT, WORK, counting_layer, exceeds, on_platform, ratio, run

PYTHON = ROOT / "build" / "python-venv" / "bin" / "python"
RESERVED, RESIDENT = 1.15, 1.05  # with the layer, times without; or 8 MiB more

VIENNACL = ["-DCL_TARGET_OPENCL_VERSION=120", "-Wno-deprecated-declarations", "-lOpenCL"]
OPENCV = ["-I/usr/include/opencv4", "-lopencv_imgproc", "-lopencv_core", "-lOpenCL"]
CLBLAST = ["-lclblast", "-lOpenCL"]
OPENCL = ["-DCL_TARGET_OPENCL_VERSION=120", "-Wno-deprecated-declarations", "-lOpenCL"]
PATTERNS = ("gated", "native", "blocked", "unordered", "two")
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
        *(Program(f"queues_{name}", ["queue_patterns.cpp", name], True, OPENCL) for name in PATTERNS),
        own_python("pyopencl_arrays", "plain", "50", quick=True),
        own_python("pyopencl_arrays", "pool", "50", name="pyopencl_pools"),
        own_python("pyopencl_arrays", "svm", "50", name="pyopencl_svm"),
        pyopencls_tests(),
        own_python("opencv5_pipeline", "1920", "1080", "20"),
        own_python("pyclesperanto_pipeline", "10"),
        Program("boost_compute", ["boost_compute_steps.cpp", "20"], libraries=OPENCL),
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


def verdict_of(program, results, plain, layered):
    if "exit status: 0\n" not in plain.output:
        return "FAILS WITHOUT"
    if results[0] != results[1]:
        return "DIFFERENT"
    if layered.counts.creations == 0 and program.name != "clinfo":
        return "NOT LOADED"
    return "identical"


def memory_faults(plain, layered):
    """What the layer takes too much of. Without it, the driver keeps what is live or used by unfinished commands."""
    pairs = {
        "reserved": (layered.counts.driver_peak, plain.counts.driver_peak, RESERVED),
        "resident": (layered.resident, plain.resident, RESIDENT),
    }
    return [
        f"{what} at the peak: expected at most {factor} times {base / MIB:.1f} MiB, or 8 MiB more, got {value / MIB:.1f}"
        for what, (value, base, factor) in pairs.items()
        if exceeds(value, base, factor)
    ]


def median_run(runs):
    """The last run, with the medians of what varies between runs."""
    result = copy.deepcopy(runs[-1])
    result.resident = statistics.median_low(each.resident for each in runs)
    result.counts.driver_peak = statistics.median_low(each.counts.driver_peak for each in runs)
    return result


def compare(program, platform, mode, layers):
    command, variables = built(program), on_platform(platform)
    settings = {} if mode is None else {f"CLMEM_RUN_{mode.upper()}": "1"}
    sides = {"without": (layers[:1], variables), "with": (layers, variables | settings)}
    runs = {side: [run(command, side, *of_side)] for side, of_side in sides.items()}
    name = ", ".join(filter(None, (program.name, platform, mode)))
    for side, (done,) in runs.items():
        (WORK / f"{name.replace(', ', '-')}.{side}.txt").write_text(done.output + done.errors)
    plain, layered = runs["without"][0], runs["with"][0]
    results = [program.compared(done.output) for done in (plain, layered)]
    verdict, faults = verdict_of(program, results, plain, layered), []
    if verdict == "identical" and mode is None and memory_faults(plain, layered):
        for _ in range(2):  # what commands use, and what host memory caches keep, differs between runs
            for side, of_side in sides.items():
                runs[side].append(run(command, side, *of_side))
        plain, layered = median_run(runs["without"]), median_run(runs["with"])
        faults = memory_faults(plain, layered)
        verdict = "MEMORY" if faults else verdict
    print_row(name, verdict, plain, layered)
    if verdict in ("DIFFERENT", "FAILS WITHOUT", "NOT LOADED"):
        lines = difflib.unified_diff(*(text.splitlines() for text in results), "without", "with", lineterm="")
        faults = [*list(lines)[:40], *(plain.errors + layered.errors).splitlines()[-20:]]
    print(*faults, sep="\n", end="\n" if faults else "", flush=True)
    return verdict == "identical"


HEADS = ("creations", "allocations", "late", "live", "needed", "reserved", "ratio", "resident", "ratio", "s", "s, layer")


def print_heads():
    print(f"{'program; memory in MiB at the peak':<36} {'results':<13} " + " ".join(f"{head:>8}" for head in HEADS))


def print_row(name, verdict, plain, layered):
    counts, needed = layered.counts, plain.counts.driver_peak
    figures = [counts.creations, counts.allocations, counts.late]
    figures += [f"{bytes / MIB:.1f}" for bytes in (counts.program_peak, needed, counts.driver_peak)]
    figures += [ratio(counts.driver_peak, needed), f"{layered.resident / MIB:.1f}"]
    figures += [ratio(layered.resident, plain.resident), f"{plain.seconds:.1f}", f"{layered.seconds:.1f}"]
    row = " ".join(f"{figure:>{max(8, len(head))}}" for figure, head in zip(figures, HEADS, strict=True))
    print(f"{name:<36} {verdict:<13} {row}", flush=True)


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
    print_heads()
    wanted = [program for program in table if arguments.only and program.name in arguments.only or not arguments.only]
    wanted = [program for program in wanted if program.quick or not arguments.quick]
    pairs = [
        (program, platform)
        for platform in arguments.platform or [None]
        for program in wanted
        if platform not in program.left_out
    ]
    outcomes = [compare(*pair, None, layers) for pair in pairs]
    if arguments.modes:
        print(f"modes, drawn by --seed {arguments.seed}:", flush=True)
        draw = random.Random(arguments.seed)
        drawn = [pair for pair in pairs if pair[0].name != "clinfo"] or pairs
        outcomes += [compare(*draw.choice(drawn), mode, layers) for mode in MODES]
    sys.exit(not all(outcomes))


if __name__ == "__main__":
    main()
