"""Shared virtual memory: addresses that are valid on the host and on the device."""

from __future__ import annotations

import builtins
import weakref
from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

from . import _checks, _handles, _pending
from ._buffer import Buffer
from ._constants import map_flags, mem_flags, mem_migration_flags, svm_mem_flags
from ._errors import check, logic
from ._ffi import ffi, lib
from ._handles import ALL
from ._host import View, Viewed, array_of, host_memory, interface, layout, with_buffer
from ._map import MapHandle, is_writable
from ._memory import retry
from ._numpy import np
from ._queue import CommandQueue, Event, WaitList, enqueue_marker

if TYPE_CHECKING:
    from typing_extensions import CapsuleType

    from ._types import Array, Bytes, ContextLike, HostMemory, QueueLike

# The last map at each address, for an SVMMap that the program constructs.
_maps: "weakref.WeakValueDictionary[int, MapHandle]" = weakref.WeakValueDictionary()


class SVMPointer(_handles.OwnMemory):
    """An SVM pointer: an :class:`SVMAllocation`, an :class:`SVM` or SVM of a pool."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def _handle(self) -> int:
            """The library's token, 0 once released."""

    def _token(self, kind: Any = _handles.BUFFER) -> Any:
        handle = self._handle
        if handle == 0:
            raise logic(builtins.type(self).__name__, "the memory was already released")
        return ffi.cast(kind, handle)

    @property
    def svm_ptr(self) -> int:
        """The address, as an int."""
        pointer = ffi.new("void **")
        check(lib.clmem_svm_pointer(self._token(), pointer))
        return _handles.as_int(pointer[0])

    @property
    def size(self) -> Optional[int]:
        """The size in bytes; None if it is unknown."""
        bytes_ = ffi.new("size_t *")
        check(lib.clmem_buffer_size(self._token(), bytes_))
        return None if bytes_[0] == ALL else int(bytes_[0])

    def _known_size(self, size: Optional[int], routine: str) -> int:
        known = self.size if size is None else _checks.size(size, "size", routine)
        if known is None:
            raise logic(routine, "size: expected a size, since that of the memory is unknown, got None")
        return known

    @property
    def buf(self) -> Bytes:
        """The memory as a one-dimensional array of bytes. The kind of SVM decides when the host may access it."""
        how = layout(self._known_size(None, "SVMPointer.buf"), np.uint8)
        return array_of(View(self, interface(self.svm_ptr, how, True)), how)  # type: ignore[no-any-return]

    def map(
        self,
        queue: QueueLike,
        *,
        flags: int,
        is_blocking: bool = True,
        wait_for: WaitList = None,
        size: Optional[int] = None,
    ) -> SVMMap:
        """Maps the memory, so that the host may access it.

        :param flags: bits of :class:`map_flags`.
        :param is_blocking: return when the memory can be accessed; otherwise that is when the map's event is complete.
        :param wait_for: None, or a list of events that the command waits for.
        :param size: the size to map in bytes; by default all.
        :return: an :class:`SVMMap`, whose array consists of bytes.
        """
        nbytes = self._known_size(size, "SVMPointer.map")
        handle, event = self._map(queue, flags, is_blocking, wait_for, nbytes)
        how = layout(nbytes, np.uint8)
        view = View(self, interface(self.svm_ptr, how, is_writable(flags)), handle)
        return SVMMap._of(handle, self, array_of(view, how), queue, event)

    def _map(self, queue: Any, flags: int, is_blocking: bool, wait_for: WaitList, nbytes: int) -> Any:
        flags = _checks.flags(flags, map_flags, "flags", "SVMPointer.map")
        map_, event = ffi.new("clmem_map *"), ffi.new("cl_event *")
        on_queue = _handles.queue(queue, "queue", "SVMPointer.map")
        options, _events = _handles.command_options("clmem_map_buffer_options", wait_for, "SVMPointer.map")
        options.bytes, options.non_blocking = nbytes, not is_blocking
        check(lib.clmem_map_buffer(self._token(), on_queue, flags, options, map_, event))
        if not map_[0]:
            raise logic("SVMPointer.map", "expected memory of at least one byte, got empty memory")
        handle = MapHandle(map_[0], queue)
        _maps[self.svm_ptr] = handle
        return handle, _pending.enqueued(on_queue, event[0], wait_for, Event)

    def map_ro(
        self, queue: QueueLike, *, is_blocking: bool = True, wait_for: WaitList = None, size: Optional[int] = None
    ) -> SVMMap:
        """Like :meth:`map`, for reading."""
        return self.map(queue, flags=map_flags.READ, is_blocking=is_blocking, wait_for=wait_for, size=size)

    def map_rw(
        self, queue: QueueLike, *, is_blocking: bool = True, wait_for: WaitList = None, size: Optional[int] = None
    ) -> SVMMap:
        """Like :meth:`map`, for reading and writing."""
        flags = map_flags.READ | map_flags.WRITE
        return self.map(queue, flags=flags, is_blocking=is_blocking, wait_for=wait_for, size=size)

    def as_buffer(self, ctx: ContextLike, *, flags: Optional[int] = None, size: Optional[int] = None) -> Buffer:
        """The memory as a :class:`Buffer`, for functions that take no address. The buffer keeps the memory alive.

        :param flags: bits of :class:`mem_flags`, by default ``READ_WRITE``.
        :param size: in bytes; by default all.
        """
        made = ffi.new("clmem_buffer *")
        routine = "SVMPointer.as_buffer"
        in_context = _handles.context(ctx, "ctx", routine)
        wanted = mem_flags.READ_WRITE
        if flags is not None:
            wanted = _checks.flags(flags, mem_flags, "flags", routine) & ~mem_flags.USE_HOST_PTR
        nbytes = ALL if size is None else _checks.size(size, "size", routine)
        check(lib.clmem_svm_as_buffer(self._token(), in_context, wanted, nbytes, made))
        if not made[0]:
            raise logic(routine, "size: expected a size above 0, got 0")
        buffer: Buffer = Buffer._of(made[0])
        buffer._kept = self
        return buffer

    def __repr__(self) -> str:
        name = f"clmem.{builtins.type(self).__name__}"
        size = None if not self._handle else self.size
        if size is None:
            return f"<{name}, {'of unknown size' if self._handle else 'released or empty'}>"
        return f"<{name} of {size} bytes at {self.svm_ptr:#x}>"

    def _is_for_host(self) -> bool:
        """Whether the host may access the memory without a map."""
        if self.size == 0:
            return True
        info = _handles.record("clmem_memory_info", lib.clmem_memory_describe, self._token(_handles.MEMORY))
        return bool(info.flags & svm_mem_flags.SVM_FINE_GRAIN_BUFFER)

    def __dlpack__(self, **options: Any) -> CapsuleType:
        """The memory as a DLPack capsule of bytes, for SVM that the host may access without a map (fine-grain).

        :raises BufferError: the memory must be mapped first; pass on the array of the map.
        """
        if not self._is_for_host():
            raise BufferError("the host cannot access this memory without a map; use the array that map() returns")
        return self.buf.__dlpack__(**options)

    def __dlpack_device__(self) -> Tuple[int, int]:
        """DLPack's identifier of host memory."""
        return (1, 0)


