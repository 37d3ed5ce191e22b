"""Writes Java's options of pools, allocations and virtual providers: their members, defaults and comments are those of
the header's structs."""

import re

from . import BANNER
from .java_names import FOLDER, PACKAGE, is_word, javadoc, lower_camel, prose, upper_camel

# Members whose type in Java is not a number.
TYPES = {
    ("clmem_pool_options", "flags"): "Set<PoolFlag>",
    ("clmem_allocation_options", "flags"): "Set<AllocationFlag>",
}

# The callback's interface in Java, and its method.
SHORTAGE = "Shortage", "retry"


def write(api: dict) -> dict[str, str]:
    structs = {struct["name"]: struct for struct in api["structs"]}
    callback = next(entry for entry in api["callbacks"] if entry["name"] == "clmem_out_of_memory_fn")
    return {
        f"{FOLDER}/PoolOptions.java": _builder(structs["clmem_pool_options"], callback),
        f"{FOLDER}/AllocationOptions.java": _record(structs["clmem_allocation_options"]),
        f"{FOLDER}/VirtualOptions.java": _record(structs["clmem_virtual_options"]),
    }


def _members(struct: dict) -> list[dict]:
    """The members that a program sets; the binding sets a callback's user itself."""
    passed_over = ("struct_size", "reserved")
    return [f for f in struct["fields"] if f["name"] not in passed_over and not f["name"].endswith("_user")]


def _type(struct: dict, field: dict) -> str:
    if (struct["name"], field["name"]) in TYPES:
        return TYPES[struct["name"], field["name"]]
    if field["type"]["kind"] == "callback":
        return SHORTAGE[0]
    if field["type"]["c"] == "cl_command_queue":
        return "CommandQueue"
    return "long" if is_word(field["type"]) else "int"


def _default(java: str) -> str:
    return "Set.of()" if java.startswith("Set<") else "0" if java in ("int", "long") else "null"


def _value(java: str, value: str, type_: dict) -> str:
    """The value of a struct's member from the Java value."""
    if java.startswith("Set<"):
        return f"Codes.bits({value})" if is_word(type_) else f"(int) Codes.bits({value})"
    return f"uses.orNone({value})" if java == "CommandQueue" else value


def _doc(field: dict) -> str:
    """A member's comment in Java's words."""
    text = field["doc"].replace("NULL", "null").replace("UINT64_MAX", "-1")
    text = re.sub(r"\bclmem_(pool|allocation)_flag bits", "the flags", text)
    text = prose(re.sub(r"\bCLMEM_DRIVER_TIME_(\w+)", r"DriverTime.\1", text))
    text = text if text.endswith("...") else text.removesuffix(".")
    text = re.sub(r"\bDriverTime\.(\w+)", r"{@link DriverTime#\1}", text)
    return text[:1].lower() + text[1:]


def _setters(struct: dict, of: str) -> str:
    """The calls that set the members of the C struct, apart from callbacks."""
    lines = []
    for field in _members(struct):
        java, name = _type(struct, field), lower_camel(field["name"])
        if field["type"]["kind"] != "callback":
            lines.append(f"                .{name}({_value(java, of + name, field['type'])})")
    return "\n".join(lines)


def _record(struct: dict) -> str:
    """An immutable record with the defaults, and a method for each member that returns a changed copy."""
    name = upper_camel(struct["name"])
    members = _members(struct)
    types = [_type(struct, field) for field in members]
    names = [lower_camel(field["name"]) for field in members]
    has_queue = "CommandQueue" in types
    components = ", ".join(f"{java} {member}" for java, member in zip(types, names))
    head = f"public record {name}({components}) {{"
    if len(head) > 118:
        head = f"public record {name}(\n        {components}) {{"
    changes = "\n".join(_change(name, names, java, field) for java, field in zip(types, members))
    imports = "import java.util.Set;\n\n" if any(java.startswith("Set<") for java in types) else ""
    return f"""// {BANNER}
package {PACKAGE};

{imports}{javadoc(struct["brief"], tags=[f"@param {member} {_doc(field)}" for member, field in zip(names, members)])}
{head}
    /** The defaults. */
    public static final {name} DEFAULTS = new {name}({", ".join(_default(java) for java in types)});
{changes}

    Structs.{name} struct({"Uses uses" if has_queue else ""}) {{
        return new Structs.{name}()
{_setters(struct, "")};
    }}
}}
"""


