"""Recording what happens to memory."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Dict, Iterator, Optional, Type, Union

from .. import _checks, _handles, _hot
from .._errors import check, logic, wrong_type
from .._ffi import ffi, lib
from ._pools import PoolBase
from ._records import RecorderInfo

Path = Union[str, "os.PathLike[str]"]

UNWINDERS = ("auto", "frame_pointers", "system")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

_texts: Dict[str, Any] = {}  # as the library reads them; they stay, since there are as many as a program has functions


def _text(text: str) -> Any:
    known = _texts.get(text)
    if known is None:
        known = _texts[text] = ffi.new("char[]", text.encode("utf-8", "replace"))
    return known


def _without_stack(kind: Any, error: BaseException, traceback: Any) -> None:
    """The allocation has no stack; what came between, such as KeyboardInterrupt, is for the program."""
    _hot.raise_after(lambda error, traceback: None, kind, error, traceback)


@ffi.def_extern(  # type: ignore[untyped-decorator,unused-ignore]
    name="clmem_stack_fn_python", error=0, onerror=_without_stack
)
def _stack(user: Any, capacity: int, functions: Any, files: Any, lines: Any) -> int:
    """Describes the thread's Python functions, without those of this package."""
    frame = sys._getframe().f_back
    count = 0
    while frame is not None and count < capacity:
        code = frame.f_code
        if not code.co_filename.startswith(_PACKAGE):
            functions[count] = _text(getattr(code, "co_qualname", code.co_name))
            files[count] = _text(code.co_filename)
            lines[count] = frame.f_lineno or 0
            count += 1
        frame = frame.f_back
    return count


