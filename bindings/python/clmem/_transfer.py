"""Transfers: copies between the host, buffers, images and shared virtual memory, and fills."""

from __future__ import annotations

import warnings
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple, Union, overload

from . import _checks, _handles, _hot, _pending
from ._buffer import BufferMethods
from ._constants import mem_object_type
from ._errors import check, logic, wrong_type
from ._ffi import ffi, lib
from ._handles import ALL
from ._host import host_memory, is_host_memory, with_buffer
from ._image import Image, triple
from ._memory import MemoryObjectHolder
from ._numpy import np
from ._queue import CommandQueue, Event, NannyEvent, WaitList
from ._svm import SVMPointer, enqueue_svm_memfill, fill_svm

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import BufferLike, CopyOptions, DeviceMemory, HostMemory, PlatformLike, QueueLike

HOST, BUFFER, IMAGE, SVM_MEMORY = "host", "buffer", "image", "svm"

# The keywords of each pair besides wait_for and, with the host on one side, is_blocking. With "region" a transfer
# between buffers and the host copies rectangles.
_LINEAR = {"src_offset", "dst_offset", "byte_count"}
_HOST_RECTANGLE = {"buffer_origin", "host_origin", "region", "buffer_pitches", "host_pitches"}
_RECTANGLE = {"src_origin", "dst_origin", "dest_origin", "region", "src_pitches", "dst_pitches"}
_HOST_IMAGE = {"origin", "region", "pitches"}
_BUFFER_IMAGE = {"offset", "origin", "region"}
_IMAGES = {"src_origin", "dest_origin", "dst_origin", "region"}

# The names of older versions.
_RENAMED = {"dest_offset": "dst_offset", "device_offset": None}


def _kind(value: Any) -> str:
    """The kind of memory that an argument is."""
    if isinstance(value, SVMPointer):
        return SVM_MEMORY
    if isinstance(value, Image):
        return IMAGE
    if isinstance(value, MemoryObjectHolder):
        return BUFFER
    if isinstance(value, np.ndarray):
        return HOST
    if _handles.is_foreign(value, "MemoryObjectHolder"):
        return BUFFER if _foreign_type(value) == mem_object_type.BUFFER else IMAGE
    if _handles.is_foreign(value, "SVMPointer"):
        return SVM_MEMORY
    return HOST


def _foreign_type(value: Any) -> int:
    with _handles.memory(value, "memory", "enqueue_copy") as token:
        return int(_handles.record("clmem_memory_info", lib.clmem_memory_describe, token).type)


