"""Images: formats, kinds, pixels in and out, fills, maps, samplers."""

import array

import numpy as np
import pytest

import clmem as cl

mf = cl.mem_flags
co, ct, mot = cl.channel_order, cl.channel_type, cl.mem_object_type
RGBA8 = cl.ImageFormat(co.RGBA, ct.UNSIGNED_INT8)
pytestmark = pytest.mark.usefixtures("images")


@pytest.mark.parametrize(
    "order, type_, count, channel, pixel",
    [(co.RGBA, ct.FLOAT, 4, 4, 16), (co.R, ct.UNORM_INT16, 1, 2, 2), (co.RG, ct.HALF_FLOAT, 2, 2, 4),
     (co.RGBx, ct.UNORM_SHORT_565, 4, 2, 2), (co.RGBA, ct.UNORM_INT_101010_2, 4, 4, 4), (co.sRGBA, ct.UNORM_INT8, 4, 1, 4)],
)  # fmt: skip
def test_formats(order, type_, count, channel, pixel):
    format_ = cl.ImageFormat(order, type_)
    assert (format_.channel_order, format_.channel_data_type) == (order, type_)
    assert format_.itemsize == pixel and format_.dtype_size == channel
    assert format_.channel_count == count
    assert format_ == cl.ImageFormat(order, type_) and hash(format_) == hash(cl.ImageFormat(order, type_))
    assert format_ != RGBA8 and format_ != 3
    assert repr(format_) == f"ImageFormat({co.to_string(order)}, {ct.to_string(type_)})"


def test_packed_formats_with_an_unknown_pair():
    with pytest.raises(cl.LogicError):
        cl.ImageFormat(co.R, ct.UNORM_SHORT_565).itemsize  # noqa: B018
    assert repr(cl.ImageFormat(1, 2)) == "ImageFormat(0x1, 0x2)"


def test_supported_formats(ctx):
    formats = cl.get_supported_image_formats(ctx, mf.READ_WRITE, mot.IMAGE2D)
    assert RGBA8 in formats and len(set(formats)) == len(formats)


KINDS = [
    ((8,), False, mot.IMAGE1D, (8,)),
    ((8, 4), False, mot.IMAGE2D, (4, 8)),
    ((8, 4, 2), False, mot.IMAGE3D, (2, 4, 8)),
    ((8, 3), True, mot.IMAGE1D_ARRAY, (3, 8)),
    ((8, 4, 3), True, mot.IMAGE2D_ARRAY, (3, 4, 8)),
]


@pytest.mark.parametrize("shape, is_array, type_, array_shape", KINDS)
def test_kinds(ctx, queue, shape, is_array, type_, array_shape):
    image = cl.create_image(ctx, mf.READ_WRITE, RGBA8, shape, is_array=is_array)
    assert isinstance(image, cl.Image) and isinstance(image, cl.MemoryObject)
    assert image.type == type_ and image.shape == shape and image.format == RGBA8 and image.element_size == 4
    assert image.get_image_info(cl.image_info.WIDTH) == image.width == 8
    assert image.context == ctx and image.size >= 4 * np.prod(shape)
    values = np.arange(4 * np.prod(shape), dtype=np.uint8).reshape(*array_shape, 4)
    event = cl.enqueue_copy(queue, image, values, origin=(0,), region=shape)
    assert isinstance(event, cl.NannyEvent)
    out = np.zeros_like(values)
    cl.enqueue_copy(queue, out, image, origin=(0, 0, 0), region=shape)
    np.testing.assert_array_equal(out, values)
    again = cl.MemoryObject.from_int_ptr(image.int_ptr)
    assert isinstance(again, cl.Image) and again == image and again.shape == shape


