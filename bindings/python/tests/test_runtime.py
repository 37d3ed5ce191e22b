"""Platforms, devices, contexts, queues and events."""

import gc
import os
import threading
import time
import warnings

import numpy as np
import pytest

import clmem as cl


def test_platforms_and_devices(dev):
    platforms = cl.get_platforms()
    assert dev.platform in platforms
    assert dev in dev.platform.get_devices()
    assert dev in dev.platform.get_devices(dev.type)
    assert dev.platform.get_devices(cl.device_type.CUSTOM) == []
    assert dev.platform.name and dev.platform.name in repr(dev.platform)
    assert dev.get_info(cl.device_info.NAME) == dev.name
    assert dev.hashable_model_and_version_identifier == ("v1", dev.vendor, dev.vendor_id, dev.name, dev.version)
    with pytest.warns(DeprecationWarning, match="hashable_model_and_version_identifier"):
        assert dev.persistent_unique_id == dev.hashable_model_and_version_identifier


def test_every_attribute_of_a_device_is_a_value_or_a_clear_error(dev):
    answered = 0
    for name in vars(cl.device_info):
        if name.startswith("_"):
            continue
        try:
            getattr(dev, name.lower())
            answered += 1
        except cl.LogicError as error:
            assert error.code in (cl.status_code.INVALID_VALUE, cl.status_code.INVALID_DEVICE), name
            assert error.routine == "clGetDeviceInfo"
    assert answered > 60


def test_types_of_device_info(dev):
    assert isinstance(dev.name, str) and isinstance(dev.image_support, bool) and isinstance(dev.max_compute_units, int)
    assert len(dev.max_work_item_sizes) == dev.max_work_item_dimensions
    assert dev.parent_device is None
    if dev._get_cl_version() >= (3, 0):
        assert all(isinstance(entry, cl.NameVersion) for entry in dev.extensions_with_version)
        assert {entry.name for entry in dev.extensions_with_version} <= set(dev.extensions.split())
        assert dev.opencl_c_all_versions[0].major >= 1


def test_unknown_attributes(dev, ctx, queue):
    for thing in (dev, dev.platform, ctx, queue):
        assert not hasattr(thing, "nonsense")
        with pytest.raises(AttributeError, match="nonsense"):
            thing.nonsense  # noqa: B018
    assert "max_compute_units" in dir(dev)


def test_contexts(dev):
    ctx = cl.Context([dev])
    assert ctx.devices == [dev] and ctx.num_devices == 1
    with_platform = cl.Context(
        dev_type=dev.type, properties=[(cl.context_properties.PLATFORM, dev.platform)]
    )
    assert dev in with_platform.devices
    assert (cl.context_properties.PLATFORM, dev.platform) in with_platform.properties
    assert cl.Context().devices
    assert ctx != with_platform and len({ctx, cl.Context.from_int_ptr(ctx.int_ptr)}) == 1


def test_from_int_ptr_counts_references(ctx):
    before = ctx.reference_count
    again = cl.Context.from_int_ptr(ctx.int_ptr)
    assert again == ctx and hash(again) == hash(ctx)
    assert ctx.reference_count == before + 1
    del again
    gc.collect()
    assert ctx.reference_count == before


def test_queues(ctx, dev):
    queue = cl.CommandQueue(ctx)
    assert queue.context == ctx and queue.device == dev and queue.properties == 0
    profiled = cl.CommandQueue(ctx, dev, cl.command_queue_properties.PROFILING_ENABLE)
    assert profiled.properties == cl.command_queue_properties.PROFILING_ENABLE
    listed = cl.CommandQueue(ctx, dev, [cl.queue_properties.PROPERTIES, cl.command_queue_properties.PROFILING_ENABLE])
    assert listed.properties == cl.command_queue_properties.PROFILING_ENABLE
    with queue as same:
        assert same is queue
        event = cl.enqueue_marker(queue)
    assert event.command_execution_status == cl.command_execution_status.COMPLETE
    queue.flush()
    queue.finish()


