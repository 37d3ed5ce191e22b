"""Commands with host memory of an object whose own code runs when a command releases the memory."""

import ctypes

import pytest

import clmem as cl
from clmem import _hot
from clmem.tools import ImmediateAllocator, MemoryPool

GET_BUFFER, RELEASE_BUFFER = 1, 2  # Py_bf_getbuffer and Py_bf_releasebuffer


class Slot(ctypes.Structure):
    _fields_ = [("slot", ctypes.c_int), ("code", ctypes.c_void_p)]


class Spec(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("basicsize", ctypes.c_int), ("itemsize", ctypes.c_int),
                ("flags", ctypes.c_uint), ("slots", ctypes.POINTER(Slot))]  # fmt: skip


class Exporter:
    """`object` exports 16 bytes. A class can only do that in C, or from Python 3.12 on."""

    def __init__(self, released):
        self.memory = ctypes.create_string_buffer(16)
        self.released = released
        self.exports = 0
        get = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)(self._get)
        release = ctypes.PYFUNCTYPE(None, ctypes.py_object, ctypes.c_void_p)(self._release)
        slots = (Slot * 3)(*(Slot(number, ctypes.cast(code, ctypes.c_void_p))
                             for number, code in ((GET_BUFFER, get), (RELEASE_BUFFER, release))))  # fmt: skip
        spec = Spec(b"tests.Exporter", object.__basicsize__, 0, 0, slots)
        make = ctypes.pythonapi.PyType_FromSpec
        make.restype, make.argtypes = ctypes.py_object, [ctypes.POINTER(Spec)]
        self._kept = get, release, slots, spec
        self.object = make(ctypes.byref(spec))()

    def _get(self, exporter, view, flags):
        self.exports += 1
        fill = ctypes.pythonapi.PyBuffer_FillInfo
        fill.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int, ctypes.c_int]
        return fill(view, exporter, ctypes.addressof(self.memory), 16, 0, flags)

    def _release(self, exporter, view):
        self.exports -= 1
        self.released()


@pytest.fixture()
def exporter(queue):
    """Another call of the library fails when the command releases the memory."""

    def released():
        with pytest.raises(cl.LogicError, match="bin"):
            pool.alloc_size(2**32 - 1)
        failures.append(1)

    failures = []
    pool = MemoryPool(ImmediateAllocator(queue))
    exporter = Exporter(released)
    yield exporter
    assert failures and not exporter.exports


def test_a_failed_fill_raises_its_own_error(ctx, queue, exporter):
    buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)
    with pytest.raises(cl.LogicError, match="offset"):
        cl.enqueue_fill_buffer(queue, buffer, exporter.object, 3, 16)
    cl.enqueue_fill_buffer(queue, buffer, exporter.object, 16, 16).wait()


@pytest.mark.parametrize("is_write", [True, False], ids=["write", "read"])
def test_a_failed_copy_raises_its_own_error(ctx, queue, exporter, is_write):
    small = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 8)
    with pytest.raises(cl.LogicError) as caught:
        _hot.copy(queue._address, small._handle, exporter.object, is_write, cl.NannyEvent)
    assert "bin" not in str(caught.value)
    large = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 16)
    assert _hot.copy(queue._address, large._handle, exporter.object, is_write, cl.NannyEvent)
