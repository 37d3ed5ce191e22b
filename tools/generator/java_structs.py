"""Writes Structs.java: the header's structs as Java classes over bytes, with accessors for their members."""

from . import BANNER
from .java_names import PACKAGE, is_text, is_word, lower_camel, may_be_all, upper_camel


def write(api: dict) -> str:
    classes = "\n\n".join(_class(struct) for struct in api["structs"])
    return f"""// {BANNER}
package {PACKAGE};

/** The structs of the C interface, as bytes with accessors for their members. */
final class Structs {{
    private Structs() {{}}

{classes}
}}
"""


def _class(struct: dict) -> str:
    name, size = upper_camel(struct["name"]), struct["size"]
    lines = [
        f"    /** {struct['name']} */",
        f"    static final class {name} extends Struct {{",
        f"        static final int SIZE = {size};",
        "",
        f"        {name}() {{",
        "            super(SIZE);",
        "            memory.putInt(0, SIZE);",
        "        }",
        "",
        f"        {name}(byte[] all, int offset) {{",
        "            super(all, offset, SIZE);",
        "        }",
    ]
    for field in struct["fields"]:
        if field["name"] != "struct_size" and field["name"] != "reserved":
            lines += _accessors(name, field)
    return "\n".join([*lines, "    }"])


def _accessors(owner: str, field: dict) -> list[str]:
    name, type_, offset = lower_camel(field["name"]), field["type"], field["offset"]
    if type_["kind"] == "array" and type_["element"]["kind"] == "character":
        return ["", f"        String {name}() {{", f"            return text({offset}, {type_['length']});", "        }"]
    if is_text(type_):
        getter = ["", f"        String {name}() {{", f"            return Text.at(memory.getLong({offset}));", "        }"]
        return getter + _address_setter(owner, name, offset) if owner.endswith("Options") else getter
    if type_["kind"] == "array":
        size = field["size"] // type_["length"]
        return [
            "",
            f"        long {name}(int index) {{",
            f"            return memory.getLong({offset} + {size} * index);",
            "        }",
            "",
            f"        {owner} {name}(int index, long value) {{",
            f"            memory.putLong({offset} + {size} * index, {_checked(field, type_['element'])});",
            "            return this;",
            "        }",
        ]
    java, kind = ("long", "Long") if is_word(type_) else ("int", "Int")
    return [
        "",
        f"        {java} {name}() {{",
        f"            return memory.get{kind}({offset});",
        "        }",
        "",
        f"        {owner} {name}({java} value) {{",
        f"            memory.put{kind}({offset}, {_checked(field, type_)});",
        "            return this;",
        "        }",
    ]


def _address_setter(owner: str, name: str, offset: int) -> list[str]:
    """Texts that the library only reads are passed by their address, which the caller must keep valid for the call."""
    return [
        "",
        f"        {owner} {name}(long address) {{",
        f"            memory.putLong({offset}, address);",
        "            return this;",
        "        }",
    ]


def _checked(field: dict, type_: dict) -> str:
    """The value, checked where it is signed in Java and unsigned in C; bits may have any value."""
    if type_["c"] not in ("size_t", "uint32_t", "uint64_t") or "flags" in field["name"]:
        return "value"
    check = "sizeOrAll" if may_be_all(field) else "size"
    return f'{check}("{field["name"]}", value)'
