"""The end of a process with pending commands: it waits for them, but never for a user event."""

import os
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import clmem as cl
from clmem import _hot, _opencl

# Handlers run in the reverse order of their registration: this one looks after the package has waited.
HEAD = """
import atexit, os, sys
watched = []
atexit.register(lambda: print(*(each.command_execution_status for each in watched)))
import clmem as cl
from clmem import _opencl, _pending
import numpy as np
ctx = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(ctx)
buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)
slow = cl.Program(ctx, '''
    kernel void slow(global int *a, int turns) {
        int sum = a[0];
        for (int i = 0; i < turns; i++) sum = sum * 1103515245 + 12345 + a[i & 15];
        a[0] = sum;
    }''').build().slow
slow.set_scalar_arg_dtypes([None, np.int32])

def run(on, wait_for=None, turns=100_000_000):
    return slow(on, (1,), None, buffer, turns, wait_for=wait_for)

def hold_unseen(on):
    '''Holds back an in-order queue without the package's knowledge.'''
    gate = cl.UserEvent(ctx)
    waits = cl._opencl.ffi.new("cl_event[]", [gate._ptr])
    _opencl.call("clEnqueueBarrierWithWaitList", on._ptr, 1, waits, cl._opencl.ffi.NULL)
    return gate
"""
FOR_EVER = "_pending.PATIENCE = 1e9"


