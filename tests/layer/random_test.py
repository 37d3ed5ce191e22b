#!/usr/bin/env python3
"""Runs the random programs of random/ without clmem's layer and with it, and compares what they print.

A program looks at all that it reads, and prints what OpenCL answers. For each seed it must end well, and print the same
with the layer as without. Some seeds run in one of the layer's modes.
"""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import random
import subprocess
import sys

MODES = ("CLMEM_RUN_ZERO", "CLMEM_RUN_DEDICATED", "CLMEM_RUN_IMMEDIATE", "CLMEM_RUN_OBSERVE")
SHOWN = 24  # lines of a difference
REPEATS = 3  # of a program whose first run differed
RESTARTS = 1  # of one that did not end
HANGS = 20  # runs without the layer of a program that did not end with it


def mode_of(seed):
    """Three of ten seeds run in a mode."""
    drawn = random.Random(seed)
    return {drawn.choice(MODES): "1"} if drawn.random() < 0.3 else {}


class Comparison:
    def __init__(self, arguments):
        self.command = [arguments.program]
        self.layer = arguments.layer
        self.limit = arguments.limit

    def printed(self, seed, layers, mode):
        environment = {**os.environ, **mode, "OPENCL_LAYERS": layers}
        try:
            done = subprocess.run([*self.command, str(seed)], capture_output=True, text=True, errors="replace",
                                  timeout=self.limit, env=environment)
            return [*done.stdout.splitlines(), *done.stderr.splitlines()[:5], f"exit status {done.returncode}"]
        except subprocess.TimeoutExpired as late:
            text = (late.stdout or b"").decode(errors="replace")
            return [*text.splitlines(), self.still_running]

    @property
    def still_running(self):
        return f"still running after {self.limit} s"

    def printed_at_last(self, seed, layers, mode):
        """What a program prints in the first of RESTARTS runs that ends; in the last one if none does."""
        for _ in range(RESTARTS):
            lines = self.printed(seed, layers, mode)
            if lines[-1] != self.still_running:
                break
        return lines

    def driver_hangs(self, seed, without, with_layer):
        """Whether the program hangs without the layer, too, at least sometimes. Only then may it run again with it.

        Intel's runtime is the reason: the thread that completes the last command of an out-of-order queue sometimes
        waits for itself while it destroys the queue.
        """
        if without[-1] == self.still_running:
            return True
        return with_layer[-1] == self.still_running and any(
            self.printed(seed, "", {})[-1] == self.still_running for _ in range(HANGS))

    def judge(self, seed):
        """Returns what is wrong, as lines: first what the driver does without the layer. None if it cannot be judged,
        since the driver never ends the program: PoCL 6.0 may lose an event when two threads wait."""
        mode = mode_of(seed)
        with_layer = self.printed(seed, self.layer, mode)
        without = self.printed(seed, "", {})
        if self.driver_hangs(seed, without, with_layer):
            print(f"seed {seed}: without the layer {self.still_running}; it runs again", flush=True)
            without = self.printed_at_last(seed, "", {})
            if without[-1] == self.still_running:
                return None
            if with_layer[-1] == self.still_running:
                with_layer = self.printed_at_last(seed, self.layer, mode)
        found = []
        if without[-1] != "exit status 0":
            found += [f"without the layer: {without[-1]}", *without[-4:-1]]
        found += [f"without the layer: {line}" for line in without if "WRONG" in line][:3]
        for _ in range(REPEATS):  # a driver may answer differently each time
            if without == with_layer:
                break
            if (again := self.printed(seed, "", {})) == with_layer:
                without = again
        difference = list(difflib.unified_diff(without, with_layer, "without", "with", lineterm="", n=2))
        if difference:
            found += difference[:SHOWN]
            if len(difference) > SHOWN:  # an end by a signal is in the last lines
                found += ["with the layer it ends so:", *with_layer[-4:]]
            again = " ".join(f"{name}={value}" for name, value in {**mode, "OPENCL_LAYERS": self.layer}.items())
            found.append(f"to repeat it: {again} {self.command[0]} {seed}")
        return found


def seeds_of(text):
    """The seeds of an argument such as 7 or 1-20."""
    first, separator, last = text.partition("-")
    if not first.isdecimal() or (separator and not last.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected a seed, or the first and the last one such as 1-20, got {text!r}")
    seeds = range(int(first), int(last or first) + 1)
    if not seeds:
        raise argparse.ArgumentTypeError(f"expected the lower seed first, got {text!r}")
    return seeds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("layer")
    parser.add_argument("--seeds", type=seeds_of, default="1-20", help="a seed, or the first and the last one: 1-20")
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--limit", type=int, default=60, help="seconds for a program")
    arguments = parser.parse_args()
    arguments.layer = str(pathlib.Path(arguments.layer).resolve())
    comparison = Comparison(arguments)
    wrong, excused = [], []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for seed, found in zip(arguments.seeds, pool.map(comparison.judge, arguments.seeds), strict=True):
            if found is None:
                excused.append(seed)
                print(f"seed {seed}: the driver never ends the program", flush=True)
            elif found:
                wrong.append(seed)
                print(f"seed {seed}:", *found, sep="\n  ", flush=True)
    print(f"{len(arguments.seeds)} random programs, {len(wrong)} wrong", *wrong, *(["excused:", *excused] if excused else []))
    sys.exit(bool(wrong) or len(excused) > len(arguments.seeds) / 10)


if __name__ == "__main__":
    main()
