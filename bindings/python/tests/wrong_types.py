"""Calls every public function with objects of the wrong class. test_wrong_types.py runs it in a process, since the faults that
it looks for crash. Each call is printed before it is made, and then whether it was accepted; so the last line names the
call that crashed.

Only the class of one argument is wrong. All others are valid, so that the call gets as far as possible.
"""

import os
import sys
import tempfile
import warnings

import numpy as np

import clmem as cl
from clmem import _cl, characterize, tools

warnings.simplefilter("ignore")
FOLDER = tempfile.TemporaryDirectory()
PATH = os.path.join(FOLDER.name, "run.clmem")
context = cl.Context(cl.choose_devices(interactive=False)[:1])
device = context.devices[0]
queue = cl.CommandQueue(context)
program = cl.Program(
    context,
    "kernel void values(global int *memory, int number, local int *scratch) { memory[0] = number; }"
    "kernel void pixels(read_only image2d_t image, sampler_t sampler, global float4 *out) {"
    "    out[0] = read_imagef(image, sampler, (int2)(0, 0)); }",
).build()


class WithAddress:
    """An object of another package with the attributes that clmem reads."""

    int_ptr = svm_ptr = _ptr = _handle = 4096
    size = nbytes = 64


# The arguments, by kind. There is nothing at the addresses.
ZOO = {
    "address": [5, 4096, (1 << 63) + 8, True, -1],
    "nothing": [None],
    "other": [3.5, "text", object(), WithAddress(), WithAddress, [5], [None], {1: 2}],
    "bytes": [b"bytes", np.int64(4096)],
    "objects": [np.array([object(), object()], object)],
    "array": [np.zeros(64, np.uint8)],
    "device": [device],
    "context": [context],
    "platform": [device.platform],
    "queue": [queue],
    "event": [cl.enqueue_marker(queue)],
    "program": [program],
    "kernel": [program.values],
    "buffer": [cl.Buffer(context, 0, 4096), tools.MemoryPool(tools.ImmediateAllocator(queue)).allocate(4096)],
    "format": [cl.ImageFormat()],
    "pool": [tools.MemoryPool(tools.ImmediateAllocator(queue)), tools.ImmediateAllocator(queue)],
    "local": [cl.LocalMemory(64)],
    "unmade": [c.__new__(c) for c in (cl.Buffer, cl.CommandQueue, cl.Context, cl.Event, cl.Kernel, cl.Program)],
}
SVM = bool(device._get_cl_version() >= (2, 0) and device.svm_capabilities & 1)
HOST_IS_SVM = SVM and bool(device.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_SYSTEM)
if SVM:
    ZOO["svm"] = [cl.SVMAllocation(context, 4096, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)]
if device.image_support:
    ZOO["image"] = [cl.Image(context, 0, cl.ImageFormat(), (8, 8))]
    ZOO["sampler"] = [cl.Sampler(context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)]
RIGHT = {kind: values[0] for kind, values in ZOO.items()}


class Is:
    """An argument: its kind, other kinds that are accepted, and whether it is passed in a list."""

    def __init__(self, kind, *others, listed=False):
        self.kind, self.accepted, self.listed = kind, (kind, *others), listed

    @property
    def right(self):
        return [RIGHT[self.kind]] if self.listed else RIGHT[self.kind]

    def wrong(self):
        for kind, values in ZOO.items():
            if kind in self.accepted:
                continue
            for value in values:
                yield value
                if self.listed:
                    yield [value]


Q, CTX, DEV, BUF, IMG = Is("queue"), Is("context"), Is("device"), Is("buffer", "svm"), Is("image")
WAITS = Is("event", "nothing", listed=True)
DEVICES, OPTIONAL_DEVICES = Is("device", listed=True), Is("device", "nothing", listed=True)
MAYBE_QUEUE, MAYBE_CTX, MAYBE_DEV = Is("queue", "nothing"), Is("context", "nothing"), Is("device", "nothing")
HOST, PLACE = Is("array", "bytes", "buffer", "svm", "image"), Is("buffer", "svm", "image")
MEMORIES = Is("buffer", "image", "svm", listed=True)
FILLED = Is("buffer", "svm", "image", *(["array"] if HOST_IS_SVM else []))
SVM_PLACE = Is("svm", "array", "bytes")