@pytest.mark.parametrize("shape, is_array, type_, array_shape", KINDS)
def test_maps_of_every_kind(ctx, queue, shape, is_array, type_, array_shape):
    image = cl.Image(ctx, mf.READ_WRITE, RGBA8, shape, is_array=is_array)
    values = np.arange(4 * np.prod(shape), dtype=np.uint8).reshape(*array_shape, 4)
    mapped, event = cl.enqueue_map_image(
        queue, image, cl.map_flags.WRITE, (0,), shape, (*array_shape, 4), np.uint8
    )
    event.wait()
    with mapped.base:
        mapped[...] = values
    pixels, _ = cl.enqueue_map_image(
        queue, image, cl.map_flags.READ, (0,), shape, array_shape, np.uint32, is_blocking=True
    )
    np.testing.assert_array_equal(pixels, values.view(np.uint32)[..., 0])
    assert not pixels.flags.writeable
    fortran, _ = cl.enqueue_map_image(queue, image, cl.map_flags.READ, (0,), shape, shape, np.uint32, order="F")
    np.testing.assert_array_equal(fortran.T, pixels)
    fortran.base.release()
    pixels.base.release()


def test_a_map_of_a_box_has_the_drivers_pitches(ctx, queue):
    values = np.arange(8 * 16, dtype=np.uint32).reshape(8, 16)
    image = cl.Image(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, RGBA8, (16, 8), hostbuf=values)
    box, _ = cl.enqueue_map_image(queue, image, cl.map_flags.READ, (4, 2), (5, 3), (3, 5), np.uint32)
    np.testing.assert_array_equal(box, values[2:5, 4:9])
    assert box.base.row_pitch == box.strides[0] and box.base.row_pitch >= 5 * 4
    if box.base.row_pitch > 5 * 4:  # some drivers map a copy of the box without gaps
        with pytest.raises(cl.LogicError, match="strides"):
            cl.enqueue_map_image(queue, image, cl.map_flags.READ, (4, 2), (5, 3), (15,), np.uint32)
    with pytest.raises(cl.LogicError, match="the mapped box, got"):
        cl.enqueue_map_image(queue, image, cl.map_flags.READ, (0, 0), (5, 3), (8, 16), np.uint32, strides=(64, 4))


def test_host_memory_and_pitches(ctx, queue):
    values = np.arange(6 * 10, dtype=np.uint32).reshape(6, 10)
    image = cl.Image(ctx, mf.READ_ONLY | mf.COPY_HOST_PTR, RGBA8, (8, 6), pitches=(40,), hostbuf=values)
    out = np.zeros((6, 8), np.uint32)
    cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(8, 6))
    np.testing.assert_array_equal(out, values[:, :8])
    cl.enqueue_copy(queue, values[:, :], image, origin=(0, 0), region=(8, 6), pitches=(40,))
    taken = cl.Image(ctx, mf.READ_ONLY | mf.COPY_HOST_PTR, RGBA8, hostbuf=np.zeros((5, 3), np.uint32))
    assert taken.shape == (5, 3)


def test_descriptors(ctx):
    desc = cl.ImageDescriptor()
    desc.image_type, desc.shape, desc.array_size = mot.IMAGE2D_ARRAY, (8, 4), 3
    assert cl.Image(ctx, mf.READ_WRITE, RGBA8, desc).shape == (8, 4, 3)
    assert cl.Image(ctx, mf.READ_WRITE, RGBA8, desc=desc).type == mot.IMAGE2D_ARRAY


def test_an_image_over_a_buffer(ctx, queue):
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 4 * 64)
    image = cl.Image(ctx, mf.READ_WRITE, RGBA8, (64,), buffer=buffer)
    assert image.type == mot.IMAGE1D_BUFFER and image.buffer == buffer
    cl.enqueue_copy(queue, buffer, np.arange(64, dtype=np.uint32))
    queue.finish()
    buffer.release()
    assert image.shape == (64,)


def test_copies_between_images_and_buffers(ctx, queue):
    values = np.arange(8 * 8, dtype=np.uint32).reshape(8, 8)
    one = cl.Image(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, RGBA8, (8, 8), hostbuf=values)
    two = cl.Image(ctx, mf.READ_WRITE, RGBA8, (8, 8))
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 4 * 32)
    for name in ("dest_origin", "dst_origin"):
        event = cl.enqueue_copy(queue, two, one, src_origin=(1, 2), region=(4, 3), **{name: (3, 5)})
        assert type(event) is cl.Event
    out = np.zeros((3, 4), np.uint32)
    cl.enqueue_copy(queue, out, two, origin=(3, 5), region=(4, 3))
    np.testing.assert_array_equal(out, values[2:5, 1:5])
    cl.enqueue_copy(queue, buffer, two, offset=16, origin=(3, 5), region=(4, 3))
    flat = np.zeros(12, np.uint32)
    cl.enqueue_copy(queue, flat, buffer, src_offset=16)
    np.testing.assert_array_equal(flat.reshape(3, 4), out)
    cl.enqueue_copy(queue, one, buffer, offset=16, origin=(0, 0), region=(4, 3))
    cl.enqueue_copy(queue, out, one, origin=(0, 0), region=(4, 3))
    np.testing.assert_array_equal(out, flat.reshape(3, 4))


