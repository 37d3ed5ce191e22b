"""Pools of buffers and of shared virtual memory, and their blocks."""

import gc
import threading
import weakref

import numpy as np
import pytest

import clmem as cl
from clmem.tools import (
    DeferredAllocator,
    ImmediateAllocator,
    MemoryPool,
    PooledBuffer,
    PooledSVM,
    SVMAllocator,
    SVMPool,
)

# ---- allocations ------------------------------------------------------------------------------------------------------


def test_a_block_has_the_requested_size(pool):
    block = pool.allocate(1000)
    assert isinstance(block, PooledBuffer)
    assert block.size == 1000
    assert block.get_info(cl.mem_info.SIZE) == 1000


@pytest.mark.parametrize("allocate", [lambda pool: pool(77), lambda pool: pool(size=77), lambda pool: pool.allocate(size=77)])
def test_every_way_to_allocate(pool, allocate):
    assert allocate(pool).size == 77


def test_numpy_sizes_are_sizes(pool):
    assert pool.allocate(np.int64(100)).size == 100
    assert pool(np.uint8(100)).size == 100


def test_an_allocation_of_0_bytes_gives_none(pool, svm_pool, queue, context):
    assert pool.allocate(0) is None
    assert pool(0) is None
    assert ImmediateAllocator(queue)(0) is None
    assert DeferredAllocator(context)(0) is None


def test_empty_svm_can_be_released(svm_pool, queue, context, program):
    for make in (svm_pool, SVMAllocator(context, queue=queue), svm_pool.allocate_with):
        nothing = make(0)
        assert not nothing and nothing.size == 0 and nothing.svm_ptr == 0
        cl.Kernel(program, "twice").set_arg(0, nothing)
        nothing.bind_to_queue(queue)
        nothing.unbind_from_queue()
        nothing.release()
        del nothing
    assert svm_pool.active_blocks == 0


def test_a_released_block_is_reused_without_the_driver(pool):
    first = pool.allocate(4096)
    memory = first.int_ptr
    before = pool.statistics().driver_allocations
    first.release()
    second = pool.allocate(4096)
    assert second.int_ptr == memory
    assert pool.statistics().driver_allocations == before
    assert pool.statistics().hits == 1


def test_a_deleted_block_is_released(pool):
    block = pool(4096)
    assert pool.active_blocks == 1
    del block
    assert pool.active_blocks == 0


def test_large_blocks_are_released(pool):
    block = pool(5 << 20)
    assert pool.active_bytes == 5 << 20
    block.release()
    assert pool.active_bytes == 0
    del block
    assert pool.active_blocks == 0


def test_blocks_outlive_their_pool(queue):
    pool = MemoryPool(ImmediateAllocator(queue))
    block = pool(1000)
    del pool
    gc.collect()
    cl.enqueue_copy(queue, block, np.arange(250, dtype=np.float32))
    block.release()


def test_contents_arrive(pool, queue):
    block = pool(4000)
    sent, got = np.arange(1000, dtype=np.float32), np.empty(1000, np.float32)
    cl.enqueue_copy(queue, block, sent)
    cl.enqueue_copy(queue, got, block)
    np.testing.assert_array_equal(sent, got)


# ---- blocks ----------------------------------------------------------------------------------------------------------


def test_kinds(pool, svm_pool):
    block, svm = pool(100), svm_pool(100)
    assert isinstance(block, cl.MemoryObject)
    assert isinstance(block, cl.MemoryObjectHolder)
    assert isinstance(svm, PooledSVM)
    assert isinstance(svm, cl.SVMPointer)
    assert isinstance(pool, type(pool).__mro__[-2])
    from clmem.tools import AllocatorBase

    assert isinstance(pool, AllocatorBase)
    assert isinstance(svm_pool, AllocatorBase)


def test_a_block_has_parts(pool, queue, context):
    align = context.devices[0].mem_base_addr_align // 8
    block = pool(4 * align)
    part = block[align : 2 * align]
    assert part.size == align
    again = block.get_sub_region(align, align)
    cl.enqueue_fill_buffer(queue, block, np.uint8(7), 0, block.size)
    cl.enqueue_fill_buffer(queue, part, np.uint8(9), 0, part.size)
    got = np.empty(align, np.uint8)
    cl.enqueue_copy(queue, got, again)
    assert (got == 9).all()


