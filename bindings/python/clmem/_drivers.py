"""OpenCL drivers that pip has installed, so that no root rights are needed: ``clmem[pocl]`` and ``clmem[intel]``.

The loader of OpenCL knows the drivers of the system alone (``/etc/OpenCL/vendors``). Where site-packages has more, it gets
a folder with both, by ``OCL_ICD_VENDORS``, unless the program has set that itself. That costs nothing where there are none.
"""

from __future__ import annotations

import os
import sys
from typing import Dict, Iterator, List, Optional, Tuple

SYSTEM = "/etc/OpenCL/vendors"
CHOSEN = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES")
# What Intel's driver needs, in the order in which they need one another.
INTEL = ("libintlc.so.5", "libirng.so", "libimf.so", "libsvml.so", "libtbbmalloc.so.2", "libtbb.so.12")


def announce() -> None:
    """Tells the loader, which must not have been asked for anything yet, of the drivers that pip has installed."""
    if any(os.environ.get(name) for name in CHOSEN):
        return
    found = {**dict(_pocl()), **dict(_intel())}
    if not found:
        return
    os.environ["OCL_ICD_VENDORS"] = folder = _folder({**_of_system(), **found})
    loader = _loader()
    if loader:
        os.environ["CLMEM_OPENCL_LIBRARY"] = loader
        # That of pyopencl's wheels crashes without a name for where pyopencl is. There it would find its driver again.
        os.environ.setdefault("PYOPENCL_HOME", folder)


def _site_packages() -> List[str]:
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


def _pocl() -> Iterator[Tuple[str, str]]:
    """PoCL, which its package puts beside pyopencl."""
    for folder in _site_packages():
        named = os.path.join(folder, "pyopencl", ".libs", "pocl.icd")
        if os.path.exists(named) and os.path.isdir(os.path.join(folder, "pocl_binary_distribution")):
            with open(named, encoding="utf-8") as file:
                yield "clmem-pocl.icd", os.path.join(os.path.dirname(named), file.read().strip())
            return


def _intel() -> Iterator[Tuple[str, str]]:
    """Intel's driver for processors, in the environment's lib, with the libraries that it needs."""
    driver = os.path.join(sys.prefix, "lib", "libintelocl.so")
    if not os.path.exists(driver):
        return
    import ctypes

    for name in INTEL:
        path = os.path.join(sys.prefix, "lib", name)
        if os.path.exists(path):
            ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
    yield "clmem-intel.icd", driver


def _of_system() -> Dict[str, str]:
    """The system's own drivers, by the names of their files."""
    drivers = {}
    for name in sorted(os.listdir(SYSTEM)) if os.path.isdir(SYSTEM) else ():
        if name.endswith(".icd"):
            with open(os.path.join(SYSTEM, name), encoding="utf-8", errors="replace") as file:
                drivers[name] = file.read().strip()
    return drivers


def _folder(drivers: Dict[str, str]) -> str:
    """A folder with a file for each driver: the environment's own, which stays, so that child processes find it too."""
    from hashlib import sha256

    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    key = sha256(repr(sorted(drivers.items())).encode()).hexdigest()[:16]
    folder = os.path.join(cache, "clmem", f"vendors-{key}")
    try:
        _fill(folder, drivers)
    except OSError:
        import tempfile

        folder = tempfile.mkdtemp(prefix="clmem-vendors-")
        _fill(folder, drivers)
    return folder


def _fill(folder: str, drivers: Dict[str, str]) -> None:
    os.makedirs(folder, exist_ok=True)
    for name, library in drivers.items():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            continue  # the folder's name tells its content
        part = f"{path}.{os.getpid()}"
        with open(part, "w", encoding="utf-8") as file:
            file.write(library + "\n")
        os.replace(part, path)


def _loader() -> Optional[str]:
    """Where neither the system nor this package has a loader, one that came with a driver is as good; None where one has."""
    if os.environ.get("CLMEM_OPENCL_LIBRARY"):
        return None
    if os.path.exists(os.path.join(os.path.dirname(__file__), "libOpenCL.so.1")):
        return None
    import ctypes

    try:
        ctypes.CDLL("libOpenCL.so.1")
        return None
    except OSError:
        return next(_loaders(), None)


def _loaders() -> Iterator[str]:
    import glob

    yield from glob.glob(os.path.join(sys.prefix, "lib", "libOpenCL.so.1"))
    for folder in _site_packages():
        for libraries in (os.path.join("pyopencl", ".libs"), "pyopencl.libs"):  # those who make wheels differ
            yield from sorted(glob.glob(os.path.join(folder, libraries, "libOpenCL*.so*")))
