"""pyopencl's memory objects over clmem's memory, which they keep alive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl
import pyopencl.tools

from .. import _hot
from .. import tools as _own
from .._host import View, array_of, interface, layout
from ._errors import raise_pyopencls, raises_pyopencls

_from_int_ptr = pyopencl.Buffer.from_int_ptr
_SIZE = pyopencl.mem_info.SIZE

# The type of the blocks behind PooledSVM, over whose memory pyopencl makes an SVM.
EXPORTED_SVM = _hot.exporting_type(_own.PooledSVM)

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNKNOWN_QUEUE = object()


_hot.on_view_failure(raise_pyopencls)


def bytes_of(memory: Any) -> NDArray[np.uint8]:
    """An array of the bytes of clmem's SVM, which keeps the memory."""
    if not memory.size:
        return np.empty(0, np.uint8)  # numpy before 2.0 refuses the address 0
    how = layout(memory.size, np.uint8)
    array: NDArray[np.uint8] = array_of(View(memory, interface(memory.svm_ptr, how, True)), how)
    return array


def posing_as(kind: type) -> Any:
    """A `__class__` with which ``isinstance`` also accepts the objects as instances of a class of pyopencl's.

    Those classes cannot be derived from together with another, or registered with. The class that uses this must call
    its base by name, since ``super()`` needs the name `__class__`.
    """
    return property(lambda self: kind)


def shown(value: Any, memory: Any) -> str:
    """The representation of an object over one of clmem's."""
    text = repr(memory).removeprefix(f"<clmem.{type(memory).__name__}").removeprefix(f"<clmem.tools.{type(memory).__name__}")
    return f"<clmem.pyopencl.{type(value).__name__}{text}"


class PooledBuffer(pyopencl.Buffer):  # type: ignore[misc]
    """A :class:`pyopencl.Buffer` over a buffer of clmem, such as a pool returns.

    Its size is the requested one. clmem makes its parts, also parts of parts, which OpenCL alone refuses. The memory
    returns to the pool when the buffer and all of its parts are released or deleted.
    """

    # No state, so that a pyopencl.Buffer can be made one of this class.
    __slots__ = ()
    __class__ = posing_as(pyopencl.tools.PooledBuffer)
    _clmem: Any

    @property
    def size(self) -> int:
        """The size in bytes, as requested."""
        return self._clmem.size  # type: ignore[no-any-return]

    @raises_pyopencls
    def get_info(self, param: int) -> Any:
        """Like :meth:`pyopencl.MemoryObject.get_info`; the size is the requested one."""
        return self._clmem.size if param == _SIZE else pyopencl.Buffer.get_info(self, param)

    @raises_pyopencls
    def get_sub_region(self, origin: int, size: int, flags: int = 0) -> PooledBuffer:
        """A part of the buffer, which may be a part itself, like :meth:`pyopencl.Buffer.get_sub_region`."""
        return buffer_over(self._clmem.get_sub_region(origin, size, flags))

    @raises_pyopencls
    def __getitem__(self, slc: slice) -> PooledBuffer:
        """The bytes ``buffer[start:stop]``, like :meth:`get_sub_region`."""
        return buffer_over(self._clmem[slc])

    def bind_to_queue(self, queue: pyopencl.CommandQueue) -> None:
        """Does nothing, as in pyopencl: commands on buffers are ordered without it."""

    def unbind_from_queue(self) -> None:
        """Does nothing, like :meth:`bind_to_queue`."""

    def __repr__(self) -> str:
        return shown(self, self._clmem)

    if TYPE_CHECKING:

        def release(self) -> None:
            """Releases the buffer; its memory returns to the pool. Commands that use it must already be enqueued."""


_hot.view_type(PooledBuffer, pyopencl.Buffer.release)


def buffer_over(memory: Any) -> PooledBuffer:
    """pyopencl's buffer over a buffer of clmem, which it keeps alive."""
    return _hot.show(_from_int_ptr(memory.int_ptr, True), PooledBuffer, memory)


class PooledSVM(pyopencl.SVM):  # type: ignore[misc]
    """Shared virtual memory of clmem as a :class:`pyopencl.SVMPointer`, such as a pool returns.

    `mem` is an array of its bytes. The memory returns to its pool when it is released, or when the object and all
    arrays over it are deleted. Commands enqueued by then run before those of the next owner.
    """

    __slots__ = ()  # as in PooledBuffer
    __class__ = posing_as(pyopencl.tools.PooledSVM)
    _clmem: Any
    _queue: Any  # pyopencl's queue that the memory belongs to, or None; arrays warn if theirs is another

    @property
    @raises_pyopencls
    def mem(self) -> NDArray[np.uint8]:
        """An array of the bytes, which keeps the memory.

        :raises pyopencl.LogicError: the memory was released.
        """
        return bytes_of(self._clmem)

    @property
    def buf(self) -> NDArray[np.uint8]:
        """The same as `mem`."""
        return self.mem

    def enqueue_release(self) -> None:
        """The same as :meth:`release`, which is in queue order."""
        self.release()

    @raises_pyopencls
    def bind_to_queue(self, queue: pyopencl.CommandQueue) -> None:
        """Makes the memory belong to another queue, which first waits for the previous queue's commands.

        :raises pyopencl.LogicError: the queue is out-of-order, or belongs to another context.
        """
        self._clmem.bind_to_queue(queue)
        self._queue = queue

    @raises_pyopencls
    def unbind_from_queue(self) -> None:
        """Makes the memory belong to no queue; waits until the previous queue's commands are complete."""
        self._clmem.unbind_from_queue()
        self._queue = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PooledSVM) and self._clmem == other._clmem

    def __hash__(self) -> int:
        return hash(self._clmem)

    def __repr__(self) -> str:
        return shown(self, self._clmem)

    if TYPE_CHECKING:

        def release(self) -> None:
            """Releases the memory, which returns to its pool once this object and all arrays over it are deleted."""


_hot.view_type(PooledSVM)


def svm_over(memory: Any, queue: Any) -> PooledSVM:
    """pyopencl's SVM over memory of clmem, which it keeps alive.

    :param queue: pyopencl's queue that the memory belongs to, None, or UNKNOWN_QUEUE.
    """
    made = pyopencl.SVM(bytes_of(memory))
    return _hot.show(made, PooledSVM, memory, *(() if queue is UNKNOWN_QUEUE else (queue,)))


def of_pyopencl(value: Any) -> Any:
    """The memory of clmem behind an object of pyopencl that this package made, else the object itself."""
    return getattr(value, "_clmem", value)


__all__ = ["EXPORTED_SVM", "UNKNOWN_QUEUE", "PooledBuffer", "PooledSVM", "buffer_over", "of_pyopencl", "svm_over"]
