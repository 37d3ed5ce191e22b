"""The parts of the report that call OpenCL. They run in a child process."""

from __future__ import annotations

import os
import re
from typing import Any, Dict, List

from .. import _handles, characterize
from .._choice import choose_devices
from .._constants import status_code
from .._errors import Error, check
from .._ffi import ffi, lib
from .._launch import Program
from .._log import set_log_level
from .._platform import Context, Device, Platform, get_platforms
from .._queue import CommandQueue
from .._transfer import enqueue_copy, enqueue_fill_buffer
from ..tools import ImmediateAllocator, MemoryPool
from . import binary
from .isolated import Output

PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_TRIED = 4096  # numbers
_FIRST = 42
_SOURCE = "kernel void add(global uint *a) { a[get_global_id(0)] += get_global_id(0); }"
_QUIRK = re.compile(r"^clmem info \[.*?\]: .* has a fault: (.*)$", re.MULTILINE)
_LOGGED = re.compile(r"^clmem (info|warning|error) \[.*\n?", re.MULTILINE)
_USES = (
    (lib.CLMEM_DEVICE_BUFFER, "buffers"), (lib.CLMEM_DEVICE_MIGRATE, "immediate buffers"),
    (lib.CLMEM_DEVICE_SVM_COARSE, "coarse SVM"), (lib.CLMEM_DEVICE_SVM_FINE, "fine SVM"),
    (lib.CLMEM_DEVICE_SVM_SYSTEM, "system SVM"), (lib.CLMEM_DEVICE_USM, "USM"),
    (lib.CLMEM_DEVICE_IMAGE, "images"), (lib.CLMEM_DEVICE_OUT_OF_ORDER_QUEUE, "out-of-order queues"),
)  # fmt: skip
_TYPES = ((4, "GPU"), (2, "CPU"), (8, "accelerator"))  # CL_DEVICE_TYPE


def quirks_in(printed: str) -> List[str]:
    """The drivers' faults that the library's log names."""
    return _QUIRK.findall(printed)


def without_log(printed: str) -> str:
    """What was printed, without the library's log."""
    return _LOGGED.sub("", printed)


def _maker(content: bytes) -> str:
    """The maker of a loader, by its file."""
    if b"/etc/OpenCL/vendors" not in content:
        return "none: the library is a driver"
    for mark, maker in ((b"OCL Icd free software", "ocl-icd"), (b"Khronos Group", "Khronos"), (b"NVIDIA", "NVIDIA")):
        if mark in content:
            return maker
    return "unknown"


def _origin(path: str) -> str:
    """Why this library is used."""
    if os.environ.get("CLMEM_OPENCL_LIBRARY"):
        return "CLMEM_OPENCL_LIBRARY"
    if path.startswith(PACKAGE + os.sep):
        return "part of this package"
    return "part of another package" if "-packages" in path else "the system's"


def _version_of_loader() -> str:
    """From the loaders' own query, which some export and others have as an extension; empty if there is none."""
    try:
        address = _opencl_address("clGetICDLoaderInfoOCLICD")
    except Error:
        find = ffi.cast("void *(*)(const char *)", _opencl_address("clGetExtensionFunctionAddress"))
        address = find(b"clGetICDLoaderInfoOCLICD")
    if not address:
        return ""
    ask = ffi.cast("int32_t(*)(uint32_t, size_t, void *, size_t *)", address)
    room, version = ffi.new("char[]", 256), 2  # CL_ICDL_VERSION
    return ffi.string(room).decode() if ask(version, 255, room, ffi.NULL) == 0 else ""


def _opencl_address(name: str) -> Any:
    address = ffi.new("void **")
    check(lib.clmem_opencl_function(name.encode(), address))
    return address[0]


def _report_library(output: Output) -> None:
    output.step("loading the OpenCL library")
    path = binary.file_with(int(ffi.cast("uintptr_t", _opencl_address("clGetPlatformIDs"))))
    content = binary.read(path)
    maker = _maker(content)
    has_layers = b"OPENCL_LAYERS" in content
    library = {"file": path, "origin": _origin(path), **binary.facts(content), "loader": maker, "has_layers": has_layers}
    output.record(opencl_library=library)
    output.step("starting the drivers")  # which the query does, too
    version = _version_of_loader()
    if version:
        output.record(opencl_library={"loader": f"{maker} {version}"})


