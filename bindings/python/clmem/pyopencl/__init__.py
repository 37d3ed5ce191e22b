"""clmem for programs that use the real pyopencl: its tools over clmem's memory, and objects that pass between the two.

The names and constructors are those of :mod:`pyopencl.tools`, so that a program changes one import::

    from clmem.pyopencl.tools import ImmediateAllocator, MemoryPool  # instead of pyopencl.tools

    pool = MemoryPool(ImmediateAllocator(queue))
    a = pyopencl.array.zeros(queue, 1000, numpy.float32, allocator=pool)

Queues and contexts are pyopencl's, and so is what the pools and allocators return; errors are :class:`pyopencl.Error`.
:func:`to` and :func:`of` turn objects of clmem into pyopencl's and back, without a copy.
"""

from . import tools
from ._convert import of, to
from .tools import *  # noqa: F403

__all__ = ["of", "to", "tools"]
__all__ += tools.__all__
