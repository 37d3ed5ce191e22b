"""The C half of clmem.pyopencl's pools: views, the objects of pyopencl over clmem's blocks."""

import gc
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

cl = pytest.importorskip("pyopencl")

import clmem  # noqa: E402
import clmem.tools  # noqa: E402
from clmem import _hot  # noqa: E402
from clmem.pyopencl.tools import ImmediateAllocator, MemoryPool, PooledBuffer, SVMAllocator, SVMPool  # noqa: E402


@pytest.fixture(scope="module")
def queue():
    return cl.CommandQueue(cl.create_some_context(interactive=False))


@pytest.fixture(params=["buffer", "svm"])
def pool(request, queue):
    if request.param == "svm":
        request.getfixturevalue("coarse")
        return SVMPool(SVMAllocator(queue.context, queue=queue))
    return MemoryPool(ImmediateAllocator(queue))


def test_errors_are_pyopencls(pool):
    with pytest.raises(cl.LogicError, match="size: expected a size in bytes as an int, got 'x'") as caught:
        pool("x")
    assert isinstance(caught.value, TypeError)
    with pytest.raises(cl.LogicError, match="size: expected at least 0 bytes, got -1"):
        pool.allocate(-1)
    with pytest.raises(TypeError, match="one argument"):
        pool.allocate()
    with pytest.raises(cl.LogicError, match="not constructed"):
        type(pool).__new__(type(pool))(10)
    pool.set_limit(1 << 20)
    with pytest.raises(cl.MemoryError, match="limit"):
        pool(1 << 24)
    assert pool.active_blocks == 0


def test_a_second_release_raises(pool):
    block = pool(100)
    block.release()
    with pytest.raises(cl.LogicError):
        block.release()
    with pytest.raises(clmem.LogicError, match="already released"):
        clmem.pyopencl.of(block).release()
    del block
    assert pool.active_blocks == 0


def test_a_released_buffer_returns_at_once(queue):
    pool = MemoryPool(ImmediateAllocator(queue))
    blocks = [pool(1 << 20) for _ in range(8)]
    for block in blocks:
        block.release()
    assert pool.active_blocks == 0
    pool.free_held()
    assert pool.managed_bytes == 0
    assert PooledBuffer.release.__doc__ and callable(PooledBuffer.release)


def test_svm_waits_for_its_arrays(queue, coarse):
    pool = SVMPool(SVMAllocator(queue.context, queue=queue))
    svm = pool(64)
    arrays = [svm.mem, svm.buf]
    assert all(array.nbytes == 64 and array.dtype == np.uint8 for array in arrays)
    assert arrays[0].ctypes.data == arrays[1].ctypes.data == svm.svm_ptr
    svm.release()
    with pytest.raises(cl.LogicError, match="released"):
        svm.mem
    del svm
    gc.collect()
    assert pool.active_blocks == 1
    arrays.clear()
    gc.collect()
    assert pool.active_blocks == 0
    empty = pool(0)
    assert empty.size == 0 and empty.svm_ptr == 0 and not empty.mem.size


def test_views_have_their_queue(queue, coarse):
    svm = SVMPool(SVMAllocator(queue.context, queue=queue))(64)
    assert svm._queue == queue
    svm.unbind_from_queue()
    assert svm._queue is None


def test_a_deleted_view_leaves_its_queue(queue, coarse):
    pool = SVMPool(SVMAllocator(queue.context, queue=queue))
    own = pool(64)._queue
    before = sys.getrefcount(own)
    views = [pool(64) for _ in range(100)]
    assert sys.getrefcount(own) == before + len(views)
    views[0].unbind_from_queue()
    views.clear()
    assert sys.getrefcount(own) == before


def test_a_pool_in_a_cycle_is_collected(pool):
    other = type(pool)(another_allocator(pool))
    other.itself = other
    gone = weakref.ref(other)
    block = other(10)
    del other
    gc.collect()
    assert gone() is None and block.size == 10
    block.release()


def test_each_view_keeps_its_own_block(pool):
    random, kept = np.random.default_rng(41), {}
    for size in range(1, 4000):
        kept[size] = pool(size)
        if random.random() < 0.45:
            del kept[list(kept)[int(random.integers(len(kept)))]]
        if size % 500 == 0:
            assert all(clmem.pyopencl.of(view).size == bytes for bytes, view in kept.items())
            assert len({clmem.pyopencl.of(view)._handle for view in kept.values()}) == len(kept) == pool.active_blocks
    kept.clear()
    assert pool.active_blocks == 0