class Recorder(_handles.Unique):
    """Records what happens to the memory of pools: allocations and releases, with place, queue, tag and stack, slabs,
    waits, shortages, and what the program marks. ``clmem report``, ``clmem diff`` and ``clmem convert`` read the files.

    A recorder records nothing before :meth:`start`. As a context manager, it is closed at the end of the block. Any
    thread may use it. Experimental: any version may change or remove it.
    """

    def __init__(
        self,
        path: Optional[Path] = None,
        *,
        ring_bytes: int = 0,
        stack_frames: int = 0,
        python: bool = True,
        unwinder: str = "auto",
    ) -> None:
        """Creates the file, or a ring in memory that keeps the last events.

        :param path: the file, which is created or replaced, readable by its owner alone; None: a ring.
        :param ring_bytes: the size of the ring, at least 256 KiB; 0: 16 MiB.
        :param stack_frames: how many frames of each allocation's stack are recorded, at most 32; 0: no stacks.
        :param python: whether stacks are those of Python's functions. Otherwise, and for threads without any, they are
            those of native functions.
        :param unwinder: how native stacks are found: ``"auto"``, ``"frame_pointers"`` or ``"system"``, see
            ``clmem_unwinder``.
        :raises LogicError: an argument is out of range, or the file cannot be created.
        """
        name = type(self).__name__
        if getattr(self, "_handle", 0):
            raise wrong_type(name, "the recorder is already constructed; __init__ is called once")
        if unwinder not in UNWINDERS:
            raise logic(name, f"unwinder: expected one of {', '.join(UNWINDERS)}, got {unwinder!r}")
        options = _handles.struct("clmem_recorder_options")
        file = None if path is None else ffi.new("char[]", os.fsencode(path))
        options.path = ffi.NULL if file is None else file
        options.ring_bytes = _checks.size(ring_bytes, "ring_bytes", name)
        options.stack_frames = _checks.number(stack_frames, "stack_frames", name)
        options.unwinder = UNWINDERS.index(unwinder)
        if python and stack_frames:
            options.stack = lib.clmem_stack_fn_python
        out = ffi.new("clmem_recorder *")
        check(lib.clmem_recorder_create(options, out))
        self._handle = _handles.as_int(out[0])
        self.path = None if path is None else os.fspath(path)

    @property
    def _recorder(self) -> Any:
        return ffi.cast("clmem_recorder", self._handle)

    def start(self, pool: Optional[PoolBase] = None) -> Recorder:
        """Begins to record a pool, or all pools of the process, those included that are created later.

        :param pool: None: all pools.
        :returns: the recorder.
        :raises LogicError: the pool, or one of all, has another recorder.
        """
        check(lib.clmem_recorder_start(self._recorder, _pool_or_null(pool, "start")))
        return self

    def stop(self, pool: Optional[PoolBase] = None) -> None:
        """Stops recording a pool, or all pools. A pool that is not recorded is left as it is."""
        check(lib.clmem_recorder_stop(self._recorder, _pool_or_null(pool, "stop")))

    def mark(self, text: str) -> None:
        """Records a moment of the program, by which a person finds what came before and after it."""
        check(lib.clmem_recorder_mark(self._recorder, _checks.text(text, "text", "mark")))

    @contextmanager
    def range(self, name: str) -> Iterator[None]:
        """Records a part of the program on this thread: ``with recorder.range("epoch 1"):``. Parts may be nested."""
        check(lib.clmem_recorder_begin_range(self._recorder, _checks.text(name, "name", "range")))
        try:
            yield
        finally:
            check(lib.clmem_recorder_end_range(self._recorder))

    @contextmanager
    def outside(self, kind: str, size: int) -> Iterator[None]:
        """Records memory that is in no pool, such as another library's buffer, while the block of the ``with`` statement
        runs.

        :param kind: what it is.
        :param size: in bytes.
        """
        number = self.add_outside(kind, size)
        try:
            yield
        finally:
            self.remove_outside(number)

    def add_outside(self, kind: str, size: int) -> int:
        """Records an allocation of memory that is in no pool.

        :param kind: what it is, such as ``"image"``.
        :param size: in bytes.
        :returns: its number, for :meth:`remove_outside`.
        """
        number = ffi.new("uint64_t *")
        kind_text = _checks.text(kind, "kind", "add_outside")
        size = _checks.size(size, "size", "add_outside")
        check(lib.clmem_recorder_add_outside(self._recorder, kind_text, size, number))
        return int(number[0])

    def remove_outside(self, number: int) -> None:
        """Records that memory is freed which :meth:`add_outside` has recorded."""
        number = _checks.size(number, "number", "remove_outside")
        check(lib.clmem_recorder_remove_outside(self._recorder, number))

    def save(self, path: Path) -> None:
        """Writes the ring to a file, with the state that its pools have now. The recorder goes on.

        :raises LogicError: the file cannot be written, or the recorder writes a file already.
        """
        check(lib.clmem_recorder_save(self._recorder, ffi.new("char[]", os.fsencode(path))))

    def info(self) -> RecorderInfo:
        """Returns what it has recorded."""
        out = _handles.struct("clmem_recorder_info")
        check(lib.clmem_recorder_describe(self._recorder, out))
        return RecorderInfo._of(out)

    def close(self) -> None:
        """Stops recording, and ends the file. A ring is gone. It may be called again."""
        handle, self._handle = self._handle, 0
        check(lib.clmem_recorder_release(ffi.cast("clmem_recorder", handle)))

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], traceback: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0) and not sys.is_finalizing():
            self.close()


def _pool_or_null(pool: Optional[PoolBase], routine: str) -> Any:
    if pool is None:
        return ffi.NULL
    if not isinstance(pool, PoolBase):
        raise wrong_type(routine, f"pool: expected a pool or None, got {_checks.shown(pool)}")
    return pool._pool


@contextmanager
def record(path: Path, *, pool: Optional[PoolBase] = None, stack_frames: int = 16) -> Iterator[Recorder]:
    """Records a pool, or all pools of the process, while the block of the ``with`` statement runs.

    ::

        with clmem.record("run.clmem") as recorder:
            with recorder.range("epoch 1"):
                train()

    and then ``clmem report run.clmem``. Experimental: any version may change or remove it.

    :param path: the file, which is created or replaced, readable by its owner alone. It is complete up to the last event
        at any time, even if the process is killed.
    :param pool: None: all pools, those included that are created later.
    :param stack_frames: how many of Python's functions are recorded for each allocation, at most 32; 0: none.
    :raises LogicError: an argument is out of range, the file cannot be created, or a pool has another recorder.
    """
    with Recorder(path, stack_frames=stack_frames) as recorder:
        recorder.start(pool)
        yield recorder
