"""Memory pools."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from .. import _checks, _handles, _hot
from .._errors import check, logic, wrong_type
from .._ffi import ffi, lib
from .._buffer import BufferMethods
from .._memory import MemoryObjectHolder
from .._svm import SVMPointer
from .._warnings import frames_of_clmem
from ._allocators import (
    AllocatorBase,
    DeferredAllocator,
    SVMAllocator,
    _BufferAllocator,
    describe_provider,
    refuse_out_of_order,
)
from ._pool_options import DEFAULT_LEADING_BITS, PARAMETERS, OutOfMemory, PoolOptions
from ._user_allocator import user_provider
from ._recordings import written
from ._records import BinStatistics, PoolStatistics, TagStatistics
from ._snapshots import Snapshot
from ._statistics import bin_statistics, pool_statistics, tag_statistics

if TYPE_CHECKING:
    from .._types import QueueLike


_POOL = ffi.typeof("clmem_pool")
_BUFFER = ffi.typeof("clmem_buffer")

DRIVER_TIME_UNLIMITED: int = lib.CLMEM_DRIVER_TIME_UNLIMITED
DRIVER_TIME_NEVER: int = lib.CLMEM_DRIVER_TIME_NEVER


def _keep_failure(kind: Any, error: BaseException, traceback: Any) -> None:
    _hot.callback_failed(error.with_traceback(traceback), True)


@ffi.def_extern(  # type: ignore[untyped-decorator,unused-ignore]
    name="clmem_out_of_memory_fn_python", error=0, onerror=_keep_failure
)
def _out_of_memory(user: Any, size: int, attempt: int) -> int:
    return 1 if ffi.from_handle(user)(size, attempt) else 0


class PoolBase(_hot.Pool, AllocatorBase, _handles.Unique):
    """The base of all pools: allocation with options, figures, limits, and returning memory to the driver."""

    _callback: Any = None
    _makes_empty_blocks = False

    def _make(self, provider: Any, queue: Any, block_type: type, options: Any = None, callback: Any = None) -> None:
        """Creates the pool.

        :param queue: a cffi pointer.
        :param options: a ``clmem_pool_options``, or None.
        :param callback: the cffi handle in the options, which must live as long as the pool.
        """
        if self._handle:
            raise wrong_type(type(self).__name__, "the pool is already constructed; __init__ is called once")
        options = _handles.struct("clmem_pool_options") if options is None else options
        options.queue = queue
        out = ffi.new("clmem_pool *")
        check(lib.clmem_pool_create(provider, options, out))
        self._adopt(_handles.as_int(out[0]), block_type, self._makes_empty_blocks)
        self._callback = callback

    def __repr__(self) -> str:
        name = f"clmem.tools.{type(self).__name__}"
        if not self._handle:
            return f"<{name}, not constructed>"
        figures = pool_statistics(self._pool)
        active = f"{figures.active_blocks} blocks of {figures.active_bytes} bytes"
        return f"<{name}: {active}, {figures.managed_bytes} bytes reserved>"

    @property
    def _pool(self) -> Any:
        return ffi.cast(_POOL, self._handle)

    def allocate_with(
        self,
        size: int,
        *,
        queue: Optional[QueueLike] = None,
        alignment: int = 0,
        tag: Optional[str] = None,
        dedicated: bool = False,
    ) -> object:
        """Allocates memory with options.

        :param size: in bytes; for 0 bytes the result is None.
        :param queue: the :class:`clmem.CommandQueue` that the memory belongs to; None means the pool's.
        :param alignment: the alignment of the memory inside its driver allocation, in bytes: a power of two, or 0 for
            the device's.
        :param tag: a name under which the pool counts the memory; see :meth:`tag_statistics`.
        :param dedicated: whether the memory is a whole driver allocation.
        """
        routine = "allocate_with"
        size = _checks.size(size, "size", routine)
        options = _handles.struct("clmem_allocation_options")
        options.flags = lib.CLMEM_ALLOCATION_DEDICATED if dedicated else 0
        options.queue = _handles.queue_or_null(queue, "queue", routine)
        options.alignment_bytes = _checks.size(alignment, "alignment", routine)
        if tag is not None:
            number = ffi.new("uint32_t *")
            check(lib.clmem_pool_tag(self._pool, _checks.text(tag, "tag", routine), number))
            options.tag = number[0]
        out = ffi.new("clmem_buffer *")
        _hot.allocate(lambda: lib.clmem_pool_allocate_with(self._pool, options, size, out))
        return self._wrap(_handles.as_int(out[0]), size) if out[0] or self._makes_empty_blocks else None

    @property
    def held_blocks(self) -> int:
        """The number of released blocks whose memory the pool still holds."""
        return pool_statistics(self._pool).held_blocks

    @property
    def active_blocks(self) -> int:
        """The number of live blocks."""
        return pool_statistics(self._pool).active_blocks

    @property
    def managed_bytes(self) -> int:
        """The bytes that the pool has reserved from the driver, live and free."""
        return pool_statistics(self._pool).managed_bytes

    @property
    def active_bytes(self) -> int:
        """The live bytes, as requested."""
        return pool_statistics(self._pool).active_bytes

    @property
    def held_bytes(self) -> int:
        """The bytes of free ranges that the pool holds."""
        return pool_statistics(self._pool).held_bytes

    def statistics(self) -> PoolStatistics:
        """Returns all figures of the pool."""
        return pool_statistics(self._pool)

    def bin_statistics(self) -> List[BinStatistics]:
        """Returns the figures of the size classes, smallest first."""
        return bin_statistics(self._pool)

    def tag_statistics(self) -> List[TagStatistics]:
        """Returns the figures of the tags. Blocks without a tag come first, under the name ""."""
        return tag_statistics(self._pool)

    def dump(self) -> Dict[str, Any]:
        """Describes what the pool has at this instant, for example to see why it misses or where its memory is.

        Other threads may use the pool meanwhile: all of the description is from one instant. Experimental: any version
        may change or remove it.

        :returns: a dictionary that ``json.dump`` can write. ``clmem_pool_dump()`` in ``clmem/extras/dump.h`` documents
            its members: ``"options"``, ``"counters"`` with the names of :meth:`statistics`, ``"states"``, ``"tags"``,
            ``"queues"``, ``"caches"``, and ``"slabs"`` with the ranges of each.
        """
        size = ffi.new("size_t *")
        check(lib.clmem_pool_dump(self._pool, 0, ffi.NULL, size))
        room = 0
        while room < size[0]:
            room = size[0] + size[0] // 8  # the pool may have more ranges the next time
            text = ffi.new("char[]", room)
            check(lib.clmem_pool_dump(self._pool, room, text, size))
        import json  # not with the package, whose import would take longer

        dumped: Dict[str, Any] = json.loads(ffi.string(text))
        return dumped

    def snapshot(self, path: Optional[Union[str, "os.PathLike[str]"]] = None) -> Snapshot:
        """Returns the state of the pool: its slabs, and each range with its state, queue and tag, and with the stack of a
        block if the pool has a :class:`Recorder` with a ring and stacks. A notebook shows a picture of it.

        All of it is from one instant, as with :meth:`dump`. Experimental: any version may change or remove it.

        :param path: also write it to this file for ``clmem report``, which is created or replaced, readable by its owner
            alone; None: no file stays.
        :raises LogicError: the file cannot be written.
        :raises OSError: the file cannot be read again.
        """
        pool = self._pool
        return Snapshot(written(lambda file: check(lib.clmem_pool_snapshot(pool, file)), path))

    def reset_peaks(self) -> None:
        """Resets the peaks to the current figures."""
        check(lib.clmem_pool_reset_peaks(self._pool))

    def free_held(self) -> None:
        """Returns the memory of released blocks to the driver.

        A released block that shares its slab with a live block stays until that one is released, too. A pool made with
        ``dedicated=True`` has one driver allocation for each block, so that it keeps nothing.
        """
        check(lib.clmem_pool_free_held(self._pool))

    def stop_holding(self) -> None:
        """Returns free memory to the driver now, and from now on whenever a block is released.

        As with :meth:`free_held`, a live block keeps its slab, but not in a pool made with ``dedicated=True``.
        """
        check(lib.clmem_pool_stop_holding(self._pool))

    def trim(self, target_bytes: int) -> int:
        """Returns idle memory to the driver until the pool holds at most `target_bytes`.

        :returns: the number of bytes returned.
        """
        target_bytes = _checks.size(target_bytes, "target_bytes", "trim")
        released = ffi.new("size_t *")
        check(lib.clmem_pool_trim(self._pool, target_bytes, released))
        return int(released[0])

    def set_limit(self, limit_bytes: int) -> None:
        """Sets the limit of reserved bytes; 0 means none. Idle memory above the limit is returned at once."""
        check(lib.clmem_pool_set_limit(self._pool, _checks.size(limit_bytes, "limit_bytes", "set_limit")))

    def bin_number(self, size: int) -> int:
        """The bin of a size by the documents' arithmetic, which the pool need not follow; 0 for size 0."""
        size = _checks.size(size, "size", "bin_number")
        if size == 0:
            return 0
        out = ffi.new("uint32_t *")
        check(lib.clmem_pool_bin_number(self._pool, size, out))
        return int(out[0])

    def alloc_size(self, bin: int) -> int:
        """The largest size of a bin in bytes, by the documents' arithmetic."""
        out = ffi.new("size_t *")
        check(lib.clmem_pool_alloc_size(self._pool, _checks.number(bin, "bin", "alloc_size"), out))
        return int(out[0])

    def record_use(self, memory: Union[MemoryObjectHolder, SVMPointer], queue: QueueLike) -> None:
        """Declares that another queue has commands that use memory of the pool and were not enqueued by clmem.

        :param memory: memory of this pool, or made from it: a sub-region, an image.
        :param queue: the :class:`clmem.CommandQueue`; after the release, the next owner waits for this queue, too.
        """
        pointer = _handles.queue(queue, "queue", "record_use")
        if not _handles.is_memory(memory):
            raise _handles.refusal(memory, "MemoryObject", "memory", "record_use")
        check(lib.clmem_pool_record_use(self._pool, ffi.cast(_BUFFER, memory._handle), pointer))

    def forget_queue(self, queue: QueueLike) -> None:
        """Declares that commands enqueued from now on in a queue do not use the pool's memory.

        The pool releases its reference to the queue. It still waits for the commands enqueued so far.
        """
        check(lib.clmem_pool_forget_queue(self._pool, _handles.queue(queue, "queue", "forget_queue")))


