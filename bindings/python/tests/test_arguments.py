"""Wrong numbers, flags, texts and functions: each call ends in a LogicError whose message names the argument.

The error is also the TypeError or ValueError that Python itself would raise.
"""

import numpy as np
import pytest

import clmem as cl
from clmem import tools

T, V = TypeError, ValueError
mf = cl.mem_flags
SIZE, OFFSET = "expected a size in bytes as an int, got ", "expected an offset in bytes as an int, got "
LEAST = "expected at least 0 bytes, got "


class World:
    """The objects on which the wrong calls are made."""

    def __init__(self):
        self.ctx = cl.create_some_context(interactive=False)
        self.dev = self.ctx.devices[0]
        self.queue = cl.CommandQueue(self.ctx)
        self.buffer = cl.Buffer(self.ctx, mf.READ_WRITE, 4096)
        self.other = cl.Buffer(self.ctx, mf.READ_WRITE, 4096)
        self.svm = cl.SVMAllocation(self.ctx, 400, 0, cl.svm_mem_flags.READ_WRITE)
        self.allocator = tools.ImmediateAllocator(self.queue)
        self.pool = tools.MemoryPool(self.allocator)
        self.pinned = tools.PageLockedMemoryPool(queue=self.queue)
        self.data = tools.DeviceData.for_capability(9, 0)
        self.program = cl.Program(self.ctx, "kernel void f() {} kernel void g(int i) {}").build()
        self.array = np.zeros(4)
        self.format = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)

    def copy(self, **keywords):
        return cl.enqueue_copy(self.queue, self.buffer, self.other, **keywords)

    def map(self, flags=1, offset=0, shape=4, dtype=np.uint8, **keywords):
        return cl.enqueue_map_buffer(self.queue, self.buffer, flags, offset, shape, dtype, **keywords)

    def fill(self, offset, size):
        return cl.enqueue_fill_buffer(self.queue, self.buffer, np.uint8(0), offset, size)

    def image(self, shape, **keywords):
        return cl.create_image(self.ctx, mf.READ_ONLY, self.format, shape, **keywords)

    def new(self, **options):
        return tools.MemoryPool(self.allocator, **options)


@pytest.fixture(scope="module")
def world():
    return World()


def conflicts(world, itemsize, *shapes):
    return cl.characterize.why_not_local_access_conflict_free(world.dev, itemsize, *shapes)