class _Copy:
    """A transfer whose parameters are being collected."""

    def __init__(self, dest: Any, src: Any, kwargs: Dict[str, Any]):
        self.dest_kind, self.src_kind = _kind(dest), _kind(src)
        self.kinds = {self.dest_kind, self.src_kind}
        self.kwargs = kwargs
        self.places = ffi.new("clmem_transfer_place[2]")
        self.source, self.destination = self.places + 0, self.places + 1
        self.source.struct_size = self.destination.struct_size = _PLACE_BYTES
        self.options = _handles.struct("clmem_transfer_options")
        self.options.region = [ALL] * 3  # none
        self.ward: Any = None
        self.svm: Any = None  # SVM that must have the size of the host memory
        self.is_all_of_host = False

    def take(self, name: str, default: Any = None) -> Any:
        return self.kwargs.pop(name, default)

    def needed(self, name: str) -> Any:
        if name not in self.kwargs:
            what = f"a copy from {self.src_kind} to {self.dest_kind} needs the argument '{name}'"
            raise wrong_type("enqueue_copy", what)
        return self.kwargs.pop(name)

    def fill(self, place: Any, kind: str, value: Any, name: str, stack: ExitStack) -> None:
        if kind == HOST:
            memory = host_memory(value, name, "enqueue_copy", writable=name == "dest")
            place.pointer, place.bytes = memory.pointer, memory.nbytes
            if self.is_all_of_host:  # all of it, never less
                self.options.bytes = memory.nbytes
                self._check_size_of_svm(memory.nbytes)
            self.ward = memory.owner
        elif kind == SVM_MEMORY and not isinstance(value, SVMPointer):
            place.memory = stack.enter_context(_handles.foreign_svm(value))
        else:
            place.memory = stack.enter_context(_handles.memory(value, name, "enqueue_copy"))

    def arrangement(self) -> Callable[[Any, Any], None]:
        """The method that reads the keywords of this pair."""
        if self.kinds == {HOST}:
            what = "expected device memory as dest or src, got host memory as both; copy it with numpy"
            raise wrong_type("enqueue_copy", what)
        if self.kinds == {IMAGE}:
            return self._images
        if IMAGE in self.kinds:
            return self._image
        return self._rectangle if "region" in self.kwargs else self._linear

    def _linear(self, dest: Any, src: Any) -> None:
        for old, new in _RENAMED.items():
            if old in self.kwargs:
                instead = "src_offset or dst_offset" if new is None else new
                warnings.warn(f"{old} is deprecated; use {instead}", DeprecationWarning, stacklevel=3)
                name = new or ("src_offset" if self.dest_kind == HOST else "dst_offset")
                self.kwargs[name] = self.kwargs.pop(old)
        src_offset = _checks.offset(self.take("src_offset", 0), "src_offset", "enqueue_copy")
        dst_offset = _checks.offset(self.take("dst_offset", 0), "dst_offset", "enqueue_copy")
        if (src_offset and self.src_kind == HOST) or (dst_offset and self.dest_kind == HOST):
            what = "expected an offset into device memory, got one into host memory; slice the host array instead"
            raise logic("enqueue_copy", what)
        self.source.offset_bytes, self.destination.offset_bytes = src_offset, dst_offset
        byte_count = self.take("byte_count")
        self.options.bytes = ALL if byte_count is None else _checks.size(byte_count, "byte_count", "enqueue_copy")
        with_host = self.kinds in ({HOST, BUFFER}, {HOST, SVM_MEMORY})
        self.is_all_of_host = byte_count is None and with_host
        if self.is_all_of_host and not (src_offset or dst_offset):
            self.svm = src if self.src_kind == SVM_MEMORY else dest if self.dest_kind == SVM_MEMORY else None

    def _check_size_of_svm(self, nbytes: int) -> None:
        """Refuses to copy between all of the host memory and SVM of another size, if that size is known."""
        size = None if self.svm is None else self.svm.size
        if size is not None and size != nbytes:
            raise logic(
                "enqueue_copy",
                f"expected {size} bytes of host memory, as in the SVM, got {nbytes}; pass byte_count to copy fewer",
            )

    def _rectangle(self, dest: Any, src: Any) -> None:
        self.options.region = triple(self.needed("region"), 1, "region", "enqueue_copy")
        if HOST in self.kinds:
            host, other = (
                (self.source, self.destination) if self.src_kind == HOST else (self.destination, self.source)
            )
            other.origin = triple(self.needed("buffer_origin"), 0, "buffer_origin", "enqueue_copy")
            host.origin = triple(self.needed("host_origin"), 0, "host_origin", "enqueue_copy")
            self._pitches(other, self.take("buffer_pitches"), "buffer_pitches")
            self._pitches(host, self.take("host_pitches"), "host_pitches")
        else:
            self._origins()
            self._pitches(self.source, self.take("src_pitches"), "src_pitches")
            self._pitches(self.destination, self.take("dst_pitches"), "dst_pitches")

    def _image(self, dest: Any, src: Any) -> None:
        """Between an image and other memory, whose rows are contiguous unless it is host memory."""
        image, other, kind = (
            (self.source, self.destination, self.dest_kind)
            if self.src_kind == IMAGE
            else (self.destination, self.source, self.src_kind)
        )
        self.options.region = triple(self.needed("region"), 1, "region", "enqueue_copy")
        image.origin = triple(self.needed("origin"), 0, "origin", "enqueue_copy")
        if kind == HOST:
            self._pitches(other, self.take("pitches"), "pitches")
        else:
            offset = self.take("offset", 0) if kind == SVM_MEMORY else self.needed("offset")
            other.offset_bytes = _checks.offset(offset, "offset", "enqueue_copy")

    def _images(self, dest: Any, src: Any) -> None:
        self.options.region = triple(self.needed("region"), 1, "region", "enqueue_copy")
        self._origins()

    def _origins(self) -> None:
        name = "dst_origin" if "dst_origin" in self.kwargs else "dest_origin"
        self.source.origin = triple(self.needed("src_origin"), 0, "src_origin", "enqueue_copy")
        self.destination.origin = triple(self.needed(name), 0, name, "enqueue_copy")

    def _pitches(self, place: Any, pitches: Any, name: str) -> None:
        numbers = () if pitches is None else _checks.numbers(pitches, name, "enqueue_copy", 2)
        place.row_pitch_bytes, place.slice_pitch_bytes = (*numbers, 0, 0)[:2]

    def read_blocking(self) -> bool:
        """Whether the call waits. Copies within the device never do; those between SVM pointers do not by default."""
        if HOST in self.kinds or self.kinds == {SVM_MEMORY}:
            return bool(self.take("is_blocking", HOST in self.kinds))
        return False

    def end(self) -> None:
        """Refuses keywords that this pair does not have."""
        if self.kwargs:
            name = next(iter(self.kwargs))
            what = f"a copy from {self.src_kind} to {self.dest_kind} has no argument '{name}'; {self._help()}"
            raise wrong_type("enqueue_copy", what)

    def _help(self) -> str:
        if IMAGE in self.kinds:
            names = _IMAGES if self.kinds == {IMAGE} else _HOST_IMAGE if HOST in self.kinds else _BUFFER_IMAGE
        elif HOST in self.kinds:
            names = _LINEAR | _HOST_RECTANGLE | {"is_blocking"}
        else:
            names = _LINEAR | _RECTANGLE
        return f"it has {', '.join(sorted(names))}"


