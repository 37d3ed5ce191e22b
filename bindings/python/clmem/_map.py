"""Maps: device memory in the host's address space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence

from . import _checks, _handles, _pending
from ._constants import map_flags
from ._errors import check, logic, wrong_type
from ._ffi import ffi, lib
from ._host import Layout, array_of, interface, layout
from ._image import triple
from ._memory import MemoryObject
from ._queue import Event, WaitList

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ._types import BufferLike, ImageLike, MappedView, Number, Numbers, QueueLike

MAP = ffi.typeof("clmem_map")


class MapHandle(_handles.Unique):
    """The library's handle of a map. The first of its users to unmap it ends the map."""

    def __init__(self, token: Any, queue: Any):
        self._map = token
        self._queue = queue

    @property
    def is_mapped(self) -> bool:
        """Whether the memory is still mapped."""
        return bool(self.info().is_mapped)

    def info(self) -> Any:
        return _handles.record("clmem_map_info", lib.clmem_map_describe, self._map)

    def unmap(self, queue: Any, wait_for: WaitList, routine: str) -> Event:
        event = ffi.new("cl_event *")
        on_queue = _handles.queue(self._queue if queue is None else queue, "queue", routine)
        options, _events = _handles.enqueue_options(wait_for, routine)
        check(lib.clmem_map_unmap(self._map, on_queue, options, event))
        return _pending.enqueued(on_queue, event[0], wait_for, Event)

    def __del__(self, release: Any = lib.clmem_map_release) -> None:
        release(self._map)


class MemoryMap(_handles.Unique):
    """A part of a buffer or an image in host memory.

    It is unmapped by :meth:`release`, at the end of a ``with`` statement, or with the last array that shows it. After
    that the content of the arrays is undefined, but their memory stays allocated, even if the memory object is
    released.
    """

    _memory: Any = None
    _handle_of_map: MapHandle
    _interface: Dict[str, Any]

    def __init__(self, *_: object, **__: object) -> None:
        raise wrong_type("MemoryMap", "MemoryMap has no constructor; call enqueue_map_buffer() or enqueue_map_image()")

    @classmethod
    def _of(cls, memory: Any, handle: MapHandle, described: Any) -> MemoryMap:
        made = cls.__new__(cls)
        made._handle_of_map = handle
        made._interface = described
        memory._add_view()
        made._memory = memory
        return made

    def __del__(self) -> None:
        if self._memory is not None:
            self._memory._remove_view()

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        # No buffer protocol: numpy would prefer it, and the base of the array would be a memoryview.
        if not self._handle_of_map.is_mapped:
            raise AttributeError("the memory is no longer mapped")
        return self._interface

    @property
    def row_pitch(self) -> int:
        """The distance of the mapped rows of an image, in bytes."""
        return int(self._handle_of_map.info().row_pitch_bytes)

    @property
    def slice_pitch(self) -> int:
        """The distance of the mapped slices of an image, or of the images in an array, in bytes."""
        return int(self._handle_of_map.info().slice_pitch_bytes)

    def release(self, queue: Optional[QueueLike] = None, wait_for: WaitList = None) -> Event:
        """Unmaps the memory: the device sees what the host wrote once the event is complete.

        :param queue: the queue; by default the one on which the memory was mapped.
        :param wait_for: None, or a list of events that the command waits for.

        A second release does nothing, and returns the event of a marker.
        """
        return self._handle_of_map.unmap(queue, wait_for, "MemoryMap.release")

    def __repr__(self) -> str:
        info = self._handle_of_map.info()
        return f"<clmem.MemoryMap of {info.bytes} bytes{'' if info.is_mapped else ', unmapped'}>"

    def __enter__(self) -> MemoryMap:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class MappedArray(NamedTuple):
    """The result of mapping a buffer or image: the array and the event, to unpack or by name."""

    array: MappedView
    event: Event

    @property
    def base(self) -> MemoryMap:
        """The map, which is the array's base."""
        found: MemoryMap = _map_of(self.array)
        return found


def _map_of(array: Any) -> Any:
    while not isinstance(array, MemoryMap):
        array = array.base
    return array


def own_memory(memory: Any) -> Any:
    """This package's object for memory of pyopencl, since views must keep it alive; other objects unchanged."""
    if _handles.is_foreign(memory, "MemoryObjectHolder"):
        return MemoryObject.from_int_ptr(memory.int_ptr)
    return memory


def is_writable(flags: int) -> bool:
    """Whether the host may write to memory that is mapped with these flags."""
    return bool(flags & (map_flags.WRITE | map_flags.WRITE_INVALIDATE_REGION))


