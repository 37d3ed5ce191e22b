#!/usr/bin/env python3
"""Compares clmem's Python package with pyopencl, alternating in one process; prints JSON.

run.py calls this with an interpreter that has both packages. Times are the minimum of all turns, in nanoseconds unless
the name says otherwise.
"""

import gc
import json
import subprocess
import sys
import timeit
import warnings

import numpy as np
import pyopencl
import pyopencl.array
import pyopencl.tools

import clmem
import clmem.pyopencl
import clmem.tools

TURNS = 15
SIZES = (120_000, 140_000, 160_000, 180_000, 200_000)  # elements of float32


def least(cases, setup, number, turns=TURNS):
    """The minimum time of one run of each statement; the statements take turns."""
    timers = {side: timeit.Timer(statement, "gc.enable()", globals={**setup[side], "gc": gc}) for side, statement in cases.items()}
    for timer in timers.values():
        timer.timeit(number // 10 + 1)
    best = dict.fromkeys(timers, float("inf"))
    for turn in range(turns):
        for side in sorted(timers, reverse=turn % 2 == 1):
            best[side] = min(best[side], timers[side].timeit(number) / number * 1e9)
    return best


def both(statement, clmem_names, pyopencl_names, number):
    setup = {"clmem": clmem_names, "pyopencl": pyopencl_names}
    return least(dict.fromkeys(setup, statement), setup, number)


class Sides:
    """Contexts and queues of both packages on the same device."""

    def __init__(self):
        self.context = clmem.create_some_context(interactive=False)
        self.queue = clmem.CommandQueue(self.context)
        self.their_context = pyopencl.Context.from_int_ptr(self.context.int_ptr)
        self.their_queue = pyopencl.CommandQueue(self.their_context)


def pools(sides):
    """The four rows about the hit path."""
    ours = clmem.tools.MemoryPool(clmem.tools.ImmediateAllocator(sides.queue))
    theirs = pyopencl.tools.MemoryPool(pyopencl.tools.ImmediateAllocator(sides.their_queue))
    ours_svm = clmem.tools.SVMPool(clmem.tools.SVMAllocator(sides.context, queue=sides.queue))
    theirs_svm = pyopencl.tools.SVMPool(pyopencl.tools.SVMAllocator(sides.their_context, queue=sides.their_queue))
    number = 100_000
    return {
        "b = pool.allocate(4096); b.release()": both(
            "b = pool.allocate(4096); b.release()", {"pool": ours}, {"pool": theirs}, number
        ),
        "b = pool(4096); del b": both("b = pool(4096); del b", {"pool": ours}, {"pool": theirs}, number),
        "b = svm_pool(4096); b.release()": both(
            "b = pool(4096); b.release()", {"pool": ours_svm}, {"pool": theirs_svm}, number
        ),
        "b = svm_pool(4096); del b": both("b = pool(4096); del b", {"pool": ours_svm}, {"pool": theirs_svm}, number),
    }


def drop_in(sides):
    """clmem.pyopencl's pools, which return pyopencl's objects, against pyopencl's own."""
    kinds = {
        "pool": {
            "clmem": clmem.pyopencl.MemoryPool(sides.their_queue),
            "pyopencl": pyopencl.tools.MemoryPool(pyopencl.tools.ImmediateAllocator(sides.their_queue)),
        },
        "SVM pool": {
            "clmem": clmem.pyopencl.SVMPool(sides.their_queue),
            "pyopencl": pyopencl.tools.SVMPool(pyopencl.tools.SVMAllocator(sides.their_context, queue=sides.their_queue)),
        },
    }
    rows = {}
    for kind, made in kinds.items():
        named = [{"pool": made[side]} for side in ("clmem", "pyopencl")]
        allocate = "allocate(4096)" if kind == "pool" else "pool(4096)"  # pyopencl's SVMPool has no allocate()
        call = allocate if kind != "pool" else f"pool.{allocate}"
        rows[f"drop-in {kind}, {allocate}, release()"] = both(f"b = {call}; b.release()", *named, 50_000)
        rows[f"drop-in {kind}, pool(4096), del"] = both("b = pool(4096); del b", *named, 50_000)
        for names, side in zip(named, ("clmem", "pyopencl")):
            names["x"] = pyopencl.array.arange(sides.their_queue, 1000, dtype=np.float32, allocator=made[side])
        rows[f"drop-in {kind}, (x + 1) * (x - 1)"] = both("y = (x + 1) * (x - 1); x.queue.finish()", *named, 100)
    return rows


def transfers(sides):
    host = np.arange(256, dtype=np.float32)
    ours = {
        "cl": clmem, "queue": sides.queue, "host": host, "zero": np.float32(0),
        "buffer": clmem.Buffer(sides.context, clmem.mem_flags.READ_WRITE, host.nbytes),
    }  # fmt: skip
    theirs = {
        "cl": pyopencl, "queue": sides.their_queue, "host": host, "zero": np.float32(0),
        "buffer": pyopencl.Buffer(sides.their_context, pyopencl.mem_flags.READ_WRITE, host.nbytes),
    }  # fmt: skip
    copy = "cl.enqueue_copy(queue, buffer, host)"
    fill = "cl.enqueue_fill_buffer(queue, buffer, zero, 0, 1024).wait()"
    return {
        "enqueue_copy, 1 KiB to the device": both(copy, ours, theirs, 2_000),
        "enqueue_fill_buffer, 1 KiB": both(fill, ours, theirs, 2_000),
    }


def imports():
    """The minimum time to import each package, in a new interpreter."""
    best = {"clmem": float("inf"), "pyopencl": float("inf")}
    for _ in range(TURNS):
        for module in best:
            program = f"import time; t = time.perf_counter_ns(); import {module}; print(time.perf_counter_ns() - t)"
            done = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True)
            best[module] = min(best[module], float(done.stdout))
    return {"import": best}


