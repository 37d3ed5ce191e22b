"""The lines that warnings point to."""

from __future__ import annotations

import sys


def frames_of_clmem() -> int:
    """The `stacklevel` with which a warning points to the program's line, however deep the call inside clmem is."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "clmem":
        level, frame = level + 1, frame.f_back
    return level