PLATFORM = cl.context_properties.PLATFORM
WORK_GROUP_SIZE = cl.kernel_work_group_info.WORK_GROUP_SIZE

# Each function with its arguments: Is(...) stands for an object, {"name": Is(...)} for keyword arguments.
FUNCTIONS = {
    "Buffer": (cl.Buffer, CTX, 0, 64),
    "CommandQueue": (cl.CommandQueue, CTX, MAYBE_DEV),
    "Context": (cl.Context, OPTIONAL_DEVICES, {"properties": [(PLATFORM, Is("platform"))]}),
    "Context of a type": (cl.Context, {"dev_type": 4, "properties": [(PLATFORM, Is("platform"))]}),
    "Image": (cl.Image, CTX, 0, Is("format"), (8, 8)),
    "Image over a buffer": (cl.Image, CTX, 0, Is("format"), (8,), {"buffer": Is("buffer", "nothing")}),
    "Kernel": (cl.Kernel, Is("program"), "values"),
    "Pipe": (cl.Pipe, CTX, 0, 4, 4),
    "Program": (cl.Program, CTX, "kernel void k() {}"),
    "Program of binaries": (cl.Program, CTX, DEVICES, [b""]),
    "SVM": (cl.SVM, Is("array", "bytes")),
    "SVMAllocation": (cl.SVMAllocation, CTX, 64, 0, 1, MAYBE_QUEUE),
    "Sampler": (cl.Sampler, CTX, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST),
    "UserEvent": (cl.UserEvent, CTX),
    "create_image": (cl.create_image, CTX, 0, Is("format"), (8, 8)),
    "csvm_empty": (cl.csvm_empty, CTX, 8, np.float32, {"queue": MAYBE_QUEUE}),
    "csvm_empty_like": (cl.csvm_empty_like, CTX, np.zeros(4)),
    "enqueue_barrier": (cl.enqueue_barrier, Q, WAITS),
    "enqueue_copy": (cl.enqueue_copy, Q, PLACE, HOST, {"wait_for": WAITS}),
    "enqueue_copy to the host": (cl.enqueue_copy, Q, HOST, PLACE, {"wait_for": WAITS}),
    "enqueue_copy with an offset": (cl.enqueue_copy, Q, PLACE, HOST, {"dst_offset": 0}),
    "enqueue_copy of a box": (
        cl.enqueue_copy, Q, BUF, Is("array", "buffer", "bytes"),
        {"region": (4,), "buffer_origin": (0,), "host_origin": (0,), "wait_for": WAITS},
    ),
    "enqueue_copy_buffer_p2p_amd": (cl.enqueue_copy_buffer_p2p_amd, Is("platform"), Q, BUF, BUF, 4, WAITS),
    "enqueue_fill": (cl.enqueue_fill, Q, FILLED, np.uint8(0), {"wait_for": WAITS}),
    "enqueue_fill_buffer": (cl.enqueue_fill_buffer, Q, BUF, np.uint8(0), 0, 64, WAITS),
    "enqueue_fill_image": (cl.enqueue_fill_image, Q, IMG, np.zeros(4, np.float32), (0, 0), (1, 1), WAITS),
    "enqueue_map_buffer": (cl.enqueue_map_buffer, Q, BUF, 1, 0, (4,), np.uint8, "C", None, WAITS),
    "enqueue_map_image": (cl.enqueue_map_image, Q, IMG, 1, (0, 0), (4, 4), (4, 4), np.uint32, "C", None, WAITS),
    "enqueue_marker": (cl.enqueue_marker, Q, WAITS),
    "enqueue_migrate_mem_objects": (cl.enqueue_migrate_mem_objects, Q, MEMORIES, 0, WAITS),
    "enqueue_nd_range_kernel": (cl.enqueue_nd_range_kernel, Q, Is("kernel"), (1,), None, None, WAITS),
    "enqueue_svm_memfill": (cl.enqueue_svm_memfill, Q, SVM_PLACE, np.uint8(0), 64, WAITS),
    "enqueue_svm_migrate_mem": (cl.enqueue_svm_migrate_mem, Q, Is("svm", "array", "bytes", listed=True), 0, WAITS),
    "enqueue_svm_migratemem": (cl.enqueue_svm_migratemem, Q, Is("svm", "array", "bytes", listed=True), 0, WAITS),
    "enqueue_wait_for_events": (cl.enqueue_wait_for_events, Q, WAITS),
    "fsvm_empty": (cl.fsvm_empty, CTX, 8, np.float32, {"queue": MAYBE_QUEUE}),
    "fsvm_empty_like": (cl.fsvm_empty_like, CTX, np.zeros(4)),
    "get_supported_image_formats": (cl.get_supported_image_formats, CTX, 1, cl.mem_object_type.IMAGE2D),
    "image_from_array": (cl.image_from_array, CTX, np.zeros((4, 4), np.float32)),
    "svm_empty": (cl.svm_empty, CTX, 1, 8, np.float32, {"queue": MAYBE_QUEUE}),
    "svm_empty_like": (cl.svm_empty_like, CTX, 1, np.zeros(4)),
    "unload_platform_compiler": (cl.unload_platform_compiler, Is("platform")),
    "wait_for_events": (cl.wait_for_events, WAITS),
    # methods
    "Buffer.hold": (lambda ctx: RIGHT["svm"].as_buffer(ctx), CTX),
    "Event.set_callback": (lambda function: RIGHT["event"].set_callback(0, function), print),
    "Kernel.__call__": (
        lambda q, memory, waits: program.values(q, (1,), None, memory, 1, cl.LocalMemory(4), wait_for=waits),
        Q, Is("buffer", "svm", "nothing"), WAITS,
    ),
    "Kernel.set_arg of memory": (lambda arg: program.values.set_arg(0, arg), Is("buffer", "svm", "nothing")),
    "Kernel.set_arg of a sampler": (lambda arg: program.pixels.set_arg(1, arg), Is("sampler")),
    "Kernel.set_arg of an image": (lambda arg: program.pixels.set_arg(0, arg), Is("image")),
    "Kernel.use_svm": (lambda arg: program.values.use_svm(arg), SVM_PLACE),
    "Kernel.get_work_group_info": (lambda dev: program.values.get_work_group_info(WORK_GROUP_SIZE, dev), DEV),
    "Kernel.get_sub_group_info": (lambda dev: program.values.get_sub_group_info(dev, 0x2033, [4]), DEV),
    "Program.build": (lambda devices: program.build(devices=devices), OPTIONAL_DEVICES),
    "Program.get_build_info": (lambda dev: program.get_build_info(dev, cl.program_build_info.LOG), DEV),
    "SVMAllocation.bind_to_queue": (lambda q: RIGHT["svm"].bind_to_queue(q), Q),
    "SVMPointer.map": (lambda q, waits: RIGHT["svm"].map_ro(q, wait_for=waits).release(), Q, WAITS),
    "MemoryMap.release": (
        lambda q, waits: cl.enqueue_map_buffer(queue, RIGHT["buffer"], 1, 0, (4,), "u1")[0].base.release(q, waits),
        MAYBE_QUEUE, WAITS,
    ),
    "SVMMap.release": (lambda q, waits: RIGHT["svm"].map_ro(queue).release(q, waits), MAYBE_QUEUE, WAITS),
    "SVMAllocation.enqueue_release": (
        lambda q, waits: cl.SVMAllocation(context, 64, 0, 1, queue).enqueue_release(q, waits), MAYBE_QUEUE, WAITS,
    ),
    # tools
    "tools.CLAllocator": (tools.CLAllocator, CTX),
    "tools.DeferredAllocator": (tools.DeferredAllocator, CTX),
    "tools.DeviceData": (tools.DeviceData, MAYBE_DEV),
    "tools.DeviceMemoryPool": (tools.DeviceMemoryPool, MAYBE_CTX, MAYBE_QUEUE),
    "tools.ImmediateAllocator": (tools.ImmediateAllocator, Q),
    "tools.MemoryPool": (tools.MemoryPool, Is("never", "pool")),
    "tools.MemoryPool.allocate_with": (lambda q: ZOO["pool"][0].allocate_with(64, queue=q), MAYBE_QUEUE),
    "tools.MemoryPool.record_use": (lambda memory, q: ZOO["pool"][0].record_use(memory, q), BUF, Q),
    "tools.MemoryPool.forget_queue": (lambda q: ZOO["pool"][0].forget_queue(q), Q),
    "tools.OccupancyRecord": (tools.OccupancyRecord, Is("never"), 64),
    "tools.PageLockedMemoryPool": (tools.PageLockedMemoryPool, {"queue": MAYBE_QUEUE}),
    "tools.Recorder.start": (tools.Recorder().start, Is("pool", "nothing")),
    "tools.record": (lambda pool: tools.record(PATH, pool=pool).__enter__(), Is("never", "nothing", "pool")),
    "tools.SVMAllocator": (tools.SVMAllocator, CTX, {"queue": MAYBE_QUEUE}),
    "tools.SVMPool": (tools.SVMPool, Is("never", "pool")),
    # characterize
    "characterize.get_fast_inaccurate_build_options": (characterize.get_fast_inaccurate_build_options, DEV),
    "characterize.get_device_memory": (characterize.get_device_memory, DEV),
    "characterize.get_simd_group_size": (characterize.get_simd_group_size, DEV, 4),
    "characterize.has_amd_double_support": (characterize.has_amd_double_support, DEV),
    "characterize.has_double_support": (characterize.has_double_support, DEV),
    "characterize.has_struct_arg_count_bug": (characterize.has_struct_arg_count_bug, DEV, MAYBE_CTX),
    "characterize.usable_local_mem_size": (characterize.usable_local_mem_size, DEV),
    "characterize.nv_compute_capability": (characterize.nv_compute_capability, DEV),
}  # fmt: skip
# The same commands by their names in the inner module.
for name, arguments in {
    "_enqueue_read_buffer": (Q, BUF, np.zeros(4, np.uint8)),
    "_enqueue_write_buffer": (Q, BUF, np.zeros(4, np.uint8)),
    "_enqueue_copy_buffer": (Q, Is("buffer", "svm", "array", "bytes"), Is("buffer", "svm", "array")),
    "_enqueue_svm_memcpy": (Q, True, PLACE, np.zeros(4, np.uint8)),
    "_enqueue_fill_buffer": (Q, BUF, np.uint8(0), 0, 64),
}.items():
    FUNCTIONS[f"_cl.{name}"] = (getattr(_cl, name), *arguments)
