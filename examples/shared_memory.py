"""Memory with addresses: the program of docs/svm.md in Python."""

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
with numbers.map_ro(queue) as array:
    print(f"coarse-grain: {array.sum()} is the sum of the host's numbers")

# Fine-grain: no map, but no running command either.
if cl.characterize.has_fine_grain_buffer_svm(queue.device):
    shared = cl.fsvm_empty(context, COUNT, np.int32)
    cl.enqueue_svm_memfill(queue, cl.SVM(shared), np.int32(7)).wait()
    print(f"fine-grain: {shared[-1]} is the last number")
else:
    print("fine-grain: the device has none")

# A pool of it: a block belongs to a queue, and moves to another after the first queue's commands.
pool = cl.tools.SVMPool(cl.tools.SVMAllocator(context, queue=queue))
back = np.empty(COUNT, np.int32)
block = pool(4 * COUNT)
cl.enqueue_svm_memfill(queue, block, np.int32(3))
block.bind_to_queue(other)
cl.enqueue_copy(other, back, block)
print(f"a pool: {back[-1]} is the last number that the other queue sees")
block.enqueue_release()  # when the other queue gets there

# Pointers in memory: name the memory behind them.
SOURCE = """
struct list { global int *first; };
kernel void count_up(global const struct list *all) {
    all->first[get_global_id(0)] = get_global_id(0);
}
"""
kernel = cl.Program(context, SOURCE).build().count_up
found = cl.SVMAllocation(context, 4 * COUNT, queue=queue)
first = cl.SVM(cl.csvm_empty(context, 1, np.uintp, queue=queue))
with first.map_rw(queue) as array:
    array[0] = found.svm_ptr
kernel.use_svm(found)
kernel(queue, (COUNT,), None, first)
cl.enqueue_copy(queue, back, found)
print(f"pointers in memory: {back[-1]} is the last number that the kernel wrote")

# Memory of other owners: a tag, which owns nothing, and a buffer over the same bytes for commands that take no address.
yours = cl.csvm_empty(context, COUNT, np.int32)
tag = cl.SVM(yours)
cl.enqueue_svm_memfill(queue, tag, np.int32(1))
cl.enqueue_copy(queue, back, tag)
print(f"memory of others: {back[-1]} is the last number")
assert tag.as_buffer(context).size == yours.nbytes
