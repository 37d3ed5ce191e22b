"""Properties of devices, from queries, measurements and tables.

Functions that return a number warn with :class:`CLCharacterizationWarning` if it is unknown; :func:`measure_simd` and
:func:`measure_banks` may determine it. :func:`source_of` tells where a figure comes from.
"""

from __future__ import annotations

import re
import warnings
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _checks, _handles
from ._constants import device_info
from ._errors import check, logic
from ._ffi import ffi, lib
from ._platform import Context, Device, Platform

__all__ = [
    "CLCharacterizationWarning", "DeviceMemory", "get_device_memory", "get_fast_inaccurate_build_options", "get_pocl_version", "get_simd_group_size",
    "has_amd_double_support", "has_coarse_grain_buffer_svm", "has_double_support", "has_fine_grain_buffer_svm",
    "has_fine_grain_buffer_svm_atomics", "has_fine_grain_system_svm", "has_fine_grain_system_svm_atomics",
    "has_src_build_cache", "has_struct_arg_count_bug", "local_memory_access_granularity", "local_memory_bank_count",
    "measure_banks", "measure_simd", "nv_compute_capability", "reasonable_work_group_size_multiple",
    "simultaneous_work_items_on_local_access", "source_of", "usable_local_mem_size",
    "why_not_local_access_conflict_free",
]  # fmt: skip


class CLCharacterizationWarning(UserWarning):
    """A figure of a device is unknown."""


_SOURCES = {
    lib.CLMEM_CHARACTERIZE_UNKNOWN: "unknown",
    lib.CLMEM_CHARACTERIZE_QUERIED: "queried",
    lib.CLMEM_CHARACTERIZE_TABLE: "table",
    lib.CLMEM_CHARACTERIZE_MEASURED: "measured",
}


class DeviceMemory(NamedTuple):
    """The memory of a device, in bytes, and the source of each figure: "opencl", "amd" (the driver's query), "nvml"
    (NVIDIA's management library), "sysfs", "fdinfo", "host", "cgroup" or "unknown"."""

    total: int  #: all memory of the device, or all that the process may use
    free: Optional[int]  #: memory that no process uses; None if it is unknown
    process: Optional[int]  #: memory that this process uses, whether through clmem or not; None if it is unknown
    total_source: str  #: the source of `total`
    free_source: str  #: the source of `free`
    process_source: str  #: the source of `process`


_MEMORY_SOURCES = {
    lib.CLMEM_DEVICE_MEMORY_UNKNOWN: "unknown",
    lib.CLMEM_DEVICE_MEMORY_OPENCL: "opencl",
    lib.CLMEM_DEVICE_MEMORY_AMD: "amd",
    lib.CLMEM_DEVICE_MEMORY_NVML: "nvml",
    lib.CLMEM_DEVICE_MEMORY_SYSFS: "sysfs",
    lib.CLMEM_DEVICE_MEMORY_FDINFO: "fdinfo",
    lib.CLMEM_DEVICE_MEMORY_HOST: "host",
    lib.CLMEM_DEVICE_MEMORY_CGROUP: "cgroup",
}


def get_device_memory(dev: Device) -> DeviceMemory:
    """How much memory the device has, how much is free now, and how much this process uses, where something reports it.

    Memory is never allocated to find out, and an unknown figure is None.
    """
    device = _handles.device(dev, "dev", "get_device_memory")
    found = _handles.record("clmem_device_memory_info", lib.clmem_device_memory, device)
    total, free, process = (
        _MEMORY_SOURCES[source] for source in (found.total_source, found.free_source, found.process_source)
    )
    return DeviceMemory(
        int(found.total_bytes),
        int(found.free_bytes) if free != "unknown" else None,
        int(found.process_bytes) if process != "unknown" else None,
        total, free, process,
    )  # fmt: skip


