"""pyopencl's tools over clmem's memory: the same names, the same constructors, pyopencl's objects in and out.

Names unrelated to memory are those of :mod:`pyopencl.tools`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Dict, List

import pyopencl
import pyopencl.tools

from .. import _hot
from .. import tools as _own
from .._constants import mem_flags, svm_mem_flags
from .._errors import logic
from ..tools import AllocatorBase
from ..tools._pool_options import DEFAULT_LEADING_BITS
from ..tools._pools import PoolBase
from ._errors import raises_pyopencls
from ._memory import EXPORTED_SVM, UNKNOWN_QUEUE, PooledBuffer, PooledSVM, buffer_over, of_pyopencl, posing_as, shown, svm_over

if TYPE_CHECKING:
    import os
    from typing import Optional, TypedDict, Union

    from pyopencl.tools import (
        Argument as Argument,
        DtypedArgument as DtypedArgument,
        OtherArg as OtherArg,
        ScalarArg as ScalarArg,
        TypeNameNotKnown as TypeNameNotKnown,
        VectorArg as VectorArg,
        bitlog2 as bitlog2,
        clear_first_arg_caches as clear_first_arg_caches,
        dtype_to_c_struct as dtype_to_c_struct,
        dtype_to_ctype as dtype_to_ctype,
        first_arg_dependent_memoize as first_arg_dependent_memoize,
        get_or_register_dtype as get_or_register_dtype,
        get_test_platforms_and_devices as get_test_platforms_and_devices,
        match_dtype_to_c_struct as match_dtype_to_c_struct,
        parse_arg_list as parse_arg_list,
        pytest_generate_tests_for_pyopencl as pytest_generate_tests_for_pyopencl,
        register_dtype as register_dtype,
    )
    from typing_extensions import Unpack

    from ..tools import BinStatistics, PoolStatistics, Snapshot, TagStatistics
    from ..tools._pool_options import PoolKeywords

    class _AllocationKeywords(TypedDict, total=False):
        queue: Optional[pyopencl.CommandQueue]
        alignment: int
        tag: Optional[str]
        dedicated: bool

__all__ = [
    "AllocatorBase",
    "CLAllocator",
    "DeferredAllocator",
    "ImmediateAllocator",
    "MemoryPool",
    "PooledBuffer",
    "PooledSVM",
    "SVMAllocator",
    "SVMPool",
]


if not TYPE_CHECKING:  # type checkers would take every name for an attribute

    def __getattr__(name: str) -> Any:
        """Names unrelated to memory, such as `dtype_to_ctype` and `first_arg_dependent_memoize`, are pyopencl's."""
        return getattr(pyopencl.tools, name)


class _Allocator(AllocatorBase):
    """An allocator over clmem's, `_clmem`, that returns objects of pyopencl."""

    _clmem: Any
    _queue: Any = None

    @raises_pyopencls
    def __call__(self, size: int) -> Any:
        """Allocates memory without a pool.

        :param size: in bytes; for 0 bytes the result is None.
        :returns: a :class:`pyopencl.Buffer`, or a :class:`pyopencl.SVMPointer` from an allocator of SVM.
        :raises pyopencl.MemoryError: the device is out of memory, even after garbage collection.
        """
        memory = self._clmem(size)
        return None if memory is None else self._view(memory)

    def _view(self, memory: Any) -> Any:
        return buffer_over(memory)


class DeferredAllocator(_Allocator):
    """Allocates buffers with ``clCreateBuffer``. Many drivers only reserve the device's memory at the first use.

    :param context: the :class:`pyopencl.Context`.
    :param mem_flags: bits of :class:`pyopencl.mem_flags`, except those that need a host pointer.
    :raises pyopencl.LogicError: the flags contradict each other, or need a host pointer.
    """

    @raises_pyopencls
    def __init__(self, context: pyopencl.Context, mem_flags: int = mem_flags.READ_WRITE) -> None:
        self._clmem = _own.DeferredAllocator(context, mem_flags)

    if TYPE_CHECKING:  # the result for 0 bytes, None, is left out of the types, so that callers need not check for it

        def __call__(self, size: int) -> PooledBuffer: ...


class CLAllocator(DeferredAllocator):
    """The old name of :class:`DeferredAllocator`."""

    @raises_pyopencls
    def __init__(self, context: pyopencl.Context, mem_flags: int = mem_flags.READ_WRITE) -> None:
        self._clmem = _own.CLAllocator(context, mem_flags)


