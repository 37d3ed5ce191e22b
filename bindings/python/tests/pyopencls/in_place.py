"""A plug-in for pytest: test files that import pyopencl get clmem; all other modules get pyopencl.

The few arrays in pyopencl's tests of memory remain pyopencl's, on a converted queue. So the tests also show that a program can
use objects of both packages.
"""

import builtins
import functools
import os
import types

import pyopencl
import pyopencl.array
import pyopencl.clrandom
import pyopencl.cltypes

import clmem
import clmem.characterize
import clmem.tools
from clmem.pyopencl import to

TESTS = os.path.realpath(os.environ["CLMEM_PYOPENCLS_TESTS"])

_import = builtins.__import__


def _on_converted_queue(function):
    @functools.wraps(function)
    def convert(queue, *arguments, **keywords):
        return function(to(queue), *arguments, **keywords)

    return convert


def _with_converted_queues(original, functions):
    """A module of pyopencl; the given functions take clmem's queues."""
    module = types.ModuleType(original.__name__)
    vars(module).update(vars(original))
    for function in functions:
        setattr(module, function, _on_converted_queue(getattr(original, function)))
    return module


def _stand_ins():
    top = types.ModuleType("pyopencl")
    top.__getattr__ = lambda name: getattr(clmem, name)
    top._PYPY, top.CtxFactory = pyopencl._PYPY, pyopencl.CtxFactory  # flags and annotations in the tests
    parts = {
        "_cl": clmem._cl,
        "array": _with_converted_queues(pyopencl.array, ["zeros"]),
        "characterize": clmem.characterize,
        "clrandom": _with_converted_queues(pyopencl.clrandom, ["rand"]),
        "cltypes": pyopencl.cltypes,
        "tools": clmem.tools,
    }
    vars(top).update(parts)
    return {"pyopencl": top, **{f"pyopencl.{name}": module for name, module in parts.items()}}


STAND_INS = _stand_ins()


def import_for_tests(name, globals=None, locals=None, fromlist=(), level=0):
    """Replaces the function behind the import statement."""
    caller = (globals or {}).get("__file__") or os.devnull  # generated code has no file
    if name in STAND_INS and os.path.dirname(os.path.realpath(caller)) == TESTS:
        return STAND_INS[name if fromlist else "pyopencl"]
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = import_for_tests
