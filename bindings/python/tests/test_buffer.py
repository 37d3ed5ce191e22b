"""Buffers: construction, properties, parts, fills, migration, import."""

import gc

import numpy as np
import pytest

import clmem as cl

mf = cl.mem_flags


def content(queue, buffer, dtype=np.uint8):
    out = np.empty(buffer.size // np.dtype(dtype).itemsize, dtype)
    cl.enqueue_copy(queue, out, buffer)
    return out


def alignment(dev):
    return dev.mem_base_addr_align // 8


def test_size_and_host_memory(ctx, queue):
    values = np.arange(100, dtype=np.int16)
    copied = cl.Buffer(ctx, mf.READ_ONLY | mf.COPY_HOST_PTR, hostbuf=values)
    assert copied.size == 200 and copied.hostbuf is None
    np.testing.assert_array_equal(content(queue, copied, np.int16), values)
    first = cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, 50, values)
    np.testing.assert_array_equal(content(queue, first, np.int16), values[:25])
    assert cl.Buffer(ctx, 0, 10).size == 10


@pytest.mark.parametrize(
    "host",
    [b"abcdefgh", bytearray(b"abcdefgh"), memoryview(b"abcdefgh"), np.frombuffer(b"abcdefgh", "u1"),
     np.asfortranarray(np.frombuffer(b"abcdefgh", "u1").reshape(2, 4)), np.frombuffer(b"abcdefgh", "M8[s]"),
     np.float64(np.frombuffer(b"abcdefgh", "f8")[0])],
    ids=lambda host: type(host).__name__,
)  # fmt: skip
def test_any_exporter_of_bytes_is_host_memory(ctx, queue, host):
    buffer = cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, hostbuf=host)
    expected = host.tobytes("A") if isinstance(host, (np.ndarray, np.generic)) else bytes(host)
    assert content(queue, buffer).tobytes() == expected


def test_use_of_host_memory(ctx, queue):
    values = np.arange(64, dtype=np.int32)
    buffer = cl.Buffer(ctx, mf.READ_WRITE | mf.USE_HOST_PTR, hostbuf=values)
    assert buffer.hostbuf is values
    view = buffer.get_host_array((8, 8), np.int32)
    assert view.shape == (8, 8) and np.shares_memory(view, values)
    assert buffer.get_host_array(64, np.int32, order="F").flags.writeable
    del values
    gc.collect()
    assert view.sum() == 2016


def test_properties(ctx):
    buffer = cl.Buffer(ctx, mf.READ_ONLY, 64)
    assert buffer.get_info(cl.mem_info.SIZE) == buffer.size == 64
    assert buffer.type == cl.mem_object_type.BUFFER and buffer.flags == mf.READ_ONLY
    assert buffer.context == ctx and buffer.map_count == 0 and buffer.offset == 0
    assert buffer.associated_memobject is None and buffer.reference_count >= 1
    with pytest.raises(cl.LogicError, match="get_host_array"):
        buffer.host_ptr  # noqa: B018
    assert "64 bytes" in repr(buffer)


def test_equality_compares_the_opencl_object(ctx):
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 64)
    again = cl.MemoryObject.from_int_ptr(buffer.int_ptr)
    assert isinstance(again, cl.Buffer) and again == buffer and hash(again) == hash(buffer)
    assert buffer != cl.Buffer(ctx, mf.READ_WRITE, 64) and buffer != 3
    assert len({buffer, again}) == 1
    assert isinstance(buffer, cl.MemoryObject) and isinstance(buffer, cl.MemoryObjectHolder)


def test_import_adds_or_takes_over_a_reference(ctx):
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 64)
    count = buffer.reference_count
    other = cl.Buffer.from_int_ptr(buffer.int_ptr)
    assert buffer.reference_count == count + 1
    other.release()
    assert buffer.reference_count == count
    cl._opencl.call("clRetainMemObject", cl._opencl.ffi.cast("cl_mem", buffer.int_ptr))
    taken = cl.Buffer.from_int_ptr(buffer.int_ptr, retain=False)
    assert buffer.reference_count == count + 1
    del taken
    gc.collect()
    assert buffer.reference_count == count


