"""Conversion between clmem's and pyopencl's objects: two Python objects for one OpenCL object, without a copy."""

# mypy: disable-error-code="overload-cannot-match, overload-overlap"
# Where pyopencl has no types, all of the overloads of of() are the same.

from __future__ import annotations

from typing import Any, Union, overload

import pyopencl

import clmem

from .. import tools as _own
from .._buffer import BufferMethods
from .._memory import MemoryObjectHolder
from . import tools
from ._errors import raises_pyopencls
from ._memory import UNKNOWN_QUEUE, PooledBuffer, PooledSVM, buffer_over, svm_over

# The classes whose OpenCL objects are reference-counted: each package's object holds a reference.
_COUNTED = ("Platform", "Device", "Context", "CommandQueue", "Event", "Sampler", "Program", "Kernel")

_MIRRORED = ("DeferredAllocator", "ImmediateAllocator", "SVMAllocator", "MemoryPool", "SVMPool")


@overload
def to(value: clmem.Platform) -> pyopencl.Platform: ...
@overload
def to(value: clmem.Device) -> pyopencl.Device: ...
@overload
def to(value: clmem.Context) -> pyopencl.Context: ...
@overload
def to(value: clmem.CommandQueue) -> pyopencl.CommandQueue: ...
@overload
def to(value: clmem.Event) -> pyopencl.Event: ...
@overload
def to(value: clmem.Sampler) -> pyopencl.Sampler: ...
@overload
def to(value: clmem.Program) -> pyopencl.Program: ...
@overload
def to(value: clmem.Kernel) -> pyopencl.Kernel: ...
@overload
def to(value: clmem.Image) -> pyopencl.Image: ...
@overload
def to(value: clmem.Pipe) -> pyopencl.Pipe: ...
@overload
def to(value: BufferMethods) -> PooledBuffer: ...
@overload
def to(value: clmem.SVM) -> pyopencl.SVM[Any]: ...
@overload
def to(value: clmem.SVMPointer) -> PooledSVM: ...
@overload
def to(value: _own.DeferredAllocator) -> tools.DeferredAllocator: ...
@overload
def to(value: _own.ImmediateAllocator) -> tools.ImmediateAllocator: ...
@overload
def to(value: _own.SVMAllocator) -> tools.SVMAllocator: ...
@overload
def to(value: _own.MemoryPool) -> tools.MemoryPool: ...
@overload
def to(value: _own.SVMPool) -> tools.SVMPool: ...
@raises_pyopencls
def to(value: Any) -> Any:
    """Converts an object of clmem to pyopencl's class.

    :param value: a platform, device, context, queue, event, sampler, program, kernel, memory object, SVM pointer,
        allocator or pool of clmem.
    :returns: pyopencl's object for the same thing, which keeps `value` alive. Memory is shared, and freed when both
        objects are gone. A pool remains one pool, and returns pyopencl's objects.
    :raises TypeError: pyopencl has no corresponding class.
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
    """The pool or allocator over clmem's, without calling its constructor."""
    made = kind.__new__(kind)
    queue = getattr(value, "_queue_object", UNKNOWN_QUEUE)
    made._queue = to(queue) if isinstance(queue, clmem.CommandQueue) else queue
    if isinstance(made, tools._Pool):
        made._show_blocks(value)
    else:
        made._clmem = value
    return made


@overload
def of(value: PooledBuffer) -> BufferMethods: ...
@overload
def of(value: pyopencl.Platform) -> clmem.Platform: ...
@overload
def of(value: pyopencl.Device) -> clmem.Device: ...
@overload
def of(value: pyopencl.Context) -> clmem.Context: ...
@overload
def of(value: pyopencl.CommandQueue) -> clmem.CommandQueue: ...
@overload
def of(value: pyopencl.Event) -> clmem.Event: ...
@overload
def of(value: pyopencl.Sampler) -> clmem.Sampler: ...
@overload
def of(value: pyopencl.Program) -> clmem.Program: ...
@overload
def of(value: pyopencl.Kernel) -> clmem.Kernel: ...
@overload
def of(value: pyopencl.Image) -> clmem.Image: ...
@overload
def of(value: pyopencl.Pipe) -> clmem.Pipe: ...
@overload
def of(value: pyopencl.Buffer) -> clmem.Buffer: ...
@overload
def of(value: PooledSVM) -> clmem.SVMPointer: ...
@overload
def of(value: tools.DeferredAllocator) -> _own.DeferredAllocator: ...
@overload
def of(value: tools.ImmediateAllocator) -> _own.ImmediateAllocator: ...
@overload
def of(value: tools.SVMAllocator) -> _own.SVMAllocator: ...
@overload
def of(value: tools.MemoryPool) -> _own.MemoryPool: ...
@overload
def of(value: tools.SVMPool) -> _own.SVMPool: ...
@overload
def of(value: Union[pyopencl.MemoryObjectHolder, pyopencl.SVMPointer, None]) -> Any: ...  # such as Array.base_data
@raises_pyopencls
def of(value: Any) -> Any:
    """Converts an object of pyopencl to clmem's class.

    :param value: a platform, device, context, queue, event, sampler, program, kernel, memory object or SVM pointer of
        pyopencl's; or an allocator or pool of :mod:`clmem.pyopencl`.
    :returns: clmem's object for the same thing, which keeps `value` alive; the original, if `value` comes from
        :func:`to`.
    :raises TypeError: clmem has no corresponding class.
    """
    known = getattr(value, "_clmem", None)
    if known is not None:
        return known
    if isinstance(value, pyopencl.MemoryObjectHolder):
        made = clmem.MemoryObject.from_int_ptr(value.int_ptr, True)
        made._kept = value  # and with it the host memory that it may use
        return made
    if isinstance(value, pyopencl.SVM):
        return clmem.SVM(value.mem)
    if isinstance(value, pyopencl.SVMPointer):
        return clmem.SVM(value.buf)
    return _class(clmem, pyopencl, value, _COUNTED).from_int_ptr(value.int_ptr, True)


def _class(wanted: Any, given: Any, value: Any, names: Any) -> Any:
    """The class of one package that has the name of the value's class in the other."""
    for name in names:
        if isinstance(value, getattr(given, name)):
            return getattr(wanted, name)
    raise TypeError(
        f"expected a context, a queue, memory, a pool or another object of {given.__name__} with a counterpart in "
        f"{wanted.__name__}, got an object of type {type(value).__module__}.{type(value).__name__}"
    )


def _keeping(made: Any, value: Any) -> Any:
    made._clmem = value
    return made
