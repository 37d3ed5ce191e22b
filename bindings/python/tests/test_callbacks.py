"""What the program's callbacks raise, and exceptions that are set while they run."""

import gc
import sys
import threading
import weakref

import pytest

import clmem as cl
from clmem.tools import AllocatorBase, ImmediateAllocator, MemoryPool, SVMAllocator, SVMPool, _user_allocator


class Faulty(AllocatorBase):
    """Raises the next of its faults, or allocates a buffer."""

    def __init__(self, context):
        self.context = context
        self.faults = []
        self.live = weakref.WeakSet()

    def __call__(self, size):
        if self.faults:
            raise self.faults.pop(0)
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, size)
        self.live.add(buffer)
        return buffer


class Shortage(MemoryError):
    """Unlike its base, it can be referred to weakly."""


@pytest.fixture()
def allocator(ctx):
    return Faulty(ctx)


@pytest.fixture(autouse=True)
def unraisable(monkeypatch):
    """Fails a test during which an exception was printed instead of raised."""
    printed = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    yield
    assert not printed


@pytest.fixture()
def pool(allocator):
    pool = MemoryPool(allocator, dedicated=True)
    pool.stop_holding()
    return pool


# ---- exceptions that are set while an object is deleted --------------------------------------------------------------------


@pytest.mark.parametrize("size", [1000, 8 << 20])
def test_the_exception_that_deletes_blocks_stays(allocator, pool, size):
    def sizes():
        yield from (size, size)
        raise KeyError("the program's own")

    for _ in range(3):
        with pytest.raises(KeyError, match="the program's own"):
            [pool.allocate(size) for size in sizes()]
        with pytest.raises(ZeroDivisionError):
            [pool.allocate(size), 1 / 0]
    assert pool.managed_bytes == 0 and not allocator.live


def test_the_exception_of_a_call_with_blocks_stays(allocator, pool):
    def fail(*blocks):
        raise KeyError("the program's own")

    with pytest.raises(KeyError, match="the program's own"):
        fail(pool.allocate(8 << 20), pool.allocate(8 << 20))
    with pytest.raises(TypeError, match="int"):
        int(pool.allocate(8 << 20))
    gc.collect()
    assert pool.managed_bytes == 0 and not allocator.live


def test_the_allocators_exception_that_deletes_blocks_stays(allocator, pool):
    class Limited(Faulty):
        def __call__(self, size):
            if len(self.live) == 6:
                raise cl.MemoryError("Limited", cl.status_code.MEM_OBJECT_ALLOCATION_FAILURE, "my device is full")
            return super().__call__(size)

    limited = Limited(allocator.context)
    pool = MemoryPool(limited, dedicated=True)
    pool.stop_holding()
    with pytest.raises(cl.MemoryError) as caught:
        [pool.allocate(8 << 20) for _ in range(10)]
    assert "my device is full" in str(caught.value.__cause__)
    gc.collect()
    assert pool.managed_bytes == 0 and not limited.live


@pytest.fixture()
def others(queue):
    """pyopencl, its objects for the queue, and an allocator of its buffers."""
    pyopencl = pytest.importorskip("pyopencl")
    from clmem.pyopencl import to

    class Theirs(AllocatorBase):
        def __call__(self, size):
            return pyopencl.Buffer(their_queue.context, pyopencl.mem_flags.READ_WRITE, size)

    their_queue = to(queue)
    return pyopencl, their_queue, Theirs()


def test_the_exception_that_deletes_pyopencls_blocks_stays(others):
    from clmem.pyopencl.tools import MemoryPool

    _, _, allocator = others
    pool = MemoryPool(allocator)
    pool.stop_holding()
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            [pool.allocate(8 << 20), 1 / 0]
    gc.collect()
    assert pool.active_blocks == 0


def test_the_shortage_that_deletes_arrays_stays(others):
    pyopencl, their_queue, allocator = others
    arrays = pytest.importorskip("pyopencl.array")
    from clmem.pyopencl.tools import MemoryPool

    pool = MemoryPool(allocator, limit_bytes=40 << 20)
    pool.stop_holding()
    with pytest.raises(pyopencl.MemoryError, match="no room for"):
        [arrays.zeros(their_queue, 1 << 22, "float32", allocator=pool) for _ in range(10)]
    their_queue.finish()
    gc.collect()
    assert pool.active_blocks == 0


def test_the_shortage_that_deletes_blocks_stays(allocator):
    pool = MemoryPool(allocator, dedicated=True, limit_bytes=40 << 20)
    pool.stop_holding()
    with pytest.raises(cl.MemoryError, match="no room for"):
        [pool.allocate(16 << 20) for _ in range(10)]
    assert pool.managed_bytes == 0 and not allocator.live


def test_the_exception_that_deletes_a_pool_stays(allocator):
    for _ in range(3):
        with pytest.raises(TypeError, match="expected a size in bytes as an int, got 'x'"):
            MemoryPool(allocator).allocate("x")
        with pytest.raises(cl.LogicError, match="leading_bits_in_bin_id: expected 0 to 16"):
            MemoryPool(allocator, leading_bits_in_bin_id=17)
    gc.collect()
    assert not _user_allocator._alive


