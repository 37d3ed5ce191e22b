"""The state of a pool at one instant, for programs and for notebooks."""

from __future__ import annotations

from typing import Dict, Optional, Tuple

from . import _snapshot_html
from ._recordings import STATES, SnapshotRange, SnapshotSlab, states


class Snapshot:
    """What a pool had at one instant. A notebook shows it as a picture of the slabs, with the memory of each tag.

    :meth:`MemoryPool.snapshot` returns it. It does not change, and any thread may use it. Experimental: any version may
    change or remove it.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data  # a recording, read at the first use of the slabs
        self._slabs: Optional[Tuple[SnapshotSlab, ...]] = None

    @property
    def slabs(self) -> Tuple[SnapshotSlab, ...]:
        """The driver allocations of the pool, with their ranges."""
        if self._slabs is None:
            self._slabs = tuple(states(self._data)[-1].slabs)
            self._data = b""
        return self._slabs

    @property
    def blocks(self) -> Tuple[SnapshotRange, ...]:
        """The live blocks."""
        return tuple(each for slab in self.slabs for each in slab.ranges if each.state == "live")

    @property
    def reserved_bytes(self) -> int:
        """The bytes of all slabs."""
        return sum(slab.size for slab in self.slabs)

    @property
    def live_bytes(self) -> int:
        """The bytes that the program asked for, of all live blocks."""
        return sum(each.requested_bytes for each in self.blocks)

    @property
    def state_bytes(self) -> Dict[str, int]:
        """The bytes of ranges in each state of :class:`SnapshotRange`, which add up to the reserved bytes."""
        found = dict.fromkeys(STATES, 0)
        for slab in self.slabs:
            for each in slab.ranges:
                found[each.state] += each.size
        return found

    def __repr__(self) -> str:
        live = f"{len(self.blocks)} blocks of {self.live_bytes} bytes"
        return f"<clmem.tools.Snapshot: {live}, {self.reserved_bytes} bytes reserved>"

    def _repr_html_(self) -> str:
        """The picture, as notebooks ask for it: HTML without scripts, and without addresses of other files."""
        return _snapshot_html.picture(self.slabs)
