"""Views (arrays, memoryviews, DLPack, maps, parts, kernel arguments) keep their memory alive, whatever is released and
collected meanwhile."""

import gc
import weakref

import numpy as np
import pytest

import clmem as cl
from clmem import tools
from clmem._ffi import ffi, lib

mf, mapf, smf = cl.mem_flags, cl.map_flags, cl.svm_mem_flags
SIZE = 4096

# Objects made from an array; each keeps it alive in another way.
DERIVED = {
    "the array": lambda array: array,
    "a slice": lambda array: array[100:200],
    "another type": lambda array: array.view(np.uint16)[::2],
    "a memoryview": memoryview,
    "DLPack": np.from_dlpack,
    "a map's base": lambda array: array.base,
}


@pytest.fixture(params=DERIVED)
def derive(request):
    return DERIVED[request.param]


def is_alive(handle):
    """Whether a block's former token is still valid."""
    return lib.clmem_buffer_size(ffi.cast("clmem_buffer", handle), ffi.new("size_t *")) == 0


def check_that_views_keep(memory, view):
    """Releases memory that a view shows, then deletes the view; `view` is a list that has the only reference to it."""
    handle = memory._handle
    memory.release()
    gc.collect()
    assert memory._handle == 0 and is_alive(handle), "the view keeps the memory alive, but nothing else can use it"
    with pytest.raises(cl.LogicError, match="already released"):
        memory.release()
    view.clear()
    gc.collect()
    assert not is_alive(handle), "the last view releases it"


def svm_of_every_origin(ctx, queue, flags=smf.READ_WRITE):
    return [cl.SVMAllocation(ctx, SIZE, 0, flags, queue), cl.SVMAllocation(ctx, SIZE, 0, flags),
            tools.SVMPool(tools.SVMAllocator(ctx, flags=flags, queue=queue)).allocate(SIZE)]  # fmt: skip


@pytest.mark.parametrize("origin", range(3))
@pytest.mark.parametrize("is_unmapped", [True, False])
def test_maps_of_svm(ctx, queue, coarse, derive, origin, is_unmapped):
    memory = svm_of_every_origin(ctx, queue)[origin]
    map_ = memory.map_rw(queue)
    view = [derive(map_.array)]
    if is_unmapped:
        map_.release().wait()
    del map_
    check_that_views_keep(memory, view)


@pytest.mark.parametrize("origin", range(3))
def test_svm_without_a_map(ctx, queue, fine, derive, origin):
    memory = svm_of_every_origin(ctx, queue, smf.READ_WRITE | smf.SVM_FINE_GRAIN_BUFFER)[origin]
    check_that_views_keep(memory, [derive(memory.buf)])


def test_svm_released_in_queue_order(ctx, queue, coarse):
    memory = cl.SVMAllocation(ctx, SIZE, 0, smf.READ_WRITE, queue)
    handle = memory._handle
    with memory.map_rw(queue) as array:
        array[:] = 7
    gate = cl.UserEvent(ctx)
    event = memory.enqueue_release(queue, [gate])
    gate.set_status(0)
    event.wait()
    assert is_alive(handle) and memory._handle == 0
    del array
    gc.collect()
    assert not is_alive(handle)


def test_an_array_of_svm_whose_base_is_released(ctx, coarse):
    array = cl.csvm_empty(ctx, SIZE, np.uint8)
    part = [array[10:]]
    memory = array.base
    del array
    check_that_views_keep(memory, part)


def buffers_of_every_origin(ctx, queue):
    pool = tools.MemoryPool(tools.ImmediateAllocator(queue))
    return [cl.Buffer(ctx, mf.READ_WRITE, SIZE), pool.allocate(SIZE), pool.allocate(2 * SIZE)[0:SIZE]]


@pytest.mark.parametrize("origin", range(3))
@pytest.mark.parametrize("is_unmapped", [True, False])
def test_maps_of_buffers(ctx, queue, derive, origin, is_unmapped):
    memory = buffers_of_every_origin(ctx, queue)[origin]
    array, _ = cl.enqueue_map_buffer(queue, memory, mapf.READ | mapf.WRITE, 0, (SIZE,), np.uint8)
    array[:] = 5
    if is_unmapped:
        array.base.release().wait()
    view = [derive(array)]
    del array
    check_that_views_keep(memory, view)


def test_a_view_never_shows_another_owners_memory(ctx, queue):
    pool = tools.MemoryPool(tools.ImmediateAllocator(queue))
    memory = pool.allocate(SIZE)
    array, _ = cl.enqueue_map_buffer(queue, memory, mapf.READ | mapf.WRITE, 0, (SIZE,), np.uint8)
    address = array.ctypes.data
    array.base.release().wait()
    memory.release()
    assert pool.active_blocks == 1
    others = [pool.allocate(SIZE) for _ in range(20)]
    for other in others:
        shown, _ = cl.enqueue_map_buffer(queue, other, mapf.READ, 0, (SIZE,), np.uint8)
        assert not address - SIZE < shown.ctypes.data < address + SIZE
        shown.base.release()
    del array, others, other, shown
    gc.collect()
    assert pool.active_blocks == 0


