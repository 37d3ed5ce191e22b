"""Users' mistakes: the exception's type, and that its message says what to do."""

import numpy as np
import pytest

import clmem as cl

mf, smf = cl.mem_flags, cl.svm_mem_flags
L, T, V = cl.LogicError, TypeError, ValueError


class World:
    """The objects on which the wrong calls are made."""

    def __init__(self, ctx, queue, program):
        self.ctx, self.queue, self.program = ctx, queue, program
        self.other = cl.Context(ctx.devices)
        self.buffer = cl.Buffer(ctx, mf.READ_WRITE, 1024)
        self.foreign = cl.Buffer(self.other, mf.READ_WRITE, 64)
        self.array = np.zeros(64, np.uint8)
        self.kernel, self.typed = program.scale, program.scale
        self.typed.set_scalar_arg_dtypes([None, np.float32, np.int32])
        self.event = cl.enqueue_marker(queue)
        self.released = cl.Buffer(ctx, mf.READ_WRITE, 64)
        self.released.release()
        self.format = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)


@pytest.fixture(scope="module")
def world():
    ctx = cl.Context(cl.choose_devices(interactive=False))
    program = cl.Program(ctx, "__kernel void scale(__global float *a, float factor, int offset) { a[offset] *= factor; }")
    return World(ctx, cl.CommandQueue(ctx), program.build())


NUMBERS = (np.float32(1), np.int32(0))
read_only = np.zeros(64, np.uint8)
read_only.flags.writeable = False

