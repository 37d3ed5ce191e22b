"""Writes bindings/rust/clmem/src/option_methods.rs: the options of the safe crate's builders, one method for each
member or flag of the header's structs, with the header's comments and defaults."""

from dataclasses import dataclass

from . import BANNER
from .rust_comments import comment

PATH = "bindings/rust/clmem/src/option_methods.rs"


@dataclass(frozen=True)
class Method:
    """A method that sets a member, or a flag, which takes no argument."""

    source: str  # the struct's member, or the flag
    name: str
    argument: str
    body: str


@dataclass(frozen=True)
class Builder:
    implements: str
    struct: str
    methods: tuple[Method, ...]


def _flag(flag: str, name: str, body: str) -> Method:
    return Method(flag, name, "", body)


BUILDERS = (
    Builder(
        "<'a> crate::PoolBuilder<'a>",
        "clmem_pool_options",
        (
            Method("queue", "queue", "queue: &'a crate::Queue", "self.options.queue = queue.as_raw();"),
            Method("limit_bytes", "limit", "bytes: usize", "self.options.limit_bytes = bytes;"),
            Method(
                "leading_bits_in_bin_id",
                "leading_bits_in_bin_id",
                "bits: u32",
                "self.options.leading_bits_in_bin_id = bits;",
            ),
            Method(
                "driver_time_permille",
                "driver_time_permille",
                "permille: u32",
                "self.options.driver_time_permille = permille;",
            ),
            Method("budget_bytes", "budget", "bytes: usize", "self.options.budget_bytes = bytes;"),
            _flag("CLMEM_POOL_DEDICATED", "dedicated", "self.options.flags |= sys::CLMEM_POOL_DEDICATED;"),
        ),
    ),
    Builder(
        "<'a> crate::Allocation<'a>",
        "clmem_allocation_options",
        (
            Method("queue", "queue", "queue: &'a crate::Queue", "self.queue = Some(queue);"),
            Method("alignment_bytes", "alignment", "bytes: usize", "self.alignment = bytes;"),
            Method("tag", "tag", "tag: crate::Tag", "self.tag = Some(tag);"),
            _flag("CLMEM_ALLOCATION_DEDICATED", "dedicated", "self.dedicated = true;"),
        ),
    ),
    Builder(
        " crate::VirtualOptions",
        "clmem_virtual_options",
        (
            Method("alignment_bytes", "alignment", "bytes: usize", "self.0.alignment_bytes = bytes;"),
            Method("max_allocation_bytes", "max_allocation", "bytes: usize", "self.0.max_allocation_bytes = bytes;"),
            Method("memory_bytes", "memory", "bytes: usize", "self.0.memory_bytes = bytes;"),
            Method("marker_lag_ns", "marker_lag", "nanoseconds: u64", "self.0.marker_lag_ns = nanoseconds;"),
        ),
    ),
    Builder(
        " crate::SourceOptions",
        "clmem_provider_callbacks",
        (
            Method("alignment_bytes", "alignment", "bytes: usize", "self.alignment = bytes;"),
            Method("max_allocation_bytes", "max_allocation", "bytes: usize", "self.max_allocation = bytes;"),
            Method("memory_bytes", "memory", "bytes: usize", "self.memory = bytes;"),
        ),
    ),
    Builder(
        " crate::experimental::RecorderBuilder",
        "clmem_recorder_options",
        (Method("stack_frames", "stack_frames", "count: u32", "self.options.stack_frames = count;"),),
    ),
    Builder(
        " crate::Transfer<'_>",
        "clmem_transfer_options",
        (
            _flag("CLMEM_TRANSFER_STAGED", "staged", "self.options.flags = sys::CLMEM_TRANSFER_STAGED;"),
            _flag("CLMEM_TRANSFER_DIRECT", "direct", "self.options.flags = sys::CLMEM_TRANSFER_DIRECT;"),
        ),
    ),
    Builder(
        "<const N: usize> crate::Launch<'_, N>",
        "clmem_launch_options",
        (_flag("CLMEM_LAUNCH_CLEAR", "clear", "self.raw.flags |= sys::CLMEM_LAUNCH_CLEAR;"),),
    ),
)


def write(api: dict) -> str:
    structs = {struct["name"]: struct for struct in api["structs"]}
    flags = {value["name"]: value["doc"] for enum in api["enums"] for value in enum["values"]}
    parts = [_implementation(builder, structs[builder.struct], flags) for builder in BUILDERS]
    return f"// {BANNER}\n//! The options of builders.\n\nuse crate::sys;\n\n" + "\n".join(parts)


def _implementation(builder: Builder, struct: dict, flags: dict[str, str]) -> str:
    members = {field["name"]: field["doc"] for field in struct["fields"]}
    about = {**members, **flags}
    methods = "\n".join(_method(method, about[method.source]) for method in builder.methods)
    return f"impl{builder.implements} {{\n{methods}}}\n"


def _method(method: Method, about: str) -> str:
    arguments = f"mut self, {method.argument}" if method.argument else "mut self"
    about = about.replace("NULL: ", "by default ")
    return (
        f"{comment(about)}\n    pub fn {method.name}({arguments}) -> Self {{\n"
        f"        {method.body}\n        self\n    }}\n"
    )