def _no_source(allocator: Any, expected: str, routine: str) -> Exception:
    """The exception for an allocator that a pool cannot use. Other packages have classes of the same names."""
    kind = type(allocator)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    advice = ""
    if name.startswith("pyopencl."):
        advice = f"; for a pool of pyopencl's objects use clmem.pyopencl.tools.{routine}, with its allocators"
    return wrong_type(routine, f"allocator: expected {expected}, got an object of type {name}{advice}")


class AllocatorPool(PoolOptions, PoolBase):
    """The base of :class:`MemoryPool` and :class:`SVMPool`: a pool over an allocator, with options."""

    _block_type: type

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        """An allocator's provider, and the queue that blocks belong to; raises if it is the wrong kind of allocator."""
        raise NotImplementedError

    def _start(
        self, allocator: AllocatorBase, options: Any, leading_bits: int, out_of_memory: Optional[OutOfMemory]
    ) -> None:
        provider, queue = self._source(allocator)
        leading_bits = _checks.number(leading_bits, "leading_bits_in_bin_id", type(self).__name__, 0, 16)
        if leading_bits != DEFAULT_LEADING_BITS:
            options.leading_bits_in_bin_id = leading_bits
        callback = ffi.NULL
        if out_of_memory is not None:
            callback = ffi.new_handle(_checks.function(out_of_memory, "out_of_memory", type(self).__name__))
            options.out_of_memory = lib.clmem_out_of_memory_fn_python
            options.out_of_memory_user = callback
        self._make(provider, queue, self._block_type, options, callback)


