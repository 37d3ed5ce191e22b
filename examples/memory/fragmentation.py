"""A service that scales pictures and keeps the results. Without an argument its memory fragments: results that it keeps
lie between pictures that it has released, and a large picture finds no room. The limit of the pool is the card.

    python fragmentation.py [fixed] [FILE.clmem]     the file gets a recording

docs/memory-cases.md explains how to find that.
"""

from __future__ import annotations

import contextlib
import sys

import clmem as cl
from clmem.tools import ImmediateAllocator, MemoryPool, PooledBuffer

KIB, MIB = 1 << 10, 1 << 20
CARD = 64 * MIB
PICTURES = 56


def picture(pool: MemoryPool) -> PooledBuffer:
    return pool.allocate(960 * KIB)


def result(pool: MemoryPool) -> PooledBuffer:
    return pool.allocate(64 * KIB)


def scale_alternating(pool: MemoryPool) -> list[PooledBuffer]:
    """Scales a batch of pictures, which are needed until its end. Returns the results."""
    pictures, results = [], []
    for _ in range(PICTURES):
        pictures.append(picture(pool))
        results.append(result(pool))
    return results


def scale(pool: MemoryPool) -> list[PooledBuffer]:
    """The same, but what lives longest is allocated first, and so lies together."""
    results = [result(pool) for _ in range(PICTURES)]
    pictures = [picture(pool) for _ in range(PICTURES)]
    del pictures
    return results


def print_memory(when: str, pool: MemoryPool) -> None:
    now = pool.statistics()
    print(f"{when}: {now.active_bytes / MIB:.1f} MiB live, {now.managed_bytes / MIB:.1f} MiB reserved")


def main() -> int:
    is_fixed = "fixed" in sys.argv[1:]
    files = [word for word in sys.argv[1:] if word != "fixed"]
    queue = cl.CommandQueue(cl.create_some_context(interactive=False))
    with cl.record(files[0]) if files else contextlib.nullcontext():
        pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=CARD)
        results = scale(pool) if is_fixed else scale_alternating(pool)
        print_memory(f"with {len(results)} results", pool)
        try:
            large = pool.allocate(24 * MIB)
        except cl.MemoryError as error:
            print(error)
            return 1
        print_memory("with a large picture", pool)
        large.release()
    return 0


if __name__ == "__main__":
    sys.exit(main())
