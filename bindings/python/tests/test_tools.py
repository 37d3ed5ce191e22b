"""Allocators, caches, contexts, device data, page-locked memory and the plug-in for pytest."""

import gc
import importlib.metadata
import os
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import clmem as cl
from clmem import tools


@pytest.fixture(scope="module")
def context():
    return cl.create_some_context(interactive=False)


@pytest.fixture
def queue(context):
    return cl.CommandQueue(context)


# ---- allocators -------------------------------------------------------------------------------------------------------


def test_allocators_of_buffers(context, queue):
    for allocator in (
        tools.DeferredAllocator(context),
        tools.DeferredAllocator(context=context, mem_flags=cl.mem_flags.READ_ONLY),
        tools.CLAllocator(context),
        tools.ImmediateAllocator(queue),
        tools.ImmediateAllocator(queue=queue, mem_flags=cl.mem_flags.READ_WRITE),
    ):
        assert isinstance(allocator, tools.AllocatorBase)
        buffer = allocator(1000)
        assert isinstance(buffer, cl.Buffer)
        assert buffer.size == 1000
        cl.enqueue_fill_buffer(queue, buffer, np.uint8(1), 0, 1000).wait()
        buffer.release()


def test_flags_reach_the_driver(context):
    buffer = tools.DeferredAllocator(context, cl.mem_flags.READ_ONLY)(100)
    assert buffer.flags & cl.mem_flags.READ_ONLY


def test_an_allocation_that_is_too_large(context, queue):
    size = context.devices[0].max_mem_alloc_size + 1
    for allocator in (tools.DeferredAllocator(context), tools.ImmediateAllocator(queue)):
        with pytest.raises(cl.MemoryError):
            allocator(size)
        with pytest.raises(cl.MemoryError):
            tools.MemoryPool(allocator)(size)


def test_svm_allocator(context, queue, coarse):
    allocation = tools.SVMAllocator(context, alignment=256, flags=cl.svm_mem_flags.READ_WRITE, queue=queue)(1000)
    assert isinstance(allocation, cl.SVMAllocation)
    assert allocation.size == 1000
    assert allocation.svm_ptr % 256 == 0
    allocation.release()


def test_the_base_of_allocators_allocates_nothing():
    with pytest.raises(NotImplementedError):
        tools.AllocatorBase()(1)


# ---- caching ------------------------------------------------------------------------------------------------------------


def test_results_are_remembered_by_the_first_argument(context):
    calls = []

    @tools.first_arg_dependent_memoize
    def make(first, number, name="x"):
        """Says what."""
        calls.append((first, number, name))
        return object()

    other = cl.create_some_context(interactive=False)
    assert make(context, 1) is make(context, 1)
    assert make(context, 2) is not make(context, 1)
    assert make(other, 1) is not make(context, 1)
    assert make(context, 1, name="y") is make(context, 1, name="y")
    assert len(calls) == 4
    assert make(cl.Context.from_int_ptr(context.int_ptr), 1) is make(context, 1), "the OpenCL object counts"
    assert make.__name__ == "make" and make.__doc__ == "Says what."
    with pytest.raises(TypeError, match="unhashable"):
        make(context, [])
    tools.clear_first_arg_caches()
    make(context, 1)
    assert len(calls) == 5


def test_caches_let_go_of_contexts():
    @tools.first_arg_dependent_memoize
    def make(first):
        return 1

    context = cl.create_some_context(interactive=False)
    before = context.reference_count
    make(cl.Context.from_int_ptr(context.int_ptr))
    assert context.reference_count == before + 1
    tools.clear_first_arg_caches()
    gc.collect()
    assert context.reference_count == before


def test_a_failure_is_not_remembered(context):
    calls = []

    @tools.first_arg_dependent_memoize
    def fails_once(first):
        calls.append(1)
        if len(calls) == 1:
            raise ValueError("once")
        return 7

    with pytest.raises(ValueError, match="once"):
        fails_once(context)
    assert fails_once(context) == 7


def test_threads_get_the_same_result(context):
    barrier = threading.Barrier(8)

    @tools.first_arg_dependent_memoize
    def make(first):
        barrier.wait(10)  # so that all are in here at once
        return object()

    results = []

    def ask():
        results.append(make(context))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, results))) == 1


