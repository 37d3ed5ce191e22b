"""Shared virtual memory, with and without a pool."""

from typing import Optional

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import clmem as cl
from clmem.tools import PooledSVM, SVMAllocator, SVMPool

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)


def share() -> None:
    memory = cl.SVMAllocation(context, 64, 0, cl.svm_mem_flags.READ_WRITE, queue)
    assert_type(memory.size, Optional[int])
    assert_type(memory.svm_ptr, int)
    cl.enqueue_svm_memfill(queue, memory, np.uint8(1))
    cl.enqueue_fill(queue, memory, np.uint8(1), 8)
    cl.enqueue_svm_migratemem(queue, [memory], cl.mem_migration_flags.HOST)
    with memory.map_rw(queue) as array:
        array[0] = 2
    mapped = memory.map(queue, flags=cl.map_flags.READ, size=8)
    assert_type(mapped, cl.SVMMap)
    mapped.release(queue).wait()
    assert_type(memory.as_buffer(context, size=32), cl.Buffer)
    memory.bind_to_queue(queue)
    memory.unbind_from_queue()
    memory.enqueue_release(queue).wait()

    numbers = cl.csvm_empty(context, (4, 4), np.float32, queue=queue)
    assert_type(numbers.base, cl.SVMAllocation)
    tag = cl.SVM(numbers)
    with tag.map_rw(queue) as shown:
        shown[:] = 1
    cl.csvm_empty_like(context, numbers)
    cl.svm_empty(context, cl.svm_mem_flags.READ_WRITE, 10, "i4", alignment=64)
    source = "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }"
    kernel = cl.Program(context, source).build().twice
    kernel.use_svm(tag)
    kernel(queue, (16,), None, tag)
    host = np.zeros(16, np.float32)
    assert_type(cl.enqueue_copy(queue, host, tag), cl.NannyEvent)
    assert host.sum() == 32

    pool = SVMPool(SVMAllocator(context, alignment=64, queue=queue), limit_bytes=1 << 24)
    block = pool.allocate(100)
    assert_type(block, PooledSVM)
    assert_type(pool(100), PooledSVM)
    assert_type(pool.allocate_with(100, queue=queue, alignment=64, tag="numbers"), PooledSVM)
    target = cl.SVMAllocation(context, 100, queue=queue)
    assert_type(cl.enqueue_copy(queue, target, block, byte_count=10, is_blocking=True), cl.Event)
    bytes_: NDArray[np.uint8] = np.ones(100, np.uint8)
    cl.enqueue_copy(queue, block, bytes_)
    pool.record_use(block, queue)
    block.enqueue_release()


if cl.characterize.has_coarse_grain_buffer_svm(context.devices[0]):
    share()
queue.finish()
