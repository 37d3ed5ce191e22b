"""A memory runtime for OpenCL, under the names that pyopencl documents: ``import clmem as cl``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _constants
from ._buffer import Buffer
from ._choice import choose_devices, create_some_context
from ._constants import *  # noqa: F403
from ._errors import Error, LogicError, MemoryError, RuntimeError
from ._image import (
    Image,
    ImageDescriptor,
    ImageFormat,
    create_image,
    enqueue_fill_image,
    get_supported_image_formats,
    image_from_array,
)
from ._info import DeviceTopologyAmd, NameVersion
from ._launch import Kernel, LocalMemory, Program, enqueue_nd_range_kernel
from ._log import set_log_level
from ._map import MemoryMap, enqueue_map_buffer, enqueue_map_image
from ._memory import MemoryObject, MemoryObjectHolder, enqueue_migrate_mem_objects
from ._pipe import Pipe
from ._platform import Context, Device, Platform, get_platforms
from ._queue import (
    CommandQueue,
    CommandQueueUsedAfterExit,
    Event,
    NannyEvent,
    UserEvent,
    enqueue_barrier,
    enqueue_marker,
    enqueue_wait_for_events,
    get_cl_header_version,
    have_gl,
    unload_platform_compiler,
    wait_for_events,
)
from ._sampler import Sampler
from ._svm import (
    SVM,
    SVMAllocation,
    SVMMap,
    SVMPointer,
    enqueue_svm_memfill,
    enqueue_svm_migrate_mem,
    enqueue_svm_migratemem,
)
from ._svm_arrays import (
    csvm_empty,
    csvm_empty_like,
    fsvm_empty,
    fsvm_empty_like,
    svm_empty,
    svm_empty_like,
)
from ._tag import tag as tag
from ._transfer import enqueue_copy, enqueue_copy_buffer_p2p_amd, enqueue_fill, enqueue_fill_buffer
from ._version import __version__

if TYPE_CHECKING:  # loaded on first use, by __getattr__
    from . import _cl as _cl
    from . import characterize as characterize
    from . import tools as tools
    from .tools import record as record

VERSION = tuple(int(part) for part in __version__.split("."))
VERSION_STATUS = ""
VERSION_TEXT = __version__

__all__ = [
    "Buffer", "CommandQueue", "CommandQueueUsedAfterExit", "Context", "Device", "DeviceTopologyAmd", "Error", "Event",
    "Image", "ImageDescriptor",
    "ImageFormat", "Kernel", "LocalMemory", "LogicError", "MemoryError", "MemoryMap", "MemoryObject",
    "MemoryObjectHolder", "NameVersion", "NannyEvent", "Pipe", "Platform", "Program", "RuntimeError", "SVM",
    "SVMAllocation", "SVMMap", "SVMPointer", "Sampler", "UserEvent", "VERSION", "VERSION_STATUS", "VERSION_TEXT",
    "__version__", "choose_devices", "create_image", "create_some_context", "csvm_empty", "csvm_empty_like",
    "enqueue_barrier", "enqueue_copy", "enqueue_copy_buffer_p2p_amd", "enqueue_fill", "enqueue_fill_buffer",
    "enqueue_fill_image", "enqueue_map_buffer", "enqueue_map_image", "enqueue_marker", "enqueue_migrate_mem_objects",
    "enqueue_nd_range_kernel", "enqueue_svm_memfill", "enqueue_svm_migrate_mem", "enqueue_svm_migratemem",
    "enqueue_wait_for_events", "fsvm_empty", "fsvm_empty_like", "get_cl_header_version", "get_platforms",
    "get_supported_image_formats", "have_gl", "image_from_array", "set_log_level", "svm_empty", "svm_empty_like",
    "unload_platform_compiler", "wait_for_events",
]  # fmt: skip
__all__ += _constants.__all__


if not TYPE_CHECKING:  # type checkers would take every name for an attribute

    def __getattr__(name: str) -> object:
        """Loads a submodule on first use: ``clmem.tools`` works without an import statement for it."""
        if name in ("tools", "characterize", "_cl"):
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        if name == "record":
            from .tools import record

            return record
        raise AttributeError(f"module {__name__} has no attribute '{name}'")
