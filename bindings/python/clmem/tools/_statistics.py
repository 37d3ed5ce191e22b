"""The figures of pools."""

from __future__ import annotations

from typing import Any, Callable, List, NamedTuple

from .._errors import check
from .._ffi import ffi, lib
from .._handles import record


class PoolStatistics(NamedTuple):
    """The figures of a pool. They are exact while no other thread uses the pool. Sizes are in bytes."""

    slabs: int  #: driver allocations that the pool holds
    managed_bytes: int  #: reserved from the driver: live, free, and lost to rounding
    managed_bytes_peak: int  #: their maximum so far
    active_bytes: int  #: live bytes, as requested
    active_bytes_peak: int  #: their maximum so far
    held_bytes: int  #: bytes of free ranges
    idle_bytes: int  #: bytes of slabs without a block
    cached_bytes: int  #: bytes of blocks in thread caches, including those that wait for their commands
    cache_bound_bytes: int  #: the bytes that thread caches may hold
    limit_bytes: int  #: the limit, 0 if there is none
    active_blocks: int  #: live blocks
    held_blocks: int  #: released blocks whose memory the pool still holds
    allocations: int  #: allocations so far
    releases: int  #: releases so far
    hits: int  #: allocations that reused a released block as it was
    misses: int  #: allocations that split a free range or reserved a slab
    failures: int  #: failed allocations
    driver_allocations: int  #: slabs reserved from the driver so far
    driver_releases: int  #: slabs returned to the driver so far
    driver_time_ns: int  #: nanoseconds spent in these calls
    objects_created: int  #: sub-buffers created
    markers: int  #: markers enqueued to order queues
    barriers: int  #: barriers enqueued to order queues
    host_waits: int  #: times that the host waited for a queue
    queues: int  #: queues that the pool knows
    live_events: int  #: events that the pool holds
    live_events_peak: int  #: their maximum so far
    quarantined_bytes: int  #: free, but not reused: OpenCL does not report whether the last commands are complete
    misses_empty: int  #: misses because the thread's cache had no freed block of the size class
    misses_waiting: int  #: misses of memory that the host accesses, while released blocks waited for their commands
    misses_large: int  #: misses because blocks of more than 4 MiB are not cached
    misses_aligned: int  #: misses because the allocation asked for an alignment above the pool's
    misses_tagged: int  #: misses because the allocation had a tag
    misses_dedicated: int  #: misses because the allocation asked for a separate slab
    misses_out_of_order: int  #: misses because the queue runs commands out of order: its blocks are not cached
    misses_unheld: int  #: misses because the pool holds no freed memory


class BinStatistics(NamedTuple):
    """The figures of one size class of a pool. Sizes above the largest class count in the last one."""

    smallest_bytes: int  #: the smallest request of the class
    largest_bytes: int  #: the largest request of the class
    hits: int  #: allocations that reused a released block as it was
    misses: int  #: allocations that split a free range or reserved a slab
    held_blocks: int  #: free blocks that are ready for reuse


class TagStatistics(NamedTuple):
    """The figures of one tag of a pool."""

    name: str  #: the tag; "" for blocks without a tag, which have no peak
    active_bytes: int  #: its live bytes, as requested
    active_bytes_peak: int  #: their maximum so far
    active_blocks: int  #: its live blocks
    allocations: int  #: its allocations so far


def pool_statistics(pool: Any) -> PoolStatistics:
    """The figures of a pool."""
    figures = record("clmem_statistics", lib.clmem_pool_statistics, pool)
    return PoolStatistics(*(getattr(figures, name) for name in PoolStatistics._fields))


def _records(kind: str, ask: Callable[..., int], pool: Any) -> Any:
    """All records of a kind that the library has."""
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