# ---- what an allocator raises ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("out_of_memory", [None, lambda size, attempt: True], ids=["by garbage", "by the callback"])
def test_an_overcome_shortage_is_forgotten(allocator, queue, out_of_memory):
    pool = MemoryPool(allocator, out_of_memory=out_of_memory)
    fault = Shortage("once only")
    alive = weakref.ref(fault)
    allocator.faults.append(fault)
    del fault
    assert pool.allocate(8 << 20).size == 8 << 20 and not allocator.faults
    gc.collect()
    assert alive() is None
    allocator.faults.append(MemoryError("once only"))
    assert pool.allocate_with(80 << 20, tag="x").size == 80 << 20 and not allocator.faults
    other = MemoryPool(ImmediateAllocator(queue), limit_bytes=1 << 20)
    for allocate in (other.allocate, other.allocate_with):
        with pytest.raises(cl.MemoryError) as caught:
            allocate(1 << 22)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_comes_out_as_itself(allocator, kind):
    pool = MemoryPool(allocator)
    for allocate in (pool.allocate, pool.allocate_with):
        fault = kind("stop")
        allocator.faults.append(fault)
        with pytest.raises(kind) as caught:
            allocate(100)
        assert caught.value is fault
    assert pool.allocate(100).size == 100


def test_errors_of_other_calls_do_not_take_the_cause(allocator, queue):
    fault = MemoryError("full")

    def out_of_memory(size, attempt):
        with pytest.raises(cl.LogicError) as caught:
            pool.alloc_size(2**32 - 1)
        assert caught.value.__cause__ is None
        with pytest.raises(cl.RuntimeError) as caught:
            MemoryPool(ImmediateAllocator(queue)).allocate(100)
        assert caught.value.__cause__ is None
        return False

    pool = MemoryPool(allocator, out_of_memory=out_of_memory)
    allocator.faults += [fault] * 100
    with pytest.raises(cl.MemoryError) as caught:
        pool.allocate(1 << 20)
    assert caught.value.__cause__ is fault


def test_an_allocator_raises_after_a_call_that_failed(ctx, queue):
    other = MemoryPool(ImmediateAllocator(queue))

    class Forwarding(AllocatorBase):
        def __call__(self, size):
            if size > 1:
                with pytest.raises(cl.RuntimeError, match="callback"):
                    other.allocate(size)
                raise KeyError("mine")
            return cl.Buffer(ctx, cl.mem_flags.READ_WRITE, size)

    with pytest.raises(cl.RuntimeError) as caught:
        MemoryPool(Forwarding()).allocate(100)
    assert caught.value.__cause__.args == ("mine",)


def interrupting(name, fault):
    """Interrupts the function of that name at its start, as a signal does that arrives while OpenCL is called."""

    def trace(frame, event, arg):
        if frame.f_code.co_name == name and frame.f_code.co_filename == _user_allocator.__file__:
            sys.settrace(None)
            raise fault

    sys.settrace(trace)


def test_an_interrupt_before_the_allocator_is_called(allocator):
    pool = MemoryPool(allocator)
    interrupting("_allocate", KeyboardInterrupt("stop"))
    with pytest.raises(KeyboardInterrupt, match="stop"):
        pool.allocate(100)
    assert pool.allocate(100).size == 100


def test_an_interrupt_before_memory_is_released(allocator, pool):
    block = pool.allocate(1000)
    with pytest.raises(KeyboardInterrupt, match="stop"):
        interrupting("_release", KeyboardInterrupt("stop"))
        block.release()
    assert pool.managed_bytes == 0 and not allocator.live


def test_an_interrupt_before_an_allocator_is_released(ctx):
    allocator = Faulty(ctx)
    alive = weakref.ref(allocator)
    pools = [MemoryPool(allocator)]
    del allocator
    with pytest.raises(KeyboardInterrupt, match="stop"):
        interrupting("_user_release", KeyboardInterrupt("stop"))
        pools.clear()
        gc.collect()
    gc.collect()
    assert alive() is None


# ---- what out_of_memory raises ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("svm", [False, True], ids=["buffers", "SVM"])
def test_out_of_memory_fails_the_allocation(ctx, queue, request, svm):
    if svm:
        request.getfixturevalue("coarse")
    fault, asked = ValueError("no such cache"), []

    def out_of_memory(size, attempt):
        asked.append(attempt)
        raise fault

    source = SVMAllocator(ctx, queue=queue) if svm else ImmediateAllocator(queue)
    pool = (SVMPool if svm else MemoryPool)(source, limit_bytes=1 << 20, out_of_memory=out_of_memory)
    for allocate in (pool.allocate, pool.allocate_with):
        asked.clear()
        with pytest.raises(cl.MemoryError, match="no room for") as caught:
            allocate(1 << 22)
        assert caught.value.__cause__ is fault and asked == [0]
    assert pool.allocate(1000).size == 1000


def test_an_interrupt_of_out_of_memory_comes_out_as_itself(queue):
    def out_of_memory(size, attempt):
        raise KeyboardInterrupt("stop")

    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=1 << 20, out_of_memory=out_of_memory)
    with pytest.raises(KeyboardInterrupt, match="stop"):
        pool.allocate(1 << 22)


def test_each_thread_gets_its_own_exception(ctx):
    """One thread's allocator waits until the other's has failed."""
    failed = threading.Event()

    class Slow(AllocatorBase):
        def __init__(self, number):
            self.number = number

        def __call__(self, size):
            if size == 1:
                return cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 1)
            if self.number == 0:
                failed.wait()
            raise KeyError(self.number)

    def work(number):
        with pytest.raises(cl.RuntimeError) as caught:
            pools[number].allocate(100)
        if number == 1:
            failed.set()
        causes[number] = caught.value.__cause__.args[0]

    pools, causes = [MemoryPool(Slow(number)) for number in range(2)], {}
    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert causes == {0: 0, 1: 1}