class ImmediateAllocator(_Allocator):
    """Allocates buffers whose memory exists at once, so that a lack of memory is reported by the allocation.

    :param queue: the :class:`pyopencl.CommandQueue`, in-order or out-of-order: memory is allocated on its device, and
        blocks of a pool belong to it.
    :param mem_flags: bits of :class:`pyopencl.mem_flags`, except those that need a host pointer.
    :raises pyopencl.LogicError: the flags contradict each other, or need a host pointer.
    """

    @raises_pyopencls
    def __init__(self, queue: pyopencl.CommandQueue, mem_flags: int = mem_flags.READ_WRITE) -> None:
        self._clmem = _own.ImmediateAllocator(queue, mem_flags)
        self._queue = queue

    if TYPE_CHECKING:

        def __call__(self, size: int) -> PooledBuffer: ...


class SVMAllocator(_Allocator):
    """Allocates shared virtual memory.

    :param context: the :class:`pyopencl.Context`.
    :param alignment: the alignment of the addresses in bytes: a power of two, or 0 for the devices' default.
    :param flags: of :class:`pyopencl.svm_mem_flags`.
    :param queue: the in-order :class:`pyopencl.CommandQueue` that the memory belongs to: the memory is freed or reused
        once the queue's commands up to the release are complete. Without a queue it is freed at once.
    :raises pyopencl.LogicError: a device does not support the flags, or the queue is out-of-order.
    """

    @raises_pyopencls
    def __init__(
        self,
        context: pyopencl.Context,
        *,
        alignment: int = 0,
        flags: int = svm_mem_flags.READ_WRITE,
        queue: Optional[pyopencl.CommandQueue] = None,
    ) -> None:
        self._clmem = _own.SVMAllocator(context, alignment=alignment, flags=flags, queue=queue)
        self._queue = queue

    def _view(self, memory: Any) -> Any:
        return svm_over(memory, self._queue)

    if TYPE_CHECKING:

        def __call__(self, size: int) -> PooledSVM: ...


class _Pool(_hot.ViewPool, AllocatorBase):
    """A pool over clmem's, `_clmem`, that returns objects of pyopencl.

    It has the methods and figures of :class:`clmem.tools.MemoryPool`.
    """

    _clmem: Any
    _queue: Any = None

    _kind: Any  # the class of `_clmem`

    if TYPE_CHECKING:  # made below, by _delegate()

        @property
        def active_blocks(self) -> int: ...
        @property
        def active_bytes(self) -> int: ...
        @property
        def held_blocks(self) -> int: ...
        @property
        def held_bytes(self) -> int: ...
        @property
        def managed_bytes(self) -> int: ...
        def statistics(self) -> PoolStatistics: ...
        def bin_statistics(self) -> List[BinStatistics]: ...
        def tag_statistics(self) -> List[TagStatistics]: ...
        def dump(self) -> Dict[str, Any]: ...
        def snapshot(self, path: Optional[Union[str, "os.PathLike[str]"]] = None) -> Snapshot: ...
        def reset_peaks(self) -> None: ...
        def free_held(self) -> None: ...
        def stop_holding(self) -> None: ...
        def trim(self, target_bytes: int) -> int: ...
        def set_limit(self, limit_bytes: int) -> None: ...
        def bin_number(self, size: int) -> int: ...
        def alloc_size(self, bin: int) -> int: ...
        def forget_queue(self, queue: pyopencl.CommandQueue) -> None: ...

    @raises_pyopencls
    def __init__(
        self, allocator: Any, *, leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS, **options: Any
    ) -> None:
        if isinstance(allocator, pyopencl.CommandQueue):
            allocator = self._allocator(allocator)
        own = of_pyopencl(allocator)
        self._queue = getattr(allocator, "_queue", None)
        self._show_blocks(self._kind(own, leading_bits_in_bin_id=leading_bits_in_bin_id, **options))

    def _show_blocks(self, pool: Any) -> None:
        """Shows the blocks of clmem's pool as pyopencl's objects."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return shown(self, self._clmem)

    @staticmethod
    def _allocator(queue: Any) -> Any:
        """The allocator of a pool that is constructed with a queue."""
        raise NotImplementedError

    def _view(self, block: Any) -> Any:
        raise NotImplementedError

    @raises_pyopencls
    def allocate_with(self, size: int, **options: Any) -> Any:
        """Allocates memory with the options of :meth:`clmem.tools.MemoryPool.allocate_with`; `queue` is pyopencl's."""
        block = self._clmem.allocate_with(size, **options)
        return None if block is None else self._view(block)

    @raises_pyopencls
    def record_use(
        self, memory: Union[pyopencl.MemoryObjectHolder, pyopencl.SVMPointer, None], queue: pyopencl.CommandQueue
    ) -> None:
        """Declares that commands of another queue than the pool's use memory of the pool.

        :param memory: memory that the pool returned, or a part of it.
        :param queue: the :class:`pyopencl.CommandQueue`; after the release, the next owner waits for this queue.
        """
        own = of_pyopencl(memory)
        if own is memory:
            what = f"expected memory that this pool returned, got a {type(memory).__name__} made elsewhere"
            raise logic("record_use", what)
        self._clmem.record_use(own, queue)


