"""An allocator with injected faults."""

from __future__ import annotations

from typing import Any, Optional, Union

from .. import _checks, _handles
from .._errors import logic
from .._ffi import lib
from ._allocators import DeferredAllocator, ImmediateAllocator, SVMAllocator, _BufferAllocator, make_provider
from ._records import FaultCounts

Faultless = Union[DeferredAllocator, ImmediateAllocator, "FaultyAllocator"]


class FaultyAllocator(_BufferAllocator):
    """Allocates buffers with another allocator, and fails, or takes longer, as a spec says: for a program's own tests.

    ``MemoryPool(FaultyAllocator(ImmediateAllocator(queue), "allocate:beyond=64MiB"))`` behaves as on a device with
    64 MiB. Experimental: any version may change or remove it.

    :param allocator: a :class:`DeferredAllocator`, an :class:`ImmediateAllocator`, or another of this class.
    :param spec: which calls fail, and how: rules like ``"allocate:nth=3"``, with commas between them. A rule names
        calls (``allocate``, ``free``, ``sub_buffer``, ``map``, ``memory``, ``all``), then conditions (``above=64MiB``,
        ``beyond=2GiB``, ``after=5s``), then which of them (``nth=3``, ``from=3``, ``every=100``, ``share=1%``), and
        then what happens (``code=CL_OUT_OF_RESOURCES``, ``delay=5ms``, ``lose``). ``seed=7`` decides what is random.
    :raises TypeError: the allocator is none of these classes.
    :raises clmem.LogicError: the spec is wrong; the message says what was expected.
    """

    def __init__(self, allocator: Faultless, spec: str) -> None:
        if not isinstance(allocator, (DeferredAllocator, ImmediateAllocator, FaultyAllocator)):
            hint = "; SVM pools have no faults yet" if isinstance(allocator, SVMAllocator) else ""
            raise TypeError(
                f"FaultyAllocator: allocator: expected an allocator of buffers, got {type(allocator).__name__}{hint}"
            )
        text = _checks.text(spec, "spec", "FaultyAllocator")
        self._queue = allocator._queue
        self._allocator = allocator  # keeps the queue alive until a pool has its own reference
        self._provider = make_provider(lib.clmem_provider_create_faulty, allocator._provider, text)

    @property
    def faults(self) -> FaultCounts:
        """What was injected so far: a :class:`FaultCounts`."""
        return FaultCounts._of(_handles.record("clmem_fault_counts", lib.clmem_provider_faults, self._provider))