MISTAKES = [
    # buffers
    (lambda w: cl.Buffer(w.ctx, 1, "x"), T, f"size: {SIZE}'x'"),
    (lambda w: cl.Buffer(w.ctx, 1, 4.0), T, f"size: {SIZE}4.0"),
    (lambda w: cl.Buffer(w.ctx, 1, np.float64(4)), T, f"size: {SIZE}"),
    (lambda w: cl.Buffer(w.ctx, 1, (4, 4)), T, rf"size: {SIZE}\(4, 4\)"),
    (lambda w: cl.Buffer(w.ctx, "rw", 4), T, "flags: expected bits of mem_flags as an int, got 'rw'"),
    (lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, w.array), T, f"size: {SIZE}an object of type ndarray; pass host memory as hostbuf"),
    (lambda w: cl.Buffer(w.ctx, 1, 1 << 70), V, "size: expected at most 2.*64 - 1 bytes, got 1180591620717411303424"),
    (lambda w: cl.Buffer(w.ctx, 1, -1), V, f"INVALID_BUFFER_SIZE - size: {LEAST}-1"),
    (lambda w: cl.Buffer(w.ctx, -1, 4), V, "flags: expected bits of mem_flags, got -1"),
    (lambda w: w.buffer[0:1.5], T, f"stop: {OFFSET}1.5"),
    (lambda w: w.buffer["x":], T, f"start: {OFFSET}'x'"),
    (lambda w: w.buffer[: 1 << 70], V, "stop: expected at most 2.*63 - 1, got"),
    (lambda w: w.buffer.get_sub_region("x", 4), T, f"origin: {OFFSET}'x'"),
    (lambda w: w.buffer.get_sub_region(0, 4.5), T, f"size: {SIZE}4.5"),
    (lambda w: w.buffer.get_sub_region(0, 4, "r"), T, "flags: expected bits of mem_flags"),
    (lambda w: w.buffer.get_info("SIZE"), T, "param: expected a constant such as mem_info.SIZE, got 'SIZE'"),
    (lambda w: w.buffer.get_info([1]), T, r"param: expected a constant .*, got \[1\]"),
    (lambda w: w.buffer.get_info(-1), V, "param: expected at least 0, got -1"),
    (lambda w: w.queue.get_info(1.5), T, "param: expected a constant .*, got 1.5"),
    (lambda w: w.buffer.get_host_array("x", np.float32), T, "shape: expected an int or a tuple of ints, got 'x'"),
    (lambda w: w.buffer.get_host_array(4, "zz"), T, "dtype: expected a numpy dtype, got 'zz'"),
    (lambda w: cl.enqueue_migrate_mem_objects(w.queue, [w.buffer], "x"), T, "flags: expected bits of mem_migration_flags"),
    # shared virtual memory
    (lambda w: cl.SVMAllocation(w.ctx, "x"), T, f"size: {SIZE}'x'"),
    (lambda w: cl.SVMAllocation(w.ctx, 4.0), T, f"size: {SIZE}4.0"),
    (lambda w: cl.SVMAllocation(w.ctx, 4, "x"), T, f"alignment: {SIZE}'x'"),
    (lambda w: cl.SVMAllocation(w.ctx, 4, 0, "x"), T, "flags: expected bits of svm_mem_flags"),
    (lambda w: w.svm.map(w.queue, flags="r"), T, "flags: expected bits of map_flags as an int, got 'r'"),
    (lambda w: w.svm.map_rw(w.queue, size=-1), V, f"size: {LEAST}-1"),
    (lambda w: w.svm.as_buffer(w.ctx, size="x"), T, f"size: {SIZE}'x'"),
    (lambda w: w.svm.as_buffer(w.ctx, flags="x"), T, "flags: expected bits of mem_flags"),
    (lambda w: cl.enqueue_svm_memfill(w.queue, w.svm, np.uint8(0), byte_count=-1), V, f"byte_count: {LEAST}-1"),
    (lambda w: cl.enqueue_svm_memfill(w.queue, w.svm, np.uint8(0), byte_count="x"), T, f"byte_count: {SIZE}'x'"),
    (lambda w: cl.enqueue_fill(w.queue, w.svm, np.uint8(0), offset="x"), T, f"offset: {OFFSET}'x'"),
    (lambda w: cl.enqueue_svm_migratemem(w.queue, 5, 0), T, "svms: expected a list of SVM pointers or arrays, got"),
    (lambda w: cl.enqueue_svm_migratemem(w.queue, [w.svm], "x"), T, "flags: expected bits of mem_migration_flags"),
    (lambda w: cl.svm_empty(w.ctx, 1, "ab", "u1"), T, "shape: expected an int or a tuple of ints, got 'ab'"),
    # transfers
    (lambda w: w.copy(byte_count=-1), V, f"byte_count: {LEAST}-1"),
    (lambda w: w.copy(dst_offset="x"), T, f"dst_offset: {OFFSET}'x'"),
    (lambda w: w.copy(dst_offset=1.5), T, f"dst_offset: {OFFSET}1.5"),
    (lambda w: w.copy(src_offset=-1), V, f"src_offset: {LEAST}-1"),
    (lambda w: w.copy(region="ab"), T, "region: expected at most three ints, got 'ab'"),
    (lambda w: w.copy(region=b"ab"), T, "region: expected at most three ints, got b'ab'"),
    (lambda w: w.copy(region=(1, 1.5)), T, r"region: expected at most three ints, got \(1, 1.5\)"),
    (lambda w: w.copy(region=(1, -1)), V, r"region: expected at most three numbers of at least 0, got \(1, -1\)"),
    (lambda w: w.copy(region=4, src_origin=0, dst_origin=0, src_pitches="x"), T, "src_pitches: expected at most two ints, got 'x'"),
    (lambda w: w.copy(region=4, src_origin=0, dst_origin=None), T, "dst_origin: expected at most three ints, got None"),
    (lambda w: w.fill("x", 4), T, f"offset: {OFFSET}'x'"),
    (lambda w: w.fill(0, 4.0), T, f"size: {SIZE}4.0"),
    (lambda w: w.fill(0, -1), V, f"size: {LEAST}-1"),
    (lambda w: w.fill(1 << 70, 4), V, "offset: expected at most 2.*64 - 1 bytes, got"),
    (lambda w: w.map(offset=-4), V, f"offset: {LEAST}-4"),
    (lambda w: w.map(flags="r"), T, "flags: expected bits of map_flags as an int, got 'r'"),
    (lambda w: w.map(dtype="zz"), T, "dtype: expected a numpy dtype, got 'zz'"),
    (lambda w: w.map(dtype=None), T, "dtype: expected a numpy dtype, got None"),
    (lambda w: w.map(shape=np.float32, dtype=4), T, "dtype: expected a numpy dtype, got 4"),
    (lambda w: w.map(shape=None), T, "shape: expected an int or a tuple of ints, got None"),
    (lambda w: w.map(shape=(10.5,)), T, r"shape: expected an int or a tuple of ints, got \(10.5,\)"),
    (lambda w: w.map(shape=-4), V, r"shape: expected numbers of at least 0, got \(-4,\)"),
    (lambda w: w.map(strides=("x",)), T, "strides: expected an int or a tuple of ints"),
    (lambda w: w.map(order=5), V, "order: expected 'C' or 'F', got 5"),
    # images and samplers
    (lambda w: w.image((4, -4)), V, r"shape: expected numbers of at least 0, got \(4, -4\)"),
    (lambda w: w.image(4), T, r"shape: expected a tuple of ints, got 4; pass \(4,\)"),
    (lambda w: w.image("ab"), T, "shape: expected an int or a tuple of ints, got 'ab'"),
    (lambda w: w.image((4, 4), pitches="x"), T, "pitches: expected at most two ints, got 'x'"),
    (lambda w: cl.create_image(w.ctx, "r", w.format, (4, 4)), T, "flags: expected bits of mem_flags"),
    (lambda w: cl.ImageFormat("a", "b"), T, "channel_order: expected one of channel_order as an int, got 'a'"),
    (lambda w: cl.ImageFormat(cl.channel_order.R, 1.5), T, "channel_type: expected one of channel_type as an int, got 1.5"),
    (lambda w: cl.get_supported_image_formats(w.ctx, "r", 1), T, "flags: expected bits of mem_flags"),
    (lambda w: cl.get_supported_image_formats(w.ctx, 1, "x"), T, "image_type: expected one of mem_object_type"),
    (lambda w: cl.image_from_array(w.ctx, np.zeros((4, 4), "f4"), "x"), T, "num_channels: expected an int, got 'x'"),
    (lambda w: cl.Sampler(w.ctx, True, "x", "y"), T, "addressing_mode: expected one of addressing_mode as an int, got 'x'"),
    (lambda w: cl.Sampler(w.ctx, True, cl.addressing_mode.CLAMP, "y"), T, "filter_mode: expected one of filter_mode as an int, got 'y'"),
    (lambda w: cl.Sampler(w.ctx, properties=["x"]), T, "properties: expected an int or a tuple of ints"),
    (lambda w: cl.Pipe(w.ctx, 0, "x", 4), T, f"packet_size: {SIZE}'x'"),
    (lambda w: cl.Pipe(w.ctx, 0, 4, "x"), T, "max_packets: expected an int, got 'x'"),
    # contexts, queues, events
    (lambda w: cl.CommandQueue(w.ctx, properties="x"), T, "properties: expected bits of command_queue_properties, or a list of ints, got 'x'"),
    (lambda w: cl.CommandQueue(w.ctx, properties=[1.5]), T, "properties: expected bits of"),
    (lambda w: cl.Context(dev_type="x"), T, "dev_type: expected bits of device_type as an int, got 'x'"),
    (lambda w: cl.Context([w.dev], properties=5), T, "properties: expected a list of pairs, got"),
    (lambda w: cl.Context([w.dev], properties=[5]), T, "properties: expected pairs of a property and a value, got 5"),
    (lambda w: cl.Context([w.dev], properties=[("x", 5)]), T, "properties: expected one of context_properties as an int, got 'x'"),
    (lambda w: cl.Context([w.dev], properties=[(0x1085, "x")]), T, "properties: expected a value as an int, got 'x'"),
    (lambda w: w.dev.platform.get_devices("x"), T, "device_type: expected bits of device_type"),
    (lambda w: w.dev.create_sub_devices("x"), T, "properties: expected an int or a tuple of ints, got 'x'"),
    (lambda w: cl.enqueue_marker(w.queue).set_callback(0, 5), T, "pfn_event_notify: expected a function, got 5"),
    (lambda w: cl.enqueue_marker(w.queue).set_callback("x", print), V, "command_exec_callback_type: expected COMPLETE, .* got 'x'"),
    (lambda w: cl.UserEvent(w.ctx).set_status("x"), T, "status: expected 0 or an error code as an int, got 'x'"),
    (lambda w: cl.UserEvent(w.ctx).set_status(-1 << 40), V, "status: expected at least -2.*31, got"),
    (lambda w: cl.wait_for_events(5), T, "events: expected a list of events"),
    # programs and kernels
    (lambda w: cl.Program(w.ctx, "kernel void f() {}\0"), V, "source: expected a str without zeros"),
    (lambda w: cl.Program(w.ctx, "kernel void f() {}").build(5), T, "options: expected a list of str, or a str, got"),
    (lambda w: cl.Program(w.ctx, "kernel void f() {}").build([5]), T, "options: expected a str, got 5"),
    (lambda w: cl.Program(w.ctx, [5], [b""]), T, r"devices\[0\]: expected a Device"),
    (lambda w: cl.Program(w.ctx, [w.dev], 5), T, "binaries: expected a list of binaries"),
    (lambda w: cl.Program(w.ctx, [w.dev], [5]), T, r"binaries\[0\]: expected host memory"),
    (lambda w: cl.Kernel(w.program, 5), T, "name: expected a str, got 5"),
    (lambda w: w.program.f(w.queue, None, None), T, "global_work_size: expected one to three ints, got None"),
    (lambda w: w.program.f(w.queue, "16", None), T, "global_work_size: expected one to three ints, got '16'"),
    (lambda w: w.program.f(w.queue, (10.7,), None), T, r"global_work_size: expected one to three ints, got \(10.7,\)"),
    (lambda w: w.program.f(w.queue, (1,), "1"), T, "local_work_size: expected one to three ints, got '1'"),
    (lambda w: w.program.f(w.queue, (1,), None, global_offset=1.5), T, "global_work_offset: expected one to three ints, got 1.5"),
    (lambda w: w.program.f(w.queue, (1 << 70,), None), V, "global_work_size: expected one to three numbers"),
    (lambda w: w.program.g(w.queue, (1,), None, 1 << 70), V, r"argument 0 'i' \(int\).* expected a value from -2147483648 to"),
    (lambda w: w.program.g.set_scalar_arg_dtypes(5), T, "arg_dtypes: expected a list of dtypes"),
    (lambda w: w.program.g.set_scalar_arg_dtypes(["zz"]), T, "arg_dtypes: expected a numpy dtype, got 'zz'"),
    (lambda w: cl.LocalMemory("16"), T, f"size: {SIZE}'16'"),
    (lambda w: cl.LocalMemory(16.0), T, f"size: {SIZE}16.0"),
    # pools and allocators
    (lambda w: w.pool.trim(-1), V, f"target_bytes: {LEAST}-1"),
    (lambda w: w.pool.trim("x"), T, f"target_bytes: {SIZE}'x'"),
    (lambda w: w.pool.set_limit(-1), V, f"limit_bytes: {LEAST}-1"),
    (lambda w: w.pool.allocate(-1), V, f"size: {LEAST}-1"),
    (lambda w: w.pool.allocate("x"), T, f"size: {SIZE}'x'"),
    (lambda w: w.pool((1, 2)), T, rf"size: {SIZE}\(1, 2\)"),
    (lambda w: w.pool.allocate(1 << 70), V, "size: expected at most 2.*64 - 1 bytes, got"),
    (lambda w: w.pool.allocate_with(-1), V, f"size: {LEAST}-1"),
    (lambda w: w.pool.allocate_with(1.5), T, f"size: {SIZE}1.5"),
    (lambda w: w.pool.allocate_with(10, tag=5), T, "tag: expected a str, got 5"),
    (lambda w: w.pool.allocate_with(10, alignment="x"), T, f"alignment: {SIZE}'x'"),
    (lambda w: w.pool.bin_number(-1), V, f"size: {LEAST}-1"),
    (lambda w: w.pool.bin_number("x"), T, f"size: {SIZE}'x'"),
    (lambda w: w.pool.alloc_size("x"), T, "bin: expected an int, got 'x'"),
    (lambda w: w.new(limit_bytes=-1), V, f"limit_bytes: {LEAST}-1"),
    (lambda w: w.new(limit_bytes="1G"), T, f"limit_bytes: {SIZE}'1G'"),
    (lambda w: w.new(driver_time_permille=1.5), T, "driver_time_permille: expected an int, got 1.5"),
    (lambda w: w.new(idle_release_ms=1 << 40), V, "idle_release_ms: expected at most 2.*32 - 1, got"),
    (lambda w: w.new(leading_bits_in_bin_id="x"), T, "leading_bits_in_bin_id: expected an int, got 'x'"),
    (lambda w: w.new(leading_bits_in_bin_id=17), V, "leading_bits_in_bin_id: expected 0 to 16, got 17"),
    (lambda w: w.new(out_of_memory=5), T, "out_of_memory: expected a function, got 5"),
    (lambda w: tools.MemoryPool(5), T, "allocator: expected an ImmediateAllocator.*, got an object of type int"),
    (lambda w: tools.SVMPool(5), T, "allocator: expected an SVMAllocator.*, got an object of type int"),
    (lambda w: tools.ImmediateAllocator(w.queue, "rw"), T, "mem_flags: expected bits of mem_flags as an int, got 'rw'"),
    (lambda w: tools.DeferredAllocator(w.ctx, "rw"), T, "mem_flags: expected bits of mem_flags as an int, got 'rw'"),
    (lambda w: w.allocator(-1), V, f"size: {LEAST}-1"),
    (lambda w: w.allocator("x"), T, f"size: {SIZE}'x'"),
    (lambda w: tools.SVMAllocator(w.ctx, alignment="x"), T, "alignment: expected an int, got 'x'"),
    (lambda w: tools.SVMAllocator(w.ctx, flags="x"), T, "flags: expected bits of svm_mem_flags"),
    (lambda w: tools.SVMAllocator(w.ctx)("x"), T, f"size: {SIZE}'x'"),
    (lambda w: tools.DeviceMemoryPool(queue=5), T, "queue: expected a CommandQueue"),
    (lambda w: tools.PageLockedAllocator("x"), T, "flags: expected bits of host_alloc_flags"),
    (lambda w: w.pinned.allocate(None, np.float32), T, "shape: expected an int or a tuple of ints, got None"),
    (lambda w: w.pinned.allocate(4, "zz"), T, "dtype: expected a numpy dtype, got 'zz'"),
    # devices and the log
    (lambda w: cl.characterize.get_simd_group_size(w.dev, "x"), T, f"type_size: {SIZE}'x'"),
    (lambda w: cl.characterize.usable_local_mem_size(w.dev, "x"), T, "nargs: expected an int, got 'x'"),
    (lambda w: conflicts(w, "x", (4,)), T, f"itemsize: {SIZE}'x'"),
    (lambda w: conflicts(w, 4, "x"), T, "array_shape: expected an int or a tuple of ints, got 'x'"),
    (lambda w: conflicts(w, 4, (4,), "x"), T, "array_stored_shape: expected an int or a tuple of ints, got 'x'"),
    (lambda w: cl.characterize.source_of(5, w.dev), V, "function: expected a function of clmem.characterize, got 5"),
    (lambda w: tools.OccupancyRecord(w.data, threads="x"), T, "threads: expected an int, got 'x'"),
    (lambda w: tools.OccupancyRecord(w.data, 32, shared_mem=1.5), T, f"shared_mem: {SIZE}1.5"),
    (lambda w: tools.DeviceData(5), T, "dev: expected a Device"),
    (lambda w: tools.DeviceData.for_capability("x", 0), T, "major: expected an int, got 'x'"),
    (lambda w: w.data.align("x"), T, f"bytes: {SIZE}'x'"),
    (lambda w: w.data.align_words("x"), T, f"word_size: {SIZE}'x'"),
    (lambda w: w.data.align_dtype("x", 4), T, "elements: expected an int, got 'x'"),
    (lambda w: w.data.make_valid_tex_channel_count("x"), T, "size: expected an int, got 'x'"),
    (lambda w: tools.get_test_platforms_and_devices(5), T, "plat_dev_string: expected a str, got 5"),
    (lambda w: cl.set_log_level("zz"), V, "level: expected one of none, .*, got 'zz'"),
    (lambda w: cl.set_log_level(99), V, "level: expected one of none, .*, got 99"),
]  # fmt: skip


