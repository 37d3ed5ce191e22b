"""Messages and representations: Python's names, what to do next, short tracebacks."""

import copy
import os
import platform
import re
import subprocess
import sys
import traceback
import typing
from pathlib import Path

import numpy as np
import pytest
from test_mistakes import MISTAKES, world  # noqa: F401  (a fixture)

import clmem as cl
from clmem import _constants, _info, _names, _platform, tools
from clmem._device_attributes import DeviceAttributes
from clmem._drivers import CHOSEN

DRIVER = "intel" if platform.machine() in ("x86_64", "AMD64") else "pocl"
OURS = str(Path(cl.__file__).parent)


@pytest.mark.parametrize("name, call, kind, said", MISTAKES, ids=[entry[0] for entry in MISTAKES])
@pytest.mark.filterwarnings("ignore:hostbuf gives only the size")
def test_messages_use_pythons_names_and_tracebacks_are_short(world, name, call, kind, said):  # noqa: F811
    with pytest.raises(kind) as caught:
        call(world)
    assert not re.search(r"clmem_\w|host_pointer|memory_flags|_bytes\b", str(caught.value))
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert len([frame.name for frame in frames if frame.filename.startswith(OURS)]) <= 4


def test_every_called_function_has_a_python_name():
    called = set()
    for path in Path(OURS).rglob("*.py"):
        called.update(re.findall(r"lib\.clmem_([a-z_]+)\b", path.read_text()))
    assert called >= set(_names.FUNCTIONS) - {"buffer_mem", "pool_try_allocate"}, "names of functions that are not called"
    for name in called:
        assert not _names.of_function(f"clmem_{name}").startswith("clmem_")
    assert _names.in_python("clmem_buffer_fill(): bytes 6, host_pointer") == "enqueue_fill(): size 6, hostbuf"
    assert _names.in_python("bytes: expected less than 8, got 9 bytes") == "size: expected less than 8, got 9 bytes"


def source_of(kernel):
    return cl.Program(kernel, "kernel void k(global int *memory, local int *scratch) { memory[0] = 1; }")


def test_messages_say_what_to_do(ctx, queue):
    program = source_of(ctx)
    with pytest.raises(cl.LogicError, match=r"call program.build\(\) for this device first"):
        program.k  # noqa: B018
    with pytest.raises(cl.Error, match="(?s)options '-no-such-option.*|does not compile"):
        source_of(ctx).build("-no-such-option")
    kernel = program.build().k
    for number in (64, np.int32(64), 64.0):
        with pytest.raises(cl.LogicError, match=r"argument 1 'scratch'.*pass LocalMemory\(size\)"):
            kernel.set_arg(1, number)
        with pytest.raises(cl.LogicError, match="argument 0 'memory'.*pass a Buffer or SVM"):
            kernel.set_arg(0, number)
    kernel.set_args(cl.Buffer(ctx, 0, 64), cl.LocalMemory(64))
    with pytest.raises(cl.LogicError, match="local_work_size must"):
        cl.enqueue_nd_range_kernel(queue, kernel, (1 << 24,), (1 << 24,))
    other = cl.CommandQueue(cl.Context(ctx.devices))
    with pytest.raises(cl.Error, match="must belong to one context"):
        cl.enqueue_fill(other, cl.Buffer(ctx, 0, 64), b"\0")


def said_without(**environment):
    program = (
        "import clmem as cl\n"
        "try: cl.get_platforms()\n"
        "except cl.LogicError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True,
                          text=True, timeout=60)  # fmt: skip
    return done.stdout


def test_without_drivers_the_message_says_what_to_install(monkeypatch):
    from clmem._errors import of_code

    for name in CHOSEN:
        monkeypatch.delenv(name, raising=False)
    error = of_code(cl.status_code.PLATFORM_NOT_FOUND_KHR, "get_platforms")
    assert f"pip install 'clmem[{DRIVER}]'" in error.what


