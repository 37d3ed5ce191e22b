"""Buffers, copies, fills and maps."""

from typing import List, Optional, Tuple, Union

import numpy as np
from typing_extensions import assert_type

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
flags = cl.mem_flags

numbers = np.arange(100, dtype=np.float32)
buffer = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numbers)
assert_type(buffer.size, int)
assert_type(buffer.flags, int)
assert_type(buffer.context, cl.Context)
assert_type(buffer.associated_memobject, Optional[cl.MemoryObject])
assert_type(buffer.properties, List[int])
assert_type(buffer.int_ptr, int)
for host in (b"12345678", bytearray(8), memoryview(b"12345678"), np.float64(1)):
    cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, 8, host)

align = context.devices[0].mem_base_addr_align // 8
whole = cl.Buffer(context, flags.READ_WRITE, 2 * align)
part = whole.get_sub_region(align, 16, flags.READ_ONLY)
assert_type(part, cl.Buffer)
assert_type(whole[align:], cl.Buffer)
kept = np.zeros(16, np.int32)
used = cl.Buffer(context, flags.READ_WRITE | flags.USE_HOST_PTR, hostbuf=kept)
used.get_host_array((4, 4), np.int32)[0, 0] = 1
assert used.hostbuf is kept

written = cl.enqueue_copy(queue, buffer, numbers)
assert_type(written, cl.NannyEvent)
read = cl.enqueue_copy(queue, numbers[:10], buffer, src_offset=40, is_blocking=False, wait_for=[written])
read.wait()
assert read.get_ward() is None
other = cl.Buffer(context, flags.READ_WRITE, buffer.size)
copied = cl.enqueue_copy(queue, other, buffer, byte_count=np.int64(80), wait_for=None)
assert_type(copied, cl.Event)
square = np.zeros((4, 4), np.float32)
cl.enqueue_copy(
    queue, other, square, buffer_origin=(0, 0), host_origin=(4, 1), region=(8, 2), buffer_pitches=(16,),
    host_pitches=(16,),
)  # fmt: skip
cl.enqueue_copy(queue, other, buffer, src_origin=(0, 0), dst_origin=(8, 0), region=(8, 2), src_pitches=(16,), dst_pitches=(16,))
cl.enqueue_fill(queue, buffer, np.float32(1), wait_for=(copied,))
cl.enqueue_fill(queue, buffer, pattern=b"\0", offset=4, byte_count=8)
cl.enqueue_fill_buffer(queue, buffer, np.zeros(2, np.float32), 0, None)
cl.enqueue_migrate_mem_objects(queue, [buffer, other], cl.mem_migration_flags.HOST).wait()

mapped = cl.enqueue_map_buffer(queue, buffer, cl.map_flags.WRITE, 0, (10, 10), np.float32, strides=(40, 4))
assert_type(mapped.base, cl.MemoryMap)
with mapped.base:
    mapped.array[0, 0] = 1
array, event = cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, 100, "f4", is_blocking=False)
event.wait()
assert array[0] == 1
array.base.release(queue, wait_for=[event]).wait()

assert_type(event.command_execution_status, int)
assert_type(event.command_queue, Optional[cl.CommandQueue])
assert_type(event.context.devices, List[cl.Device])
assert_type(written.profile.end - written.profile.start, int)
cl.wait_for_events([event, copied])
cl.enqueue_wait_for_events(queue, [event])
cl.enqueue_barrier(queue)
gate = cl.UserEvent(context)
statuses: List[int] = []
gate.set_callback(cl.command_execution_status.COMPLETE, statuses.append)
marker = cl.enqueue_marker(queue, [gate])
gate.set_status(0)
marker.wait()

with cl.CommandQueue(context, context.devices[0], [cl.queue_properties.PROPERTIES, 0]) as inner:
    inner.flush()
    assert_type(inner.device, cl.Device)
    assert_type(inner.properties, int)

platform = queue.device.platform
chosen: Tuple[int, Union[int, cl.Platform]] = (cl.context_properties.PLATFORM, platform)
assert cl.Context(platform.get_devices()[:1], [chosen]).num_devices == 1
assert_type(platform.name, str)
assert_type(platform.extensions_with_version, List[cl.NameVersion])
assert_type(context.properties, List[Tuple[int, Union[int, cl.Platform]]])
same = cl.Context.from_int_ptr(context.int_ptr)
assert_type(same, cl.Context)
assert same == context
assert_type(cl.get_platforms(), List[cl.Platform])
assert_type(cl.choose_devices(interactive=False), List[cl.Device])
assert_type(cl.mem_flags.to_string(1), str)
text: str = cl.VERSION_TEXT
assert not cl.have_gl() and cl.get_cl_header_version() >= (3, 0)

buffer.bind_to_queue(queue)
buffer.release()
try:
    cl.Buffer(context, flags.READ_WRITE, 0)
except cl.LogicError as error:
    assert_type(error.code, int)
    assert_type(error.what, str)
    assert not error.is_out_of_memory()
except (cl.MemoryError, cl.RuntimeError, cl.Error):
    raise
