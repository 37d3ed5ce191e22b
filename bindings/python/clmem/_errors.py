"""A status of the library becomes an exception.

Every call of the library goes through :func:`check`. What it raises is one of :class:`MemoryError`,
:class:`LogicError` and :class:`RuntimeError`, which are kinds of :class:`Error`.
"""

from __future__ import annotations

import threading
from typing import Dict, NoReturn, Optional

from . import _hot
from ._constants import status_code
from ._ffi import ffi, lib

__all__ = ["Error", "LogicError", "MemoryError", "RuntimeError", "check", "logic", "raise_last", "wrong_type"]


class Error(Exception):
    """A call failed.

    :ivar code: OpenCL's code (see :class:`status_code`): what the driver said or, where clmem itself refused, the code
        by which OpenCL would have refused it.
    :ivar status: clmem's status: the code of the driver, or one of clmem's own, which are positive.
    :ivar what: what happened and what to do.
    :ivar routine: the function that failed.
    """

    def __init__(self, routine: str = "", code: int = 0, what: str = "", status: Optional[int] = None):
        super().__init__(routine, code, what)
        self.routine = routine
        self.code = code
        self.what = what
        self.status = code if status is None else status

    def __str__(self) -> str:
        name = status_code.to_string(self.code, "<unknown error %d>")
        text = f"{self.routine} failed: {name}" if self.routine else name
        return f"{text} - {self.what}" if self.what else text

    def is_out_of_memory(self) -> bool:
        """Tells whether memory was short, on the device or on the host."""
        return self.code in _OUT_OF_MEMORY


class MemoryError(Error):
    """There is no memory, on the device or on the host."""


class LogicError(Error):
    """The call was wrong: an argument, a handle, or something that the device cannot do."""


class ArgumentError(LogicError, ValueError):
    """An argument that the package refuses before the library sees it; Python's own ValueError, too."""


class ArgumentTypeError(LogicError, TypeError):
    """An argument of the wrong class; Python's own TypeError, too."""


class RuntimeError(Error):
    """The call was right and failed all the same."""


_OUT_OF_MEMORY = (
    status_code.MEM_OBJECT_ALLOCATION_FAILURE,
    status_code.OUT_OF_RESOURCES,
    status_code.OUT_OF_HOST_MEMORY,
)

# What OpenCL's code would have been where clmem found the fault before the driver did, and what kind of exception.
_OWN = {
    lib.CLMEM_ERROR_INVALID_HANDLE: (status_code.INVALID_MEM_OBJECT, LogicError),
    lib.CLMEM_ERROR_INVALID_ARGUMENT: (status_code.INVALID_VALUE, LogicError),
    lib.CLMEM_ERROR_OUT_OF_MEMORY: (status_code.MEM_OBJECT_ALLOCATION_FAILURE, MemoryError),
    lib.CLMEM_ERROR_OUT_OF_HOST_MEMORY: (status_code.OUT_OF_HOST_MEMORY, MemoryError),
    lib.CLMEM_ERROR_UNSUPPORTED: (status_code.INVALID_OPERATION, LogicError),
    lib.CLMEM_ERROR_NO_OPENCL: (status_code.PLATFORM_NOT_FOUND_KHR, LogicError),
    lib.CLMEM_ERROR_NO_DEVICE: (status_code.DEVICE_NOT_FOUND, RuntimeError),
    lib.CLMEM_ERROR_FORKED: (status_code.INVALID_OPERATION, RuntimeError),
    lib.CLMEM_ERROR_CALLBACK: (status_code.INVALID_OPERATION, RuntimeError),
    lib.CLMEM_ERROR_INTERNAL: (status_code.OUT_OF_RESOURCES, RuntimeError),
}


# What a callback of the program's raised last on a thread, by the thread: the call of the library that fails by it tells.
failures_of_callbacks: Dict[int, BaseException] = {}


# What to do about errors that say little.
_INSTALL = "pip install 'clmem[pocl]' brings OpenCL for the processor, with no root rights"
_ADVICE = {
    status_code.INVALID_CONTEXT: "the queue, the memory and the kernel must be of one context",
    status_code.INVALID_WORK_GROUP_SIZE: (
        "local_work_size must divide global_work_size and must not pass what "
        "kernel.get_work_group_info(kernel_work_group_info.WORK_GROUP_SIZE, device) gives; None leaves it to the driver"
    ),
    status_code.INVALID_WORK_ITEM_SIZE: "local_work_size must not pass device.max_work_item_sizes",
    status_code.INVALID_PROGRAM_EXECUTABLE: "call program.build() for this device first",
    status_code.PLATFORM_NOT_FOUND_KHR: f"no driver of OpenCL is installed: {_INSTALL}",
}


def check(status: int) -> None:
    """Raises what the thread's error record says if `status` is not 0."""
    if status:
        raise last_error(status)


def raise_last(status: int, what: str = "") -> NoReturn:
    """Raises the exception for a call of the library that has just failed on this thread, or for what `what` says."""
    raise of_status(status, "release", what) if what else last_error(status)


def last_error(status: int) -> Error:
    """The exception for a call of the library that has just failed on this thread, not raised."""
    from . import _names

    record = ffi.new("clmem_error *")
    record.struct_size = ffi.sizeof("clmem_error")
    lib.clmem_error_last(record)
    error = of_status(
        status,
        _names.of_function(ffi.string(record.function).decode()),
        _names.in_python(ffi.string(record.message).decode(errors="replace")),
        record.opencl_code,
    )
    cause = failures_of_callbacks.pop(threading.get_ident(), None)
    if cause is not None and status in (lib.CLMEM_ERROR_CALLBACK, lib.CLMEM_ERROR_OUT_OF_MEMORY):
        error.__cause__ = cause
    return error


def of_status(status: int, routine: str, what: str, opencl_code: int = 0) -> Error:
    """The exception for a status, not raised."""
    if status == lib.CLMEM_ERROR_NO_OPENCL:
        advice = "" if "CLMEM_OPENCL_LIBRARY" in what else f"{_INSTALL}; else: "
        return LogicError(routine, opencl_code or status_code.PLATFORM_NOT_FOUND_KHR, advice + what, status)
    if status > 0:
        code, kind = _OWN.get(status, (status_code.INVALID_VALUE, RuntimeError))
        return kind(routine, opencl_code or code, what, status)
    return of_code(status, routine, what)


def of_code(code: int, routine: str, what: str = "") -> Error:
    """The exception for one of OpenCL's own codes, not raised."""
    kind: type[Error] = RuntimeError
    if code == status_code.MEM_OBJECT_ALLOCATION_FAILURE:
        kind = MemoryError
    elif code <= status_code.INVALID_VALUE:
        kind = LogicError
    advice = _ADVICE.get(code, "")
    return kind(routine, code, f"{what}: {advice}" if what and advice else what or advice)


def logic(routine: str, what: str, code: int = status_code.INVALID_VALUE) -> LogicError:
    """The exception for an argument that is refused before the library sees it: what is wrong, and what to do."""
    return ArgumentError(routine, code, what)


def wrong_type(routine: str, what: str) -> LogicError:
    """The exception for an argument of the wrong class: what was expected, what was found, and what to do."""
    return ArgumentTypeError(routine, status_code.INVALID_VALUE, what)


_hot.on_failure(raise_last)
