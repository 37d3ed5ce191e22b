"""One pool, two queues: the program of docs/queue-order.md in Python."""

import numpy as np

import clmem as cl

MIB = 1 << 20
context = cl.create_some_context(interactive=False)
compute, copies = cl.CommandQueue(context), cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(compute))
numbers = np.empty(MIB // 4, np.uint32)

# A block belongs to a queue, and may be released while the queue's commands use it.
a = pool.allocate(MIB)  # for commands in the pool's queue, at once
cl.enqueue_fill(compute, a, np.uint32(7))
a.release()  # the command may still be running
b = pool.allocate_with(MIB, queue=copies)  # never memory that `compute` is still writing
cl.enqueue_fill(copies, b, np.uint32(8))
cl.enqueue_copy(copies, numbers, b)
b.release()
print(f"in turn: the second queue's block holds {numbers[-1]}")

# A second queue uses a block: you order the queues' commands by events.
block = pool.allocate(MIB)
written = cl.enqueue_fill(compute, block, np.uint32(7))
compute.flush()  # OpenCL requires it before another queue waits
pool.record_use(block, copies)  # for commands of other libraries; clmem's own do this for you
cl.enqueue_fill(copies, block, np.uint32(9), wait_for=[written])
cl.enqueue_copy(copies, numbers, block)
block.release()  # reused only when both queues have finished with it
print(f"both: the second queue made {numbers[-1]} of it")

# A block is freed after events: it is reused only after all commands that use it.
block = pool.allocate(MIB)
written = cl.enqueue_fill(compute, block, np.uint32(7))
compute.flush()
copied = cl.enqueue_fill(copies, block, np.uint32(9), wait_for=[written])
copies.flush()
block.release()
print(f"after events: {pool.active_blocks} blocks are in use")

# What it has cost. Markers and barriers depend on the device's timing.
figures = pool.statistics()
print(f"the pool served {figures.queues} queues, and the host waited {figures.host_waits} times")
pool.forget_queue(copies)  # before a queue ends: the pool releases its reference