def _ask(function: Any, kind: str, dev: Any, *arguments: Any) -> Tuple[int, str]:
    """A figure and its source."""
    value, source = ffi.new(f"{kind} *"), ffi.new("uint32_t *")
    check(function(_handles.device(dev, "dev", "characterize"), *arguments, value, source))
    return int(value[0]), _SOURCES[source[0]]


def _known(what: str, answer: Tuple[int, str], dev: Any) -> int:
    value, source = answer
    if source == "unknown":
        warnings.warn(f"the {what} of {dev!r} is unknown", CLCharacterizationWarning, stacklevel=3)
    return value


def get_fast_inaccurate_build_options(dev: Device) -> List[str]:
    """Options for :meth:`Program.build` that make kernels faster and less accurate."""
    options = ffi.new("char **")
    pointer = ffi.cast("const char **", options)
    check(lib.clmem_characterize_fast_math_options(_handles.device(dev, "dev", "characterize"), pointer))
    return ffi.string(options[0]).decode().split()  # type: ignore[no-any-return]


def get_simd_group_size(dev: Device, type_size: int) -> Optional[int]:
    """The number of work-items that run in lockstep: a warp or a wavefront. Vector types do not count.

    :param type_size: the size in bytes of the type that the kernel computes with, at least 1.
    :return: the number; 1 if each runs alone; None if it is unknown.
    """
    size = _checks.number(type_size, "type_size", "get_simd_group_size", what=_checks.SIZE)
    return _ask(lib.clmem_characterize_simd_group_size, "uint32_t", dev, size)[0] or None


def has_double_support(dev: Device) -> bool:
    """Whether kernels can use double."""
    return _ask(lib.clmem_characterize_has_double, "uint32_t", dev)[0] != 0


def has_amd_double_support(dev: Device) -> bool:
    """Whether kernels on an AMD device can use double, at least in part."""
    return _ask(lib.clmem_characterize_has_amd_double, "uint32_t", dev)[0] != 0


def has_struct_arg_count_bug(dev: Device, ctx: Optional[Context] = None) -> Union[str, bool]:
    """Whether the driver is known to miscount arguments that are structs.

    :param ctx: a context of the device, in which a kernel may be built for the check; by default one is created.
    :return: False, or the kind of the fault: "apple" or "pocl".
    """
    context = ffi.NULL if ctx is None else _handles.context(ctx, "ctx", "has_struct_arg_count_bug")
    found = _ask(lib.clmem_characterize_has_struct_bug, "uint32_t", dev, context)[0]
    kinds = {lib.CLMEM_CHARACTERIZE_STRUCT_BUG_APPLE: "apple", lib.CLMEM_CHARACTERIZE_STRUCT_BUG_POCL: "pocl"}
    return kinds.get(found, False)


def local_memory_access_granularity(dev: Device) -> int:
    """The number of consecutive bytes in one bank of local memory; 4 on devices without banks, such as processors."""
    answer = _ask(lib.clmem_characterize_local_memory_granularity, "uint32_t", dev)
    return _known("granularity of local memory", answer, dev)


def local_memory_bank_count(dev: Device) -> int:
    """The number of banks of local memory; 0 if local memory is cached global memory, which has none."""
    return _known("number of banks", _ask(lib.clmem_characterize_local_memory_banks, "uint32_t", dev), dev)


def simultaneous_work_items_on_local_access(dev: Device) -> int:
    """The number of work-items that access local memory at once and may conflict; 1 if there are no conflicts."""
    answer = _ask(lib.clmem_characterize_simultaneous_items, "uint32_t", dev)
    return _known("number of simultaneous accesses", answer, dev)


def usable_local_mem_size(dev: Device, nargs: Optional[int] = None) -> int:
    """The bytes of local memory that a kernel can use.

    :param nargs: the number of the kernel's 32-bit arguments, if known.
    """
    most = (1 << 31) - 1
    count = -1 if nargs is None else _checks.number(nargs, "nargs", "usable_local_mem_size", -1, most)
    return _ask(lib.clmem_characterize_usable_local_memory, "size_t", dev, count)[0]


