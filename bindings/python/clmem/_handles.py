"""Turns arguments into what the library takes.

An OpenCL object is accepted by its class only: this package's, or pyopencl's class of the same name. Addresses are
refused, since nothing can verify what lies there: ``from_int_ptr`` of the class makes an object from one.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import Any, Callable, Iterator, List, NoReturn, Optional, Sequence, Tuple

from . import _hot
from ._errors import check, logic, wrong_type
from ._ffi import ffi, lib

PLATFORM = ffi.typeof("cl_platform_id")
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

ALL = 2**64 - 1  # SIZE_MAX: as much as there is

# The class of each kind, in this package and in pyopencl.
_CLASSES = {
    PLATFORM: "Platform", DEVICE: "Device", CONTEXT: "Context", QUEUE: "CommandQueue", EVENT: "Event",
    MEM: "MemoryObjectHolder", SAMPLER: "Sampler",
}  # fmt: skip
# The classes that have from_int_ptr().
_FROM_INT_PTR = {*_CLASSES.values(), "MemoryObject", "Program", "Kernel"}


class Unique:
    """Cannot be copied or pickled: two Python objects would release the same OpenCL object or handle."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        name = type(self).__name__
        raise wrong_type(name, f"cannot copy or pickle {with_article(name)}; pass the object itself, or copy its content")


class OwnObject(Unique):
    """Holds a pointer to an OpenCL object: `_ptr`, of the cffi type `_kind`."""

    __slots__ = ()
    _kind: Any = None


class OwnMemory(Unique):
    """Holds the library's token for memory: `_handle`, 0 once released."""

    __slots__ = ()


def with_article(name: str) -> str:
    """A class's name behind its article."""
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"


def as_int(pointer: Any) -> int:
    """The address or token in a cffi pointer."""
    return int(ffi.cast(UINTPTR, pointer))


def opencl_object(value: Any, kind: Any, name: str, routine: str) -> Any:
    """The cffi pointer of type `kind` for an OpenCL object; `name` and `routine` are for the error message."""
    if isinstance(value, OwnObject) and value._kind is kind:
        own = getattr(value, "_ptr", None)
        if own:
            return own
        raise logic(routine, f"{name}: expected a constructed {_CLASSES[kind]}, got one whose __init__ was not called")
    if is_foreign(value, _CLASSES[kind]):
        return ffi.cast(kind, value.int_ptr)
    raise refusal(value, _CLASSES[kind], name, routine)


def is_foreign(value: Any, class_name: str) -> bool:
    """Whether an object is of pyopencl's class of that name, without importing pyopencl."""
    found = getattr(sys.modules.get("pyopencl"), class_name, None)
    return isinstance(found, type) and isinstance(value, found)


def refusal(value: Any, class_name: str, name: str, routine: str) -> Exception:
    """The exception for an argument of the wrong class."""
    is_address = class_name in _FROM_INT_PTR and isinstance(value, int) and not isinstance(value, bool)
    advice = f"; {class_name}.from_int_ptr() makes an object from an address" if is_address else ""
    return wrong_type(routine, f"{name}: expected {with_article(class_name)}, got {described(value)}{advice}")


def described(value: Any) -> str:
    """A value's type, for a message."""
    return "None" if value is None else f"an object of type {type(value).__name__}"


def instance(value: Any, of: type, name: str, routine: str) -> Any:
    """The value, if it is an instance of one of this package's classes."""
    if not isinstance(value, of):
        raise refusal(value, of.__name__, name, routine)
    return value


