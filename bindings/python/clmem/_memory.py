"""Memory objects: what all have in common, buffers and pipes."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Tuple

from . import _handles, _info
from ._constants import mem_flags, mem_info, mem_object_type, pipe_info, status_code
from ._errors import check, last_error, logic, wrong_type
from ._ffi import ffi, lib
from ._host import HostMemory, Lender, Viewed, host_memory, interface, layout, lent_array
from ._info import Attributes
from ._platform import Context
from ._queue import CommandQueue, Event, WaitList

_END = 2**63 - 1
ALL = 2**64 - 1  # SIZE_MAX: as much as there is


class MemoryObjectHolder(Attributes, Lender, _handles.OwnMemory):
    """What stands for an OpenCL memory object.

    The lower-case names of :class:`mem_info` are attributes that ask OpenCL for them. Two are equal if they stand for the
    same OpenCL object.
    """

    __slots__ = ()
    _info_names: Tuple[Any, ...] = (mem_info,)

    if TYPE_CHECKING:

        @property
        def _handle(self) -> int:
            """The library's token, 0 once it is released."""

    def _token(self, kind: Any = _handles.MEMORY) -> Any:
        """The token as a cffi pointer."""
        handle = self._handle
        if handle == 0:
            raise logic(type(self).__name__, "it was released already", status_code.INVALID_MEM_OBJECT)
        return ffi.cast(kind, handle)

    def release(self) -> None:
        """Gives the memory back; what is enqueued runs."""
        raise NotImplementedError

    @property
    def int_ptr(self) -> int:
        """The address of the OpenCL object (``cl_mem``).

        :raises LogicError: it was released.
        """
        mem = ffi.new("cl_mem *")
        check(lib.clmem_memory_mem(self._token(), mem))
        return _handles.as_int(mem[0])

    def _describe(self) -> Any:
        info = ffi.new("clmem_memory_info *")
        info.struct_size = ffi.sizeof("clmem_memory_info")
        check(lib.clmem_memory_describe(self._token(), info))
        return info

    @property
    def size(self) -> int:
        """The size in bytes, as it was asked for."""
        return int(self._describe().bytes)

    def get_info(self, param: int) -> Any:
        """Asks for a property; `param` is one of :class:`mem_info`. The size is the one that was asked for."""
        if param == mem_info.SIZE:
            return self.size
        if param == mem_info.HOST_PTR:
            raise logic("MemoryObject.get_info", "use get_host_array() for the host's memory")
        value = _info.MEMORY.get(param, _info.integer)(_info.raw(self._query(lib.clmem_memory_query), param))
        if param == mem_info.ASSOCIATED_MEMOBJECT:
            return MemoryObject.from_int_ptr(value) if value else None
        if param == mem_info.CONTEXT:
            return Context.from_int_ptr(value)
        return value

    def _query(self, function: Callable[..., int], kind: Any = _handles.MEMORY) -> Any:
        token = self._token(kind)
        return lambda param, capacity, room, size: check(function(token, param, capacity, room, size))

    def _ask(self, names: Any, param: int) -> Any:
        return self.get_info(param)

    def get_host_array(self, shape: Any, dtype: Any, order: str = "C") -> Any:
        """The host's memory of an object that was made with ``mem_flags.USE_HOST_PTR``, as an array.

        :param shape: as in :func:`numpy.empty`, as are `dtype` and `order`.
        :returns: the array, whose `base` is this object.
        :raises LogicError: there is no such memory, or it is smaller than the array.
        """
        info = self._describe()
        routine = "MemoryObject.get_host_array"
        if not info.flags & mem_flags.USE_HOST_PTR or not info.host_pointer:
            raise logic(routine, "it was made without USE_HOST_PTR and has no memory of the host's")
        how = layout(shape, dtype, order)
        if how.nbytes > info.bytes:
            raise logic(routine, f"the array would have {how.nbytes} bytes, the memory has {info.bytes}")
        writable = not info.flags & mem_flags.HOST_READ_ONLY
        return lent_array(self, interface(_handles.as_int(info.host_pointer), how, writable), how)

    def bind_to_queue(self, queue: CommandQueue) -> None:
        """Does nothing: the order of commands that use buffers is kept without it. For likeness with SVM."""

    def unbind_from_queue(self) -> None:
        """Does nothing, as :meth:`bind_to_queue`."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, MemoryObjectHolder):
            return NotImplemented
        if not self._handle or not other._handle:
            return False
        return self.int_ptr == other.int_ptr

    def __hash__(self) -> int:
        return hash(self.int_ptr)

    def __repr__(self) -> str:
        if not self._handle:
            return f"<clmem.{type(self).__name__}, released>"
        return f"<clmem.{type(self).__name__} of {self.size} bytes>"


class MemoryObject(MemoryObjectHolder):
    """A memory object: a :class:`Buffer`, an :class:`Image` or a :class:`Pipe`, or what a pool hands out."""

    __slots__ = ()

    @property
    def hostbuf(self) -> Any:
        """The host's memory that the object was made with and uses (``USE_HOST_PTR``), else None."""
        return None

    @staticmethod
    def from_int_ptr(int_ptr_value: int, retain: bool = True) -> Any:
        """Makes a :class:`Buffer`, :class:`Image` or :class:`Pipe` for the ``cl_mem`` at an address.

        :param int_ptr_value: the address.
        :param retain: take a reference of its own; False takes over the caller's.
        :raises LogicError: there is no memory object at that address, as far as the driver can tell.
        :raises TypeError: the address is no int.
        """
        memory = ffi.new("clmem_memory *")
        mem = _handles.address(int_ptr_value, _handles.MEM, "MemoryObject.from_int_ptr")
        check(lib.clmem_memory_import(mem, int(bool(retain)), memory))
        info = ffi.new("clmem_memory_info *")
        info.struct_size = ffi.sizeof("clmem_memory_info")
        check(lib.clmem_memory_describe(memory[0], info))
        return _CLASSES.get(info.type, _image_class)()._adopt(memory[0])


