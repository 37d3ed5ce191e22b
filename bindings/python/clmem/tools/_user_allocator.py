"""A program's own allocator as the source of a pool's memory."""

from __future__ import annotations

import builtins
import functools
import threading
from typing import TYPE_CHECKING, Any, Dict, Set

from .. import _handles, _hot
from .._constants import mem_info
from .._errors import check, logic, wrong_type
from .._ffi import ffi, lib
from .._memory import MemoryObject

if TYPE_CHECKING:
    from ._allocators import AllocatorBase

_OUT_OF_MEMORY = int(lib.CLMEM_ERROR_OUT_OF_MEMORY)
_CALLBACK = int(lib.CLMEM_ERROR_CALLBACK)

# The cl_mems that pools use, by address. The value is an object made for this use, so that of two threads that insert
# one cl_mem only one finds its own.
_in_use: Dict[int, object] = {}

_alive: Set[Any] = set()  # cffi handles, kept until the library has made the last callback with them


class _Memory:
    """The buffers that an allocator has returned to a pool."""

    def __init__(self, allocator: AllocatorBase) -> None:
        self.allocator = allocator
        self.buffers: Dict[int, Any] = {}  # by the address of the cl_mem
        first: Any = allocator(1)
        if first is None:
            name = _name(allocator)
            raise logic("MemoryPool", f"expected a Buffer of at least one byte from {name}(1), got None")
        self.context = first.context  # needed before the first slab is allocated

    def allocate(self, size: int, out_memory: Any) -> None:
        """Stores the cl_mem of a buffer of at least `size` bytes, which is kept alive."""
        asked = f"{_name(self.allocator)}({size})"
        buffer: Any = self.allocator(size)
        if not (isinstance(buffer, MemoryObject) or _handles.is_foreign(buffer, "MemoryObject")):
            raise wrong_type("MemoryPool", f"{asked}: expected a Buffer, got {_handles.described(buffer)}")
        if buffer.size < size:
            what = f"{asked}: expected a Buffer of at least the requested size, got one of {buffer.size} bytes"
            raise logic("MemoryPool", what)
        if buffer.get_info(mem_info.ASSOCIATED_MEMOBJECT) is not None:
            what = f"{asked}: expected a whole Buffer, got a sub-buffer, of which OpenCL makes no sub-buffers"
            raise logic("MemoryPool", what)
        address: int = buffer.int_ptr
        memory, use = ffi.cast("void *", address), object()
        try:
            if _in_use.setdefault(address, use) is not use:
                what = f"{asked}: expected a new Buffer, got one whose memory a pool already uses"
                raise logic("MemoryPool", what + "; return another in each call")
            self.buffers[address] = buffer
            out_memory[0] = memory
        except BaseException:  # a signal may interrupt any line
            if _in_use.get(address) is use:
                self.buffers.pop(address, None)
                del _in_use[address]
            raise

    def release(self, address: int) -> None:
        """Drops a buffer; does nothing if it was already dropped, so that it can be repeated."""
        _in_use.pop(address, None)  # first: OpenCL may give the address to the next buffer
        self.buffers.pop(address, None)


def _name(allocator: AllocatorBase) -> str:
    return type(allocator).__name__


def user_provider(allocator: AllocatorBase) -> Any:
    """The handle of a provider that calls the program's allocator, released with the last reference to it."""
    memory = _Memory(allocator)
    handle = ffi.new_handle(memory)
    callbacks = _handles.struct("clmem_provider_callbacks")
    callbacks.memory_is_buffer = 1
    callbacks.context = _handles.context(memory.context, "context", "MemoryPool")
    callbacks.user = handle
    callbacks.allocate = lib.clmem_memory_allocate_fn_python
    callbacks.release = lib.clmem_memory_release_fn_python
    callbacks.user_release = lib.clmem_user_release_fn_python
    out = ffi.new("clmem_provider *")
    check(lib.clmem_provider_create_user(callbacks, out))
    _alive.add(handle)
    return ffi.gc(out[0], lib.clmem_provider_release)


def _keep_failure(kind: Any, error: BaseException, traceback: Any) -> int:
    """Keeps the exception for the allocation. It is no part of the callback, which may be interrupted at its start."""
    _hot.callback_failed(error.with_traceback(traceback), False)
    return _OUT_OF_MEMORY if _is_shortage(error) else _CALLBACK


@ffi.def_extern(  # type: ignore[untyped-decorator,unused-ignore]
    name="clmem_memory_allocate_fn_python", error=_CALLBACK, onerror=_keep_failure
)
def _allocate(user: Any, size: int, out_memory: Any) -> int:
    ffi.from_handle(user).allocate(size, out_memory)
    return 0


def _is_shortage(error: BaseException) -> bool:
    """Whether an allocator's exception reports a lack of memory: the pool then trims, and calls the allocator again."""
    return isinstance(error, builtins.MemoryError) or bool(getattr(error, "is_out_of_memory", lambda: False)())


def _repeat(error: BaseException, traceback: Any) -> None:
    """Calls a callback again that a signal has interrupted; only the main thread handles signals."""
    if threading.current_thread() is not threading.main_thread():
        raise error
    frame = traceback.tb_frame
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    globals()[frame.f_code.co_name](*(frame.f_locals[name] for name in names))


_repeat_and_raise = functools.partial(_hot.raise_after, _repeat)


@ffi.def_extern(  # type: ignore[untyped-decorator,unused-ignore]
    name="clmem_memory_release_fn_python", onerror=_repeat_and_raise
)
def _release(user: Any, memory: Any, size: int) -> None:
    ffi.from_handle(user).release(_handles.as_int(memory))


@ffi.def_extern(  # type: ignore[untyped-decorator,unused-ignore]
    name="clmem_user_release_fn_python", onerror=_repeat_and_raise
)
def _user_release(user: Any) -> None:
    _alive.discard(user)
