"""Python's names of the library's functions and parameters, for the library's error messages."""

from __future__ import annotations

import re
from typing import Any

# Functions, without "clmem_". Those missing here have the name of the C function without its first word.
FUNCTIONS = {
    "buffer_create": "Buffer", "buffer_fill": "enqueue_fill", "buffer_mem": "int_ptr",
    "buffer_slice": "Buffer.__getitem__",
    "buffer_sub_region": "Buffer.get_sub_region", "context_shared": "clmem.autoprimaryctx",
    "device_choose": "choose_devices", "device_get_data": "DeviceData", "device_list": "get_platforms",
    "device_list_for_tests": "get_test_platforms_and_devices", "event_profile": "Event.get_profiling_info",
    "event_wait": "wait_for_events",
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
    "queue_finish": "CommandQueue.finish", "recorder_create": "Recorder", "queue_flush": "CommandQueue.flush", "sampler_create": "Sampler",
    "sampler_create_with_properties": "Sampler", "sampler_import": "Sampler.from_int_ptr",
    "sampler_object": "Sampler.int_ptr", "sampler_query": "Sampler.get_info", "svm_allocate": "SVMAllocation",
    "svm_as_buffer": "as_buffer", "svm_bind": "bind_to_queue", "svm_migrate": "enqueue_svm_migratemem",
    "svm_pointer": "svm_ptr", "svm_release_enqueued": "enqueue_release", "svm_unbind": "unbind_from_queue",
    "svm_wrap": "SVM", "transfer_copy": "enqueue_copy", "transfer_copy_peer_amd": "enqueue_copy_buffer_p2p_amd",
    "transfer_trim": "Context.trim_transfers",
}  # fmt: skip

# Parameters and members of structs. They are replaced anywhere in a message, since none of these names is a word that a
# sentence could contain.
PARAMETERS = {
    "alignment_bytes": "alignment", "channel_count": "num_channels", "element_bytes": "the size of an element",
    "host_bytes": "the size of hostbuf", "host_pointer": "hostbuf", "is_normalized": "norm_int",
    "item_bytes": "itemsize", "line_bytes": "of the device", "memory_flags": "flags", "offset_bytes": "offset",
    "packet_bytes": "packet_size", "pattern_bytes": "the pattern's size", "row_pitch_bytes": "the row pitch",
    "shared_bytes": "shared_mem", "slice_pitch_bytes": "the slice pitch", "stored_shape": "array_stored_shape",
    "stride_bytes": "the stride", "strides_bytes": "the strides", "type_bytes": "type_size",
    "vector_length": "the length of the vector", "wait_events": "wait_for", "word_bytes": "word_size",
}  # fmt: skip

# Those that are words of English, only where a message begins with them.
FIRST = {
    "addressing": "addressing_mode", "bytes": "size", "channels": "size", "filter": "filter_mode", "index": "arg_index",
    "source": "buffer", "type": "image_type",
}  # fmt: skip

CONSTANTS = {
    "CLMEM_DRIVER_TIME_NEVER": "DRIVER_TIME_NEVER",
    "CLMEM_QUEUE_OUT_OF_ORDER": "command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE",
    "CLMEM_QUEUE_PROFILING": "command_queue_properties.PROFILING_ENABLE",
}

_WORD = re.compile(
    r"\bclmem_(?P<function>[a-z_]+)\b"
    r"|(?<!\d )\b(?P<size>bytes)(?= -?\d)"  # not in "of 4096 bytes 0 are free"
    r"|\b(?:options|description)\.(?=[a-z])"
    r"|\b(?P<parameter>" + "|".join(PARAMETERS) + r")\b"
    r"|(?<![\w.] )\b(?P<first>" + "|".join(FIRST) + r")(?=: expected)"
    r"|\b(?P<constant>" + "|".join(CONSTANTS) + r")\b"
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
    if found["parameter"]:
        return PARAMETERS[found["parameter"]]
    if found["first"]:
        return FIRST[found["first"]]
    if found["constant"]:
        return CONSTANTS[found["constant"]]
    return "size" if found["size"] else ""
