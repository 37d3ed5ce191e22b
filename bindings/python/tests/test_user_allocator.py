"""Pools over a program's own allocator."""

import gc
import weakref

import numpy as np
import pytest

import clmem as cl
from clmem.tools import AllocatorBase, DeferredAllocator, ImmediateAllocator, MemoryPool, SVMAllocator


class Counting(AllocatorBase):
    """Allocates and counts buffers; can be made to fail."""

    def __init__(self, context):
        self.context = context
        self.sizes = []
        self.given = []
        self.fault = None

    def __call__(self, size):
        if self.fault:
            raise self.fault
        self.sizes.append(size)
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, size)
        self.given.append(weakref.ref(buffer))
        return buffer


@pytest.fixture()
def allocator(ctx):
    return Counting(ctx)


def test_slabs_come_from_the_allocator(allocator, queue, ctx):
    pool = MemoryPool(allocator)
    assert allocator.sizes == [1]
    block = pool.allocate(1000)
    assert block.size == 1000 and block.context == ctx
    assert sum(allocator.sizes[1:]) == pool.managed_bytes
    cl.enqueue_fill_buffer(queue, block, np.uint8(7), 0, 1000)
    got = np.empty(1000, np.uint8)
    cl.enqueue_copy(queue, got, block)
    assert (got == 7).all()
    asked = len(allocator.sizes)
    del block
    pool.allocate(1000)
    assert len(allocator.sizes) == asked


def test_the_allocators_memory_is_freed(allocator, ctx):
    gc.collect()
    before = ctx.reference_count
    pool = MemoryPool(allocator, dedicated=True)
    blocks = [pool.allocate(100_000) for _ in range(5)]
    del blocks
    pool.free_held()
    assert pool.managed_bytes == 0
    assert len(allocator.given) > 5 and not any(buffer() for buffer in allocator.given)
    del pool
    gc.collect()
    assert ctx.reference_count == before


def test_it_may_call_another_allocator(queue):
    other = ImmediateAllocator(queue, cl.mem_flags.READ_ONLY)

    class Forwarding(AllocatorBase):
        def __call__(self, size):
            return other(size)

    block = MemoryPool(Forwarding()).allocate(100)
    assert block.size == 100 and block.flags & cl.mem_flags.READ_ONLY


def test_its_exception_is_the_cause(allocator):
    pool = MemoryPool(allocator)
    allocator.fault = KeyError("no such bank")
    with pytest.raises(cl.RuntimeError, match="from the provider's allocate callback") as caught:
        pool.allocate(100)
    assert caught.value.__cause__ is allocator.fault
    allocator.fault = None
    assert pool.allocate(100).size == 100
    with pytest.raises(cl.Error) as caught:
        pool.alloc_size(2**32 - 1)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("fault", [MemoryError("no"), cl.MemoryError("Buffer", -4, "no")])
def test_its_shortage_is_a_memory_error(allocator, fault):
    pool = MemoryPool(allocator)
    allocator.fault = fault
    with pytest.raises(cl.MemoryError) as caught:
        pool.allocate_with(100, tag="x")
    assert caught.value.__cause__ is fault


@pytest.mark.parametrize(
    "give, message",
    [
        (lambda size, ctx, queue: None, "expected a Buffer, got None"),
        (lambda size, ctx, queue: np.empty(size, np.uint8), "expected a Buffer, got an object of type ndarray"),
        (lambda size, ctx, queue: cl.Buffer(ctx, cl.mem_flags.READ_WRITE, size - 1), "at least the requested size, got one of"),
        (lambda size, ctx, queue: cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 2 * size)[:size], "expected a whole Buffer, got a sub-buffer"),
    ],
    ids=["None", "an array", "less", "a part"],
)
def test_invalid_results_are_refused(ctx, queue, give, message):
    class Wrong(AllocatorBase):
        def __call__(self, size):
            return cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 1) if size == 1 else give(size, ctx, queue)

    pool = MemoryPool(Wrong())
    with pytest.raises(cl.Error) as caught:
        pool.allocate(100)
    with pytest.raises(cl.LogicError, match=message):
        raise caught.value.__cause__


def test_the_first_result_must_be_a_buffer(pool, ctx):
    class Empty(AllocatorBase):
        def __call__(self, size):
            return None

    with pytest.raises(cl.LogicError, match="expected a Buffer of at least one byte from .*, got None"):
        MemoryPool(Empty())
    for wrong in (pool, SVMAllocator(ctx)):
        with pytest.raises(TypeError, match="your own AllocatorBase"):
            MemoryPool(wrong)


@pytest.mark.parametrize("pools", [1, 2])
def test_a_buffer_that_is_in_use_is_refused(allocator, ctx, queue, pools):
    class Same(AllocatorBase):
        buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 1 << 20)

        def __call__(self, size):
            return self.buffer

    same = Same()
    made = [MemoryPool(same, dedicated=True) for _ in range(pools)]
    block = made[0].allocate(1000)
    cl.enqueue_fill_buffer(queue, block, np.uint8(1), 0, 1000)
    with pytest.raises(cl.RuntimeError) as caught:
        made[-1].allocate(1000)
    with pytest.raises(cl.LogicError, match=r"Same\(\d+\): expected a new Buffer, got one whose memory a pool already uses; ret"):
        raise caught.value.__cause__
    got = np.empty(1000, np.uint8)
    cl.enqueue_copy(queue, got, block)
    assert (got == 1).all()
    queue.finish()
    del block
    made[0].free_held()
    assert made[-1].allocate(1000).size == 1000


def test_pyopencls_buffers(queue):
    pyopencl = pytest.importorskip("pyopencl")
    from clmem.pyopencl import to
    from clmem.pyopencl.tools import MemoryPool

    class Theirs(AllocatorBase):
        def __call__(self, size):
            return pyopencl.Buffer(to(queue).context, pyopencl.mem_flags.READ_WRITE, size)

    allocator = Theirs()
    pool = MemoryPool(allocator)
    buffer = pool.allocate(100)
    assert isinstance(buffer, pyopencl.Buffer) and buffer.size == 100
    for allocate in (pool.allocate, pool.allocate_with):
        with pytest.raises(pyopencl.RuntimeError) as caught:
            allocate(1 << 60)
        assert isinstance(caught.value.__cause__, pyopencl.Error)


def test_deferred_allocators_warn(ctx):
    with pytest.warns(UserWarning, match=r"pass an ImmediateAllocator\(queue\)") as warned:
        MemoryPool(DeferredAllocator(ctx))
    assert warned[0].filename == __file__
    from clmem.tools import CLAllocator

    with pytest.warns(DeprecationWarning, match="CLAllocator is deprecated") as warned:
        CLAllocator(ctx)
    assert warned[0].filename == __file__