def _delegate(name: str) -> None:
    """Adds a method or a figure of clmem's pools to the pools here."""
    member = getattr(PoolBase, name)
    if isinstance(member, property):
        setattr(_Pool, name, property(lambda self: getattr(self._clmem, name), doc=member.__doc__))
        return

    @functools.wraps(member)
    def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
        return getattr(self._clmem, name)(*arguments, **keywords)

    setattr(_Pool, name, raises_pyopencls(method))


for _name in vars(PoolBase):
    if not _name.startswith("_") and not hasattr(_Pool, _name):
        _delegate(_name)


class MemoryPool(_Pool):
    """A pool of buffers, for :class:`pyopencl.array.Array` and everything else that takes an allocator.

    :param allocator: an :class:`ImmediateAllocator`, a :class:`DeferredAllocator`, or the program's own
        :class:`AllocatorBase`; or a :class:`pyopencl.CommandQueue`, which stands for ``ImmediateAllocator(queue)``.
    :param leading_bits_in_bin_id: advisory; by default sizes are kept as they are.
    :param options: the other options of :class:`clmem.tools.MemoryPool`, such as `limit_bytes`.
    :raises TypeError: the allocator does not allocate buffers.
    :raises pyopencl.LogicError: an option is out of its range.
    """

    __class__ = posing_as(pyopencl.tools.MemoryPool)
    _kind = _own.MemoryPool

    @staticmethod
    def _allocator(queue: Any) -> Any:
        return ImmediateAllocator(queue)

    def _show_blocks(self, pool: Any) -> None:
        self._clmem = pool
        self._show(pool, pool._block_type, pyopencl.Buffer.from_int_ptr, pyopencl.Buffer, PooledBuffer)

    def _view(self, block: Any) -> Any:
        return buffer_over(block)

    if TYPE_CHECKING:

        def __init__(
            self,
            allocator: Union[AllocatorBase, pyopencl.CommandQueue],
            *,
            leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS,
            **options: Unpack[PoolKeywords],
        ) -> None: ...
        def allocate(self, size: int) -> PooledBuffer: ...
        def __call__(self, size: int) -> PooledBuffer: ...
        def allocate_with(  # type: ignore[override]
            self, size: int, **options: Unpack[_AllocationKeywords]
        ) -> PooledBuffer: ...


class SVMPool(_Pool):
    """A pool of shared virtual memory.

    :param allocator: an :class:`SVMAllocator`; or an in-order :class:`pyopencl.CommandQueue`, which stands for
        ``SVMAllocator(queue.context, queue=queue)``.
    :param leading_bits_in_bin_id: advisory; by default sizes are kept as they are.
    :param options: the other options of :class:`clmem.tools.SVMPool`, such as `limit_bytes`.
    :raises TypeError: the allocator is no :class:`SVMAllocator`.
    :raises pyopencl.LogicError: an option is out of its range.
    """

    __class__ = posing_as(pyopencl.tools.SVMPool)
    _kind = _own.SVMPool

    @staticmethod
    def _allocator(queue: Any) -> Any:
        return SVMAllocator(queue.context, queue=queue)

    def _show_blocks(self, pool: Any) -> None:
        self._clmem = pool
        queue = () if self._queue is UNKNOWN_QUEUE else (self._queue,)
        self._show(pool, EXPORTED_SVM, pyopencl.SVM, pyopencl.SVM, PooledSVM, *queue)

    def _view(self, block: Any) -> Any:
        return svm_over(block, self._queue)

    if TYPE_CHECKING:

        def __init__(
            self,
            allocator: Union[SVMAllocator, pyopencl.CommandQueue],
            *,
            leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS,
            **options: Unpack[PoolKeywords],
        ) -> None: ...
        def allocate(self, size: int) -> PooledSVM: ...
        def __call__(self, size: int) -> PooledSVM: ...
        def allocate_with(  # type: ignore[override]
            self, size: int, **options: Unpack[_AllocationKeywords]
        ) -> PooledSVM: ...
