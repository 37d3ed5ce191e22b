"""Platforms, devices and contexts."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple, Union

from . import _constants as constants
from . import _checks, _handles, _info, _opencl
from ._constants import context_info, context_properties, device_info, device_type, platform_info, status_code
from ._device_attributes import DeviceAttributes
from ._errors import Error, check, logic, wrong_type
from ._ffi import ffi, lib
from ._info import NameVersion
from ._object import OpenCLObject

if TYPE_CHECKING:
    from ._types import DeviceLike, PlatformLike


def get_platforms() -> List[Platform]:
    """Lists the platforms.

    :raises LogicError: there is no platform (``PLATFORM_NOT_FOUND_KHR``) or no OpenCL library; the message says what to
        install.
    """
    return [Platform._of(pointer) for pointer in _list("clGetPlatformIDs", "cl_platform_id")]


def _list(function: str, kind: str, *subject: Any) -> List[Any]:
    count = ffi.new("uint32_t *")
    _opencl.call(function, *subject, 0, ffi.NULL, count)
    found = ffi.new(f"{kind}[]", max(count[0], 1))
    _opencl.call(function, *subject, max(count[0], 1), found, count)
    return list(found[0 : count[0]])


def _version(text: str) -> Tuple[int, int]:
    """(3, 0) from "OpenCL 3.0 PoCL ..." and "OpenCL C 3.0"."""
    major, minor = text.removeprefix("OpenCL ").removeprefix("C ").split()[0].split(".")[:2]
    return int(major), int(minor)


_CUSTOM = device_type.CUSTOM
_INT64 = (-(2**63), 2**63 - 1)
_PROPERTY = "one of context_properties as an int"


class Platform(OpenCLObject):
    """An OpenCL implementation."""

    _kind = _handles.PLATFORM
    _info_function = "clGetPlatformInfo"
    _info_kinds = _info.PLATFORM
    _info_names = (platform_info,)
    extensions: str
    extensions_with_version: List[NameVersion]
    host_timer_resolution: int
    icd_suffix_khr: str
    name: str
    numeric_version: int
    profile: str
    vendor: str
    version: str

    def get_devices(self, device_type: int = device_type.ALL) -> List[Device]:
        """Lists the platform's devices of a type. The list is empty if there are none."""
        device_type = _checks.flags(device_type, constants.device_type, "device_type", "Platform.get_devices")
        try:
            found = _list("clGetDeviceIDs", "cl_device_id", self._ptr, device_type)
        except Error as error:
            # NVIDIA's driver does not know CUSTOM, a type since OpenCL 1.2.
            is_unknown = error.code == status_code.INVALID_DEVICE_TYPE and device_type == _CUSTOM
            if error.code == status_code.DEVICE_NOT_FOUND or is_unknown:
                return []
            raise
        return [Device._of(pointer) for pointer in found]

    def _get_cl_version(self) -> Tuple[int, int]:
        return _version(self.version)

    def __repr__(self) -> str:
        return f"<clmem.Platform '{self.name}' at {self.int_ptr:#x}>"


