"""Mistakes with pyopencl's objects over clmem's memory."""

import numpy as np
import pyopencl

import clmem as cl
import clmem.pyopencl as both
from clmem.pyopencl import of, to
from clmem.pyopencl.tools import ImmediateAllocator, MemoryPool, SVMAllocator, SVMPool

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
plain = pyopencl.Buffer(context, pyopencl.mem_flags.READ_WRITE, 1024)

pool = MemoryPool(ImmediateAllocator(queue))
MemoryPool(context)  # wrong
MemoryPool(ImmediateAllocator(context))  # wrong
MemoryPool(ImmediateAllocator(queue), limit=10)  # wrong
SVMPool(ImmediateAllocator(queue))  # wrong
SVMAllocator(queue)  # wrong
pool.nosuch  # wrong
pool.allocate("10")  # wrong
pool.allocate_with(10, tags="x")  # wrong
pool.allocate(10).length  # wrong
pool.statistics().hit  # wrong
pool.trim("0")  # wrong
pool.record_use(5, queue)  # wrong
both.tools.dtype_to_ctypes  # wrong
both.too  # wrong

cl.Buffer(queue, cl.mem_flags.READ_WRITE, 10)  # wrong
cl.enqueue_copy(context, plain, np.zeros(10))  # wrong
cl.enqueue_copy(queue, plain, 5)  # wrong
cl.enqueue_fill_buffer(queue, queue, np.uint8(0), 0, 4)  # wrong
cl.enqueue_marker(plain)  # wrong
cl.wait_for_events([queue])  # wrong
cl.tools.ImmediateAllocator(context)  # wrong
cl.Kernel(plain, "twice")  # wrong
of(queue).devices  # wrong
of(5)  # wrong
to(plain)  # wrong
to(cl.CommandQueue(of(context))).nosuch  # wrong
