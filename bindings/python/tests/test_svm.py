"""Shared virtual memory."""

import gc

import numpy as np
import pytest

import clmem as cl

smf = cl.svm_mem_flags
pytestmark = pytest.mark.usefixtures("coarse")


@pytest.fixture()
def allocation(ctx, queue):
    return cl.SVMAllocation(ctx, 1024, 0, smf.READ_WRITE, queue=queue)


def test_an_allocation_is_an_svm_pointer(ctx, allocation):
    assert isinstance(allocation, cl.SVMPointer) and allocation.size == 1024 and allocation.svm_ptr % 128 == 0
    aligned = cl.SVMAllocation(ctx, 10, 4096, smf.READ_WRITE)
    assert aligned.svm_ptr % 4096 == 0
    assert allocation == allocation and allocation != aligned and allocation != 3
    assert len({allocation, aligned, allocation}) == 2


def test_map_of_an_opaque_allocation(queue, allocation):
    with allocation.map_rw(queue) as bytes_:
        assert bytes_.dtype == np.uint8 and bytes_.shape == (1024,) and bytes_.flags.writeable
        bytes_[:] = 5
    map_ = allocation.map_ro(queue, size=16, is_blocking=False)
    map_.event.wait()
    assert map_.array.shape == (16,) and (map_.array == 5).all() and not map_.array.flags.writeable
    assert map_.svm is allocation and map_.queue is queue
    event = map_.release(queue, wait_for=[map_.event])
    event.wait()
    map_.release().wait()  # a second release does nothing
    with allocation.map(queue, flags=cl.map_flags.WRITE_INVALIDATE_REGION) as bytes_:
        bytes_[:] = 6


def test_release(ctx, queue):
    allocation = cl.SVMAllocation(ctx, 64, 0, smf.READ_WRITE, queue=queue)
    assert allocation._queue is queue
    allocation.enqueue_release().wait()
    for use in (allocation.release, allocation.enqueue_release, lambda: allocation.svm_ptr):
        with pytest.raises(cl.LogicError, match="already released"):
            use()
    loose = cl.SVMAllocation(ctx, 64, 0, smf.READ_WRITE)
    with pytest.raises(cl.LogicError, match="belongs to no queue"):
        loose.enqueue_release()
    gate = cl.UserEvent(ctx)
    event = loose.enqueue_release(queue, wait_for=[gate])
    queue.flush()
    gate.set_status(0)
    event.wait()


def test_an_empty_allocation(ctx, queue):
    nothing = cl.SVMAllocation(ctx, 0, 0, smf.READ_WRITE, queue=queue)
    assert nothing.size == 0 and nothing.svm_ptr == 0
    nothing.enqueue_release().wait()
    nothing.release()


def test_queues(ctx, queue, allocation, dev):
    other = cl.CommandQueue(ctx)
    gate = cl.UserEvent(ctx)
    event = cl.enqueue_fill(queue, allocation, np.uint8(3), wait_for=[gate])
    allocation.bind_to_queue(other)
    copied = cl.SVMAllocation(ctx, 1024, 0, smf.READ_WRITE, queue=other)
    later = cl.enqueue_copy(other, copied, allocation)
    queue.flush()
    other.flush()
    assert later.command_execution_status > 0  # it waits for the fill in the other queue
    gate.set_status(0)
    later.wait()
    event.wait()
    allocation.unbind_from_queue()
    with copied.map_ro(other) as bytes_:
        assert (bytes_ == 3).all()


