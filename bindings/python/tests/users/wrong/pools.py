"""Mistakes with pools, allocators, shared virtual memory and the rest of tools."""

import numpy as np

import clmem as cl
from clmem import tools
from clmem.tools import ImmediateAllocator, MemoryPool, SVMAllocator, SVMPool

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
device = context.devices[0]

pool = MemoryPool(ImmediateAllocator(queue))
MemoryPool(queue)  # wrong
MemoryPool(context)  # wrong
MemoryPool(ImmediateAllocator(context))  # wrong
MemoryPool(ImmediateAllocator(queue), limit=10)  # wrong
MemoryPool(ImmediateAllocator(queue), limit_bytes="10")  # wrong
MemoryPool(ImmediateAllocator(queue), out_of_memory=lambda: True)  # wrong
MemoryPool(ImmediateAllocator(queue), 4)  # wrong
SVMPool(ImmediateAllocator(queue))  # wrong
SVMPool(SVMAllocator(queue))  # wrong
SVMAllocator(context, 64)  # wrong
tools.DeferredAllocator(queue)  # wrong
pool.allocate(1.5)  # wrong
pool.allocate("10")  # wrong
pool.allocate()  # wrong
pool.allocate_with(10, tags="x")  # wrong
pool.allocate_with(10, tag=5)  # wrong
pool.allocate_with(10, queue=context)  # wrong
pool.limit  # wrong
pool.allocate(10).length  # wrong
pool.statistics().hit  # wrong
pool.managed_bytes = 0  # wrong
pool.trim()  # wrong
pool.set_limit("1 GiB")  # wrong
pool.record_use(np.zeros(10), queue)  # wrong
pool.record_use(pool.allocate(10), context)  # wrong
pool.forget_queue(device)  # wrong

svm_pool = SVMPool(SVMAllocator(context, queue=queue))
svm_pool.allocate(10).map(queue)  # wrong
svm_pool.allocate(10).bind_to_queue(context)  # wrong
svm = cl.SVMAllocation(context, 64)
cl.SVMAllocation(queue, 64)  # wrong
cl.SVMAllocation(context, 64, queue=context)  # wrong
cl.SVM(64)  # wrong
cl.SVM([1, 2])  # wrong
svm.svm_pointer  # wrong
svm.map_ro(context)  # wrong
svm.as_buffer(queue)  # wrong
cl.csvm_empty(context, 10)  # wrong
cl.csvm_empty(queue, 10, np.float32)  # wrong
cl.csvm_empty(context, 10, np.float32).base.finish()  # wrong
cl.enqueue_svm_memfill(queue, svm, 0)  # wrong
cl.enqueue_svm_migratemem(queue, svm, 0)  # wrong

staging = tools.PageLockedMemoryPool(queue=queue)
tools.PageLockedMemoryPool(queue)  # wrong
staging.allocate(10)  # wrong
staging.allocate((10,), np.float32).shap  # wrong
tools.DeviceMemoryPool(queue)  # wrong
tools.DeviceData(context)  # wrong
tools.DeviceData().warps  # wrong
tools.OccupancyRecord(device, 64)  # wrong
cl.characterize.get_simd_group_size(device)  # wrong
cl.characterize.get_device_memory(context)  # wrong
cl.characterize.get_device_memory(device).used  # wrong


@tools.first_arg_dependent_memoize
def program_for(context: cl.Context) -> cl.Program:
    return cl.Program(context, "kernel void nothing() { }").build()


program_for(queue)  # wrong


class Own(tools.AllocatorBase):
    def __call__(self, size: int) -> int:  # wrong
        return size