class _SVMOwner(SVMPointer, Viewed):
    """An SVM pointer with state: the token."""

    _handle = 0

    def __del__(
        self, release: Any = lib.clmem_buffer_release, cast: Any = ffi.cast, kind: Any = _handles.BUFFER
    ) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            release(cast(kind, handle))


class SVMAllocation(_SVMOwner):
    """Shared virtual memory, allocated without a pool.

    :param context: the context; all of its devices can use the memory.
    :param size: in bytes.
    :param alignment: the alignment of the address: a power of two, or 0 for the devices' default.
    :param flags: bits of :class:`svm_mem_flags`.
    :param queue: an in-order queue that the memory belongs to. A release frees the memory once all commands enqueued in
        the queue so far are complete. Without a queue, a release waits only for commands that clmem itself has
        enqueued.
    :raises MemoryError: the device is out of memory.
    :raises LogicError: a device lacks such memory, or the queue is out-of-order.
    """

    _bound: Any = None
    _is_empty = False

    def __init__(
        self,
        context: ContextLike,
        size: int,
        alignment: Optional[int] = 0,
        flags: int = svm_mem_flags.READ_WRITE,
        queue: Optional[QueueLike] = None,
    ):
        in_context = _handles.context(context, "context", "SVMAllocation")
        on_queue = _handles.queue_or_null(queue, "queue", "SVMAllocation")
        size = _checks.size(size, "size", "SVMAllocation")
        alignment = _checks.size(0 if alignment is None else alignment, "alignment", "SVMAllocation")
        flags = _checks.flags(flags, svm_mem_flags, "flags", "SVMAllocation")
        made = ffi.new("clmem_buffer *")
        retry(lib.clmem_svm_allocate, in_context, flags, size, alignment, on_queue, made)
        self._handle = _handles.as_int(made[0])
        self._is_empty = size == 0
        self._bound = queue

    @classmethod
    def _of(cls, token: Any) -> Any:
        """Makes an object that takes over a token."""
        made = cls.__new__(cls)
        made._handle = _handles.as_int(token)
        return made

    @property
    def size(self) -> Optional[int]:
        """The size in bytes."""
        return 0 if self._is_empty else super().size

    @property
    def svm_ptr(self) -> int:
        """The address, as an int; 0 for an empty allocation."""
        return 0 if self._is_empty else super().svm_ptr

    def __bool__(self) -> bool:
        return not self._is_empty

    @property
    def _queue(self) -> Optional[CommandQueue]:
        return self._bound  # type: ignore[no-any-return]

    def release(self) -> None:
        """Releases the memory, in the order of the queue that it belongs to.

        If arrays show the memory, it is freed with the last of them.

        :raises LogicError: it was already released.
        """
        if self._is_empty:
            return
        token, self._handle = self._token(), 0
        self._free(lambda: check(lib.clmem_buffer_release(token)))

    def enqueue_release(self, queue: Optional[QueueLike] = None, wait_for: WaitList = None) -> Event:
        """Releases the memory once a queue has completed its commands so far.

        :param queue: the queue; by default the one that the memory belongs to.
        :param wait_for: None, or a list of events that the release waits for.
        :raises LogicError: the memory belongs to no queue, or was already released.
        """
        routine = "SVMAllocation.enqueue_release"
        chosen = self._bound if queue is None else queue
        if chosen is None:
            raise logic(routine, "queue: expected a queue, since the memory belongs to no queue, got None")
        if self._is_empty:
            return enqueue_marker(chosen, wait_for)
        on_queue = _handles.queue(chosen, "queue", routine)
        options, _events = _handles.enqueue_options(wait_for, routine)
        token, event = self._token(), ffi.new("cl_event *")
        if self._views:  # commands that are enqueued before the last view is gone are waited for, too
            reached: Event = enqueue_marker(chosen, wait_for)
            self._handle = 0
            self._free(lambda: _release_enqueued(token, chosen))
            return reached
        check(lib.clmem_svm_release_enqueued(token, on_queue, options, event))
        self._handle = 0
        return _pending.enqueued(on_queue, event[0], wait_for, Event)

    def bind_to_queue(self, queue: QueueLike) -> None:
        """Makes the memory belong to another queue, which first waits for the previous queue's commands.

        :raises LogicError: the queue is out-of-order.
        """
        on_queue = _handles.queue(queue, "queue", "SVMAllocation.bind_to_queue")
        if not self._is_empty:
            check(lib.clmem_svm_bind(self._token(), on_queue))
        self._bound = queue

    def unbind_from_queue(self) -> None:
        """Makes the memory belong to no queue; waits until the previous queue's commands are complete."""
        if not self._is_empty:
            check(lib.clmem_svm_unbind(self._token()))
        self._bound = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, SVMAllocation):
            return NotImplemented
        return bool(self._handle) and self._handle == other._handle

    def __hash__(self) -> int:
        return id(self)


