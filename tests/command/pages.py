"""Reads the pages that clmem writes: the data in them, and the columns of numbers in that."""

import base64
import json
import re
import zlib

BLOCK_HIT, BLOCK_WAS_THERE, BLOCK_WAITED, BLOCK_OUTSIDE = 1, 2, 4, 8
STEPS = ("slabs.taken", "blocks.allocated")  # columns of differences


def data_of(path):
    """The JSON of a page."""
    text = path.read_text(encoding="utf-8")
    (found,) = re.findall('<script type="application/json" id="clmem-data">(.*?)</script>', text, re.DOTALL)
    if "<" in found:
        raise ValueError("'<' in the data")
    return json.loads(found)


def numbers_of(text):
    """The numbers of a column: LEB128, compressed, in base64."""
    numbers, value, shift = [], 0, 0
    for byte in zlib.decompress(base64.b64decode(text, validate=True)):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value)
            value = shift = 0
    if shift:
        raise ValueError("the last number has no end")
    return numbers


def sums_of(steps):
    sums, now = [], 0
    for step in steps:
        now += -(step + 1) // 2 if step & 1 else step // 2
        sums.append(now)
    return sums


class Shown:
    """A recording of a page: its facts, and `slabs` and `blocks` as rows by name."""

    def __init__(self, facts):
        self.facts = facts
        columns = {name: numbers_of(text) for name, text in facts["columns"].items()}
        columns.update({name: sums_of(columns[name]) for name in STEPS})
        self.times, now = [], 0
        for step in columns["times"]:
            now += step
            self.times.append(now)
        self.slabs = self._rows(columns, "slabs.")
        self.blocks = self._rows(columns, "blocks.")
        for block in self.blocks:
            block["freed"] = block["allocated"] + block["lived"] - 1 if block["lived"] else None
            block["completed"] = block["freed"] + block["waited"] - 1 if block["waited"] else None
        for slab in self.slabs:
            slab["returned"] = slab["taken"] + slab["kept"] - 1 if slab["kept"] else None

    @staticmethod
    def _rows(columns, prefix):
        chosen = {name.removeprefix(prefix): rows for name, rows in columns.items() if name.startswith(prefix)}
        if len({len(rows) for rows in chosen.values()}) > 1:
            raise ValueError("columns of different lengths")
        return [dict(zip(chosen, row)) for row in zip(*chosen.values())]

    def inside(self):
        return [block for block in self.blocks if not block["flags"] & BLOCK_OUTSIDE]

    def outside(self):
        return [block for block in self.blocks if block["flags"] & BLOCK_OUTSIDE]

    @staticmethod
    def _levels(rows, size, begin, end):
        """Peak, and value at the end, of what rows have from begin to end."""
        changes = {}
        for row in rows:
            if row[begin] is None:
                continue
            changes.setdefault(row[begin], []).append(row[size])
            if row[end] is not None:
                changes.setdefault(row[end], []).append(-row[size])
        now = peak = 0
        for _, steps in sorted(changes.items()):
            now += sum(steps)
            peak = max(peak, now)
        return {"peak_bytes": peak, "end_bytes": now}

    def levels(self):
        """What `clmem report --json` says about memory."""
        waiting = [block for block in self.inside() if block["flags"] & BLOCK_WAITED]
        return {
            "live": self._levels(self.inside(), "requested", "allocated", "freed"),
            "reserved": self._levels(self.slabs, "bytes", "taken", "returned"),
            "waiting": self._levels(waiting, "given", "freed", "completed"),
            "outside": self._levels(self.outside(), "requested", "allocated", "freed"),
        }

    def never_freed_by(self, column, names):
        """Bytes and blocks by name."""
        groups = {}
        for block in self.inside():
            if block["freed"] is None:
                bytes_, blocks = groups.get(names[block[column]], (0, 0))
                groups[names[block[column]]] = bytes_ + block["requested"], blocks + 1
        return groups


def shown_in(path):
    return [Shown(each) for each in data_of(path)["recordings"]]
