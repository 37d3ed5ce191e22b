"""Pipes, on devices that have them."""

import pytest

import clmem as cl

mf = cl.mem_flags


def has_pipes(dev):
    version = dev._get_cl_version()
    return dev.pipe_support if version >= (3, 0) else version >= (2, 0)


@pytest.fixture
def pipe(ctx, dev):
    if not has_pipes(dev):
        pytest.skip("the device has no pipes")
    return cl.Pipe(ctx, mf.READ_WRITE | mf.HOST_NO_ACCESS, 4, 16)


def test_a_device_without_pipes_refuses_them(ctx, dev):
    if has_pipes(dev):
        pytest.skip("the device has pipes")
    with pytest.raises(cl.LogicError, match="pipe") as caught:
        cl.Pipe(ctx, 0, 4, 16)
    assert caught.value.routine == "Pipe"


def test_properties(pipe):
    assert pipe.get_pipe_info(cl.pipe_info.PACKET_SIZE) == pipe.packet_size == 4
    assert pipe.get_pipe_info(cl.pipe_info.MAX_PACKETS) == pipe.max_packets == 16
    assert pipe.type == cl.mem_object_type.PIPE and isinstance(pipe, cl.MemoryObject)
    assert pipe.flags & mf.HOST_NO_ACCESS
    with pytest.raises(cl.LogicError):
        pipe.get_pipe_info(1)


def test_import(pipe):
    again = cl.MemoryObject.from_int_ptr(pipe.int_ptr)
    assert isinstance(again, cl.Pipe) and again == pipe and again.packet_size == 4


@pytest.mark.parametrize(
    "flags, packet_size, max_packets, properties",
    [(0, 0, 16, ()), (0, 4, 0, ()), (0, 2**32 - 1, 16, ()), (mf.COPY_HOST_PTR, 4, 16, ()), (0, 4, 16, (1, 2))],
    ids=["no packet size", "no packets", "large packets", "a host pointer", "properties"],
)
def test_invalid_arguments(pipe, ctx, flags, packet_size, max_packets, properties):
    with pytest.raises(cl.LogicError) as caught:
        cl.Pipe(ctx, flags, packet_size, max_packets, properties)
    assert caught.value.routine == "Pipe"


def test_a_released_pipe_cannot_be_used(pipe):
    pipe.release()
    for use in (pipe.release, lambda: pipe.packet_size, lambda: pipe.get_pipe_info(cl.pipe_info.MAX_PACKETS)):
        with pytest.raises(cl.LogicError, match="already released"):
            use()
