"""clmem's pools for programs that use the real pyopencl.

``clmem.pyopencl.MemoryPool(queue)`` and ``clmem.pyopencl.SVMPool(queue)`` are allocators for :class:`pyopencl.array.Array`
and for everything that takes one. They return pyopencl's own objects over clmem's memory, which goes back to the pool
when the last of them is gone, and which other queues reuse only behind a barrier::

    pool = clmem.pyopencl.MemoryPool(queue)
    a = pyopencl.array.zeros(queue, 1000, numpy.float32, allocator=pool)

pyopencl is needed only when a pool is made.
"""

from __future__ import annotations

import functools
from typing import Any, Optional, Tuple

import numpy as np

from . import _handles, _hot
from ._constants import mem_flags, svm_mem_flags
from ._errors import logic
from ._ffi import ffi, lib
from .tools._allocators import make_provider, refuse_out_of_order
from .tools._pools import OutOfMemory, PoolBase

__all__ = ["MemoryPool", "SVMPool"]

_take = _hot.Pool.allocate


def _context_and_queue(given: Any, routine: str) -> Tuple[Any, Any]:
    """The cl_context and the cl_command_queue (NULL if there is none) of what a pool is made for."""
    import pyopencl

    if isinstance(given, pyopencl.CommandQueue):
        refuse_out_of_order(given, routine)
        return _handles.context(given.context), _handles.queue(given)
    if isinstance(given, pyopencl.Context):
        return _handles.context(given), ffi.NULL
    raise TypeError(
        f"context_or_queue is of type {type(given).__name__}: hand in a pyopencl.CommandQueue, or a pyopencl.Context"
    )


class _DoorPool(PoolBase):
    def record_use(self, memory: Any, queue: Any) -> None:
        """Tells that commands of another queue than the pool's use memory of the pool.

        :param memory: what the pool has returned.
        :param queue: the :class:`pyopencl.CommandQueue`; once the memory goes back, its next user waits for this queue.
        """
        block = getattr(memory, "_clmem", None)
        if block is None:
            raise logic("record_use", f"memory is of type {type(memory).__name__}: hand in what this pool has returned")
        super().record_use(block, queue)


class MemoryPool(_DoorPool):
    """A pool that returns :class:`pyopencl.Buffer`.

    :param context_or_queue: the :class:`pyopencl.CommandQueue`, in order, that memory belongs to; or a
        :class:`pyopencl.Context`, whose programs then must see to the order of several queues themselves.
    :param mem_flags: of :class:`pyopencl.mem_flags`.
    :param subregions: whether the program cuts sub-regions from what it gets. OpenCL cuts none from sub-buffers, which
        is what the pool returns; with this every block is a whole driver allocation, and goes back with the last of
        its sub-regions.
    :param limit_bytes: the pool never holds more; 0: no limit.
    :param out_of_memory: as in :class:`clmem.tools.MemoryPool`.
    :raises TypeError: `context_or_queue` is neither.
    :raises clmem.LogicError: the queue runs commands out of order, or the flags need a host pointer.
    """

    def __init__(
        self,
        context_or_queue: Any,
        *,
        mem_flags: int = mem_flags.READ_WRITE,
        subregions: bool = False,
        limit_bytes: int = 0,
        out_of_memory: Optional[OutOfMemory] = None,
    ) -> None:
        import pyopencl

        context, queue = _context_and_queue(context_or_queue, "clmem.pyopencl.MemoryPool")
        if queue:
            provider = make_provider(lib.clmem_provider_create_immediate, queue, mem_flags)
        else:
            provider = make_provider(lib.clmem_provider_create_buffer, context, mem_flags)
        if subregions:
            _let_parts_keep_blocks(pyopencl.Buffer)
        self._from_int_ptr: Any = pyopencl.Buffer.from_int_ptr
        self._make(
            provider,
            queue,
            _hot.Block,
            limit_bytes=limit_bytes,
            out_of_memory=out_of_memory,
            dedicated=subregions,
        )

    def allocate(self, size: int) -> Any:
        """Allocates memory.

        :param size: in bytes; for 0 there is no object: None is returned.
        :returns: a :class:`pyopencl.Buffer`. Its `size` may be larger than what was asked for.
        :raises clmem.MemoryError: there is no memory, even after garbage was collected.
        """
        block = _take(self, size)
        if block is None:
            return None
        buffer = self._from_int_ptr(block._mem, True)
        buffer._clmem = block  # goes back to the pool with the buffer
        return buffer

    __call__ = allocate


