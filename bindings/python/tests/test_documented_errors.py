"""The errors that the C interface documents, provoked through the package's classes."""

import os
import subprocess
import sys

import numpy as np
import pytest

import clmem as cl
from clmem import tools
from clmem._ffi import lib

mf, smf = cl.mem_flags, cl.svm_mem_flags
ARGUMENT, UNSUPPORTED = lib.CLMEM_ERROR_INVALID_ARGUMENT, lib.CLMEM_ERROR_UNSUPPORTED
MEMORY, CALLBACK = lib.CLMEM_ERROR_OUT_OF_MEMORY, lib.CLMEM_ERROR_CALLBACK
MOST_QUEUES = 63  # that a pool can know

SOURCE = "kernel void values(global int *memory, int number, local int *scratch) { memory[0] = number; }"


class World:
    """The objects on which the calls are made."""

    def __init__(self):
        self.ctx = cl.Context(cl.choose_devices(interactive=False))
        self.dev = self.ctx.devices[0]
        self.queue = cl.CommandQueue(self.ctx)
        self.other = cl.Context(self.ctx.devices)
        self.other_queue = cl.CommandQueue(self.other)
        self.buffer = cl.Buffer(self.ctx, mf.READ_WRITE, 4096)
        self.pool = tools.MemoryPool(tools.ImmediateAllocator(self.queue))
        self.block = self.pool.allocate(4096)
        self.program = cl.Program(self.ctx, SOURCE)
        self.kernel = self.program.build().values
        self.array = np.zeros(16, np.uint8)
        self.data = tools.DeviceData.for_capability(9, 0)
        self.huge = 2 * self.dev.max_mem_alloc_size


@pytest.fixture(scope="module")
def world():
    return World()


def check(call, world, status):
    with pytest.raises(cl.Error) as caught:
        call(world)
    error = caught.value
    assert error.status in (status if isinstance(status, tuple) else (status,)), str(error)
    assert error.routine and not error.routine.startswith("clmem_") and (error.what or status < 0)


def conflicts(world, itemsize, *shapes):
    return cl.characterize.why_not_local_access_conflict_free(world.dev, itemsize, *shapes)


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: tools.DeviceData.for_capability(1, 0), UNSUPPORTED),
        (lambda w: w.data.align_bytes(3), ARGUMENT),
        (lambda w: w.data.align(2**64 - 1), ARGUMENT),
        (lambda w: w.data.align(1, 3), ARGUMENT),
        (lambda w: w.data.align_words(3), ARGUMENT),
        (lambda w: w.data.align_dtype(1, 3), ARGUMENT),
        (lambda w: w.data.align_dtype(2**64 - 1, 4), ARGUMENT),
        (lambda w: w.data.make_valid_tex_channel_count(0), ARGUMENT),
        (lambda w: tools.OccupancyRecord(w.data, 4096), ARGUMENT),
        (lambda w: conflicts(w, 0, (16,)), ARGUMENT),
        (lambda w: conflicts(w, 4, (0,)), ARGUMENT),
        (lambda w: conflicts(w, 4, (16, 16), (16, 8)), ARGUMENT),
        (lambda w: cl.characterize.get_simd_group_size(w.dev, 0), ARGUMENT),
    ],
)
def test_device_data(world, call, status):
    check(call, world, status)


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: tools.DeferredAllocator(w.ctx, mf.READ_ONLY | mf.WRITE_ONLY), ARGUMENT),
        (lambda w: tools.DeferredAllocator(w.ctx, mf.USE_HOST_PTR), ARGUMENT),
        (lambda w: tools.ImmediateAllocator(w.queue, mf.READ_ONLY | mf.WRITE_ONLY), ARGUMENT),
        (lambda w: tools.ImmediateAllocator(w.queue, 1 << 40), ARGUMENT),
        (lambda w: tools.ImmediateAllocator(w.queue)(w.huge), MEMORY),
        (lambda w: tools.MemoryPool(tools.ImmediateAllocator(w.queue), driver_time_permille=2000), ARGUMENT),
        (lambda w: tools.MemoryPool(tools.ImmediateAllocator(w.queue), limit_bytes=4096).allocate(1 << 20), MEMORY),
        (lambda w: w.pool.allocate(w.huge), MEMORY),
        (lambda w: w.pool.allocate_with(64, alignment=3), ARGUMENT),
        (lambda w: w.pool.allocate_with(64, queue=w.other_queue), ARGUMENT),
        (lambda w: w.pool.allocate_with(64, tag="x" * 1000), ARGUMENT),
        (lambda w: w.pool.record_use(w.buffer, w.queue), ARGUMENT),
        (lambda w: w.pool.record_use(w.block, w.other_queue), ARGUMENT),
        (lambda w: w.pool.alloc_size(2**32 - 1), ARGUMENT),
    ],
)
def test_pools(world, call, status):
    check(call, world, status)


