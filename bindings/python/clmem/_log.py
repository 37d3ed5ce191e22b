"""The library's log."""

from __future__ import annotations

import os
from typing import Optional

from ._errors import check, logic
from ._ffi import ffi, lib

LEVELS = ("none", "error", "warning", "info", "debug")

_chosen: Optional[str] = None


def set_log_level(level: str) -> None:
    """Chooses how much the library logs to standard error, in place of the environment variable ``CLMEM_LOG``.

    :param level: ``"none"``, ``"error"``, ``"warning"``, ``"info"`` or ``"debug"``; each includes those before it.
    :raises LogicError: it is none of these.
    """
    if level not in LEVELS:
        raise logic("set_log_level", f"level: expected one of {', '.join(LEVELS)}, got {level!r}")
    global _chosen
    check(lib.clmem_log_set_callback(LEVELS.index(level), ffi.NULL, ffi.NULL))
    _chosen = level


def write(level: str, line: str) -> None:
    """Writes a line of the package, where the library writes its own."""
    wanted = os.environ.get("CLMEM_LOG") if _chosen is None else _chosen
    if wanted in LEVELS and LEVELS.index(level) <= LEVELS.index(wanted):
        try:
            os.write(2, f"clmem {level}: {line}\n".encode())
        except OSError:  # as in the library, a failure to write cannot be reported
            return
