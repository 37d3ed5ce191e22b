"""What the layer adds to the processor time of whole programs, in pairs of runs that take turns on PoCL."""

import importlib.util
import os
import statistics
import subprocess

import measure

NAMES = ("clblast_level1", "opencv", "pyopencl_arrays", "viennacl")
TARGET = 1.03  # the 95 % upper bound of the mean ratio
# Of Student's distribution, for the one-sided bound with so many degrees of freedom.
QUANTILES = {4: 2.132, 10: 1.812, 20: 1.725, 40: 1.684}


def programs(names):
    """The programs of ./dev test --programs with these names, and their commands."""
    place = importlib.util.spec_from_file_location("program_list", measure.HERE / "run.py")
    listed = importlib.util.module_from_spec(place)
    place.loader.exec_module(listed)
    found = {program.name: program for program in listed.programs()}
    return [(name, listed.built(found[name])) for name in sorted(names)]


def processor_seconds(command, layers, platform):
    """The processor time of a run, of all its threads."""
    variables = measure.environment() | measure.on_platform(platform) | {"OPENCL_LAYERS": layers}
    child = subprocess.Popen(
        command, cwd=measure.WORK, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    errors = child.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {child.returncode}:\n{errors}")
    return usage.ru_utime + usage.ru_stime


def upper_bound(ratios):
    """The upper end of the one-sided 95 % confidence interval of their mean."""
    quantile = QUANTILES[len(ratios) - 1]
    return statistics.mean(ratios) + quantile * statistics.stdev(ratios) / len(ratios) ** 0.5


def compare(layer, platform, pairs):
    """Prints the table; returns how many targets are missed."""
    print(f"\n{'processor time of whole programs, PoCL':48} {'without':>9} {'ratio':>9} {'95 %':>7} {'at most':>8}")
    missed = 0
    for name, command in programs(NAMES):
        for layers in ("", str(layer)):
            processor_seconds(command, layers, platform)  # compiles the kernels
        ratios, least = [], float("inf")
        for turn in range(pairs):
            order = ("", str(layer)) if turn % 2 else (str(layer), "")
            taken = {layers: processor_seconds(command, layers, platform) for layers in order}
            ratios.append(taken[str(layer)] / taken[""])
            least = min(least, taken[""])
        bound = upper_bound(ratios)
        missed += bound > TARGET
        verdict = "  MISSED" if bound > TARGET else ""
        print(f"{name:48} {least:7.2f} s {statistics.mean(ratios):9.3f} {bound:7.3f} {TARGET:>8}{verdict}", flush=True)
    return missed