def test_a_pool_does_not_allocate_inside_its_callback(world):
    errors = []
    has_svm = cl.characterize.has_coarse_grain_buffer_svm(world.dev)
    from_the_driver = (lambda size: svm(world, size)) if has_svm else (lambda size: pool.allocate(size))

    def out_of_memory(size, attempt):
        for allocate in (pool.allocate, lambda size: pool.allocate_with(size, alignment=64), from_the_driver):
            with pytest.raises(cl.RuntimeError) as caught:
                allocate(64)
            errors.append(caught.value.status)
        return False

    pool = tools.MemoryPool(tools.ImmediateAllocator(world.queue), limit_bytes=1 << 20, out_of_memory=out_of_memory)
    with pytest.raises(cl.MemoryError):
        pool.allocate(1 << 21)
    assert errors and set(errors) == {CALLBACK}


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: cl.Buffer(w.ctx, mf.READ_ONLY | mf.WRITE_ONLY, 64), ARGUMENT),
        (lambda w: cl.Buffer(w.ctx, mf.READ_WRITE, 2**62), ARGUMENT),
        (lambda w: cl.Buffer(w.ctx, mf.READ_WRITE, w.huge), MEMORY),
        (lambda w: w.buffer.get_sub_region(0, 8192), ARGUMENT),
        (lambda w: w.buffer[4096:4096], ARGUMENT),
        (lambda w: w.buffer[1:9], ARGUMENT),
        (lambda w: w.buffer.get_info(1), cl.status_code.INVALID_VALUE),
        (lambda w: cl.enqueue_fill(w.queue, w.buffer, b"abc"), ARGUMENT),
        (lambda w: cl.enqueue_fill(w.queue, w.buffer, b"ab", 8192), ARGUMENT),
        (lambda w: cl.enqueue_migrate_mem_objects(w.queue, []), ARGUMENT),
        (lambda w: cl.enqueue_migrate_mem_objects(w.queue, [w.buffer], 1 << 10), ARGUMENT),
        (lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 0, 0, 16, np.uint8), ARGUMENT),
        (lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 4090, 16, np.uint8), ARGUMENT),
        (lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, src_offset=4090), ARGUMENT),
        (lambda w: cl.enqueue_copy(w.queue, w.buffer, w.buffer, byte_count=64, dst_offset=8), ARGUMENT),
        (lambda w: cl.enqueue_copy_buffer_p2p_amd(w.dev.platform, w.queue, w.buffer, w.block, 1 << 30), ARGUMENT),
    ],
)
def test_buffers(world, call, status):
    check(call, world, status)


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: cl.Kernel(cl.Program(w.ctx, SOURCE), "values"), cl.status_code.INVALID_PROGRAM_EXECUTABLE),
        (lambda w: cl.Kernel(w.program, "other"), cl.status_code.INVALID_KERNEL_NAME),
        (lambda w: cl.Program(w.ctx, "kernel void k() { undeclared(); ").build(), cl.status_code.BUILD_PROGRAM_FAILURE),
        (lambda w: w.kernel.set_arg(9, w.buffer), ARGUMENT),
        (lambda w: w.kernel.set_arg(1, w.buffer), ARGUMENT),
        (lambda w: w.kernel.set_arg(9, None), ARGUMENT),
        (lambda w: w.kernel.set_arg(1, None), ARGUMENT),
        (lambda w: w.kernel.set_arg(9, cl.LocalMemory(64)), ARGUMENT),
        (lambda w: w.kernel.set_arg(1, cl.LocalMemory(64)), ARGUMENT),
        (lambda w: w.kernel.set_arg(1, np.float64(1)), cl.status_code.INVALID_ARG_SIZE),
        (lambda w: w.kernel.use_svm(), ARGUMENT),
        (lambda w: w.kernel(w.queue, (7,), (2**20,), w.buffer, np.int32(1), cl.LocalMemory(4)),
         (cl.status_code.INVALID_WORK_GROUP_SIZE, cl.status_code.INVALID_WORK_ITEM_SIZE)),  # as the device's limits are
    ],
)  # fmt: skip
def test_kernels(world, call, status):
    check(call, world, status)


def image(world, *arguments, **keywords):
    format_ = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)
    return cl.Image(world.ctx, mf.READ_WRITE, format_, *(arguments or ((8, 8),)), **keywords)