def test_results_by_the_current_context():
    calls = []

    @tools.context_dependent_memoize
    def make(number):
        calls.append(number)
        return object()

    first = make(1)
    assert make(1) is first
    tools.make_default_context()
    second = make(1)
    assert second is not first
    tools._contexts.pop_context()
    assert make(1) is first
    tools.clear_context_caches()
    assert make(1) is not first
    assert calls == [1, 1, 1]


# ---- contexts -----------------------------------------------------------------------------------------------------------


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def test_default_context():
    made = []

    def maker(device):
        made.append(device)
        return cl.Context([device])

    context = tools.make_default_context(maker)
    assert isinstance(context, cl.Context)
    assert context.devices == made
    assert tools._contexts.current_context() == context
    tools._contexts.pop_context()


def test_a_wish_that_nothing_answers_to():
    done = run("import clmem.autoinit", CLMEM_DEVICE="no such thing")
    assert done.returncode != 0
    assert "no such thing" in done.stdout


def test_autoinit_and_autoprimaryctx():
    program = (
        "import clmem.autoinit as a, clmem.autoprimaryctx as p, clmem.tools as t\n"
        "assert a.context.devices == [a.device]\n"
        "assert p.context == t._contexts.shared_context() != a.context\n"
        "assert p.device == p.context.devices[0]\n"
    )
    done = run(program)
    assert done.returncode == 0, done.stdout


