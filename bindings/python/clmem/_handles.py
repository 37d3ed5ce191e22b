"""What callers hand in becomes what the library takes.

An OpenCL object comes as an object of this package, as any object that has `int_ptr` (pyopencl's do), or as an int.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from ._errors import check, logic
from ._ffi import ffi, lib

DEVICE = ffi.typeof("cl_device_id")
CONTEXT = ffi.typeof("cl_context")
QUEUE = ffi.typeof("cl_command_queue")
EVENT = ffi.typeof("cl_event")
MEM = ffi.typeof("cl_mem")
SAMPLER = ffi.typeof("cl_sampler")
MEMORY = ffi.typeof("clmem_memory")
BUFFER = ffi.typeof("clmem_buffer")
IMAGE = ffi.typeof("clmem_image")
EVENTS_OUT = ffi.typeof("cl_event *")
EVENT_LIST = ffi.typeof("cl_event[]")
UINTPTR = ffi.typeof("uintptr_t")


def as_int(pointer: Any) -> int:
    """The address or token that a cffi pointer holds."""
    return int(ffi.cast(UINTPTR, pointer))


def opencl_object(value: Any, kind: Any, name: str, routine: str) -> Any:
    """The cffi pointer of `kind` for an OpenCL object; `name` and `routine` are for the message."""
    own = getattr(value, "_ptr", None)
    if own is not None and getattr(value, "_kind", None) is kind:
        return own
    number = value if isinstance(value, int) else getattr(value, "int_ptr", None)
    if own is not None or not isinstance(number, int) or isinstance(number, bool):
        raise logic(
            routine,
            f"{name} is {_describe(value)}: hand in a {_name(kind)} as an object of clmem or pyopencl, or its address",
        )
    if number == 0:
        raise logic(routine, f"{name} is NULL")
    return ffi.cast(kind, number)


def _name(kind: Any) -> str:
    """OpenCL's name of a type that cffi calls "struct _cl_event *"."""
    name: str = kind.cname
    return name.replace("struct _", "").rstrip(" *")


def _describe(value: Any) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"


def device(value: Any, name: str = "device", routine: str = "clmem") -> Any:
    """The cl_device_id of a device."""
    return opencl_object(value, DEVICE, name, routine)


def context(value: Any, name: str = "context", routine: str = "clmem") -> Any:
    """The cl_context of a context."""
    return opencl_object(value, CONTEXT, name, routine)


def queue(value: Any, name: str = "queue", routine: str = "clmem") -> Any:
    """The cl_command_queue of a queue."""
    return opencl_object(value, QUEUE, name, routine)


def queue_or_null(value: Any, name: str = "queue", routine: str = "clmem") -> Any:
    """The cl_command_queue of a queue, NULL for None."""
    return ffi.NULL if value is None else opencl_object(value, QUEUE, name, routine)


def event(value: Any, name: str = "event", routine: str = "clmem") -> Any:
    """The cl_event of an event."""
    return opencl_object(value, EVENT, name, routine)


def events(wait_for: Optional[Sequence[Any]], name: str = "wait_for", routine: str = "clmem") -> Tuple[int, Any]:
    """A wait list as (count, array); None and empty sequences are (0, NULL)."""
    if wait_for is None:
        return 0, ffi.NULL
    try:
        pointers = [
            opencl_object(value, EVENT, f"{name}[{index}]", routine) for index, value in enumerate(wait_for)
        ]
    except TypeError:
        raise logic(routine, f"{name} is {_describe(wait_for)}: hand in None or a list of events") from None
    return (len(pointers), ffi.new(EVENT_LIST, pointers)) if pointers else (0, ffi.NULL)


@contextmanager
def memory(value: Any, name: str = "memory", routine: str = "clmem") -> Iterator[Any]:
    """The clmem_memory of anything that counts as a memory object, valid inside the `with` statement.

    Objects of this package have a handle of their own. Those of others (`int_ptr`) and plain ints are a cl_mem, which
    is imported for as long as the statement lasts.
    """
    handle = getattr(value, "_handle", None)
    if handle is not None:
        if handle == 0:
            raise logic(routine, f"{name} was released already")
        yield ffi.cast(MEMORY, handle)
        return
    mem = opencl_object(value, MEM, name, routine)
    imported = ffi.new("clmem_memory *")
    check(lib.clmem_memory_import(mem, 1, imported))
    try:
        yield imported[0]
    finally:
        lib.clmem_memory_release(imported[0])


@contextmanager
def memories(values: Sequence[Any], name: str, routine: str) -> Iterator[List[Any]]:
    """The clmem_memory of each of several memory objects, as :func:`memory`."""
    with ExitStack() as imported:
        yield [
            imported.enter_context(memory(value, f"{name}[{index}]", routine)) for index, value in enumerate(values)
        ]