def nv_compute_capability(dev: Device) -> Optional[Tuple[int, int]]:
    """The compute capability of an NVIDIA GPU as (major, minor); None for other devices."""
    major, minor, source = ffi.new("uint32_t *"), ffi.new("uint32_t *"), ffi.new("uint32_t *")
    device = _handles.device(dev, "dev", "nv_compute_capability")
    check(lib.clmem_characterize_nvidia_capability(device, major, minor, source))
    return (int(major[0]), int(minor[0])) if major[0] else None


def why_not_local_access_conflict_free(
    dev: Device, itemsize: int, array_shape: Sequence[int], array_stored_shape: Optional[Sequence[int]] = None
) -> Tuple[int, Optional[str]]:
    """Why work-items that access an array in local memory have to wait for one another.

    :param itemsize: the size of the elements in bytes.
    :param array_shape: the dimensions of the array in C order: the last one varies fastest.
    :param array_stored_shape: the dimensions including padding; by default the same.
    :return: how many work-items compete for one bank (1 means no conflict), and a description of the conflict, or None.
    :raises LogicError: the device's banks are unknown; :func:`measure_banks` may determine them.
    """
    routine = "why_not_local_access_conflict_free"
    itemsize = _checks.number(itemsize, "itemsize", routine, what=_checks.SIZE)
    shape = ffi.new("size_t[]", _checks.numbers(array_shape, "array_shape", routine))
    stored = shape
    if array_stored_shape is not None:
        stored = ffi.new("size_t[]", _checks.numbers(array_stored_shape, "array_stored_shape", routine))
    if len(stored) != len(shape):
        what = f"array_stored_shape: expected {len(shape)} dimensions, as in array_shape, got {len(stored)}"
        raise logic(routine, what)
    device = _handles.device(dev, "dev", routine)
    length, multiplicity, capacity = ffi.new("size_t *"), ffi.new("uint32_t *"), 1024
    text = ffi.new("char[]", capacity)
    check(
        lib.clmem_characterize_local_conflicts(
            device, itemsize, len(shape), shape, stored, capacity, text, length, multiplicity
        )
    )
    return int(multiplicity[0]), ffi.string(text).decode() or None


def _svm(bit: int) -> Callable[[Device], bool]:
    return lambda dev: bool(_ask(lib.clmem_characterize_svm, "uint64_t", dev)[0] & bit)


def has_coarse_grain_buffer_svm(dev: Device) -> bool:
    """Whether the device has coarse-grain shared virtual memory."""
    return _svm(lib.CLMEM_CHARACTERIZE_SVM_COARSE_BUFFER)(dev)


def has_fine_grain_buffer_svm(dev: Device) -> bool:
    """Whether the device has fine-grain shared virtual memory."""
    return _svm(lib.CLMEM_CHARACTERIZE_SVM_FINE_BUFFER)(dev)


def has_fine_grain_system_svm(dev: Device) -> bool:
    """Whether the device shares all host memory."""
    return _svm(lib.CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM)(dev)


def has_fine_grain_buffer_svm_atomics(dev: Device) -> bool:
    """Whether fine-grain SVM supports atomics between the host and the device."""
    return _svm(lib.CLMEM_CHARACTERIZE_SVM_FINE_BUFFER_ATOMICS)(dev)


def has_fine_grain_system_svm_atomics(dev: Device) -> bool:
    """Whether shared host memory supports atomics between the host and the device."""
    return _svm(lib.CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM_ATOMICS)(dev)


