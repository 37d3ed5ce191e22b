"""Mistakes with buffers, transfers, maps, queues and events."""

import numpy as np

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
flags = cl.mem_flags
device = context.devices[0]
numbers = np.zeros(100, np.float32)

buffer = cl.Buffer(context, flags.READ_WRITE, 400)
cl.Buffer(context, flags.READ_WRITE, "x")  # wrong
cl.Buffer(queue, flags.READ_WRITE, 10)  # wrong
cl.Buffer(context, flags.READ_WRITE, hostbuf=[1, 2, 3])  # wrong
cl.Buffer(context, flags.READ_WRITE, 10, hostbuf="text")  # wrong
cl.Buffer(context, flags.READWRITE, 10)  # wrong
cl.DeviceBuffer(context, flags.READ_WRITE, 10)  # wrong
cl.enqueue_cpy(queue, buffer, numbers)  # wrong
buffer.nbytes  # wrong
buffer.size = 10  # wrong
buffer.get_sub_region("0", 10)  # wrong
buffer[0]  # wrong
buffer.get_host_array((10,), np.float32, ordr="C")  # wrong

event = cl.enqueue_copy(queue, buffer, numbers)
cl.enqueue_copy(queue, 5, 7)  # wrong
cl.enqueue_copy(queue, buffer, numbers, isblocking=False)  # wrong
cl.enqueue_copy(queue, buffer, numbers, is_blocking="no")  # wrong
cl.enqueue_copy(queue, buffer, numbers, wait_for=event)  # wrong
cl.enqueue_copy(queue, numbers, numbers)  # wrong
cl.enqueue_copy(context, buffer, numbers)  # wrong
cl.enqueue_copy(queue, buffer, numbers, src_offset=1.5)  # wrong
cl.enqueue_copy(queue, buffer, numbers, region=("a", "b"))  # wrong
cl.enqueue_copy(queue, buffer, buffer).get_ward()  # wrong
cl.enqueue_fill(queue, buffer, 0)  # wrong
cl.enqueue_fill(queue, buffer, [0, 0])  # wrong
cl.enqueue_fill(queue, 5, np.uint8(0))  # wrong
cl.enqueue_fill_buffer(queue, buffer, 0, 0, 4)  # wrong
cl.enqueue_fill_buffer(queue, buffer, np.uint8(0))  # wrong
cl.enqueue_fill_buffer(queue, numbers, np.uint8(0), 0, 4)  # wrong
cl.enqueue_migrate_mem_objects(queue, buffer)  # wrong
cl.enqueue_migrate_mem_objects(queue, [numbers])  # wrong

array, mapped = cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, (10, 10), np.float32)
array.base.finish()  # wrong
mapped.unmap()  # wrong
cl.enqueue_map_buffer(queue, numbers, cl.map_flags.READ, 0, (10, 10), np.float32)  # wrong
cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, "10", np.float32)  # wrong
cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, 10, 4.5)  # wrong

cl.wait_for_events(event)  # wrong
cl.wait_for_events([queue])  # wrong
cl.enqueue_marker(queue, wait_for=event)  # wrong
cl.enqueue_barrier(device)  # wrong
event.profile.finish  # wrong
event.set_callback(0, "done")  # wrong
event.status  # wrong
cl.UserEvent(queue)  # wrong

context.device  # wrong
device.nme  # wrong
device.platform.devices  # wrong
queue.contxt  # wrong
queue.properties + "x"  # wrong
cl.Context(device)  # wrong
cl.Context([queue])  # wrong
cl.Context([device], [("PLATFORM", device.platform)])  # wrong
cl.CommandQueue(device)  # wrong
cl.CommandQueue(context, context)  # wrong
cl.Device.from_int_ptr("0")  # wrong
cl.choose_devices(answers=[0])  # wrong
cl.device_type.GPUS  # wrong
cl.status_code.to_string("0")  # wrong
cl.tools.MemoryPol  # wrong
cl.characterize.has_doubles  # wrong
cl._cl.MemoryPol  # wrong