def test_attributes_of_views(pool):
    block = pool(10)
    with pytest.raises(AttributeError, match="cannot be deleted"):
        del block._clmem
    with pytest.raises(AttributeError, match="not be deleted"):
        del block._queue
    block.note = "a program's own"
    assert block.note == "a program's own" and clmem.pyopencl.of(block).size == 10
    del block
    gc.collect()
    assert pool.active_blocks == 0


def test_views_of_other_objects_are_refused(queue):
    bare, block = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 16), MemoryPool(ImmediateAllocator(queue))(10)
    for made, kind in ((bare, int), (bare, 5), (5, PooledBuffer), (block, cl.Buffer)):
        with pytest.raises(TypeError, match="expected a subclass"):
            _hot.show(made, kind, clmem.pyopencl.of(block))
    with pytest.raises(TypeError):
        bare.__class__ = PooledBuffer  # one without a block
    for name in ("_clmem", "_queue"):
        with pytest.raises(AttributeError, match=name):
            getattr(PooledBuffer.__new__(PooledBuffer), name)


def test_subclasses_of_views(queue):
    class Mine(PooledBuffer):
        __slots__ = ()

        def __del__(self):
            ended.append(self.size)

    ended, pool = [], MemoryPool(ImmediateAllocator(queue))
    with pytest.raises(AttributeError):
        pool(10).__class__ = Mine
    block = clmem.pyopencl.of(pool)(10)
    mine = _hot.show(cl.Buffer.from_int_ptr(block.int_ptr, True), Mine, block)
    del block
    assert pool.active_blocks == 1 and isinstance(mine, cl.tools.PooledBuffer)
    del mine
    assert ended == [10] and pool.active_blocks == 0


def test_views_that_are_deleted_by_a_finalizer(queue):
    class Other(cl.Buffer):
        __slots__ = ()

    _hot.view_type(Other, cl.Buffer.release, True)
    of, made = clmem.tools.MemoryPool(clmem.tools.ImmediateAllocator(clmem.pyopencl.of(queue))), _hot.ViewPool()
    made._show(of, of._block_type, cl.Buffer.from_int_ptr, cl.Buffer, Other)
    blocks = [made(10) for _ in range(100)]
    assert of.active_blocks == 100 and type(blocks[0]) is Other
    blocks.pop().release()
    assert of.active_blocks == 99
    blocks.clear()
    assert of.active_blocks == 0


def another_allocator(pool):
    queue = cl.CommandQueue(cl.create_some_context(interactive=False))
    return SVMAllocator(queue.context, queue=queue) if isinstance(pool, SVMPool) else ImmediateAllocator(queue)


def test_threads(pool):
    failures = []

    def work(seed):
        random, kept = np.random.default_rng(seed), []
        try:
            for size in random.integers(1, 1 << 16, 3000):
                kept.append(pool(int(size)))
                assert kept[-1].size == size
                if len(kept) > 20:
                    kept.pop(int(random.integers(len(kept))))
                if len(kept) % 7 == 0:
                    kept.pop().release()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert not failures and pool.active_blocks == 0


def test_misuse_of_the_c_half(queue):
    pool = MemoryPool(ImmediateAllocator(queue))
    own = clmem.pyopencl.of(pool)
    made = _hot.ViewPool()
    kind = own._block_type
    for arguments in (
        (5, kind, list, cl.Buffer, PooledBuffer),
        (own, int, list, cl.Buffer, PooledBuffer),
        (own, kind, list, 5, PooledBuffer),
        (own, kind, list, PooledBuffer, cl.Buffer),
        (own, kind, list, object, PooledBuffer),  # of another layout
    ):
        with pytest.raises(TypeError, match="expected a Pool"):
            made._show(*arguments)
    made._show(own, kind, lambda of: object(), cl.Buffer, PooledBuffer)
    with pytest.raises(TypeError, match="already constructed"):
        made._show(own, kind, list, cl.Buffer, PooledBuffer)
    with pytest.raises(TypeError, match="expected an object of type"):
        made(10)
    assert pool.active_blocks == 0, "the block went back"
    with pytest.raises(TypeError, match="made by block_type"):
        _hot.exporting_type(int)
    with pytest.raises(TypeError, match="expected a class"):
        _hot.view_type(5)


def test_errors_without_the_other_package():
    program = (
        "from clmem import _hot, LogicError\n"
        "try:\n    _hot.ViewPool()(10)\nexcept LogicError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "not constructed" in done.stdout, done.stderr