def _release_enqueued(token: Any, queue: Any) -> None:
    on_queue = _handles.queue(queue, "queue", "SVMAllocation.enqueue_release")
    check(lib.clmem_svm_release_enqueued(token, on_queue, ffi.NULL, ffi.NULL))


class SVM(_SVMOwner):
    """Tags an object's memory as shared virtual memory.

    The object is an array of :func:`svm_empty` or one of the similar functions, or any array if the device shares all
    host memory.

    :param mem: anything that exports a contiguous buffer, such as a numpy array.

    The tag allocates nothing. It refers to `mem`, which must live until the commands that use it are complete. A tag of
    an empty object is falsy; kernels get a NULL pointer for it, and commands refuse it.
    """

    def __init__(self, mem: HostMemory):
        memory = host_memory(mem, "mem", "SVM")
        self.mem: Any = mem
        self._memory = memory
        flags = 0 if _is_svm(mem) else lib.CLMEM_SVM_SYSTEM
        made = ffi.new("clmem_buffer *")
        check(lib.clmem_svm_wrap(ffi.NULL, memory.pointer, memory.nbytes, flags, made))
        self._handle = _handles.as_int(made[0])  # 0 if `mem` is empty

    def _token(self, kind: Any = _handles.BUFFER) -> Any:
        if not self:
            raise logic("SVM", "expected memory of at least one byte, got an empty object")
        return super()._token(kind)

    @property
    def size(self) -> Optional[int]:
        """The size of `mem` in bytes."""
        return self._memory.nbytes

    @property
    def svm_ptr(self) -> int:
        """The address of `mem`, as an int."""
        return _handles.as_int(self._memory.pointer)

    def __bool__(self) -> bool:
        return self._memory.nbytes != 0

    def _host_side(self) -> Any:
        return self._memory

    def map(  # type: ignore[override]
        self, queue: QueueLike, flags: int, is_blocking: bool = True, wait_for: WaitList = None
    ) -> SVMMap:
        """Maps all of the memory, like :meth:`SVMPointer.map`; the map's array is `mem` itself."""
        handle, event = self._map(queue, flags, is_blocking, wait_for, self._memory.nbytes)
        return SVMMap._of(handle, self, self.mem, queue, event)

    def map_ro(  # type: ignore[override]
        self, queue: QueueLike, is_blocking: bool = True, wait_for: WaitList = None
    ) -> SVMMap:
        """Like :meth:`map`, for reading."""
        return self.map(queue, map_flags.READ, is_blocking, wait_for)

    def map_rw(  # type: ignore[override]
        self, queue: QueueLike, is_blocking: bool = True, wait_for: WaitList = None
    ) -> SVMMap:
        """Like :meth:`map`, for reading and writing."""
        return self.map(queue, map_flags.READ | map_flags.WRITE, is_blocking, wait_for)


