"""No object of the wrong class and no number is accepted as an OpenCL object: the call raises, and the process survives."""

import os
import subprocess
import sys

import pytest

import clmem as cl
from clmem import tools

SCRIPT = os.path.join(os.path.dirname(__file__), "wrong_types.py")


def test_objects_of_the_wrong_class_are_refused():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=600,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    accepted = [line for line in lines if line.startswith("accepted")]
    assert done.returncode == 0, "\n".join(lines[-30:])
    assert lines[-1] == "ended" and not accepted, "\n".join(accepted)
    assert len(lines) > 1500


# Public names without parameters that are OpenCL objects: constants, exceptions, result types, plain data.
TAKE_NONE = {
    "CommandQueueUsedAfterExit", "DeviceTopologyAmd", "Error", "ImageDescriptor", "ImageFormat", "LocalMemory", "MemoryError", "MemoryMap",
    "LogicError", "NameVersion", "RuntimeError", "SVMMap", "SVMPointer", "VERSION", "VERSION_STATUS", "VERSION_TEXT",
    "__version__",
    "choose_devices", "create_some_context", "set_log_level", "get_cl_header_version", "get_platforms", "have_gl", "MemoryObjectHolder",
    "NannyEvent", "status_code", "tools.AllocatorBase", "tools.BinStatistics", "tools.DRIVER_TIME_NEVER",
    "tools.DRIVER_TIME_UNLIMITED", "tools.FaultCounts", "tools.FaultyAllocator", "tools.PageLockedAllocator",
    "tools.PoolStatistics", "tools.RecorderInfo", "tools.PooledBuffer", "tools.PooledDeviceAllocation", "tools.PooledHostAllocation",
    "tools.PooledSVM", "tools.Snapshot", "tools.SnapshotRange", "tools.SnapshotSlab", "tools.StackFrame", "tools.TagStatistics", "tools.clear_context_caches", "tools.clear_first_arg_caches",
    "tools.context_dependent_memoize", "tools.first_arg_dependent_memoize", "tools.get_default_device",
    "tools.get_test_platforms_and_devices", "tools.make_default_context", "tools.mark_cuda_test",
    "tools.pytest_generate_tests_for_pyopencl",
}  # fmt: skip


def test_every_public_name_is_covered():
    source = open(SCRIPT, encoding="utf-8").read()
    constants = set(cl._constants.__all__)
    names = {name for name in cl.__all__ if name not in constants} | {f"tools.{name}" for name in tools.__all__}
    assert not [name for name in sorted(names - TAKE_NONE) if f'"{name}' not in source and f" {name} " not in source]


def test_only_from_int_ptr_accepts_addresses(ctx, queue):
    buffer = cl.Buffer(ctx, 0, 64)
    with pytest.raises(TypeError, match=r"from_int_ptr\(\) makes an object from an address"):
        cl.enqueue_fill(queue, buffer.int_ptr, b"\1")
    with pytest.raises(cl.LogicError, match="expected a CommandQueue, got an object of type Buffer"):
        cl.enqueue_copy(buffer, bytearray(64), buffer)  # without a queue
    cl.enqueue_fill(cl.CommandQueue.from_int_ptr(queue.int_ptr), cl.Buffer.from_int_ptr(buffer.int_ptr), b"\1").wait()


def test_objects_that_were_never_constructed(queue):
    for made in (cl.CommandQueue, cl.Event, cl.Buffer):
        empty = made.__new__(made)
        with pytest.raises((cl.Error, TypeError)):
            cl.enqueue_marker(empty if made is cl.CommandQueue else queue, [empty])
    with pytest.raises(cl.Error):
        tools.MemoryPool.__new__(tools.MemoryPool).allocate(10)


def test_a_pool_takes_one_argument(pool):
    for call in (lambda: pool(1, 2, size=3), lambda: pool(1, size=3), lambda: pool(), lambda: pool(1, 2)):
        with pytest.raises(TypeError, match="one argument"):
            call()
    assert pool(size=3).size == 3
