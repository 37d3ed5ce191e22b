"""Which blocks a part of the program allocates and does not release. The plug-in for pytest uses it."""

from __future__ import annotations

import gc
from typing import Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from .._errors import LogicError, check
from .._ffi import lib
from ._pools import PoolBase
from ._recorder import Recorder
from ._recordings import SnapshotRange, StackFrame, State, states, written

_RING_BYTES = 1 << 18  # the least: the states of the pools are not in the ring
_MOST_SHOWN = 10
_RUNNERS = ("/_pytest/", "/pluggy/")  # their functions call the test


class Leak(NamedTuple):
    """Blocks that are still live, from one place of the program."""

    bytes: int
    blocks: int
    stack: Tuple[StackFrame, ...]


def _live(state: State) -> Iterator[SnapshotRange]:
    return (each for slab in state.slabs for each in slab.ranges if each.state == "live")


class _ByRecorder:
    """Has the functions of each block, since a recorder with a ring knows the stacks of the live ones."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._before: Set[int] = {each.block for state in self._states() for each in _live(state)}

    def _states(self) -> List[State]:
        recorder = self._recorder._recorder
        return states(written(lambda file: check(lib.clmem_recorder_save(recorder, file))))

    def leaks(self) -> List[Leak]:
        last = {state.pool: state for state in self._states()}  # of a pool that is gone, that of the beginning
        found: Dict[Tuple[StackFrame, ...], Leak] = {}
        for state in last.values():
            for each in _live(state):
                # A block may have the number of a former one; only blocks of the time before have no stack.
                if each.stack or each.block not in self._before:
                    known = found.get(each.stack, Leak(0, 0, each.stack))
                    found[each.stack] = Leak(known.bytes + each.requested_bytes, known.blocks + 1, each.stack)
        return sorted(found.values(), key=lambda leak: leak.bytes, reverse=True)

    def close(self) -> None:
        self._recorder.close()


class _ByStatistics:
    """Compares the figures of each pool, which needs no recorder."""

    def __init__(self) -> None:
        self._before = self._figures()

    @staticmethod
    def _figures() -> Dict[int, Tuple[int, int]]:
        # By their types, since isinstance() would call what proxies have as __class__.
        pools = [each for each in gc.get_objects() if issubclass(type(each), PoolBase) and each._handle]
        figures = ((pool._handle, pool.statistics()) for pool in pools)
        return {handle: (figure.active_bytes, figure.active_blocks) for handle, figure in figures}

    def leaks(self) -> List[Leak]:
        found = Leak(0, 0, ())
        for handle, (size, blocks) in self._figures().items():
            before_size, before_blocks = self._before.get(handle, (0, 0))
            if blocks > before_blocks:
                found = Leak(found.bytes + max(size - before_size, 0), found.blocks + blocks - before_blocks, ())
        return [found] if found.blocks else []

    def close(self) -> None:
        pass


class LeakCheck:
    """Finds the blocks of all pools that are allocated while it is open, and that are still live.

    It sees all threads. Blocks that are released, but whose commands are pending, are no leaks. If a pool has another
    recorder, or without stacks, it compares the figures of the pools, so that the release of an older block hides the
    leak of a new one, and finds no blocks of pools without a Python object.
    """

    def __init__(self, stack_frames: int = 16) -> None:
        """Begins a check.

        :param stack_frames: the most functions of each allocation that are noted, at most 32; 0: none.
        :raises LogicError: it is out of range.
        """
        self.is_disturbed = False
        recorder = Recorder(ring_bytes=_RING_BYTES, stack_frames=stack_frames) if stack_frames else None
        if recorder is not None:
            try:
                recorder.start()
            except LogicError:  # some pool has another recorder
                recorder.close()
                recorder, self.is_disturbed = None, True
        self._finder = _ByStatistics() if recorder is None else _ByRecorder(recorder)

    def leaks(self) -> List[Leak]:
        """The leaks so far, by the functions that allocated the blocks, most bytes first."""
        return self._finder.leaks()

    def close(self) -> None:
        """Ends the check."""
        self._finder.close()


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _of_program(stack: Tuple[StackFrame, ...]) -> List[StackFrame]:
    """A stack up to the test, without what called that."""
    runner = next((at for at, frame in enumerate(stack) if any(each in frame.file for each in _RUNNERS)), len(stack))
    return list(stack[: runner or None])


def message(leaks: List[Leak], allowed_bytes: int, is_disturbed: bool = False) -> Optional[str]:
    """What a person is told; None if the leaks are within what is allowed."""
    size, blocks = sum(leak.bytes for leak in leaks), sum(leak.blocks for leak in leaks)
    if not leaks or (allowed_bytes and size <= allowed_bytes):
        return None
    expected = f"at most {_count(allowed_bytes, 'byte')} of pools" if allowed_bytes else "no block of a pool"
    lines = [
        f"expected the test to leave {expected} live, got {_count(size, 'byte')} in {_count(blocks, 'block')}; "
        "release them, or drop the references to them"
    ]
    for leak in leaks[:_MOST_SHOWN]:
        if leak.stack:
            lines.append(f"{_count(leak.bytes, 'byte')} in {_count(leak.blocks, 'block')}, allocated by")
            lines += [f"    {frame}" for frame in _of_program(leak.stack)]
    if len(leaks) > _MOST_SHOWN:
        lines.append(f"and from {_count(len(leaks) - _MOST_SHOWN, 'more place')}")
    if is_disturbed:
        lines.append("Another recorder was on, so the functions that allocated them are not known.")
    return "\n".join(lines)
