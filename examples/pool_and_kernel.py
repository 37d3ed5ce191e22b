"""A pool, and a kernel that works on a block of its memory."""

import numpy as np

import clmem as cl

COUNT = 1000
context = cl.create_some_context(interactive=False)  # CLMEM_DEVICE names the device; else it is the first that works
queue = cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
program = cl.Program(context, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }").build()

# A kernel works on a block. It goes back to the pool when it is released, or when nothing refers to it any more.
numbers = np.arange(COUNT, dtype=np.int32)
block = pool.allocate(numbers.nbytes)
cl.enqueue_copy(queue, block, numbers)
program.twice(queue, numbers.shape, None, block)
cl.enqueue_copy(queue, numbers, block)  # waits, unless it is told not to
block.release()
del program  # whose kernel keeps its arguments
print(f"doubled on the device: {numbers[0]} {numbers[1]} {numbers[2]} ... {numbers[-1]}")

# What is released serves the next who asks: no call to the driver.
for _ in range(10):
    pool.allocate(numbers.nbytes).release()
figures = pool.statistics()
print(f"{figures.allocations} blocks were served by {figures.driver_allocations} allocation of the driver")
print(f"{figures.active_blocks} blocks are in use")
