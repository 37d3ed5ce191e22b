"""A program's own allocator as the source of a pool's memory."""

from __future__ import annotations

import builtins
import threading
from typing import TYPE_CHECKING, Any, Dict, Set

from .. import _handles
from .._constants import mem_info
from .._errors import check, failures_of_callbacks, logic, wrong_type
from .._ffi import ffi, lib
from .._memory import MemoryObject

if TYPE_CHECKING:
    from ._allocators import AllocatorBase

_OUT_OF_MEMORY = int(lib.CLMEM_ERROR_OUT_OF_MEMORY)
_CALLBACK = int(lib.CLMEM_ERROR_CALLBACK)

_alive: Set[Any] = set()  # cffi handles, kept until the library has made the last callback with them


class _Memory:
    """The buffers that an allocator has returned to a pool."""

    def __init__(self, allocator: AllocatorBase) -> None:
        self.allocator = allocator
        self.buffers: Dict[int, Any] = {}  # by the address of the cl_mem
        first = allocator(1)
        if first is None:
            name = _name(allocator)
            raise logic("MemoryPool", f"expected a Buffer of at least one byte from {name}(1), got None")
        self.context = first.context  # needed before the first slab is allocated

    def allocate(self, size: int) -> int:
        """The address of the cl_mem of a buffer of at least `size` bytes, which is kept alive."""
        asked = f"{_name(self.allocator)}({size})"
        buffer = self.allocator(size)
        if not (isinstance(buffer, MemoryObject) or _handles.is_foreign(buffer, "MemoryObject")):
            raise wrong_type("MemoryPool", f"{asked}: expected a Buffer, got {_handles.described(buffer)}")
        if buffer.size < size:
            what = f"{asked}: expected a Buffer of at least the requested size, got one of {buffer.size} bytes"
            raise logic("MemoryPool", what)
        if buffer.get_info(mem_info.ASSOCIATED_MEMOBJECT) is not None:
            what = f"{asked}: expected a whole Buffer, got a sub-buffer, of which OpenCL makes no sub-buffers"
            raise logic("MemoryPool", what)
        address: int = buffer.int_ptr
        self.buffers[address] = buffer
        return address


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


@ffi.def_extern(name="clmem_memory_allocate_fn_python")  # type: ignore[untyped-decorator,unused-ignore]
def _allocate(user: Any, size: int, out_memory: Any) -> int:
    try:
        out_memory[0] = ffi.cast("void *", ffi.from_handle(user).allocate(size))
    except BaseException as error:  # the library's failed call is raised from it
        failures_of_callbacks[threading.get_ident()] = error
        return _OUT_OF_MEMORY if _is_shortage(error) else _CALLBACK
    return 0


def _is_shortage(error: BaseException) -> bool:
    """Whether an allocator's exception reports a lack of memory: the pool then trims, and calls the allocator again."""
    return isinstance(error, builtins.MemoryError) or bool(getattr(error, "is_out_of_memory", lambda: False)())


@ffi.def_extern(name="clmem_memory_release_fn_python")  # type: ignore[untyped-decorator,unused-ignore]
def _release(user: Any, memory: Any, size: int) -> None:
    del ffi.from_handle(user).buffers[_handles.as_int(memory)]


@ffi.def_extern(name="clmem_user_release_fn_python")  # type: ignore[untyped-decorator,unused-ignore]
def _user_release(user: Any) -> None:
    _alive.discard(user)
