#!/usr/bin/env python3
"""Measures what clmem's layer adds to OpenCL's calls, on PoCL and on Intel's runtime, and to whole programs on PoCL.

A program without the layer and one with it take turns. Each figure of a call is the minimum of all turns; of the ratios
of a whole program, the mean and its 95 % upper bound are printed.

Exit status: 0 if everything was measured; 1 if not or, with --strict, if a target was missed.
"""

import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "programs"))

import gpu
import measure
import whole_programs

# At most so many nanoseconds more than without the layer.
TARGETS = {
    "clFinish of an idle queue": 20,
    "clGetEventInfo": 20,
    "clSetKernelArg, a value": 20,
    "clSetKernelArg, a buffer": 20,
    "clEnqueueNDRangeKernel, 8 buffers": 100,
    "clCreateBuffer and its release, 4 KiB": None,
    "the same, 1 MiB": None,
    "a kernel, 8 buffers, while others run": None,
    "a buffer's creation, use and release, 4 KiB": None,
    "a buffer's creation, use and release, 1024 KiB": None,
    "a buffer's creation, use and release, 16384 KiB": None,
    "unified shared memory, filled, 4 KiB": None,
    "the same, 1024 KiB": None,
}


def built():
    measure.WORK.mkdir(parents=True, exist_ok=True)
    target = measure.WORK / "layer_calls"
    options = ["-std=c++20", "-O2", "-DCL_TARGET_OPENCL_VERSION=120", "-Wno-deprecated-declarations"]
    source = pathlib.Path(__file__).with_name("calls.cpp")
    subprocess.run(["c++", *options, source, "-o", target, "-lOpenCL"], check=True)
    return target


def times(program, layers, variables):
    """Nanoseconds by the call's name."""
    variables = measure.environment() | variables | {"OPENCL_LAYERS": layers}
    done = subprocess.run([program], env=variables, check=True, capture_output=True, text=True)
    return {name: float(figure) for figure, name in (line.split(" ", 1) for line in done.stdout.splitlines())}


def compare(program, layer, platform, turns):
    """Prints a platform's table; returns how many targets it misses."""
    least = {}
    for layers in ["", str(layer)] * turns:
        for name, figure in times(program, layers, measure.on_platform(platform)).items():
            least[name, layers] = min(figure, least.get((name, layers), figure))
    print(f"\n{platform or 'the default platform':48} {'without':>9} {'with':>9} {'more':>7} {'at most':>8}")
    missed = 0
    for name, target in TARGETS.items():
        if (name, "") not in least:
            continue  # the driver has no unified shared memory
        without, with_layer = least[name, ""], least[name, str(layer)]
        is_missed = target is not None and with_layer - without > target
        missed += is_missed
        bound = "-" if target is None else target
        verdict = "  MISSED" if is_missed else ""
        print(f"{name:48} {without:9.1f} {with_layer:9.1f} {with_layer - without:7.1f} {bound:>8}{verdict}", flush=True)
    return missed


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    release = ROOT / "build" / "release"
    parser.add_argument("--layer", type=pathlib.Path, default=release / "lib" / "libclmem_layer.so")
    parser.add_argument("--platform", action="append", choices=["pocl", "intel"], help="instead of what is installed")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--pairs", type=int, choices=sorted(n + 1 for n in whole_programs.QUANTILES), default=21,
                        help="of runs of each whole program")
    parser.add_argument("--gpu", action="store_true", help="measure what programs gain on a GPU, and nothing else")
    parser.add_argument("--clmem", type=pathlib.Path, default=release / "bin" / "clmem", help="the command, for --gpu")
    parser.add_argument("--built", type=pathlib.Path, help="a folder of the programs for --gpu, which are not compiled")
    parser.add_argument("--strict", action="store_true", help="fail if a target was missed")
    return parser.parse_args()


def programs_for_gpu(folder):
    """Commands without their arguments, by name."""
    measure.WORK.mkdir(parents=True, exist_ok=True)
    names = {name for name, *_ in gpu.ROWS}
    if folder:
        return {name: folder.resolve(strict=True) / name for name in names}
    built_here = {name: command[0] for name, command in whole_programs.programs(names - {"layer_calls"})}
    return built_here | {"layer_calls": built()}


def compare_on_processors(arguments):
    program, layer = built(), arguments.layer.resolve(strict=True)
    platforms = arguments.platform or [None]
    missed = sum(compare(program, layer, platform, arguments.turns) for platform in platforms)
    print("\nNanoseconds.")
    for platform in platforms:
        if platform != "intel":
            missed += whole_programs.compare(layer, platform, arguments.pairs)
    return missed


def main():
    arguments = parsed()
    if arguments.gpu:
        command = arguments.clmem.resolve(strict=True)
        missed = gpu.compare(command, programs_for_gpu(arguments.built), arguments.turns)
    else:
        missed = compare_on_processors(arguments)
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
