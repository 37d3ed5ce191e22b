"""Memory with addresses: what docs/svm.md tells, in Python."""

import numpy as np

import clmem as cl

COUNT = 1024
context = cl.create_some_context(interactive=False)
queue, other = cl.CommandQueue(context), cl.CommandQueue(context)
if not cl.characterize.has_coarse_grain_buffer_svm(queue.device):
    raise SystemExit(print("the device has no shared virtual memory"))

# Coarse-grain: the host reads and writes it while it is mapped.
numbers = cl.SVM(cl.csvm_empty(context, COUNT, np.int32, queue=queue))
with numbers.map_rw(queue) as array:
    array[:] = np.arange(COUNT)

# Fine-grain: no map, but no command at work either.
if cl.characterize.has_fine_grain_buffer_svm(queue.device):
    shared = cl.fsvm_empty(context, COUNT, np.int32)
    cl.enqueue_svm_memfill(queue, cl.SVM(shared), np.int32(7)).wait()
    assert (shared == 7).all()

# A pool of it: blocks belong to a queue, and move to another behind what the first one has to do.
pool = cl.tools.SVMPool(cl.tools.SVMAllocator(context, queue=queue))
block = pool(4 * COUNT)
cl.enqueue_copy(queue, block, np.arange(COUNT, dtype=np.int32))
block.bind_to_queue(other)
back = np.empty(COUNT, np.int32)
cl.enqueue_copy(other, back, block)
block.enqueue_release()
assert (back == np.arange(COUNT)).all()

with numbers.map_ro(queue) as array:
    print(f"{array.sum()} is the sum of {COUNT} numbers that the host and the device share")
