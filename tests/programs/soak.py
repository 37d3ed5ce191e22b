#!/usr/bin/env python3
"""Runs CLBlast's routines under clmem's layer for a long time, and checks that the resident memory does not grow.

Samples it every ten seconds. In the second half of the run, the largest sample may exceed the smallest by 2 %.
`./dev soak` calls this.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import time

from measure import HERE, MIB, ROOT, WORK, environment, on_platform

PERIOD, ALLOWED = 10, 1.02


def resident(process):
    """Bytes; None if the process has ended."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else None


def sampled(command, variables):
    """Starts the program; returns its exit status and the samples until its end."""
    process = subprocess.Popen(command, cwd=WORK, env=environment() | variables)
    samples, start = [], time.monotonic()
    while process.poll() is None:
        time.sleep(PERIOD)
        bytes_now = resident(process) if process.poll() is None else None
        if bytes_now is None:
            continue
        samples.append(bytes_now)
        if len(samples) % 6 == 1:
            print(f"after {time.monotonic() - start:5.0f} s: {bytes_now / MIB:7.1f} MiB", flush=True)
    return process.wait(), samples


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--layer", type=pathlib.Path, default=ROOT / "build" / "release" / "lib" / "libclmem_layer.so")
    parser.add_argument("--no-layer", action="store_true", help="run the program alone, to see what the driver does")
    parser.add_argument("--platform", choices=["pocl", "intel"], help="instead of what is installed")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    target = WORK / "clblast_soak"
    subprocess.run(["cc", "-O2", HERE / "clblast_soak.c", "-o", target, "-lclblast", "-lOpenCL"], check=True)
    layers = "" if arguments.no_layer else str(arguments.layer.resolve(strict=True))
    variables = on_platform(arguments.platform) | {"OPENCL_LAYERS": layers}
    status, samples = sampled([target, str(arguments.minutes * 60)], variables)
    half = samples[len(samples) // 2 :]
    if status != 0 or len(half) < 2:
        sys.exit(f"expected at least four samples of a program that ends with 0, got {len(samples)}, status {status}")
    growth = max(half) / min(half)
    print(f"second half: {min(half) / MIB:.1f} to {max(half) / MIB:.1f} MiB, {growth:.4f} times the smallest")
    if growth > ALLOWED:
        sys.exit(f"expected at most {ALLOWED} times, got {growth:.4f}: memory grows, or has not settled")


if __name__ == "__main__":
    main()