MISTAKES = [
    # contexts and queues
    ("no devices", lambda w: cl.Context([]), L, "devices: expected at least one, got none"),
    ("devices and a type", lambda w: cl.Context(w.ctx.devices, dev_type=2), L, "got both"),
    ("an invalid device", lambda w: cl.Context(["gpu"]), L, r"devices\[0\]: expected a Device, got an object of type str"),
    ("None as a context", lambda w: cl.CommandQueue(None), L, "context: expected a Context, got None"),
    ("a device for a context", lambda w: cl.CommandQueue(w.ctx.devices[0]), L, "context: expected a Context, got an object of type Device"),
    ("an address as a context", lambda w: cl.CommandQueue(w.ctx.int_ptr), T, r"Context.from_int_ptr\(\) makes an object"),
    ("unknown properties", lambda w: cl.CommandQueue(w.ctx, properties=1 << 20), L, "list of properties"),
    ("a float as a queue", lambda w: cl.enqueue_marker(3.5), L, "queue: expected a CommandQueue, got an object of type float"),
    ("True as a queue", lambda w: cl.enqueue_marker(True), L, "queue: expected a CommandQueue, got an object of type bool"),
    ("an event for a wait list", lambda w: cl.enqueue_marker(w.queue, w.event), L, "wait_for: expected a list of events, or None"),
    ("None in a wait list", lambda w: cl.enqueue_marker(w.queue, [w.event, None]), L, r"wait_for\[1\]: expected an Event, got None"),
    ("a class without a constructor", lambda w: cl.Device(), T, "Device has no constructor"),
    ("address 0", lambda w: cl.Context.from_int_ptr(0), L, "int_ptr_value: expected the address of an object, got 0"),
    ("no platform with that name", lambda w: cl.choose_devices(answers=["no-such-name"]), L, r"expected a platform that matches 'no-such-name', got none; choose by number or part of a name from \[0\] "),
    ("no device with that name", lambda w: cl.choose_devices(answers=["0", "no-such-name"]), L, "expected a device that matches 'no-such-name', got none"),
    ("a callback for an invalid status", lambda w: w.event.set_callback(17, print), L, "COMPLETE, RUNNING or SUBMITTED"),
    # buffers
    ("size 0", lambda w: cl.Buffer(w.ctx, mf.READ_WRITE), L, "expected a size above 0, or a hostbuf, got neither"),
    ("negative size", lambda w: cl.Buffer(w.ctx, mf.READ_WRITE, -4), L, "size: expected at least 0 bytes, got -4"),
    ("two kinds of access", lambda w: cl.Buffer(w.ctx, mf.READ_ONLY | mf.WRITE_ONLY, 4), L, "READ_ONLY|access"),
    ("more than there is", lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, 65, w.array), L, "at most 64, that of hostbuf, got 65"),
    ("host memory with gaps", lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, hostbuf=w.array[::2]), L, "ascontiguousarray"),
    ("host memory that is a str", lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, hostbuf="abc"), L, "expected host memory, got an object of type str"),
    ("host memory that is a list", lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, hostbuf=[1, 2]), L, "type list"),
    ("USE_HOST_PTR of read-only memory", lambda w: cl.Buffer(w.ctx, mf.USE_HOST_PTR, hostbuf=read_only), L, "read-only"),
    ("a flag without memory", lambda w: cl.Buffer(w.ctx, mf.COPY_HOST_PTR, 16), L, "hostbuf: expected a pointer, .* got NULL"),
    ("a released buffer", lambda w: w.released.size, L, "already released"),
    ("released twice", lambda w: w.released.release(), L, "already released"),
    ("no host memory", lambda w: w.buffer.get_host_array(4, "f4"), L, "made with USE_HOST_PTR"),
    ("a part beyond the end", lambda w: w.buffer.get_sub_region(0, 2048), L, "within the buffer's 1024 bytes"),
    ("an empty part", lambda w: w.buffer.get_sub_region(0, 0), L, "a size above 0, got 0 and 0"),
    ("a part before the beginning", lambda w: w.buffer.get_sub_region(-128, 64), L, "got -128 and 64"),
    ("a part that is not aligned", lambda w: w.buffer[1:9], L, "align|multiple"),
    ("a step", lambda w: w.buffer[0:64:2], L, "step of 1, .* got 2"),
    ("an index", lambda w: w.buffer[3], T, "slice of bytes, got an index of type int"),
    ("an empty slice", lambda w: w.buffer[128:128], L, "at least one of the 1024 bytes, got an empty one"),
    ("import of address 0", lambda w: cl.Buffer.from_int_ptr(0), L, "int_ptr_value: expected the address of an object, got 0"),
    # fills
    ("a pattern of 3 bytes", lambda w: cl.enqueue_fill(w.queue, w.buffer, b"abc"), L, "pattern"),
    ("an offset between patterns", lambda w: cl.enqueue_fill(w.queue, w.buffer, b"abcd", offset=2), L, "offset"),
    ("a size between patterns", lambda w: cl.enqueue_fill_buffer(w.queue, w.buffer, b"abcd", 0, 6), L, "multiple|bytes"),
    ("a fill beyond the end", lambda w: cl.enqueue_fill_buffer(w.queue, w.buffer, b"a", 1000, 100), L, "within"),
    ("an int as a pattern", lambda w: cl.enqueue_fill(w.queue, w.buffer, 7), L, "type int"),
    ("a negative offset", lambda w: cl.enqueue_fill_buffer(w.queue, w.buffer, b"a", -1, 1), L, "offset: expected at least 0 bytes, got -1"),
    # copies
    ("host to host", lambda w: cl.enqueue_copy(w.queue, w.array, w.array), L, "copy it with numpy"),
    ("an offset in the host", lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, dst_offset=4), L, "slice the host array"),
    ("into read-only memory", lambda w: cl.enqueue_copy(w.queue, read_only, w.buffer), L, "dest: expected writable memory, got read-only memory"),
    ("more than the buffer takes", lambda w: cl.enqueue_copy(w.queue, w.buffer, np.zeros(4096, np.uint8)), L, "the dest.*: expected a transfer within"),
    ("more than the buffer has", lambda w: cl.enqueue_copy(w.queue, np.zeros(4096, np.uint8), w.buffer), L, "the source: expected a transfer within"),
    ("into bytes", lambda w: cl.enqueue_copy(w.queue, b"abc", w.buffer), L, "dest"),
    ("an unknown keyword", lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, ofset=4), T, "no argument 'ofset'; it has"),
    ("a rectangle without an origin", lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, region=(4, 4)), T, "'buffer_origin'"),
    ("four numbers", lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, region=(1, 1, 1, 1)), L, "at most three"),
    ("three pitches", lambda w: cl.enqueue_copy(w.queue, w.array, w.buffer, region=(4,), buffer_origin=(0,), host_origin=(0,),
                                                buffer_pitches=(1, 2, 3)), L, "buffer_pitches: expected at most two numbers"),
    ("more than the source has", lambda w: cl.enqueue_copy(w.queue, w.buffer, w.array, byte_count=100), L, "within"),
    ("beyond the end", lambda w: cl.enqueue_copy(w.queue, w.buffer, w.array, dst_offset=1000), L, "within"),
    ("a negative offset of a copy", lambda w: cl.enqueue_copy(w.queue, w.buffer, w.array, dst_offset=-1), L, "dst_offset: expected at least 0 bytes, got -1"),
    ("onto itself", lambda w: cl.enqueue_copy(w.queue, w.buffer, w.buffer, byte_count=64, dst_offset=8), L, "overlap"),
    ("gaps", lambda w: cl.enqueue_copy(w.queue, w.array[::2], w.buffer), L, "dest: expected a contiguous array, got one with gaps"),
    ("a released source", lambda w: cl.enqueue_copy(w.queue, w.array, w.released), L, "src was already released"),
    ("another queue's buffer", lambda w: cl.enqueue_copy(w.queue, w.array, w.foreign), (L, cl.RuntimeError), "CONTEXT|context"),
    # maps
    ("an empty map", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 0, (0,), "u1"), L, "nothing to map"),
    ("a map beyond the end", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 1000, (100,), "u1"), L, "within"),
    ("a map without flags", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 0, 0, (4,), "u1"), L, "flags"),
    ("a map of objects", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 0, (4,), "O"), V, "objects"),
    ("an invalid order", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 0, (4,), "u1", "K"), V, "'C' or 'F'"),
    ("an invalid dtype", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 0, (4,), "no"), T, "no"),
    ("a negative shape", lambda w: cl.enqueue_map_buffer(w.queue, w.buffer, 1, 0, (-4,), "u1"), V, "shape: expected numbers of at least 0"),
    # SVM
    ("SVM of no memory", lambda w: cl.SVM(3), L, "mem: expected host memory, got an object of type int"),
    ("SVM of negative size", lambda w: cl.SVMAllocation(w.ctx, -1, 0, smf.READ_WRITE), L, "size: expected at least 0 bytes, got -1"),
    ("an invalid alignment", lambda w: cl.SVMAllocation(w.ctx, 8, 3, smf.READ_WRITE), L, "align|CL_DEVICE_SVM"),
    ("atomics alone", lambda w: cl.SVMAllocation(w.ctx, 8, 0, smf.SVM_ATOMICS), L, "SVM_FINE_GRAIN_BUFFER|CL_DEVICE_SVM"),
    # kernels
    ("too few arguments", lambda w: w.kernel(w.queue, (1,), None, w.buffer), L, "expected 3 arguments, got 1"),
    ("a str", lambda w: w.kernel.set_arg(0, "abc"), L, r"argument 0 'a' \(float\*\) cannot be of type str"),
    ("a number for memory", lambda w: w.kernel.set_arg(0, np.float32(3)), L, "argument 0 'a'"),
    ("memory for a number", lambda w: w.kernel.set_arg(1, w.buffer), L, "argument 1 'factor'"),
    ("None for a number", lambda w: w.kernel.set_arg(1, None), L, "argument 1 'factor'"),
    ("a Python number", lambda w: w.kernel.set_arg(2, 3), L, r"argument 2 'offset'.* pass numpy.int32\(3\)"),
    ("a fraction for an int", lambda w: w.typed.set_arg(2, 2.5), L, "argument 2 'offset'.* expected an integer for type int32, got 2.5"),
    ("a number that is too large", lambda w: w.typed.set_arg(2, 1 << 40), L, "argument 2 'offset'.* expected a value from .* for type int32"),
    ("a double for a float", lambda w: w.kernel.set_arg(1, np.float64(3)), L, "argument 1 'factor'"),
    ("a released argument", lambda w: w.kernel.set_arg(0, w.released), L, "argument 0 'a'.*released"),
    ("an argument index out of range", lambda w: w.kernel.set_arg(7, np.int32(0)), L, "argument 7"),
    ("no local memory", lambda w: cl.LocalMemory(0), L, "at least one byte, got 0"),
    ("local memory for memory", lambda w: w.kernel.set_arg(0, cl.LocalMemory(16)), L, "argument 0 'a'"),
    ("no global size", lambda w: w.kernel(w.queue, (), None, w.buffer, *NUMBERS), L, "one to three numbers"),
    ("a group of other dimensions", lambda w: w.kernel(w.queue, (4,), (1, 1), w.buffer, *NUMBERS), L, "local_work_size: expected 1 numbers.*got 2"),
    ("groups without a size", lambda w: w.kernel(w.queue, (4,), None, w.buffer, *NUMBERS, g_times_l=True), L, "local_work_size: expected sizes"),
    ("types for too few", lambda w: w.kernel.set_scalar_arg_dtypes([None]), L, "arg_dtypes: expected 3 types, one for each argument, got 1"),
    ("an unknown kernel", lambda w: w.program.thrice, AttributeError, "neither a kernel nor an attribute"),
    ("a kernel by a wrong name", lambda w: cl.Kernel(w.program, "thrice"), L, "INVALID_KERNEL_NAME"),
    ("a program of a number", lambda w: cl.Program(w.ctx, 3), T, "expected a str, bytes, or devices and binaries, got int"),
    ("binaries for too few", lambda w: cl.Program(w.ctx, w.ctx.devices, []), L, "one binary for each device, got 0 for 1"),
    ("a kernel before the build", lambda w: cl.Kernel(cl.Program(w.ctx, "kernel void k() {}"), "k"), L, "EXECUTABLE"),
    # images
    ("no shape", lambda w: cl.Image(w.ctx, mf.READ_WRITE, w.format), L, "expected a shape, or a hostbuf"),
    ("an invalid format", lambda w: cl.Image(w.ctx, mf.READ_WRITE, 3, (4, 4)), T, "format: expected an ImageFormat"),
    ("a shape of four", lambda w: cl.Image(w.ctx, mf.READ_WRITE, w.format, (1, 1, 1, 1)), L, "1 to 3 numbers"),
    ("an array of one number", lambda w: cl.Image(w.ctx, mf.READ_WRITE, w.format, (4,), is_array=True), L, "2 or 3"),
    ("a width of 0", lambda w: cl.Image(w.ctx, mf.READ_WRITE, w.format, (0, 4)), L, "width|images"),
]  # fmt: skip


@pytest.mark.parametrize("name, call, kind, said", MISTAKES, ids=[entry[0] for entry in MISTAKES])
@pytest.mark.filterwarnings("ignore:hostbuf gives only the size")
def test_mistakes(world, name, call, kind, said):
    with pytest.raises(kind, match=said) as caught:
        call(world)
    if isinstance(caught.value, cl.Error):
        assert caught.value.routine and caught.value.what and caught.value.code < 0


def test_the_list_of_mistakes_is_long_and_unique():
    assert len({entry[0] for entry in MISTAKES}) == len(MISTAKES) >= 60


def test_a_hostbuf_without_effect_warns(ctx):
    with pytest.warns(UserWarning, match="neither USE_HOST_PTR nor COPY_HOST_PTR"):
        assert cl.Buffer(ctx, mf.READ_WRITE, hostbuf=bytearray(4)).size == 4
