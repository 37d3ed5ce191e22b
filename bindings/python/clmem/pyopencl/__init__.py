"""clmem for programs that use pyopencl: pyopencl's tools over clmem's memory, and conversion of objects.

The names and constructors are those of :mod:`pyopencl.tools`, so that a program changes one import::

    from clmem.pyopencl.tools import ImmediateAllocator, MemoryPool  # instead of pyopencl.tools

    pool = MemoryPool(ImmediateAllocator(queue))
    a = pyopencl.array.zeros(queue, 1000, numpy.float32, allocator=pool)

Queues, contexts and the memory that pools and allocators return are pyopencl's objects; errors are
:class:`pyopencl.Error`.
:func:`to` and :func:`of` convert clmem's objects to pyopencl's and back, without a copy.
"""

from . import tools
from ._convert import of, to
from .tools import *  # noqa: F403

__all__ = ["of", "to", "tools"]
__all__ += tools.__all__
