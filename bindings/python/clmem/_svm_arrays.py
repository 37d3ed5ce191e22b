"""Arrays in shared virtual memory: :func:`svm_empty` and similar functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._constants import svm_mem_flags
from ._errors import logic
from ._host import Layout, array_of_memory, interface, layout
from ._svm import SVMAllocation

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ._types import Array, ContextLike, Numbers, QueueLike, SVMArray


class _ArrayAllocation(SVMAllocation):
    """The base of an array from :func:`svm_empty`."""

    __array_interface__: Any
    _first_array: Any


def svm_empty(
    ctx: ContextLike,
    flags: int,
    shape: Numbers,
    dtype: DTypeLike,
    order: str = "C",
    alignment: Optional[int] = None,
    queue: Optional[QueueLike] = None,
) -> SVMArray:
    """Makes an array in shared virtual memory, without initialising it.

    :param flags: bits of :class:`svm_mem_flags`.
    :param shape: as in :func:`numpy.empty`, as are `dtype` and `order`.
    :param alignment: the alignment of its address in bytes; by default the dtype's item size.
    :param queue: as in :class:`SVMAllocation`.
    :return: the array, whose ``base`` is the :class:`SVMAllocation`. Wrap it into :class:`SVM` to pass it to a kernel.
    """
    how = layout(shape, dtype, order, routine="svm_empty")
    if alignment is None:
        alignment = 1 << (how.dtype.itemsize - 1).bit_length() if how.dtype.itemsize else 0
    allocation = _ArrayAllocation(ctx, max(how.nbytes, 1), alignment, flags, queue)
    allocation.__array_interface__ = interface(allocation.svm_ptr, how, True)
    return array_of_memory(allocation, how)  # type: ignore[no-any-return]


def _like(ary: Any) -> Layout:
    if ary.flags.c_contiguous:
        return layout(ary.shape, ary.dtype, "C")
    if ary.flags.f_contiguous:
        return layout(ary.shape, ary.dtype, "F")
    raise logic("svm_empty_like", "expected a contiguous array, got one with gaps; use numpy.ascontiguousarray()")


def svm_empty_like(
    ctx: ContextLike, flags: int, ary: Array, alignment: Optional[int] = None, *, queue: Optional[QueueLike] = None
) -> SVMArray:
    """Like :func:`svm_empty`, with the shape, the dtype and the order of a contiguous array."""
    how = _like(ary)
    order = "C" if ary.flags.c_contiguous else "F"
    return svm_empty(ctx, flags, how.shape, how.dtype, order, alignment, queue)


def csvm_empty(
    ctx: ContextLike,
    shape: Numbers,
    dtype: DTypeLike,
    order: str = "C",
    alignment: Optional[int] = None,
    *,
    queue: Optional[QueueLike] = None,
) -> SVMArray:
    """Like :func:`svm_empty`, coarse-grain, for reading and writing."""
    return svm_empty(ctx, svm_mem_flags.READ_WRITE, shape, dtype, order, alignment, queue)


def csvm_empty_like(
    ctx: ContextLike, ary: Array, alignment: Optional[int] = None, *, queue: Optional[QueueLike] = None
) -> SVMArray:
    """Like :func:`svm_empty_like`, coarse-grain, for reading and writing."""
    return svm_empty_like(ctx, svm_mem_flags.READ_WRITE, ary, alignment, queue=queue)


_FINE = svm_mem_flags.READ_WRITE | svm_mem_flags.SVM_FINE_GRAIN_BUFFER


def fsvm_empty(
    ctx: ContextLike,
    shape: Numbers,
    dtype: DTypeLike,
    order: str = "C",
    alignment: Optional[int] = None,
    *,
    queue: Optional[QueueLike] = None,
) -> SVMArray:
    """Like :func:`svm_empty`, fine-grain, for reading and writing."""
    return svm_empty(ctx, _FINE, shape, dtype, order, alignment, queue)


def fsvm_empty_like(
    ctx: ContextLike, ary: Array, alignment: Optional[int] = None, *, queue: Optional[QueueLike] = None
) -> SVMArray:
    """Like :func:`svm_empty_like`, fine-grain, for reading and writing."""
    return svm_empty_like(ctx, _FINE, ary, alignment, queue=queue)
