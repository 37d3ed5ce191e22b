"""Memory of clmem in pyopencl's objects, and objects of pyopencl in clmem's calls."""

from typing import List

import numpy as np
import pyopencl
import pyopencl.array
from typing_extensions import assert_type

import clmem as cl
from clmem.pyopencl import of, to
from clmem.pyopencl import tools as both
from clmem.pyopencl.tools import (
    DeferredAllocator,
    ImmediateAllocator,
    MemoryPool,
    PooledBuffer,
    PooledSVM,
    SVMAllocator,
    SVMPool,
    dtype_to_ctype,
)
from clmem.tools import PoolStatistics, TagStatistics

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=1 << 26)
x = pyopencl.array.zeros(queue, 10, np.float32, allocator=pool)
assert dtype_to_ctype(np.dtype(np.float32)) == "float"
block = pool.allocate(1024)
assert_type(block, PooledBuffer)
assert_type(pool(10), PooledBuffer)
assert_type(pool.allocate_with(10, queue=queue, tag="a"), PooledBuffer)
assert_type(block.size, int)
assert_type(block[0:128], PooledBuffer)
assert_type(pool.statistics(), PoolStatistics)
assert_type(pool.tag_statistics(), List[TagStatistics])
assert_type(pool.managed_bytes, int)
assert_type(pool.trim(0), int)
pool.record_use(block, queue)
pool.forget_queue(queue)
pool.free_held()
pool.stop_holding()
MemoryPool(queue)
assert_type(DeferredAllocator(context)(10), PooledBuffer)

# clmem's functions accept objects of pyopencl.
own = cl.CommandQueue(context)
plain = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 1024)
event = cl.enqueue_copy(queue, plain, np.zeros(256, np.float32))
assert_type(event, cl.NannyEvent)
theirs = pyopencl.enqueue_marker(queue)
cl.enqueue_fill_buffer(queue, plain, np.float32(0), 0, 1024, wait_for=[theirs, event])
cl.enqueue_copy(own, block, plain).wait()
cl.wait_for_events([theirs])
ours = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
program = cl.Program(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }").build()
program.twice(queue, (10,), None, plain)
program.twice(queue, (10,), None, x)

# Objects are converted in both directions.
assert_type(to(own), pyopencl.CommandQueue)
assert_type(to(ours), MemoryPool)
assert_type(to(ours.allocate(10)), PooledBuffer)
assert_type(of(context), cl.Context)
assert_type(of(queue).device.name, str)
assert_type(of(pool), cl.tools.MemoryPool)
cl.enqueue_fill_buffer(own, of(plain), np.float32(0), 0, 400)
cl.enqueue_fill_buffer(own, of(x.base_data), np.float32(0), 0, 40)
pool.record_use(x.base_data, queue)


def share() -> None:
    svm = SVMPool(SVMAllocator(context, queue=queue))
    memory = svm.allocate(64)
    assert_type(memory, PooledSVM)
    memory.bind_to_queue(queue)
    memory.enqueue_release()
    both.SVMPool(queue).allocate_with(10, alignment=64)


if cl.characterize.has_coarse_grain_buffer_svm(of(context).devices[0]):
    share()
queue.finish()