def temporaries(queue, pool, steps, seen):
    """Runs a program with thousands of temporaries of five sizes; returns a checksum."""
    arrays = [pyopencl.array.arange(queue, size, dtype=np.float32, allocator=pool) for size in SIZES]
    total = 0.0
    for step in range(steps):
        x = arrays[step % len(arrays)]
        y = (x + 1) * (x - 1) + x * 0.5
        seen(pool)
        total += float(y[:1].get()[0]) if step % 50 == 0 else 0.0
    queue.finish()
    return total


def program(sides):
    """Runs the same pyopencl program with clmem's pool and with pyopencl's: milliseconds, and peak bytes."""
    make = {
        "clmem": lambda: clmem.pyopencl.MemoryPool(sides.their_queue),
        "pyopencl": lambda: pyopencl.tools.MemoryPool(pyopencl.tools.ImmediateAllocator(sides.their_queue)),
    }
    steps, turns = 50, 4 * TURNS
    milliseconds, peak, sums = {}, dict.fromkeys(make, 0), {}
    for turn in range(turns + 1):
        for side in sorted(make, reverse=turn % 2 == 1):
            pool = make[side]()

            def look(pool, side=side):
                peak[side] = max(peak[side], pool.managed_bytes)

            seen = look if turn == 0 else (lambda pool: None)  # the first turn warms up and records memory
            start = timeit.default_timer()
            sums[side] = temporaries(sides.their_queue, pool, steps, seen)
            elapsed = (timeit.default_timer() - start) * 1e3
            if turn > 0:
                milliseconds[side] = min(milliseconds.get(side, float("inf")), elapsed)
            del pool
    if len(set(sums.values())) != 1:
        raise SystemExit(f"the program's results differ: {sums}")
    return {"program, ms": milliseconds, "program, peak bytes": peak}


def main():
    warnings.simplefilter("ignore")
    gc.collect()
    sides = Sides()
    figures = {}
    figures.update(pools(sides))
    figures.update(drop_in(sides))
    figures.update(transfers(sides))
    figures.update(imports())
    figures.update(program(sides))
    device = sides.context.devices[0]
    json.dump(
        {
            "device": f"{device.name.strip()} on {device.platform.name.strip()}, {device.driver_version.strip()}",
            "python": sys.version.split()[0],
            "clmem": clmem.__version__,
            "pyopencl": pyopencl.VERSION_TEXT,
            "figures": figures,
        },
        sys.stdout,
        indent=1,
    )


if __name__ == "__main__":
    main()
