"""Pipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from . import _checks, _handles, _info
from ._constants import mem_flags, mem_info, mem_object_type, pipe_info
from ._errors import check
from ._ffi import ffi, lib
from ._memory import MemoryOwner

if TYPE_CHECKING:
    from ._types import ContextLike


class Pipe(MemoryOwner, types=[mem_object_type.PIPE]):
    """A pipe, through which kernels pass packets to one another. Needs OpenCL 2.0 and a device that has pipes.

    :param context: the context.
    :param flags: ``mem_flags.READ_WRITE`` and ``HOST_NO_ACCESS``, or 0 for both.
    :param packet_size: the size of a packet in bytes.
    :param max_packets: how many packets the pipe holds.
    :param properties: must be empty, as OpenCL defines none.
    :raises LogicError: no device of the context has pipes, or a size is out of range.
    """

    _info_names = (mem_info, pipe_info)
    max_packets: int
    packet_size: int

    def __init__(
        self, context: ContextLike, flags: int, packet_size: int, max_packets: int, properties: Sequence[int] = ()
    ):
        made = ffi.new("clmem_pipe *")
        listed = _checks.numbers(properties, "properties", "Pipe")
        numbers = ffi.new("uint64_t[]", listed) if listed else ffi.NULL
        flags = _checks.flags(flags, mem_flags, "flags", "Pipe")
        packet_size = _checks.number(packet_size, "packet_size", "Pipe", what=_checks.SIZE)
        max_packets = _checks.number(max_packets, "max_packets", "Pipe")
        in_context = _handles.context(context, "context", "Pipe")
        check(lib.clmem_pipe_create(in_context, flags, packet_size, max_packets, len(listed), numbers, made))
        self._adopt(made[0])

    def get_pipe_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`pipe_info`."""
        data = _info.raw(self._query(lib.clmem_pipe_query, ffi.typeof("clmem_pipe")), param)
        return _info.sizes(data) if param == pipe_info.PROPERTIES else _info.integer(data)

    def _ask(self, names: Any, param: int) -> Any:
        return self.get_pipe_info(param) if names is pipe_info else self.get_info(param)