def _let_parts_keep_blocks(buffer_type: Any) -> None:
    """Lets sub-regions of pyopencl's buffers keep the block that they were cut from, as the buffer itself does."""
    if getattr(buffer_type, "_clmem_parts_keep_blocks", False):
        return
    for name in ("get_sub_region", "__getitem__"):
        setattr(buffer_type, name, _keeping_the_block(getattr(buffer_type, name)))
    buffer_type._clmem_parts_keep_blocks = True


def _keeping_the_block(cut: Any) -> Any:
    @functools.wraps(cut)
    def keeping(self: Any, *arguments: Any, **keywords: Any) -> Any:
        part = cut(self, *arguments, **keywords)
        block = getattr(self, "_clmem", None)
        if block is not None:
            part._clmem = block
        return part

    return keeping


@functools.lru_cache(maxsize=None)
def _releasable(svm_type: Any) -> Any:
    """pyopencl's SVM with a release(), as its pool's memory has one, which generated programs call."""

    class PooledSVM(svm_type):  # type: ignore[misc]
        """Shared virtual memory of a pool of clmem's."""

        _clmem: _hot.Block

        def release(self) -> None:
            """Gives the memory back to its pool; commands that use it must be enqueued by then."""
            self._clmem.release()

        enqueue_release = release

    return PooledSVM


class SVMPool(_DoorPool):
    """A pool that returns :class:`pyopencl.SVM`, which is a :class:`pyopencl.SVMPointer`.

    :param context_or_queue: the :class:`pyopencl.CommandQueue`, in order, that memory belongs to; or a
        :class:`pyopencl.Context`, whose programs then must see to the order of several queues themselves.
    :param flags: of :class:`pyopencl.svm_mem_flags`.
    :param limit_bytes: the pool never holds more; 0: no limit.
    :param out_of_memory: as in :class:`clmem.tools.MemoryPool`.
    :raises TypeError: `context_or_queue` is neither.
    :raises clmem.LogicError: the queue runs commands out of order, or a device lacks what the flags ask for.
    """

    def __init__(
        self,
        context_or_queue: Any,
        *,
        flags: int = svm_mem_flags.READ_WRITE,
        limit_bytes: int = 0,
        out_of_memory: Optional[OutOfMemory] = None,
    ) -> None:
        import pyopencl

        context, queue = _context_and_queue(context_or_queue, "clmem.pyopencl.SVMPool")
        provider = make_provider(lib.clmem_provider_create_svm, context, flags)
        self._svm: Any = _releasable(pyopencl.SVM)
        self._make(provider, queue, _hot.Block, limit_bytes=limit_bytes, out_of_memory=out_of_memory)

    def allocate(self, size: int) -> Any:
        """Allocates memory.

        :param size: in bytes; for 0 there is no object: None is returned.
        :returns: a :class:`pyopencl.SVM`, whose `mem` is an array of bytes; either keeps the memory. `release()` gives it
            back earlier.
        :raises clmem.MemoryError: there is no memory, even after garbage was collected.
        """
        block = _take(self, size)
        if block is None:
            return None
        svm = self._svm(np.asarray(_Bytes(block)))
        svm._clmem = block
        return svm

    __call__ = allocate


class _Bytes:
    """A block's memory as an array of bytes, which keeps the block."""

    def __init__(self, block: _hot.Block) -> None:
        self.block = block
        self.__array_interface__ = {
            "version": 3,
            "shape": (block.size,),
            "typestr": "|u1",
            "data": (block._address, False),
        }
