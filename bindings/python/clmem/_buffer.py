"""Buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _checks, _handles
from ._constants import mem_flags, mem_object_type, status_code
from ._errors import check, logic, wrong_type
from ._ffi import ffi, lib
from ._memory import HOST_FLAGS, MemoryObject, MemoryOwner, host_side, hostbuf_memory, retry

if TYPE_CHECKING:
    from ._types import ContextLike, HostMemory

_HOSTBUF = "; pass host memory as hostbuf"
_INT64 = (-(2**63), 2**63 - 1)


class BufferMethods(MemoryObject):
    """What every buffer can do, a pool's included."""

    __slots__ = ()

    def get_sub_region(self, origin: int, size: int, flags: int = 0) -> Buffer:
        """A part of the buffer, which may be a part itself.

        :param origin: where the part begins, in bytes: a multiple of the device's ``mem_base_addr_align`` (which is in
            bits).
        :param size: its size in bytes.
        :param flags: access bits of :class:`mem_flags`; 0 means the buffer's.
        :raises LogicError: the part is empty, passes the buffer's end, or begins at an address that is not aligned.
        """
        routine = "Buffer.get_sub_region"
        origin = _checks.number(origin, "origin", routine, *_INT64, what=_checks.OFFSET)
        size = _checks.number(size, "size", routine, *_INT64, what=_checks.SIZE)
        flags = _checks.flags(flags, mem_flags, "flags", routine)
        if size <= 0 or origin < 0:
            raise logic(
                routine,
                f"expected an origin of at least 0 and a size above 0, got {origin} and {size}",
                status_code.INVALID_BUFFER_SIZE if origin >= 0 else status_code.INVALID_VALUE,
            )
        made = ffi.new("clmem_buffer *")
        check(lib.clmem_buffer_sub_region(self._token(_handles.BUFFER), origin, size, flags, made))
        return Buffer._part(made[0], self)

    def __getitem__(self, slc: slice) -> Buffer:
        """The bytes ``buffer[start:stop]`` as a buffer with the same access.

        :raises LogicError: the slice is empty, or its start is not aligned, as in :meth:`get_sub_region`.
        """
        if not isinstance(slc, slice):
            what = f"expected a slice of bytes, got an index of type {type(slc).__name__}"
            raise wrong_type("Buffer.__getitem__", what)
        routine = "Buffer.__getitem__"
        if slc.step not in (None, 1):
            what = f"expected a step of 1, since parts of buffers have no gaps, got {_checks.shown(slc.step)}"
            raise logic(routine, what)
        made = ffi.new("clmem_buffer *")
        bounds = []
        for value, name, default in ((slc.start, "start", 0), (slc.stop, "stop", _INT64[1])):
            given = default if value is None else value
            bounds.append(_checks.number(given, name, routine, *_INT64, what=_checks.OFFSET))
        check(lib.clmem_buffer_slice(self._token(_handles.BUFFER), *bounds, made))
        return Buffer._part(made[0], self)


class Buffer(BufferMethods, MemoryOwner, types=[mem_object_type.BUFFER]):
    """A buffer of device memory.

    :param context: the context.
    :param flags: bits of :class:`mem_flags`; 0 means ``READ_WRITE``.
    :param size: its size in bytes; 0 means that of `hostbuf`.
    :param hostbuf: host memory, which is copied (``COPY_HOST_PTR``) or used for as long as the buffer lives
        (``USE_HOST_PTR``): anything that exports a contiguous buffer, such as a numpy array.
    :raises MemoryError: the driver has no memory. Many drivers notice that only at the first command.
    :raises LogicError: the size is 0, above that of `hostbuf`, or above the device's maximum; or the flags contradict
        each other or `hostbuf`.
    """

    def __init__(self, context: ContextLike, flags: int, size: int = 0, hostbuf: Optional[HostMemory] = None):
        flags = _checks.flags(flags, mem_flags, "flags", "Buffer")
        size = _checks.size(size, "size", "Buffer", advice=_HOSTBUF, code=status_code.INVALID_BUFFER_SIZE)
        memory = hostbuf_memory(hostbuf, flags, "Buffer")
        if memory is not None:
            if size > memory.nbytes:
                raise logic("Buffer", f"expected a size of at most {memory.nbytes}, that of hostbuf, got {size}")
            size = size or memory.nbytes
        if size == 0:
            raise logic("Buffer", "expected a size above 0, or a hostbuf, got neither", status_code.INVALID_BUFFER_SIZE)
        pointer = ffi.NULL if memory is None or not flags & HOST_FLAGS else memory.pointer
        in_context = _handles.context(context, "context", "Buffer")
        made = ffi.new("clmem_buffer *")
        retry(lib.clmem_buffer_create, in_context, flags, size, pointer, made)
        self._adopt(made[0], memory if flags & mem_flags.USE_HOST_PTR else None)

    @classmethod
    def _part(cls, token: Any, whole: Any) -> Buffer:
        """A part of a buffer. It keeps the host memory that the whole buffer uses."""
        part: Buffer = cls._of(token)
        part._kept = host_side(whole)
        return part
