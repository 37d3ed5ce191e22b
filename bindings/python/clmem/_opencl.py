"""OpenCL's functions, from the library that clmem has loaded.

They query objects that are not clmem's (platforms, devices, contexts, queues, events, programs, kernels), and enqueue
the commands that use no memory.
"""

from __future__ import annotations

import os
from typing import Any, Dict

from ._drivers import open_opencl
from ._errors import check, of_code
from ._ffi import ffi, lib
from ._prototypes import PROTOTYPES

_functions: Dict[str, Any] = {}


def function(name: str) -> Any:
    """The OpenCL function of that name; LogicError if the library has none."""
    found = _functions.get(name)
    if found is None:
        open_opencl()
        address = ffi.new("void **")
        check(lib.clmem_opencl_function(name.encode(), address))
        found = _functions[name] = ffi.cast(PROTOTYPES[name], address[0])
    return found


def call(name: str, *arguments: Any) -> None:
    """Calls a function that returns an error code, and raises if it is not CL_SUCCESS."""
    code = function(name)(*arguments)
    if code:
        raise of_code(code, name)


def create(name: str, *arguments: Any) -> Any:
    """Calls a function that creates an object and writes an error code to its last parameter."""
    code = ffi.new("int32_t *")
    made = function(name)(*arguments, code)
    if code[0]:
        raise of_code(code[0], name)
    return made


def owned(pointer: Any, release: str) -> Any:
    """The pointer, released by the OpenCL function of that name when nothing refers to it any more."""
    return ffi.gc(pointer, function(release))


# A forked child must look the functions up again, so that clmem can report the fork.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_functions.clear)