def end_of(program):
    """Runs a program; returns the states of the commands that it watched, as printed, and its log."""
    environment = {**os.environ, "CLMEM_LOG": "warning"}
    command = [sys.executable, "-c", HEAD + textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.mark.parametrize(
    "queues",
    [
        "a = b = queue",
        "a, b = cl.CommandQueue(ctx), queue",
        "a = b = cl.CommandQueue(ctx, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)",
        "a, b = queue, cl.CommandQueue.from_int_ptr(queue.int_ptr)",
    ],
)
def test_waits_for_pending_commands(queues):
    program = f"{queues}; watched += [run(a), run(b), cl.enqueue_fill_buffer(b, buffer, np.int32(0), 0, 64)]"
    assert end_of(program) == (["0", "0", "0"], "")


def test_waits_for_commands_of_queues_that_are_gone():
    assert end_of("watched.append(run(cl.CommandQueue(ctx))); del queue") == (["0"], "")
    assert end_of("with cl.CommandQueue(ctx) as a: run(a, turns=1)\nwatched.append(run(cl.CommandQueue(ctx)))") == (["0"], "")


def test_waits_for_commands_in_queues_of_pyopencl():
    pytest.importorskip("pyopencl")
    program = """
    import pyopencl
    context = pyopencl.Context.from_int_ptr(ctx.int_ptr)
    watched.append(run(pyopencl.CommandQueue(context)))
    """
    assert end_of(program) == (["0"], "")


def test_waits_as_long_as_commands_complete():
    """All commands together take longer than the patience, but each takes less."""
    program = """
    import time
    run(queue).wait()  # the first one builds the kernel
    begin = time.monotonic()
    run(queue, turns=50_000_000).wait()
    _pending.PATIENCE = 20 * (time.monotonic() - begin)
    watched.extend(run(queue, turns=50_000_000) for _ in range(60))
    """
    states, log = end_of(program)
    assert states == ["0"] * 60 and not log


@pytest.mark.parametrize(
    "commands",
    [
        "queue, wait_for=[gate]",
        "queue, wait_for=iter_of(run(queue, wait_for=[gate]))",  # by an event that is held back
        "[run(queue, wait_for=[gate]), queue][1]",  # behind a command that is held back
        "other, wait_for=[run(queue, wait_for=[gate])]",
        "other, wait_for=[cl.Event.from_int_ptr(gate.int_ptr)]",
        "unordered, wait_for=[run(unordered, wait_for=[gate])]",
    ],
)
def test_never_waits_for_a_user_event(commands):
    program = f"""
    {FOR_EVER}
    gate = cl.UserEvent(ctx)
    other = cl.CommandQueue(ctx)
    unordered = cl.CommandQueue(ctx, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    iter_of = lambda *events: list(events)
    first = run(queue)
    held = run({commands})
    watched += [first, run(cl.CommandQueue(ctx)), run(unordered)]
    """
    states, log = end_of(program)
    assert states == ["0", "0", "0"]
    assert "the process ends without waiting for commands that user events hold back" in log


@pytest.mark.parametrize("status", [0, -1])
def test_waits_behind_a_user_event_that_was_set(status):
    program = f"""
    gate = cl.UserEvent(ctx)
    held = run(queue, wait_for=[gate], turns=1)
    gate.set_status({status})
    watched.append(run(cl.CommandQueue(ctx)))
    """
    assert end_of(program) == (["0"], "")
    program = """
    gate = cl.UserEvent(ctx)
    watched += [run(queue, wait_for=[gate]), run(queue)]
    gate.set_status(0)
    watched.append(run(queue))
    """
    assert end_of(program) == (["0", "0", "0"], "")


def test_gives_up_if_no_command_completes():
    states, log = end_of("_pending.PATIENCE = 0.1; gate = hold_unseen(queue); watched.append(run(queue))")
    assert states != ["0"]
    assert "no command completed for 0.1 s; the process ends while 1 queues have pending commands" in log


def test_an_interrupt_ends_the_wait():
    program = f"""
    {FOR_EVER}
    class Interrupting:
        monotonic = staticmethod(_pending.time.monotonic)
        def sleep(self, seconds):
            raise KeyboardInterrupt
    _pending.time = Interrupting()
    gate = hold_unseen(queue)
    run(queue)
    """
    assert "the wait for pending commands was interrupted" in end_of(program)[1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_child_does_not_wait():
    program = f"""
    import warnings
    {FOR_EVER}
    gate = hold_unseen(queue)
    run(queue)
    warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 and later: a fork in a process with threads
    child = os.fork()
    if child:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert end_of(program) == ([], "")


@pytest.mark.parametrize("is_in_order", [True, False])
def test_keeps_few_events_of_an_in_order_queue(ctx, queue, is_in_order):
    gate = cl.UserEvent(ctx)
    pending = _hot.Pending()
    pending.begin(queue.int_ptr, is_in_order)
    events = [cl.enqueue_marker(queue, [gate]) for _ in range(1000)]
    for event in events:
        assert pending.note(event)
    assert pending.count <= 64 if is_in_order else pending.count == 1000
    last = cl.Event.from_int_ptr(events[-1].int_ptr)
    others = [cl.Event.from_int_ptr(event.int_ptr) for event in events[:-1]]
    del events, event
    counts = [event.reference_count for event in others]
    assert last.reference_count == min(counts) + 2 or not is_in_order  # the last is always kept, here and by the package
    assert not pending.retire() and pending.prune() == 0
    gate.set_status(0)
    queue.finish()
    assert pending.prune() > 0 and pending.count == 0 and pending.retire()
    assert not pending.note(last)


def test_an_event_is_kept_without_a_reference_to_it(ctx, queue):
    gate = cl.UserEvent(ctx)
    waits = _opencl.ffi.new("cl_event[]", [gate._ptr])
    _opencl.call("clEnqueueBarrierWithWaitList", queue._ptr, 1, waits, _opencl.ffi.NULL)
    events = [cl.enqueue_marker(queue) for _ in range(3)]
    kept = [cl.Event.from_int_ptr(event.int_ptr) for event in events]
    before = [event.reference_count for event in kept]
    del events  # the package takes over their references
    assert [event.reference_count for event in kept] == before
    gate.set_status(0)
    queue.finish()
    assert all(after.reference_count < count for after, count in zip(kept, before))


def test_notes_every_kind_of_command(ctx, queue):
    gate = cl.UserEvent(ctx)
    waits = _opencl.ffi.new("cl_event[]", [gate._ptr])
    _opencl.call("clEnqueueBarrierWithWaitList", queue._ptr, 1, waits, _opencl.ffi.NULL)
    buffers = [cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64) for _ in range(2)]
    kernel = cl.Program(ctx, "kernel void nothing() {}").build().nothing
    array = np.zeros(16, np.int32)
    commands = [
        lambda: cl.enqueue_marker(queue),
        lambda: cl.enqueue_barrier(queue),
        lambda: kernel(queue, (1,), None),
        lambda: cl.enqueue_fill_buffer(queue, buffers[0], np.int32(0), 0, 64),
        lambda: cl.enqueue_fill_buffer(queue, buffers[0], np.int32(0), 0, 64),  # from the second on in C
        lambda: cl.enqueue_copy(queue, buffers[0], buffers[1]),
        lambda: cl.enqueue_copy(queue, buffers[0], array, is_blocking=False),
        lambda: cl.enqueue_migrate_mem_objects(queue, buffers),
        lambda: cl.enqueue_map_buffer(queue, buffers[0], cl.map_flags.READ, 0, 64, "u1", is_blocking=False),
    ]
    made = []
    for count, command in enumerate(commands, 1):
        made.append(command())
        assert cl._pending._pending[queue._ptr].count == count
    gate.set_status(0)
    queue.finish()
    assert cl._pending._pending[queue._ptr].count == 0


def test_an_idle_queue_is_forgotten(ctx):
    queue = cl.CommandQueue(ctx)
    event, queue_count = cl.enqueue_marker(queue), queue.reference_count
    queue.finish()
    until = time.monotonic() + 10  # the driver's thread may have the event for a moment after the finish
    while event.reference_count != 1 and time.monotonic() < until:
        time.sleep(0.001)
    assert event.reference_count == 1
    _opencl.call("clRetainCommandQueue", queue._ptr)
    kept = cl.CommandQueue.from_int_ptr(queue.int_ptr, retain=False)
    del queue, event
    assert kept.reference_count <= queue_count
    assert kept._ptr not in cl._pending._pending
