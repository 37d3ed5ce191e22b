"""Writes Java records for the structs that the library fills: descriptions of devices, memory, pools."""

from . import BANNER
from .java_names import FOLDER, PACKAGE, is_text, is_word, javadoc, lower_camel, prose, upper_camel

RECORDS = {
    "clmem_device_info": "DeviceInfo",
    "clmem_device_memory_info": "DeviceMemoryInfo",
    "clmem_device_data": "DeviceData",
    "clmem_provider_info": "ProviderInfo",
    "clmem_buffer_info": "BufferInfo",
    "clmem_memory_info": "MemoryInfo",
    "clmem_map_info": "MapInfo",
    "clmem_image_format_info": "ImageFormat",
    "clmem_image_info": "ImageInfo",
    "clmem_sampler_info": "SamplerInfo",
    "clmem_pipe_info": "PipeInfo",
    "clmem_statistics": "Statistics",
    "clmem_bin_statistics": "BinStatistics",
    "clmem_tag_statistics": "TagStatistics",
    "clmem_occupancy": "Occupancy",
    "clmem_recorder_info": "RecorderInfo",
    "clmem_fault_counts": "FaultCounts",
}

# Numbers that are values of an enum.
CODES = {
    ("clmem_device_memory_info", "total_source"): "DeviceMemorySource",
    ("clmem_device_memory_info", "free_source"): "DeviceMemorySource",
    ("clmem_device_memory_info", "process_source"): "DeviceMemorySource",
    ("clmem_provider_info", "kind"): "ProviderKind",
    ("clmem_memory_info", "type"): "MemoryType",
    ("clmem_image_format_info", "channel_order"): "ChannelOrder",
    ("clmem_image_format_info", "channel_type"): "ChannelType",
    ("clmem_image_info", "type"): "MemoryType",
    ("clmem_image_info", "channel_order"): "ChannelOrder",
    ("clmem_image_info", "channel_type"): "ChannelType",
    ("clmem_sampler_info", "addressing"): "AddressingMode",
    ("clmem_sampler_info", "filter"): "FilterMode",
    ("clmem_occupancy", "limited_by"): "OccupancyLimit",
}

# Bits that are a set of enum values.
BITS = {
    ("clmem_device_info", "type"): "DeviceType",
    ("clmem_device_info", "features"): "DeviceFeature",
    ("clmem_device_data", "known"): "DeviceDataFlag",
    ("clmem_provider_info", "memory_flags"): "MemoryFlag",
    ("clmem_memory_info", "flags"): "MemoryFlag",
}

TRUTHS = ("unified_memory", "uses_svm")

# Records that the interface also takes as input, and the classes with methods that Java adds to them.
TAKEN = ("clmem_device_data",)


def write(api: dict) -> dict[str, str]:
    structs = {struct["name"]: struct for struct in api["structs"]}
    return {f"{FOLDER}/{name}.java": _record(structs[struct], name) for struct, name in RECORDS.items()}


def _record(struct: dict, name: str) -> str:
    fields = [field for field in struct["fields"] if field["name"] not in ("struct_size", "reserved")]
    seen = [_seen(struct["name"], field) for field in fields]
    tags = [f"@param {lower_camel(f['name'])} {_doc(f, java)}" for f, (java, _) in zip(fields, seen)]
    components = ",\n".join(f"        {java} {lower_camel(f['name'])}" for f, (java, _) in zip(fields, seen))
    values = ",\n".join(f"                {value}" for _, value in seen)
    imports = "".join(
        f"import java.util.{needed};\n"
        for needed in ("EnumSet", "List", "Optional", "OptionalLong")
        if any(java.split("<")[0] == needed for java, _ in seen)
    ).replace("import java.util.EnumSet;", "import java.util.Set;")
    components = components.replace("EnumSet<", "Set<")
    back = _back(struct, fields) if struct["name"] in TAKEN else ""
    mark = "@Experimental\n" if struct["experimental"] else ""
    return f"""// {BANNER}
package {PACKAGE};

{imports}
{javadoc(struct["brief"], tags=tags)}
{mark}public record {name}(
{components}) {{
    static {name} of(Structs.{upper_camel(struct["name"])} struct) {{
        return new {name}(
{values});
    }}
{back}}}
"""


def _doc(field: dict, java: str) -> str:
    text = prose(field["doc"] or field["name"].replace("_", " "))
    if not text[1:2].isupper():  # an abbreviation stays as it is
        text = text[:1].lower() + text[1:]
    if java.startswith("Optional"):
        return text.removesuffix(".") + "; empty if there is none, or this version has no name for it"
    return text.removesuffix(".")


def _seen(struct: str, field: dict) -> tuple[str, str]:
    """The Java type of a record component, and the expression that reads it."""
    name, type_, key = lower_camel(field["name"]), field["type"], (struct, field["name"])
    read = f"struct.{name}()"
    if key in CODES:
        return f"Optional<{CODES[key]}>", f"{CODES[key]}.of({read})"
    if key in BITS:
        return f"EnumSet<{BITS[key]}>", f"Codes.set({BITS[key]}.class, {read})"
    if is_text(type_) or type_["kind"] == "array" and type_["element"]["kind"] == "character":
        return "String", read
    if type_["kind"] == "array":
        return "List<Long>", f"List.of({', '.join(f'struct.{name}({i})' for i in range(type_['length']))})"
    if type_["kind"] in ("opencl", "pointer", "handle"):
        return "OptionalLong", f"Codes.word({read})"
    if field["name"].startswith("is_") or field["name"] in TRUTHS:
        return "boolean", f"{read} != 0"
    return ("long" if is_word(type_) else "int"), read


def _back(struct: dict, fields: list[dict]) -> str:
    """The method that converts the record back to a C struct."""
    lines = ["", f"    Structs.{upper_camel(struct['name'])} struct() {{", f"        return new Structs.{upper_camel(struct['name'])}()"]
    for field in fields:
        name = lower_camel(field["name"])
        value = f"Codes.bits({name})" if (struct["name"], field["name"]) in BITS else name
        lines.append(f"                .{name}({value})")
    return "\n".join(lines) + ";\n    }\n"
