"""What a report of a problem needs, and what is wrong with this machine: ``python -m clmem info``.

`clmem doctor` prints the same for the command. The package has its own implementation, since wheels contain no command,
and since Python may use other drivers and another loader than the system's programs.
"""

from __future__ import annotations

import os
import re
from typing import Any, Dict

from . import files, isolated, opencl, problems, system, text

__all__ = ["examine", "is_usable", "text"]

_KEPT = 2000  # bytes of what a driver printed


def _add_printed(printed: str, facts: Dict[str, Any]) -> None:
    if printed.strip():
        facts["printed"] = printed[-_KEPT:]


def _add_opencl(limit_s: float, report: Dict[str, Any]) -> None:
    result = isolated.run(limit_s, opencl.list_opencl)
    library: Dict[str, Any] = {}
    chosen: Dict[str, Any] = {}
    for record in result.records:
        library.update(record.get("opencl_library", {}))
        if "chosen" in record:
            chosen = {"device": record["chosen"], "because": system.origin_of_choice()}
        if "choice_failure" in record:
            chosen = {"failure": record["choice_failure"], "because": system.origin_of_choice()}
    report["opencl_library"] = library
    report["layers"] = files.layers(limit_s)
    report["drivers"] = files.drivers(limit_s)
    report["platforms"] = [record["platform"] for record in result.records if "platform" in record]
    report["devices"] = [record["device"] for record in result.records if "device" in record]
    report["chosen_device"] = chosen
    if result.failure:
        why = {"step": result.step, "failure": result.failure, "is_crash": result.is_crash}
        _add_printed(result.printed, why)
        report["opencl_failure"] = why


def _try_devices(limit_s: float, report: Dict[str, Any]) -> None:
    for device in report["devices"]:
        selector = device["device"]
        result = isolated.run(limit_s, lambda output, at=selector: opencl.try_device(output, at))  # type: ignore[misc]
        device["quirks"] = opencl.quirks_in(result.printed)
        device["test"] = result.text() if result.failure else "passed"
        if result.failure:
            _add_printed(opencl.without_log(result.printed), device)


def _without_home(value: Any, home: str) -> Any:
    """The home folder has the user's name."""
    if isinstance(value, str):
        return re.sub(re.escape(home) + r"(?![\w.-])", "~", value)
    if isinstance(value, list):
        return [_without_home(each, home) for each in value]
    if isinstance(value, dict):
        return {name: _without_home(each, home) for name, each in value.items()}
    return value


def examine(limit_s: float) -> Dict[str, Any]:
    """The report. Each part that calls a driver may take so long. Nothing may have used OpenCL before."""
    report: Dict[str, Any] = {
        "clmem": system.describe_clmem(),
        "python": system.describe_python(),
        "system": system.describe_system(),
    }
    _add_opencl(limit_s, report)
    _try_devices(limit_s, report)
    report["environment"] = system.describe_environment()
    report["problems_found"] = list(problems.find(report))
    home = os.environ.get("HOME", "").rstrip("/")
    return _without_home(report, home) if home else report


def is_usable(report: Dict[str, Any]) -> bool:
    """Whether no problem prevents the use of clmem."""
    return not any(problem["prevents_use"] for problem in report["problems_found"])