# The functions that take addresses accept ints only.
for name in "Buffer CommandQueue Context Device Event Image Kernel MemoryObject Platform Program Sampler".split():
    FUNCTIONS[f"{name}.from_int_ptr"] = (getattr(cl, name).from_int_ptr, Is("never", "address"))


def places(arguments):
    """The positions of the objects among the arguments, as functions that put a value there, with what they are."""
    for index, argument in enumerate(arguments):
        if isinstance(argument, Is):
            yield argument, lambda value, at=index: [*arguments[:at], value, *arguments[at + 1 :]]
        elif isinstance(argument, dict):
            for name, one in argument.items():
                if isinstance(one, Is):
                    yield one, lambda value, at=index, n=name: [*arguments[:at], {**arguments[at], n: value}]
                elif isinstance(one, list) and isinstance(one[0], tuple):
                    yield one[0][1], lambda value, at=index, n=name, key=one[0][0]: [
                        *arguments[:at], {**arguments[at], n: [(key, value)]}]  # fmt: skip


def resolved(value):
    if isinstance(value, Is):
        return value.right
    if isinstance(value, dict):
        return {name: resolved(each) for name, each in value.items()}
    if isinstance(value, list):
        return [(key, resolved(each)) for key, each in value] if isinstance(value[0], tuple) else value
    return value


def shown(value):
    return f"{value!r:.40}" if isinstance(value, (int, float, str, bytes, type(None))) else type(value).__name__


def attempt(name, function, arguments, value):
    print(f"calling {name} with {shown(value)}", flush=True)
    ready = [resolved(each) if not each is value else each for each in arguments]
    keywords = ready.pop() if ready and isinstance(ready[-1], dict) and ready[-1] is not value else {}
    try:
        function(*ready, **keywords)
    except (cl.Error, TypeError):
        return
    print(f"accepted: {name} with {shown(value)}", flush=True)


def needs(arguments):
    kinds = [place.kind for place, _ in places(arguments)]
    return all(kind in RIGHT or kind == "never" for kind in kinds)


if __name__ == "__main__":
    for name, (function, *arguments) in FUNCTIONS.items():
        if (name.startswith("SVM") or "svm" in name) and not SVM or not needs(arguments):
            continue
        for place, put in places(arguments):
            for value in place.wrong():
                attempt(name, function, put(value), value)
    queue.finish()
    print("ended")
    sys.stdout.flush()
