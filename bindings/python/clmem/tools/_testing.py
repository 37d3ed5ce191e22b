"""Tests on every device, or on those that the environment names."""

from __future__ import annotations

import functools
import gc
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, TypeVar, cast

from .. import _checks, _handles
from .._drivers import open_opencl
from .._errors import check
from .._ffi import ffi, lib
from ._caching import clear_context_caches, clear_first_arg_caches
from ._contexts import make_default_context, pop_context

if TYPE_CHECKING:
    import pytest

    from .._platform import Context, Device, Platform

F = TypeVar("F", bound=Callable[..., Any])

# The arguments of tests that stand for a device, a platform, or a maker of contexts.
ARGUMENTS = ("platform", "device", "ctx_factory", "ctx_getter")


class _ContextFactory:
    """Creates a context for a device, after releasing what earlier tests left."""

    def __init__(self, device: "Device") -> None:
        self.device = device

    def __call__(self) -> "Context":
        from .._platform import Context

        clear_first_arg_caches()
        gc.collect()  # releases objects in reference cycles
        return Context([self.device])

    def __str__(self) -> str:
        return f"<context factory for {_name(self.device)}>"


def _name(device: "Device") -> str:
    return f"{device.name.strip()} on {device.platform.name.strip()}"


def get_test_platforms_and_devices(
    plat_dev_string: Optional[str] = None,
) -> "List[Tuple[Platform, List[Device]]]":
    """Lists the devices to run tests on, by platform.

    :param plat_dev_string: ``PLATFORM:DEVICE,DEVICE;PLATFORM=DEVICE;PLATFORM``, with numbers or parts of names; None
        means the environment variable ``CLMEM_TEST``, else ``PYOPENCL_TEST``, else all devices.
    :raises clmem.Error: a part of it matches no device; the message lists the devices that exist.
    """
    from .._platform import Device

    selectors = ffi.NULL
    if plat_dev_string is not None:
        text = _checks.text(plat_dev_string, "plat_dev_string", "get_test_platforms_and_devices")
        selectors = ffi.new("char[]", text)
    count = ffi.new("uint32_t *")
    open_opencl()
    check(lib.clmem_device_list_for_tests(selectors, 0, ffi.NULL, count))
    found = ffi.new("cl_device_id[]", max(count[0], 1))
    check(lib.clmem_device_list_for_tests(selectors, count[0], found, count))
    by_platform: "Dict[Platform, List[Device]]" = {}
    for pointer in found[0 : count[0]]:
        device = Device.from_int_ptr(_handles.as_int(pointer))
        by_platform.setdefault(device.platform, []).append(device)
    return list(by_platform.items())


def parametrize(metafunc: pytest.Metafunc, arguments: List[str]) -> None:
    """Makes a test run once for each device, or once for each platform if it only asks for platforms.

    :param arguments: arguments of the test: names from `ARGUMENTS`, which may have a prefix.
    """
    kinds = [next(kind for kind in ARGUMENTS if name.endswith(kind)) for name in arguments]
    sets: List[List[Any]] = []
    names: List[str] = []
    for platform, devices in get_test_platforms_and_devices():
        for device in devices[:1] if kinds == ["platform"] else devices:
            values: Dict[str, Callable[[], Any]] = {
                "platform": lambda platform=platform: platform,  # type: ignore[misc]
                "device": lambda device=device: device,  # type: ignore[misc]
                "ctx_factory": lambda device=device: _ContextFactory(device),  # type: ignore[misc]
                "ctx_getter": lambda device=device: _ContextFactory(device),  # type: ignore[misc]
            }
            sets.append([values[kind]() for kind in kinds])
            names.append(platform.name.strip() if kinds == ["platform"] else _name(device))
    metafunc.parametrize(arguments, sets, ids=names)


def pytest_generate_tests_for_pyopencl(metafunc: pytest.Metafunc) -> None:
    """A hook for pytest: runs tests with an argument `ctx_factory`, `device` or `platform` on each device.

    Import it into a test file as ``pytest_generate_tests``. The plug-in :mod:`clmem.testing` does the same for
    arguments whose names begin with ``clmem_``. The environment variables ``CLMEM_TEST`` and ``PYOPENCL_TEST`` choose
    the devices, such as ``0:0,1;intel=i5,i7``. devices, as ``0:0,1;intel=i5,i7``.
    """
    wanted = [name for name in ARGUMENTS if name in metafunc.fixturenames]
    if wanted:
        parametrize(metafunc, wanted)


def mark_cuda_test(func: F) -> F:
    """Marks a test as "cuda" for pytest, and runs it with a new current context.

    The caches of :func:`context_dependent_memoize` are cleared afterwards.
    """
    @functools.wraps(func)
    def in_context(*arguments: Any, **keywords: Any) -> Any:
        make_default_context()
        try:
            return func(*arguments, **keywords)
        finally:
            pop_context()
            clear_context_caches()
            gc.collect()

    try:
        import pytest
    except ImportError:
        return cast(F, in_context)
    return cast(F, pytest.mark.cuda(in_context))
