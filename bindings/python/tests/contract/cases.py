"""The cases, and the features of the device that they need."""

from clmem import _platform, device_info
from clmem._errors import Error
from clmem._ffi import ffi, lib

from .interface import FOLDER, Fault, Interface, read

API = Interface()
COMMON = read(FOLDER / "common.json")
GIVEN = COMMON["given"]
for _name, _value in COMMON["constants"].items():
    API.constants.setdefault(_name, _value)
MUST_FAIL = read(FOLDER / "must_fail.json")["cases"]
EXCEPTIONS = {(e["platform"], e["case"]): e["reason"] for e in read(FOLDER / "exceptions.json")["exceptions"]}
CASES = [
    (f"{path.stem}: {case['name']}", case)
    for path in sorted((FOLDER / "cases").glob("*.json"))
    for case in read(path)["cases"]
]
FEATURES = {
    "svm_coarse": lib.CLMEM_DEVICE_SVM_COARSE,
    "svm_fine": lib.CLMEM_DEVICE_SVM_FINE,
    "svm_system": lib.CLMEM_DEVICE_SVM_SYSTEM,
    "usm": lib.CLMEM_DEVICE_USM,
    "image": lib.CLMEM_DEVICE_IMAGE,
    "migrate": lib.CLMEM_DEVICE_MIGRATE,
    "out_of_order": lib.CLMEM_DEVICE_OUT_OF_ORDER_QUEUE,
}
KNOWN = {*FEATURES, "device", "pipe", "compiler", "user_event", *(f"opencl_{v}" for v in (110, 120, 200, 210, 300))}


def find(title):
    return next(entry for entry in CASES if entry[0] == title)


def machine():
    """The (platform, features) of the tested device."""
    chosen, info = ffi.new("cl_device_id *"), ffi.new("clmem_device_info *")
    info.struct_size = ffi.sizeof("clmem_device_info")
    if lib.clmem_device_choose(ffi.NULL, chosen) or lib.clmem_device_describe(chosen[0], info):
        return "", set()
    features = {"device", *(name for name, bit in FEATURES.items() if info.features & bit)}
    features |= {f"opencl_{version}" for version in (110, 120, 200, 210, 300) if info.opencl_version >= version}
    device = _platform.Device._of(chosen[0])
    platform = ffi.string(info.platform_name).decode()
    if platform != "Oclgrind":
        features.add("user_event")
    if device.compiler_available:
        features.add("compiler")
    if _has_pipes(device):
        features.add("pipe")
    return platform, features


def _has_pipes(device):
    try:
        if not device.get_info(device_info.PIPE_MAX_PACKET_SIZE):
            return False
    except Error:
        return False
    try:
        return device.get_info(device_info.PIPE_SUPPORT)
    except Error:
        return True  # mandatory before OpenCL 3.0


def lacking(case, features):
    """The features that the case needs and the device lacks."""
    lacks = []
    for need in case.get("needs", []):
        feature = need[3:] if need.startswith("no ") else need
        if feature not in KNOWN:
            raise Fault(f"unknown requirement {need}")
        if (feature in features) == need.startswith("no "):
            lacks.append(need)
    return lacks