def reasonable_work_group_size_multiple(dev: Device, ctx: Optional[Context] = None) -> int:
    """The number of which a work-group's size should be a multiple.

    :param ctx: a context of the device, in which a kernel may be built for the check; by default one is created.
    """
    from ._constants import kernel_work_group_info
    from ._launch import Program

    if dev._get_cl_version() >= (3, 0):
        return int(dev.get_info(device_info.PREFERRED_WORK_GROUP_SIZE_MULTIPLE))
    program = Program(ctx or Context([dev]), "__kernel void nothing(__global int *a) { a[get_global_id(0)] = 0; }")
    kernel = program.build(devices=[dev]).nothing
    return int(kernel.get_work_group_info(kernel_work_group_info.PREFERRED_WORK_GROUP_SIZE_MULTIPLE, dev))


def get_pocl_version(
    platform: Platform, fallback_value: Optional[Tuple[int, int]] = None
) -> Optional[Tuple[int, int]]:
    """PoCL's version as (major, minor); None on other platforms; `fallback_value` if it cannot be parsed."""
    if platform.name != "Portable Computing Language":
        return None
    found = re.match(r"OpenCL [0-9.]+ PoCL ([0-9]+)\.([0-9]+)", platform.version)
    if found is None:
        warnings.warn(f"cannot parse PoCL's version '{platform.version}'", CLCharacterizationWarning, stacklevel=2)
        return fallback_value
    return int(found.group(1)), int(found.group(2))


def has_src_build_cache(dev: Device) -> Optional[bool]:
    """Whether the driver caches built programs across processes; None if it is unknown."""
    name = dev.platform.name
    if name in ("Portable Computing Language", "NVIDIA CUDA") or name.startswith("Intel(R) OpenCL Graphics"):
        return True
    return False if name.startswith("AMD Accelerated Parallel Processing") else None


def measure_simd(dev: Device) -> Optional[int]:
    """Measures the number of work-items that run in lockstep. Takes some tenths of a second, once for each device.

    :return: the number; 1 if each runs alone; None if the measurement is inconclusive.
    """
    return _ask(lib.clmem_characterize_measure_simd, "uint32_t", dev)[0] or None


def measure_banks(dev: Device) -> Optional[Tuple[int, int]]:
    """Measures the banks of local memory, once for each device.

    :return: the number of banks, and of consecutive bytes in one; (0, 0) if there are none; None if the measurement is
        inconclusive.
    """
    count, granularity, source = ffi.new("uint32_t *"), ffi.new("uint32_t *"), ffi.new("uint32_t *")
    device = _handles.device(dev, "dev", "measure_banks")
    check(lib.clmem_characterize_measure_banks(device, count, granularity, source))
    return (int(count[0]), int(granularity[0])) if _SOURCES[source[0]] == "measured" else None


def source_of(function: Callable[..., object], dev: Device) -> str:
    """The source of a figure of this module: "queried", "measured", "table" or "unknown".

    :param function: a function of this module, such as :func:`local_memory_bank_count`.
    """
    asked: Dict[Callable[..., object], Tuple[Any, ...]] = {
        get_simd_group_size: (lib.clmem_characterize_simd_group_size, "uint32_t", 4),
        has_double_support: (lib.clmem_characterize_has_double, "uint32_t"),
        has_amd_double_support: (lib.clmem_characterize_has_amd_double, "uint32_t"),
        has_struct_arg_count_bug: (lib.clmem_characterize_has_struct_bug, "uint32_t", ffi.NULL),
        local_memory_access_granularity: (lib.clmem_characterize_local_memory_granularity, "uint32_t"),
        local_memory_bank_count: (lib.clmem_characterize_local_memory_banks, "uint32_t"),
        simultaneous_work_items_on_local_access: (lib.clmem_characterize_simultaneous_items, "uint32_t"),
        usable_local_mem_size: (lib.clmem_characterize_usable_local_memory, "size_t", -1),
        has_coarse_grain_buffer_svm: (lib.clmem_characterize_svm, "uint64_t"),
    }
    if not callable(function) or function not in asked:
        found = getattr(function, "__name__", function)
        raise logic("source_of", f"function: expected a function of clmem.characterize, got {found}")
    call, kind, *arguments = asked[function]
    return _ask(call, kind, dev, *arguments)[1]


