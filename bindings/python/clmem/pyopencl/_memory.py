"""pyopencl's memory objects over clmem's memory, which they keep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyopencl

from .._host import View, array_of, interface, layout
from ._errors import raises_pyopencls

_from_int_ptr = pyopencl.Buffer.from_int_ptr
_SIZE = pyopencl.mem_info.SIZE

UNKNOWN_QUEUE = object()


class PooledBuffer(pyopencl.Buffer):  # type: ignore[misc]
    """A :class:`pyopencl.Buffer` over a buffer of clmem's, as a pool hands it out.

    Its size is the one that was asked for. Parts are cut by clmem, from parts too, which OpenCL alone refuses. The memory
    goes back to its pool when the buffer and all of its parts are released or deleted.
    """

    # Without state of its own, so that pyopencl's object can become one. `_clmem` lies in pyopencl's __dict__.
    __slots__ = ()
    _clmem: Any

    @property
    def size(self) -> int:
        """The size in bytes, as it was asked for."""
        return self._clmem.size  # type: ignore[no-any-return]

    @raises_pyopencls
    def get_info(self, param: int) -> Any:
        """As :meth:`pyopencl.MemoryObject.get_info`; the size is the one that was asked for."""
        return self._clmem.size if param == _SIZE else super().get_info(param)

    @raises_pyopencls
    def get_sub_region(self, origin: int, size: int, flags: int = 0) -> PooledBuffer:
        """A part of the buffer, as :meth:`pyopencl.Buffer.get_sub_region`; of a part, too."""
        return buffer_over(self._clmem.get_sub_region(origin, size, flags))

    @raises_pyopencls
    def __getitem__(self, slc: slice) -> PooledBuffer:
        """The bytes from one index to another, as :meth:`get_sub_region`."""
        return buffer_over(self._clmem[slc])

    @raises_pyopencls
    def release(self) -> None:
        """Releases the buffer: the memory goes back to its pool. Commands that use it must be enqueued by then."""
        super().release()
        self._clmem.release()


def buffer_over(memory: Any) -> PooledBuffer:
    """pyopencl's buffer for a buffer of clmem's, which it keeps."""
    made = _from_int_ptr(memory.int_ptr, True)
    made.__class__ = PooledBuffer
    made._clmem = memory
    return made  # type: ignore[no-any-return]


class PooledSVM(pyopencl.SVM):  # type: ignore[misc]
    """Shared virtual memory of clmem's as a :class:`pyopencl.SVMPointer`, as a pool hands it out.

    `mem` is an array of its bytes. The memory goes back to its pool when it is released, or when the object and all
    arrays over it are deleted; commands enqueued by then are done before those of its next user start.
    """

    _clmem: Any
    _queue: Any  # pyopencl's queue that the memory belongs to, None if there is none; arrays warn if theirs is another

    @raises_pyopencls
    def release(self) -> None:
        """Gives the memory back to its pool as soon as no array shows it any more, `mem` of this object included.

        Commands that use it must be enqueued by then.
        """
        self._clmem.release()

    def enqueue_release(self) -> None:
        """The same as :meth:`release`, which keeps the queue's order."""
        self.release()

    @raises_pyopencls
    def bind_to_queue(self, queue: Any) -> None:
        """Lets the memory belong to another queue, which waits for what is enqueued in the one before.

        :raises pyopencl.LogicError: the queue runs commands out of order, or is of another context.
        """
        self._clmem.bind_to_queue(queue)
        self._queue = queue

    @raises_pyopencls
    def unbind_from_queue(self) -> None:
        """Lets the memory belong to no queue: waits until what is enqueued in its queue is done."""
        self._clmem.unbind_from_queue()
        self._queue = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PooledSVM) and self._clmem == other._clmem

    def __hash__(self) -> int:
        return hash(self._clmem)


def svm_over(memory: Any, queue: Any) -> PooledSVM:
    """pyopencl's SVM for memory of clmem's, which it keeps.

    :param queue: pyopencl's queue that the memory belongs to, None if there is none, or UNKNOWN_QUEUE.
    """
    how = layout(memory.size, np.uint8)
    made = PooledSVM(array_of(View(memory, interface(memory.svm_ptr, how, True)), how))
    made._clmem = memory
    if queue is not UNKNOWN_QUEUE:
        made._queue = queue
    return made


def of_pyopencl(value: Any) -> Any:
    """The memory of clmem's behind an object of pyopencl's that was made here, else the object."""
    return getattr(value, "_clmem", value)


__all__ = ["UNKNOWN_QUEUE", "PooledBuffer", "PooledSVM", "buffer_over", "of_pyopencl", "svm_over"]
