"""Single commands, as in pyopencl's inner module; :func:`enqueue_copy` covers them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._queue import Event, WaitList
from ._svm import enqueue_svm_memfill
from ._transfer import enqueue_copy, enqueue_fill_buffer

if TYPE_CHECKING:
    from ._types import BufferLike, HostMemory, ImageLike, Numbers, QueueLike

__all__ = [
    "_enqueue_copy_buffer", "_enqueue_copy_buffer_rect", "_enqueue_copy_buffer_to_image", "_enqueue_copy_image",
    "_enqueue_copy_image_to_buffer", "_enqueue_fill_buffer", "_enqueue_read_buffer", "_enqueue_read_buffer_rect",
    "_enqueue_read_image", "_enqueue_svm_memcpy", "_enqueue_svm_memfill", "_enqueue_write_buffer",
    "_enqueue_write_buffer_rect", "_enqueue_write_image",
]  # fmt: skip

_enqueue_fill_buffer = enqueue_fill_buffer
_enqueue_svm_memfill = enqueue_svm_memfill


def _enqueue_read_buffer(
    queue: QueueLike,
    mem: BufferLike,
    hostbuf: HostMemory,
    src_offset: int = 0,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies from a buffer to the host."""
    return enqueue_copy(queue, hostbuf, mem, src_offset=src_offset, wait_for=wait_for, is_blocking=is_blocking)


def _enqueue_write_buffer(
    queue: QueueLike,
    mem: BufferLike,
    hostbuf: HostMemory,
    dst_offset: int = 0,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies from the host to a buffer."""
    return enqueue_copy(queue, mem, hostbuf, dst_offset=dst_offset, wait_for=wait_for, is_blocking=is_blocking)


def _enqueue_copy_buffer(
    queue: QueueLike,
    src: BufferLike,
    dst: BufferLike,
    byte_count: int = -1,
    src_offset: int = 0,
    dst_offset: int = 0,
    wait_for: WaitList = None,
) -> Event:
    """Copies between buffers: `byte_count` bytes, or the size of the smaller one."""
    count: Optional[int] = None if byte_count < 0 else byte_count
    return enqueue_copy(
        queue, dst, src, byte_count=count, src_offset=src_offset, dst_offset=dst_offset, wait_for=wait_for
    )


def _rectangle(
    queue: QueueLike, dest: Any, src: Any, buffer_origin: Any, host_origin: Any, region: Any, more: Any
) -> Event:
    buffer_pitches, host_pitches, wait_for, is_blocking = more
    done: Event = enqueue_copy(
        queue, dest, src, buffer_origin=buffer_origin, host_origin=host_origin, region=region,
        buffer_pitches=buffer_pitches, host_pitches=host_pitches, wait_for=wait_for, is_blocking=is_blocking,
    )  # fmt: skip
    return done


def _enqueue_read_buffer_rect(
    queue: QueueLike,
    mem: BufferLike,
    hostbuf: HostMemory,
    buffer_origin: Numbers,
    host_origin: Numbers,
    region: Numbers,
    buffer_pitches: Optional[Numbers] = None,
    host_pitches: Optional[Numbers] = None,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies a rectangle from a buffer to the host."""
    more = (buffer_pitches, host_pitches, wait_for, is_blocking)
    return _rectangle(queue, hostbuf, mem, buffer_origin, host_origin, region, more)


def _enqueue_write_buffer_rect(
    queue: QueueLike,
    mem: BufferLike,
    hostbuf: HostMemory,
    buffer_origin: Numbers,
    host_origin: Numbers,
    region: Numbers,
    buffer_pitches: Optional[Numbers] = None,
    host_pitches: Optional[Numbers] = None,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies a rectangle from the host to a buffer."""
    more = (buffer_pitches, host_pitches, wait_for, is_blocking)
    return _rectangle(queue, mem, hostbuf, buffer_origin, host_origin, region, more)


def _enqueue_copy_buffer_rect(
    queue: QueueLike,
    src: BufferLike,
    dst: BufferLike,
    src_origin: Numbers,
    dst_origin: Numbers,
    region: Numbers,
    src_pitches: Optional[Numbers] = None,
    dst_pitches: Optional[Numbers] = None,
    wait_for: WaitList = None,
) -> Event:
    """Copies a rectangle between buffers."""
    return enqueue_copy(
        queue, dst, src, src_origin=src_origin, dst_origin=dst_origin, region=region, src_pitches=src_pitches,
        dst_pitches=dst_pitches, wait_for=wait_for,
    )  # fmt: skip


def _enqueue_read_image(
    queue: QueueLike,
    mem: ImageLike,
    origin: Numbers,
    region: Numbers,
    hostbuf: HostMemory,
    row_pitch: int = 0,
    slice_pitch: int = 0,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies from an image to the host."""
    pitches = (row_pitch, slice_pitch)
    return enqueue_copy(
        queue, hostbuf, mem, origin=origin, region=region, pitches=pitches, wait_for=wait_for, is_blocking=is_blocking
    )


def _enqueue_write_image(
    queue: QueueLike,
    mem: ImageLike,
    origin: Numbers,
    region: Numbers,
    hostbuf: HostMemory,
    row_pitch: int = 0,
    slice_pitch: int = 0,
    wait_for: WaitList = None,
    is_blocking: bool = True,
) -> Event:
    """Copies from the host to an image."""
    pitches = (row_pitch, slice_pitch)
    return enqueue_copy(
        queue, mem, hostbuf, origin=origin, region=region, pitches=pitches, wait_for=wait_for, is_blocking=is_blocking
    )


def _enqueue_copy_image(
    queue: QueueLike,
    src: ImageLike,
    dest: ImageLike,
    src_origin: Numbers,
    dest_origin: Numbers,
    region: Numbers,
    wait_for: WaitList = None,
) -> Event:
    """Copies between images."""
    return enqueue_copy(
        queue, dest, src, src_origin=src_origin, dest_origin=dest_origin, region=region, wait_for=wait_for
    )


def _enqueue_copy_image_to_buffer(
    queue: QueueLike,
    src: ImageLike,
    dest: BufferLike,
    origin: Numbers,
    region: Numbers,
    offset: int,
    wait_for: WaitList = None,
) -> Event:
    """Copies from an image to a buffer."""
    return enqueue_copy(queue, dest, src, origin=origin, region=region, offset=offset, wait_for=wait_for)


def _enqueue_copy_buffer_to_image(
    queue: QueueLike,
    src: BufferLike,
    dest: ImageLike,
    offset: int,
    origin: Numbers,
    region: Numbers,
    wait_for: WaitList = None,
) -> Event:
    """Copies from a buffer to an image."""
    return enqueue_copy(queue, dest, src, origin=origin, region=region, offset=offset, wait_for=wait_for)


def _enqueue_svm_memcpy(
    queue: QueueLike,
    is_blocking: bool,
    dst: Any,
    src: Any,
    byte_count: Optional[int] = None,
    wait_for: WaitList = None,
) -> Event:
    """Copies between SVM, or SVM and the host."""
    done: Event = enqueue_copy(queue, dst, src, byte_count=byte_count, wait_for=wait_for, is_blocking=is_blocking)
    return done