def test_pyopencls_objects_are_accepted(ctx, queue):
    pyopencl = pytest.importorskip("pyopencl")
    assert cl.enqueue_marker(pyopencl.CommandQueue.from_int_ptr(queue.int_ptr)).command_queue == queue
    assert cl.CommandQueue(pyopencl.Context.from_int_ptr(ctx.int_ptr)).context == ctx


def test_events(queue):
    event = cl.enqueue_marker(queue)
    event.wait()
    assert event.command_queue == queue and event.context == queue.context
    assert event.command_type == cl.command_type.MARKER
    assert event == cl.Event.from_int_ptr(event.int_ptr) and event != cl.enqueue_marker(queue)
    fill = cl.enqueue_fill(queue, cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 1 << 16), b"\0")
    fill.wait()
    assert fill.profile.end >= fill.profile.start >= fill.profile.queued >= 0 and fill.profile.end > 0
    with pytest.raises(AttributeError, match="no time 'lunch'"):
        event.profile.lunch  # noqa: B018


def test_wait_lists_are_honoured(ctx, queue):
    gate = cl.UserEvent(ctx)
    barrier = cl.enqueue_barrier(queue, wait_for=[gate])
    marker = cl.enqueue_marker(queue, wait_for=(barrier,))
    cl.enqueue_wait_for_events(queue, [marker])
    queue.flush()
    assert marker.command_execution_status > cl.command_execution_status.COMPLETE
    gate.set_status(cl.command_execution_status.COMPLETE)
    cl.wait_for_events([barrier, marker])
    assert marker.command_execution_status == cl.command_execution_status.COMPLETE


def test_waiting_for_a_failed_event_raises(ctx):
    event = cl.UserEvent(ctx)
    event.set_status(-7)
    with pytest.raises(cl.RuntimeError) as caught:
        event.wait()
    assert caught.value.code == cl.status_code.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    assert caught.value.routine == "wait_for_events"


def test_waiting_lets_other_threads_run(ctx):
    event = cl.UserEvent(ctx)
    waited = []
    thread = threading.Thread(target=lambda: (event.wait(), waited.append(True)))
    thread.start()
    time.sleep(0.05)
    assert not waited  # this thread runs during the wait
    event.set_status(0)
    thread.join(10)
    assert waited == [True]


def test_callbacks(ctx, queue):
    statuses, gate = [], cl.UserEvent(ctx)
    called = threading.Event()
    cl.enqueue_barrier(queue, [gate]).set_callback(
        cl.command_execution_status.COMPLETE, lambda status: (statuses.append(status), called.set())
    )
    queue.flush()
    assert not called.wait(0.05)
    gate.set_status(0)
    assert called.wait(10) and statuses == [cl.command_execution_status.COMPLETE]


def test_sub_devices(dev):
    if cl.device_partition_property.EQUALLY not in dev.partition_properties or dev.max_compute_units < 2:
        pytest.skip("the device cannot be split")
    parts = dev.create_sub_devices([cl.device_partition_property.EQUALLY, 1])
    assert len(parts) == dev.max_compute_units
    assert all(part.parent_device == dev and part.max_compute_units == 1 for part in parts)


