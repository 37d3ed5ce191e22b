"""OpenCL's properties as Python values.

Most properties are unsigned integers of the size that the driver returns. The others are listed here, by the class of
constants and the kind of value.
"""

from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, NamedTuple, Tuple, Type

from . import _constants as constants
from . import _checks, _opencl
from ._constant_class import Constants
from ._ffi import ffi


class NameVersion(NamedTuple):
    """A name and its version (``cl_name_version``), packed as in OpenCL."""

    version: int
    name: str

    @property
    def major(self) -> int:
        """The version's major number."""
        return self.version >> 22

    @property
    def minor(self) -> int:
        """The version's minor number."""
        return self.version >> 12 & 0x3FF


class DeviceTopologyAmd(NamedTuple):
    """The position of an AMD device on the PCI bus."""

    bus: int
    device: int
    function: int


Query = Callable[[int, int, Any, Any], None]


def raw(query: Query, param: int) -> bytes:
    """The bytes of a property; `query` is called with (param, capacity, buffer, where the size goes)."""
    size = ffi.new("size_t *")
    try:
        query(param, 0, ffi.NULL, size)
    except (TypeError, OverflowError):
        _checks.number(param, "param", "get_info", what="a constant such as mem_info.SIZE")
        raise
    if size[0] == 0:
        return b""
    room = ffi.new("char[]", size[0])
    query(param, size[0], room, size)
    return bytes(ffi.buffer(room, size[0]))


def integer(data: bytes) -> int:
    """An unsigned integer of 1, 4 or 8 bytes; 0 if there is no data."""
    return int.from_bytes(data, "little")


def signed(data: bytes) -> int:
    return int.from_bytes(data, "little", signed=True)


def flag(data: bytes) -> bool:
    return integer(data) != 0


def text(data: bytes) -> str:
    return data.split(b"\0", 1)[0].decode(errors="replace")  # some drivers return more after the terminating 0


def sizes(data: bytes) -> List[int]:
    """An array of size_t, pointers or 64-bit properties."""
    return list(struct.unpack(f"<{len(data) // 8}Q", data))


def signed_sizes(data: bytes) -> List[int]:
    return list(struct.unpack(f"<{len(data) // 8}q", data))


def name_versions(data: bytes) -> List[NameVersion]:
    return [NameVersion(version, text(name)) for version, name in struct.iter_unpack("<I64s", data)]


