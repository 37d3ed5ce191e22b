"""Pools of memory with addresses: device memory, and page-locked host memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union

from .. import _checks, _handles, _hot
from .._constants import host_alloc_flags, mem_flags
from .._errors import LogicError, check, logic
from .._ffi import ffi, lib
from .._host import array_of_memory, interface, layout
from .._numpy import np
from .._svm import SVMPointer
from ._allocators import make_provider, refuse_out_of_order, with_flags
from ._contexts import current_context
from ._pools import PoolBase

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from .._types import Array, ContextLike, Numbers, QueueLike


@_hot.block_type
class PooledDeviceAllocation(SVMPointer):
    """Memory of a :class:`DeviceMemoryPool`. Its address is ``int(memory)``, its size in bytes ``len(memory)``.

    It returns to the pool when it is freed or deleted.
    """

    __slots__ = ()
    size: int
    _address: int

    if TYPE_CHECKING:

        def release(self) -> None: ...

    def free(self) -> None:
        """Releases the memory; it returns to its pool.

        :raises clmem.LogicError: it was already released.
        """
        self.release()

    def __int__(self) -> int:
        return self._address

    def __index__(self) -> int:
        return self._address

    def __len__(self) -> int:
        return self.size


class DeviceMemoryPool(PoolBase):
    """A pool of device memory with addresses: unified shared memory, else shared virtual memory.

    :param context: the :class:`clmem.Context`; None means that of `queue`, else the current one.
    :param queue: the in-order :class:`clmem.CommandQueue` that memory belongs to; None means the first one that an
        allocation names.
    :raises clmem.LogicError: the device supports neither kind of memory.
    """

    def __init__(self, context: Optional[ContextLike] = None, queue: Optional[QueueLike] = None) -> None:
        queue_pointer = _handles.queue_or_null(queue, "queue", "DeviceMemoryPool")
        refuse_out_of_order(queue, "DeviceMemoryPool")
        if context is None:
            context = queue.context if queue is not None else current_context()
        pointer = _handles.context(context, "context", "DeviceMemoryPool")
        device = _handles.device(context.devices[0], "context.devices[0]", "DeviceMemoryPool")
        try:
            provider = make_provider(lib.clmem_provider_create_usm, pointer, device, lib.CLMEM_USM_DEVICE, ffi.NULL)
        except LogicError:
            provider = make_provider(lib.clmem_provider_create_svm, pointer, ffi.NULL)
        self._make(provider, queue_pointer, PooledDeviceAllocation)

    if TYPE_CHECKING:  # the result for 0 bytes, None, is left out of the types, so that callers need not check for it

        def allocate(self, size: int) -> PooledDeviceAllocation: ...
        def __call__(self, size: int) -> PooledDeviceAllocation: ...
        def allocate_with(
                self,
                size: int,
                *,
                queue: Optional[QueueLike] = None,
                alignment: int = 0,
                tag: Optional[str] = None,
                dedicated: bool = False,
        ) -> PooledDeviceAllocation: ...


class PooledHostAllocation(_hot.Block, _handles.Unique):
    """Page-locked memory of a :class:`PageLockedMemoryPool`. Its size in bytes is ``len(memory)``.

    It returns to the pool when it is freed or deleted.
    """

    __slots__ = ("__array_interface__", "_first_array")
    __array_interface__: Any
    _first_array: Any

    def free(self) -> None:
        """Releases the memory. It returns to its pool with the last array that shows it, also one in a transfer.

        :raises clmem.LogicError: it was already released.
        """
        self.release()

    def __len__(self) -> int:
        return self.size


class PageLockedAllocator:
    """The flags with which page-locked memory is allocated.

    :param flags: bits of :class:`clmem.host_alloc_flags`. ``PORTABLE``: no effect, since OpenCL's transfers use the
        memory in any context. ``DEVICEMAP``: the device may read and write the memory. ``WRITECOMBINED``: the host
        writes the memory and the device only reads it, unless ``DEVICEMAP`` is set, too.
    :raises clmem.LogicError: other bits are set.
    """

    def __init__(self, flags: int = 0) -> None:
        known = host_alloc_flags.PORTABLE | host_alloc_flags.DEVICEMAP | host_alloc_flags.WRITECOMBINED
        flags = _checks.flags(flags, host_alloc_flags, "flags", "PageLockedAllocator")
        if flags & ~known:
            what = f"flags: expected bits of host_alloc_flags, {known:#x} at most, got {flags:#x}"
            raise logic("PageLockedAllocator", what)
        self.flags = flags

    def _memory_flags(self) -> int:
        """The corresponding OpenCL flags: how the device uses the memory."""
        only_read = self.flags & (host_alloc_flags.WRITECOMBINED | host_alloc_flags.DEVICEMAP)
        return int(mem_flags.READ_ONLY if only_read == host_alloc_flags.WRITECOMBINED else mem_flags.READ_WRITE)


class PageLockedMemoryPool(PoolBase):
    """A pool of numpy arrays in page-locked host memory, which transfers copy fastest.

    The event of a transfer keeps its array alive: an array that is deleted during a transfer is reused after it.

    :param allocator: how memory is allocated.
    :param queue: a :class:`clmem.CommandQueue`, whose context and device are used; None means one of the current
        context.
    """

    def __init__(
        self, allocator: PageLockedAllocator = PageLockedAllocator(), *, queue: Optional[QueueLike] = None
    ) -> None:
        if not isinstance(allocator, PageLockedAllocator):
            raise _handles.refusal(allocator, "PageLockedAllocator", "allocator", "PageLockedMemoryPool")
        if queue is None:
            from .._queue import CommandQueue

            queue = CommandQueue(current_context())
        pointer = _handles.queue(queue, "queue", "PageLockedMemoryPool")
        options = with_flags(allocator._memory_flags(), mem_flags, "allocator", "PageLockedMemoryPool")
        provider = make_provider(lib.clmem_provider_create_pinned, pointer, options)
        self._make(provider, ffi.NULL, PooledHostAllocation)

    def allocate(  # type: ignore[override]
        self, shape: Numbers, dtype: DTypeLike, order: str = "C"
    ) -> Array:
        """Allocates an array with undefined content.

        :param shape: an int or a tuple of ints.
        :param dtype: anything that :class:`numpy.dtype` accepts, except objects.
        :param order: "C" or "F".
        :returns: a writable :class:`numpy.ndarray`. Its `base` is a :class:`PooledHostAllocation`, or None if the array
            is empty.
        :raises clmem.MemoryError: the host is out of page-locked memory.
        """
        how = layout(shape, dtype, order, routine="PageLockedMemoryPool.allocate")
        if how.nbytes == 0:
            return np.empty(how.shape, how.dtype)
        block = super().allocate(how.nbytes)
        block.__array_interface__ = interface(block._address, how, True)
        return array_of_memory(block, how)  # type: ignore[no-any-return]

    __call__ = allocate  # type: ignore[assignment]