def test_choice(dev, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    platform = cl.get_platforms().index(dev.platform)
    number = dev.platform.get_devices().index(dev)
    for variable in ("CLMEM_DEVICE", "PYOPENCL_CTX"):
        monkeypatch.delenv(variable, raising=False)
    assert cl.choose_devices(answers=[str(platform), str(number)]) == [dev]
    assert cl.choose_devices(answers=[dev.platform.name[:6].upper(), dev.name[1:8].lower()])
    assert len(cl.choose_devices(answers=[str(platform), f"{number},{number}"])) == 2
    with pytest.raises(cl.LogicError, match="expected a platform that matches 'no-such-name', got none; choose by number"):
        cl.choose_devices(answers=["no-such-name"])
    monkeypatch.setenv("PYOPENCL_CTX", f"{platform}:{number}")
    assert cl.create_some_context().devices == [dev]
    monkeypatch.setenv("CLMEM_DEVICE", "no-such-name")
    with pytest.raises(cl.LogicError, match="no-such-name"):
        cl.choose_devices()


def test_errors_have_code_what_and_routine(ctx):
    with pytest.raises(cl.Error) as caught:
        cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 0)
    error = caught.value
    assert isinstance(error, cl.LogicError)
    assert error.code == cl.status_code.INVALID_BUFFER_SIZE and error.routine == "Buffer"
    assert "expected a size above 0" in error.what and "INVALID_BUFFER_SIZE" in str(error) and not error.is_out_of_memory()


def test_normal_use_does_not_warn(ctx, queue):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)
        cl.enqueue_fill(queue, buffer, b"\0")
        queue.finish()


def test_nothing_leaks(ctx, queue, program, dev):
    """After thousands of objects the context's reference count and the number of handles are as before."""

    def work():
        buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 4096)
        part = buffer[0:128] if dev.mem_base_addr_align <= 1024 * 8 else buffer
        event = cl.enqueue_fill(queue, part, b"\0")
        cl.enqueue_copy(queue, bytearray(128), part, wait_for=[event])
        array, _ = cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, 16, "u1")
        array.base.release()
        program.twice(queue, (1,), None, buffer)
        cl.MemoryObject.from_int_ptr(buffer.int_ptr).release()
        if dev.image_support:
            cl.Sampler(ctx, False, cl.addressing_mode.NONE, cl.filter_mode.NEAREST)
        if dev._get_cl_version() >= (2, 0) and dev.svm_capabilities:
            cl.SVM(cl.csvm_empty(ctx, 16, "u1")).map_ro(queue).release()
        ring = [buffer]
        ring.append(ring)

    for _ in range(20):
        work()
    queue.finish()
    gc.collect()
    before, queues = ctx.reference_count, queue.reference_count
    for _ in range(200):
        work()
    queue.finish()
    gc.collect()
    assert ctx.reference_count <= before + 2 and queue.reference_count <= queues + 2
    handle = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)._handle
    assert handle >> 2 & (1 << 24) - 1 < 8192  # the slots of handles are reused


def test_objects_are_released_by_any_thread(ctx, queue):
    made = [cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64) for _ in range(64)]
    events = [cl.enqueue_fill(queue, buffer, b"\0") for buffer in made]

    def drop():
        while made:
            try:
                made.pop()
                events.pop()
            except IndexError:
                return

    threads = [threading.Thread(target=drop) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    queue.finish()
    assert made == []


def test_a_forked_child_gets_an_error(dev):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            dev.get_info(cl.device_info.NAME)
        except cl.RuntimeError as error:
            code = 0 if "fork" in error.what else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert dev.name


def test_a_queue_after_its_with_statement_warns(ctx):
    with cl.CommandQueue(ctx) as queue:
        queue.flush()
    buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)
    for use in (
        lambda: queue.flush(),
        lambda: queue.context,
        lambda: cl.enqueue_fill_buffer(queue, buffer, np.uint8(1), 0, 64),
        lambda: cl.enqueue_copy(queue, np.empty(64, np.uint8), buffer),
    ):
        with pytest.warns(cl.CommandQueueUsedAfterExit, match="after the end of its with statement") as warned:
            use()
        assert warned[0].filename == __file__


def test_names_of_times_in_capitals_are_deprecated(ctx):
    queue = cl.CommandQueue(ctx, properties=cl.command_queue_properties.PROFILING_ENABLE)
    event = cl.enqueue_marker(queue)
    event.wait()
    with pytest.warns(DeprecationWarning, match="use 'end'"):
        assert event.profile.END == event.profile.end
    with pytest.raises(AttributeError):
        event.profile.nothing