def sampler(world, *arguments):
    return cl.Sampler(world.ctx, *arguments)


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: cl.ImageFormat(1, 1).channel_count, ARGUMENT),
        (lambda w: cl.get_supported_image_formats(w.ctx, mf.READ_WRITE, cl.mem_object_type.BUFFER), ARGUMENT),
        (lambda w: cl.get_supported_image_formats(w.ctx, 1 << 40, cl.mem_object_type.IMAGE2D), ARGUMENT),
        (lambda w: image(w, (0, 8)), ARGUMENT),
        (lambda w: cl.Image(w.ctx, mf.COPY_HOST_PTR, cl.ImageFormat(), (8, 8), hostbuf=np.zeros(64, np.uint8)), ARGUMENT),
        (lambda w: image(w).get_image_info(1), cl.status_code.INVALID_VALUE),
        (lambda w: cl.enqueue_fill_image(w.queue, image(w), [1, 2, 3, 4], (4, 0), (8, 8)), ARGUMENT),
        (lambda w: cl.enqueue_fill_image(w.queue, image(w), [0.5, 0, 0, 0], (0, 0), (8, 8)), ARGUMENT),
        (lambda w: cl.enqueue_map_image(w.queue, image(w), 1, (4, 0), (8, 8), (8, 8, 4), np.uint8), ARGUMENT),
        (lambda w: cl.enqueue_copy(w.queue, w.buffer, image(w), offset=0, origin=(4, 0), region=(8, 8)), ARGUMENT),
        (lambda w: cl.image_from_array(w.ctx, np.zeros((2, 2, 3), np.uint8), 4), ARGUMENT),
        (lambda w: w.kernel.set_arg(9, sampler(w, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)), ARGUMENT),
        (lambda w: sampler(w, False, cl.addressing_mode.REPEAT, cl.filter_mode.NEAREST), ARGUMENT),
        (lambda w: sampler(w, False, 1, cl.filter_mode.NEAREST), ARGUMENT),
        (lambda w: sampler(w, False, cl.addressing_mode.CLAMP, 1), ARGUMENT),
        (lambda w: sampler(w, [cl.sampler_properties.NORMALIZED_COORDS]), ARGUMENT),
        (lambda w: sampler(w, [1, 1]), ARGUMENT),
        (lambda w: sampler(w, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST).get_info(1),
         cl.status_code.INVALID_VALUE),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:hostbuf gives only the size")
def test_images_and_samplers(world, call, status, images):
    check(call, world, status)


def svm(world, size=4096, alignment=0, flags=smf.READ_WRITE, queue=None):
    return cl.SVMAllocation(world.ctx, size, alignment, flags, queue)


@pytest.mark.parametrize(
    "call, status",
    [
        (lambda w: svm(w, alignment=3), ARGUMENT),
        (lambda w: svm(w, flags=smf.READ_ONLY | smf.WRITE_ONLY), ARGUMENT),
        (lambda w: svm(w, size=2**62), ARGUMENT),
        (lambda w: svm(w, size=w.huge), MEMORY),
        (lambda w: svm(w, queue=w.other_queue), ARGUMENT),
        (lambda w: tools.SVMAllocator(w.ctx, flags=smf.READ_ONLY | smf.WRITE_ONLY), ARGUMENT),
        (lambda w: svm(w).as_buffer(w.ctx, size=8192), ARGUMENT),
        (lambda w: svm(w).as_buffer(w.ctx, flags=mf.READ_ONLY | mf.WRITE_ONLY), ARGUMENT),
        (lambda w: svm(w).map(w.queue, flags=0), ARGUMENT),
        (lambda w: svm(w).map_ro(w.queue, size=8192), ARGUMENT),
        (lambda w: cl.enqueue_svm_memfill(w.queue, svm(w), b"abc"), ARGUMENT),
        (lambda w: cl.enqueue_svm_migratemem(w.queue, [], 0), ARGUMENT),
        (lambda w: cl.enqueue_svm_migratemem(w.queue, [svm(w)], 1 << 10), ARGUMENT),
        (lambda w: cl.enqueue_migrate_mem_objects(w.queue, [svm(w)]), UNSUPPORTED),
    ],
)
def test_shared_virtual_memory(world, call, status, coarse):
    check(call, world, status)


@pytest.mark.parametrize(
    "use",
    [
        lambda w, pool, block, queue: pool.allocate_with(64, queue=queue),
        lambda w, pool, block, queue: pool.record_use(block, queue),
        lambda w, pool, block, queue: cl.enqueue_fill(queue, block, b"\0"),
        lambda w, pool, block, queue: cl.enqueue_copy(queue, w.array, block),
        lambda w, pool, block, queue: cl.enqueue_map_buffer(queue, block, cl.map_flags.READ, 0, 16, np.uint8),
        lambda w, pool, block, queue: cl.enqueue_map_buffer(w.queue, block, 1, 0, 16, np.uint8).base.release(queue),
        lambda w, pool, block, queue: w.kernel(queue, (1,), None, block, np.int32(1), cl.LocalMemory(4)),
    ],
    ids=["allocate_with", "record_use", "fill", "copy", "map", "unmap", "launch"],
)
def test_a_pool_knows_a_limited_number_of_queues(world, use):
    pool = tools.MemoryPool(tools.ImmediateAllocator(world.queue))
    block = pool.allocate(4096)
    queues = [cl.CommandQueue(world.ctx) for _ in range(MOST_QUEUES)]
    for queue in queues[1:]:
        pool.record_use(block, queue)
    check(lambda w: use(w, pool, block, queues[0]), world, UNSUPPORTED)
    pool.forget_queue(queues[-1])


def test_the_shared_context_needs_a_device_that_matches():
    program = (
        "import clmem as cl\nfrom clmem._ffi import lib\n"
        "try: import clmem.autoprimaryctx\n"
        "except cl.RuntimeError as error: assert error.status == lib.CLMEM_ERROR_NO_DEVICE; print(error)"
    )
    environment = {**os.environ, "CLMEM_DEVICE": "no such device"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120)
    assert "no such device" in done.stdout, done.stdout + done.stderr