@_hot.block_type
class PooledBuffer(BufferMethods):
    """A buffer of a :class:`MemoryPool`.

    It is a full :class:`clmem.MemoryObject`: it has sub-regions and slices, can be migrated, and images can be made
    over it. Its `size` is the requested one. Its memory returns to the pool when the buffer and its sub-regions are
    released or deleted.
    """

    __slots__ = ()
    _mem: int

    @property
    def int_ptr(self) -> int:
        """The address of the ``cl_mem``, which belongs to the pool and is valid until the buffer is released."""
        return self._mem


class MemoryPool(AllocatorPool):
    __doc__ = f"""A pool of buffers.

    :param allocator: the source of memory, which also determines the queue that blocks belong to: an
        :class:`ImmediateAllocator`; a :class:`DeferredAllocator`, about which the pool warns; or the program's own
        :class:`AllocatorBase`. That is called once with 1 to determine the context, then with a slab's size whenever
        the pool grows. It returns a new :class:`clmem.Buffer` each time, or raises an exception, which becomes the
        cause of the pool's; ``KeyboardInterrupt`` and others that are no ``Exception`` leave the allocation as they
        are.
    :param leading_bits_in_bin_id: by default sizes are kept as they are; another number from 1 to 16 rounds them up to
        the largest size that shares so many leading bits.
{PARAMETERS}
    :param out_of_memory: called with (size, attempt) when memory is short; returns whether the pool should try again.
        It may release memory, but must not allocate. The allocation fails at once if it raises an exception, which
        becomes the cause of the :class:`clmem.MemoryError`.
    :param dedicated: whether every block is a whole driver allocation.
    :raises TypeError: the allocator does not allocate buffers.
    :raises clmem.LogicError: an option is out of its range.
    :raises clmem.RuntimeError: by an allocation: the program's allocator failed.
    """

    _block_type = PooledBuffer

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        if isinstance(allocator, DeferredAllocator):
            message = (
                "with a DeferredAllocator the pool cannot notice that the device is full, because drivers report it "
                "at the first use of the memory, and has no queue to wait for; pass an ImmediateAllocator(queue)"
            )
            warnings.warn(message, stacklevel=frames_of_clmem())
        if isinstance(allocator, _BufferAllocator):
            return allocator._provider, allocator._queue
        if isinstance(allocator, AllocatorBase) and not isinstance(allocator, (PoolBase, SVMAllocator)):
            return user_provider(allocator), ffi.NULL
        what = "an ImmediateAllocator(queue), a DeferredAllocator(context), or your own AllocatorBase"
        raise _no_source(allocator, what, "MemoryPool")

    if TYPE_CHECKING:  # the result for 0 bytes, None, is left out of the types, so that callers need not check for it

        def allocate(self, size: int) -> PooledBuffer: ...
        def __call__(self, size: int) -> PooledBuffer: ...
        def allocate_with(
            self,
            size: int,
            *,
            queue: Optional[QueueLike] = None,
            alignment: int = 0,
            tag: Optional[str] = None,
            dedicated: bool = False,
        ) -> PooledBuffer: ...