def test_a_block_is_released_with_its_last_part(pool, context):
    align = context.devices[0].mem_base_addr_align // 8
    block = pool(4 * align)
    part = block[align:]
    block.release()
    assert pool.active_blocks == 1
    del part
    assert pool.active_blocks == 0


def test_a_block_migrates(pool, queue):
    cl.enqueue_migrate_mem_objects(queue, [pool(1000)]).wait()


def test_equality_and_hash_compare_the_memory(pool):
    a, b = pool(100), pool(100)
    assert a == a
    assert a != b
    assert len({a, b, a}) == 2
    assert a != "something else"
    assert cl.MemoryObject.from_int_ptr(a.int_ptr) == a


def test_a_block_can_be_referenced_weakly(pool):
    block = pool(100)
    called_with = []
    reference = weakref.ref(block, called_with.append)
    assert reference() is block
    del block
    assert reference() is None
    assert called_with == [reference]


def test_blocks_in_a_cycle_are_collected(pool):
    cycle = [pool(100)]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert pool.active_blocks == 0


def test_a_pool_in_a_cycle_is_collected(queue):
    pool = MemoryPool(ImmediateAllocator(queue))
    pool.itself = pool
    pool.block = pool(100)
    reference = weakref.ref(pool)
    del pool
    gc.collect()
    assert reference() is None


def test_kernels_take_blocks(pool, queue, context):
    program = cl.Program(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }").build()
    block = pool(400)
    cl.enqueue_copy(queue, block, np.full(100, 3, np.float32))
    program.twice(queue, (100,), None, block)
    got = np.empty(100, np.float32)
    cl.enqueue_copy(queue, got, block)
    assert (got == 6).all()


# ---- counters and limits ------------------------------------------------------------------------------------------------


def test_counters(pool):
    blocks = [pool(1000) for _ in range(5)]
    assert pool.active_blocks == 5
    assert pool.active_bytes == 5000
    assert pool.managed_bytes >= pool.active_bytes
    del blocks
    assert pool.active_blocks == 0
    assert pool.active_bytes == 0
    assert pool.held_blocks >= 1
    assert pool.held_bytes > 0
    pool.free_held()
    assert pool.held_blocks == 0
    assert pool.managed_bytes == 0


def test_stop_holding(pool):
    block = pool(1000)
    pool.stop_holding()
    assert pool.managed_bytes > 0
    block.release()
    assert pool.managed_bytes == 0
    assert pool(1000).size == 1000


def test_trim_and_limit(pool):
    kept = pool(1 << 20)
    pool(4 << 20).release()
    assert pool.trim(0) > 0
    pool.set_limit(2 << 20)
    with pytest.raises(cl.MemoryError, match="limit|room"):
        pool(8 << 20)
    pool.set_limit(0)
    assert pool(8 << 20).size == 8 << 20
    assert kept.size == 1 << 20


def test_peaks(pool):
    pool(1 << 22).release()
    pool.free_held()
    assert pool.statistics().managed_bytes_peak >= 1 << 22
    pool.reset_peaks()
    assert pool.statistics().managed_bytes_peak == 0


def test_bins(pool):
    pool(100)
    figures = pool.bin_statistics()
    assert sum(b.misses for b in figures) == 1
    assert figures[0].smallest_bytes <= 100


def test_tags(pool):
    held = pool.allocate_with(1000, tag="weights")
    by_name = {tag.name: tag for tag in pool.tag_statistics()}
    assert by_name["weights"].active_bytes == 1000
    assert by_name["weights"].active_blocks == 1
    held.release()
    assert {tag.name: tag.active_bytes for tag in pool.tag_statistics()}["weights"] == 0


def test_options_of_an_allocation(pool, queue, context):
    block = pool.allocate_with(5000, alignment=4096, queue=cl.CommandQueue(context))
    assert block.size == 5000
    assert pool.allocate_with(5000, dedicated=True).size == 5000
    assert pool.allocate_with(0) is None