def _numbers(data: bytes) -> List[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def _topology(data: bytes) -> DeviceTopologyAmd:
    return DeviceTopologyAmd(*struct.unpack_from("<bbb", data, 21))


Decoder = Callable[[bytes], Any]


def _kinds(names: Type[Constants], kinds: Dict[Decoder, str]) -> Dict[int, Decoder]:
    return {getattr(names, name): decoder for decoder, listed in kinds.items() for name in listed.split()}


PLATFORM = _kinds(
    constants.platform_info,
    {text: "PROFILE VERSION NAME VENDOR EXTENSIONS ICD_SUFFIX_KHR", name_versions: "EXTENSIONS_WITH_VERSION"},
)
DEVICE = _kinds(
    constants.device_info,
    {
        text: "NAME VENDOR DRIVER_VERSION PROFILE VERSION EXTENSIONS OPENCL_C_VERSION BUILT_IN_KERNELS IL_VERSION "
        "SPIR_VERSIONS LATEST_CONFORMANCE_VERSION_PASSED BOARD_NAME_AMD",
        flag: "IMAGE_SUPPORT ERROR_CORRECTION_SUPPORT ENDIAN_LITTLE AVAILABLE COMPILER_AVAILABLE HOST_UNIFIED_MEMORY "
        "LINKER_AVAILABLE PREFERRED_INTEROP_USER_SYNC SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS "
        "NON_UNIFORM_WORK_GROUP_SUPPORT WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT GENERIC_ADDRESS_SPACE_SUPPORT "
        "PIPE_SUPPORT GPU_OVERLAP_NV KERNEL_EXEC_TIMEOUT_NV INTEGRATED_MEMORY_NV THREAD_TRACE_SUPPORTED_AMD",
        sizes: "MAX_WORK_ITEM_SIZES GLOBAL_FREE_MEMORY_AMD SUB_GROUP_SIZES_INTEL MAX_WORK_GROUP_SIZE_AMD",
        signed_sizes: "PARTITION_PROPERTIES PARTITION_TYPE",
        name_versions: "EXTENSIONS_WITH_VERSION ILS_WITH_VERSION BUILT_IN_KERNELS_WITH_VERSION OPENCL_C_ALL_VERSIONS "
        "OPENCL_C_FEATURES",
        _numbers: "SIMULTANEOUS_INTEROPS_INTEL",
        _topology: "TOPOLOGY_AMD",
    },
)
CONTEXT = _kinds(constants.context_info, {sizes: "DEVICES", signed_sizes: "PROPERTIES"})
QUEUE = _kinds(constants.command_queue_info, {sizes: "PROPERTIES_ARRAY"})
EVENT = _kinds(constants.event_info, {signed: "COMMAND_EXECUTION_STATUS"})
MEMORY = _kinds(constants.mem_info, {sizes: "PROPERTIES", flag: "USES_SVM_POINTER"})
SAMPLER = _kinds(constants.sampler_info, {sizes: "PROPERTIES", flag: "NORMALIZED_COORDS"})
PROGRAM = _kinds(
    constants.program_info,
    {
        text: "SOURCE KERNEL_NAMES",
        sizes: "DEVICES BINARY_SIZES",
        bytes: "IL",
        flag: "SCOPE_GLOBAL_CTORS_PRESENT SCOPE_GLOBAL_DTORS_PRESENT",
    },
)
BUILD = _kinds(constants.program_build_info, {text: "OPTIONS LOG", signed: "STATUS"})
KERNEL = _kinds(constants.kernel_info, {text: "FUNCTION_NAME ATTRIBUTES"})
KERNEL_ARGUMENT = _kinds(constants.kernel_arg_info, {text: "TYPE_NAME NAME"})
WORK_GROUP = _kinds(constants.kernel_work_group_info, {sizes: "COMPILE_WORK_GROUP_SIZE GLOBAL_WORK_SIZE"})


def decoded(kinds: Dict[int, Decoder], query: Query, param: int) -> Any:
    """A property as a Python value."""
    data = raw(query, param)  # first: it refuses what is no number
    return kinds.get(param, integer)(data)


def ask(function: str, subject: Tuple[Any, ...], kinds: Dict[int, Decoder], param: int) -> Any:
    """A property of an OpenCL object; `function` is clGet...Info, `subject` are its arguments before the property."""

    def query(param: int, capacity: int, room: Any, size: Any) -> None:
        _opencl.call(function, *subject, param, capacity, room, size)

    return decoded(kinds, query, param)


class Attributes:
    """Gives a class an attribute for each constant in `_info_names`: its lower-case name queries the property.

    The attributes are properties of the class, because `__getattr__` would slow down every attribute and method.
    """

    __slots__ = ()
    _info_names: Tuple[Type[Constants], ...] = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        for names in vars(cls).get("_info_names", ()):
            for name, param in vars(names).items():
                if name.isupper() and isinstance(param, int) and not hasattr(cls, name.lower()):
                    setattr(cls, name.lower(), _attribute(names, name, param))

    def get_info(self, param: int) -> Any:
        raise NotImplementedError

    def _ask(self, names: Type[Constants], param: int) -> Any:
        return self.get_info(param)


def _attribute(names: Type[Constants], name: str, param: int) -> property:
    def ask_for_it(self: Attributes) -> Any:
        return self._ask(names, param)

    return property(ask_for_it, doc=f"``{names.__name__}.{name}``")
