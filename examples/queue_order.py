"""One pool, two queues: what docs/queue-order.md tells, in Python."""

import numpy as np

import clmem as cl

MIB = 1 << 20
context = cl.create_some_context(interactive=False)
compute, copies = cl.CommandQueue(context), cl.CommandQueue(context)
pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(compute))

# A block may be released while commands use it: nobody gets its memory before they are done, on whatever queue.
for turn in range(10):
    block = pool.allocate(MIB)
    cl.enqueue_fill(compute, block, np.uint32(turn))
    block.release()

    other = pool.allocate(MIB)  # often the same memory
    written = cl.enqueue_fill(compute, other, np.uint32(100 + turn))
    result = np.empty(MIB // 4, np.uint32)
    cl.enqueue_copy(copies, result, other, wait_for=[written])  # that the copy uses it, the pool hears by itself
    other.release()
    assert (result == 100 + turn).all()

print(f"{pool.active_blocks} blocks in use, {pool.managed_bytes // MIB} MiB held for {pool.held_blocks} that were")