def test_whole_driver_allocations(queue, context):
    pool = MemoryPool(ImmediateAllocator(queue), dedicated=True)
    blocks = [pool(1000) for _ in range(3)]
    assert pool.statistics().slabs == 3
    assert all(block.associated_memobject is None for block in blocks)


def test_leading_bits_round_up(queue):
    plain = MemoryPool(ImmediateAllocator(queue), dedicated=True)
    rounding = MemoryPool(ImmediateAllocator(queue), dedicated=True, leading_bits_in_bin_id=1)
    size = (1 << 20) + 1
    kept = [plain(size), rounding(size)]
    assert plain.managed_bytes < rounding.managed_bytes
    assert rounding.managed_bytes >= rounding.alloc_size(rounding.bin_number(size))
    assert [block.size for block in kept] == [size, size]


def test_dump(queue):
    pool = MemoryPool(ImmediateAllocator(queue))
    name = 'a "tag" \x01 \u20ac'
    tagged = pool.allocate_with(5000, tag=name)
    blocks = [pool(1 << 20) for _ in range(20)]
    del blocks[::2]
    dumped = pool.dump()
    ranges = [r for slab in dumped["slabs"] for r in slab["ranges"]]
    assert dumped["format"] == 1
    assert dumped["provider"]["devices"] == [queue.device.name]
    assert {r["state"] for r in ranges} <= set(dumped["states"])
    for slab in dumped["slabs"]:
        assert sum(r["bytes"] for r in slab["ranges"]) == slab["bytes"]
    live = [r for r in ranges if r["state"] == "live"]
    assert sum(r["requested_bytes"] for r in live) == pool.active_bytes == 5000 + 10 * (1 << 20)
    assert [r["requested_bytes"] for r in live if r.get("tag") == name] == [tagged.size]
    figures = pool.statistics()._asdict()
    assert dumped["counters"] == figures, "a counter is missing in one of them"


def test_dump_while_another_thread_allocates(queue):
    pool, stop = MemoryPool(ImmediateAllocator(queue)), threading.Event()

    def work():
        while not stop.is_set():
            held = [pool(size) for size in range(1000, 100_000, 1000)]
            del held

    worker = threading.Thread(target=work)
    worker.start()
    try:
        for _ in range(50):
            dumped = pool.dump()
            ranges = [r for slab in dumped["slabs"] for r in slab["ranges"]]
            assert sum(r["bytes"] for r in ranges) == dumped["counters"]["managed_bytes"]
            assert sum(r["state"] == "live" for r in ranges) == dumped["counters"]["active_blocks"]
    finally:
        stop.set()
        worker.join()


@pytest.mark.parametrize("bits", [1, 3, 8])
def test_the_documents_bins(queue, bits):
    pool = MemoryPool(ImmediateAllocator(queue), leading_bits_in_bin_id=bits)
    for size in (1, 100, 4095, 4096, 10**6, 2**31 + 5):
        assert pool.alloc_size(pool.bin_number(size)) >= size
        assert pool.bin_number(pool.alloc_size(pool.bin_number(size))) == pool.bin_number(size)


def test_shortage_calls_out_of_memory(queue):
    asked, held = [], []

    def out_of_memory(size, attempt):
        asked.append((size, attempt))
        if held:
            held.pop().release()
            return True
        return False

    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=4 << 20, out_of_memory=out_of_memory)
    held.append(pool(3 << 20))
    assert pool(3 << 20).size == 3 << 20
    assert asked[0][0] == 3 << 20
    held.append(pool(2 << 20))
    asked.clear()
    held.clear()
    with pytest.raises(cl.MemoryError):
        pool(8 << 20)
    assert asked


def test_shortage_collects_garbage(queue):
    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=4 << 20)
    cycle = [pool(3 << 20)]
    cycle.append(cycle)
    del cycle
    assert pool(3 << 20).size == 3 << 20


# ---- queues ---------------------------------------------------------------------------------------------------------------


