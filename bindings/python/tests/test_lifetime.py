"""Releases in any order: at the end of the interpreter, after a fork, in subinterpreters."""

import os
import subprocess
import sys

import pytest

PREPARE = """
import clmem as cl, gc, os, sys, threading
from clmem.tools import *
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
pool = MemoryPool(ImmediateAllocator(queue))
block = pool(1000)
device = context.devices[0]
has_svm = device._get_cl_version() >= (2, 0) and device.svm_capabilities & cl.device_svm_capabilities.COARSE_GRAIN_BUFFER
svm_pool = SVMPool(SVMAllocator(context, queue=queue)) if has_svm else MemoryPool(DeferredAllocator(context))
svm = svm_pool(1000)
"""


def run(program, timeout=120):
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", PREPARE + program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
    )
    return done.returncode, done.stdout


ENDINGS = {
    "all alive": "",
    "pool first": "del pool, svm_pool, queue, context",
    "blocks first": "del block, svm; gc.collect(); del pool, svm_pool",
    "in a cycle": "a = [pool, block, svm, svm_pool]; a.append(a); del pool, block, svm, svm_pool, a",
    "in a module": "sys.kept = (block, svm, pool); del queue, context, svm_pool",
    "in __del__": "class Late:\n    def __del__(self):\n        self.b.release()\nl = Late(); l.b = pool(10); l.me = l",
    "after an exception": "b = pool(10); raise SystemExit(0)",
    "by a daemon thread": (
        "def work():\n    while True:\n        pool(4096)\n        svm_pool(4096)\n"
        "threading.Thread(target=work, daemon=True).start()\nimport time; time.sleep(0.2)"
    ),
    "with work enqueued": "import numpy as np\ncl.enqueue_fill_buffer(queue, block, np.uint8(1), 0, 1000)\nblock.release()",
    "by os._exit": "os._exit(0)",
}


@pytest.mark.parametrize("ending", ENDINGS, ids=str)
def test_objects_at_the_end_of_the_interpreter(ending):
    status, output = run(ENDINGS[ending])
    assert status == 0, output
    assert output == ""


def test_a_forked_child_gets_a_clear_error():
    status, output = run("""
child = os.fork()
if child == 0:
    try:
        pool(1000)
    except cl.Error as error:
        print(error)
        del block, svm, pool, svm_pool
        gc.collect()
        sys.exit(7)
    sys.exit(8)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
block.release()
pool(1000).release()
""")
    assert status == 0, output
    assert "fork" in output
    assert "Traceback" not in output and "ignored" not in output


def test_subinterpreters_are_refused():
    status, output = run("""
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
other = interpreters.create()
try:
    error = interpreters.run_string(other, "import clmem._hot")
except Exception as raised:
    error = raised
print("refused:" if error else "taken", error)
interpreters.destroy(other)
pool(1000).release()
""")
    assert status == 0, output
    assert "refused" in output, output


def test_a_failed_release_is_only_reported():
    status, output = run("""
from clmem._ffi import ffi, lib
b = pool(100)
lib.clmem_buffer_release(ffi.cast("clmem_buffer", b._handle))
del b
pool(100).release()
""")
    assert status == 0, output
    assert "LogicError" in output


def test_waiting_releases_the_gil():
    status, output = run("""
import time, numpy as np
if not has_svm:
    sys.exit(0)
gate = cl.UserEvent(context)
ticks = []
def tick():
    for _ in range(20):
        ticks.append(1); time.sleep(0.005)
    gate.set_status(0)
big = svm_pool(4 << 20)
cl.enqueue_svm_memfill(queue, big, np.uint8(1), wait_for=[gate])
thread = threading.Thread(target=tick); thread.start()
big.unbind_from_queue()
assert len(ticks) == 20, ticks
thread.join()
""")
    assert status == 0, output


