"""The host's memory: whatever exports a buffer, is a numpy array or speaks DLPack."""

from __future__ import annotations

import threading
import weakref
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from ._errors import LogicError, logic, wrong_type
from ._ffi import ffi
from ._numpy import np


class HostMemory(NamedTuple):
    """Memory of the host: the pointer (cffi, which keeps the object's export alive), and how many bytes there are."""

    pointer: Any
    nbytes: int
    owner: Any


def is_host_memory(value: Any) -> bool:
    """Whether an object is memory of the host."""
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

    :raises LogicError: it has none, the memory has gaps, or it may not be written to.
    """
    array = value if isinstance(value, np.ndarray) else _as_array(value, name, routine)
    if array is not None:
        if array.dtype.hasobject:
            raise wrong_type(routine, f"{name} holds Python objects, which a device cannot have: hand in numbers")
        if writable and not (array.flags.writeable or _is_tensor_of_old_numpy(value)):
            raise logic(routine, f"{name} is read-only: hand in memory that can be written to")
        if not (array.flags.c_contiguous or array.flags.f_contiguous):
            raise logic(routine, f"{name} has gaps: hand in a contiguous array, as numpy.ascontiguousarray() makes it")
        return HostMemory(_pointer(array), array.nbytes, value)
    try:
        pointer = ffi.from_buffer(value, require_writable=writable)
    except (TypeError, ValueError, BufferError) as error:
        what = f"{name} is of type {type(value).__name__}, no memory that can be used: {error}"
        raise wrong_type(routine, what) from None
    return HostMemory(ffi.cast("void *", pointer), len(pointer), (value, pointer))


def _as_array(value: Any, name: str, routine: str) -> Any:
    """The array of an object that exports no buffer but an array, or None."""
    if isinstance(value, (bytes, bytearray, memoryview, np.generic)):
        return None
    if hasattr(value, "__array_interface__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__") and value.__dlpack_device__()[0] == 1:
        try:
            return np.from_dlpack(value)
        except BufferError as error:
            raise logic(routine, f"{name} is of type {type(value).__name__}: {error}") from None
    return None


def _is_tensor_of_old_numpy(value: Any) -> bool:
    """Whether an array came by DLPack through numpy before 2.0, which calls all of that read-only, though nothing was."""
    if hasattr(value, "__array_interface__"):
        return False
    return hasattr(value, "__dlpack__") and int(np.__version__.split(".")[0]) < 2


def _pointer(array: Any) -> Any:
    # The array interface knows every dtype, which the buffer protocol does not.
    return ffi.cast("void *", array.__array_interface__["data"][0])


def with_buffer(value: Any) -> Any:
    """A fill pattern as what exports a buffer: numpy's scalars do, except dates and times."""
    return np.asarray(value) if isinstance(value, np.generic) and value.dtype.kind in "mM" else value


class Layout(NamedTuple):
    """How an array lies in memory: all that numpy.empty() takes, worked out."""

    shape: Tuple[int, ...]
    dtype: Any
    strides: Tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """From the first byte of the first element to behind the last byte of the last; 0 if there is none."""
        if 0 in self.shape:
            return 0
        span = sum((extent - 1) * stride for extent, stride in zip(self.shape, self.strides))
        return int(span + self.dtype.itemsize)


