"""Python's names of the library's functions and parameters, for the library's error messages."""

from __future__ import annotations

import re
from typing import Any

# Functions, without "clmem_". Those missing here have the name of the C function without its first word.
# word.
FUNCTIONS = {
    "buffer_create": "Buffer", "buffer_fill": "enqueue_fill", "buffer_mem": "int_ptr",
    "buffer_slice": "Buffer.__getitem__",
    "buffer_sub_region": "Buffer.get_sub_region", "context_shared": "clmem.autoprimaryctx",
    "device_choose": "choose_devices", "device_get_data": "DeviceData", "device_list": "get_platforms",
    "device_list_for_tests": "get_test_platforms_and_devices", "event_wait": "wait_for_events",
    "image_create": "Image", "image_fill": "enqueue_fill_image", "image_format_describe": "ImageFormat",
    "image_formats": "get_supported_image_formats", "image_from_array": "image_from_array",
    "image_query": "Image.get_image_info", "kernel_create": "Kernel", "kernel_import": "Kernel.from_int_ptr",
    "kernel_launch": "enqueue_nd_range_kernel", "kernel_set_bytes": "Kernel.set_arg",
    "kernel_set_local": "Kernel.set_arg", "kernel_set_memory": "Kernel.set_arg", "kernel_set_null": "Kernel.set_arg",
    "kernel_set_sampler": "Kernel.set_arg", "kernel_use_svm": "Kernel.use_svm", "log_set_callback": "set_log_level",
    "map_buffer": "enqueue_map_buffer",
    "map_image": "enqueue_map_image", "map_unmap": "MemoryMap.release", "memory_describe": "MemoryObject",
    "memory_import": "from_int_ptr", "memory_mem": "int_ptr", "memory_migrate": "enqueue_migrate_mem_objects",
    "memory_query": "get_info", "occupancy_compute": "OccupancyRecord", "opencl_function": "clmem",
    "pipe_create": "Pipe", "pipe_query": "Pipe.get_pipe_info", "pool_create": "MemoryPool",
    "pool_try_allocate": "allocate", "program_build": "Program.build", "program_create": "Program",
    "program_import": "Program.from_int_ptr", "program_log": "Program.get_build_info",
    "provider_allocate": "allocator", "provider_create_buffer": "DeferredAllocator",
    "provider_create_immediate": "ImmediateAllocator", "provider_create_pinned": "PageLockedAllocator",
    "provider_create_svm": "SVMAllocator", "provider_create_usm": "DeviceMemoryPool", "queue_create": "CommandQueue",
    "queue_finish": "CommandQueue.finish", "queue_flush": "CommandQueue.flush", "sampler_create": "Sampler",
    "sampler_create_with_properties": "Sampler", "sampler_import": "Sampler.from_int_ptr",
    "sampler_object": "Sampler.int_ptr", "sampler_query": "Sampler.get_info", "svm_allocate": "SVMAllocation",
    "svm_as_buffer": "as_buffer", "svm_bind": "bind_to_queue", "svm_migrate": "enqueue_svm_migratemem",
    "svm_pointer": "svm_ptr", "svm_release_enqueued": "enqueue_release", "svm_unbind": "unbind_from_queue",
    "svm_wrap": "SVM", "transfer_copy": "enqueue_copy", "transfer_copy_peer_amd": "enqueue_copy_buffer_p2p_amd",
    "transfer_trim": "Context.trim_transfers",
}  # fmt: skip

PARAMETERS = {
    "alignment_bytes": "alignment", "host_pointer": "hostbuf", "memory_flags": "flags", "offset_bytes": "offset",
    "packet_bytes": "packet_size", "pattern_bytes": "the pattern's size", "row_pitch_bytes": "the row pitch",
    "slice_pitch_bytes": "the slice pitch", "stride_bytes": "the stride", "wait_events": "wait_for",
}  # fmt: skip

_WORD = re.compile(
    r"\bclmem_(?P<function>[a-z_]+)\b|\b(?P<size>bytes)(?= -?\d|: expected)|\b(?:options\.)?(?P<parameter>" + "|".join(PARAMETERS) + r")\b"
)


def of_function(name: str) -> str:
    """Python's name of a library function, given as "clmem_..."."""
    name = name.removeprefix("clmem_")
    return FUNCTIONS.get(name) or name.partition("_")[2] or name


def in_python(text: str) -> str:
    """A message of the library, in Python's names."""
    return _WORD.sub(_replaced, text)


def _replaced(found: Any) -> str:
    if found["function"]:
        return of_function(found["function"])
    return "size" if found["size"] else PARAMETERS[found["parameter"]]
