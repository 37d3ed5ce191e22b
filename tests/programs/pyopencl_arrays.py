"""Expressions of pyopencl's arrays, whose temporaries are buffers or SVM.

usage: pyopencl_arrays.py plain|pool|svm STEPS; prints checksums, and on stderr the time of a step
"""

import hashlib
import sys
import time

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.tools


def allocator(kind, context, queue):
    if kind == "pool":
        return pyopencl.tools.MemoryPool(pyopencl.tools.ImmediateAllocator(queue))
    if kind == "svm":
        return pyopencl.tools.SVMAllocator(context, alignment=0, queue=queue)
    return None


def main(kind, steps):
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    allocate = allocator(kind, context, queue)
    host = np.linspace(0, 1, 1030 * 1030, dtype=np.float32)
    a, b = (cla.to_device(queue, values, allocator=allocate) for values in (host, host[::-1].copy()))
    for step in range(-(steps + 9) // 10, steps):
        if step == 0:
            queue.finish()
            start, processor = time.perf_counter(), time.process_time()
        c = 2 * a + b * b - (a - b) / 3
        d = (c * a + 1) * (b + 2)
        a = d / 12
    queue.finish()
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    print(f"time step {wall / steps * 1e6:.3f} {processor / steps * 1e6:.3f}", file=sys.stderr)
    print(hashlib.sha256(a.get().tobytes()).hexdigest())
    print(cla.sum(a).get(), cla.max(a).get())


main(sys.argv[1], int(sys.argv[2]))