@pytest.mark.parametrize("call, also, said", MISTAKES, ids=[f"{n}-{entry[2][:32]}" for n, entry in enumerate(MISTAKES)])
def test_errors_name_the_argument(world, call, also, said):
    with pytest.raises(cl.LogicError, match=said) as caught:
        call(world)
    assert isinstance(caught.value, also) and caught.value.routine


class Three:
    """An integer of another package."""

    def __index__(self):
        return 3


def test_all_integers_are_accepted(world):
    assert [world.pool.allocate(size).size for size in (True, np.uint8(3), Three())] == [1, 3, 3]
    assert [cl.Buffer(world.ctx, np.int64(1), size).size for size in (True, np.uint8(3), Three())] == [1, 3, 3]
    assert world.buffer[np.int32(0) : np.array(64)].size == 64
    assert world.map(np.uint64(1), Three(), np.int8(3)).array.shape == (3,)
    for size in (np.int64(4), np.array([4]), [np.uint8(4)], range(4, 5), True, Three()):
        world.program.f(world.queue, size, None).wait()


class Failing:
    """An integer whose conversion fails."""

    def __index__(self):
        raise RuntimeError("no conversion today")


@pytest.mark.parametrize("call", [lambda w, n: w.pool.allocate(n), lambda w, n: cl.Buffer(w.ctx, 0, n), lambda w, n: w.fill(n, 4)])
def test_the_arguments_own_exception_is_not_hidden(world, call):
    with pytest.raises(RuntimeError, match="no conversion today"):
        call(world, Failing())


