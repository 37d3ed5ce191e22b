"""The drivers and the layers that an OpenCL loader would load, each opened in a child process."""

from __future__ import annotations

import ctypes
import glob
import os
import warnings
from typing import Any, Callable, Dict, List, NamedTuple

from .. import _drivers
from . import isolated
from .binary import Library

_NOT_FOUND = -1001  # CL_PLATFORM_NOT_FOUND_KHR
PACKAGE = "a Python package"


class _Named(NamedTuple):
    library: str
    named_by: str  # a file, a variable, or a Python package
    failure: str = ""  # why the file cannot be read


def _read_name(path: str) -> _Named:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            library = file.readline().strip()
    except OSError as error:
        return _Named("", path, f"cannot be read: {error.strerror}")
    return _Named(library, path, "" if library else "expected a library in its first line, got none")


def _in_folder(folder: str, extension: str) -> List[_Named]:
    return [_read_name(path) for path in sorted(glob.glob(os.path.join(glob.escape(folder), f"*{extension}")))]


def _in_variable(name: str) -> List[_Named]:
    return [_Named(library, name) for library in os.environ.get(name, "").split(":") if library]


def _vendors() -> List[_Named]:
    """OCL_ICD_VENDORS is a folder in place of the system's; ocl-icd also takes a vendor file or a driver's library."""
    name = "OCL_ICD_VENDORS" if os.environ.get("OCL_ICD_VENDORS") else "OPENCL_VENDOR_PATH"
    other = os.environ.get(name, "")
    if not other:
        return _in_folder(_drivers.SYSTEM, ".icd")
    if os.path.isdir(other):
        return _in_folder(other, ".icd")
    if other.endswith(".icd"):
        return [_read_name(other if "/" in other else os.path.join(_drivers.SYSTEM, other))]
    return [_Named(other, name)]


def _find_in_packages(output: isolated.Output) -> None:
    output.step("searching the Python packages for drivers")
    with warnings.catch_warnings(record=True) as refused:
        warnings.simplefilter("always")
        found = [*_drivers._pocl(), *_drivers._intel()]
    for _, library in found:
        output.record(library=library)
    for warning in refused:
        output.record(library="", failure=str(warning.message))


def _in_packages(limit_s: float) -> List[_Named]:
    if any(os.environ.get(name) for name in _drivers.CHOSEN):
        return []
    result = isolated.run(limit_s, _find_in_packages)
    found = [_Named(each["library"], PACKAGE, each.get("failure", "")) for each in result.records]
    return found if not result.failure else [*found, _Named("", PACKAGE, result.text())]


def _open(output: isolated.Output, name: str) -> Library:
    output.step("opening it")
    library = Library(name)
    output.record(file=library.file())
    return library


def _try_driver(output: isolated.Output, named: _Named) -> None:
    if named.named_by == PACKAGE:
        list(_drivers._intel())  # loads what its driver needs
    library = _open(output, named.library)
    output.step("asking it for its platforms")
    address = library.address("clIcdGetPlatformIDsKHR")
    find = library.address("clGetExtensionFunctionAddress")
    if not address and find:
        address = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)(find)(b"clIcdGetPlatformIDsKHR") or 0
    if not address:
        raise OSError("expected an OpenCL driver, got a library without clIcdGetPlatformIDsKHR")
    count = ctypes.c_uint32()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint32, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint32))
    code = kind(address)(0, None, ctypes.byref(count))
    if code not in (0, _NOT_FOUND):
        raise OSError(f"clIcdGetPlatformIDsKHR failed with code {code}")
    output.record(platforms=count.value if code == 0 else 0)


def _try_layer(output: isolated.Output, named: _Named) -> None:
    library = _open(output, named.library)
    if not library.address("clInitLayer") and not library.address("clInitLayerWithProperties"):
        raise OSError("expected an OpenCL layer, got a library without clInitLayer")


def _describe(
    every: List[_Named], limit_s: float, attempt: Callable[[isolated.Output, _Named], None]
) -> List[Dict[str, Any]]:
    described = []
    for named in every:
        facts: Dict[str, Any] = {"library": named.library, "named_by": named.named_by}
        failure = named.failure
        if not failure:
            result = isolated.run(limit_s, lambda output, named=named: attempt(output, named))  # type: ignore[misc]
            for record in result.records:
                facts.update(record)
            failure = result.text() if result.is_crash else result.failure
        if failure:
            facts["failure"] = failure
        described.append(facts)
    return described


def drivers(limit_s: float) -> List[Dict[str, Any]]:
    """Each driver: what names it, its library, whether that can be opened, and how many platforms it has."""
    named = [*_in_variable("OCL_ICD_FILENAMES"), *_vendors(), *_in_packages(limit_s)]
    return _describe(named, limit_s, _try_driver)


def layers(limit_s: float) -> List[Dict[str, Any]]:
    """Each layer: what names it, its library, and why it cannot be loaded."""
    # OCL_ICD_LAYERS is the name in ocl-icd before 2.3.0.
    named = [*_in_variable("OPENCL_LAYERS"), *_in_variable("OCL_ICD_LAYERS"), *_in_folder("/etc/OpenCL/layers", ".lay")]
    return _describe(named, limit_s, _try_layer)
