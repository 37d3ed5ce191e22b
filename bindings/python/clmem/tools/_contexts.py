"""The default device, and each thread's current context."""

from __future__ import annotations

import os
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from .. import _handles
from .._drivers import open_opencl
from .._errors import check, logic
from .._ffi import ffi, lib

if TYPE_CHECKING:
    from .._platform import Context, Device


class _Current(threading.local):
    """A stack of the contexts that a thread has made current."""

    def __init__(self) -> None:
        self.contexts: "List[Context]" = []


_current = _Current()


def push_context(context: "Context") -> None:
    """Makes a context this thread's current one."""
    _current.contexts.append(context)


def pop_context() -> None:
    """Makes the previous context this thread's current one."""
    _current.contexts.pop()


def current_context() -> "Context":
    """This thread's current context, else the one that the whole process shares.

    :raises clmem.Error: there is no device.
    """
    return _current.contexts[-1] if _current.contexts else shared_context()


def shared_context() -> "Context":
    """The context that all parts of the process share. The first call creates it, for the default device."""
    from .._platform import Context

    out = ffi.new("cl_context *")
    open_opencl()
    check(lib.clmem_context_shared(out, ffi.NULL))
    return Context.from_int_ptr(_handles.as_int(out[0]), retain=False)


def make_default_context(ctx_maker: "Optional[Callable[[Device], Context]]" = None) -> "Context":
    """Creates a context and makes it this thread's current one.

    The environment variables ``CLMEM_DEVICE`` or ``PYOPENCL_CTX`` choose the device, as ``PLATFORM:DEVICE`` with
    numbers or parts of names, or ``CUDA_DEVICE`` by its number in the list of all devices. Without these, the first
    line of ``~/.clmem_device`` or ``~/.cuda-device`` decides in the same way. If there is none of these, every device
    is tried in turn.

    :param ctx_maker: creates the context of a :class:`clmem.Device`.
    :raises clmem.Error: no device matches, or none works; the message lists the devices.
    """
    from .._platform import Context

    device = _chosen_device()
    context = Context([device]) if ctx_maker is None else ctx_maker(device)
    push_context(context)
    return context


def _chosen_device() -> "Device":
    from .._platform import Device

    out = ffi.new("cl_device_id *")
    open_opencl()
    check(lib.clmem_device_choose(ffi.NULL, out))
    return Device.from_int_ptr(_handles.as_int(out[0]))


def get_default_device(default: int = 0) -> "Device":
    """The device that :func:`make_default_context` would choose by the environment or a file, else number `default`.

    Deprecated: :func:`make_default_context` also checks that the device works.

    :raises clmem.LogicError: no device has this number.
    """
    warnings.warn("get_default_device is deprecated; use make_default_context", DeprecationWarning, stacklevel=2)
    named = any(os.environ.get(name) for name in ("CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE"))
    if named or any((Path.home() / name).is_file() for name in (".clmem_device", ".cuda-device")):
        return _chosen_device()
    from .._platform import Device

    count = ffi.new("uint32_t *")
    open_opencl()
    check(lib.clmem_device_list(0, ffi.NULL, count))
    if not 0 <= default < count[0]:
        raise logic("get_default_device", f"expected a device number below {count[0]}, got {default}")
    devices = ffi.new("cl_device_id[]", count[0])
    check(lib.clmem_device_list(count[0], devices, count))
    return Device.from_int_ptr(_handles.as_int(devices[default]))
