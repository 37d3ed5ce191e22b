"""Writes bindings/python/clmem/tools/_records.py: the figures of pools as named tuples, a member for each one of the
structs that the library fills, with the header's comments."""

import re
import textwrap

from . import BANNER

PATH = "bindings/python/clmem/tools/_records.py"

# The class for each struct, what it is, the members that come first, and those that it leaves out.
RECORDS = {
    "clmem_statistics": (
        "PoolStatistics",
        "The figures of a pool. They are exact while no other thread uses the pool. Sizes are in bytes.",
        (),
        (),
    ),
    "clmem_bin_statistics": (
        "BinStatistics",
        "The figures of one size class of a pool. Sizes above the largest class count in the last one.",
        (),
        (),
    ),
    "clmem_recorder_info": (
        "RecorderInfo",
        "What a recorder has recorded. Experimental: any version may change or remove it.",
        (),
        (),
    ),
    "clmem_fault_counts": (
        "FaultCounts",
        "What a faulty allocator has injected. Experimental: any version may change or remove it.",
        (),
        (),
    ),
    "clmem_tag_statistics": ("TagStatistics", "The figures of one tag of a pool.", ("name",), ("tag",)),
}
HIDDEN = ("struct_size", "reserved")


def write(api: dict) -> str:
    structs = {struct["name"]: struct for struct in api["structs"]}
    parts = [
        f'# {BANNER}\n"""The figures of pools."""\n\nfrom __future__ import annotations\n\nfrom typing import Any, NamedTuple\n\n'
        "from .._ffi import ffi"
    ]
    parts += [_record(structs[struct], *record) for struct, record in RECORDS.items()]
    return "\n\n\n".join(parts) + "\n"


def _record(struct: dict, name: str, about: str, first: tuple[str, ...], left_out: tuple[str, ...]) -> str:
    fields = {field["name"]: field for field in struct["fields"] if field["name"] not in (*HIDDEN, *left_out)}
    order = [*first, *(member for member in fields if member not in first)]
    lines = [f"class {name}(NamedTuple):", f'    """{about}"""', ""]
    for member in order:
        lines += _member(fields[member])
    values = [f"            {_value(fields[member])}," for member in order]
    lines += ["", "    @classmethod", f"    def _of(cls, record: Any) -> {name}:"]
    lines += [f'        """Reads a ``{struct["name"]}``."""', "        return cls(", *values, "        )"]
    return "\n".join(lines)


def _member(field: dict) -> list[str]:
    """The member after its comment, which Sphinx reads."""
    about = re.sub(r"clmem_pool_(\w+)\(\)", r"\1()", field["doc"])
    lines = textwrap.wrap(about, 110, break_long_words=False)
    return [*(f"    #: {line}" for line in lines), f"    {field['name']}: {'str' if _is_text(field) else 'int'}"]


def _value(field: dict) -> str:
    return f"ffi.string(record.{field['name']}).decode()" if _is_text(field) else f"record.{field['name']}"


def _is_text(field: dict) -> bool:
    return field["type"]["kind"] == "array"
