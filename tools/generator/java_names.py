"""The header's names in Java's spelling, and the Java view of C types."""

import re

PACKAGE = "io.clmem"
FOLDER = "bindings/java/src/main/generated/io/clmem"


def upper_camel(name: str) -> str:
    """Converts clmem_device_info to DeviceInfo."""
    return "".join(part.capitalize() for part in name.removeprefix("clmem_").split("_"))


def lower_camel(name: str) -> str:
    """Converts limit_bytes to limitBytes."""
    camel = upper_camel(name)
    return camel[:1].lower() + camel[1:]


def is_word(type_: dict) -> bool:
    """Whether the type is a long in Java: 64-bit numbers, handles, OpenCL objects, addresses."""
    if type_["kind"] in ("handle", "opencl", "pointer", "callback"):
        return True
    return type_["kind"] == "integer" and type_["c"] in ("size_t", "uint64_t", "int64_t")


def is_text(type_: dict) -> bool:
    """Whether the member points to characters, which the library owns."""
    return type_["kind"] == "pointer" and type_["target"]["kind"] == "character"


def may_be_all(item: dict) -> bool:
    """Whether the comment gives a meaning to the number's largest value, which is -1 in Java."""
    return any(largest in (item["doc"] or "") for largest in ("SIZE_MAX", "UINT64_MAX"))


def javadoc(text: str, indent: str = "", tags: list[str] | None = None) -> str:
    """A Javadoc comment, wrapped; C names become code."""
    import textwrap

    lines = textwrap.wrap(prose(text), 118 - len(indent)) + ([""] if tags else [])
    for tag in tags or []:
        lines += textwrap.wrap(tag, 118 - len(indent), subsequent_indent="    ")
    if len(lines) == 1 and len(lines[0]) + len(indent) < 110:
        return f"{indent}/** {lines[0]} */"
    return f"{indent}/**\n" + "\n".join(f"{indent} * {line}".rstrip() for line in lines) + f"\n{indent} */"


def prose(text: str) -> str:
    """The text of a comment in Javadoc's syntax."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@p ", "")
    text = re.sub(r"\b((?:clmem_|CLMEM_|CL_|cl_)\w+(?:\(\))?)", r"{@code \1}", text)
    text = text.strip().removesuffix(";")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "}")) and text.endswith(".") else ".")