def test_hostbuf_without_flags_gives_the_size(world):
    with pytest.warns(UserWarning, match="hostbuf gives only the size") as caught:
        buffer = cl.Buffer(world.ctx, mf.READ_ONLY, hostbuf=world.array)
    assert caught[0].filename == __file__
    assert buffer.size == world.array.nbytes and buffer.hostbuf is None
    pixels = np.zeros((4, 4, 4), np.float32)
    with pytest.warns(UserWarning, match="hostbuf gives only the size"):
        assert cl.Image(world.ctx, mf.READ_ONLY, world.format, (4, 4), hostbuf=pixels).shape == (4, 4)


def test_svm_of_an_empty_array(world):
    empty = np.zeros(0, np.float32)
    svm = cl.SVM(empty)
    assert svm.size == 0 and svm.mem is empty and svm.svm_ptr == empty.ctypes.data and svm.buf.size == 0
    assert "empty" in repr(svm) and not svm
    with_argument = cl.Program(world.ctx, "kernel void k(global int *a) { }").build().k
    with_argument(world.queue, (1,), None, svm).wait()
    for call in (
        lambda: svm.map_rw(world.queue),
        lambda: svm.as_buffer(world.ctx),
        lambda: cl.enqueue_copy(world.queue, bytearray(4), svm),
    ):
        with pytest.raises(cl.LogicError, match="empty|above 0|expected 0 bytes"):
            call()
