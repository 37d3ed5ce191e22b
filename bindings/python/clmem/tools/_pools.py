"""Memory pools."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Tuple

from .. import _handles, _hot
from .._errors import check, logic
from .._ffi import ffi, lib
from .._buffer import BufferMethods
from .._svm import SVMPointer
from .._warnings import frames_of_clmem
from ._allocators import (
    AllocatorBase,
    DeferredAllocator,
    SVMAllocator,
    _BufferAllocator,
    describe_provider,
    once_more_without_garbage,
    refuse_out_of_order,
)
from ._user_allocator import user_provider
from ._statistics import BinStatistics, PoolStatistics, TagStatistics, bin_statistics, pool_statistics, tag_statistics


_POOL = ffi.typeof("clmem_pool")
_BUFFER = ffi.typeof("clmem_buffer")

# What the reference documents call the default, and advisory: the pool then keeps sizes as they are.
DEFAULT_LEADING_BITS = 4

OutOfMemory = Callable[[int, int], bool]


@ffi.def_extern(name="clmem_out_of_memory_fn_python", error=0)  # type: ignore[untyped-decorator,unused-ignore]
def _out_of_memory(user: Any, size: int, attempt: int) -> int:
    return 1 if ffi.from_handle(user)(size, attempt) else 0


def _default_options() -> Any:
    options = ffi.new("clmem_pool_options *")
    check(lib.clmem_pool_options_init(options, ffi.sizeof("clmem_pool_options")))
    return options


class PoolBase(_hot.Pool, AllocatorBase, _handles.Unique):
    """What all pools can do: count, keep within limits, and give memory back."""

    _callback: Any = None
    _makes_empty_blocks = False

    def _make(self, provider: Any, queue: Any, block_type: type, options: Any = None) -> None:
        """Makes the pool; `queue` is a cffi pointer, `options` a ``clmem_pool_options`` or None."""
        if self._handle:
            raise TypeError("the pool is already constructed; __init__ is called once")
        options = _default_options() if options is None else options
        options.queue = queue
        out = ffi.new("clmem_pool *")
        check(lib.clmem_pool_create(provider, options, out))
        self._adopt(_handles.as_int(out[0]), block_type, self._makes_empty_blocks)

    def __repr__(self) -> str:
        name = f"clmem.tools.{type(self).__name__}"
        if not self._handle:
            return f"<{name}, not made>"
        figures = pool_statistics(self._pool)
        return f"<{name}: {figures.active_blocks} blocks of {figures.active_bytes} bytes, {figures.managed_bytes} bytes held>"

    @property
    def _pool(self) -> Any:
        return ffi.cast(_POOL, self._handle)

    def allocate_with(
        self, size: int, *, queue: Any = None, alignment: int = 0, tag: Optional[str] = None, dedicated: bool = False
    ) -> Any:
        """Allocates memory with options.

        :param size: in bytes; for 0 there is no object: None is returned.
        :param queue: the :class:`clmem.CommandQueue` that the memory belongs to; None: the pool's.
        :param alignment: of the memory's place in what the driver gave, in bytes, a power of two; 0: the device's.
        :param tag: a name under which the pool counts the memory, see :meth:`tag_statistics`.
        :param dedicated: whether the memory is a whole driver allocation.
        """
        options = ffi.new("clmem_allocation_options *")
        check(lib.clmem_allocation_options_init(options, ffi.sizeof("clmem_allocation_options")))
        options.flags = lib.CLMEM_ALLOCATION_DEDICATED if dedicated else 0
        options.queue = _handles.queue_or_null(queue, "queue", "allocate_with")
        options.alignment_bytes = alignment
        if tag is not None:
            number = ffi.new("uint32_t *")
            check(lib.clmem_pool_tag(self._pool, tag.encode(), number))
            options.tag = number[0]
        out = ffi.new("clmem_buffer *")
        once_more_without_garbage(lambda: lib.clmem_pool_allocate_with(self._pool, size, options, out))
        return self._wrap(_handles.as_int(out[0]), size) if out[0] or self._makes_empty_blocks else None

    @property
    def held_blocks(self) -> int:
        """How many unused blocks the pool holds: those that were released and whose memory is still here."""
        return pool_statistics(self._pool).held_blocks

    @property
    def active_blocks(self) -> int:
        """How many blocks are in use."""
        return pool_statistics(self._pool).active_blocks

    @property
    def managed_bytes(self) -> int:
        """How many bytes the pool has taken from the driver, active and held ones."""
        return pool_statistics(self._pool).managed_bytes

    @property
    def active_bytes(self) -> int:
        """How many bytes are in use, as they were asked for."""
        return pool_statistics(self._pool).active_bytes

    @property
    def held_bytes(self) -> int:
        """How many bytes of free ranges the pool holds."""
        return pool_statistics(self._pool).held_bytes

    def statistics(self) -> PoolStatistics:
        """All figures of the pool."""
        return pool_statistics(self._pool)

    def bin_statistics(self) -> List[BinStatistics]:
        """The figures of its size classes, smallest first."""
        return bin_statistics(self._pool)

    def tag_statistics(self) -> List[TagStatistics]:
        """The figures of its tags; blocks without one come first, under the name ""."""
        return tag_statistics(self._pool)

    def reset_peaks(self) -> None:
        """Lets the peaks begin anew at today's figures."""
        check(lib.clmem_pool_reset_peaks(self._pool))

    def free_held(self) -> None:
        """Gives the memory of unused blocks back to the driver.

        An unused block that shares its slab with a block in use stays until that one is released, too. A pool made with
        ``dedicated=True`` has a driver allocation for each block, so that all unused memory goes.
        """
        check(lib.clmem_pool_free_held(self._pool))

    def stop_holding(self) -> None:
        """From now on gives memory back to the driver as soon as it is released; what is unused now goes at once.

        As with :meth:`free_held`, a block in use keeps the slab that it lies in; not so with ``dedicated=True``.
        """
        check(lib.clmem_pool_stop_holding(self._pool))

    def trim(self, target_bytes: int) -> int:
        """Gives unused memory back until the pool holds no more than `target_bytes`.

        :returns: how many bytes went back.
        """
        released = ffi.new("size_t *")
        check(lib.clmem_pool_trim(self._pool, target_bytes, released))
        return int(released[0])

    def set_limit(self, limit_bytes: int) -> None:
        """Sets how many bytes the pool may hold; 0: no limit. What is unused above it goes back at once."""
        check(lib.clmem_pool_set_limit(self._pool, limit_bytes))

    def bin_number(self, size: int) -> int:
        """The bin of a size by the reference documents' arithmetic, which the pool need not follow; 0 for size 0."""
        if size == 0:
            return 0
        out = ffi.new("uint32_t *")
        check(lib.clmem_pool_bin_number(self._pool, size, out))
        return int(out[0])

    def alloc_size(self, bin: int) -> int:
        """The largest size of a bin, in bytes, by the reference documents' arithmetic."""
        out = ffi.new("size_t *")
        check(lib.clmem_pool_alloc_size(self._pool, bin, out))
        return int(out[0])

    def record_use(self, memory: Any, queue: Any) -> None:
        """Tells that commands use memory of the pool which clmem has not enqueued itself, on another queue than its own.

        :param memory: of this pool, or derived from it: a sub-region, an image.
        :param queue: the :class:`clmem.CommandQueue`; once the memory is released, it waits for this queue too.
        """
        pointer = _handles.queue(queue, "queue", "record_use")
        if not _handles.is_memory(memory):
            raise _handles.refusal(memory, "MemoryObject", "memory", "record_use")
        check(lib.clmem_pool_record_use(self._pool, ffi.cast(_BUFFER, memory._handle), pointer))

    def forget_queue(self, queue: Any) -> None:
        """Tells that nothing which is enqueued in a queue from now on uses the pool's memory.

        The pool gives its reference to the queue back. What the queue has enqueued is still waited for.
        """
        check(lib.clmem_pool_forget_queue(self._pool, _handles.queue(queue, "queue", "forget_queue")))


