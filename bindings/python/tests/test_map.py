"""Maps of buffers."""

import gc

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import clmem as cl

mf, mapf = cl.mem_flags, cl.map_flags


@pytest.fixture()
def buffer(ctx):
    return cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, hostbuf=np.arange(256, dtype=np.uint8))


def test_the_map_flags_determine_whether_the_array_is_writable(queue, buffer):
    for flags, writable in ((mapf.READ, False), (mapf.WRITE, True), (mapf.READ | mapf.WRITE, True),
                            (mapf.WRITE_INVALIDATE_REGION, True)):  # fmt: skip
        array, _ = cl.enqueue_map_buffer(queue, buffer, flags, 0, 256, np.uint8)
        assert array.flags.writeable is writable
        array.base.release().wait()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shape=st.lists(st.integers(1, 4), min_size=1, max_size=3),
    dtype=st.sampled_from(["u1", "<i2", "<f4", [("x", "u1"), ("y", "u1")]]),
    order=st.sampled_from("CFcf"),
    offset=st.integers(0, 8),
)
def test_layouts(queue, buffer, shape, dtype, order, offset):
    offset *= 8
    assume(offset + int(np.prod(shape)) * np.dtype(dtype).itemsize <= 256)
    expected = np.ndarray(shape, dtype, np.arange(256, dtype=np.uint8), offset, order=order.upper())
    array, _ = cl.enqueue_map_buffer(queue, buffer, mapf.READ, offset, tuple(shape), dtype, order=order)
    assert array.strides == expected.strides and array.dtype == expected.dtype
    assert array.tobytes() == expected.tobytes()
    array.base.release()


def test_strides_override_order(queue, buffer):
    array, _ = cl.enqueue_map_buffer(queue, buffer, mapf.READ, 2, (3, 4), np.uint8, "F", strides=(16, 2))
    np.testing.assert_array_equal(array, 2 + 16 * np.arange(3)[:, None] + 2 * np.arange(4))
    with pytest.raises(ValueError, match="strides"):
        cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, (3, 4), np.uint8, strides=(1,))
    with pytest.raises(ValueError, match="strides: expected numbers of at least 0"):
        cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, (3,), np.uint8, strides=(-1,))


def test_the_map_lives_as_long_as_its_arrays(ctx, queue, buffer):
    array, _ = cl.enqueue_map_buffer(queue, buffer, mapf.READ | mapf.WRITE, 0, 256, np.uint8)
    view = array[10:20].reshape(2, 5)
    buffer.release()
    del array
    gc.collect()
    view[:] = 77
    assert (view == 77).all()
    del view
    gc.collect()
    queue.finish()


def test_the_device_sees_host_writes_after_the_release(ctx, queue, buffer):
    array, event = cl.enqueue_map_buffer(queue, buffer, mapf.WRITE, 100, 10, np.uint8, is_blocking=False)
    event.wait()
    array[:] = 1
    done = array.base.release(wait_for=[event])
    out = np.empty(256, np.uint8)
    cl.enqueue_copy(queue, out, buffer, wait_for=[done])
    assert (out[100:110] == 1).all() and out[99] == 99 and out[110] == 110


def test_a_second_release_does_nothing(queue, buffer):
    array, _ = cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, 256, np.uint8)
    with array.base as map_:
        map_.release(queue).wait()
    map_.release().wait()
    with pytest.raises(AttributeError, match="no longer mapped"):
        map_.__array_interface__  # noqa: B018


def test_foreign_buffers_and_pool_blocks(queue, buffer):
    foreign = pytest.importorskip("pyopencl").Buffer.from_int_ptr(buffer.int_ptr)
    array, _ = cl.enqueue_map_buffer(queue, foreign, mapf.READ, 0, 4, np.uint8)
    assert array.tolist() == [0, 1, 2, 3]
    array.base.release().wait()


def test_invalid_maps_are_refused(queue, buffer):
    with pytest.raises(cl.LogicError, match="nothing to map"):
        cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, (0, 4), np.uint8)
    with pytest.raises(cl.LogicError, match="within"):
        cl.enqueue_map_buffer(queue, buffer, mapf.READ, 200, 100, np.uint8)
    with pytest.raises(ValueError, match="objects"):
        cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, 4, object)


@pytest.mark.parametrize("dtype", ["u1", [("x", "u1"), ("y", "u1")]])
def test_the_result_of_a_map_unpacks_and_has_the_map(queue, buffer, dtype):
    mapped = cl.enqueue_map_buffer(queue, buffer, mapf.READ, 0, (100,), dtype)
    array, event = mapped
    assert mapped.array is array and mapped.event is event and isinstance(mapped.base, cl.MemoryMap)
    with mapped.base:
        assert mapped.array.tobytes()[:3] == b"\0\1\2"
    assert not mapped.base._handle_of_map.is_mapped
