"""clmem.pyopencl.to() and of(): objects of both packages in one program."""

import gc
import weakref

import numpy as np
import pytest

pyopencl = pytest.importorskip("pyopencl")
cl_array = pytest.importorskip("pyopencl.array")

import clmem as cl  # noqa: E402
from clmem.pyopencl import of, to  # noqa: E402


@pytest.mark.parametrize("make", ["platform", "device", "context", "queue", "event", "sampler", "program", "kernel"])
def test_counted_objects_convert_both_ways(make, ctx, queue, program, images):
    mine = {
        "platform": lambda: ctx.devices[0].platform,
        "device": lambda: ctx.devices[0],
        "context": lambda: ctx,
        "queue": lambda: queue,
        "event": lambda: cl.enqueue_marker(queue),
        "sampler": lambda: cl.Sampler(ctx, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST),
        "program": lambda: program,
        "kernel": lambda: cl.Kernel(program, "twice"),
    }[make]()
    theirs = to(mine)
    assert isinstance(theirs, getattr(pyopencl, type(mine).__name__))
    assert theirs.int_ptr == mine.int_ptr
    back = of(theirs)
    assert type(back) is type(mine) and back.int_ptr == mine.int_ptr


def test_a_converted_queue_outlives_the_original(ctx):
    theirs = to(cl.CommandQueue(ctx))
    gc.collect()
    theirs.finish()
    mine = of(pyopencl.CommandQueue(theirs.context))
    gc.collect()
    mine.finish()


def test_buffers_share_their_memory(ctx, queue):
    numbers = np.arange(1000, dtype=np.int32)
    mine = cl.Buffer(ctx, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    theirs = to(mine)
    assert isinstance(theirs, pyopencl.Buffer) and theirs.size == 4000
    assert of(theirs) is mine
    array = cl_array.Array(to(queue), 1000, np.int32, data=theirs)
    array += 1
    del mine, theirs
    gc.collect()
    np.testing.assert_array_equal(array.get(), numbers + 1)


def test_pyopencls_buffer_and_its_host_memory(ctx, queue):
    numbers = np.arange(1000, dtype=np.int32)
    flags = pyopencl.mem_flags
    host = numbers.copy()
    kept = weakref.ref(host)
    mine = of(pyopencl.Buffer(to(ctx), flags.READ_WRITE | flags.USE_HOST_PTR, hostbuf=host))
    del host
    gc.collect()
    assert isinstance(mine, cl.Buffer) and mine.size == 4000
    got = np.empty_like(numbers)
    cl.enqueue_copy(queue, got, mine)
    np.testing.assert_array_equal(got, numbers)
    part = mine[:2048]
    del mine
    gc.collect()
    assert kept() is not None, "parts keep it alive, too"
    del part
    gc.collect()
    assert kept() is None


def test_buffers_of_pyopencls_own_pool(ctx, queue):
    from pyopencl.tools import ImmediateAllocator, MemoryPool

    pool = MemoryPool(ImmediateAllocator(to(queue)))
    mine = of(pool.allocate(4096))
    gc.collect()
    assert isinstance(mine, cl.Buffer) and pool.active_blocks == 1, "the pool's buffer stays alive"
    del mine
    assert pool.active_blocks == 0


def test_images_share_their_pixels(ctx, queue, images):
    pixels = np.arange(64, dtype=np.float32).reshape(8, 8)
    mine = cl.image_from_array(ctx, pixels, 1)
    theirs = to(mine)
    assert isinstance(theirs, pyopencl.Image) and theirs.shape == (8, 8)
    assert of(theirs) is mine
    got = np.empty_like(pixels)
    pyopencl.enqueue_copy(to(queue), got, theirs, origin=(0, 0), region=(8, 8))
    np.testing.assert_array_equal(got, pixels)
    assert isinstance(of(pyopencl.image_from_array(to(ctx), pixels, 1)), cl.Image)


def test_svm_keeps_its_address(ctx, queue, coarse):
    mine = cl.SVMAllocation(ctx, 1000, 0, cl.svm_mem_flags.READ_WRITE, queue)
    theirs = to(mine)
    assert isinstance(theirs, pyopencl.SVMPointer)
    assert theirs.svm_ptr == mine.svm_ptr and theirs.size == 1000
    assert of(theirs) is mine
    with theirs.map_rw(to(queue)) as mapped:
        mapped[:] = 7
    with mine.map_ro(queue) as mapped:
        assert (mapped == 7).all()
    array = np.asarray(cl.csvm_empty(ctx, 10, np.float32))
    assert to(cl.SVM(array)).mem is array
    flags = pyopencl.svm_mem_flags
    foreign = pyopencl.SVMAllocation(to(ctx), 100, 0, flags.READ_WRITE, queue=to(queue))
    assert of(foreign).svm_ptr == foreign.svm_ptr


def test_a_converted_pool_remains_one_pool(queue, pool):
    theirs = to(pool)
    assert of(theirs) is pool
    mine = pool.allocate(1000)
    buffer = theirs.allocate(1000)
    assert isinstance(buffer, pyopencl.Buffer) and of(buffer).size == 1000
    assert pool.active_blocks == theirs.active_blocks == 2
    array = cl_array.zeros(to(queue), 100, np.float32, allocator=theirs)
    cl.enqueue_fill_buffer(queue, of(array.base_data), np.float32(3), 0, 400)
    assert (array.get() == 3).all()
    del mine, buffer, array
    gc.collect()
    assert pool.active_blocks == 0


def test_svm_pools_and_allocators(ctx, queue, svm_pool):
    from clmem.tools import DeferredAllocator, ImmediateAllocator, SVMAllocator

    array = cl_array.arange(to(queue), 10, dtype=np.float32, allocator=to(svm_pool))
    assert array.get().sum() == 45 and svm_pool.active_blocks == 1
    for allocator in (DeferredAllocator(ctx), ImmediateAllocator(queue), SVMAllocator(ctx, queue=queue)):
        theirs = to(allocator)
        assert type(theirs).__name__ == type(allocator).__name__ and of(theirs) is allocator
        assert theirs(100).size == 100


@pytest.mark.parametrize("wrong", [None, 5, "queue", np.zeros(3)])
def test_objects_without_a_counterpart_are_refused(wrong):
    for convert, package in ((to, "clmem"), (of, "pyopencl")):
        with pytest.raises(TypeError, match=f"expected a context.*object of {package} with a counterpart"):
            convert(wrong)


def test_released_memory_raises_pyopencls_error(ctx):
    buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 1000)
    buffer.release()
    with pytest.raises(pyopencl.LogicError, match="already released"):
        to(buffer)
