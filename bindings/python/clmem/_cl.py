"""Names that programs import from pyopencl's inner module, such as ``cl._cl.Buffer``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import *  # noqa: F403
from . import _commands
from ._commands import *  # noqa: F403
from ._constants import *  # noqa: F403
from ._queue import enqueue_barrier as _enqueue_barrier_with_wait_list
from ._queue import enqueue_marker as _enqueue_marker_with_wait_list
from ._queue import enqueue_wait_for_events as _enqueue_wait_for_events

__all__ = [
    "_enqueue_barrier_with_wait_list", "_enqueue_marker_with_wait_list", "_enqueue_wait_for_events", "_sizeof_size_t",
]  # fmt: skip


def _sizeof_size_t() -> int:
    return 8


if TYPE_CHECKING:
    from .tools import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        """The names of the pools, loaded on first use."""
        from . import tools

        try:
            return getattr(tools, name)
        except AttributeError:
            raise AttributeError(f"clmem._cl has no attribute '{name}'") from None