@_hot.block_type
class PooledSVM(SVMPointer):
    """Shared virtual memory of an :class:`SVMPool`. An empty one is falsy, and its address is 0.

    Commands that are enqueued before it is released or deleted run before those of its next owner, in any queue.
    """

    __slots__ = ()
    _address: int

    if TYPE_CHECKING:

        def release(self) -> None:
            """Releases the memory; it returns to its pool."""

    @property
    def svm_ptr(self) -> int:
        """The address, as an int."""
        return self._address if self else 0

    def __bool__(self) -> bool:
        return self.size != 0

    def enqueue_release(self) -> None:
        """The same as :meth:`release`, which is in queue order."""
        self.release()

    def bind_to_queue(self, queue: QueueLike) -> None:
        """Makes the memory belong to another queue, which first waits for the previous queue's commands.

        :param queue: an in-order :class:`clmem.CommandQueue`.
        :raises clmem.LogicError: the queue is out-of-order, or belongs to another context.
        """
        pointer = _handles.queue(queue, "queue", "bind_to_queue")
        if not self:
            return
        refuse_out_of_order(queue, "bind_to_queue")
        check(lib.clmem_svm_bind(ffi.cast(_BUFFER, self._handle), pointer))

    def unbind_from_queue(self) -> None:
        """Makes the memory belong to no queue; waits until the previous queue's commands are complete."""
        if not self:
            return
        check(lib.clmem_svm_unbind(ffi.cast(_BUFFER, self._handle)))


class SVMPool(AllocatorPool):
    """A pool of shared virtual memory.

    :param allocator: an :class:`SVMAllocator`, which determines the context, the flags, the alignment and the queue.

    The other parameters are the same as :class:`MemoryPool`'s.

    :raises TypeError: the allocator is no :class:`SVMAllocator`.
    :raises clmem.LogicError: an option is out of its range, or the alignment exceeds the device's (at least 128 bytes).
        bytes).
    """

    _block_type = PooledSVM
    _makes_empty_blocks = True

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        if not isinstance(allocator, SVMAllocator):
            raise _no_source(allocator, "an SVMAllocator(context, queue=queue)", "SVMPool")
        aligned = int(describe_provider(allocator._provider).alignment_bytes)
        if allocator._alignment > aligned:
            raise logic(
                "SVMPool",
                f"expected an allocator with an alignment of at most {aligned}, the pool's, got "
                f"{allocator._alignment}; allocate memory that needs more without a pool",
            )
        return allocator._provider, allocator._queue

    if TYPE_CHECKING:

        def __init__(
            self,
            allocator: SVMAllocator,
            *,
            leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS,
            limit_bytes: int = 0,
            driver_time_permille: int = 0,
            budget_bytes: int = 0,
            keep_bytes: int = 0,
            idle_release_ms: int = 0,
            out_of_memory: Optional[OutOfMemory] = None,
            dedicated: bool = False,
        ) -> None: ...
        def allocate(self, size: int) -> PooledSVM: ...
        def __call__(self, size: int) -> PooledSVM: ...
        def allocate_with(
            self,
            size: int,
            *,
            queue: Optional[QueueLike] = None,
            alignment: int = 0,
            tag: Optional[str] = None,
            dedicated: bool = False,
        ) -> PooledSVM: ...
