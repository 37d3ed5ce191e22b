"""Reading the states of pools in a recording. docs/recording-format.md describes the format."""

from __future__ import annotations

import os
import struct
import tempfile
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from .._errors import logic
from .._ffi import ffi

Path = Union[str, "os.PathLike[str]"]

STATES = ("live", "cached", "waiting", "pending", "free")


class StackFrame(NamedTuple):
    """A function on the stack of an allocation. Experimental: any version may change or remove it."""

    #: its name; if that is unknown, the library or program with the offset in it, such as ``"libfoo.so+0x123"``
    function: str
    #: its source file; for native functions, the library or program
    file: str
    #: the line in the source file; 0 if it is unknown
    line: int

    def __str__(self) -> str:
        return f"{self.function} ({self.file}:{self.line})" if self.line else f"{self.function} ({self.file})"


class SnapshotRange(NamedTuple):
    """A part of a slab: a block, or free memory. Experimental: any version may change or remove it."""

    #: where it begins in the slab, in bytes
    offset: int
    #: its size in bytes
    size: int
    #: ``"live"``: allocated by the program; ``"cached"``: released, in a thread cache; ``"waiting"``: the same, but its
    #: commands may not be complete; ``"pending"``: released, and waits for events; ``"free"``
    state: str
    #: the number of bytes that the program asked for; 0 if it is free
    requested_bytes: int
    #: its tag; "" if it has none
    tag: str
    #: the handle of its queue; 0 if it has none
    queue: int
    #: the functions that allocated it, the innermost first; empty if the pool had no recorder with a ring and stacks
    stack: Tuple[StackFrame, ...]
    #: a number that no other live block of the process has; 0 if it is free
    block: int


class SnapshotSlab(NamedTuple):
    """A driver allocation of a pool. Experimental: any version may change or remove it."""

    #: its number in the process
    number: int
    #: its size in bytes
    size: int
    #: its parts, which cover it in order
    ranges: Tuple[SnapshotRange, ...]


class State(NamedTuple):
    """A pool's state at one instant; the pool is named by its number in the log."""

    pool: int
    slabs: List[SnapshotSlab]


class _Numbers:
    """The varints between two positions."""

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self._data, self.at, self._end = data, at, end

    def __bool__(self) -> bool:
        return self.at < self._end

    def byte(self) -> int:
        self.at += 1
        return self._data[self.at - 1]

    def one(self) -> int:
        first, at = self._data[self.at], self.at
        length = (first & -first).bit_length() if first else 9
        self.at += length
        if first == 0:
            return int.from_bytes(self._data[at + 1 : at + 9], "little")
        return int.from_bytes(self._data[at : at + length], "little") >> length

    def many(self, count: int) -> List[int]:
        return [self.one() for _ in range(count)]

    def text(self) -> str:
        size = self.one()
        self.at += size
        return self._data[self.at - size : self.at].decode("utf-8", "replace")


_DEFINITIONS = {2: 3, 3: 3, 5: 4, 6: 3, 7: 3, 8: 3}  # the varints of each


class _Definitions:
    def __init__(self) -> None:
        self.strings = [""]
        self.frames: List[Optional[StackFrame]] = [None]
        self.stacks: List[Tuple[StackFrame, ...]] = [()]
        self.units: Dict[int, int] = {}
        self.queues: Dict[int, int] = {0: 0}
        self.tags: Dict[Tuple[int, int], str] = {}

    def read(self, numbers: _Numbers) -> None:
        while numbers:
            op = numbers.byte()
            if op == 1:
                self.strings.append(numbers.text())
            elif op == 4:
                frames = (self.frames[number] for number in numbers.many(numbers.one()))
                self.stacks.append(tuple(frame for frame in frames if frame))
            else:
                self._define(op, numbers.many(_DEFINITIONS[op]))

    def _define(self, op: int, values: List[int]) -> None:
        if op == 2:
            module = self.strings[values[0]]
            name = self.strings[values[2]] or f"{module.rpartition('/')[2]}+{values[1]:#x}"
            self.frames.append(StackFrame(name, module, 0))
        elif op == 3:
            self.frames.append(StackFrame(self.strings[values[0]], self.strings[values[1]], values[2]))
        elif op == 5:
            self.units[values[0]] = values[2]
        elif op == 6:
            self.queues[values[0]] = values[1]
        elif op == 7:
            self.tags[values[0], values[1]] = self.strings[values[2]]


class _States:
    def __init__(self, known: _Definitions) -> None:
        self.found: List[State] = []
        self._known = known
        self._ranges: List[SnapshotRange] = []

    def read(self, numbers: _Numbers) -> None:
        while numbers:
            op = numbers.byte()
            if op == 1:
                pool, _ = numbers.many(2)
                self.found.append(State(pool, []))
            elif op == 2:
                slab, size, _ = numbers.many(3)
                self._end_slab()
                self.found[-1].slabs.append(SnapshotSlab(slab, size, ()))
            elif op == 3:
                self._ranges.append(self._range(numbers.many(8)))
            else:
                self._end_slab()

    def _range(self, values: List[int]) -> SnapshotRange:
        offset, size, state, block, requested, queue, tag, stack = values
        known, pool = self._known, self.found[-1].pool
        name = known.tags.get((pool, tag), "") if tag else ""
        offset *= known.units[pool]
        return SnapshotRange(
            offset, size, STATES[state], requested, name, known.queues[queue], known.stacks[stack], block
        )

    def _end_slab(self) -> None:
        if self._ranges:
            slabs = self.found[-1].slabs
            slabs[-1] = slabs[-1]._replace(ranges=tuple(self._ranges))
            self._ranges = []


def _chunks(data: bytes) -> Iterator[Tuple[int, int, _Numbers]]:
    """The kind and the number of each chunk, and its records."""
    (size,) = struct.unpack_from("<I", data, 12)
    for begin in range(4096, len(data) - 31, size):
        used, kind, _, number = struct.unpack_from("<IIII", data, begin)
        yield kind, number, _Numbers(data, begin + 32, begin + 32 + used)


def states(data: bytes) -> List[State]:
    """The states of pools in a recording, in the order in which they were written.

    :raises LogicError: it is no recording of version 1.
    """
    if len(data) < 4096 or data[:12] != b"clmemrec\1\0\0\0":
        raise logic("snapshot", "expected a recording of version 1, got another file")
    known = _Definitions()
    read = _States(known)
    chunks = sorted(_chunks(data), key=lambda chunk: chunk[:2])
    for kind, _, numbers in chunks:
        if kind == 1:
            known.read(numbers)
    for kind, _, numbers in chunks:
        if kind == 3:
            read.read(numbers)
    return read.found


def written(write: Callable[[Any], None], path: Optional[Path] = None) -> bytes:
    """What a function writes into the file that it is called with, as C's text.

    :param path: the file, which stays; None: one in a folder that only the user can read, which does not.
    """
    if path is None:
        with tempfile.TemporaryDirectory(prefix="clmem-") as folder:
            return written(write, os.path.join(folder, "state.clmem"))
    write(ffi.new("char[]", os.fsencode(path)))
    with open(path, "rb") as file:
        return file.read()