def test_a_released_buffer_cannot_be_used(ctx, queue):
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 64)
    held = hash(buffer)
    buffer.release()
    assert "released" in repr(buffer) and buffer == buffer and hash(buffer) == held
    for use in (buffer.release, lambda: buffer.int_ptr, lambda: buffer.size, lambda: buffer[0:8],
                lambda: cl.enqueue_fill(queue, buffer, b"0")):  # fmt: skip
        with pytest.raises(cl.LogicError, match="already released"):
            use()


def test_parts(ctx, queue, dev):
    step = alignment(dev)
    whole = cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, hostbuf=np.arange(4 * step).astype(np.uint8))
    part = whole.get_sub_region(step, 2 * step)
    assert part.size == 2 * step and part.offset == step and part.associated_memobject == whole
    np.testing.assert_array_equal(content(queue, part), np.arange(step, 3 * step).astype(np.uint8))
    of_part = part[step:]
    assert of_part.size == step and of_part.flags == whole.flags
    np.testing.assert_array_equal(content(queue, of_part), np.arange(2 * step, 3 * step).astype(np.uint8))
    assert whole[-step:].offset == 3 * step and whole[:].size == whole.size
    assert whole.get_sub_region(0, step, mf.READ_ONLY).flags & mf.READ_ONLY
    whole.release()
    assert content(queue, of_part)[0] == (2 * step) % 256


@pytest.mark.parametrize("pattern", [np.uint8(7), np.int16(-3), np.float32(1.5), np.arange(16, dtype=np.int64), b"xy"])
def test_fill(ctx, queue, pattern):
    raw = pattern.tobytes() if hasattr(pattern, "tobytes") else pattern
    buffer = cl.Buffer(ctx, mf.READ_WRITE, 1024)
    assert isinstance(cl.enqueue_fill_buffer(queue, buffer, b"\0", 0, 1024), cl.Event)
    cl.enqueue_fill_buffer(queue, buffer, pattern, len(raw), 2 * len(raw))
    expected = np.zeros(1024, np.uint8)
    expected[len(raw) : 3 * len(raw)] = np.frombuffer(raw * 2, np.uint8)
    np.testing.assert_array_equal(content(queue, buffer), expected)
    cl.enqueue_fill(queue, buffer, pattern, offset=512)
    assert content(queue, buffer)[512:].tobytes() == raw * (512 // len(raw))
    cl.enqueue_fill(queue, buffer, np.uint32(0), 8, offset=4)
    assert not content(queue, buffer)[4:12].any()


def test_a_pattern_may_change_after_the_call(ctx, queue):
    gate, buffer, pattern = cl.UserEvent(ctx), cl.Buffer(ctx, mf.READ_WRITE, 64), np.array([5], np.int32)
    event = cl.enqueue_fill(queue, buffer, pattern, wait_for=[gate])
    pattern[0] = 6
    queue.flush()
    gate.set_status(0)
    event.wait()
    assert (content(queue, buffer, np.int32) == 5).all()


def test_migrate(ctx, queue):
    buffers = [cl.Buffer(ctx, mf.READ_WRITE, 64) for _ in range(3)]
    event = cl.enqueue_migrate_mem_objects(queue, buffers, cl.mem_migration_flags.CONTENT_UNDEFINED)
    cl.enqueue_migrate_mem_objects(queue, buffers[:1], wait_for=[event]).wait()
    with pytest.raises(cl.LogicError):
        cl.enqueue_migrate_mem_objects(queue, [])


def test_subclasses(ctx):
    class Mine(cl.Buffer):
        pass

    mine = Mine(ctx, mf.READ_WRITE, 64)
    mine.note = "anything"
    assert mine.size == 64 and isinstance(mine, cl.Buffer)


def test_the_base_of_a_host_array_is_the_buffer(ctx):
    host = np.arange(10, dtype=np.int32)
    buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR, hostbuf=host)
    array = buffer.get_host_array((2, 5), np.int32)
    assert array.base is buffer
    assert not hasattr(buffer, "__array_interface__"), "otherwise it would count as host memory"
    with pytest.raises(cl.Error):
        cl.Buffer(ctx, cl.mem_flags.COPY_HOST_PTR, hostbuf=buffer)
