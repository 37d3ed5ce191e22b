"""Writes tests/fuzz/generated/calls.cpp: every function of the header, called with arguments that an input chooses, and
where the structs of options have pointers and handles."""

from . import BANNER
from .calls import READS_RECORD, pointee
from .rules import HeaderError

PATH = "tests/fuzz/generated/calls.cpp"
ABOUT = "Calls every function with arguments that an input of libFuzzer chooses."

# What a test must not do: its log would go to stderr.
LEFT_OUT = ("clmem_log_set_callback",)

# How much the library allocates at once: AddressSanitizer ends the process if that is too much.
ALLOCATED = ("ring_bytes",)


def write(api: dict) -> str:
    functions = [function for function in api["functions"] if function["name"] not in LEFT_OUT]
    callers = "".join(_caller(function) for function in functions)
    names = {pointee(p)["c"] for f in functions for p in f["parameters"] if p["direction"] == "in" and _is_struct(p)}
    structs = "".join(_members(struct) for struct in api["structs"] if struct["name"] in names)
    return f"""// {BANNER}
// clang-format off
//
// {ABOUT}
#include "interface_arguments.hpp"

namespace clmem::fuzz {{

{structs}
const std::vector<caller> &callers() {{
    static const std::vector<caller> all = {{
{callers}    }};
    return all;
}}

}} // namespace clmem::fuzz
"""


def _is_struct(parameter: dict) -> bool:
    return parameter["type"]["kind"] == "pointer" and pointee(parameter)["kind"] == "struct"


def _members(struct: dict) -> str:
    """The members of a struct that need more than random bits. The generic arguments come from the base template."""
    name = struct["name"]
    lines = []
    for field in struct["fields"]:
        kind, member = field["type"]["kind"], field["name"]
        if member == "wait_events":
            lines.append("a.set_list(in.wait_count, in.wait_events);")
        elif member in ALLOCATED:
            lines.append(f"in.{member} %= 1U << 20;")
        elif kind == "handle":
            lines.append(f"in.{member} = a.handle<{field['type']['c']}>();")
        elif kind == "opencl":
            lines.append(f"in.{member} = a.opencl<{field['type']['c']}>();")
        elif kind == "callback" or (kind == "pointer" and field["type"]["target"]["kind"] == "character"):
            lines.append(f"in.{member} = nullptr;")
        elif kind == "pointer":
            lines.append(f"in.{member} = a.data();")
    lines = lines or ["static_cast<void>(a);", "static_cast<void>(in);"]
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"template <>\nvoid arguments::repair({name} &in) {{\n    arguments &a = *this;\n{body}}}\n"
        f"template <>\n{name} arguments::initial<{name}>() {{\n    return {struct['init_macro']};\n}}\n"
    )


def _caller(function: dict) -> str:
    name = function["name"]
    lengths = {p["length"] for p in function["parameters"]}
    in_order = sorted(function["parameters"], key=lambda p: p["name"] not in lengths and p["name"] != "stride_bytes")
    lines = [f"const auto {p['name']} = {_argument(p, function)};" for p in in_order]
    arguments = ", ".join(p["name"] for p in function["parameters"])
    check = "check_silent" if name == READS_RECORD else "check"
    lines.append(f'a.{check}("{name}", {name}({arguments}));')
    body = "".join(f"            {line}\n" for line in lines)
    return f"        [](arguments &a) {{\n{body}        }},\n"


def _argument(parameter: dict, function: dict) -> str:
    name, type_, length = parameter["name"], parameter["type"], parameter["length"]
    kind = type_["kind"]
    if kind == "handle":
        return f"a.handle<{type_['c']}>()"
    if kind == "opencl":
        return f"a.opencl<{type_['c']}>()"
    if kind == "callback":
        return f"{type_['c']}{{}}"
    if kind in ("integer", "status"):
        if name == "stride_bytes":
            return "a.stride()"
        is_length = any(other["length"] == name for other in function["parameters"])
        return f"a.{'count' if is_length else 'number'}<{type_['c']}>()"
    if kind != "pointer":
        raise HeaderError(f"{function['name']}: add an argument for {type_['c']} {name} to tools/generator/fuzz_calls.py")
    target = pointee(parameter)
    element = "unsigned char" if target["kind"] == "void" else target["c"].removeprefix("const ")
    if length and target["kind"] == "struct":
        return f"a.elements<{element}>({length}, stride_bytes)"
    if length:
        return f"a.array<{element}>({length})"
    if target["kind"] == "struct":
        return f"a.{'output_struct' if parameter['direction'] == 'out' else 'options'}<{element}>()"
    if parameter["direction"] == "out":
        return f"a.output<{target['c']}>()"
    if target["kind"] == "character":
        return "a.path()" if name == "path" else "a.text()"
    return "a.data()" if target["kind"] == "void" else f"a.array<{element}>(3)"
