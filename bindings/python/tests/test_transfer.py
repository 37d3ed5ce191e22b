"""Copies between host memory, buffers and SVM, compared with numpy's."""

import gc
import weakref

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clmem as cl

mf = cl.mem_flags
SIZE = 4096
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def place():
    """One context, queue and pair of buffers for all examples."""
    ctx = cl.Context(cl.choose_devices(interactive=False))
    queue = cl.CommandQueue(ctx)
    return ctx, queue, cl.Buffer(ctx, mf.READ_WRITE, SIZE), cl.Buffer(ctx, mf.READ_WRITE, SIZE)


def content(queue, buffer, nbytes=SIZE):
    out = np.empty(nbytes, np.uint8)
    cl.enqueue_copy(queue, out, buffer)
    return out


@quick
@given(data=st.data(), nbytes=st.integers(1, SIZE))
def test_host_to_buffer_and_back(place, data, nbytes):
    _, queue, buffer, _ = place
    offset = data.draw(st.integers(0, SIZE - nbytes))
    before = content(queue, buffer)
    values = np.frombuffer(data.draw(st.binary(min_size=nbytes, max_size=nbytes)), np.uint8)
    event = cl.enqueue_copy(queue, buffer, values, dst_offset=offset, is_blocking=data.draw(st.booleans()))
    assert isinstance(event, cl.NannyEvent)
    event.wait()
    before[offset : offset + nbytes] = values
    np.testing.assert_array_equal(content(queue, buffer), before)
    out = np.empty_like(values)
    cl.enqueue_copy(queue, out, buffer, src_offset=offset)
    np.testing.assert_array_equal(out, values)


@quick
@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=4),
    dtype=st.sampled_from(["u1", "i2", "f4", "f8", "c8", "c16", "M8[s]", [("x", "f4"), ("y", "i8")]]),
    order=st.sampled_from("CF"),
)
def test_shapes_dtypes_and_orders(place, shape, dtype, order):
    _, queue, buffer, _ = place
    size = int(np.prod(shape))
    values = np.arange(size * np.dtype(dtype).itemsize, dtype=np.uint8).view(dtype).reshape(shape, order=order)
    if values.nbytes > SIZE:
        return
    cl.enqueue_copy(queue, buffer, values)
    out = np.zeros(shape, dtype, order=order)
    cl.enqueue_copy(queue, out, buffer)
    assert out.tobytes(order) == values.tobytes(order)


@quick
@given(data=st.data())
def test_between_buffers(place, data):
    _, queue, one, two = place
    values = np.random.default_rng(data.draw(st.integers(0, 99))).integers(0, 256, SIZE, dtype=np.uint8)
    cl.enqueue_copy(queue, one, values)
    cl.enqueue_fill(queue, two, b"\0")
    nbytes = data.draw(st.integers(1, SIZE))
    src, dst = (data.draw(st.integers(0, SIZE - nbytes)) for _ in "12")
    event = cl.enqueue_copy(queue, two, one, byte_count=nbytes, src_offset=src, dst_offset=dst)
    assert type(event) is cl.Event
    expected = np.zeros(SIZE, np.uint8)
    expected[dst : dst + nbytes] = values[src : src + nbytes]
    np.testing.assert_array_equal(content(queue, two), expected)


def box(array, origin, region, pitches):
    """The bytes of a rectangle as a (slices, rows, bytes) view."""
    row, slice_ = pitches
    start = origin[0] + origin[1] * row + origin[2] * slice_
    shape, strides = tuple(reversed(region)), (slice_, row, 1)
    return np.lib.stride_tricks.as_strided(array[start:], shape, strides)


@st.composite
def rectangles(draw):
    region = [draw(st.integers(1, 6)) for _ in range(3)]
    sides = []
    for _ in range(2):
        origin = [draw(st.integers(0, 3)) for _ in range(3)]
        row = draw(st.integers(origin[0] + region[0], 16))
        slice_ = row * draw(st.integers(origin[1] + region[1], 10))
        sides.append((origin, (row, slice_)))
    return region, sides[0], sides[1]