def _change(owner: str, names: list[str], java: str, field: dict) -> str:
    short = field["name"].removesuffix("_bytes").removesuffix("_ns")
    name = lower_camel(field["name"])
    arguments = ", ".join("value" if other == name else other for other in names)
    tags = [f"@param value {_doc(field)}", "@return the options"]
    comment = javadoc(f"Returns these options with {{@code {name}}} changed.", "    ", tags)
    return f"""
{comment}
    public {owner} with{upper_camel(short)}({java} value) {{
        return new {owner}({arguments});
    }}"""


def _interface(callback: dict) -> str:
    """The callback as a functional interface."""
    parameters = callback["parameters"][1:]  # without `user`
    tags = [f"@param {lower_camel(p['name'])} {_doc(p)}" for p in parameters]
    returned = callback["returns"].replace("1 if", "true if").replace("0 to", "false to").removesuffix(".")
    about = " ".join([callback["brief"], *callback["details"]])
    comment = javadoc(about, "        ", [*tags, f"@return {returned}"])
    arguments = ", ".join(f"{'long' if is_word(p['type']) else 'int'} {lower_camel(p['name'])}" for p in parameters)
    return f"""    /** The program's response to a shortage of memory. */
    @FunctionalInterface
    public interface {SHORTAGE[0]} {{
{comment}
        boolean {SHORTAGE[1]}({arguments});
    }}
"""


def _builder(struct: dict, callback: dict) -> str:
    """Options with a builder."""
    name, members = upper_camel(struct["name"]), _members(struct)
    fields = []
    for field in members:
        java = _type(struct, field)
        start = f" = {_default(java)}" if java.startswith("Set<") else ""
        fields.append(f"        private {java} {lower_camel(field['name'])}{start};")
    methods = "\n".join(_method(_type(struct, field), field) for field in members)
    declared = "\n".join(fields)
    return f"""// {BANNER}
package {PACKAGE};

import java.util.Objects;
import java.util.Set;

{javadoc(struct["brief"] + " One instance can serve several pools.")}
public final class {name} {{
{_interface(callback)}
    private final Builder from;

    private {name}(Builder from) {{
        this.from = from;
    }}

    /**
     * Returns a builder with the default options.
     *
     * @return the builder
     */
    public static Builder builder() {{
        return new Builder();
    }}

    Shortage shortage() {{
        return from.outOfMemory;
    }}

    Structs.{name} struct(Uses uses, long user) {{
        Structs.{name} struct = new Structs.{name}()
{_setters(struct, "from.")};
        if (user != 0) {{
            struct.outOfMemory(Native.callback(CallbackKind.OUT_OF_MEMORY.ordinal())).outOfMemoryUser(user);
        }}
        return struct;
    }}

    /** Sets options one at a time. */
    public static final class Builder implements Cloneable {{
{declared}

        private Builder() {{}}
{methods}

        /**
         * Creates the options.
         *
         * @return the options, which are immutable
         */
        public {name} build() {{
            try {{
                return new {name}((Builder) clone());
            }} catch (CloneNotSupportedException impossible) {{
                throw new AssertionError(impossible);
            }}
        }}
    }}
}}
"""


def _method(java: str, field: dict) -> str:
    name = lower_camel(field["name"])
    value = 'Set.copyOf(Objects.requireNonNull(value, "value"))' if java.startswith("Set<") else "value"
    comment = javadoc(f"Sets {{@code {name}}}.", "        ", [f"@param value {_doc(field)}", "@return this"])
    return f"""
{comment}
        public Builder {name}({java} value) {{
            {name} = {value};
            return this;
        }}"""
