"""Allocators: functions of a size, from which pools take their slabs."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING, Any, Callable, Optional, Type

from .. import _checks, _handles, _hot
from .. import _constants as names
from .._constant_class import Constants
from .._constants import command_queue_properties, mem_flags, svm_mem_flags
from .._errors import MemoryError, RuntimeError, check, logic
from .._ffi import ffi, lib
from .._warnings import frames_of_clmem

if TYPE_CHECKING:
    from .._buffer import Buffer
    from .._svm import SVMAllocation
    from .._types import ContextLike, DeviceMemory, QueueLike


class AllocatorBase:
    """Allocates memory when it is called with a size in bytes; the base of allocators and pools.

    Derive from it to supply a pool with memory: ``MemoryPool(allocator)`` allocates its slabs by calling the allocator.
    """

    __slots__ = ()

    def __call__(self, size: int) -> Optional[DeviceMemory]:
        """Allocates memory.

        :param size: in bytes; for 0 bytes the result is None.
        """
        raise NotImplementedError


def make_provider(create: Callable[..., int], *arguments: Any) -> Any:
    """The handle of a provider, released with the last reference to it."""
    out = ffi.new("clmem_provider *")
    check(create(*arguments, out))
    return ffi.gc(out[0], lib.clmem_provider_release)


def with_flags(memory_flags: int, of: Type[Constants], name: str, routine: str) -> Any:
    """The options of a provider; the others are for the error message."""
    memory_flags = _checks.flags(memory_flags, of, name, routine)
    options = _handles.struct("clmem_provider_options")
    options.memory_flags = memory_flags
    return options


def describe_provider(provider: Any) -> Any:
    """The library's description of a provider, a ``clmem_provider_info``."""
    return _handles.record("clmem_provider_info", lib.clmem_provider_describe, provider)


def refuse_out_of_order(queue: Any, routine: str) -> None:
    """Refuses an out-of-order queue; None is accepted."""
    if queue is None:
        return
    from .._queue import CommandQueue

    known = CommandQueue._borrowed(_handles.queue(queue, "queue", routine))
    if known.properties & command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        raise logic(routine, "expected an in-order queue, got one that runs commands out of order")


class _BufferAllocator(AllocatorBase):
    """The base of allocators of buffers: a provider, and the queue that blocks of a pool belong to."""

    _provider: Any
    _queue: Any = ffi.NULL

    def __call__(self, size: int) -> "Optional[Buffer]":
        """Allocates a buffer without a pool.

        :param size: in bytes; for 0 bytes the result is None.
        :returns: a :class:`clmem.Buffer`, or None.
        :raises clmem.MemoryError: the device is out of memory, even after garbage collection.
        """
        from .._buffer import Buffer
        from .._platform import Context

        size = _checks.size(size, "size", type(self).__name__)
        out = ffi.new("clmem_buffer *")
        try:
            _hot.allocate(lambda: lib.clmem_provider_allocate(self._provider, size, out))
        except RuntimeError as error:
            if error.status != lib.CLMEM_ERROR_CALLBACK:
                raise
            # A program's allocator is calling this one for a pool, which itself makes sure that the memory exists.
            info = describe_provider(self._provider)
            return Buffer(Context._borrowed(info.context), info.memory_flags, size)
        return Buffer._of(out[0]) if out[0] else None


class DeferredAllocator(_BufferAllocator):
    """Allocates buffers with ``clCreateBuffer``. Many drivers only reserve the device's memory at the first use.

    :param context: the :class:`clmem.Context`.
    :param mem_flags: bits of :class:`clmem.mem_flags`, except those that need a host pointer.
    :raises clmem.LogicError: the flags contradict each other, or need a host pointer.
    """

    def __init__(self, context: ContextLike, mem_flags: int = mem_flags.READ_WRITE) -> None:
        pointer = _handles.context(context, "context", "DeferredAllocator")
        options = with_flags(mem_flags, names.mem_flags, "mem_flags", "DeferredAllocator")
        self._provider = make_provider(lib.clmem_provider_create_buffer, pointer, options)


class CLAllocator(DeferredAllocator):
    """The old name of :class:`DeferredAllocator`. It is deprecated and warns."""

    def __init__(self, context: ContextLike, mem_flags: int = mem_flags.READ_WRITE) -> None:
        message = "CLAllocator is deprecated; use DeferredAllocator"
        warnings.warn(message, DeprecationWarning, stacklevel=frames_of_clmem())
        super().__init__(context, mem_flags)


class ImmediateAllocator(_BufferAllocator):
    """Allocates buffers whose memory exists at once, so that a lack of memory is reported by the allocation.

    :param queue: the :class:`clmem.CommandQueue`: memory is allocated on its device, and blocks of a pool belong to it.
    :param mem_flags: bits of :class:`clmem.mem_flags`, except those that need a host pointer.
    :raises clmem.LogicError: the flags contradict each other, or need a host pointer.
    """

    def __init__(self, queue: QueueLike, mem_flags: int = mem_flags.READ_WRITE) -> None:
        self._queue = _handles.queue(queue, "queue", "ImmediateAllocator")
        self._queue_object = queue  # keeps the queue alive until a pool has its own reference
        options = with_flags(mem_flags, names.mem_flags, "mem_flags", "ImmediateAllocator")
        self._provider = make_provider(lib.clmem_provider_create_immediate, self._queue, options)


class SVMAllocator(AllocatorBase):
    """Allocates shared virtual memory.

    :param context: the :class:`clmem.Context`.
    :param alignment: the alignment of the addresses in bytes: a power of two, or 0 for the devices' default.
    :param flags: of :class:`clmem.svm_mem_flags`.
    :param queue: the in-order :class:`clmem.CommandQueue` that the memory belongs to: the memory is freed or reused
        once the queue's commands up to the release are complete. Without a queue, a release waits only for commands
        that clmem itself has enqueued.
    :raises clmem.LogicError: a device does not support the flags, or the queue is out-of-order.
    """

    def __init__(
        self,
        context: ContextLike,
        *,
        alignment: int = 0,
        flags: int = svm_mem_flags.READ_WRITE,
        queue: Optional[QueueLike] = None,
    ) -> None:
        pointer = _handles.context(context, "context", "SVMAllocator")
        self._queue = _handles.queue_or_null(queue, "queue", "SVMAllocator")
        refuse_out_of_order(queue, "SVMAllocator")
        alignment = _checks.number(alignment, "alignment", "SVMAllocator", 0, 1 << 30)
        if alignment & (alignment - 1):
            raise logic("SVMAllocator", f"alignment: expected 0 or a power of two up to 2**30, got {alignment}")
        options = with_flags(flags, svm_mem_flags, "flags", "SVMAllocator")
        self._context = context
        self._queue_object = queue
        self._flags = flags
        self._alignment = alignment
        self._provider = make_provider(lib.clmem_provider_create_svm, pointer, options)

    def __call__(self, size: int) -> "SVMAllocation":
        """Allocates shared virtual memory without a pool.

        :param size: in bytes; for 0 bytes the allocation is falsy, and its address is 0.
        :returns: a :class:`clmem.SVMAllocation`.
        :raises clmem.MemoryError: the device is out of memory, even after garbage collection.
        """
        from .._svm import SVMAllocation

        size = _checks.size(size, "size", "SVMAllocator")
        arguments = (self._context, size, self._alignment, self._flags, self._queue_object)
        try:
            return SVMAllocation(*arguments)
        except MemoryError:
            gc.collect()
            return SVMAllocation(*arguments)