def layout(shape: Any, dtype: Any, order: str = "C", strides: Any = None) -> Layout:
    """The layout of an array; `strides`, in bytes, overrides `order`.

    :raises ValueError: the shape has a negative number, the order is none, or the strides do not fit.
    """
    dtype = np.dtype(dtype)
    extents = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(extent) for extent in shape)
    if dtype.subdtype is not None:
        dtype, inner = dtype.subdtype
        extents += tuple(inner)
    if dtype.hasobject:
        raise logic("array", f"{dtype} holds Python objects, which a device cannot have")
    if any(extent < 0 for extent in extents):
        raise logic("array", f"the shape {extents} has a negative number")
    if strides is not None:
        steps = tuple(int(step) for step in strides)
        if len(steps) != len(extents):
            raise logic("array", f"there are {len(steps)} strides for {len(extents)} dimensions")
        if any(step < 0 for step in steps):
            raise logic("array", f"the strides {steps} have a negative number, which a map cannot have")
        return Layout(extents, dtype, steps)
    if order not in ("C", "c", "F", "f"):
        raise logic("array", f"order is {order!r}: say 'C' or 'F'")
    steps_reversed, step = [], dtype.itemsize
    for extent in extents if order in "Ff" else reversed(extents):
        steps_reversed.append(step)
        step *= max(extent, 1)
    return Layout(extents, dtype, tuple(steps_reversed if order in "Ff" else reversed(steps_reversed)))


def interface(pointer: int, how: Layout, writable: bool) -> Dict[str, Any]:
    """The array interface of memory at an address, for the property of that name of whoever keeps the memory."""
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
    """Memory that views look at, arrays above all: where it is released meanwhile, it goes back with the last of them.

    Blocks of pools do the same in C. Lists change in one step, whatever threads and the collector do.
    """

    _views: Optional[List[None]] = None
    _awaiting: Optional[List[Callable[[], None]]] = None  # what gives the memory back, at most one

    def _host_side(self) -> Any:
        """What of the host's it needs as long as anything uses it, itself or what it is a part of; None if nothing."""
        return None

    def _add_view(self) -> None:
        """Tells that something shows the memory until `_remove_view` is called; it refers to this object."""
        if self._views is None:
            self.__dict__.setdefault("_awaiting", [])
            self.__dict__.setdefault("_views", [])
        self._views.append(None)  # type: ignore[union-attr]

    def _remove_view(self) -> None:
        """Tells that what called `_add_view` is gone."""
        if self._views:
            self._views.pop()
        self._release_unless_viewed()

    def _free(self, give_back: Callable[[], None]) -> None:
        """Gives the memory back, by a call of `give_back`, now or when the last view is gone."""
        if self._awaiting is None:
            return give_back()
        self._awaiting.append(give_back)
        self._release_unless_viewed()

    def _release_unless_viewed(self) -> None:
        if not self._views and self._awaiting:
            try:
                give_back = self._awaiting.pop()
            except IndexError:  # another thread has it
                return
            give_back()


class View:
    """Lends memory an array interface: the base of arrays, without which they would outlive the memory.

    :param memory: a block or :class:`Viewed`, which is not given back before the view is gone.
    :param kept: what else has to live as long.
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
    """The array of an owner that has the interface above; its base is the owner."""
    array = np.asarray(owner)
    return array if array.dtype == how.dtype else array.view(how.dtype)


def array_of_memory(memory: Any, how: Layout) -> Any:
    """As :func:`array_of`, for memory that is itself the arrays' base."""
    array = np.asarray(memory)  # which lives as long as all views of it
    memory._add_view()
    memory._first_array = weakref.ref(array, lambda _: memory._remove_view())
    return array if array.dtype == how.dtype else array.view(how.dtype)


class Lender:
    """What becomes the base of arrays over the host's memory that it keeps.

    numpy lets an object be the base that shows an array interface. A memory object shows one only while such an array is
    made, since it would count as memory of the host else.
    """

    __slots__ = ()

    @property
    def __array_interface__(self) -> Any:
        described = vars(_lent).get("described")
        if described is None or described[0] is not self:
            raise AttributeError(f"a {type(self).__name__} is no memory of the host")
        return described[1]


_lent = threading.local()  # (lender, array interface) while this thread makes an array


def lent_array(lender: Any, described: Dict[str, Any], how: Layout) -> Any:
    """An array whose base is `lender` itself."""
    _lent.described = (lender, described)
    try:
        array = np.asarray(lender)  # which lives as long as all views of it
    finally:
        del _lent.described
    lender._add_view()
    weakref.finalize(array, lender._remove_view).atexit = False
    return array if array.dtype == how.dtype else array.view(how.dtype)
