"""Objects of clmem become pyopencl's, and the other way round: two objects for one thing of OpenCL's, without a copy."""

from __future__ import annotations

from typing import Any

import pyopencl

import clmem

from .. import tools as _own
from .._buffer import BufferMethods
from .._memory import MemoryObjectHolder
from . import tools
from ._errors import raises_pyopencls
from ._memory import UNKNOWN_QUEUE, buffer_over, svm_over

# What OpenCL counts references of: each side's object has a reference of its own.
_COUNTED = ("Platform", "Device", "Context", "CommandQueue", "Event", "Sampler", "Program", "Kernel")

_MIRRORED = ("DeferredAllocator", "ImmediateAllocator", "SVMAllocator", "MemoryPool", "SVMPool")


@raises_pyopencls
def to(value: Any) -> Any:
    """Gives pyopencl's object for an object of clmem's.

    :param value: a platform, device, context, queue, event, sampler, program, kernel, memory object, SVM pointer,
        allocator or pool of clmem's.
    :returns: pyopencl's object for the same thing, which keeps it. Memory is shared, and goes back when both are gone; a
        pool stays one pool, and hands out pyopencl's objects.
    :raises TypeError: there is no such object of pyopencl's.
    """
    if isinstance(value, BufferMethods):
        return buffer_over(value)
    if isinstance(value, MemoryObjectHolder):
        return _keeping(_class(pyopencl, clmem, value, ("Image", "Pipe")).from_int_ptr(value.int_ptr, True), value)
    if isinstance(value, clmem.SVM):
        return _keeping(pyopencl.SVM(value.mem), value)
    if isinstance(value, clmem.SVMPointer):
        return svm_over(value, UNKNOWN_QUEUE)
    for name in _MIRRORED:
        if isinstance(value, getattr(_own, name)):
            return _mirror(getattr(tools, name), value)
    return _class(pyopencl, clmem, value, _COUNTED).from_int_ptr(value.int_ptr, True)


def _mirror(kind: Any, value: Any) -> Any:
    """The pool or allocator over that of clmem's, which is neither made anew nor opened."""
    made = kind.__new__(kind)
    made._clmem = value
    queue = getattr(value, "_queue_object", UNKNOWN_QUEUE)
    made._queue = to(queue) if isinstance(queue, clmem.CommandQueue) else queue
    return made


@raises_pyopencls
def of(value: Any) -> Any:
    """Gives clmem's object for an object of pyopencl's.

    :param value: a platform, device, context, queue, event, sampler, program, kernel, memory object or SVM pointer of
        pyopencl's; or an allocator or pool of :mod:`clmem.pyopencl`.
    :returns: clmem's object for the same thing, which keeps it. What :func:`to` was given comes back.
    :raises TypeError: there is no such object of clmem's.
    """
    known = getattr(value, "_clmem", None)
    if known is not None:
        return known
    if isinstance(value, pyopencl.MemoryObjectHolder):
        made = clmem.MemoryObject.from_int_ptr(value.int_ptr, True)
        made._kept = value  # with the memory of the host's that it may use
        return made
    if isinstance(value, pyopencl.SVM):
        return clmem.SVM(value.mem)
    if isinstance(value, pyopencl.SVMPointer):
        return clmem.SVM(value.buf)
    return _class(clmem, pyopencl, value, _COUNTED).from_int_ptr(value.int_ptr, True)


def _class(wanted: Any, given: Any, value: Any, names: Any) -> Any:
    """One package's class of the same name as the other's that the value is of."""
    for name in names:
        if isinstance(value, getattr(given, name)):
            return getattr(wanted, name)
    raise TypeError(
        f"an object of type {type(value).__module__}.{type(value).__name__} has no counterpart in {wanted.__name__}: hand in "
        f"an object of {given.__name__}: a context, a queue, memory, a pool"
    )


def _keeping(made: Any, value: Any) -> Any:
    made._clmem = value
    return made
