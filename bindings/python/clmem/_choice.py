"""Choosing devices: by given answers, environment variables, questions, or the first that works."""

from __future__ import annotations

import os
import sys
from typing import Any, List, Optional, Sequence

from ._drivers import open_opencl
from ._errors import check, logic
from ._ffi import ffi, lib
from ._platform import Context, Device, Platform, get_platforms


def choose_devices(interactive: Optional[bool] = None, answers: Optional[Sequence[str]] = None) -> List[Device]:
    """Chooses devices of one platform.

    :param interactive: ask at the terminal if neither `answers` nor the environment decides. By default only if there
        is a terminal and a choice.
    :param answers: the platform and then the devices, each a number or part of a name; several devices are separated by
        commas.

    Without `answers`, the environment variables ``CLMEM_DEVICE`` and ``PYOPENCL_CTX`` ("PLATFORM:DEVICE,DEVICE")
    decide, then the file ``~/.clmem_device``, then the user. If none does, the first device on which a context can be
    created is chosen.

    :raises LogicError: no device matches; the message lists the devices that exist.
    """
    if answers is None:
        for variable in ("CLMEM_DEVICE", "PYOPENCL_CTX"):
            if os.environ.get(variable):
                answers = os.environ[variable].split(":")
                break
    if answers is not None:
        return _chosen(get_platforms(), [answer.strip() for answer in answers])
    if interactive is None:
        interactive = sys.stdin is not None and sys.stdin.isatty()
    if interactive and not os.path.exists(os.path.expanduser("~/.clmem_device")):
        return _asked()
    device = ffi.new("cl_device_id *")
    open_opencl()
    check(lib.clmem_device_choose(ffi.NULL, device))
    return [Device._of(device[0])]


def create_some_context(interactive: Optional[bool] = None, answers: Optional[Sequence[str]] = None) -> Context:
    """Creates a context for the devices that :func:`choose_devices` chooses; the parameters are the same."""
    return Context(choose_devices(interactive, answers))


def _pick(things: Sequence[Any], answer: str) -> Any:
    """The element with that number, else the first whose name contains the answer, else None."""
    if answer.isdecimal() and int(answer) < len(things):
        return things[int(answer)]
    for thing in things:
        if answer and not answer.isdecimal() and answer.lower() in thing.name.lower():
            return thing
    return None


def _mismatch(what: str, things: Sequence[Any], answer: str) -> Exception:
    there = ", ".join(f"[{number}] {thing.name.strip()}" for number, thing in enumerate(things))
    message = f"expected a {what} that matches '{answer}', got none; choose by number or part of a name from {there}"
    return logic("choose_devices", message)


def _chosen(platforms: Sequence[Platform], answers: Sequence[str]) -> List[Device]:
    platform = _pick(platforms, answers[0]) if answers and answers[0] else platforms[0]
    if platform is None:
        raise _mismatch("platform", platforms, answers[0])
    devices: List[Device] = platform.get_devices()
    if not devices:
        raise logic("choose_devices", f"expected a platform with devices, got {platform.name}, which has none")
    if len(answers) < 2 or not answers[1]:
        return [devices[0]]
    return _all_of("device", devices, answers[1].split(","))


def _all_of(what: str, things: Sequence[Any], answers: Sequence[str]) -> List[Any]:
    chosen = [_pick(things, answer.strip()) for answer in answers]
    if None in chosen:
        raise _mismatch(what, things, answers[chosen.index(None)].strip())
    return chosen


def _asked() -> List[Device]:
    platform = _question("platform", get_platforms(), several=False)[0]
    return _question("device", platform.get_devices(), several=True)


def _question(what: str, things: Sequence[Any], several: bool) -> List[Any]:
    if len(things) < 2:
        return list(things)
    print(f"Choose {what}{'(s)' if several else ''}:")
    for number, thing in enumerate(things):
        print(f"[{number}] {thing!r}")
    answer = input("Choice [0]: ").strip() or "0"
    return _all_of(what, things, answer.split(",") if several else [answer])
