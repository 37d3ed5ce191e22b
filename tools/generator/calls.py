"""Calls of the header's functions in generated C++ tests, with valid arguments unless a test replaces them."""

import textwrap
from dataclasses import dataclass, field

from . import BANNER
from .rules import HeaderError

ELEMENTS = 4  # of arrays that are passed
WIDTH = 116  # leaves room for one more indentation

# Numbers for which not every value is valid: here an existing compute capability.
MEANT = {"major": "9", "minor": "0"}
BOXES = ("origin", "region")  # three numbers each

# A failing call always writes the error record; only this one does not, since it reads it.
READS_RECORD = "clmem_error_last"

# Numbers that need a certain value.
NUMBERS = {"channel_order": "CL_R", "channel_type": "CL_UNORM_INT8", "level": "CLMEM_LOG_NONE", "number": "0"}

# Handles that not every device supports.
OF_SOME_DEVICES = ("clmem_image", "clmem_kernel", "clmem_map", "clmem_pipe", "clmem_program", "clmem_sampler")

# By the names of parameters; for others any text will do.
TEXTS = {"path": '"clmem-generated-tests.tmp"', "spec": '"off"'}


@dataclass
class Call:
    """Statements that prepare the arguments, the call itself, and the outputs that a failure must set to zero."""

    setup: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    text: str = ""


def call(function: dict, replaced: dict[str, str] | None = None, owners: bool = False) -> Call:
    """A call with valid arguments, except for the replaced ones.

    Without owners the call has to fail: its outputs start as junk and must be zeroed. With owners it may succeed:
    owners release what it returns, and give up a handle that it takes."""
    result, replaced = Call(), replaced or {}
    for parameter in function["parameters"]:
        name = parameter["name"]
        if name in replaced:
            result.arguments.append(replaced[name])
        elif parameter["direction"] == "out":
            _output(result, parameter, owners)
        else:
            result.arguments.append(_input(result, parameter, function, owners))
    result.text = f"{function['name']}({', '.join(result.arguments)})"
    return result


def statement(text: str) -> str:
    """One statement in a test, wrapped to the line width."""
    lines = textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="        ", break_long_words=False)
    return "\n".join(lines)


def file(about: str, body: list[str]) -> str:
    """The text of a test file."""
    head = f'// {BANNER}\n// clang-format off\n//\n// {about}\n#include "generated_tests.hpp"\n'
    return head + "\nusing namespace clmem::test;\n" + "".join(f"\n{part}\n" for part in body)


def test(fixture: str, name: str, statements: list[str]) -> str:
    return f"TEST_F({fixture}, {name}) {{\n" + "\n".join(statements) + "\n}"


def needs_opencl(function: dict) -> bool:
    """Whether the function cannot work without an OpenCL device."""
    if any(p["direction"] == "out" and pointee(p)["c"] == "cl_event" for p in function["parameters"]):
        return True  # it enqueues a command
    inputs = [p for p in function["parameters"] if p["direction"] == "in"]
    if any(p["type"]["kind"] == "opencl" and p["nullable"] for p in inputs):
        return False  # its OpenCL errors concern an optional object
    return any(e["status"].startswith("CL_") or e["status"] == "CLMEM_ERROR_NO_OPENCL" for e in function["errors"])


def needs_meaning(function: dict) -> bool:
    """Whether an argument must be more than valid: an existing OpenCL object or address."""
    return any(
        p["direction"] == "in"
        and not p["nullable"]
        and (p["type"]["kind"] == "opencl" or (p["type"]["kind"] == "pointer" and pointee(p)["kind"] == "void"))
        for p in function["parameters"]
    )


def needed(function: dict) -> list[str]:
    """Statements that skip a test on devices that do not support a kind of object that the function takes."""
    handles = [p["type"] for p in function["parameters"] if p["type"]["kind"] == "handle"]
    return [f"NEEDS(live.{name});" for name in sorted({short(h) for h in handles if h["c"] in OF_SOME_DEVICES})]


def pointee(parameter: dict) -> dict:
    return parameter["type"]["target"]


def is_pointer(parameter: dict) -> bool:
    """Whether an argument may be NULL: pointers and OpenCL objects, but not handles."""
    return parameter["type"]["kind"] in ("pointer", "opencl")


def _output(result: Call, parameter: dict, owners: bool) -> None:
    name, target = parameter["name"], pointee(parameter)
    if parameter["length"]:
        element = "unsigned char" if target["kind"] == "void" else target["c"]
        result.setup.append(f"{element} {name}[{ELEMENTS}] = {{}};")
        result.arguments.append(name)
    elif owners and target["kind"] == "handle" and parameter["ownership"] == "owned":
        result.setup.append(f"{short(target)}_owner {name};")
        result.arguments.append(f"{name}.out()")
    else:
        result.setup.append(f"auto {name} = junk<{target['c'] if target['c'] != 'char *' else 'const char *'}>();")
        result.arguments.append(f"&{name}")
        result.outputs.append(name)


def _input(result: Call, parameter: dict, function: dict, owners: bool) -> str:
    name, type_ = parameter["name"], parameter["type"]
    kind = type_["kind"]
    if kind == "handle":
        return f"live.{short(type_)}" + (".give_up()" if owners and parameter["ownership"] == "owned" else "")
    if kind == "opencl":
        return "nullptr" if parameter["nullable"] else f"dummy<{type_['c']}>()"
    if kind == "pointer" and parameter["length"]:
        result.setup.append(f"{type_['target']['c']} {name}[{ELEMENTS}] = {{}};")
        return name
    if kind == "pointer" and type_["target"]["kind"] == "struct":
        result.setup.append(f"auto {name} = valid({type_['target']['c']} {type_['target']['c'].upper()}_INIT);")
        return f"&{name}"
    if kind == "pointer" and type_["target"]["kind"] == "integer" and name in BOXES:
        result.setup.append(f"{type_['target']['c']} {name}[3] = {{}};")
        return name
    if kind == "pointer" and type_["target"]["kind"] == "character":
        return TEXTS.get(name, '"clmem"')
    if kind == "pointer" and type_["target"]["kind"] == "void":
        return "dummy<void *>()"
    if kind == "callback":
        return "nullptr"
    if kind in ("integer", "status"):
        return _number(name, function)
    raise HeaderError(f"{function['name']}: add a valid value for {type_['c']} {name} to tools/generator/calls.py")


def _number(name: str, function: dict) -> str:
    arrays = [parameter for parameter in function["parameters"] if parameter["length"]]
    if any(array["length"] == name for array in arrays):
        return str(ELEMENTS)
    if name == "stride_bytes":
        return f"sizeof({pointee(arrays[0])['c']})"
    if name in MEANT:
        return MEANT[name]
    return NUMBERS.get(name, "0" if name.endswith("flags") else "1")


def short(type_: dict) -> str:
    """Shortens clmem_pool to pool."""
    return type_["c"].removeprefix("clmem_")
