"""The context that all parts of a process share: ``import clmem.autoprimaryctx``.

:data:`context` is the OpenCL context that C and other languages share, too. It is the current context of the importing
thread. :data:`device` is its device.
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
