"""The problems in a report, each with its remedy."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator, Tuple

_INSTALL = (
    "install the driver of your GPU, or for the CPU pip install 'clmem[intel]' (x86-64) or 'clmem[pocl]', or your "
    "system's PoCL (pocl-opencl-icd on Debian and Ubuntu)"
)
_ACCESS = (
    "check that its device is there and that this user may access it (/dev/dri, /dev/nvidia*, /dev/kfd; the groups "
    "render and video)"
)
_ONE_AT_FAULT = (
    "update the drivers; OCL_ICD_VENDORS=FOLDER uses those alone that the .icd files in FOLDER name, which shows the "
    "one at fault"
)

Problem = Tuple[bool, str, str]  # whether it prevents the use of clmem; what is wrong; what to do
Report = Dict[str, Any]


def _clmem(report: Report) -> Iterator[Problem]:
    library, package = report["clmem"]["library_version"], report["clmem"]["package_version"]
    if library != package:
        words = f"the library has version {library}, but the package has {package}"
        yield False, words, "install the package again; LD_LIBRARY_PATH and LD_PRELOAD must not name another library"


def _loader(report: Report) -> Iterator[Problem]:
    library = report["opencl_library"]
    if library and not library["has_layers"] and os.environ.get("OPENCL_LAYERS"):
        remedy = "use ocl-icd 2.3.1 or newer, or the Khronos loader of 2021 or newer (CLMEM_OPENCL_LIBRARY)"
        yield False, f"OPENCL_LAYERS has no effect: the OpenCL library {library['file']} has no layers", remedy


def _layers(report: Report) -> Iterator[Problem]:
    for layer in report["layers"]:
        if "failure" in layer:
            words = f"the layer {layer['library']} ({layer['named_by']}) is not usable: {layer['failure']}"
            yield False, words, f"correct {layer['named_by']}, or leave the layer out"


def _drivers(report: Report) -> Iterator[Problem]:
    for driver in report["drivers"]:
        name = f"the driver {driver['library']} ({driver['named_by']})"
        if "failure" in driver:
            action = "update the driver" if "file" in driver else "install the driver's package again"
            words = f"{name} is not usable: {driver['failure']}"
            yield False, words, f"{action}, or remove it from {driver['named_by']}"
        elif driver.get("platforms") == 0:
            yield False, f"{name} has no platform", _ACCESS


def _opencl(report: Report) -> Iterator[Problem]:
    if "opencl_failure" in report:
        why = report["opencl_failure"]
        remedy = _ONE_AT_FAULT
        if any("failure" in driver and "file" in driver for driver in report["drivers"]):
            remedy = "remove or update the driver that the problems above name"
        if not report["opencl_library"] and not why["is_crash"]:
            remedy = "install an OpenCL loader, on Debian and Ubuntu the package ocl-icd-libopencl1"
        yield True, f"{why['step']}: {why['failure']}", remedy
    elif not report["platforms"]:
        yield True, "there is no OpenCL platform", _INSTALL
    elif not report["devices"]:
        yield True, "no OpenCL platform has a device", _INSTALL
    for platform in report["platforms"]:
        if "failure" in platform:
            words = f"platform {platform['platform']} ({platform['name']}): {platform['failure']}"
            yield False, words, "update its driver, and check that this user may access its devices"


def _devices(report: Report) -> Iterator[Problem]:
    chosen = report["chosen_device"]
    if "failure" in chosen:
        remedy = f"if a selector is meant for another machine, correct or remove it ({chosen['because']})"
        yield True, f"no device can be chosen: {chosen['failure']}", remedy
    for device in report["devices"]:
        if device["test"] != "passed":
            is_chosen = device["device"] == chosen.get("device")
            words = f"device {device['device']} ({device['name']}) does not work: {device['test']}"
            other = ", or choose another device with CLMEM_DEVICE" if is_chosen else ""
            yield is_chosen, words, f"update its driver{other}"


def find(report: Report) -> Iterator[Dict[str, Any]]:
    """The problems of a report."""
    for look in (_clmem, _loader, _layers, _drivers, _opencl, _devices):
        for prevents_use, problem, remedy in look(report):
            yield {"problem": problem, "remedy": remedy, "prevents_use": prevents_use}