class AllocatorPool(PoolBase):
    """A pool over an allocator: what :class:`MemoryPool` and :class:`SVMPool` have in common, their constructor above all."""

    _block_type: type

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        """The provider of an allocator, and the queue that blocks belong to; raises if it is no such allocator."""
        raise NotImplementedError

    def __init__(
        self,
        allocator: AllocatorBase,
        *,
        leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS,
        limit_bytes: int = 0,
        budget_bytes: int = 0,
        keep_bytes: int = 0,
        idle_release_ms: int = 0,
        driver_time_permille: int = 20,
        out_of_memory: Optional[OutOfMemory] = None,
        dedicated: bool = False,
    ) -> None:
        provider, queue = self._source(allocator)
        if not 0 <= leading_bits_in_bin_id <= 16:
            what = f"expected a leading_bits_in_bin_id from 0 to 16, got {leading_bits_in_bin_id}"
            raise logic(type(self).__name__, what)
        options = _default_options()
        options.flags = lib.CLMEM_POOL_DEDICATED if dedicated else 0
        options.limit_bytes = limit_bytes
        if leading_bits_in_bin_id != DEFAULT_LEADING_BITS:
            options.leading_bits_in_bin_id = leading_bits_in_bin_id
        options.driver_time_permille = driver_time_permille
        options.budget_bytes = budget_bytes
        options.keep_bytes = keep_bytes
        options.idle_release_ms = idle_release_ms
        if out_of_memory is not None:
            self._callback = ffi.new_handle(out_of_memory)
            options.out_of_memory = lib.clmem_out_of_memory_fn_python
            options.out_of_memory_user = self._callback
        self._make(provider, queue, self._block_type, options)


