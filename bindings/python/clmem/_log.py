"""The library's log."""

from __future__ import annotations

from ._errors import check
from ._ffi import ffi, lib

LEVELS = ("none", "error", "warning", "info", "debug")


def set_log_level(level: str) -> None:
    """Chooses how much the library logs to standard error, in place of the environment variable ``CLMEM_LOG``.

    :param level: ``"none"``, ``"error"``, ``"warning"``, ``"info"`` or ``"debug"``; each includes those before it.
    :raises ValueError: it is none of these.
    """
    if level not in LEVELS:
        raise ValueError(f"expected one of {', '.join(LEVELS)}, got {level!r}")
    check(lib.clmem_log_set_callback(LEVELS.index(level), ffi.NULL, ffi.NULL))
