"""A first program: a block of device memory from a pool, a kernel that works on it, and the result."""

import numpy as np

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
program = cl.Program(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }").build()

numbers = np.arange(1000, dtype=np.float32)
block = pool.allocate(numbers.nbytes)
cl.enqueue_copy(queue, block, numbers)
program.twice(queue, numbers.shape, None, block)
cl.enqueue_copy(queue, numbers, block)
print(f"{context.devices[0].name.strip()}: {numbers[:5]} ...")
