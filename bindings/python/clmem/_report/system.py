"""What the report says about Python, the package, the system and the environment."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from typing import Any, Dict

from .._ffi import ffi, lib
from .._version import __version__
from . import binary
from .opencl import PACKAGE

_PREFIXES = ("CLMEM_", "OPENCL_", "OCL_ICD_", "POCL_", "PYOPENCL_", "ROCR_", "HIP_")
_NAMES = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE", "ONEAPI_DEVICE_SELECTOR", "LD_LIBRARY_PATH", "LD_PRELOAD")


def _value(path: str, key: str, separator: str) -> str:
    """The rest of the first line of a file that begins with a key and a separator."""
    for line in binary.read(path).decode(errors="replace").splitlines():
        if line.startswith(key) and separator in line:
            return line.split(separator, 1)[1].strip(' \t"')
    return "unknown"


def _version_of(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _library() -> str:
    """The file of the library that the package has loaded."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        files = [line.split(maxsplit=5)[-1].strip() for line in maps if "/" in line]
    return next((file for file in files if os.path.basename(file).startswith("libclmem.so")), "unknown")


def describe_clmem() -> Dict[str, Any]:
    """The package and its library."""
    numbers = [ffi.new("uint32_t *") for _ in range(3)]
    lib.clmem_version(*numbers)
    library = _library()
    content = binary.read(library)
    return {
        "library_version": ".".join(str(number[0]) for number in numbers),
        "library": library,
        "library_build_id": binary.facts(content)["build_id"],
        "library_compiler": binary.compiler(content),
        "package_version": __version__,
        "package": PACKAGE,
    }


def describe_python() -> Dict[str, Any]:
    """Python and the packages that matter."""
    return {
        "version": sys.version.replace("\n", " "),
        "executable": sys.executable,
        "numpy": _version_of("numpy"),
        "pyopencl": _version_of("pyopencl"),
    }


def describe_system() -> Dict[str, Any]:
    """The operating system and the processor."""
    kernel = os.uname()
    return {
        "os": _value("/etc/os-release", "PRETTY_NAME", "="),
        "kernel": f"{kernel.sysname} {kernel.release} {kernel.machine}",
        "libc": " ".join(platform.libc_ver()).strip() or "unknown",
        "processor": _value("/proc/cpuinfo", "model name", ":"),
        "processors": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
    }


def describe_environment() -> Dict[str, str]:
    """The environment variables that change how OpenCL or clmem behaves, and no others."""
    return {
        name: value for name, value in sorted(os.environ.items()) if name.startswith(_PREFIXES) or name in _NAMES
    }


def origin_of_choice() -> str:
    """What decides which device is chosen."""
    for name in ("CLMEM_DEVICE", "PYOPENCL_CTX", "CUDA_DEVICE"):
        if os.environ.get(name):
            return f'{name} is "{os.environ[name]}"'
    for name in (".clmem_device", ".cuda-device"):
        path = os.path.join(os.environ.get("HOME", ""), name)
        if os.path.isabs(path) and os.path.exists(path):
            return f"the file {path} names it"
    return "it is the first that works"
