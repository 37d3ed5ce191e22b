"""Copies, arrays, fills and launches of no length succeed and change nothing."""

import numpy as np
import pytest

import clmem as cl

mf = cl.mem_flags
NUMBERS = np.arange(1, 17, dtype=np.uint8)


@pytest.fixture()
def numbers(ctx):
    return cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, hostbuf=NUMBERS)


def content(queue, buffer):
    out = np.empty(16, np.uint8)
    cl.enqueue_copy(queue, out, buffer)
    return out


def test_copies(ctx, queue, numbers):
    other, out = cl.Buffer(ctx, mf.READ_WRITE, 16), np.full(16, 9, np.uint8)
    cl.enqueue_fill_buffer(queue, other, np.uint8(0), 0, 16)
    cl.enqueue_copy(queue, other, numbers, byte_count=0).wait()
    cl.enqueue_copy(queue, out, numbers, byte_count=0)
    cl.enqueue_copy(queue, out, numbers, byte_count=0, is_blocking=False).wait()
    origins = {"src_origin": (0, 0), "dst_origin": (0, 0)}
    host = {"buffer_origin": (1, 0), "host_origin": (0, 0)}
    for region in ((0, 0, 0), (4, 0), (0, 2, 1)):
        cl.enqueue_copy(queue, other, numbers, region=region, **origins).wait()
        cl.enqueue_copy(queue, out, numbers, region=region, **host)
    assert (content(queue, other) == 0).all()
    assert (out == 9).all()
    np.testing.assert_array_equal(content(queue, numbers), NUMBERS)


def test_arrays(queue, numbers):
    for empty in (np.empty(0, np.uint8), np.empty((3, 0), np.int32), bytearray()):
        cl.enqueue_copy(queue, numbers, empty)
        cl.enqueue_copy(queue, empty, numbers)
        cl.enqueue_copy(queue, empty, numbers, is_blocking=False).wait()
    np.testing.assert_array_equal(content(queue, numbers), NUMBERS)


def test_fills(queue, numbers):
    cl.enqueue_fill_buffer(queue, numbers, np.uint8(0), 0, 0).wait()
    np.testing.assert_array_equal(content(queue, numbers), NUMBERS)


def test_fills_of_images(ctx, dev, queue):
    if not dev.image_support:
        pytest.skip("the device has no images")
    image = cl.Image(ctx, mf.READ_WRITE, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8), (2, 2))
    out = np.zeros(16, np.uint8)
    cl.enqueue_fill_image(queue, image, np.full(4, 7, np.uint32), (0, 0), (2, 2))
    cl.enqueue_fill_image(queue, image, np.zeros(4, np.uint32), (0, 0), (2, 0)).wait()
    cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(0, 2))
    assert (out == 0).all()
    cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(2, 2))
    assert (out == 7).all()


def test_launches(ctx, queue, numbers):
    program = cl.Program(ctx, "kernel void clear(global uchar *a) { a[get_global_id(0)] = 0; }").build()
    program.clear(queue, (0,), None, numbers, allow_empty_ndrange=True).wait()
    program.clear(queue, (16, 0), None, numbers, allow_empty_ndrange=True).wait()
    np.testing.assert_array_equal(content(queue, numbers), NUMBERS)
