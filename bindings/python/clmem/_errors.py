"""Turns the library's status codes into exceptions.

Every call of the library goes through :func:`check`, which raises :class:`MemoryError`, :class:`LogicError` or
:class:`RuntimeError`. All of them derive from :class:`Error`.
"""

from __future__ import annotations

import os
from typing import NoReturn, Optional

from . import _drivers, _hot
from ._constants import status_code
from ._ffi import ffi, lib

__all__ = ["Error", "LogicError", "MemoryError", "RuntimeError", "check", "logic", "raise_last", "wrong_type"]


class Error(Exception):
    """A call failed.

    :ivar code: the OpenCL error code (see :class:`status_code`): the driver's or, if clmem refused the call itself, the
        one that OpenCL defines for the mistake.
    :ivar status: clmem's status: the driver's code, or a positive one of clmem.
    :ivar what: what happened, and what to do.
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
        """Whether the device or the host ran out of memory."""
        return self.code in _OUT_OF_MEMORY


class MemoryError(Error):
    """The device or the host is out of memory."""


class LogicError(Error):
    """The call was invalid: a wrong argument or handle, or a feature that the device lacks."""


class ArgumentError(LogicError, ValueError):
    """An invalid argument, refused before the library is called. Also a Python ValueError."""


class ArgumentTypeError(LogicError, TypeError):
    """An argument of the wrong class. Also a Python TypeError."""


class RuntimeError(Error):
    """A valid call failed."""


_OUT_OF_MEMORY = (
    status_code.MEM_OBJECT_ALLOCATION_FAILURE,
    status_code.OUT_OF_RESOURCES,
    status_code.OUT_OF_HOST_MEMORY,
)

# For each clmem status: the OpenCL code for the same mistake, and the class of the exception.
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


# What to do about OpenCL errors whose names do not say it.
# Python's module platform tells this, too, but importing it would add a tenth to the time of importing this package.
_MACHINE = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
_DRIVER = "intel" if _MACHINE in ("x86_64", "AMD64") else "pocl"
_INSTALL = f"pip install 'clmem[{_DRIVER}]' installs OpenCL for the processor, without root access"
_ADVICE = {
    status_code.INVALID_CONTEXT: "the queue, the memory and the kernel must belong to one context",
    status_code.INVALID_WORK_GROUP_SIZE: (
        "local_work_size must divide global_work_size and must not exceed "
        "kernel.get_work_group_info(kernel_work_group_info.WORK_GROUP_SIZE, device); None lets the driver choose"
    ),
    status_code.INVALID_WORK_ITEM_SIZE: "local_work_size must not exceed device.max_work_item_sizes",
    status_code.INVALID_PROGRAM_EXECUTABLE: "call program.build() for this device first",
}


def _advice(code: int) -> str:
    if code != status_code.PLATFORM_NOT_FOUND_KHR:
        return _ADVICE.get(code, "")
    for name in _drivers.CHOSEN:
        value = os.environ.get(name)
        if value:
            return f"{name} is {value!r}, where the loader finds no working driver; unset it, or name a folder with drivers"
    return f"no OpenCL driver is installed; {_INSTALL}"


def check(status: int) -> None:
    """Raises the thread's last error if `status` is not 0."""
    if status:
        raise last_error(status)


def raise_last(status: int, what: str = "", cause: Optional[BaseException] = None) -> NoReturn:
    """Raises the thread's last error, or, given `what`, an error with that message.

    :param cause: what a callback of the program raised during the failed call. ``KeyboardInterrupt`` and others that
        are no ``Exception`` are raised themselves, since handlers of errors must not catch them.
    """
    if cause is not None and not isinstance(cause, Exception):
        raise cause
    error = of_status(status, "release", what) if what else last_error(status)
    if cause is not None:
        raise error from cause
    raise error


def last_error(status: int) -> Error:
    """The exception for a library call that has just failed on this thread; it is not raised."""
    from . import _names

    record = ffi.new("clmem_error *")
    record.struct_size = ffi.sizeof("clmem_error")
    lib.clmem_error_last(record)
    return of_status(
        status,
        _names.of_function(ffi.string(record.function).decode()),
        _names.in_python(ffi.string(record.message).decode(errors="replace")),
        record.opencl_code,
    )


def of_status(status: int, routine: str, what: str, opencl_code: int = 0) -> Error:
    """The exception for a status; it is not raised."""
    if status == lib.CLMEM_ERROR_NO_OPENCL:
        advice = "" if "CLMEM_OPENCL_LIBRARY" in what else f"{_INSTALL}; the cause: "
        return LogicError(routine, opencl_code or status_code.PLATFORM_NOT_FOUND_KHR, advice + what, status)
    if status > 0:
        code, kind = _OWN.get(status, (status_code.INVALID_VALUE, RuntimeError))
        return kind(routine, opencl_code or code, what, status)
    return of_code(status, routine, what)


def of_code(code: int, routine: str, what: str = "") -> Error:
    """The exception for an OpenCL error code; it is not raised."""
    kind: type[Error] = RuntimeError
    if code == status_code.MEM_OBJECT_ALLOCATION_FAILURE:
        kind = MemoryError
    elif code <= status_code.INVALID_VALUE:
        kind = LogicError
    advice = _advice(code)
    return kind(routine, code, f"{what}: {advice}" if what and advice else what or advice)


def logic(routine: str, what: str, code: int = status_code.INVALID_VALUE) -> LogicError:
    """The exception for an invalid argument; `what` says what was expected, what was found, and what to do."""
    return ArgumentError(routine, code, what)


def wrong_type(routine: str, what: str) -> LogicError:
    """The exception for an argument of the wrong class; `what` is as in :func:`logic`."""
    return ArgumentTypeError(routine, status_code.INVALID_VALUE, what)


_hot.on_failure(raise_last)
