"""Host memory: anything that exports a buffer, is a numpy array, or supports DLPack."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from . import _checks
from ._errors import logic, wrong_type
from ._ffi import ffi
from ._numpy import np


class HostMemory(NamedTuple):
    """Host memory: the cffi pointer, the size in bytes, and the object that keeps the memory alive."""

    pointer: Any
    nbytes: int
    owner: Any


def is_host_memory(value: Any) -> bool:
    """Whether an object is host memory."""
    if isinstance(value, (np.ndarray, np.generic, bytes, bytearray, memoryview)):
        return True
    if hasattr(value, "__array_interface__"):
        return True
    if hasattr(value, "__dlpack_device__"):
        return bool(value.__dlpack_device__()[0] == 1)
    try:
        memoryview(value).release()
    except TypeError:
        return False
    return True


def host_memory(value: Any, name: str, routine: str, writable: bool = False) -> HostMemory:
    """The memory of an object.

    :raises LogicError: the object has no memory, the memory has gaps, or it is read-only and `writable` is True.
    """
    array = value if isinstance(value, np.ndarray) else _as_array(value, name, routine)
    if array is not None:
        if array.dtype.hasobject:
            raise wrong_type(routine, f"{name}: expected numbers, got Python objects, which a device cannot use")
        if writable and not (array.flags.writeable or _is_tensor_of_old_numpy(value)):
            raise logic(routine, f"{name}: expected writable memory, got read-only memory")
        if not (array.flags.c_contiguous or array.flags.f_contiguous):
            advice = "" if writable else "; use numpy.ascontiguousarray()"
            raise logic(routine, f"{name}: expected a contiguous array, got one with gaps{advice}")
        return HostMemory(_pointer(array), array.nbytes, value)
    try:
        pointer = ffi.from_buffer(value, require_writable=writable)
    except (TypeError, ValueError, BufferError) as error:
        what = f"{name}: expected host memory, got an object of type {type(value).__name__}: {error}"
        raise wrong_type(routine, what) from None
    return HostMemory(ffi.cast("void *", pointer), len(pointer), (value, pointer))


def _as_array(value: Any, name: str, routine: str) -> Any:
    """The array behind an object that exports an array rather than a buffer, or None."""
    if isinstance(value, (bytes, bytearray, memoryview, np.generic)):
        return None
    if hasattr(value, "__array_interface__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__") and value.__dlpack_device__()[0] == 1:
        try:
            return np.from_dlpack(value)
        except BufferError as error:
            what = f"{name}: expected host memory, got an object of type {type(value).__name__}: {error}"
            raise logic(routine, what) from None
    return None


def _is_tensor_of_old_numpy(value: Any) -> bool:
    """Whether an array came by DLPack through numpy before 2.0, which marks all such arrays read-only."""
    if hasattr(value, "__array_interface__"):
        return False
    return hasattr(value, "__dlpack__") and int(np.__version__.split(".")[0]) < 2


def _pointer(array: Any) -> Any:
    # The array interface supports every dtype; the buffer protocol does not.
    return ffi.cast("void *", array.__array_interface__["data"][0])


def with_buffer(value: Any) -> Any:
    """A fill pattern as an object that exports a buffer: numpy scalars do, except dates and times."""
    return np.asarray(value) if isinstance(value, np.generic) and value.dtype.kind in "mM" else value


class Layout(NamedTuple):
    """The layout of an array in memory: the normalised arguments of numpy.empty()."""

    shape: Tuple[int, ...]
    dtype: Any
    strides: Tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """The bytes from the start of the first element to the end of the last; 0 if the array is empty."""
        if 0 in self.shape:
            return 0
        span = sum((extent - 1) * stride for extent, stride in zip(self.shape, self.strides))
        return int(span + self.dtype.itemsize)


def layout(shape: Any, dtype: Any, order: str = "C", strides: Any = None, routine: str = "array") -> Layout:
    """Computes the layout of an array; `strides`, in bytes, overrides `order`.

    :param routine: for the error message.
    :raises LogicError: an extent is negative, the order is invalid, or the strides do not fit the shape.
    """
    dtype = _checks.dtype(dtype, "dtype", routine)
    extents = _checks.numbers(shape, "shape", routine)
    if dtype.subdtype is not None:
        dtype, inner = dtype.subdtype
        extents += tuple(inner)
    if dtype.hasobject:
        raise logic(routine, f"dtype: expected numbers, got {dtype} with Python objects, which a device cannot use")
    if strides is not None:
        steps = _checks.numbers(strides, "strides", routine)
        if len(steps) != len(extents):
            raise logic(routine, f"strides: expected {len(extents)} numbers, one for each dimension, got {len(steps)}")
        return Layout(extents, dtype, steps)
    if order not in ("C", "c", "F", "f"):
        raise logic(routine, f"order: expected 'C' or 'F', got {order!r}")
    steps_reversed, step = [], dtype.itemsize
    for extent in extents if order in "Ff" else reversed(extents):
        steps_reversed.append(step)
        step *= max(extent, 1)
    return Layout(extents, dtype, tuple(steps_reversed if order in "Ff" else reversed(steps_reversed)))


def interface(pointer: int, how: Layout, writable: bool) -> Dict[str, Any]:
    """The array interface of memory at an address, as the object that keeps the memory returns it."""
    described = {
        "version": 3,
        "shape": how.shape,
        "typestr": how.dtype.str,
        "data": (pointer, not writable),
        "strides": how.strides,
    }
    if how.dtype.fields is not None:
        described["typestr"] = f"|V{how.dtype.itemsize}"
        described["descr"] = how.dtype.descr
    return described


class Viewed:
    """Memory that views such as arrays show. If it is released while views exist, it is freed with the last of them.

    Pool blocks do the same in C. The lists are only changed by single operations, which are atomic for threads and the
    garbage collector.
    """

    _views: Optional[List[None]] = None
    _awaiting: Optional[List[Callable[[], None]]] = None  # the deferred release, at most one

    def _host_side(self) -> Any:
        """The host memory that this object, or the whole of which it is a part, uses; None if there is none."""
        return None

    def _add_view(self) -> None:
        """Registers a view, which refers to this object until it calls `_remove_view`."""
        if self._views is None:
            self.__dict__.setdefault("_awaiting", [])
            self.__dict__.setdefault("_views", [])
        self._views.append(None)  # type: ignore[union-attr]

    def _remove_view(self) -> None:
        """Unregisters a view."""
        if self._views:
            self._views.pop()
        self._release_unless_viewed()

    def _free(self, release: Callable[[], None]) -> None:
        """Calls `release`, now or when the last view is gone."""
        if self._awaiting is None:
            return release()
        self._awaiting.append(release)
        self._release_unless_viewed()

    def _release_unless_viewed(self) -> None:
        if not self._views and self._awaiting:
            try:
                release = self._awaiting.pop()
            except IndexError:  # another thread was faster
                return
            release()


class View:
    """The base of arrays over memory; without it, the arrays would outlive the memory.

    :param memory: a block or :class:`Viewed`, which is not freed before the view is gone.
    :param kept: anything else that must live as long.
    """

    memory: Any = None

    def __init__(self, memory: Any, described: Any, kept: Any = None):
        memory._add_view()
        self.memory = memory
        self.kept = kept
        self.__array_interface__ = described

    def __del__(self) -> None:
        if self.memory is not None:
            self.memory._remove_view()


def array_of(owner: Any, how: Layout) -> Any:
    """The array over an owner that has the interface above; its base is the owner."""
    array = np.asarray(owner)
    return array if array.dtype == how.dtype else array.view(how.dtype)


def array_of_memory(memory: Any, how: Layout) -> Any:
    """Like :func:`array_of`, for memory that is itself the base."""
    array = np.asarray(memory)  # all views of the array refer to it
    memory._add_view()
    memory._first_array = weakref.ref(array, lambda _: memory._remove_view())
    return array if array.dtype == how.dtype else array.view(how.dtype)


class Lender:
    """A memory object that can be the base of arrays over the host memory that it keeps.

    numpy accepts any object with an array interface as a base. A memory object has one only while such an array is
    made; otherwise it would count as host memory.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers would take device memory for host memory

        @property
        def __array_interface__(self) -> Any:
            described = vars(_lent).get("described")
            if described is None or described[0] is not self:
                raise AttributeError(f"an object of type {type(self).__name__} is not host memory")
            return described[1]


_lent = threading.local()  # (lender, array interface) while this thread makes an array


def lent_array(lender: Any, described: Dict[str, Any], how: Layout) -> Any:
    """Makes an array whose base is `lender`."""
    _lent.described = (lender, described)
    try:
        array = np.asarray(lender)  # all views of the array refer to it
    finally:
        del _lent.described
    lender._add_view()
    weakref.finalize(array, lender._remove_view).atexit = False
    return array if array.dtype == how.dtype else array.view(how.dtype)
