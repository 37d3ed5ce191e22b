"""Makes a context on import: ``import clmem.autoinit``.

:func:`clmem.tools.make_default_context` creates :data:`context`, which is the current context of the importing thread.
:data:`device` is its device.
"""

from __future__ import annotations

import atexit

from .tools._caching import clear_context_caches
from .tools._contexts import make_default_context

__all__ = ["context", "device"]

context = make_default_context()
device = context.devices[0]

atexit.register(clear_context_caches)