def address(value: Any, kind: Any, routine: str) -> Any:
    """The cffi pointer for an address, the argument of a ``from_int_ptr``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(routine, f"int_ptr_value: expected an address as an int, got {described(value)}")
    if not 0 < value < 1 << 64:
        raise logic(routine, f"int_ptr_value: expected the address of an object, got {value}")
    return ffi.cast(kind, value)


def listed(values: Any, what: str, name: str, routine: str) -> List[Any]:
    """The elements of an iterable argument."""
    try:
        return list(values)
    except TypeError:
        raise wrong_type(routine, f"{name}: expected a list of {what}, got {described(values)}") from None


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
    """The cl_command_queue of a queue; NULL for None."""
    return ffi.NULL if value is None else opencl_object(value, QUEUE, name, routine)


def event(value: Any, name: str = "event", routine: str = "clmem") -> Any:
    """The cl_event of an event."""
    return opencl_object(value, EVENT, name, routine)


def devices(values: Any, name: str, routine: str) -> List[Any]:
    """The cl_device_id of each of a list of devices."""
    found = []
    for index, value in enumerate(listed(values, "devices", name, routine)):  # no comprehension: a shorter traceback
        found.append(opencl_object(value, DEVICE, f"{name}[{index}]", routine))
    return found


def events(wait_for: Optional[Sequence[Any]], name: str = "wait_for", routine: str = "clmem") -> Tuple[int, Any]:
    """A wait list as (count, array); (0, NULL) for None and empty sequences."""
    if wait_for is None:
        return 0, ffi.NULL
    values = listed(wait_for, "events, or None", name, routine)
    pointers = []
    for index, value in enumerate(values):
        pointers.append(opencl_object(value, EVENT, f"{name}[{index}]", routine))
    return (len(pointers), ffi.new(EVENT_LIST, pointers)) if pointers else (0, ffi.NULL)


def is_memory(value: Any) -> bool:
    """Whether an object holds a token for memory."""
    return isinstance(value, (OwnMemory, _hot.Block))


def struct(kind: str) -> Any:
    """Returns a struct whose ``struct_size`` is set, and all of whose other members are zero."""
    made = ffi.new(f"{kind} *")
    made.struct_size = ffi.sizeof(kind)
    return made


def command_options(
    kind: str, wait_for: Optional[Sequence[Any]], routine: str, name: str = "wait_for"
) -> Tuple[Any, Any]:
    """Options of a command with a wait list, and what must live as long as they do."""
    made = struct(kind)
    made.wait_count, listed_events = events(wait_for, name, routine)
    made.wait_events = listed_events
    return made, listed_events


def enqueue_options(wait_for: Optional[Sequence[Any]], routine: str) -> Tuple[Any, Any]:
    """Options of a command that has no others."""
    return command_options("clmem_enqueue_options", wait_for, routine)


def record(kind: str, function: Callable[..., int], *subject: Any) -> Any:
    """A struct filled by a function of the library, such as ``clmem_memory_describe``."""
    made = struct(kind)
    check(function(*subject, made))
    return made


@contextmanager
def memory(value: Any, name: str = "memory", routine: str = "clmem") -> Iterator[Any]:
    """The clmem_memory of a memory object, valid inside the `with` statement.

    This package's objects have a handle. pyopencl's have a cl_mem, which is imported for the time of the statement.
    """
    if is_memory(value):
        if value._handle == 0:
            is_empty = isinstance(value, OwnMemory) and not value
            raise logic(routine, f"{name} is empty" if is_empty else f"{name} was already released")
        yield ffi.cast(MEMORY, value._handle)
        return
    if not is_foreign(value, _CLASSES[MEM]):
        raise refusal(value, "MemoryObject", name, routine)
    imported = ffi.new("clmem_memory *")
    check(lib.clmem_memory_import(ffi.cast(MEM, value.int_ptr), 1, imported))
    try:
        yield imported[0]
    finally:
        lib.clmem_memory_release(imported[0])


@contextmanager
def foreign_svm(value: Any) -> Iterator[Any]:
    """The clmem_memory of pyopencl's SVM pointer, valid inside the `with` statement."""
    made = ffi.new("clmem_buffer *")
    size = getattr(value, "size", None)
    check(lib.clmem_svm_wrap(ffi.NULL, ffi.cast("void *", value.svm_ptr), ALL if size is None else size, 0, made))
    try:
        yield ffi.cast(MEMORY, made[0])
    finally:
        lib.clmem_buffer_release(made[0])


@contextmanager
def memories(values: Sequence[Any], name: str, routine: str) -> Iterator[List[Any]]:
    """The clmem_memory of each of several memory objects, like :func:`memory`."""
    with ExitStack() as imported:
        yield [
            imported.enter_context(memory(value, f"{name}[{index}]", routine))
            for index, value in enumerate(listed(values, "memory objects", name, routine))
        ]