def test_a_variable_that_leads_to_no_driver_is_named(tmp_path):
    said = said_without(OCL_ICD_VENDORS=str(tmp_path))
    assert f"OCL_ICD_VENDORS is '{tmp_path}'" in said and "unset it" in said and "pip install" not in said


def test_a_wrong_library_is_reported():
    said = said_without(CLMEM_OPENCL_LIBRARY="/nowhere")
    assert "CLMEM_OPENCL_LIBRARY" in said and "pip install" not in said


def test_without_a_loader_the_message_says_what_to_install():
    from clmem._errors import of_status
    from clmem._ffi import lib

    error = of_status(lib.CLMEM_ERROR_NO_OPENCL, "clmem", "the loader cannot be loaded: install it")
    assert error.what.startswith(f"pip install 'clmem[{DRIVER}]' installs") and "install it" in error.what


def test_representations(ctx, queue, pool):
    block = pool.allocate(100)
    assert re.fullmatch(r"<clmem.tools.MemoryPool: 1 blocks of 100 bytes, \d+ bytes reserved>", repr(pool))
    assert repr(tools.MemoryPool.__new__(tools.MemoryPool)) == "<clmem.tools.MemoryPool, not constructed>"
    map_ = cl.enqueue_map_buffer(queue, block, cl.map_flags.READ, 0, (10,), np.uint8).base
    assert repr(map_) == "<clmem.MemoryMap of 10 bytes>"
    map_.release()
    assert repr(map_) == "<clmem.MemoryMap of 10 bytes, unmapped>"
    assert repr(cl.LocalMemory(12)) == "LocalMemory(12)"


def test_representations_of_svm(ctx, queue, coarse):
    memory = cl.SVMAllocation(ctx, 64, 0, 1, queue)
    assert repr(memory) == f"<clmem.SVMAllocation of 64 bytes at {memory.svm_ptr:#x}>"
    assert repr(memory.map_ro(queue)) == f"<clmem.SVMMap of {memory!r}>"
    memory.release()
    assert repr(memory) == "<clmem.SVMAllocation, released or empty>"
    assert re.fullmatch(r"<clmem.SVM of 16 bytes at 0x[0-9a-f]+>", repr(cl.SVM(cl.csvm_empty(ctx, 4, np.float32))))


def test_the_representation_of_a_sampler(ctx, images):
    sampler = cl.Sampler(ctx, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST)
    assert repr(sampler) == f"<clmem.Sampler at {sampler.int_ptr:#x}>"


def test_device_attributes_have_types(dev):
    hints = typing.get_type_hints(DeviceAttributes, {**vars(_platform), **vars(_info), **vars(typing)})
    names = [name for name, value in vars(_constants.device_info).items() if name.isupper() and isinstance(value, int)]
    assert {name.lower() for name in names} == set(hints)
    for name, hint in hints.items():
        try:
            value = getattr(dev, name)
        except cl.Error:
            continue  # the device does not support it
        kinds = typing.get_args(hint) if typing.get_origin(hint) is typing.Union else (hint,)
        assert isinstance(value, tuple(typing.get_origin(kind) or kind for kind in kinds)), name


def test_no_attribute_type_is_any():
    assert typing.Any not in typing.get_type_hints(DeviceAttributes, {**vars(_platform), **vars(_info)}).values()


def test_the_log_is_turned_on_and_off(queue, capfd):
    cl.set_log_level("info")
    tools.MemoryPool(tools.ImmediateAllocator(queue)).free_held()
    cl.set_log_level("none")
    assert " is created over OpenCL buffers" in capfd.readouterr().err
    with pytest.raises(ValueError, match="expected one of none, error, warning, info, debug, got 'loud'"):
        cl.set_log_level("loud")


