"""What all memory objects have in common: buffers, images and pipes."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Type

from . import _checks, _handles, _info, _pending
from ._constants import mem_flags, mem_info, mem_migration_flags, status_code
from ._errors import Error, check, last_error, logic
from ._ffi import ffi, lib
from ._handles import record
from ._host import HostMemory, Lender, Viewed, host_memory, interface, layout, lent_array
from ._info import Attributes
from ._platform import Context
from ._queue import Event, WaitList
from ._warnings import frames_of_clmem

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ._types import Array, MemoryLike, Numbers, QueueLike


class MemoryObjectHolder(Attributes, Lender, _handles.OwnMemory):
    """An OpenCL memory object.

    The lower-case names of :class:`mem_info` are attributes that query OpenCL. Two objects are equal if they stand for
    the same OpenCL object.
    """

    __slots__ = ()
    _info_names: Tuple[Any, ...] = (mem_info,)
    associated_memobject: Optional[MemoryObject]
    context: Context
    flags: int
    map_count: int
    offset: int
    properties: List[int]
    reference_count: int
    type: int
    uses_svm_pointer: bool

    if TYPE_CHECKING:

        @property
        def _handle(self) -> int:
            """The library's token, 0 once released."""

    def _token(self, kind: Any = _handles.MEMORY) -> Any:
        """The token as a cffi pointer."""
        handle = self._handle
        if handle == 0:
            raise logic(type(self).__name__, "the memory was already released", status_code.INVALID_MEM_OBJECT)
        return ffi.cast(kind, handle)

    def release(self) -> None:
        """Releases the memory; enqueued commands may still use it."""
        raise NotImplementedError

    @property
    def int_ptr(self) -> int:
        """The address of the OpenCL object (``cl_mem``).

        :raises LogicError: the memory was released.
        """
        mem = ffi.new("cl_mem *")
        check(lib.clmem_memory_mem(self._token(), mem))
        return _handles.as_int(mem[0])

    def _describe(self) -> Any:
        return record("clmem_memory_info", lib.clmem_memory_describe, self._token())

    @property
    def size(self) -> int:
        """The size in bytes, as requested."""
        return int(self._describe().bytes)

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`mem_info`. The size is the requested one."""
        if param == mem_info.SIZE:
            return self.size
        if param == mem_info.HOST_PTR:
            raise logic("MemoryObject.get_info", "HOST_PTR cannot be queried; use get_host_array() for host memory")
        value = _info.decoded(_info.MEMORY, self._query(lib.clmem_memory_query), param)
        if param == mem_info.ASSOCIATED_MEMOBJECT:
            return MemoryObject.from_int_ptr(value) if value else None
        if param == mem_info.CONTEXT:
            return Context.from_int_ptr(value)
        return value

    def _query(self, function: Callable[..., int], kind: Any = _handles.MEMORY) -> Any:
        token = self._token(kind)
        return lambda param, capacity, room, size: check(function(token, param, capacity, room, size))

    def get_host_array(self, shape: Numbers, dtype: DTypeLike, order: str = "C") -> Array:
        """The host memory of an object that was made with ``mem_flags.USE_HOST_PTR``, as an array.

        :param shape: as in :func:`numpy.empty`, as are `dtype` and `order`.
        :returns: the array, whose `base` is this object.
        :raises LogicError: there is no such memory, or it is smaller than the array.
        """
        routine = "MemoryObject.get_host_array"
        how = layout(shape, dtype, order, routine=routine)
        info = self._describe()
        if not info.flags & mem_flags.USE_HOST_PTR or not info.host_pointer:
            raise logic(routine, "expected an object made with USE_HOST_PTR, got one without host memory")
        if how.nbytes > info.bytes:
            raise logic(routine, f"expected an array of at most {info.bytes} bytes, the size, got {how.nbytes}")
        writable = not info.flags & mem_flags.HOST_READ_ONLY
        described = interface(_handles.as_int(info.host_pointer), how, writable)
        return lent_array(self, described, how)  # type: ignore[no-any-return]

    def bind_to_queue(self, queue: QueueLike) -> None:
        """Does nothing: commands on buffers are ordered without it. SVM has a method of this name."""

    def unbind_from_queue(self) -> None:
        """Does nothing, like :meth:`bind_to_queue`."""

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
    """A memory object: a :class:`Buffer`, an :class:`Image`, a :class:`Pipe` or a buffer of a pool."""

    __slots__ = ()

    @property
    def hostbuf(self) -> object:
        """The host memory that the object was made over (``USE_HOST_PTR``), else None."""
        return None

    @staticmethod
    def from_int_ptr(int_ptr_value: int, retain: bool = True) -> Any:
        """Makes a :class:`Buffer`, :class:`Image` or :class:`Pipe` for the ``cl_mem`` at an address.

        :param int_ptr_value: the address.
        :param retain: add a reference; False takes over the caller's, unless the call fails.
        :raises LogicError: there is no memory object at that address, as far as the driver can tell.
        :raises TypeError: the address is no int.
        """
        memory = ffi.new("clmem_memory *")
        mem = _handles.address(int_ptr_value, _handles.MEM, "MemoryObject.from_int_ptr")
        check(lib.clmem_memory_import(mem, 1, memory))
        try:
            info = record("clmem_memory_info", lib.clmem_memory_describe, memory[0])
        except Error:
            lib.clmem_memory_release(memory[0])
            raise
        made = _CLASSES[info.type]._of(memory[0])
        if not retain:  # last: nothing else can fail any more
            check(lib.clmem_memory_import(mem, 0, memory))
            check(lib.clmem_memory_release(memory[0]))
        return made


class MemoryOwner(MemoryObject, Viewed):
    """A memory object with state: the token, and the host memory that it uses.

    `types`, an argument of the class statement, are the :class:`mem_object_type` that the class stands for.
    """

    _handle = 0
    _hostbuf: Any = None
    _kept: Any = None  # anything else that must live as long, such as the host memory of the whole buffer
    _hash: Optional[int] = None

    def __init_subclass__(cls, types: Sequence[int] = (), **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        _CLASSES.update({type_: cls for type_ in types})

    @classmethod
    def _of(cls, token: Any) -> Any:
        """Makes an object that takes over a token."""
        return cls.__new__(cls)._adopt(token)

    def _adopt(self, token: Any, hostbuf: Any = None) -> Any:
        self._handle = _handles.as_int(token)
        self._hostbuf = hostbuf
        return self

    def _host_side(self) -> Any:
        return self._kept if self._hostbuf is None else self._hostbuf

    @property
    def hostbuf(self) -> object:
        """The host memory that the object was made over (``USE_HOST_PTR``), else None."""
        return None if self._hostbuf is None else self._hostbuf.owner

    def release(self) -> None:
        """Releases the object. Enqueued commands may still use it, and objects made from it stay valid.

        If arrays show the memory, it is freed with the last of them.

        :raises LogicError: it was already released.
        """
        token, self._handle = self._token(), 0
        self._free(lambda: check(lib.clmem_memory_release(token)))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash

    def __del__(
        self, release: Any = lib.clmem_memory_release, cast: Any = ffi.cast, kind: Any = _handles.MEMORY
    ) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            release(cast(kind, handle))


_CLASSES: Dict[int, Type[MemoryOwner]] = {}  # by mem_object_type


def host_side(memory: Any) -> Any:
    """The host memory that an object, or the whole that it is a part of, uses while it lives; None if there is none."""
    return memory._host_side() if isinstance(memory, Viewed) else None


# Without one of these, a constructor does not read its `hostbuf`.
HOST_FLAGS = mem_flags.USE_HOST_PTR | mem_flags.COPY_HOST_PTR


def retry(create: Callable[..., int], *arguments: Any) -> None:
    """Calls a function that allocates; if memory is short, collects garbage and calls it once more."""
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
    """The memory of a constructor's `hostbuf`, writable if the flags need it."""
    if hostbuf is None:
        return None
    if not flags & HOST_FLAGS:
        message = "hostbuf gives only the size: flags contain neither USE_HOST_PTR nor COPY_HOST_PTR"
        warnings.warn(message, stacklevel=frames_of_clmem())
    writes = not flags & (mem_flags.READ_ONLY | mem_flags.HOST_READ_ONLY)
    return host_memory(hostbuf, "hostbuf", routine, writable=bool(flags & mem_flags.USE_HOST_PTR) and writes)


def enqueue_migrate_mem_objects(
    queue: QueueLike, mem_objects: Sequence[MemoryLike], flags: int = 0, wait_for: WaitList = None
) -> Event:
    """Moves memory objects to the queue's device, or to the host. Needs OpenCL 1.2.

    :param mem_objects: buffers, images and pipes.
    :param flags: bits of :class:`mem_migration_flags`.
    :param wait_for: None, or a list of events that the command waits for.
    """
    routine = "enqueue_migrate_mem_objects"
    flags = _checks.flags(flags, mem_migration_flags, "flags", routine)
    with _handles.memories(mem_objects, "mem_objects", routine) as tokens:
        event = ffi.new("cl_event *")
        listed = ffi.new("clmem_memory[]", tokens) if tokens else ffi.NULL
        options, _events = _handles.enqueue_options(wait_for, routine)
        on_queue = _handles.queue(queue, "queue", routine)
        check(lib.clmem_memory_migrate(on_queue, len(tokens), listed, flags, options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


__all__: List[str] = ["MemoryObject", "MemoryObjectHolder", "enqueue_migrate_mem_objects"]