_PLACE_BYTES = ffi.sizeof("clmem_transfer_place")


@overload
def enqueue_copy(  # type: ignore[overload-overlap]  # SVM exports its bytes, and is no host memory here
    queue: QueueLike, dest: DeviceMemory, src: DeviceMemory, **kwargs: Unpack[CopyOptions]
) -> Event: ...
@overload
def enqueue_copy(
    queue: QueueLike, dest: HostMemory, src: DeviceMemory, **kwargs: Unpack[CopyOptions]
) -> NannyEvent: ...
@overload
def enqueue_copy(
    queue: QueueLike, dest: DeviceMemory, src: HostMemory, **kwargs: Unpack[CopyOptions]
) -> NannyEvent: ...
def enqueue_copy(queue: QueueLike, dest: Any, src: Any, **kwargs: Any) -> Event:
    """Copies between host memory, buffers, images and SVM, in any combination but from host to host.

    Host memory is anything that exports a contiguous buffer, such as a numpy array; its size determines how much is
    copied.

    :param wait_for: None, or a list of events that the command waits for.
    :param is_blocking: wait until the copy is complete; only if one side is host memory, where it is the default, or
        between SVM pointers, where False is the default.

    *Buffers, host memory and SVM, contiguous:*

    :param src_offset: where the copy begins in the source, in bytes; 0 for host memory.
    :param dst_offset: where it begins in the destination, in bytes; 0 for host memory.
    :param byte_count: how much is copied; by default all of the host memory or, without a host side, as much as both
        sides have. A copy between host memory and all of an SVM pointer only needs it if their sizes differ.

    *Buffers, host memory and SVM, rectangles* (tuples of at most three numbers: bytes, rows, slices):

    :param region: the size of the rectangle.
    :param buffer_origin: where the rectangle begins in the buffer; `host_origin` is the same in host memory.
    :param src_origin: between two buffers: where it begins in the source; `dst_origin` is the same in the destination.
    :param buffer_pitches: the distances of rows and slices in bytes, by default without padding; likewise
        `host_pitches`, `src_pitches` and `dst_pitches`.

    *Images* (pixels, rows, slices):

    :param origin: where the copy begins in the image; between two images `src_origin` and `dest_origin`.
    :param region: the size of the part.
    :param pitches: the distances of rows and slices in host memory, in bytes.
    :param offset: where it begins in the buffer, in bytes.

    :return: a :class:`NannyEvent` if one side is host memory, else an :class:`Event`.
    :raises LogicError: the copy exceeds one side, or source and destination overlap.
    :raises TypeError: a keyword is missing, or the pair has none of that name.
    """
    if not kwargs:
        quick = _quick_copy(queue, dest, src)
        if quick is not None:
            return quick
    wait_for = kwargs.pop("wait_for", None)
    copy = _Copy(dest, src, kwargs)
    with ExitStack() as stack:
        copy.arrangement()(dest, src)
        is_blocking = copy.read_blocking()
        copy.end()
        copy.fill(copy.source, copy.src_kind, src, "src", stack)
        copy.fill(copy.destination, copy.dest_kind, dest, "dest", stack)
        copy.options.non_blocking = int(not is_blocking)
        event = ffi.new("cl_event *")
        on_queue = _handles.queue(queue, "queue", "enqueue_copy")
        copy.options.wait_count, events = _handles.events(wait_for, "wait_for", "enqueue_copy")
        copy.options.wait_events = events
        check(lib.clmem_transfer_copy(on_queue, copy.source, copy.destination, copy.options, event))
    done = _pending.enqueued(on_queue, event[0], wait_for, NannyEvent if HOST in copy.kinds else Event)
    if not is_blocking and isinstance(done, NannyEvent):
        done._ward = copy.ward
    return done