@quick
@given(rectangle=rectangles(), seed=st.integers(0, 99), direction=st.sampled_from(["write", "read", "copy"]))
def test_rectangles(place, rectangle, seed, direction):
    _, queue, one, two = place
    region, (source_origin, source_pitches), (dest_origin, dest_pitches) = rectangle
    values = np.random.default_rng(seed).integers(1, 256, SIZE, dtype=np.uint8)
    expected = np.zeros(SIZE, np.uint8)
    box(expected, dest_origin, region, dest_pitches)[:] = box(values, source_origin, region, source_pitches)
    cl.enqueue_fill(queue, two, b"\0")
    out = np.zeros(SIZE, np.uint8)
    if direction == "write":
        cl.enqueue_copy(
            queue, two, values, host_origin=source_origin, buffer_origin=tuple(dest_origin), region=region,
            host_pitches=source_pitches, buffer_pitches=dest_pitches,
        )  # fmt: skip
        out = content(queue, two)
    elif direction == "read":
        cl.enqueue_copy(queue, one, values)
        cl.enqueue_copy(
            queue, out, one, buffer_origin=source_origin, host_origin=dest_origin, region=tuple(region),
            buffer_pitches=source_pitches, host_pitches=dest_pitches,
        )  # fmt: skip
    else:
        cl.enqueue_copy(queue, one, values)
        cl.enqueue_copy(
            queue, two, one, src_origin=source_origin, dst_origin=dest_origin, region=region,
            src_pitches=source_pitches, dst_pitches=dest_pitches,
        )  # fmt: skip
        out = content(queue, two)
    np.testing.assert_array_equal(out, expected)


def test_short_tuples_are_padded(place):
    _, queue, buffer, _ = place
    values = np.arange(256, dtype=np.uint8).reshape(16, 16)
    cl.enqueue_fill(queue, buffer, b"\0")
    cl.enqueue_copy(queue, buffer, values, buffer_origin=(0,), host_origin=(4, 2), region=(8, 3), host_pitches=(16,))
    expected = values[2:5, 4:12].ravel()
    np.testing.assert_array_equal(content(queue, buffer)[:24], expected)
    out = np.zeros((4, 4), np.uint8)
    cl.enqueue_copy(queue, out, buffer, buffer_origin=(0, 0, 0), host_origin=(1, 1, 0), region=(2, 2, 1),
                    buffer_pitches=(8,), host_pitches=(4,))  # fmt: skip
    np.testing.assert_array_equal(out[1:3, 1:3], [expected[:2], expected[8:10]])


def test_a_copy_into_a_smaller_buffer_copies_what_fits(place):
    ctx, queue, big, _ = place
    small = cl.Buffer(ctx, mf.READ_WRITE, 16)
    cl.enqueue_fill(queue, big, np.uint8(9))
    cl.enqueue_copy(queue, small, big)
    assert (content(queue, small, 16) == 9).all()
    cl.enqueue_copy(queue, big, small, dst_offset=8, byte_count=4)


def test_the_event_keeps_host_memory(place):
    ctx, queue, buffer, _ = place
    gate = cl.UserEvent(ctx)
    values = np.full(SIZE, 3, np.uint8)
    alive = weakref.ref(values)
    event = cl.enqueue_copy(queue, buffer, values, is_blocking=False, wait_for=[gate])
    assert event.get_ward() is values
    del values
    gc.collect()
    assert alive() is not None
    gate.set_status(0)
    event.wait()
    assert event.get_ward() is None and alive() is None
    assert (content(queue, buffer) == 3).all()


def test_dropping_the_event_waits(place):
    import threading
    import time

    ctx, queue, buffer, _ = place
    gate, out = cl.UserEvent(ctx), np.zeros(SIZE, np.uint8)
    cl.enqueue_fill(queue, buffer, np.uint8(4))
    event = cl.enqueue_copy(queue, out, buffer, is_blocking=False, wait_for=[gate])
    queue.flush()
    started = time.monotonic()
    threading.Timer(0.2, gate.set_status, [0]).start()
    del event
    assert time.monotonic() - started > 0.1 and (out == 4).all()