def _platforms() -> List[Platform]:
    try:
        return get_platforms()
    except Error as error:
        if error.code == status_code.PLATFORM_NOT_FOUND_KHR:
            return []
        raise


def _figure(value: Any, source: str) -> Dict[str, Any]:
    return {"bytes": value if source != "unknown" else None, "source": source}


def _text(pointer: Any) -> str:
    return ffi.string(pointer).decode(errors="replace")  # type: ignore[no-any-return]


def _describe(device: Device, selector: str) -> Dict[str, Any]:
    info = _handles.record("clmem_device_info", lib.clmem_device_describe, device._ptr)
    memory = characterize.get_device_memory(device)
    return {
        "device": selector,
        "name": _text(info.name),
        "platform": _text(info.platform_name),
        "driver": _text(info.driver_version),
        "type": next((name for bit, name in _TYPES if info.type & bit), "other"),
        "compute_units": info.compute_units,
        "opencl": f"{info.opencl_version // 100}.{info.opencl_version // 10 % 10}",
        "memory_bytes": info.memory_bytes,
        "max_allocation_bytes": info.max_allocation_bytes,
        "alignment_bytes": info.alignment_bytes,
        "unified_memory": bool(info.unified_memory),
        "total": _figure(memory.total, memory.total_source),
        "free": _figure(memory.free, memory.free_source),
        "this_process": _figure(memory.process, memory.process_source),
        "uses": [name for bit, name in _USES if info.features & bit],
    }


def list_opencl(output: Output) -> None:
    """Reports the OpenCL library, the platforms, the devices and the one that is chosen, as records with one member."""
    from .._drivers import announced, open_opencl

    with announced():  # so that the library is the one that the package would use
        _report_library(output)
    open_opencl()
    output.step("listing the platforms")
    devices: Dict[str, Device] = {}
    for number, platform in enumerate(_platforms()):
        output.step(f"describing platform {number}")
        facts = {"platform": str(number), "name": platform.name, "vendor": platform.vendor, "version": platform.version}
        try:
            found = platform.get_devices()
        except Error as error:
            output.record(platform={**facts, "devices": 0, "failure": str(error)})
            continue
        output.record(platform={**facts, "devices": len(found)})
        devices.update({f"{number}:{index}": device for index, device in enumerate(found)})
    for selector, device in devices.items():
        output.step(f"describing device {selector}")
        output.record(device=_describe(device, selector))
    if devices:
        _report_choice(output, devices)


def _report_choice(output: Output, devices: Dict[str, Device]) -> None:
    output.step("choosing a device")
    try:
        chosen = choose_devices(interactive=False)[0]
    except Error as error:
        output.record(choice_failure=str(error))
        return
    output.record(chosen=next((selector for selector, device in devices.items() if device == chosen), "unknown"))


def try_device(output: Output, selector: str) -> None:
    """Uses a device as programs do: allocates, fills, runs a kernel, reads. The log names the quirks in force."""
    output.step("listing the devices")
    platform, index = map(int, selector.split(":"))
    device = get_platforms()[platform].get_devices()[index]
    set_log_level("info")
    output.step("creating a context")
    context = Context([device])
    output.step("creating a queue")
    queue = CommandQueue(context)
    output.step("allocating from a pool")
    pool = MemoryPool(ImmediateAllocator(queue))
    block = pool.allocate(_TRIED * 4)
    output.step("filling a buffer")
    enqueue_fill_buffer(queue, block, _FIRST.to_bytes(4, "little"), 0, _TRIED * 4).wait()
    output.step("compiling a kernel")
    program = Program(context, _SOURCE).build()
    output.step("running a kernel")
    program.add(queue, (_TRIED,), None, block).wait()
    output.step("reading a buffer")
    room = bytearray(_TRIED * 4)
    enqueue_copy(queue, room, block)
    for place, number in enumerate(memoryview(room).cast("I")):
        if number != _FIRST + place:
            raise ValueError(
                f"expected {_FIRST + place} at index {place} of the result, got {number}; the driver computes wrongly"
            )
    output.step("releasing everything")
    block.release()
    queue.finish()
