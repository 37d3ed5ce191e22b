"""Programs, kernels, images, samplers, pipes."""

from typing import List, Tuple

import numpy as np
from typing_extensions import assert_type

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
device = context.devices[0]
flags = cl.mem_flags

SOURCE = """
kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }
kernel void add(global float *a, float b, local int *scratch, global int *nothing) { a[get_global_id(0)] += b; }
kernel void look(read_only image2d_t image, sampler_t sampler, global float4 *out) {
    out[0] = read_imagef(image, sampler, (int2)(0, 0));
}
"""
program = cl.Program(context, SOURCE).build(["-cl-fast-relaxed-math"], devices=[device])
assert_type(program, cl.Program)
assert_type(program.binaries, List[bytes])
assert_type(program.kernel_names, str)
assert_type(program.context, cl.Context)
again = cl.Program(context, [device], program.binaries).build("-cl-mad-enable")
assert_type(again.all_kernels(), List[cl.Kernel])
status: int = program.get_build_info(device, cl.program_build_info.STATUS)

memory = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=np.ones(16, np.float32))
assert_type(program.twice, cl.Kernel)
done = program.twice(queue, (16,), None, memory)
assert_type(done, cl.Event)
add = cl.Kernel(program, "add")
assert_type(add.num_args, int)
assert_type(add.function_name, str)
add(queue, 16, 4, memory, np.float32(1), cl.LocalMemory(16), None, global_offset=0, wait_for=[done])
add.set_scalar_arg_dtypes([None, np.float32, None, None])
add(queue, np.zeros(16).shape, (1,), memory, 2, cl.LocalMemory(16), None, g_times_l=True)
add.set_args(memory, 2.5, cl.LocalMemory(16), None)
add.set_arg(1, np.float32(3))
cl.enqueue_nd_range_kernel(queue, add, (16,), None, wait_for=[]).wait()
assert add.get_work_group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE, device) > 0
size: int = add.get_arg_info(1, cl.kernel_arg_info.ACCESS_QUALIFIER)


def look_at_images() -> None:
    form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
    pixels = np.ones((4, 8, 4), np.float32)
    image = cl.Image(context, flags.READ_ONLY | flags.COPY_HOST_PTR, form, (8, 4), hostbuf=pixels)
    assert_type(image.shape, Tuple[int, ...])
    assert_type(image.format, cl.ImageFormat)
    assert_type(image.width, int)
    assert_type(image.format.itemsize, int)
    cl.create_image(context, flags.READ_WRITE, form, (8, 4))
    described = cl.ImageDescriptor()
    described.shape = (8, 4)
    cl.Image(context, flags.READ_WRITE, form, desc=described)
    cl.Image(context, flags.READ_WRITE, form, described)
    assert_type(cl.image_from_array(context, pixels, 4), cl.Image)
    cl.enqueue_fill_image(queue, image, (1, 0.5, 0, 1), origin=(0, 0), region=(8, 4))
    cl.enqueue_fill_image(queue, image, np.zeros(4, np.float32), (0, 0), np.array([8, 4]))
    cl.enqueue_copy(queue, pixels, image, origin=(0, 0), region=(8, 4), pitches=(128,))
    cl.enqueue_copy(queue, memory, image, offset=0, origin=(0, 0), region=(2, 1))
    array, event = cl.enqueue_map_image(queue, image, cl.map_flags.READ, (0, 0), (8, 4), (4, 8, 4), np.float32)
    assert_type(event, cl.Event)
    assert_type(array.base.row_pitch, int)
    array.base.release()
    assert_type(cl.get_supported_image_formats(context, 0, cl.mem_object_type.IMAGE2D), List[cl.ImageFormat])
    sampler = cl.Sampler(context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
    assert_type(sampler.normalized_coords, bool)
    program.look(queue, (1,), None, image, sampler, memory).wait()


if device.image_support:
    look_at_images()
if device.version.startswith("OpenCL 3") and device.pipe_support:
    pipe = cl.Pipe(context, 0, packet_size=4, max_packets=16)
    assert_type(pipe.packet_size, int)
    assert pipe.get_pipe_info(cl.pipe_info.MAX_PACKETS) == pipe.max_packets
queue.finish()
