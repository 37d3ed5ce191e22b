"""Pools: invalid calls, and subclasses."""

import inspect

import numpy as np
import pytest

import clmem as cl
from clmem import _hot
from clmem._ffi import ffi
from clmem.tools import (
    DeferredAllocator,
    ImmediateAllocator,
    MemoryPool,
    PooledBuffer,
    SVMAllocator,
    SVMPool,
)


@pytest.mark.parametrize(
    "wrong, kind, message",
    [
        (lambda pool: pool.allocate(), TypeError, "one argument"),
        (lambda pool: pool.allocate(1, 2), TypeError, "one argument"),
        (lambda pool: pool.allocate(bytes=1), TypeError, "one argument"),
        (lambda pool: pool(), TypeError, "one argument"),
        (lambda pool: pool(1, size=1), TypeError, "one argument"),
        (lambda pool: pool(1, 2, size=1), TypeError, "one argument"),
        (lambda pool: pool(1, 2), TypeError, "one argument"),
        (lambda pool: pool.allocate("4096"), TypeError, "as an int, got '4096'"),
        (lambda pool: pool.allocate(4096.0), TypeError, "as an int, got 4096.0"),
        (lambda pool: pool.allocate(None), TypeError, "as an int, got None"),
        (lambda pool: pool.allocate(-1), ValueError, "bytes, got -1"),
        (lambda pool: pool.allocate(2**64), ValueError, "bytes, got 18446744073709551616"),
        (lambda pool: pool.allocate(2**62), cl.LogicError, "size: expected less than"),
        (lambda pool: PooledBuffer(), TypeError, "no constructor; call allocate"),
        (lambda pool: _hot.Block(), TypeError, "no constructor; call allocate"),
        (lambda pool: pool.record_use(object(), None), cl.LogicError, "queue"),
        (lambda pool: pool.alloc_size(2**32 - 1), cl.LogicError, "bin"),
        (lambda pool: pool.allocate_with(100, alignment=3), cl.LogicError, "alignment"),
        (lambda pool: pool.allocate_with(100, tag=""), cl.LogicError, "name"),
        (lambda pool: pool.__init__(None), TypeError, "ImmediateAllocator"),
    ],
)
def test_wrong_calls(pool, wrong, kind, message):
    with pytest.raises(kind, match=message):
        wrong(pool)
    assert pool.active_blocks == 0


@pytest.mark.parametrize("make", [lambda: MemoryPool(None), lambda: MemoryPool(lambda size: None), lambda: SVMPool(None)])
def test_wrong_allocators(make):
    with pytest.raises(TypeError, match="expected an .*Allocator"):
        make()


def test_wrong_options(queue, context, coarse):
    allocator = ImmediateAllocator(queue)
    with pytest.raises(cl.LogicError, match="leading_bits_in_bin_id: expected 0 to 16, got 17"):
        MemoryPool(allocator, leading_bits_in_bin_id=17)
    with pytest.raises(cl.LogicError, match="leading_bits_in_bin_id: expected 0 to 16, got -1"):
        MemoryPool(allocator, leading_bits_in_bin_id=-1)
    with pytest.raises(TypeError):
        MemoryPool(allocator, 4)
    with pytest.raises(cl.LogicError, match="driver_time_permille"):
        MemoryPool(allocator, driver_time_permille=1001)
    with pytest.raises(cl.LogicError):
        DeferredAllocator(context, cl.mem_flags.USE_HOST_PTR)
    with pytest.raises(cl.LogicError, match="context"):
        DeferredAllocator(queue)
    with pytest.raises(cl.LogicError, match="power of two up to 2\\*\\*30, got 3"):
        SVMAllocator(context, alignment=3)


def test_a_second_release_is_an_error(pool, svm_pool):
    for block in (pool(100), svm_pool(100)):
        block.release()
        with pytest.raises(cl.LogicError):
            block.release()


def test_a_released_block_cannot_be_used(pool, queue):
    block = pool(100)
    block.release()
    with pytest.raises(cl.LogicError, match="released"):
        cl.enqueue_copy(queue, block, np.zeros(10, np.uint8))
    with pytest.raises(cl.LogicError):
        block.int_ptr
    assert "released" in repr(block)


def test_a_pool_that_was_never_constructed_says_so():
    class Forgetful(MemoryPool):
        def __init__(self):
            pass

    with pytest.raises(cl.LogicError):
        Forgetful()(100)


def test_a_pool_is_constructed_once(pool, queue):
    with pytest.raises(TypeError, match="__init__ is called once"):
        pool.__init__(ImmediateAllocator(queue))
    assert pool(100).size == 100


def test_a_refused_second_constructor_keeps_the_first_callback(queue):
    sizes = []
    pool = MemoryPool(
        ImmediateAllocator(queue), limit_bytes=1 << 20, out_of_memory=lambda size, attempt: sizes.append(size)
    )
    with pytest.raises(TypeError, match="__init__ is called once"):
        pool.__init__(ImmediateAllocator(queue), out_of_memory=lambda size, attempt: True)
    with pytest.raises(cl.MemoryError):
        pool.allocate(1 << 21)
    assert set(sizes) == {1 << 21}


# ---- subclasses -----------------------------------------------------------------------------------------------------------


def test_subclasses_of_pools_and_allocators(queue):
    class Recording(ImmediateAllocator):
        sizes = []

        def __call__(self, size):
            self.sizes.append(size)
            return super().__call__(size)

    class Counting(MemoryPool):
        calls = 0

        def allocate(self, size):
            self.calls += 1
            return super().allocate(size)

    allocator = Recording(queue)
    assert allocator(100).size == 100
    assert allocator.sizes == [100]
    pool = Counting(allocator)
    assert pool.allocate(100).size == 100
    assert pool.calls == 1




def test_the_options_are_those_of_the_header():
    """Each numeric pool option of the header is a keyword of pools, with the header's default, zero."""
    taken = inspect.signature(MemoryPool.__init__).parameters
    fields = ffi.typeof("clmem_pool_options").fields
    numbers = {name for name, field in fields if field.type.kind == "primitive"}
    numbers -= {"struct_size", "reserved", "flags", "leading_bits_in_bin_id"}  # set from other arguments
    assert {name: taken[name].default for name in numbers} == dict.fromkeys(numbers, 0)