def _quick_copy(queue: Any, dest: Any, src: Any) -> Optional[Event]:
    """The most frequent copy, between a whole array and a buffer, with little overhead; None for all other copies."""
    is_write = type(src) is np.ndarray
    array, buffer = (src, dest) if is_write else (dest, src)
    if type(queue) is not CommandQueue or type(array) is not np.ndarray or not isinstance(buffer, BufferMethods):
        return None
    handle = 0 if array.dtype.hasobject else buffer._handle
    return _hot.copy(queue._address, handle, array, is_write, NannyEvent) if handle else None


def enqueue_copy_buffer_p2p_amd(
    platform: PlatformLike,
    queue: QueueLike,
    src: BufferLike,
    dest: BufferLike,
    size: Optional[int] = None,
    wait_for: WaitList = None,
) -> Event:
    """Copies from a buffer on one AMD device to a buffer on another, without the host.

    :param platform: the platform of both devices.
    :param queue: a queue of the source's device.
    :param size: the size in bytes; by default that of the smaller buffer.
    :param wait_for: None, or a list of events that the command waits for.
    :raises LogicError: the platform is not AMD's, which alone supports this.
    """
    routine = "enqueue_copy_buffer_p2p_amd"
    _handles.opencl_object(platform, _handles.PLATFORM, "platform", routine)
    event = ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.enqueue_options(wait_for, routine)
    with _handles.memories([src, dest], "buffer", routine) as tokens:
        source, destination = (ffi.cast(_handles.BUFFER, token) for token in tokens)
        nbytes = ALL if size is None else _checks.size(size, "size", routine)
        check(lib.clmem_transfer_copy_peer_amd(source, destination, on_queue, nbytes, options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


def enqueue_fill_buffer(
    queue: QueueLike,
    mem: BufferLike,
    pattern: HostMemory,
    offset: int,
    size: Optional[int],
    wait_for: WaitList = None,
) -> Event:
    """Fills a part of a buffer with a pattern. Needs OpenCL 1.2.

    :param pattern: an array or a numpy scalar of 1, 2, 4, ... or 128 bytes, such as ``np.uint32(0)``. It may be changed
        once the call returns.
    :param offset: where the part begins, in bytes: a multiple of the pattern's size.
    :param size: its size in bytes: a multiple of the pattern's size; None for all from the offset on.
    :param wait_for: None, or a list of events that the command waits for.
    """
    routine = "enqueue_fill_buffer"
    nbytes = ALL if size is None else size
    is_ours = type(queue) is CommandQueue
    if wait_for is None and is_ours and isinstance(mem, BufferMethods) and mem._handle and not _pending.held:
        quick: Optional[Event] = _hot.fill(
            queue._noting,  # type: ignore[union-attr]
            mem._handle, pattern, offset, nbytes, Event,
        )  # fmt: skip
        if quick is not None:
            return quick
    memory = host_memory(with_buffer(pattern), "pattern", routine)
    offset, nbytes = _checks.offset(offset, "offset", routine), _checks.size(nbytes, "size", routine)
    event = ffi.new(_handles.EVENTS_OUT)
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.command_options("clmem_buffer_fill_options", wait_for, routine)
    options.offset_bytes, options.bytes = offset, nbytes
    fill = lib.clmem_buffer_fill
    if _handles.is_memory(mem) and mem._handle:  # type: ignore[union-attr]
        token = ffi.cast(_handles.BUFFER, mem._handle)  # type: ignore[union-attr]
        check(fill(token, on_queue, memory.pointer, memory.nbytes, options, event))
    else:
        with _handles.memory(mem, "mem", routine) as token:
            buffer = ffi.cast(_handles.BUFFER, token)
            check(fill(buffer, on_queue, memory.pointer, memory.nbytes, options, event))
    done = _pending.enqueued(on_queue, event[0], wait_for, Event)
    if is_ours:
        queue._noting = _pending.of(queue._ptr)  # type: ignore[union-attr]
    return done


def enqueue_fill(
    queue: QueueLike,
    dest: Union[BufferLike, SVMPointer, HostMemory],
    src: Optional[HostMemory] = None,
    size: Optional[int] = None,
    *,
    pattern: Optional[HostMemory] = None,
    offset: int = 0,
    byte_count: Optional[int] = None,
    wait_for: WaitList = None,
) -> Event:
    """Fills a buffer or SVM with a pattern.

    :param dest: a buffer, or SVM.
    :param src: the pattern, as in :func:`enqueue_fill_buffer`; `pattern` is another name for it.
    :param size: the size to fill in bytes, a multiple of the pattern's size; by default all from the offset on.
        `byte_count` is another name for it.
    :param offset: where the part begins, in bytes: a multiple of the pattern's size.
    :param wait_for: None, or a list of events that the command waits for.
    """
    if (src is None) == (pattern is None):
        found = "neither" if src is None else "both"
        raise wrong_type("enqueue_fill", f"expected a pattern as src or pattern, got {found}")
    filling: Any = pattern if src is None else src
    size = byte_count if size is None else size
    if _kind(dest) == BUFFER:
        return enqueue_fill_buffer(queue, dest, filling, offset, size, wait_for)  # type: ignore[arg-type]
    if isinstance(dest, SVMPointer):
        return fill_svm(queue, dest, filling, offset, size, wait_for)
    if not is_host_memory(dest):
        raise _handles.refusal(dest, "MemoryObject", "dest", "enqueue_fill")
    if offset:
        what = f"offset: expected 0, since dest is host memory, got {offset}; slice the array instead"
        raise logic("enqueue_fill", what)
    return enqueue_svm_memfill(queue, dest, filling, size, wait_for)  # type: ignore[arg-type]


__all__: Tuple[str, ...] = (
    "enqueue_copy", "enqueue_copy_buffer_p2p_amd", "enqueue_fill", "enqueue_fill_buffer", "is_host_memory",
)  # fmt: skip
