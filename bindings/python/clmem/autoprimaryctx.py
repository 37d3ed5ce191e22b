"""The context that all parts of the process share, by import: ``import clmem.autoprimaryctx``.

:data:`context` is the same OpenCL context for everybody who asks for it in this way, in C, Python or another language;
it is the current one of the importing thread. :data:`device` is its device.
"""

from __future__ import annotations

import atexit

from .tools._caching import clear_context_caches
from .tools._contexts import push_context, shared_context

__all__ = ["context", "device"]

context = shared_context()
device = context.devices[0]
push_context(context)

atexit.register(clear_context_caches)
