"""Pools: several threads at once, and leaks."""

import gc
import threading

import numpy as np
import pytest

import clmem as cl
from clmem.tools import (
    ImmediateAllocator,
    MemoryPool,
)


def at_once(count, work):
    """Runs work(0), work(1), ... in one thread each, and waits for all of them."""
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()



def test_threads(pool):
    failures = []

    def work(seed):
        try:
            numbers = np.random.default_rng(seed)
            held = []
            for _ in range(2000):
                held.append(pool(int(numbers.integers(1, 20000))))
                if len(held) > 20:
                    held.pop(int(numbers.integers(len(held)))).release()
        except Exception as failure:
            failures.append(failure)

    at_once(4, work)
    assert not failures
    assert pool.active_blocks == 0


def test_one_of_several_threads_releases(pool):
    for _ in range(200):
        block = pool(100)
        errors = []

        def release(_, block=block, errors=errors):
            try:
                block.release()
            except cl.LogicError as error:
                errors.append(error)

        at_once(3, release)
        assert len(errors) == 2
    assert pool.active_blocks == 0


def test_shortage_calls_out_of_memory_on_threads(queue):
    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=2 << 20, out_of_memory=lambda size, attempt: attempt < 3)
    failures = []

    def work(_):
        for _ in range(50):
            try:
                pool(1 << 20).release()
            except cl.MemoryError:
                pass
            except Exception as failure:
                failures.append(failure)

    at_once(4, work)
    assert not failures
    assert pool.active_blocks == 0


def test_blocks_are_released_by_other_threads(pool):
    blocks = [pool(100) for _ in range(100)]
    at_once(1, lambda _: blocks.clear())
    assert pool.active_blocks == 0


# ---- leaks ----------------------------------------------------------------------------------------------------------------


def test_nothing_leaks(context):
    context = cl.Context(context.devices)
    queue = cl.CommandQueue(context)

    def use():
        pool = MemoryPool(ImmediateAllocator(queue))
        blocks = [pool(size) for size in (1, 1000, 10**6, 10**7)]
        for block in blocks:
            cl.enqueue_fill_buffer(queue, block, np.uint8(1), 0, block.size)
        blocks[0].release()
        with pytest.raises(cl.LogicError):
            blocks[0].release()
        queue.finish()

    use()
    gc.collect()
    context_before, queue_before = context.reference_count, queue.reference_count
    for _ in range(20):
        use()
    gc.collect()
    assert context.reference_count == context_before
    assert queue.reference_count == queue_before
