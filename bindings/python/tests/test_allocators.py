"""Allocators without a pool."""

import warnings

import numpy as np
import pytest

import clmem as cl
from clmem import tools


def test_allocators_of_buffers(context, queue):
    for allocator in (
        tools.DeferredAllocator(context),
        tools.DeferredAllocator(context=context, mem_flags=cl.mem_flags.READ_ONLY),
        tools.CLAllocator(context),
        tools.ImmediateAllocator(queue),
        tools.ImmediateAllocator(queue=queue, mem_flags=cl.mem_flags.READ_WRITE),
    ):
        assert isinstance(allocator, tools.AllocatorBase)
        buffer = allocator(1000)
        assert isinstance(buffer, cl.Buffer)
        assert buffer.size == 1000
        cl.enqueue_fill_buffer(queue, buffer, np.uint8(1), 0, 1000).wait()
        buffer.release()


def test_flags_are_passed_to_the_driver(context):
    buffer = tools.DeferredAllocator(context, cl.mem_flags.READ_ONLY)(100)
    assert buffer.flags & cl.mem_flags.READ_ONLY


def test_an_oversized_allocation_fails(context, queue):
    size = context.devices[0].max_mem_alloc_size + 1
    for allocator in (tools.DeferredAllocator(context), tools.ImmediateAllocator(queue)):
        with pytest.raises(cl.MemoryError):
            allocator(size)
        with pytest.raises(cl.MemoryError):
            tools.MemoryPool(allocator)(size)


def test_svm_allocator(context, queue, coarse):
    allocation = tools.SVMAllocator(context, alignment=256, flags=cl.svm_mem_flags.READ_WRITE, queue=queue)(1000)
    assert isinstance(allocation, cl.SVMAllocation)
    assert allocation.size == 1000
    assert allocation.svm_ptr % 256 == 0
    allocation.release()


def test_the_base_class_of_allocators_is_abstract():
    with pytest.raises(NotImplementedError):
        tools.AllocatorBase()(1)


def test_old_names_and_deferred_allocators_warn(context, queue):
    with pytest.warns(DeprecationWarning, match="use DeferredAllocator") as caught:
        allocator = tools.CLAllocator(context)
    assert caught[0].filename == __file__ and isinstance(allocator, tools.DeferredAllocator)
    with pytest.warns(UserWarning, match="pass an ImmediateAllocator") as caught:
        tools.MemoryPool(allocator)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tools.MemoryPool(tools.ImmediateAllocator(queue))
        tools.DeferredAllocator(context)