def _is_svm(mem: Any) -> bool:
    """Whether an array shows memory that clmem or pyopencl allocated as SVM."""
    while mem is not None:
        shown = mem.memory if isinstance(mem, View) else mem
        if isinstance(shown, SVMPointer) or _handles.is_foreign(shown, "SVMPointer"):
            return True
        mem = mem.obj if isinstance(mem, memoryview) else getattr(mem, "base", None)
    return False


class SVMMap(_handles.Unique):
    """Mapped SVM. A ``with`` statement binds its array, and releases the map at the end.

    :ivar svm: the memory.
    :ivar array: the mapped object.
    :ivar queue: the queue on which it was mapped.
    :ivar event: the event of the map command.

    :meth:`SVMPointer.map` makes one. One that the program constructs stands for clmem's last map of the memory.
    """

    _handle_of_map: Optional[MapHandle]
    array: Array
    queue: QueueLike

    def __init__(self, svm: SVMPointer, array: HostMemory, queue: QueueLike, event: Event):
        self._set(None, _handles.instance(svm, SVMPointer, "svm", "SVMMap"), array, queue, event)
        _handles.queue(queue, "queue", "SVMMap")
        self._handle_of_map = _maps.get(svm.svm_ptr)

    @classmethod
    def _of(cls, handle: MapHandle, svm: SVMPointer, array: Any, queue: QueueLike, event: Event) -> SVMMap:
        made = cls.__new__(cls)
        made._set(handle, svm, array, queue, event)
        return made

    def _set(self, handle: Any, svm: SVMPointer, array: Any, queue: QueueLike, event: Event) -> None:
        self._handle_of_map, self.svm, self.array, self.queue, self.event = handle, svm, array, queue, event

    def release(self, queue: Optional[CommandQueue] = None, wait_for: WaitList = None) -> Event:
        """Unmaps the memory.

        :param queue: the queue; by default the one on which the memory was mapped.
        :param wait_for: None, or a list of events that the command waits for.

        If the memory is not mapped, this does nothing and returns the event of a marker.
        """
        if self._handle_of_map is None:
            return enqueue_marker(self.queue if queue is None else queue, wait_for)
        return self._handle_of_map.unmap(queue, wait_for, "SVMMap.release")

    def __repr__(self) -> str:
        return f"<clmem.SVMMap of {self.svm!r}>"

    def __enter__(self) -> Array:
        return self.array

    def __exit__(self, *_: object) -> None:
        self.release()


