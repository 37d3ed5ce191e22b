"""What the package does when a driver fails."""

import ctypes

import pytest

import clmem as cl

FUNCTIONS = 256
RETAIN, RELEASE, GET_INFO = 17, 18, 20  # positions in the table that cl_icd.h declares
Count = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
GetInfo = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_size_t, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)
)


class FaultyBuffer:
    """A buffer whose driver answers what an import asks; the rest, which a description asks, only if it is able to.

    OpenCL's loader finds a driver's functions through the first word of each object: this one points to a table here.
    """

    def __init__(self, describes):
        self.references = 1
        self._describes = describes
        self._callbacks = [(RETAIN, Count(lambda _: self._count(1))), (RELEASE, Count(lambda _: self._count(-1))),
                           (GET_INFO, GetInfo(self._get_info))]  # fmt: skip
        self._functions = (ctypes.c_void_p * FUNCTIONS)()
        for position, callback in self._callbacks:
            self._functions[position] = ctypes.cast(callback, ctypes.c_void_p).value
        self._object = ctypes.c_void_p(ctypes.addressof(self._functions))
        self.int_ptr = ctypes.addressof(self._object)

    def _count(self, change):
        self.references += change
        return cl.status_code.SUCCESS

    def _get_info(self, _, property_, capacity, value, size):
        known = {
            cl.mem_info.TYPE: cl.mem_object_type.BUFFER,
            cl.mem_info.SIZE: 64,
            cl.mem_info.ASSOCIATED_MEMOBJECT: 0,
        }
        if property_ not in known and not self._describes:
            return cl.status_code.OUT_OF_RESOURCES
        if value:
            ctypes.memmove(value, known.get(property_, 0).to_bytes(capacity, "little"), capacity)
        if size:
            size[0] = capacity
        return cl.status_code.SUCCESS


@pytest.mark.parametrize("retain", [True, False])
def test_a_failed_import_leaves_the_references(retain):
    faulty = FaultyBuffer(describes=False)
    with pytest.raises(cl.Error) as caught:
        cl.MemoryObject.from_int_ptr(faulty.int_ptr, retain)
    assert caught.value.code == cl.status_code.OUT_OF_RESOURCES
    assert faulty.references == 1


def test_an_import_retains_and_taking_over_does_not():
    buffer = FaultyBuffer(describes=True)
    same = cl.MemoryObject.from_int_ptr(buffer.int_ptr)
    assert isinstance(same, cl.Buffer) and buffer.references == 2
    same.release()
    assert buffer.references == 1
    taken = cl.MemoryObject.from_int_ptr(buffer.int_ptr, retain=False)
    assert buffer.references == 1
    taken.release()
    assert buffer.references == 0


@pytest.mark.parametrize("retain", [True, False])
def test_a_failed_import_of_a_kernel_leaves_the_references(ctx, monkeypatch, retain):
    kernel = cl.Kernel(cl.Program(ctx, "kernel void nothing() {}").build(), "nothing")
    pointer = cl._opencl.ffi.cast("cl_kernel", kernel.int_ptr)
    cl._opencl.call("clRetainKernel", pointer)  # the caller's reference
    count = kernel.reference_count

    def fail(self, param):
        raise cl.RuntimeError("clGetKernelInfo", cl.status_code.OUT_OF_RESOURCES)

    with monkeypatch.context() as driver:
        driver.setattr(cl.Kernel, "get_info", fail)
        with pytest.raises(cl.RuntimeError):
            cl.Kernel.from_int_ptr(kernel.int_ptr, retain)
    assert kernel.reference_count == count
    cl._opencl.call("clReleaseKernel", pointer)


@pytest.mark.parametrize("function", ["clGetCommandQueueInfo", "clGetEventInfo"])
def test_a_command_counts_whatever_its_queue_and_events_say(ctx, monkeypatch, function):
    queue, gate = cl.CommandQueue(ctx), cl.UserEvent(ctx)
    real = cl._opencl.call
    failed = []

    def fails(name, *arguments):
        if name == function:
            failed.append(name)
            raise cl.RuntimeError(name, cl.status_code.OUT_OF_RESOURCES, "")
        return real(name, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(cl._opencl, "call", fails)
        if function == "clGetEventInfo":
            event = cl.enqueue_marker(queue, wait_for=[gate])
        else:
            event = cl.enqueue_marker(queue)
    assert failed
    gate.set_status(cl.command_execution_status.COMPLETE)
    event.wait()
    assert event.command_execution_status == cl.command_execution_status.COMPLETE