def test_another_queue_waits(context):
    first, second = cl.CommandQueue(context), cl.CommandQueue(context)
    pool = MemoryPool(ImmediateAllocator(first), limit_bytes=1 << 20)
    gate = cl.UserEvent(context)
    block = pool(1 << 20)
    cl.enqueue_fill_buffer(first, block, np.uint8(1), 0, block.size, wait_for=[gate])
    block.release()
    taken = pool.allocate_with(1 << 20, queue=second)
    event = cl.enqueue_fill_buffer(second, taken, np.uint8(2), 0, taken.size)
    status = event.command_execution_status
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert status > 0
    got = np.empty(1 << 20, np.uint8)
    cl.enqueue_copy(second, got, taken)
    assert (got == 2).all()


def test_record_use_declares_another_queue(context, queue, pool):
    other = cl.CommandQueue(context)
    block = pool(1000)
    pool.record_use(block, other)
    block.release()
    pool.forget_queue(other)
    with pytest.raises(cl.LogicError, match="queue"):
        pool.forget_queue(other)


# ---- shared virtual memory ------------------------------------------------------------------------------------------------


def test_svm_blocks(svm_pool, queue):
    block = svm_pool.allocate(4000)
    assert block.size == 4000
    assert block.svm_ptr != 0
    with block.map_rw(queue) as array:
        array[:] = 5
    got = np.empty(4000, np.uint8)
    cl.enqueue_copy(queue, got, block)
    assert (got == 5).all()
    address = block.svm_ptr
    del array  # it would keep the memory alive
    block.enqueue_release()
    assert svm_pool(4000).svm_ptr == address


def test_svm_bind(svm_pool, context, queue):
    other = cl.CommandQueue(context)
    block = svm_pool(1000)
    block.bind_to_queue(other)
    block.unbind_from_queue()
    block.release()
    assert svm_pool.active_blocks == 0


def test_svm_equality(svm_pool):
    a, b = svm_pool(100), svm_pool(100)
    assert a == a and a != b and len({a, b}) == 2
    assert a != None  # noqa: E711


def test_svm_alignment(context, queue, coarse):
    pool = SVMPool(SVMAllocator(context, alignment=128, queue=queue))
    blocks = [pool(100) for _ in range(3)]
    assert all(block.svm_ptr % 128 == 0 for block in blocks)
    with pytest.raises(cl.LogicError, match="got 1048576"):
        SVMPool(SVMAllocator(context, alignment=1 << 20, queue=queue))


def test_an_out_of_order_queue_is_refused(context, coarse):
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    if not context.devices[0].queue_properties & properties:
        pytest.skip("the device has no such queues")
    queue = cl.CommandQueue(context, properties=properties)
    with pytest.raises(cl.LogicError, match="out of order"):
        SVMAllocator(context, queue=queue)
    block = SVMPool(SVMAllocator(context))(100)
    with pytest.raises(cl.LogicError, match="out of order"):
        block.bind_to_queue(queue)


def test_blocks_take_attributes(pool, svm_pool):
    for block in (pool.allocate(100), svm_pool.allocate(100)):
        kind = type(block)
        assert not gc.is_tracked(block)
        block.note = "the third"
        assert block.note == "the third"
        assert isinstance(block, kind) and type(block).__name__ == kind.__name__
        del block.note
        with pytest.raises(AttributeError):
            block.note  # noqa: B018
        with pytest.raises(AttributeError):
            block.size = 5


def test_blocks_in_cycles_by_attributes_are_collected(pool):
    block = pool.allocate(100)
    block.itself = block
    del block
    assert pool.active_blocks == 1
    gc.collect()
    assert pool.active_blocks == 0
    for _ in range(3):  # the next blocks reuse the object
        block = pool.allocate(100)
        assert not hasattr(block, "itself") and not gc.is_tracked(block)
        block.itself = block
        del block
        gc.collect()
    assert pool.active_blocks == 0


def test_size_0_is_in_bin_0(pool):
    assert pool.bin_number(0) == 0 < pool.alloc_size(0)


@pytest.mark.parametrize("allocate", [lambda pool: pool.allocate(1000), lambda pool: pool.allocate_with(1000)])
def test_shortage_collects_garbage_with_the_collector_disabled(queue, allocate):
    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=1024)
    gc.disable()
    try:
        cycle = [pool.allocate(1000)]
        cycle.append(cycle)
        del cycle
        assert allocate(pool).size == 1000
    finally:
        gc.enable()
