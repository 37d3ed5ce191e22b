"""Allocators with injected faults."""

import pytest

import clmem as cl
from clmem import tools


def test_an_allocation_fails_on_order(queue):
    allocator = tools.FaultyAllocator(tools.ImmediateAllocator(queue), "allocate:above=1MiB:code=CL_OUT_OF_RESOURCES")
    assert allocator(1 << 20).size == 1 << 20
    with pytest.raises(cl.MemoryError, match="an injected fault"):
        allocator((1 << 20) + 1)
    assert allocator.faults == tools.FaultCounts(calls=allocator.faults.calls, failures=2, delays=0), "it tries twice"


def test_a_pool_sees_a_small_device(queue):
    allocator = tools.FaultyAllocator(tools.DeferredAllocator(queue.context), "memory:beyond=4MiB")
    pool = tools.MemoryPool(allocator)
    block = pool.allocate(1 << 20)
    with pytest.raises(cl.MemoryError):
        pool.allocate(8 << 20)
    block.release()
    assert allocator.faults.failures > 0
    assert pool.allocate(1 << 20) is not None


def test_faults_lie_over_faults(queue):
    inner = tools.FaultyAllocator(tools.ImmediateAllocator(queue), "allocate:delay=1us")
    outer = tools.FaultyAllocator(inner, "sub_buffer:nth=1")
    pool = tools.MemoryPool(outer)
    with pytest.raises(cl.MemoryError, match="sub_buffer of"):
        pool.allocate(5000).int_ptr
    assert inner.faults.delays == 1 and outer.faults.failures == 1


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("allocate:nth=0", "nth: expected a number from 1 on, got 0"),
        ("clFinish", "expected allocate, free, sub_buffer, map, memory or all, got clFinish"),
        ("", "got nothing"),
        ("a\0b", "without zeros"),
    ],
)
def test_wrong_specs(queue, spec, message):
    with pytest.raises(cl.LogicError, match=message):
        tools.FaultyAllocator(tools.ImmediateAllocator(queue), spec)


def test_wrong_types(queue):
    with pytest.raises(TypeError, match="expected an allocator of buffers, got int"):
        tools.FaultyAllocator(5, "allocate")
    with pytest.raises(TypeError, match="expected an allocator of buffers, got SVMAllocator; SVM pools"):
        tools.FaultyAllocator(tools.SVMAllocator(queue.context), "allocate")
    with pytest.raises(TypeError, match="spec: expected a str, got 5"):
        tools.FaultyAllocator(tools.ImmediateAllocator(queue), 5)