def _destination(dest: Any, routine: str) -> SVMPointer:
    """SVM, or host memory if the device shares it."""
    if isinstance(dest, SVMPointer):
        return dest
    host_memory(dest, "dest", routine, writable=True)
    return SVM(dest)


def enqueue_svm_memfill(
    queue: QueueLike,
    dest: Union[SVMPointer, HostMemory],
    pattern: HostMemory,
    byte_count: Optional[int] = None,
    wait_for: WaitList = None,
) -> Event:
    """Fills shared virtual memory with a pattern.

    :param dest: SVM, or an array if the device shares the host's memory.
    :param pattern: an array or a numpy scalar of 1, 2, 4, ... or 128 bytes, which may be changed once the call returns.
    :param byte_count: the size to fill in bytes, a multiple of the pattern's size; by default all.
    :param wait_for: None, or a list of events that the command waits for.
    """
    return fill_svm(queue, _destination(dest, "enqueue_svm_memfill"), pattern, 0, byte_count, wait_for)


def fill_svm(
    queue: Any, dest: SVMPointer, pattern: Any, offset: int, byte_count: Optional[int], wait_for: WaitList
) -> Event:
    """Like :func:`enqueue_svm_memfill`, with an offset."""
    routine = "enqueue_svm_memfill"
    memory = host_memory(with_buffer(pattern), "pattern", routine)
    event = ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    offset = _checks.offset(offset, "offset", routine)
    if byte_count is not None:
        byte_count = _checks.size(byte_count, "byte_count", routine)
    nbytes = dest._known_size(byte_count, routine) - (0 if byte_count is not None else offset)
    options, _events = _handles.command_options("clmem_buffer_fill_options", wait_for, routine)
    options.offset_bytes, options.bytes = offset, max(nbytes, 0)
    check(lib.clmem_buffer_fill(dest._token(), on_queue, memory.pointer, memory.nbytes, options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


def enqueue_svm_migratemem(
    queue: QueueLike, svms: Sequence[Union[SVMPointer, HostMemory]], flags: int, wait_for: WaitList = None
) -> Event:
    """Moves shared virtual memory to the queue's device, or to the host. Needs OpenCL 2.1.

    :param svms: SVM pointers, or arrays if the device shares the host's memory.
    :param flags: bits of :class:`mem_migration_flags`.
    :param wait_for: None, or a list of events that the command waits for.
    """
    routine = "enqueue_svm_migratemem"
    flags = _checks.flags(flags, mem_migration_flags, "flags", routine)
    given = _handles.listed(svms, "SVM pointers or arrays", "svms", routine)
    pointers = [svm if isinstance(svm, SVMPointer) else SVM(svm) for svm in given]
    listed = ffi.new("clmem_buffer[]", [svm._token() for svm in pointers]) if pointers else ffi.NULL
    event = ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.enqueue_options(wait_for, routine)
    check(lib.clmem_svm_migrate(on_queue, len(pointers), listed, flags, options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


enqueue_svm_migrate_mem = enqueue_svm_migratemem
