"""Tortures the examples in Python, each many times in one process: every OpenCL call fails in turn, once and for good.

None may crash, hang, or leave OpenCL objects besides those whose release was made to fail. The process runs with
clmem's layer, and CLMEM_RUN_FAULTS=off.
"""

import contextlib
import ctypes
import gc
import io
import pathlib
import runpy
import signal
import sys
import time

from clmem import _pending

FAILURES, LOST, OBJECTS, NUMBERS = 1, 3, slice(4, 11), 11
KINDS = ("contexts", "queues", "memory objects", "events", "kernels", "programs", "samplers")
LIMIT_S = 120


class Faults:
    """The layer's functions, which a program finds like those of an extension."""

    def __init__(self):
        library = ctypes.CDLL("libOpenCL.so.1")
        library.clGetExtensionFunctionAddressForPlatform.restype = ctypes.c_void_p
        library.clGetExtensionFunctionAddressForPlatform.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        platform = ctypes.c_void_p()
        library.clGetPlatformIDs(1, ctypes.byref(platform), None)

        def function(name, result, *arguments):
            address = library.clGetExtensionFunctionAddressForPlatform(platform, name)
            if not address:
                sys.exit("expected the layer in OPENCL_LAYERS, and CLMEM_RUN_FAULTS=off, got none")
            return ctypes.CFUNCTYPE(result, *arguments)(address)

        self._set = function(b"clSetFaultsCLMEM", ctypes.c_int32, ctypes.c_char_p)
        self._get = function(b"clGetFaultCountsCLMEM", ctypes.c_int32, ctypes.c_uint32, ctypes.c_void_p)

    def set(self, spec):
        assert self._set(spec.encode()) == 0

    def counts(self):
        numbers = (ctypes.c_uint64 * NUMBERS)()
        assert self._get(NUMBERS, numbers) == 0
        return list(numbers)


def run(program):
    """Runs an example; returns what it raised, or None. What it prints is of no interest."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            runpy.run_path(str(program), run_name="__main__")
    except BaseException as problem:  # whatever it is: a crash alone counts
        return problem
    return None


def settled_objects(faults, most):
    """How many OpenCL objects live, once threads of clmem had a moment to release theirs."""
    for _ in range(200):
        gc.collect()
        for queue in list(_pending._pending):  # keeps events of complete commands until the next queue begins
            _pending.forget(queue)
        if sum(faults.counts()[OBJECTS]) <= most:
            break
        time.sleep(0.005)
    return sum(faults.counts()[OBJECTS])


def torture(faults, program):
    """How many runs there were, and the leaks."""
    runs, leaks = 0, []
    for _ in range(2):  # what clmem keeps is there after the first
        if (problem := run(program)) is not None:
            sys.exit(f"{program}: {problem!r}, without any fault")
    most = settled_objects(faults, 0)
    for choice in ("nth", "from"):
        for number in range(1, 100_000):
            signal.alarm(LIMIT_S)
            before = faults.counts()
            faults.set(f"all:{choice}={number}")
            problem = run(program)
            faults.set("off")
            if choice == "from":  # clmem could not wait for commands that write to what its frames hold
                time.sleep(0.02)
            del problem
            after = faults.counts()
            if after[FAILURES] == before[FAILURES]:
                break
            runs += 1
            lost = after[LOST] - before[LOST]
            left = settled_objects(faults, most + lost) - most
            if left > lost:
                live = ", ".join(f"{count} {kind}" for kind, count in zip(KINDS, faults.counts()[OBJECTS]) if count)
                leaks.append(f"all:{choice}={number}: {left - lost} objects are left; live: {live}")
            most += left
    signal.alarm(0)
    return runs, leaks


def main():
    faults = Faults()
    faulty = 0
    for program in map(pathlib.Path, sys.argv[1:]):
        print(f"{program.name:<45} ", end="", flush=True)
        runs, leaks = torture(faults, program)
        print(f"{runs:>5} runs, {len(leaks)} leaks", *leaks[:20], sep="\n    ", flush=True)
        faulty += bool(leaks)
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