def test_out_of_order_queues_are_refused(ctx, dev, allocation):
    if not dev.queue_properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        pytest.skip("the device has no out-of-order queues")
    wild = cl.CommandQueue(ctx, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    with pytest.raises(cl.LogicError, match="out of order|in order"):
        cl.SVMAllocation(ctx, 64, 0, smf.READ_WRITE, queue=wild)
    with pytest.raises(cl.LogicError, match="out of order|in order"):
        allocation.bind_to_queue(wild)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", ["f4", "i8", "c16", [("x", "f4"), ("y", "i2")], "(2,)f4"])
def test_empty(ctx, queue, order, dtype):
    ary = cl.svm_empty(ctx, smf.READ_WRITE, (3, 4), dtype, order=order, queue=queue)
    expected = np.empty((3, 4), dtype, order=order)
    assert ary.shape == expected.shape and ary.dtype == expected.dtype and ary.strides == expected.strides
    assert isinstance(ary.base, cl.SVMAllocation) and ary.base.size == ary.nbytes
    assert ary.ctypes.data % np.dtype(dtype).alignment == 0
    like = cl.svm_empty_like(ctx, smf.READ_WRITE, ary, queue=queue)
    assert like.strides == ary.strides and like.dtype == ary.dtype


def test_variants_of_svm_empty(ctx, queue, fine):
    assert cl.csvm_empty(ctx, 10, np.int32, queue=queue).shape == (10,)
    assert cl.csvm_empty(ctx, 10, np.int32, alignment=512).ctypes.data % 512 == 0
    ary = cl.fsvm_empty(ctx, (2, 5), np.float32)
    ary[:] = 1
    assert cl.fsvm_empty_like(ctx, ary).shape == (2, 5) and cl.csvm_empty_like(ctx, ary).shape == (2, 5)
    with pytest.raises(ValueError, match="'C' or 'F'"):
        cl.csvm_empty(ctx, 10, np.int32, order="K")
    with pytest.raises(ValueError, match="gaps"):
        cl.csvm_empty_like(ctx, np.zeros((4, 4))[::2, ::2])


def test_buf_and_dlpack(ctx, queue, fine):
    allocation = cl.SVMAllocation(ctx, 16, 0, smf.READ_WRITE | smf.SVM_FINE_GRAIN_BUFFER, queue=queue)
    allocation.buf[:] = np.arange(16)
    assert allocation.buf.sum() == 120 and allocation.buf.base is not None
    assert allocation.__dlpack_device__() == (1, 0)
    shared = np.from_dlpack(allocation)
    np.testing.assert_array_equal(shared, np.arange(16))
    address = shared.ctypes.data
    assert address == allocation.svm_ptr
    del allocation
    gc.collect()
    assert shared.sum() == 120
    coarse = cl.SVMAllocation(ctx, 16, 0, smf.READ_WRITE)
    with pytest.raises(BufferError, match="map"):
        np.from_dlpack(coarse)


def test_fill_honours_the_byte_count(ctx, queue, allocation):
    cl.enqueue_svm_memfill(queue, allocation, np.uint8(1))
    cl.enqueue_svm_memfill(queue, allocation, np.int32(0), byte_count=16)
    cl.enqueue_fill(queue, allocation, np.uint8(7), 4, offset=100)
    with allocation.map_ro(queue) as bytes_:
        assert not bytes_[:16].any() and (bytes_[16:100] == 1).all() and (bytes_[100:104] == 7).all()
        assert (bytes_[104:] == 1).all()


def test_migrate(ctx, queue, allocation, dev):
    arguments = (queue, [allocation, cl.SVM(cl.csvm_empty(ctx, 4, np.int32))], 0)
    if dev._get_cl_version() >= (2, 1):
        cl.enqueue_svm_migratemem(*arguments).wait()
        assert cl.enqueue_svm_migrate_mem is cl.enqueue_svm_migratemem
    else:
        with pytest.raises(cl.LogicError, match="2.1"):
            cl.enqueue_svm_migratemem(*arguments)


def test_as_buffer(ctx, queue, allocation):
    buffer = allocation.as_buffer(ctx)
    assert isinstance(buffer, cl.Buffer) and buffer.size == 1024
    cl.enqueue_fill(queue, buffer, np.uint8(9))
    queue.finish()
    with allocation.map_ro(queue) as bytes_:
        assert (bytes_ == 9).all()
    assert allocation.as_buffer(ctx, flags=cl.mem_flags.READ_ONLY, size=16).size == 16


def test_plain_host_memory_needs_system_svm(ctx, queue, dev):
    if cl.characterize.has_fine_grain_system_svm(dev):
        cl.enqueue_svm_memfill(queue, np.zeros(16, np.uint8), np.uint8(1)).wait()
        return
    with pytest.raises(cl.LogicError, match="FINE_GRAIN_SYSTEM"):
        cl.enqueue_svm_memfill(queue, np.zeros(16, np.uint8), np.uint8(1))


def test_tags_of_views(ctx, queue):
    ary = cl.csvm_empty(ctx, (4, 8), np.float32, queue=queue)
    with cl.SVM(ary).map_rw(queue):
        ary[:] = 0
    rows = cl.SVM(ary[1:3])
    assert rows.size == 64 and rows.svm_ptr == ary.ctypes.data + 32
    cl.enqueue_svm_memfill(queue, rows, np.float32(2))
    with cl.SVM(ary).map_ro(queue) as mapped:
        np.testing.assert_array_equal(mapped[:, 0], [0, 2, 2, 0])
    with pytest.raises(cl.LogicError, match="gaps"):
        cl.SVM(ary[:, ::2])


def test_dlpack_of_every_kind_of_svm(ctx, queue, fine):
    flags = cl.svm_mem_flags.READ_WRITE | cl.svm_mem_flags.SVM_FINE_GRAIN_BUFFER
    pool = cl.tools.SVMPool(cl.tools.SVMAllocator(ctx, flags=flags, queue=queue))
    for memory in (pool.allocate(64), cl.SVMAllocation(ctx, 64, 0, flags, queue)):
        shared = np.from_dlpack(memory)
        shared[:] = 9
        got = np.empty(64, np.uint8)
        cl.enqueue_copy(queue, got, memory)
        assert (got == 9).all() and memory.__dlpack_device__() == (1, 0)
    assert np.from_dlpack(cl.SVMAllocation(ctx, 0, 0, flags, queue)).size == 0
    coarse = cl.tools.SVMPool(cl.tools.SVMAllocator(ctx, queue=queue)).allocate(64)
    with pytest.raises(BufferError, match="use the array that map"):
        np.from_dlpack(coarse)


def test_a_map_constructed_by_the_program(ctx, queue, coarse):
    memory = cl.SVMAllocation(ctx, 64, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
    made = memory.map_rw(queue)
    again = cl.SVMMap(memory, made.array, queue, made.event)
    assert (again.svm, again.queue, again.event) == (memory, queue, made.event) and again.array is made.array
    with again as array:
        array[:] = 3
    assert not made._handle_of_map.is_mapped
    cl.SVMMap(memory, array, queue, made.event).release().wait()  # the memory is not mapped
    got = np.empty(64, np.uint8)
    cl.enqueue_copy(queue, got, memory)
    assert (got == 3).all()
    del made, again, array
    other = cl.SVMAllocation(ctx, 64, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
    with cl.SVMMap(other, "anything", queue, None) as array:
        assert array == "anything"
    for arguments in ((5, None, queue, None), (memory, None, memory, None)):
        with pytest.raises(TypeError, match="expected a"):
            cl.SVMMap(*arguments)
