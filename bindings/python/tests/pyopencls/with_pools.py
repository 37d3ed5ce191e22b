"""A plug-in for pytest: replaces pyopencl's tools by clmem.pyopencl's, and puts arrays without an allocator into a pool."""

import functools
import inspect
import weakref

import pyopencl
import pyopencl.array
import pyopencl.tools

from clmem.pyopencl import tools

for name in tools.__all__:
    if hasattr(pyopencl.tools, name):
        setattr(pyopencl.tools, name, getattr(tools, name))

_pools = weakref.WeakKeyDictionary()  # by context
_make = pyopencl.array.Array.__init__
_signature = inspect.signature(_make)


def _pool_for(queue):
    pools = _pools.setdefault(queue.context, {})
    if queue.int_ptr not in pools:
        pools[queue.int_ptr] = tools.MemoryPool(tools.ImmediateAllocator(queue))
    return pools[queue.int_ptr]


@functools.wraps(_make)
def _make_in_pool(*arguments, **keywords):
    given = _signature.bind(*arguments, **keywords)
    queue = given.arguments["cq"]
    if given.arguments.get("allocator") is None and isinstance(queue, pyopencl.CommandQueue):
        given.arguments["allocator"] = _pool_for(queue)
    return _make(*given.args, **given.kwargs)


pyopencl.array.Array.__init__ = _make_in_pool
