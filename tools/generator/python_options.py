"""Writes bindings/python/clmem/tools/_pool_options.py: the options of pools as keywords of their constructor, with the
defaults and comments of the header's struct."""

import re
import textwrap

from . import BANNER

PATH = "bindings/python/clmem/tools/_pool_options.py"
STRUCT = "clmem_pool_options"
WIDTH = 120

# Members that the package sets from something else than a keyword of their name.
SET_OTHERWISE = (
    "struct_size", "reserved", "flags", "queue", "leading_bits_in_bin_id", "out_of_memory", "out_of_memory_user",
)  # fmt: skip


def write(api: dict) -> str:
    struct = next(struct for struct in api["structs"] if struct["name"] == STRUCT)
    members = [field for field in struct["fields"] if field["name"] not in SET_OTHERWISE]
    keywords = "\n".join(f"        {field['name']}: int = 0," for field in members)
    types = "\n".join(f"    {field['name']}: int" for field in members)
    values = "\n".join(f"        options.{field['name']} = {_checked(field)}" for field in members)
    documented = "\n".join(_parameter(field) for field in members)
    return f'''"""The options of pools. {BANNER}"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, TypedDict

from .. import _checks, _handles
from .._ffi import lib

if TYPE_CHECKING:
    from ._allocators import AllocatorBase

# The default of pyopencl's documents, where it is only advisory: the pool keeps sizes as they are unless another value
# is given.
DEFAULT_LEADING_BITS = 4

OutOfMemory = Callable[[int, int], bool]

# The parameters, for the docstrings of pools.
PARAMETERS = """\\
{documented}"""


class PoolKeywords(TypedDict, total=False):
    """The types of the options but leading_bits_in_bin_id, for constructors that pass them on."""

{types}
    out_of_memory: Optional[OutOfMemory]
    dedicated: bool


class PoolOptions:
    """The constructor of pools over an allocator."""

    def __init__(
        self,
        allocator: AllocatorBase,
        *,
        leading_bits_in_bin_id: int = DEFAULT_LEADING_BITS,
{keywords}
        out_of_memory: Optional[OutOfMemory] = None,
        dedicated: bool = False,
    ) -> None:
        routine = type(self).__name__
        options = _handles.struct("{STRUCT}")
{values}
        options.flags = lib.CLMEM_POOL_DEDICATED if dedicated else 0
        self._start(allocator, options, leading_bits_in_bin_id, out_of_memory)

    def _start(self, allocator: Any, options: Any, leading_bits: int, callback: Optional[OutOfMemory]) -> None:
        raise NotImplementedError
'''


def _checked(field: dict) -> str:
    check = {"size_t": "size", "uint32_t": "number"}[field["type"]["c"]]
    return f'_checks.{check}({field["name"]}, "{field["name"]}", routine)'


def _parameter(field: dict) -> str:
    text = re.sub(r"\bCLMEM_(DRIVER_TIME_\w+)", r":data:`\1`", field["doc"])
    text = re.sub(r"\b0: ", "0 means ", text)
    text = f":param {field['name']}: {text}."
    lines = textwrap.wrap(text, WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8, break_on_hyphens=False)
    return "\n".join(lines)
