"""Writes Java's enums: those of the header, and those of OpenCL's constants that the interface uses."""

import os

from . import BANNER
from .java_names import FOLDER, PACKAGE, javadoc, upper_camel
from .opencl_names import CLASSES

# OpenCL constants that programs pass to the binding's methods, by their class or classes in opencl_names.py.
OPENCL = {
    "mem_flags svm_mem_flags": ("MemoryFlag", "How memory may be used (CL_MEM_...; OpenCL 3.0, section 5.2.1)."),
    "map_flags": ("MapFlag", "How mapped memory is accessed (CL_MAP_...; OpenCL 3.0, section 5.2.4)."),
    "mem_migration_flags": ("MigrationFlag", "Where memory is migrated (CL_MIGRATE_...; OpenCL 3.0, section 5.5.4)."),
    "mem_object_type": ("MemoryType", "The type of a memory object (CL_MEM_OBJECT_...; OpenCL 3.0, section 5.5.5)."),
    "channel_order": ("ChannelOrder", "The channels of a pixel and their order (OpenCL 3.0, section 5.3.1.1)."),
    "channel_type": ("ChannelType", "The data type of a channel (OpenCL 3.0, section 5.3.1.1)."),
    "addressing_mode": ("AddressingMode", "Reads beyond an image's edge (CL_ADDRESS_...; OpenCL 3.0, section 5.7.1)."),
    "filter_mode": ("FilterMode", "Reads between pixels (CL_FILTER_...; OpenCL 3.0, section 5.7.1)."),
    "device_type": ("DeviceType", "The type of a device (CL_DEVICE_TYPE_...; OpenCL 3.0, section 4.2)."),
}


def write(api: dict, opencl: dict) -> dict[str, str]:
    files = {}
    for enum in api["enums"]:
        name = upper_camel(enum["name"])
        prefix = _prefix(enum)
        values = [(value["name"].removeprefix(prefix), value["value"], value["name"], value["doc"]) for value in enum["values"]]
        files[f"{FOLDER}/{name}.java"] = _enum(name, enum["brief"], values, enum["experimental"])
    files[f"{FOLDER}/DriverTime.java"] = _constants("DriverTime", "CLMEM_DRIVER_TIME_", api["constants"])
    for key, (name, about) in OPENCL.items():
        entries = [(CLASSES[part][0], opencl["classes"][part]) for part in key.split()]
        values = [(short, value, prefix + short, "") for prefix, all_of in entries for short, value in all_of.items()]
        files[f"{FOLDER}/{name}.java"] = _enum(name, about, values)
    return files


def _constants(name: str, prefix: str, constants: list[dict]) -> str:
    """Numbers that stand for themselves among other numbers, as a class."""
    members = "\n\n".join(
        f"{javadoc(one['name'] + ': ' + one['doc'], '    ')}\n"
        f"    public static final int {one['name'].removeprefix(prefix)} = {one['value']};"
        for one in constants
        if one["name"].startswith(prefix)
    )
    return f"""// {BANNER}
package {PACKAGE};

/** Values of {{@link PoolOptions.Builder#driverTimePermille}} that are no share of the time. */
public final class {name} {{
{members}

    private {name}() {{}}
}}
"""


def _prefix(enum: dict) -> str:
    """The common prefix of the values' names; the type's name where that fits."""
    whole = enum["name"].upper() + "_"
    candidates = [whole, enum["name"].upper().rpartition("_")[0] + "_"]
    names = [value["name"] for value in enum["values"]]
    common = os.path.commonprefix(names)
    candidates.append(common[: common.rfind("_") + 1])
    return next(prefix for prefix in candidates if all(name.startswith(prefix) for name in names))


def _enum(name: str, about: str, values: list[tuple[str, int, str, str]], is_experimental: bool = False) -> str:
    mark = "@Experimental\n" if is_experimental else ""
    constants = []
    seen: set[int] = set()
    for short, value, full, doc in values:
        if value in seen:
            continue
        seen.add(value)
        word = f"_{short}" if short[:1].isdigit() else short
        text = f"{full}: {doc}" if doc else f"{full}."
        constants.append(f"{javadoc(text, '    ')}\n    {word}({_literal(value)})")
    body = ",\n\n".join(constants)
    return f"""// {BANNER}
package {PACKAGE};

import java.util.Optional;

{javadoc(about)}
{mark}public enum {name} implements Code {{
{body};

    private final long code;

    {name}(long code) {{
        this.code = code;
    }}

    @Override
    public long code() {{
        return code;
    }}

    /**
     * Finds the constant of a number.
     *
     * @param code the number, as C has it
     * @return the constant; none if this version has no name for the number
     */
    public static Optional<{name}> of(long code) {{
        return Codes.find({name}.class, code);
    }}
}}
"""


def _literal(value: int) -> str:
    return f"{value}L" if not -(1 << 31) <= value < 1 << 31 else str(value)
