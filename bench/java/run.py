#!/usr/bin/env python3
"""Measures clmem's targets for Java with JMH, compared with C and LWJGL, and prints a table of targets and figures.

./dev bench --java builds the benchmarks. Exit status: 0 if everything was measured; 1 if not or, with --strict, if a
target was missed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OVER_C = 60  # nanoseconds that a pair may take longer than in C
OF_LWJGL = 0.2  # share of the time of LWJGL's clCreateBuffer and clReleaseMemObject
OF_DIRECT = 2.5  # an array transfer over a direct buffer's; it has one copy more


def measure(class_path, result):
    """The nanoseconds per operation of each benchmark: the minimum of several turns."""
    result.parent.mkdir(parents=True, exist_ok=True)
    java = pathlib.Path(os.environ["JAVA_HOME"], "bin", "java") if "JAVA_HOME" in os.environ else "java"
    command = [java, "-cp", class_path, "-Dorg.lwjgl.opencl.libname=libOpenCL.so.1", "org.openjdk.jmh.Main", "PairBench|ArrayBench"]
    subprocess.run([*command, "-rf", "json", "-rff", result], check=True, stdout=sys.stderr)
    found = json.loads(result.read_text())
    turns = {entry["benchmark"].rpartition(".")[2]: entry["primaryMetric"]["rawData"] for entry in found}
    return {name: min(min(fork) for fork in forks) for name, forks in turns.items()}


def table(ns):
    """Prints the figures and returns the number of missed targets."""
    over, share = ns["java"] - ns["c"], ns["java"] / ns["lwjgl"]
    rows = [
        ("a pair of allocation and release in Java", f"{ns['java']:.1f} ns", ""),
        ("the same in C", f"{ns['c']:.1f} ns", ""),
        ("two JNI calls that do nothing", f"{2 * ns['nothing']:.1f} ns", ""),
        ("LWJGL's clCreateBuffer and clReleaseMemObject", f"{ns['lwjgl']:.1f} ns", ""),
        ("Java over C", f"{over:.1f} ns", f"at most {OVER_C} ns: {'met' if over <= OVER_C else 'MISSED'}"),
        ("Java of LWJGL", f"{share:.3f}", f"at most {OF_LWJGL}: {'met' if share <= OF_LWJGL else 'MISSED'}"),
    ]
    missed = (over > OVER_C) + (share > OF_LWJGL)
    for what, array, direct in (
        ("16 MiB of a float[] to the device", "writeArray", "writeDirect"),
        ("16 MiB from the device to a float[]", "readArray", "readDirect"),
        ("1 KiB to a part of an int[] of 128 MiB", "pieceOfArray", "pieceOfDirect"),
    ):
        times = ns[array] / ns[direct]
        verdict = f"at most {OF_DIRECT} times a direct buffer: {'met' if times <= OF_DIRECT else 'MISSED'}"
        rows += [(what, f"{ns[array] / 1000:.1f} us", ""), ("the same with a direct buffer", f"{ns[direct] / 1000:.1f} us", "")]
        rows += [("array of direct", f"{times:.2f}", verdict)]
        missed += times > OF_DIRECT
    for what, figure, verdict in rows:
        print(f"{what:48} {figure:>14}  {verdict}".rstrip())
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("class_path", type=pathlib.Path, help="file that contains the class path of the benchmarks")
    parser.add_argument("--json", type=pathlib.Path, default=ROOT / "build" / "bench" / "java.json")
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()
    missed = table(measure(arguments.class_path.read_text().strip(), arguments.json))
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