def test_fill(ctx, queue):
    image = cl.Image(ctx, mf.READ_WRITE, RGBA8, (8, 8))
    event = cl.enqueue_fill_image(queue, image, np.array([1, 2, 3, 4], np.uint32), (0, 0), (8, 8))
    cl.enqueue_fill_image(queue, image, np.array([9, 9, 9, 9], np.uint32), (2, 3), (2, 2), wait_for=[event])
    out = np.zeros((8, 8, 4), np.uint8)
    cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(8, 8))
    assert (out[3:5, 2:4] == 9).all() and (out[0] == [1, 2, 3, 4]).all()
    floats = cl.Image(ctx, mf.READ_WRITE, cl.ImageFormat(co.RGBA, ct.FLOAT), (4, 4))
    cl.enqueue_fill_image(queue, floats, np.array([0.5, -1, 2, 1], np.float32), (0, 0), (4, 4))
    pixels = np.zeros((4, 4, 4), np.float32)
    cl.enqueue_copy(queue, pixels, floats, origin=(0, 0), region=(4, 4))
    assert (pixels == [0.5, -1, 2, 1]).all()
    with pytest.raises(cl.LogicError, match="3 numbers"):
        cl.enqueue_fill_image(queue, image, np.zeros(3), (0, 0), (1, 1))


def is_listed(ctx, order, type_, flags=mf.READ_ONLY):
    return cl.ImageFormat(order, type_) in cl.get_supported_image_formats(ctx, flags, mot.IMAGE2D)


def test_image_from_array(ctx, queue):
    ary = np.random.default_rng(3).random((6, 10, 4)).astype(np.float32)
    image = cl.image_from_array(ctx, ary, 4)
    assert image.shape == (10, 6) and image.format == cl.ImageFormat(co.RGBA, ct.FLOAT)
    out = np.zeros_like(ary)
    cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(10, 6))
    np.testing.assert_array_equal(out, ary)
    vectors = np.zeros((6, 10), np.dtype([("x", "u1"), ("y", "u1"), ("z", "u1"), ("w", "u1")]))
    assert cl.image_from_array(ctx, vectors).format == RGBA8
    assert cl.image_from_array(ctx, vectors, norm_int=True).format == cl.ImageFormat(co.RGBA, ct.UNORM_INT8)
    assert cl.image_from_array(ctx, ary, 4, mode="w").flags & mf.WRITE_ONLY
    assert cl.image_from_array(ctx, np.zeros((2, 3, 4, 4), np.uint8), 4).shape == (4, 3, 2)
    if is_listed(ctx, co.R, ct.FLOAT):
        plain = cl.image_from_array(ctx, np.zeros((3, 5), np.float32))
        assert plain.shape == (5, 3) and plain.format == cl.ImageFormat(co.R, ct.FLOAT)


@pytest.mark.parametrize(
    "ary, arguments, said",
    [(np.zeros((4, 4, 3), np.float32), {"num_channels": 4}, "channel"),
     (np.zeros((4, 4), np.float32).T[::2], {}, "C order"),
     (np.asfortranarray(np.zeros((4, 3), np.float32)), {}, "C order"),
     (np.zeros((4, 4), np.float32), {"mode": "rw"}, "'r' or 'w'"),
     (np.zeros((4, 4), complex), {}, "integers or floats"),
     (np.float32(3), {}, "dimensions")],
)  # fmt: skip
def test_image_from_array_refuses_invalid_arguments(ctx, ary, arguments, said):
    with pytest.raises(cl.LogicError, match=said):
        cl.image_from_array(ctx, ary, **arguments)


