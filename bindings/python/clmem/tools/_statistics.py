"""A pool's figures."""

from __future__ import annotations

from typing import Any, Callable, List, NamedTuple

from .._errors import check
from .._ffi import ffi, lib
from .._handles import record


class PoolStatistics(NamedTuple):
    """A pool's figures, exact while no other thread is in a call on the pool. Sizes are in bytes."""

    slabs: int  #: driver allocations that the pool holds
    managed_bytes: int  #: taken from the driver: active and held, and what rounding costs
    managed_bytes_peak: int  #: the peak of it
    active_bytes: int  #: of the blocks in use, as they were asked for
    active_bytes_peak: int  #: the peak of it
    held_bytes: int  #: of free ranges
    idle_bytes: int  #: of slabs that hold no block at all
    cached_bytes: int  #: of free blocks in the threads' caches
    cache_bound_bytes: int  #: how much the caches may hold
    limit_bytes: int  #: the limit, 0 if there is none
    active_blocks: int  #: blocks in use
    held_blocks: int  #: released blocks whose memory the pool still holds
    allocations: int  #: blocks handed out so far
    releases: int  #: blocks given back so far
    hits: int  #: allocations that took a released block as it was
    misses: int  #: allocations that cut a range or took a slab
    failures: int  #: allocations that failed
    driver_allocations: int  #: slabs taken from the driver so far
    driver_releases: int  #: slabs given back to it
    driver_time_ns: int  #: nanoseconds spent in these calls
    objects_created: int  #: sub-buffers made
    markers: int  #: markers enqueued, to order one queue behind another
    barriers: int  #: barriers enqueued for that
    host_waits: int  #: how often the host had to wait for a queue
    queues: int  #: queues that the pool knows
    live_events: int  #: events that it holds
    live_events_peak: int  #: the peak of it
    quarantined_bytes: int  #: free, but not used again yet: OpenCL fails to tell whether the last commands are complete


class BinStatistics(NamedTuple):
    """The figures of one size class of a pool; sizes above the largest class count in the last one."""

    smallest_bytes: int  #: smallest request that belongs to the class
    largest_bytes: int  #: largest request that belongs to it
    hits: int  #: allocations that took a released block as it was
    misses: int  #: allocations that cut a range or took a slab
    held_blocks: int  #: free blocks of the class that are ready to go


class TagStatistics(NamedTuple):
    """The figures of one tag of a pool."""

    name: str  #: the tag; "" stands for blocks without one, whose peak is not kept
    active_bytes: int  #: of its blocks in use, as they were asked for
    active_bytes_peak: int  #: the peak of it
    active_blocks: int  #: its blocks in use
    allocations: int  #: its blocks handed out so far


def pool_statistics(pool: Any) -> PoolStatistics:
    """The figures of a pool."""
    figures = record("clmem_statistics", lib.clmem_pool_statistics, pool)
    return PoolStatistics(*(getattr(figures, name) for name in PoolStatistics._fields))


def _records(kind: str, ask: Callable[..., int], pool: Any) -> Any:
    """All records that the library has of a kind."""
    count = ffi.new("uint32_t *")
    size = ffi.sizeof(kind)
    check(ask(pool, 0, size, ffi.NULL, count))
    records = ffi.new(f"{kind}[]", count[0])
    if count[0]:
        check(ask(pool, count[0], size, records, count))
    return records


def bin_statistics(pool: Any) -> List[BinStatistics]:
    """The figures of a pool's size classes, smallest first."""
    records = _records("clmem_bin_statistics", lib.clmem_pool_bin_statistics, pool)
    return [BinStatistics(*(getattr(record, name) for name in BinStatistics._fields)) for record in records]


def tag_statistics(pool: Any) -> List[TagStatistics]:
    """The figures of a pool's tags."""
    records = _records("clmem_tag_statistics", lib.clmem_pool_tag_statistics, pool)
    return [
        TagStatistics(
            ffi.string(record.name).decode(),
            record.active_bytes,
            record.active_bytes_peak,
            record.active_blocks,
            record.allocations,
        )
        for record in records
    ]
