"""Tags for a part of the program."""

from __future__ import annotations

import threading
from contextlib import ContextDecorator
from types import TracebackType
from typing import List, Optional, Type

from . import _checks
from ._errors import check, logic
from ._ffi import lib


class tag(ContextDecorator):
    """Gives the memory that this thread allocates from pools a tag, while the block of the ``with`` statement runs, or
    a function that it decorates::

        with clmem.tag("weights"):
            model = load(pool)

    Statistics, snapshots, recordings and reports count memory by tag. Tags may be nested: the innermost counts. An
    allocation that names its own tag has that one. Other threads' allocations are not concerned, so the block must not
    ``await`` or ``yield`` in between: other code would run on this thread. Experimental: any version may change or
    remove it.
    """

    def __init__(self, name: str) -> None:
        """Takes the name.

        :param name: the tag's name, 1 to 63 bytes in UTF-8. A pool that has 255 tags already counts the memory as memory
            without a tag.
        """
        self._name = _checks.text(name, "name", "tag")
        self._threads: List[int] = []  # one for each block that is running

    def __enter__(self) -> tag:
        """Begins.

        :raises LogicError: the name is empty or too long.
        """
        check(lib.clmem_tag_begin(self._name))
        self._threads.append(threading.get_ident())
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], traceback: Optional[TracebackType]
    ) -> None:
        """Ends.

        :raises LogicError: another thread began it.
        """
        thread = threading.get_ident()
        if thread not in self._threads:
            raise logic("tag", "expected the tag to end on a thread that has begun it, got another one")
        self._threads.remove(thread)
        check(lib.clmem_tag_end())