def test_a_kernel_reads_an_image(ctx, queue, program):
    ary = np.random.default_rng(4).random((4, 6, 4)).astype(np.float32)
    image = cl.image_from_array(ctx, ary, 4)
    sampler = cl.Sampler(ctx, False, cl.addressing_mode.CLAMP_TO_EDGE, cl.filter_mode.NEAREST)
    out = cl.Buffer(ctx, mf.WRITE_ONLY, ary.nbytes)
    program.read(queue, (6, 4), None, image, sampler, out)
    result = np.zeros_like(ary)
    cl.enqueue_copy(queue, result, out)
    np.testing.assert_array_equal(result, ary)


def test_samplers(ctx, dev):
    sampler = cl.Sampler(ctx, True, cl.addressing_mode.REPEAT, cl.filter_mode.LINEAR)
    assert sampler.normalized_coords is True and sampler.filter_mode == cl.filter_mode.LINEAR
    assert sampler.get_info(cl.sampler_info.ADDRESSING_MODE) == sampler.addressing_mode == cl.addressing_mode.REPEAT
    assert sampler.context == ctx
    again = cl.Sampler.from_int_ptr(sampler.int_ptr)
    assert again == sampler and hash(again) == hash(sampler)
    assert sampler != cl.Sampler(ctx, False, cl.addressing_mode.NONE, cl.filter_mode.NEAREST) and sampler != 3
    if dev._get_cl_version() >= (2, 0):
        names = cl.sampler_properties
        listed = cl.Sampler(ctx, [names.NORMALIZED_COORDS, 0, names.FILTER_MODE, cl.filter_mode.LINEAR])
        assert listed.normalized_coords is False and listed.filter_mode == cl.filter_mode.LINEAR
        assert cl.Sampler(ctx, []).normalized_coords is True
    with pytest.raises(cl.LogicError, match="addressing_mode"):
        cl.Sampler(ctx, True)


def test_a_format_has_no_other_attributes():
    format = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
    with pytest.raises(AttributeError):
        format.channel_size = 4
    format.channel_order = cl.channel_order.R
    assert format == cl.ImageFormat(cl.channel_order.R, cl.channel_type.FLOAT)


@pytest.mark.parametrize("kind, dtype", [("UNSIGNED_INT8", "u4"), ("SIGNED_INT16", "i4"), ("FLOAT", "f4"), ("UNORM_INT8", "f4")])
def test_a_colour_is_a_buffer_object(ctx, queue, images, kind, dtype):
    format_ = cl.ImageFormat(cl.channel_order.RGBA, getattr(cl.channel_type, kind))
    image = cl.Image(ctx, mf.READ_WRITE, format_, (4, 4))
    color = np.array([1, 0, 1, 0], dtype)
    expected = {"UNSIGNED_INT8": "u1", "SIGNED_INT16": "i2", "FLOAT": "f4", "UNORM_INT8": "u1"}[kind]
    scale = 255 if kind == "UNORM_INT8" else 1
    raw = color.tobytes()
    for given in (color, raw, bytearray(raw), memoryview(raw), memoryview(color), array.array(dtype[0].replace("u", "I"), color)):
        cl.enqueue_fill_image(queue, image, np.zeros(4, dtype), (0, 0), (4, 4))
        cl.enqueue_fill_image(queue, image, given, (0, 0), (4, 4))
        out = np.empty((4, 4, 4), expected)
        cl.enqueue_copy(queue, out, image, origin=(0, 0), region=(4, 4))
        assert (out == color.astype(expected) * scale).all(), type(given)
    with pytest.raises(cl.LogicError, match="expected 4 or 16 bytes, one or four numbers, got 5"):
        cl.enqueue_fill_image(queue, image, b"12345", (0, 0), (4, 4))


def test_properties_of_a_sampler_by_name(ctx, images):
    if ctx.devices[0]._get_cl_version() < (2, 0):
        pytest.skip("samplers have properties from OpenCL 2.0 on")
    listed = [cl.sampler_properties.FILTER_MODE, cl.filter_mode.LINEAR]
    for sampler in (cl.Sampler(ctx, properties=listed), cl.Sampler(ctx, listed)):
        assert sampler.filter_mode == cl.filter_mode.LINEAR
    with pytest.raises(cl.LogicError, match="got both"):
        cl.Sampler(ctx, True, 0, 0, properties=listed)
    with pytest.raises(cl.LogicError, match="or a list of properties"):
        cl.Sampler(ctx)