def test_wait_for(place):
    ctx, queue, buffer, other = place
    first = cl.enqueue_fill(queue, buffer, np.uint8(1))
    event = cl.enqueue_copy(queue, other, buffer, wait_for=(first,))
    out = np.empty(SIZE, np.uint8)
    cl.enqueue_copy(queue, out, other, wait_for=[event])
    assert (out == 1).all()


def test_foreign_buffers(place):
    _, queue, buffer, other = place

    pyopencl = pytest.importorskip("pyopencl")
    foreign = pyopencl.Buffer.from_int_ptr(other.int_ptr)
    cl.enqueue_fill(queue, buffer, np.uint8(6))
    cl.enqueue_copy(queue, foreign, buffer)
    cl.enqueue_fill(queue, pyopencl.Buffer.from_int_ptr(buffer.int_ptr), np.uint8(0))
    out = np.empty(SIZE, np.uint8)
    cl.enqueue_copy(queue, out, foreign)
    assert (out == 6).all() and not content(queue, buffer).any()


def test_wrong_keywords_are_not_ignored(place, coarse):
    ctx, queue, buffer, other = place
    for blocking in (True, False):
        with pytest.raises(TypeError, match="has no argument 'is_blocking'") as caught:
            cl.enqueue_copy(queue, other, buffer, is_blocking=blocking)
        assert isinstance(caught.value, cl.Error)
    svm = [cl.SVMAllocation(ctx, 64, 0, cl.svm_mem_flags.READ_WRITE, queue=queue) for _ in range(2)]
    event = cl.enqueue_copy(queue, *svm, is_blocking=True)
    assert event.command_execution_status == cl.command_execution_status.COMPLETE
    for platform in ("nonsense", None, 5, queue):
        with pytest.raises(TypeError, match="platform: expected a Platform"):
            cl.enqueue_copy_buffer_p2p_amd(platform, queue, buffer, other, 4)