@pytest.mark.parametrize(
    "said, meant",
    [
        ("of its 23128580096 bytes 0 are allocated", "of its 23128580096 bytes 0 are allocated"),
        ("a range of 64 bytes -1", "a range of 64 bytes -1"),
        ("options.driver_time_permille: expected 0 to 1000 or CLMEM_DRIVER_TIME_NEVER, got 2000",
         "driver_time_permille: expected 0 to 1000 or DRIVER_TIME_NEVER, got 2000"),
        ("options.offset_bytes: expected 0", "offset: expected 0"),
        ("filter: expected CL_FILTER_NEAREST or CL_FILTER_LINEAR", "filter_mode: expected CL_FILTER_NEAREST or CL_FILTER_LINEAR"),
        ("source: expected a buffer", "buffer: expected a buffer"),
        ("the source: expected a transfer within", "the source: expected a transfer within"),
        ("stored_shape: expected at least item_bytes", "array_stored_shape: expected at least itemsize"),
        ("shared_bytes: expected at most 8, type_bytes 4", "shared_mem: expected at most 8, type_size 4"),
        ("omit CLMEM_QUEUE_OUT_OF_ORDER", "omit command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE"),
        ("call clmem_event_wait() first", "call wait_for_events() first"),
    ],
)  # fmt: skip
def test_names_of_c_become_pythons(said, meant):
    assert _names.in_python(said) == meant


def test_an_event_without_times_says_why(ctx):
    marker = cl.enqueue_marker(cl.CommandQueue(ctx))
    marker.wait()
    with pytest.raises(cl.RuntimeError, match="create the queue with command_queue_properties.PROFILING_ENABLE") as caught:
        marker.profile.end  # noqa: B018
    assert caught.value.code == cl.status_code.PROFILING_INFO_NOT_AVAILABLE
    with pytest.raises(cl.RuntimeError, match="got a user event, which belongs to no command"):
        cl.UserEvent(ctx).profile.start  # noqa: B018
    with pytest.raises(cl.LogicError, match="param: expected a constant"):
        marker.get_profiling_info("END")


@pytest.mark.parametrize(
    "index, value, said",
    [
        (0, np.float64(3), r"expected 4 bytes, the size of type float, got 8; pass numpy.float32\(3.0\)"),
        (1, np.int64(3), r"expected 4 bytes, the size of type int, got 8; pass numpy.int32\(3\)"),
        (2, np.float32(3), "expected 16 bytes, the size of type float4, got 4; pass an array of 4 numbers of type numpy.float32"),
        (3, np.zeros(3), "expected 16 bytes, the size of type float3, got 24; pass an array of 4 numbers"),
    ],
)
def test_a_value_of_the_wrong_size_says_which_fits(ctx, index, value, said):
    kernel = cl.Program(ctx, "kernel void f(float x, int i, float4 v, float3 w) {}").build().f
    with pytest.raises(cl.LogicError, match=f"argument {index}.*{said}") as caught:
        kernel.set_arg(index, value)
    assert caught.value.code == cl.status_code.INVALID_ARG_SIZE and "CL_INVALID" not in str(caught.value)


def test_articles(ctx, queue):
    for made, name in ((cl.enqueue_marker(queue), "an Event"), (cl.UserEvent(ctx), "a UserEvent"), (queue, "a CommandQueue")):
        with pytest.raises(TypeError, match=f"cannot copy or pickle {name};"):
            copy.copy(made)
    with pytest.raises(cl.LogicError, match=r"events\[0\]: expected an Event, got"):
        cl.wait_for_events([queue])


def test_another_packages_allocator_is_named_with_its_module(queue):
    class Allocator:
        pass

    with pytest.raises(TypeError, match=r"allocator: expected an ImmediateAllocator.*of type test_messages\..*Allocator$"):
        tools.MemoryPool(Allocator())
    pyopencl = pytest.importorskip("pyopencl")
    foreign = pyopencl.tools.ImmediateAllocator(pyopencl.CommandQueue(pyopencl.create_some_context(interactive=False)))
    for pool in (tools.MemoryPool, tools.SVMPool):
        with pytest.raises(TypeError, match=rf"pyopencl._cl.ImmediateAllocator; .* clmem.pyopencl.tools.{pool.__name__}"):
            pool(foreign)
