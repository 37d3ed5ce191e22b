"""The figures of pools."""

from __future__ import annotations

from typing import Any, Callable, List

from .._errors import check
from .._ffi import ffi, lib
from .._handles import record
from ._records import BinStatistics, PoolStatistics, TagStatistics


def pool_statistics(pool: Any) -> PoolStatistics:
    """The figures of a pool."""
    return PoolStatistics._of(record("clmem_statistics", lib.clmem_pool_statistics, pool))


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
    return [BinStatistics._of(record) for record in records]


def tag_statistics(pool: Any) -> List[TagStatistics]:
    """The figures of a pool's tags."""
    records = _records("clmem_tag_statistics", lib.clmem_pool_tag_statistics, pool)
    return [TagStatistics._of(record) for record in records]