def test_errors_are_also_python_errors(place):
    ctx, queue, buffer, _ = place
    host = np.zeros(4, np.uint8)
    for kind, call in (
        (TypeError, lambda: cl.enqueue_copy(queue, host, host)),
        (TypeError, lambda: cl.enqueue_copy(queue, buffer, host, nonsense=1)),
        (TypeError, lambda: cl.enqueue_copy(queue, buffer, host, region=(4,))),
        (TypeError, lambda: cl.enqueue_copy(queue, buffer, "text")),
        (TypeError, lambda: buffer[3]),
        (TypeError, lambda: cl.Program(ctx, 3)),
        (TypeError, lambda: cl.Image(ctx, 0, 3, (4, 4))),
        (ValueError, lambda: cl.image_from_array(ctx, np.zeros((4, 4), np.float32, "F"))),
        (ValueError, lambda: cl.image_from_array(ctx, np.zeros((4, 4), np.float32), norm_int=True)),
        (ValueError, lambda: cl.enqueue_copy(queue, buffer, np.zeros(64, np.uint8)[::2])),
        (ValueError, lambda: cl.enqueue_map_buffer(queue, buffer, 1, 0, (4,), "u1", "K")),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert isinstance(caught.value, cl.LogicError) and caught.value.what


@pytest.mark.filterwarnings("error")
def test_names_of_older_versions_warn(place):
    _, queue, buffer, _ = place
    for name in ("device_offset", "dest_offset"):
        with pytest.warns(DeprecationWarning, match=f"{name} is deprecated; use ") as caught:
            cl.enqueue_copy(queue, buffer, b"abc", **{name: 5})
        assert caught[0].filename == __file__


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_names_of_older_versions(place):
    _, queue, buffer, _ = place
    cl.enqueue_copy(queue, buffer, b"abc", device_offset=5)
    out = np.empty(3, np.uint8)
    cl.enqueue_copy(queue, out, buffer, device_offset=5)
    assert out.tobytes() == b"abc"


def test_p2p_works_or_says_what_is_missing(place, dev):
    _, queue, buffer, other = place
    if "Advanced Micro" in dev.vendor:
        pytest.skip("the platform may have it")
    with pytest.raises(cl.LogicError, match="clEnqueueCopyBufferP2PAMD"):
        cl.enqueue_copy_buffer_p2p_amd(dev.platform, queue, buffer, other)


def test_objects_with_dlpack_are_host_memory(place):
    _, queue, buffer, _ = place

    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    cl.enqueue_copy(queue, buffer, Tensor(np.arange(8, dtype=np.int32)))
    out = np.zeros(8, np.int32)
    cl.enqueue_copy(queue, out, buffer)
    np.testing.assert_array_equal(out, np.arange(8))
    out[:] = 0
    cl.enqueue_copy(queue, Tensor(out), buffer, wait_for=[])
    np.testing.assert_array_equal(out, np.arange(8))


def test_large_transfers_and_their_memory(place):
    ctx, queue, _, _ = place
    values = np.random.default_rng(1).integers(0, 256, 32 << 20, dtype=np.uint8)
    buffer = cl.Buffer(ctx, mf.READ_WRITE, values.nbytes)
    cl.enqueue_copy(queue, buffer, values)
    out = np.zeros_like(values)
    cl.enqueue_copy(queue, out, buffer)
    np.testing.assert_array_equal(out, values)
    ctx.trim_transfers()


def test_copies_between_svm_and_other_memory(place, coarse):
    ctx, queue, buffer, _ = place
    one = cl.SVMAllocation(ctx, 256, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
    two = cl.SVMAllocation(ctx, 128, 64, cl.svm_mem_flags.READ_WRITE)
    values = np.arange(256, dtype=np.uint8)
    assert isinstance(cl.enqueue_copy(queue, one, values), cl.NannyEvent)
    assert type(cl.enqueue_copy(queue, two, one)) is cl.Event
    out = np.zeros(128, np.uint8)
    cl.enqueue_copy(queue, out, two)
    np.testing.assert_array_equal(out, values[:128])
    for dest, src in ((two, values), (two, values[:10]), (np.zeros(256, np.uint8), two), (out[:10], two)):
        with pytest.raises(ValueError, match="expected 128 bytes of host memory.*byte_count") as caught:
            cl.enqueue_copy(queue, dest, src)
        assert isinstance(caught.value, cl.LogicError)
        cl.enqueue_copy(queue, dest, src, byte_count=10)
    with pytest.raises(cl.LogicError, match="a range within|a transfer within"):
        cl.enqueue_copy(queue, values, two, src_offset=8)
    np.testing.assert_array_equal(out, values[:128])
    cl.enqueue_copy(queue, buffer, one, src_offset=16, byte_count=32)
    np.testing.assert_array_equal(content(queue, buffer)[:32], values[16:48])
    cl.enqueue_copy(queue, one, buffer, byte_count=8, dst_offset=100)
    cl.enqueue_copy(queue, out[:8], one, src_offset=100)
    np.testing.assert_array_equal(out[:8], values[16:24])
    cl.enqueue_copy(queue, one, values[:10], byte_count=4)
    queue.finish()


def test_the_pattern_has_two_names(place):
    _, queue, buffer, _ = place
    cl.enqueue_fill(queue, buffer, src=np.uint8(3))
    cl.enqueue_fill(queue, buffer, pattern=np.uint8(4), size=8)
    assert content(queue, buffer)[:9].tolist() == [4] * 8 + [3]
    for patterns in ({}, {"src": np.uint8(1), "pattern": np.uint8(1)}):
        with pytest.raises(TypeError, match="expected a pattern as src or pattern"):
            cl.enqueue_fill(queue, buffer, **patterns)
