"""OpenCL drivers installed by pip, which needs no root access: ``clmem[pocl]`` and ``clmem[intel]``.

The OpenCL loader knows only the system's drivers (``/etc/OpenCL/vendors``). When clmem first uses OpenCL, it starts the
loader with those of site-packages as well, unless the program has chosen drivers. While the loader starts, an
environment variable names a temporary folder with one file for each driver. Both are removed afterwards, so that other
packages and child processes are not affected. An import alone does nothing.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
import warnings
from contextlib import contextmanager
from typing import Dict, Iterator, List, Optional, Tuple

SYSTEM = "/etc/OpenCL/vendors"
CHOSEN = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES")
# The libraries that Intel's driver needs, in the order of their dependencies.
INTEL = ("libintlc.so.5", "libirng.so", "libimf.so", "libsvml.so", "libtbbmalloc.so.2", "libtbb.so.12")

_lock = threading.Lock()
_is_open = False


def open_opencl() -> None:
    """Starts the OpenCL loader. Must be called before any query for platforms or devices."""
    global _is_open
    if _is_open:
        return
    with _lock:
        if not _is_open:
            with announced() as found:
                if found:
                    _start_loader()
            _is_open = True


def _start_loader() -> None:
    """Queries the platforms, which makes the loader search for drivers. The first use of OpenCL reports errors."""
    from ._ffi import ffi, lib

    address = ffi.new("void **")
    if lib.clmem_opencl_function(b"clGetPlatformIDs", address) == 0:
        ffi.cast("int32_t(*)(uint32_t, void *, uint32_t *)", address[0])(0, ffi.NULL, ffi.new("uint32_t *"))


@contextmanager
def announced() -> Iterator[bool]:
    """Announces pip's drivers in the environment for the `with` statement; yields whether there are any."""
    if any(os.environ.get(name) for name in CHOSEN):
        yield False
        return
    found = {**dict(_pocl()), **dict(_intel())}
    if not found:
        yield False
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="clmem-vendors-") as folder:  # writable by this user only
        for name, library in {**_of_system(), **found}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(library + "\n")
        variables = {"OCL_ICD_VENDORS": folder}
        loader = _loader()
        if loader:
            variables["CLMEM_OPENCL_LIBRARY"] = loader
            # The loader in pyopencl's wheels crashes unless this is set; pyopencl's own folder would announce its
            # driver twice.
            variables["PYOPENCL_HOME"] = os.environ.get("PYOPENCL_HOME") or folder
        before = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            yield True
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def _site_packages() -> List[str]:
    """The folders with packages. Relative ones are left out: the working directory may belong to anybody."""
    return [path for path in sys.path if os.path.isabs(path) and path.endswith(("site-packages", "dist-packages"))]


def _is_trusted(path: str) -> bool:
    """Whether only root, the user and the owner of the running Python can have written a file."""
    owners = {0, os.geteuid(), os.stat(os.path.dirname(sys.executable) or "/").st_uid}
    for each in (path, os.path.dirname(path)):
        try:
            found = os.stat(each)
        except FileNotFoundError:  # an icd file may name a driver that does not exist
            continue
        if found.st_uid not in owners or found.st_mode & stat.S_IWOTH:
            warnings.warn(f"{path} is not used as an OpenCL driver: other users may write to {each}", stacklevel=2)
            return False
    return True


def _pocl() -> Iterator[Tuple[str, str]]:
    """PoCL, which its package installs into pyopencl's folder."""
    for folder in _site_packages():
        named = os.path.join(folder, "pyopencl", ".libs", "pocl.icd")
        if os.path.exists(named) and os.path.isdir(os.path.join(folder, "pocl_binary_distribution")):
            with open(named, encoding="utf-8") as file:
                driver = os.path.join(os.path.dirname(named), file.read().strip())
            if _is_trusted(named) and _is_trusted(driver):
                yield "clmem-pocl.icd", driver
            return


def _intel() -> Iterator[Tuple[str, str]]:
    """Intel's driver for processors, from the environment's lib folder; loads the libraries that it needs."""
    driver = os.path.join(sys.prefix, "lib", "libintelocl.so")
    if not os.path.exists(driver) or not _is_trusted(driver):
        return
    import ctypes

    for name in INTEL:
        path = os.path.join(sys.prefix, "lib", name)
        if os.path.exists(path):
            ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
    yield "clmem-intel.icd", driver


def _of_system() -> Dict[str, str]:
    """The system's drivers, by file name."""
    drivers = {}
    for name in sorted(os.listdir(SYSTEM)) if os.path.isdir(SYSTEM) else ():
        if name.endswith(".icd"):
            with open(os.path.join(SYSTEM, name), encoding="utf-8", errors="replace") as file:
                drivers[name] = file.read().strip()
    return drivers


def _loader() -> Optional[str]:
    """A driver package's OpenCL loader, if neither the system nor this package has one; else None."""
    if os.environ.get("CLMEM_OPENCL_LIBRARY"):
        return None
    if os.path.exists(os.path.join(os.path.dirname(__file__), "libOpenCL.so.1")):
        return None
    import ctypes

    try:
        ctypes.CDLL("libOpenCL.so.1")
        return None
    except OSError:
        return next(filter(_is_trusted, _loaders()), None)


def _loaders() -> Iterator[str]:
    import glob

    yield from glob.glob(os.path.join(sys.prefix, "lib", "libOpenCL.so.1"))
    for folder in _site_packages():
        for libraries in (os.path.join("pyopencl", ".libs"), "pyopencl.libs"):  # by the tool that made the wheel
            yield from sorted(glob.glob(os.path.join(folder, libraries, "libOpenCL*.so*")))