class BufferMethods(MemoryObject):
    """What every buffer can do, whoever made it."""

    __slots__ = ()

    def get_sub_region(self, origin: int, size: int, flags: int = 0) -> Buffer:
        """A part of the buffer; of a part too.

        :param origin: where the part begins, in bytes: a multiple of the device's ``mem_base_addr_align`` (which is in bits).
        :param size: its size in bytes.
        :param flags: access bits of :class:`mem_flags`; 0: as the buffer.
        :raises LogicError: the part does not lie in the buffer, is empty, or does not begin at such a multiple.
        """
        if size <= 0 or origin < 0:
            raise logic(
                "Buffer.get_sub_region",
                f"origin is {origin} and size is {size}: the one must be 0 or more, the other above 0",
                status_code.INVALID_BUFFER_SIZE if origin >= 0 else status_code.INVALID_VALUE,
            )
        made = ffi.new("clmem_buffer *")
        check(lib.clmem_buffer_sub_region(self._token(_handles.BUFFER), origin, size, flags, made))
        return Buffer._part(made[0], self)

    def __getitem__(self, slc: slice) -> Buffer:
        """The bytes from one index to another: ``buffer[start:stop]``, with the buffer's access.

        :raises LogicError: nothing lies between the indices, or the start is not aligned, as in :meth:`get_sub_region`.
        """
        if not isinstance(slc, slice):
            raise wrong_type("Buffer.__getitem__", f"a buffer's index is a slice of bytes, not {type(slc).__name__}")
        if slc.step not in (None, 1):
            raise logic("Buffer.__getitem__", f"the step is {slc.step}: a part of a buffer has no gaps")
        made = ffi.new("clmem_buffer *")
        stop = _END if slc.stop is None else slc.stop
        check(lib.clmem_buffer_slice(self._token(_handles.BUFFER), slc.start or 0, stop, made))
        return Buffer._part(made[0], self)


