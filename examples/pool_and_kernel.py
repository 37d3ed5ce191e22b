"""A pool, and a kernel that works on a block of its memory."""

import numpy as np

import clmem as cl

COUNT = 1000
context = cl.create_some_context(interactive=False)  # CLMEM_DEVICE, or the first device that works
queue = cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
program = cl.Program(context, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }").build()

# A kernel works on a block, which returns to the pool when it is released or no longer referenced.
numbers = np.arange(COUNT, dtype=np.int32)
block = pool.allocate(numbers.nbytes)
cl.enqueue_copy(queue, block, numbers)
program.twice(queue, numbers.shape, None, block)
cl.enqueue_copy(queue, numbers, block)  # waits, unless its options say otherwise
block.release()
del program  # its kernel keeps its arguments
print(f"doubled on the device: {numbers[0]} {numbers[1]} {numbers[2]} ... {numbers[-1]}")

# A released block serves the next request without a driver call.
for _ in range(10):
    pool.allocate(numbers.nbytes).release()
figures = pool.statistics()
print(f"{figures.allocations} blocks were served by {figures.driver_allocations} allocation of the driver")
print(f"{figures.active_blocks} blocks are in use")
