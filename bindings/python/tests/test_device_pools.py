"""Pools of device memory and of page-locked host memory."""

import gc

import numpy as np
import pytest

import clmem as cl
from clmem import tools


def test_held_blocks_counts_released_blocks(queue):
    pool = tools.MemoryPool(tools.ImmediateAllocator(queue))
    blocks = [pool.allocate(1 << 16) for _ in range(5)]
    assert pool.held_blocks == 0
    for released, block in enumerate(blocks, start=1):
        block.release()
        assert (pool.held_blocks, pool.active_blocks) == (released, 5 - released)
    pool.free_held()
    assert (pool.held_blocks, pool.managed_bytes) == (0, 0)


def test_device_memory_pool(context, queue, coarse):
    pool = tools.DeviceMemoryPool(queue=queue)
    memory = pool.allocate(4000)
    assert isinstance(memory, tools.PooledDeviceAllocation)
    assert isinstance(memory, cl.SVMPointer)
    assert len(memory) == 4000
    assert int(memory) == memory.svm_ptr != 0
    assert hex(memory) == hex(int(memory))
    assert (pool.active_blocks, pool.active_bytes) == (1, 4000)
    memory.free()
    assert pool.held_blocks == 1
    with pytest.raises(cl.LogicError):
        memory.free()
    pool.stop_holding()
    assert pool.managed_bytes == 0
    assert tools.DeviceMemoryPool().allocate(100) is not None


def test_page_locked_arrays(queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate((3, 4), np.float32)
    assert array.shape == (3, 4) and array.dtype == np.float32 and array.flags.c_contiguous and array.flags.writeable
    assert isinstance(array.base, tools.PooledHostAllocation)
    assert len(array.base) == 48
    array[:] = 7
    assert array.sum() == 84
    assert pool.allocate((3, 4), "f8", order="F").flags.f_contiguous
    assert pool.allocate(5, np.int8).shape == (5,)
    assert pool.allocate((0, 3), np.int8).shape == (0, 3)
    part = array[1:]
    del array
    gc.collect()
    assert pool.active_blocks == 1, "a view keeps the memory"
    assert part.sum() == 56
    del part
    assert pool.active_blocks == 0


def test_structured_page_locked_arrays(queue):
    kind = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
    array = tools.PageLockedMemoryPool(queue=queue).allocate(10, kind)
    assert array.dtype == kind
    array["b"] = 3
    assert array["b"].sum() == 30


def test_a_running_transfer_keeps_page_locked_memory(context, queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate(1000, np.uint8)
    array[:] = 9
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1000)
    gate = cl.UserEvent(context)
    event = cl.enqueue_copy(queue, buffer, array, is_blocking=False, wait_for=[gate])
    del array
    gc.collect()
    held = pool.active_blocks
    gate.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    assert held == 1
    del event
    gc.collect()
    assert pool.active_blocks == 0


def test_page_locked_memory_freed_early_waits_for_its_transfers(context, queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate(100_000, np.uint8)
    array[:] = 9
    address = array.ctypes.data
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 50_000)
    gate = cl.UserEvent(context)
    event = cl.enqueue_copy(queue, buffer, array[50_000:], is_blocking=False, wait_for=[gate])
    try:
        array.base.free()
        with pytest.raises(cl.LogicError):
            array.base.free()
        other = pool.allocate(100_000, np.uint8)
        assert other.ctypes.data != address
        other[:] = 1
    finally:
        gate.set_status(cl.command_execution_status.COMPLETE)
        event.wait()
    got = np.empty(50_000, np.uint8)
    cl.enqueue_copy(queue, got, buffer)
    assert (got == 9).all()


@pytest.mark.parametrize(
    "arguments, message",
    [(((2,), object), "objects"), (((-1,), np.int8), "shape: expected numbers of at least 0"), (((1,), np.int8, "K"), "order")],
)
def test_wrong_page_locked_arrays(queue, arguments, message):
    with pytest.raises(cl.LogicError, match=message):
        tools.PageLockedMemoryPool(queue=queue).allocate(*arguments)


FLAGS = cl.host_alloc_flags


@pytest.mark.parametrize("flags", range(8), ids=lambda flags: FLAGS.to_string(flags) if flags else "none")
def test_flags_of_page_locked_memory(queue, context, flags):
    pool = tools.PageLockedMemoryPool(tools.PageLockedAllocator(flags), queue=queue)
    array = pool.allocate((100,), np.int32)
    array[:] = np.arange(100)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, array.nbytes)
    cl.enqueue_copy(queue, buffer, array)
    got = pool.allocate(100, np.int32)
    cl.enqueue_copy(queue, got, buffer)
    assert (got == array).all()


@pytest.mark.parametrize("flags, read_only", [(0, False), (FLAGS.PORTABLE, False), (FLAGS.DEVICEMAP, False),
                                              (FLAGS.WRITECOMBINED, True), (FLAGS.WRITECOMBINED | FLAGS.DEVICEMAP, False)])
def test_flags_of_page_locked_memory_become_opencl_flags(flags, read_only):
    expected = cl.mem_flags.READ_ONLY if read_only else cl.mem_flags.READ_WRITE
    assert tools.PageLockedAllocator(flags)._memory_flags() == expected


@pytest.mark.parametrize("flags", [8, cl.mem_flags.ALLOC_HOST_PTR, -1])
def test_unknown_flags_of_page_locked_memory(flags):
    with pytest.raises(cl.LogicError, match="expected bits of host_alloc_flags"):
        tools.PageLockedAllocator(flags)


def test_page_locked_pools_refuse_other_allocators():
    with pytest.raises(TypeError, match="PageLockedAllocator"):
        tools.PageLockedMemoryPool(3)