class Device(OpenCLObject, DeviceAttributes):
    """A device."""

    _kind = _handles.DEVICE
    _retain, _release = "clRetainDevice", "clReleaseDevice"
    _info_function = "clGetDeviceInfo"
    _info_kinds = _info.DEVICE
    _info_names = (device_info,)

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`device_info`."""
        value = super().get_info(param)
        if param == device_info.PLATFORM:
            return Platform.from_int_ptr(value)
        if param == device_info.PARENT_DEVICE:
            return Device.from_int_ptr(value) if value else None
        return value

    def create_sub_devices(self, properties: Sequence[int]) -> List[Device]:
        """Partitions the device.

        :param properties: one of :class:`device_partition_property` and its values, without the closing 0.
        """
        numbers = _checks.numbers(properties, "properties", "Device.create_sub_devices", None, *_INT64)
        listed = ffi.new("int64_t[]", [*numbers, 0])
        count = ffi.new("uint32_t *")
        _opencl.call("clCreateSubDevices", self._ptr, listed, 0, ffi.NULL, count)
        made = ffi.new("cl_device_id[]", max(count[0], 1))
        _opencl.call("clCreateSubDevices", self._ptr, listed, count[0], made, ffi.NULL)
        return [Device._owned(pointer) for pointer in made[0 : count[0]]]

    def _get_cl_version(self) -> Tuple[int, int]:
        return _version(self.version)

    @property
    def hashable_model_and_version_identifier(self) -> Tuple[str, str, int, str, str]:
        """Identifies the model of the device and its driver, in any process."""
        return ("v1", self.vendor, self.vendor_id, self.name, self.version)

    @property
    def persistent_unique_id(self) -> Tuple[str, str, int, str, str]:
        """The old name of :attr:`hashable_model_and_version_identifier`. Devices of the same model share the value."""
        message = "Device.persistent_unique_id is deprecated: use Device.hashable_model_and_version_identifier"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.hashable_model_and_version_identifier

    def __repr__(self) -> str:
        return f"<clmem.Device '{self.name.strip()}' on '{self.platform.name.strip()}' at {self.int_ptr:#x}>"


class Context(OpenCLObject):
    """A context: devices that share memory objects.

    :param devices: the devices, all of one platform.
    :param properties: pairs of :class:`context_properties` and a value; for ``PLATFORM`` the value may be a Platform.
    :param dev_type: instead of `devices`: all devices of the platform that have this type.

    Without `devices` and `dev_type` the context is for the platform's default device; without a platform, for the first
    platform that has one.
    """

    _kind = _handles.CONTEXT
    _retain, _release = "clRetainContext", "clReleaseContext"
    _info_function = "clGetContextInfo"
    _info_kinds = _info.CONTEXT
    _info_names = (context_info,)
    devices: List[Device]
    interop_user_sync: int
    num_devices: int
    properties: List[Tuple[int, Union[int, Platform]]]
    reference_count: int

    def __init__(
        self,
        devices: Optional[Sequence[DeviceLike]] = None,
        properties: Optional[Sequence[Tuple[int, Union[int, PlatformLike]]]] = None,
        dev_type: Optional[int] = None,
    ):
        if devices is not None and dev_type is not None:
            raise logic("Context", "expected devices or dev_type, got both")
        listed = _pairs(properties)
        if dev_type is not None:
            dev_type = _checks.flags(dev_type, device_type, "dev_type", "Context")
        if devices is None:
            devices = _devices_of_type(_platform_of(listed), device_type.DEFAULT if dev_type is None else dev_type)
        chosen = _handles.devices(devices, "devices", "Context")
        if not chosen:
            raise logic("Context", "devices: expected at least one, got none", status_code.INVALID_VALUE)
        pointers = ffi.new("cl_device_id[]", chosen)
        flat = [number for key, value in listed for number in (key, _property_value(key, value))]
        numbers = ffi.new("int64_t[]", [*flat, 0]) if flat else ffi.NULL
        made = _opencl.create("clCreateContext", numbers, len(chosen), pointers, ffi.NULL, ffi.NULL)
        self._ptr = ffi.gc(made, lib.clmem_context_release)

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`context_info`."""
        value = super().get_info(param)
        if param == context_info.DEVICES:
            return [Device.from_int_ptr(pointer) for pointer in value]
        if param == context_info.PROPERTIES:
            pairs = list(zip(value[0::2], value[1::2]))
            return [(key, Platform.from_int_ptr(v) if key == context_properties.PLATFORM else v) for key, v in pairs]
        return value

    def trim_transfers(self) -> None:
        """Frees the page-locked memory that is kept for the staging of transfers."""
        check(lib.clmem_transfer_trim(self._ptr))

    def _get_cl_version(self) -> Tuple[int, int]:
        return self.devices[0].platform._get_cl_version()

    def __repr__(self) -> str:
        return f"<clmem.Context at {self.int_ptr:#x} on {', '.join(map(repr, self.devices))}>"


def _pairs(properties: Any) -> List[Tuple[int, Any]]:
    """The properties of a context, whose keys are integers."""
    found = []
    for pair in _handles.listed(() if properties is None else properties, "pairs", "properties", "Context"):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            what = f"properties: expected pairs of a property and a value, got {_checks.shown(pair)}"
            raise wrong_type("Context", what)
        found.append((_checks.number(pair[0], "properties", "Context", *_INT64, what=_PROPERTY), pair[1]))
    return found


def _property_value(key: int, value: Any) -> int:
    """The integer value of a property; a platform is an object, the handles of other interfaces are ints."""
    if key == context_properties.PLATFORM:
        return _the_platform(value).int_ptr
    return _checks.number(value, "properties", "Context", *_INT64, what="a value as an int")


def _the_platform(value: Any) -> Platform:
    return Platform._of(_handles.opencl_object(value, _handles.PLATFORM, "properties: PLATFORM", "Context"))


def _platform_of(properties: Sequence[Tuple[int, Any]]) -> Optional[Platform]:
    for key, value in properties:
        if key == context_properties.PLATFORM:
            return _the_platform(value)
    return None


def _devices_of_type(platform: Optional[Platform], wanted: int) -> List[Device]:
    for candidate in [platform] if platform else get_platforms():
        devices = candidate.get_devices(wanted)
        if not devices and wanted == device_type.DEFAULT:  # not every platform has a default
            devices = candidate.get_devices()[:1]
        if devices:
            return devices
    names = constants.device_type.to_string(wanted, "%#x")
    raise logic("Context", f"expected a device of type {names}, got none", status_code.DEVICE_NOT_FOUND)