def test_default_device(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.warns(DeprecationWarning):
        device = tools.get_default_device()
    assert device == cl.get_platforms()[0].get_devices()[0]
    with pytest.warns(DeprecationWarning), pytest.raises(cl.LogicError, match="no device 99"):
        tools.get_default_device(99)
    (tmp_path / ".cuda-device").write_text("0\n")
    with pytest.warns(DeprecationWarning):
        assert tools.get_default_device(99) == device
    monkeypatch.setenv("CUDA_DEVICE", "98")
    with pytest.warns(DeprecationWarning), pytest.raises(cl.Error, match="98.*CUDA_DEVICE"):
        tools.get_default_device()
    monkeypatch.setenv("CLMEM_DEVICE", "no such thing")
    with pytest.warns(DeprecationWarning), pytest.raises(cl.Error, match="no such thing"):
        tools.get_default_device()


@tools.mark_cuda_test
def test_marked():
    assert tools._contexts._current.contexts


# ---- device data ----------------------------------------------------------------------------------------------------------


def test_device_data_of_a_capability():
    data = tools.DeviceData.for_capability(9, 0)
    assert data.capability == (9, 0)
    assert (data.max_threads, data.warp_size, data.warps_per_mp, data.thread_blocks_per_mp) == (1024, 32, 64, 32)
    assert data.registers == 65536
    assert data.smem_granularity == 32
    assert data.shared_memory == 48 << 10
    assert data.smem_alloc_granularity >= 128
    assert data.align_bytes() == 128
    assert data.align(1, 4) == 128
    assert data.align_words(4) == 32
    assert data.align_dtype(33, 4) == 64
    with pytest.raises(cl.LogicError, match="word"):
        data.align_bytes(3)
    with pytest.raises(cl.LogicError, match="table"):
        tools.DeviceData.for_capability(1, 0)


def test_device_data_of_the_device(context):
    data = tools.DeviceData(context.devices[0])
    assert data.max_threads == context.devices[0].max_work_group_size
    assert tools.DeviceData().max_threads > 0
    with pytest.raises(cl.LogicError, match="dev: expected a Device"):
        tools.DeviceData("gpu")


FIGURES = ["max_threads", "warp_size", "warps_per_mp", "thread_blocks_per_mp", "registers", "shared_memory",
           "smem_granularity", "smem_alloc_granularity"]  # fmt: skip


def test_figures_that_are_not_known_have_the_documented_defaults(dev):
    data = tools.DeviceData(dev)
    assert all(isinstance(getattr(data, figure), int) for figure in FIGURES)
    expected = {
        "warp_size": 1, "warps_per_mp": -(-data.max_threads // data.warp_size), "thread_blocks_per_mp": 1, "registers": 0,
        "smem_granularity": 1, "smem_alloc_granularity": 1, "shared_memory_per_mp": None,
    }  # fmt: skip
    assert set(data.defaults) <= set(expected)
    for name in set(data.defaults) - {"shared_memory_per_mp"}:
        assert getattr(data, name) == expected[name], name
    if dev.type & cl.device_type.CPU:
        assert {"warps_per_mp", "thread_blocks_per_mp", "registers"} <= set(data.defaults)
        assert data.align_bytes() == dev.global_mem_cacheline_size, "addresses are aligned by what is known"
    assert tools.DeviceData.for_capability(9, 0).defaults == ()


def test_occupancy_by_defaults(dev):
    data = tools.DeviceData(dev)
    if "thread_blocks_per_mp" not in data.defaults:
        pytest.skip("the device's figures are known")
    full = tools.OccupancyRecord(data, data.max_threads, shared_mem=data.shared_memory)
    assert (full.tb_per_mp, full.limited_by, full.occupancy) == (1, "device", 1.0)
    assert 0 < tools.OccupancyRecord(data, 1).occupancy < 1
    with pytest.raises(cl.LogicError, match="does not know registers"):
        tools.OccupancyRecord(data, 1, registers=16)


def test_channels():
    assert [tools.DeviceData.make_valid_tex_channel_count(n) for n in (1, 2, 3, 4)] == [1, 2, 4, 4]
    with pytest.raises(cl.LogicError, match="channels"):
        tools.DeviceData.make_valid_tex_channel_count(5)


def test_occupancy():
    data = tools.DeviceData.for_capability(8, 0)
    record = tools.OccupancyRecord(data, 256, registers=32)
    assert record.occupancy == 1.0
    assert record.tb_per_mp == 8
    assert record.warps_per_mp == 64
    assert record.limited_by in ("warps", "regs")
    assert tools.OccupancyRecord(data, 32).limited_by == "device"
    smem = tools.OccupancyRecord(data, 128, shared_mem=40 << 10)
    assert smem.limited_by == "smem"
    assert 0 < smem.occupancy < 1
    assert (smem.tb_per_mp, "smem") in smem.tb_per_mp_limits
    for wrong in ({"threads": 0}, {"threads": 2048}, {"threads": 32, "shared_mem": 1 << 20}, {"threads": 32, "registers": 300}):
        with pytest.raises(cl.LogicError):
            tools.OccupancyRecord(data, **wrong)
    with pytest.raises(TypeError, match="DeviceData"):
        tools.OccupancyRecord(None, 32)


# ---- pools of pycuda's ----------------------------------------------------------------------------------------------------


def test_held_blocks_are_those_that_were_released(queue):
    pool = tools.MemoryPool(tools.ImmediateAllocator(queue))
    blocks = [pool.allocate(1 << 16) for _ in range(5)]
    assert pool.held_blocks == 0
    for released, block in enumerate(blocks, start=1):
        block.release()
        assert (pool.held_blocks, pool.active_blocks) == (released, 5 - released)
    pool.free_held()
    assert (pool.held_blocks, pool.managed_bytes) == (0, 0)


def test_device_memory_pool(context, queue, coarse):
    pool = tools.DeviceMemoryPool(queue=queue)
    memory = pool.allocate(4000)
    assert isinstance(memory, tools.PooledDeviceAllocation)
    assert isinstance(memory, cl.SVMPointer)
    assert len(memory) == 4000
    assert int(memory) == memory.svm_ptr != 0
    assert hex(memory) == hex(int(memory))
    assert (pool.active_blocks, pool.active_bytes) == (1, 4000)
    memory.free()
    assert pool.held_blocks == 1
    with pytest.raises(cl.LogicError):
        memory.free()
    pool.stop_holding()
    assert pool.managed_bytes == 0
    assert tools.DeviceMemoryPool().allocate(100) is not None


def test_old_names_and_deferred_allocators_warn(context, queue):
    with pytest.warns(DeprecationWarning, match="use DeferredAllocator") as caught:
        allocator = tools.CLAllocator(context)
    assert caught[0].filename == __file__ and isinstance(allocator, tools.DeferredAllocator)
    with pytest.warns(UserWarning, match="hand in an ImmediateAllocator") as caught:
        tools.MemoryPool(allocator)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tools.MemoryPool(tools.ImmediateAllocator(queue))
        tools.DeferredAllocator(context)


def test_page_locked_arrays(queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate((3, 4), np.float32)
    assert array.shape == (3, 4) and array.dtype == np.float32 and array.flags.c_contiguous and array.flags.writeable
    assert isinstance(array.base, tools.PooledHostAllocation)
    assert len(array.base) == 48
    array[:] = 7
    assert array.sum() == 84
    assert pool.allocate((3, 4), "f8", order="F").flags.f_contiguous
    assert pool.allocate(5, np.int8).shape == (5,)
    assert pool.allocate((0, 3), np.int8).shape == (0, 3)
    part = array[1:]
    del array
    gc.collect()
    assert pool.active_blocks == 1, "a view keeps the memory"
    assert part.sum() == 56
    del part
    assert pool.active_blocks == 0


def test_structured_page_locked_arrays(queue):
    kind = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
    array = tools.PageLockedMemoryPool(queue=queue).allocate(10, kind)
    assert array.dtype == kind
    array["b"] = 3
    assert array["b"].sum() == 30


def test_a_transfer_in_flight_keeps_page_locked_memory(context, queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate(1000, np.uint8)
    array[:] = 9
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1000)
    gate = cl.UserEvent(context)
    event = cl.enqueue_copy(queue, buffer, array, is_blocking=False, wait_for=[gate])
    del array
    gc.collect()
    held = pool.active_blocks
    gate.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    assert held == 1
    del event
    gc.collect()
    assert pool.active_blocks == 0


def test_page_locked_memory_that_is_freed_early_waits_for_its_transfers(context, queue):
    pool = tools.PageLockedMemoryPool(queue=queue)
    array = pool.allocate(100_000, np.uint8)
    array[:] = 9
    address = array.ctypes.data
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 50_000)
    gate = cl.UserEvent(context)
    event = cl.enqueue_copy(queue, buffer, array[50_000:], is_blocking=False, wait_for=[gate])
    try:
        array.base.free()
        with pytest.raises(cl.LogicError):
            array.base.free()
        other = pool.allocate(100_000, np.uint8)
        assert other.ctypes.data != address
        other[:] = 1
    finally:
        gate.set_status(cl.command_execution_status.COMPLETE)
        event.wait()
    got = np.empty(50_000, np.uint8)
    cl.enqueue_copy(queue, got, buffer)
    assert (got == 9).all()


@pytest.mark.parametrize(
    "arguments, message",
    [(((2,), object), "objects"), (((-1,), np.int8), "negative"), (((1,), np.int8, "K"), "order")],
)
def test_wrong_page_locked_arrays(queue, arguments, message):
    with pytest.raises(cl.LogicError, match=message):
        tools.PageLockedMemoryPool(queue=queue).allocate(*arguments)


FLAGS = cl.host_alloc_flags


@pytest.mark.parametrize("flags", range(8), ids=lambda flags: FLAGS.to_string(flags) if flags else "none")
def test_flags_of_page_locked_memory(queue, context, flags):
    pool = tools.PageLockedMemoryPool(tools.PageLockedAllocator(flags), queue=queue)
    array = pool.allocate((100,), np.int32)
    array[:] = np.arange(100)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, array.nbytes)
    cl.enqueue_copy(queue, buffer, array)
    got = pool.allocate(100, np.int32)
    cl.enqueue_copy(queue, got, buffer)
    assert (got == array).all()


@pytest.mark.parametrize("flags, read_only", [(0, False), (FLAGS.PORTABLE, False), (FLAGS.DEVICEMAP, False),
                                              (FLAGS.WRITECOMBINED, True), (FLAGS.WRITECOMBINED | FLAGS.DEVICEMAP, False)])
def test_what_flags_of_page_locked_memory_mean(flags, read_only):
    expected = cl.mem_flags.READ_ONLY if read_only else cl.mem_flags.READ_WRITE
    assert tools.PageLockedAllocator(flags)._memory_flags() == expected


@pytest.mark.parametrize("flags", [8, cl.mem_flags.ALLOC_HOST_PTR, -1])
def test_unknown_flags_of_page_locked_memory(flags):
    with pytest.raises(cl.LogicError, match="expected bits of host_alloc_flags"):
        tools.PageLockedAllocator(flags)


def test_a_wrong_page_locked_allocator():
    with pytest.raises(TypeError, match="PageLockedAllocator"):
        tools.PageLockedMemoryPool(3)


# ---- tests on every device --------------------------------------------------------------------------------------------------


def test_platforms_and_devices():
    listed = tools.get_test_platforms_and_devices("0:0")
    assert [platform for platform, _ in listed] == [cl.get_platforms()[0]]
    assert listed[0][1] == [cl.get_platforms()[0].get_devices()[0]]
    with pytest.raises(cl.Error, match="no such platform"):
        tools.get_test_platforms_and_devices("no such platform")


TESTS = """
import clmem as cl

def test_context(clmem_ctx_factory):
    assert isinstance(clmem_ctx_factory(), cl.Context)
    assert "0x" not in str(clmem_ctx_factory)

def test_device(clmem_device, clmem_platform):
    assert clmem_device.platform == clmem_platform

def test_platform(clmem_platform):
    assert isinstance(clmem_platform, cl.Platform)
"""

ASKED_FOR = 'pytest_plugins = ["clmem.testing"]\n' + TESTS

WITH_HOOK = "from clmem.tools import pytest_generate_tests_for_pyopencl as pytest_generate_tests\n" + TESTS.replace(
    "clmem_", ""
)

WITH_FIXTURE = """
import pytest

pytest_plugins = ["clmem.testing"]

@pytest.fixture
def clmem_device():
    return "mine"

def test_device(clmem_device):
    assert clmem_device == "mine"

@pytest.mark.parametrize("clmem_platform", ["also mine"])
def test_platform(clmem_platform):
    assert clmem_platform == "also mine"

@pytest.fixture
def device():
    return "of this project"

def test_a_name_of_the_projects(device, clmem_ctx_factory):
    assert device == "of this project"
"""

UNRELATED = """
def test_of_another_project(device, platform, own):
    assert (device, platform, own) == (3, 4, 5)
"""
UNRELATED_CONFTEST = """
import pytest

def pytest_generate_tests(metafunc):
    if "device" in metafunc.fixturenames:
        metafunc.parametrize("device", [3])

@pytest.fixture
def platform():
    return 4

@pytest.fixture(params=[5])
def own(request):
    return request.param
"""


def run_pytest(folder, *options):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)],
        env={**os.environ, "CLMEM_TEST": "0:0"},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    return done.stdout


