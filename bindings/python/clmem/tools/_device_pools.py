"""Pools whose memory is an address: of the device, and page-locked memory of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple, Union

from .. import _handles, _hot
from .._constants import host_alloc_flags, mem_flags
from .._errors import LogicError, check, logic
from .._ffi import ffi, lib
from .._host import array_of_memory, interface, layout
from .._numpy import np
from .._svm import SVMPointer
from ._allocators import make_provider, refuse_out_of_order
from ._contexts import current_context
from ._pools import PoolBase

if TYPE_CHECKING:
    from .._platform import Context
    from .._queue import CommandQueue, Event


@_hot.block_type
class PooledDeviceAllocation(SVMPointer):
    """Memory of a :class:`DeviceMemoryPool`: as an int it is its address, and its length is its size in bytes.

    It goes back to the pool when it is freed or deleted.
    """

    __slots__ = ()
    size: int
    _address: int

    if TYPE_CHECKING:

        def release(self) -> None: ...

    def free(self) -> None:
        """Gives the memory back to its pool.

        :raises clmem.LogicError: if that was done before.
        """
        self.release()

    def __int__(self) -> int:
        return self._address

    def __index__(self) -> int:
        return self._address

    def __len__(self) -> int:
        return self.size


class DeviceMemoryPool(PoolBase):
    """A pool of memory that is an address: unified shared memory of the device, else shared virtual memory.

    :param context: the :class:`clmem.Context`; None: that of `queue`, else the current one.
    :param queue: the :class:`clmem.CommandQueue`, in order, that memory belongs to; None: the first one that an
        allocation names.
    :raises clmem.LogicError: the device has neither kind of memory.
    """

    def __init__(self, context: "Optional[Context]" = None, queue: "Optional[CommandQueue]" = None) -> None:
        refuse_out_of_order(queue, "DeviceMemoryPool")
        if context is None:
            context = queue.context if queue is not None else current_context()
        pointer = _handles.context(context, "context", "DeviceMemoryPool")
        device = _handles.device(context.devices[0], "context.devices[0]", "DeviceMemoryPool")
        try:
            provider = make_provider(lib.clmem_provider_create_usm, pointer, device, lib.CLMEM_USM_DEVICE)
        except LogicError:
            provider = make_provider(lib.clmem_provider_create_svm, pointer, 0)
        self._make(provider, _handles.queue_or_null(queue), PooledDeviceAllocation)

    if TYPE_CHECKING:  # for 0 bytes it is None, which whoever asks for memory does not get

        def allocate(self, size: int) -> PooledDeviceAllocation: ...
        def __call__(self, size: int) -> PooledDeviceAllocation: ...
        def allocate_with(
            self, size: int, *, queue: Any = None, alignment: int = 0, tag: Optional[str] = None, dedicated: bool = False
        ) -> PooledDeviceAllocation: ...


class PooledHostAllocation(_hot.Block, _handles.Unique):
    """Page-locked memory of a :class:`PageLockedMemoryPool`; its length is its size in bytes.

    It goes back to the pool when it is freed or deleted.
    """

    __slots__ = ("__array_interface__", "_first_array")
    __array_interface__: Any
    _first_array: Any

    def free(self) -> None:
        """Gives the memory back to its pool: with the last array that shows it, which transfers keep until they are done.

        :raises clmem.LogicError: if that was done before.
        """
        self.release()

    def __len__(self) -> int:
        return self.size


class PageLockedAllocator:
    """How page-locked memory is made.

    :param flags: bits of :class:`clmem.host_alloc_flags`. ``PORTABLE``: OpenCL's transfers in any context use the memory, with
        the flag or without. ``DEVICEMAP``: the device may read and write it. ``WRITECOMBINED``: the host writes it, the device
        reads it, unless ``DEVICEMAP`` says more.
    :raises clmem.LogicError: there are other bits.
    """

    def __init__(self, flags: int = 0) -> None:
        known = host_alloc_flags.PORTABLE | host_alloc_flags.DEVICEMAP | host_alloc_flags.WRITECOMBINED
        if flags & ~known:
            raise logic("PageLockedAllocator", f"flags is {flags:#x}: expected bits of host_alloc_flags, {known:#x} at most")
        self.flags = flags

    def _memory_flags(self) -> int:
        """The same as OpenCL says it: how the device uses the memory."""
        only_read = self.flags & (host_alloc_flags.WRITECOMBINED | host_alloc_flags.DEVICEMAP)
        return int(mem_flags.READ_ONLY if only_read == host_alloc_flags.WRITECOMBINED else mem_flags.READ_WRITE)


class PageLockedMemoryPool(PoolBase):
    """A pool of numpy arrays in page-locked memory of the host, from and to which transfers are fastest.

    An array that is deleted while a transfer with it is going on is reused when that is done: the transfer's event
    keeps it.

    :param allocator: how memory is made.
    :param queue: a :class:`clmem.CommandQueue`, whose context and device are used; None: one of the current context.
    """

    def __init__(
        self, allocator: PageLockedAllocator = PageLockedAllocator(), *, queue: "Optional[CommandQueue]" = None
    ) -> None:
        if not isinstance(allocator, PageLockedAllocator):
            raise _handles.refusal(allocator, "PageLockedAllocator", "allocator", "PageLockedMemoryPool")
        if queue is None:
            from .._queue import CommandQueue

            queue = CommandQueue(current_context())
        pointer = _handles.queue(queue, "queue", "PageLockedMemoryPool")
        provider = make_provider(lib.clmem_provider_create_pinned, pointer, allocator._memory_flags())
        self._make(provider, ffi.NULL, PooledHostAllocation)

    def allocate(  # type: ignore[override]
        self, shape: Union[int, Tuple[int, ...]], dtype: Any, order: str = "C"
    ) -> "np.ndarray[Any, Any]":
        """Makes an array, whose content is undefined.

        :param shape: an int or a tuple of ints.
        :param dtype: anything that :class:`numpy.dtype` takes, except objects.
        :param order: "C" or "F".
        :returns: a writable :class:`numpy.ndarray`; its `base` is a :class:`PooledHostAllocation`, None if it is empty.
        :raises clmem.MemoryError: there is no memory.
        """
        try:
            how = layout(shape, dtype, order)
        except ValueError as error:
            raise logic("PageLockedMemoryPool.allocate", str(error)) from None
        if how.nbytes == 0:
            return np.empty(how.shape, how.dtype)
        block = super().allocate(how.nbytes)
        block.__array_interface__ = interface(block._address, how, True)
        return array_of_memory(block, how)  # type: ignore[no-any-return]

    __call__ = allocate  # type: ignore[assignment]