def enqueue_map_buffer(
    queue: QueueLike,
    buf: BufferLike,
    flags: int,
    offset: int,
    shape: Numbers,
    dtype: DTypeLike,
    order: str = "C",
    strides: Optional[Sequence[Number]] = None,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> MappedArray:
    """Maps a part of a buffer into host memory.

    :param buf: the buffer.
    :param flags: bits of :class:`map_flags`. Without a flag for writing the array is read-only.
    :param offset: where the part begins, in bytes.
    :param shape: the array's, as in :func:`numpy.empty`, as are `dtype` and `order`.
    :param strides: of the array, in bytes; overrides `order`.
    :param wait_for: None, or a list of events that the command waits for.
    :param is_blocking: return when the array can be used; otherwise it can be used once the event is complete.
    :return: the array and the event, to unpack. The ``base`` of both the array and the result is the
        :class:`MemoryMap`.
    :raises LogicError: the array passes the buffer's end, or is empty.
    """
    routine = "enqueue_map_buffer"
    flags = _checks.flags(flags, map_flags, "flags", routine)
    offset = _checks.offset(offset, "offset", routine)
    how = layout(shape, dtype, order, strides, routine)
    if how.nbytes == 0:
        raise logic(routine, f"shape: expected one with elements, got {how.shape}, which leaves nothing to map")
    map_, event = ffi.new("clmem_map *"), ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.command_options("clmem_map_buffer_options", wait_for, routine)
    options.offset_bytes, options.bytes, options.non_blocking = offset, how.nbytes, not is_blocking
    kept = own_memory(buf)
    with _handles.memory(kept, "buf", routine) as memory:
        buffer = ffi.cast(_handles.BUFFER, memory)
        check(lib.clmem_map_buffer(buffer, on_queue, flags, options, map_, event))
    done = _pending.enqueued(on_queue, event[0], wait_for, Event)
    handle = MapHandle(map_[0], queue)
    described = interface(_handles.as_int(handle.info().pointer), how, is_writable(flags))
    mapped = MemoryMap._of(kept, handle, described)
    return MappedArray(array_of(mapped, how), done)


def enqueue_map_image(
    queue: QueueLike,
    buf: ImageLike,
    flags: int,
    origin: Numbers,
    region: Numbers,
    shape: Numbers,
    dtype: DTypeLike,
    order: str = "C",
    strides: Optional[Sequence[Number]] = None,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> MappedArray:
    """Maps a box of an image into host memory.

    :param buf: the image.
    :param flags: bits of :class:`map_flags`.
    :param origin: the first pixel: (x, y, z or the index of the image in an array), as many numbers as the image has.
    :param region: the size of the box.
    :param shape: the array's, as in :func:`numpy.empty`, as are `dtype` and `order`. In C order the last dimensions
        hold a row. The driver determines the distance of the rows; the array's strides match it.
    :param strides: of the array, in bytes; overrides `order` and the strides for the driver's rows. The map in ``base``
        has ``row_pitch`` and ``slice_pitch``.
    :param wait_for: None, or a list of events that the command waits for.
    :param is_blocking: return when the array can be used; otherwise it can be used once the event is complete.
    :return: the array and the event, to unpack. The ``base`` of both the array and the result is the
        :class:`MemoryMap`.
    :raises LogicError: the box exceeds the image, or the array exceeds the box.
    """
    routine = "enqueue_map_image"
    flags = _checks.flags(flags, map_flags, "flags", routine)
    how = layout(shape, dtype, order, strides, routine)
    begin, extent = triple(origin, 0, "origin", routine), triple(region, 1, "region", routine)
    map_, event = ffi.new("clmem_map *"), ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.command_options("clmem_map_image_options", wait_for, routine)
    options.origin, options.region, options.non_blocking = begin, extent, not is_blocking
    kept = own_memory(buf)
    with _handles.memory(kept, "buf", routine) as memory:
        image = ffi.cast(_handles.IMAGE, memory)
        check(lib.clmem_map_image(image, on_queue, flags, options, map_, event))
    if not map_[0]:
        raise logic(routine, f"expected a region with pixels, got {tuple(extent)}, which leaves nothing to map")
    done = _pending.enqueued(on_queue, event[0], wait_for, Event)
    handle = MapHandle(map_[0], queue)
    info = handle.info()
    if strides is None:
        how = _with_pitches(how, order, list(extent), info)
    if how.nbytes > info.bytes:
        raise logic(routine, f"expected an array of at most {info.bytes} bytes, the mapped box, got {how.nbytes}")
    mapped = MemoryMap._of(kept, handle, interface(_handles.as_int(info.pointer), how, is_writable(flags)))
    return MappedArray(array_of(mapped, how), done)


def _with_pitches(how: Layout, order: str, region: List[int], info: Any) -> Layout:
    """The layout with the driver's pitches at the ends of rows and slices.

    Starting with the axis that varies fastest, a row is full once the axes so far hold all of its bytes. A shape whose
    axes do not end where rows end only fits rows without padding.
    """
    row_pitch, slice_pitch = int(info.row_pitch_bytes), int(info.slice_pitch_bytes)
    rows, slices = region[1], region[2]
    is_1d_array = rows > 1 and row_pitch == 0 and slice_pitch > 0
    pitch = slice_pitch if is_1d_array else row_pitch
    lines = rows * slices
    total = how.dtype.itemsize
    for extent in how.shape:
        total *= extent
    row_bytes = total // lines if total % lines == 0 else 0
    axes = list(range(len(how.shape)))
    strides, held, step = list(how.strides), how.dtype.itemsize, how.dtype.itemsize
    at_row = at_slice = False
    for axis in axes if order in "Ff" else reversed(axes):
        if not at_row and held == row_bytes and lines > 1 and how.shape[axis] > 1:
            at_row, step = True, pitch
        if not at_slice and slices > 1 and held == row_bytes * rows and how.shape[axis] > 1:
            at_slice, step = True, slice_pitch
        strides[axis] = step
        held *= how.shape[axis]
        step *= how.shape[axis]
    is_tight = pitch in (0, row_bytes) and slice_pitch in (0, row_bytes * rows)
    if not is_tight and ((lines > 1 and not at_row) or (slices > 1 and not at_slice)):
        raise logic(
            "enqueue_map_image",
            f"the shape {how.shape} does not fit rows that are {row_pitch} bytes apart; pass the region's "
            "dimensions as the shape, or strides",
        )
    return Layout(how.shape, how.dtype, tuple(strides))