class _Owner(MemoryObject, Viewed):
    """State of the memory objects that are made here: the token, and the host's memory that they use."""

    _handle = 0
    _hostbuf: Any = None
    _kept: Any = None  # what else must live as long, the host's memory of what this is a part of above all
    _hash: Optional[int] = None

    @classmethod
    def _of(cls, token: Any) -> Any:
        """An object for a token that it owns from now on."""
        return cls.__new__(cls)._adopt(token)

    def _adopt(self, token: Any, hostbuf: Any = None) -> Any:
        self._handle = _handles.as_int(token)
        self._hostbuf = hostbuf
        return self

    def _host_side(self) -> Any:
        return self._kept if self._hostbuf is None else self._hostbuf

    @property
    def hostbuf(self) -> Any:
        """The host's memory that the object was made with and uses (``USE_HOST_PTR``), else None."""
        return None if self._hostbuf is None else self._hostbuf.owner

    def release(self) -> None:
        """Releases the object; what is enqueued runs, and what was made of it stays.

        If arrays show the memory, it goes back with the last of them.

        :raises LogicError: it was released already.
        """
        token, self._handle = self._token(), 0
        self._free(lambda: check(lib.clmem_memory_release(token)))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash

    def __del__(self, release: Any = lib.clmem_memory_release, cast: Any = ffi.cast, kind: Any = _handles.MEMORY) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            release(cast(kind, handle))


def host_side(memory: Any) -> Any:
    """What of the host's memory needs as long as anything uses it, itself or what it is a part of; None if nothing."""
    return memory._host_side() if isinstance(memory, Viewed) else None


def retry(create: Callable[..., int], *arguments: Any) -> None:
    """Calls a function that allocates; where memory is short, once more when the garbage is collected."""
    status = create(*arguments)
    if not status:
        return
    error = last_error(status)
    if error.is_out_of_memory():
        gc.collect()
        status = create(*arguments)
        if not status:
            return
        error = last_error(status)
    raise error


def hostbuf_memory(hostbuf: Any, flags: int, routine: str) -> Optional[HostMemory]:
    """The memory of a constructor's `hostbuf`, as the flags need it."""
    if hostbuf is None:
        return None
    if not flags & (mem_flags.USE_HOST_PTR | mem_flags.COPY_HOST_PTR):
        warnings.warn("hostbuf is given, but flags say neither USE_HOST_PTR nor COPY_HOST_PTR", stacklevel=3)
    writes = not flags & (mem_flags.READ_ONLY | mem_flags.HOST_READ_ONLY)
    return host_memory(hostbuf, "hostbuf", routine, writable=bool(flags & mem_flags.USE_HOST_PTR) and writes)


class Buffer(BufferMethods, _Owner):
    """A buffer of device memory.

    :param context: the context.
    :param flags: bits of :class:`mem_flags`; 0 means ``READ_WRITE``.
    :param size: its size in bytes; 0: that of `hostbuf`.
    :param hostbuf: the host's memory, which is copied (``COPY_HOST_PTR``) or used as long as the buffer lives
        (``USE_HOST_PTR``): anything that exports a buffer, as a numpy array without gaps.
    :raises MemoryError: the driver has no memory. Many drivers see that at the first command only.
    :raises LogicError: the size is 0, above that of `hostbuf`, or more than the device gives in one piece; the flags contradict
        each other or `hostbuf`.
    """

    def __init__(self, context: Context, flags: int, size: int = 0, hostbuf: Any = None):
        memory = hostbuf_memory(hostbuf, flags, "Buffer")
        if size < 0:
            raise logic("Buffer", f"size is {size}", status_code.INVALID_BUFFER_SIZE)
        if memory is not None:
            if size > memory.nbytes:
                raise logic("Buffer", f"size is {size}, but hostbuf has {memory.nbytes} bytes")
            size = size or memory.nbytes
        if size == 0:
            raise logic("Buffer", "size is 0: say how many bytes, or hand in a hostbuf", status_code.INVALID_BUFFER_SIZE)
        pointer = ffi.NULL if memory is None else memory.pointer
        in_context = _handles.context(context, "context", "Buffer")
        made = ffi.new("clmem_buffer *")
        retry(lib.clmem_buffer_create, in_context, flags, size, pointer, made)
        self._adopt(made[0], memory if flags & mem_flags.USE_HOST_PTR else None)

    @classmethod
    def _part(cls, token: Any, whole: Any) -> Buffer:
        """A part of a buffer, which keeps the host's memory that the whole uses."""
        part: Buffer = cls._of(token)
        part._kept = host_side(whole)
        return part