def test_maps_of_images(ctx, queue, images):
    image = cl.Image(ctx, mf.READ_WRITE, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8), (16, 16))
    array, _ = cl.enqueue_map_image(queue, image, mapf.READ, (0, 0), (16, 16), (16, 16, 4), np.uint8)
    array.base.release().wait()
    handle, reference = image._handle, weakref.ref(image)
    image.release()
    del image
    gc.collect()
    info = ffi.new("clmem_memory_info *", {"struct_size": ffi.sizeof("clmem_memory_info")})
    assert reference() and lib.clmem_memory_describe(ffi.cast("clmem_memory", handle), info) == 0
    del array
    gc.collect()
    assert not reference() and lib.clmem_memory_describe(ffi.cast("clmem_memory", handle), info) != 0


def test_maps_of_pyopencls_buffers(ctx, queue):
    pyopencl = pytest.importorskip("pyopencl")
    made = cl.Buffer(ctx, mf.READ_WRITE, SIZE)
    memory = pyopencl.Buffer.from_int_ptr(made.int_ptr)
    made.release()
    array, _ = cl.enqueue_map_buffer(queue, memory, mapf.READ | mapf.WRITE, 0, (SIZE,), np.uint8)
    kept = array.base._memory.int_ptr
    assert kept == memory.int_ptr
    memory.release()
    assert cl.MemoryObject.from_int_ptr(kept).reference_count >= 2


def test_page_locked_arrays(queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate((SIZE,), np.uint8)
    memory, view = array.base, [array[1:]]
    del array
    check_that_views_keep(memory, view)
    structured = pool.allocate(10, np.dtype([("a", "i4"), ("b", "f4")]))
    memory, view = structured.base, [structured["b"]]
    del structured
    check_that_views_keep(memory, view)
    assert pool.active_blocks == 0


# ---- host memory -----------------------------------------------------------------------------------------------------


class Host(np.ndarray):
    """Host memory whose lifetime can be observed."""


def host_memory():
    # Aligned so that devices can use it in place.
    memory = np.empty(SIZE + 4096, np.uint8)
    start = -memory.ctypes.data % 4096
    return memory[start : start + SIZE].view(Host)


def of_host(ctx):
    host = host_memory()
    return cl.Buffer(ctx, mf.READ_WRITE | mf.USE_HOST_PTR, hostbuf=host), weakref.ref(host)


KEEPERS = {
    "the buffer": lambda buffer, queue, program: buffer,
    "a part": lambda buffer, queue, program: buffer[0:1024],
    "a sub-region": lambda buffer, queue, program: buffer.get_sub_region(0, 1024),
    "a part of a part": lambda buffer, queue, program: buffer[0:2048][0:1024],
    "an array of it": lambda buffer, queue, program: buffer.get_host_array((SIZE,), np.uint8),
    "a map": lambda buffer, queue, program: cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, (64,), np.uint8)[0],
    "a map of a part": lambda buffer, queue, program: cl.enqueue_map_buffer(
        queue, buffer[0:1024], mapf.READ, 0, (64,), np.uint8)[0],
    "a kernel": lambda buffer, queue, program: with_argument(program.twice, buffer),
    "a kernel with a part": lambda buffer, queue, program: with_argument(program.twice, buffer[0:1024]),
}  # fmt: skip


def with_argument(kernel, memory):
    kernel.set_arg(0, memory)
    return kernel


@pytest.mark.parametrize("kind", KEEPERS)
def test_host_memory_lives_as_long_as_its_users(ctx, queue, program, kind):
    buffer, reference = of_host(ctx)
    keeper = [KEEPERS[kind](buffer, queue, program)]
    del buffer
    gc.collect()
    assert reference() is not None
    if kind != "the buffer" and isinstance(keeper[0], cl.Buffer):
        cl.enqueue_fill(queue, keeper[0], b"\7").wait()
    queue.finish()
    keeper.clear()
    gc.collect()
    assert reference() is None


def test_an_argument_keeps_host_memory_until_it_is_replaced(ctx, queue, program):
    kernel = program.scale
    buffer, reference = of_host(ctx)
    kernel.set_arg(0, buffer)
    del buffer
    gc.collect()
    assert reference() is not None
    kernel.set_arg(0, cl.Buffer(ctx, mf.READ_WRITE, 64))
    gc.collect()
    assert reference() is None


def test_tags_keep_host_memory(ctx, queue, program, coarse):
    array = cl.csvm_empty(ctx, 16, np.float32)
    reference = weakref.ref(array.base)
    kernel = program.twice
    kernel.set_arg(0, cl.SVM(array))
    del array
    gc.collect()
    assert reference() is not None
    cl.enqueue_nd_range_kernel(queue, kernel, (16,), None).wait()
    del kernel
    gc.collect()
    assert reference() is None


def test_images_keep_their_buffer(ctx, queue, images):
    buffer, reference = of_host(ctx)
    try:
        image = cl.Image(ctx, mf.READ_WRITE, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8), (16,),
                         buffer=buffer)  # fmt: skip
    except cl.Error:
        pytest.skip("the device has no images over buffers")
    del buffer
    gc.collect()
    assert reference() is not None
    del image
    gc.collect()
    assert reference() is None