@_hot.block_type
class PooledBuffer(BufferMethods):
    """A buffer that a :class:`MemoryPool` has handed out.

    It is a full :class:`clmem.MemoryObject`: it has sub-regions and slices, migrates, and images are made from it. Its
    `size` is the one that was asked for. Its memory goes back to the pool when it is released or deleted, or, if there
    are sub-regions, with the last of them.
    """

    __slots__ = ()
    _mem: int

    @property
    def int_ptr(self) -> int:
        """The address of the ``cl_mem``, which is the pool's and valid until the buffer is released."""
        return self._mem


class MemoryPool(AllocatorPool):
    """A pool of buffers.

    :param allocator: where memory comes from, and the queue that blocks belong to: an :class:`ImmediateAllocator`; a
        :class:`DeferredAllocator`, about which the pool warns; or the program's own :class:`AllocatorBase`, which is called
        with 1 at once, to learn the context, and with a slab's size whenever the pool needs one. It returns a
        :class:`clmem.Buffer` of its own, or raises; what it raises is the cause of the pool's exception.
    :param leading_bits_in_bin_id: advisory. By default sizes are kept as they are; another number from 1 to 16 rounds
        them up to the largest size that shares so many leading bits.
    :param limit_bytes: the pool never holds more; 0: no limit.
    :param budget_bytes: how much is taken from the driver before a queue has to wait for another, or memory goes back;
        0: a little more than the peak of what was in use.
    :param keep_bytes: how much is kept when memory goes back by age.
    :param idle_release_ms: memory that was unused for so many milliseconds goes back; 0: never.
    :param driver_time_permille: the share of time, in thousandths, that may go into calls of the driver to keep the
        footprint low.
    :param out_of_memory: called with (size, attempt) when memory is short; returns whether the pool is to try again. It
        may release memory, but must not allocate.
    :param dedicated: whether every block is a whole driver allocation.
    :raises TypeError: the allocator is none of buffers.
    :raises clmem.LogicError: an option is out of its range.
    :raises clmem.RuntimeError: at an allocation: the program's allocator failed.
    """

    _block_type = PooledBuffer

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        if isinstance(allocator, DeferredAllocator):
            message = (
                "a pool over a DeferredAllocator does not see that the device is full, since the driver tells at the memory's "
                "first use, and knows no queue whose commands to wait for: hand in an ImmediateAllocator(queue)"
            )
            warnings.warn(message, stacklevel=frames_of_clmem())
        if isinstance(allocator, _BufferAllocator):
            return allocator._provider, allocator._queue
        if isinstance(allocator, AllocatorBase) and not isinstance(allocator, (PoolBase, SVMAllocator)):
            return user_provider(allocator), ffi.NULL
        raise TypeError(
            f"allocator is of type {type(allocator).__name__}: hand in an ImmediateAllocator(queue), a "
            "DeferredAllocator(context), or an AllocatorBase of your own"
        )

    if TYPE_CHECKING:  # for 0 bytes it is None, which whoever asks for memory does not get

        def allocate(self, size: int) -> PooledBuffer: ...
        def __call__(self, size: int) -> PooledBuffer: ...
        def allocate_with(
            self, size: int, *, queue: Any = None, alignment: int = 0, tag: Optional[str] = None, dedicated: bool = False
        ) -> PooledBuffer: ...


