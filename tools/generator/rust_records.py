"""Writes bindings/rust/clmem/src/record_methods.rs: a method for each member of the structs that the library fills, with
the header's comments. The methods that return the crate's types, such as flags, are written by hand."""

import re

from . import BANNER
from .rust_comments import comment

PATH = "bindings/rust/clmem/src/record_methods.rs"

# The record for each struct, and the members whose methods are written by hand.
RECORDS = {
    "clmem_device_info": ("DeviceInfo", ("type", "features")),
    "clmem_device_data": ("DeviceData", ("known",)),
    "clmem_provider_info": ("ProviderInfo", ("kind", "memory_flags")),
    "clmem_buffer_info": ("BufferInfo", ("tag",)),
    "clmem_memory_info": ("MemoryInfo", ("type", "flags")),
    "clmem_map_info": ("MapInfo", ()),
    "clmem_image_format_info": ("ImageFormat", ("channel_order", "channel_type")),
    "clmem_image_info": ("ImageInfo", ("type", "channel_order", "channel_type", "dimensions", "shape")),
    "clmem_sampler_info": ("SamplerInfo", ("addressing", "filter")),
    "clmem_pipe_info": ("PipeInfo", ()),
    "clmem_event_times": ("EventTimes", ()),
    "clmem_statistics": ("Statistics", ()),
    "clmem_bin_statistics": ("BinStatistics", ()),
    "clmem_tag_statistics": ("TagStatistics", ("tag",)),
    "clmem_recorder_info": ("RecorderInfo", ()),
    "clmem_fault_counts": ("FaultCounts", ()),
    "clmem_occupancy": ("Occupancy", ("limited_by", "occupancy_ppm")),
}

TYPES = {"size_t": "usize", "uint64_t": "u64", "uint32_t": "u32", "void *": "*mut std::ffi::c_void"}
TRUTHS = ("unified_memory", "uses_svm")


def write(api: dict) -> str:
    structs = {struct["name"]: struct for struct in api["structs"]}
    parts = [_implementation(structs[struct], *record) for struct, record in RECORDS.items()]
    return f"// {BANNER}\n//! The members of records.\n\nuse crate::{{raw, sys}};\n\n" + "\n".join(parts)


def _implementation(struct: dict, record: str, by_hand: tuple[str, ...]) -> str:
    names = [field["name"] for field in struct["fields"]]
    hidden = ("struct_size", "reserved", *by_hand)
    methods = "\n".join(_method(field, names) for field in struct["fields"] if field["name"] not in hidden)
    path = f"experimental::{record}" if struct["experimental"] else record
    return f"impl crate::{path} {{\n{methods}}}\n"


def _method(field: dict, members: list[str]) -> str:
    name = field["name"]
    result, body = _seen(field)
    about = field["doc"].replace("NULL", "null")
    if result == "bool":
        about = re.sub(r"\b1 (if|until|for)\b", r"true \1", about)
        about = re.sub(r"\b0 (before|for)\b", r"false \1", about)
    others = "|".join(member for member in members if "_" in member and member != name)
    about = re.sub(rf"\b({others})\b", r"[`\1`](Self::\1)", about)
    return f"{comment(about)}\n    pub fn {name}(&self) -> {result} {{\n        {body}\n    }}\n"


def _seen(field: dict) -> tuple[str, str]:
    """The type that the method returns, and the expression that reads it."""
    name, type_ = field["name"], field["type"]
    if type_["kind"] == "array":
        return "String", f"raw::text(&self.0.{name})"
    if type_["kind"] == "pointer" and type_["target"]["kind"] == "character":
        return "String", f"raw::lasting_text(self.0.{name})"
    if name.startswith("is_") or name in TRUTHS:
        return "bool", f"self.0.{name} != 0"
    if type_["kind"] == "opencl":
        return f"sys::{type_['c']}", f"self.0.{name}"
    return TYPES[type_["c"]], f"self.0.{name}"
