"""Writes bindings/java/src/main/swig/clmem.i: every function of the header for SWIG, with the typemap of each
parameter."""

from . import BANNER
from .java_names import is_word, may_be_all
from .rules import HeaderError, has_events

NUMBERS = ("int32_t", "uint32_t", "size_t", "int64_t", "uint64_t")


def write(api: dict) -> str:
    handles = [handle["name"] for handle in api["handles"]]
    opencl = sorted({p["type"]["c"] for p in _parameters(api) if p["type"]["kind"] == "opencl"})
    parts = [f"// {BANNER}", "//", "// See typemaps.i for the typemaps.", '%include "typemaps.i"', ""]
    callbacks = sorted({p["type"]["c"] for p in _parameters(api) if p["type"]["kind"] == "callback"})
    parts += [f"WORD({name})" for name in [*handles, *opencl, *callbacks]]
    parts += ["", *_applied(api), ""]
    parts += [_declaration(function) for function in api["functions"]]
    return "\n".join(parts) + "\n"


def _parameters(api: dict) -> list[dict]:
    return [parameter for function in api["functions"] for parameter in function["parameters"]]


def _applied(api: dict) -> list[str]:
    """One line per type and name of a pointer parameter, which assigns its typemap."""
    chosen: dict[tuple[str, str], str] = {}
    with_events = {struct["name"] for struct in api["structs"] if has_events(struct)}
    for function in api["functions"]:
        for parameter in function["parameters"]:
            if parameter["type"]["kind"] != "pointer":
                continue
            key, typemap = (parameter["type"]["c"], parameter["name"]), _typemap(parameter, with_events)
            if chosen.setdefault(key, typemap) != typemap:
                what = f"expected {' '.join(key)} to mean the same in all functions, got another meaning; rename it"
                raise HeaderError(f"{function['name']}: {what}")
    return [f"%apply {typemap} {{ {type_} {name} }};" for (type_, name), typemap in sorted(chosen.items())]


def _typemap(parameter: dict, with_events: set[str]) -> str:
    """The typemap of a pointer, by its target."""
    target, is_output = parameter["type"]["target"], parameter["direction"] == "out"
    if target["c"] in with_events:
        return "void *IN_OPTIONS"
    direction = "OUT" if is_output else "IN"
    if target["kind"] == "struct" or (target["kind"] == "character" or (target["kind"] == "void" and is_output)):
        return f"void *{direction}_BYTES"
    if target["kind"] == "void":
        return "void *ADDRESS"
    if target["kind"] == "floating":
        return f"void *{direction}_DOUBLES"
    if is_output and not parameter["length"]:
        return "void *OUT_WORD" if is_word(target) else "void *OUT_NUMBER"
    if target["c"] == "size_t" and not is_output:
        return "const size_t *SIZES"
    if is_word(target):
        return f"void *{direction}_WORDS"
    declared = f"{parameter['type']['c']} {parameter['name']}"
    raise HeaderError(f"expected a typemap for {declared}, got none; add one to tools/generator/java_interface.py")


def _declaration(function: dict) -> str:
    parameters = ", ".join(_declarator(parameter) for parameter in function["parameters"])
    return f"clmem_status {function['name']}({parameters});"


def _declarator(parameter: dict) -> str:
    type_ = parameter["type"]["c"]
    if type_ == "size_t" and may_be_all(parameter):
        type_ = "size_or_all"
    return f"{type_}{'' if type_.endswith('*') else ' '}{parameter['name']}"