class Pipe(_Owner):
    """A pipe, through which kernels hand packets to one another. Needs OpenCL 2.0 and a device that has pipes.

    :param context: the context.
    :param flags: ``mem_flags.READ_WRITE`` and ``HOST_NO_ACCESS``, or 0 for both.
    :param packet_size: the size of a packet in bytes.
    :param max_packets: how many packets it holds.
    :param properties: must be empty, as OpenCL knows none; the closing 0 is added.
    :raises LogicError: no device of the context has pipes, or a size is out of range.
    """

    _info_names = (mem_info, pipe_info)

    def __init__(self, context: Context, flags: int, packet_size: int, max_packets: int, properties: Sequence[int] = ()):
        made = ffi.new("clmem_pipe *")
        numbers = ffi.new("uint64_t[]", list(properties)) if properties else ffi.NULL
        in_context = _handles.context(context, "context", "Pipe")
        check(
            lib.clmem_pipe_create(in_context, flags, packet_size, max_packets, len(properties), numbers, made)
        )
        self._adopt(made[0])

    def get_pipe_info(self, param: int) -> Any:
        """Asks for a property; `param` is one of :class:`pipe_info`."""
        data = _info.raw(self._query(lib.clmem_pipe_query, ffi.typeof("clmem_pipe")), param)
        return _info.sizes(data) if param == pipe_info.PROPERTIES else _info.integer(data)

    def _ask(self, names: Any, param: int) -> Any:
        return self.get_pipe_info(param) if names is pipe_info else self.get_info(param)


def _buffer_class() -> Any:
    return Buffer.__new__(Buffer)


def _pipe_class() -> Any:
    return Pipe.__new__(Pipe)


def _image_class() -> Any:
    from ._image import Image

    return Image.__new__(Image)


_CLASSES = {mem_object_type.BUFFER: _buffer_class, mem_object_type.PIPE: _pipe_class}


def enqueue_migrate_mem_objects(
    queue: CommandQueue, mem_objects: Sequence[Any], flags: int = 0, wait_for: WaitList = None
) -> Event:
    """Moves memory objects to the queue's device, or to the host. Needs OpenCL 1.2.

    :param mem_objects: buffers, images and pipes.
    :param flags: bits of :class:`mem_migration_flags`.
    :param wait_for: None, or a list of events that the command waits for.
    """
    routine = "enqueue_migrate_mem_objects"
    with _handles.memories(mem_objects, "mem_objects", routine) as tokens:
        event = ffi.new("cl_event *")
        listed = ffi.new("clmem_memory[]", tokens) if tokens else ffi.NULL
        waits = _handles.events(wait_for, "wait_for", routine)
        on_queue = _handles.queue(queue, "queue", routine)
        check(lib.clmem_memory_migrate(on_queue, len(tokens), listed, flags, *waits, event))
    made: Event = Event._owned(event[0])
    return made


__all__: List[str] = [
    "Buffer", "BufferMethods", "MemoryObject", "MemoryObjectHolder", "Pipe", "enqueue_migrate_mem_objects",
]  # fmt: skip
