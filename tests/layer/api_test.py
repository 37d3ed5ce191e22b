#!/usr/bin/env python3
"""Compares what the program of api/ prints without clmem's layer and with it, by each loader that is there.

Arguments: the program, the layer, and the parts of the program to compare, or none for all.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

PROGRAM, LAYER, *PARTS = sys.argv[1:]
KHRONOS_LOADER = pathlib.Path(sys.argv[2]).parent / "loader" / "libOpenCL.so.1"
LIMIT = 120  # seconds for a part
LEAST = 200  # lines of all parts, so that a program that prints nothing is not taken for a right one

# What may differ, by platform: a driver's fault or gap that does not show in the same way over pooled memory.
LEFT_OUT = {
    "rusticl": {
        r"maps: maps of .*": "Mesa 22.3 counts no maps; the layer counts those of pooled buffers.",
        r"images: .*": "Mesa 22.3 creates an image over a part of a buffer at the wrong offset.",
        r"queues: the buffer holds .*": "Mesa 22.3 shows another queue's finished fill only sometimes.",
    },
    "Oclgrind": {r"maps: maps of .*": "Oclgrind counts no maps; the layer counts those of pooled buffers."},
}


def loaders():
    """The variables with which the program uses each loader: the system's, and that of the Khronos group."""
    yield "the system's loader", {}
    if KHRONOS_LOADER.exists():  # it is built with the clmem command
        folders = f"{KHRONOS_LOADER.parent}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
        yield "Khronos' loader", {"LD_LIBRARY_PATH": folders}


def platform():
    return subprocess.run([PROGRAM, "platform"], capture_output=True, text=True, check=True).stdout.strip()


def answers(part, loader, layers):
    environment = {**os.environ, **loader, "OPENCL_LAYERS": layers}
    try:
        done = subprocess.run([PROGRAM, part], capture_output=True, text=True, timeout=LIMIT, env=environment)
        return [*done.stdout.splitlines(), f"{part}: exit status {done.returncode}"]
    except subprocess.TimeoutExpired as late:
        return [*(late.stdout or b"").decode().splitlines(), f"{part}: still running after {LIMIT} s"]


def differences(part, loader, left_out):
    """Compares a part, except lines that differ each time without the layer, such as contents that nothing wrote."""

    def compared(layers):
        lines = answers(part, loader, layers)
        kept = [line for line in lines if not any(re.fullmatch(pattern, line) for pattern in left_out)]
        return kept or [f"{part}: all left out, exit status 0"]

    without, with_layer = compared(""), compared(LAYER)
    for _ in range(3):
        if without == with_layer:
            break
        again = compared("")
        if len(again) == len(without) == len(with_layer):
            for at, (first, second) in enumerate(zip(without, again, strict=True)):
                if first != second:
                    without[at] = with_layer[at] = first.split(" holds ")[0] + " differs each time"
    return without, list(difflib.unified_diff(without, with_layer, "without", "with", lineterm="", n=1))


def main():
    left_out = LEFT_OUT.get(platform(), {})
    for pattern, reason in left_out.items():
        print(f"left out: {pattern}: {reason}")
    right = True
    everything = subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout.split()
    for name, loader in loaders():
        lines = 0
        for part in PARTS or everything:
            without, found = differences(part, loader, left_out)
            lines += len(without)
            if not without[-1].endswith("exit status 0"):
                print(f"{name}: without the layer, {without[-1]} after {len(without) - 1} lines", flush=True)
            if found:
                right = False
                print(*found, sep="\n", flush=True)
        print(f"{name}: {lines} lines", flush=True)
        right = right and (bool(PARTS) or lines >= LEAST)
    sys.exit(not right)


if __name__ == "__main__":
    main()