@pytest.mark.parametrize(
    "text, options, count",
    [(TESTS, ["-p", "clmem.testing"], 3), (ASKED_FOR, [], 3), (WITH_HOOK, [], 3), (WITH_FIXTURE, [], 3)],
    ids=["by option", "by module", "hook", "own fixtures"],
)
def test_the_plug_in(tmp_path, text, options, count):
    (tmp_path / "test_it.py").write_text(text)
    said = run_pytest(tmp_path, *options)
    assert f"{count} passed" in said, said


@pytest.mark.parametrize("options", [[], ["-p", "clmem.testing"]], ids=["installed", "asked for"])
def test_the_plug_in_leaves_other_projects_alone(tmp_path, options):
    (tmp_path / "conftest.py").write_text(UNRELATED_CONFTEST)
    (tmp_path / "test_it.py").write_text(UNRELATED)
    assert "1 passed" in run_pytest(tmp_path, *options)
    (tmp_path / "test_it.py").write_text("def test_that_forgot_its_fixture(ctx_factory): pass\n")
    assert "fixture 'ctx_factory' not found" in run_pytest(tmp_path, *options)


def test_the_plug_in_is_not_loaded_by_its_installation():
    points = importlib.metadata.distribution("clmem").entry_points
    assert not [point for point in points if point.group == "pytest11"]


def test_no_warnings_on_import():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        done = run("import warnings; warnings.simplefilter('error'); import clmem.tools")
    assert done.returncode == 0, done.stdout