@_hot.block_type
class PooledSVM(SVMPointer):
    """Shared virtual memory that an :class:`SVMPool` has handed out; of no bytes, it is falsy and its address is 0.

    Commands that were enqueued before it is released or deleted come before those of its next user, in whatever queue.
    """

    __slots__ = ()
    _address: int

    if TYPE_CHECKING:

        def release(self) -> None:
            """Gives the memory back to its pool."""

    @property
    def svm_ptr(self) -> int:
        """The address, as an int."""
        return self._address if self else 0

    def __bool__(self) -> bool:
        return self.size != 0

    def enqueue_release(self) -> None:
        """The same as :meth:`release`, which is in queue order by itself."""
        self.release()

    def bind_to_queue(self, queue: Any) -> None:
        """Lets the memory belong to another queue, which waits for what is enqueued in the one before.

        :param queue: a :class:`clmem.CommandQueue` that runs its commands in order.
        :raises clmem.LogicError: it runs them out of order, or is of another context.
        """
        pointer = _handles.queue(queue, "queue", "bind_to_queue")
        if not self:
            return
        refuse_out_of_order(queue, "bind_to_queue")
        check(lib.clmem_svm_bind(ffi.cast(_BUFFER, self._handle), pointer))

    def unbind_from_queue(self) -> None:
        """Lets the memory belong to no queue: waits until what is enqueued in its queue is done."""
        if not self:
            return
        check(lib.clmem_svm_unbind(ffi.cast(_BUFFER, self._handle)))


class SVMPool(AllocatorPool):
    """A pool of shared virtual memory.

    :param allocator: an :class:`SVMAllocator`: context, flags, alignment, and the queue that memory belongs to.

    The other parameters are those of :class:`MemoryPool`.

    :raises TypeError: the allocator is no :class:`SVMAllocator`.
    :raises clmem.LogicError: an option is out of its range, or the alignment is above the device's (at least 128 bytes).
    """

    _block_type = PooledSVM
    _makes_empty_blocks = True

    def _source(self, allocator: Any) -> Tuple[Any, Any]:
        if not isinstance(allocator, SVMAllocator):
            raise TypeError(
                f"allocator is of type {type(allocator).__name__}: hand in an SVMAllocator(context, queue=queue)"
            )
        aligned = int(describe_provider(allocator._provider).alignment_bytes)
        if allocator._alignment > aligned:
            raise logic(
                "SVMPool",
                f"the allocator's alignment is {allocator._alignment}: blocks of a pool begin at multiples of {aligned} "
                "bytes; memory that needs more is allocated without a pool",
            )
        return allocator._provider, allocator._queue

    if TYPE_CHECKING:

        def allocate(self, size: int) -> PooledSVM: ...
        def __call__(self, size: int) -> PooledSVM: ...
        def allocate_with(
            self, size: int, *, queue: Any = None, alignment: int = 0, tag: Optional[str] = None, dedicated: bool = False
        ) -> PooledSVM: ...
