"""Mistakes with programs, kernels, images, samplers and pipes."""

import numpy as np

import clmem as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
memory = cl.Buffer(context, cl.mem_flags.READ_WRITE, 64)

program = cl.Program(context, "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }").build()
cl.Program(queue, "")  # wrong
cl.Program(context, 5)  # wrong
cl.Program(context, "", [b""])  # wrong
cl.Program(context, [context], [b""])  # wrong
program.build(option="-w")  # wrong
program.build(devices=context.devices[0])  # wrong
program.kernel_names + 1  # wrong
program.twice(queue, (16,), None, "text")  # wrong
program.twice(queue, (16,), None, [1, 2])  # wrong
program.twice(queue, "16", None, memory)  # wrong
program.twice(queue, (1.5,), None, memory)  # wrong
program.twice(queue, (16,))  # wrong
program.twice(context, (16,), None, memory)  # wrong
program.twice(queue, (16,), None, memory, wait=[])  # wrong

kernel = cl.Kernel(program, "twice")
cl.Kernel(context, "twice")  # wrong
cl.Kernel(program, b"twice")  # wrong
kernel.set_arg("a", memory)  # wrong
kernel.set_args(context)  # wrong
kernel.set_scalar_arg_dtypes(np.float32)  # wrong
kernel.use_svm(5)  # wrong
kernel.nme  # wrong
kernel.get_work_group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE, context)  # wrong
cl.enqueue_nd_range_kernel(queue, program, (16,), None)  # wrong
cl.enqueue_nd_range_kernel(queue, kernel, None, None)  # wrong
cl.LocalMemory("16")  # wrong

form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
image = cl.Image(context, 0, form, (8, 4))
cl.ImageFormat("RGBA")  # wrong
cl.Image(context, 0, "RGBA", (8, 4))  # wrong
cl.Image(context, 0, form, 8)  # wrong
cl.Image(context, 0, form, (8, 4), buffer=queue)  # wrong
cl.Image(queue, 0, form, (8, 4))  # wrong
image.wide  # wrong
image.get_sub_region(0, 4)  # wrong
cl.enqueue_fill_image(queue, memory, (0, 0, 0, 0), (0, 0), (8, 4))  # wrong
cl.enqueue_fill_image(queue, image, "red", (0, 0), (8, 4))  # wrong
cl.enqueue_map_image(queue, memory, 1, (0, 0), (8, 4), (4, 8, 4), np.float32)  # wrong
cl.image_from_array(context, [[1, 2], [3, 4]])  # wrong
cl.get_supported_image_formats(context, "r", cl.mem_object_type.IMAGE2D)  # wrong
sampler = cl.Sampler(context, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
cl.Sampler(context, False, "clamp", cl.filter_mode.NEAREST)  # wrong
sampler.adressing_mode  # wrong
cl.Pipe(context, 0, 4)  # wrong
