"""Calls of one kernel from several threads, and inside each other."""

import multiprocessing
import threading

import numpy as np
import pytest

import clmem as cl


@pytest.fixture()
def add(ctx):
    return cl.Program(ctx, "kernel void add(global float *a, float x) { a[get_global_id(0)] += x; }").build().add


class Number(bytearray):
    """A float as an argument. A hook is called when a kernel reads it, before the kernel has all its arguments."""

    def __new__(cls, value, hook):
        return super().__new__(cls)

    def __init__(self, value, hook):
        super().__init__(np.float32(value).tobytes())
        self.hook = hook

    @property
    def base_data(self):
        self.hook()


class Signalling:
    """A lock that tells when a thread is about to wait for it."""

    def __init__(self, lock):
        self.lock = lock
        self.wanted = threading.Event()

    def __enter__(self):
        self.wanted.set()
        return self.lock.__enter__()

    def __exit__(self, *error):
        return self.lock.__exit__(*error)


def zeros(queue):
    buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 16)
    cl.enqueue_fill_buffer(queue, buffer, np.float32(0), 0, 16)
    return buffer


def first(queue, buffer):
    out = np.empty(4, np.float32)
    cl.enqueue_copy(queue, out, buffer)
    return out[0]


@pytest.mark.parametrize("import_", [False, True], ids=["one object", "one cl_kernel"])
def test_a_call_waits_for_that_of_another_thread(queue, add, import_):
    others = cl.Kernel.from_int_ptr(add.int_ptr) if import_ else add
    assert others._lock is add._lock
    mine, theirs = zeros(queue), zeros(queue)
    lock = Signalling(others._lock)

    def call():
        others._lock = lock
        others(queue, (4,), None, theirs, np.float32(2))
        lock.wanted.set()

    def start():
        thread.start()
        lock.wanted.wait()

    thread = threading.Thread(target=call)
    add(queue, (4,), None, mine, Number(1, start))
    thread.join()
    assert (first(queue, mine), first(queue, theirs)) == (1, 2)


def test_a_call_inside_a_call_has_its_own_arguments(queue, add):
    outer, inner = zeros(queue), zeros(queue)
    add.set_scalar_arg_dtypes([None, np.float32])
    number = Number(1, lambda: add(queue, (4,), None, inner, 2))
    add(queue, (4,), None, outer, number)
    assert (first(queue, outer), first(queue, inner)) == (1, 2)


def test_calls_inside_calls_do_not_wait_for_each_other(ctx, queue):
    program = cl.Program(ctx, "kernel void f(global float *a, float x) {} kernel void g(global float *a, float x) {}")
    kernels = [program.build().f, program.g]
    buffers = [zeros(queue), zeros(queue)]
    both = threading.Barrier(2)

    def call(index):
        def inside():
            both.wait()  # both kernels are being called
            kernels[1 - index](queue, (4,), None, buffers[index], np.float32(0))
            both.wait()

        kernels[index](queue, (4,), None, buffers[index], Number(0, inside))

    threads = [threading.Thread(target=call, args=(index,)) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_call_that_fails_does_not_block_the_next(queue, add):
    buffer = zeros(queue)
    with pytest.raises(cl.LogicError, match="expected 2 arguments, got 1"):
        add(queue, (4,), None, buffer)
    add(queue, (4,), None, buffer, np.float32(1))
    assert first(queue, buffer) == 1


def test_a_forked_child_gets_the_error(queue, add):
    buffer = zeros(queue)

    def child():
        with pytest.raises(cl.Error, match="fork"):
            add(queue, (4,), None, buffer, np.float32(1))

    def fork():  # while this call holds the lock of the kernel
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()

    def run():
        process = multiprocessing.get_context("fork").Process(target=child)
        process.start()
        process.join()
        codes.append(process.exitcode)

    codes = []
    add(queue, (4,), None, buffer, Number(1, fork))
    assert codes == [0]