def test_an_allocation_that_waits_releases_the_gil():
    """Fine-grain memory is reused once its last use is complete: the host waits."""
    status, output = run("""
import numpy as np
flags = cl.svm_mem_flags.READ_WRITE | cl.svm_mem_flags.SVM_FINE_GRAIN_BUFFER
if not has_svm or not device.svm_capabilities & cl.device_svm_capabilities.FINE_GRAIN_BUFFER:
    sys.exit(0)
fine = SVMPool(SVMAllocator(context, flags=flags, queue=queue), limit_bytes=4 << 20)
gate = cl.UserEvent(context)
memory = fine(3 << 20)
event = cl.enqueue_svm_memfill(queue, memory, np.uint8(1), wait_for=[gate])
queue.flush()
memory.release()
def work():
    import time
    time.sleep(0.2)
    assert event.command_execution_status > 0
    gate.set_status(0)
thread = threading.Thread(target=work); thread.start()
again = fine(3 << 20)
assert event.command_execution_status == 0
thread.join()
""", timeout=60)
    assert status == 0, output


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_multiprocessing_by_spawn():
    status, output = run("""
import multiprocessing
with multiprocessing.get_context("spawn").Pool(1) as workers:
    print(workers.apply(os.getpid) != os.getpid())
""")
    assert status == 0, output
    assert "True" in output


WITH_PYOPENCL = """
import pyopencl, pyopencl.array, numpy as np, clmem.pyopencl, gc, sys, threading
context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
pools = [clmem.pyopencl.MemoryPool(queue), clmem.pyopencl.MemoryPool(queue, dedicated=True)]
try:
    pools.append(clmem.pyopencl.SVMPool(queue))
except pyopencl.LogicError:  # the device has no such memory
    pools.append(clmem.pyopencl.MemoryPool(queue))
arrays = [pyopencl.array.arange(queue, 1000, dtype=np.float32, allocator=pool) for pool in pools]
"""

PYOPENCL_ENDINGS = {
    "all alive": "",
    "pools first": "del pools; gc.collect(); [a + a for a in arrays]",
    "queue first": "del queue, context, pools; gc.collect()",
    "in a module": "sys.kept = arrays; del pools",
    "with work enqueued": "b = [(a + a) * a for a in arrays]; del arrays",
    "by threads": (
        "def work(a):\n    for _ in range(50): a = a * 0.5 + 1\n"
        "threads = [threading.Thread(target=work, args=(a,)) for a in arrays * 2]\n"
        "[t.start() for t in threads]; [t.join() for t in threads]; queue.finish()\n"
        "del work; gc.collect(); assert [p.active_blocks for p in pools] == [1, 1, 1], [p.active_blocks for p in pools]"
    ),
}


@pytest.mark.parametrize("ending", PYOPENCL_ENDINGS, ids=str)
def test_objects_of_both_packages_at_the_end_of_the_interpreter(ending):
    pytest.importorskip("pyopencl")
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-W", "ignore", "-c", WITH_PYOPENCL + PYOPENCL_ENDINGS[ending]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout == ""


# A wait inside OpenCL cannot be interrupted; the signal handler's exception is raised after the wait.
WAITS = {
    "an event": "event.wait()",
    "a list": "cl.wait_for_events([event])",
    "a queue": "queue.finish()",
    "a copy": "cl.enqueue_copy(queue, np.empty(1000, np.uint8), block)",
    "a map": "cl.enqueue_map_buffer(queue, buffer, cl.map_flags.READ, 0, 64, np.uint8)",
}


@pytest.mark.parametrize("wait", WAITS, ids=str)
def test_an_interrupt_during_a_wait_loses_nothing(wait, dev):
    status, output = run(f"""
import numpy as np, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # the test runner may ignore it
buffer = cl.Buffer(context, 0, 64)
gate = cl.UserEvent(context)
event = cl.enqueue_fill_buffer(queue, block, np.uint8(7), 0, 1000, wait_for=[gate])
queue.flush()
def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    gate.set_status(0)
threading.Timer(0.2, interrupt).start()
try:
    {WAITS[wait]}
    print("it was not interrupted")
except KeyboardInterrupt:
    pass
back = np.empty(1000, np.uint8)
cl.enqueue_copy(queue, back, block)
assert (back == 7).all()
block.release()
assert pool.active_bytes == 0
""")
    if wait == "a queue" and dev.platform.name == "rusticl" and "it was not interrupted" in output:
        pytest.xfail("Mesa 22.3's clFinish does not wait for a command that waits for a user event")
    assert (status, output) == (0, "")
