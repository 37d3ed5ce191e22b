"""Images: filled, copied, mapped, and read by a kernel through a sampler."""

from typing import Any

import numpy as np

import clmem as cl

WIDTH, HEIGHT = 64, 48
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
if not queue.device.image_support:
    raise SystemExit(print("the device has no images"))


def pixel(x: int, y: int) -> str:
    """The pixel of the image at a place, as text."""
    channels = np.empty(4, np.uint8)
    cl.enqueue_copy(queue, channels, image, origin=(x, y), region=(1, 1))
    return " ".join(str(channel) for channel in channels)


# Filled: four channels of eight bits, red, green, blue and alpha.
form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)
image = cl.Image(context, cl.mem_flags.READ_WRITE, form, shape=(WIDTH, HEIGHT))
cl.enqueue_fill_image(queue, image, np.array([1, 2, 3, 4], np.uint32), (0, 0), (WIDTH, HEIGHT))
print(f"filled: {pixel(WIDTH - 1, HEIGHT - 1)} is the last pixel")

# A window: copies between the host and an image count pixels.
nines = np.full((2, 4, 4), 9, np.uint8)
cl.enqueue_copy(queue, image, nines, origin=(8, 8), region=(4, 2))
print(f"a window: {pixel(11, 9)} inside, {pixel(12, 9)} next to it")

# A map: the driver chooses the row pitch, which the array's strides contain.
array: Any
flags = cl.map_flags.READ | cl.map_flags.WRITE
array, _ = cl.enqueue_map_image(queue, image, flags, (8, 8), (4, 2), (2, 4, 4), np.uint8)
with array.base:
    array[1, 0] = 255
print(f"a map: {pixel(8, 9)} at its corner")

# A kernel: each work-item adds up the red of one row.
SOURCE = """
kernel void add_red(read_only image2d_t image, sampler_t sampler, global uint *sums) {
    uint sum = 0;
    for (int x = 0; x < get_image_width(image); ++x) {
        sum += read_imageui(image, sampler, (int2)(x, get_global_id(0))).x;
    }
    sums[get_global_id(0)] = sum;
}
"""
sampler = cl.Sampler(context, False, cl.addressing_mode.CLAMP_TO_EDGE, cl.filter_mode.NEAREST)
sums = np.empty(HEIGHT, np.uint32)
rows = cl.Buffer(context, cl.mem_flags.READ_WRITE, sums.nbytes)
cl.Program(context, SOURCE).build().add_red(queue, sums.shape, None, image, sampler, rows)
cl.enqueue_copy(queue, sums, rows)
print(f"a kernel: {sums.sum()} is the sum of the red")
