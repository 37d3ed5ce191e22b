"""Writes bindings/python/src/generated/declarations.h: the header for cffi, with a Python function for each
callback."""

from . import BANNER

OPENCL_HANDLES = (
    "cl_platform_id", "cl_device_id", "cl_context", "cl_command_queue", "cl_mem", "cl_program", "cl_kernel", "cl_event",
    "cl_sampler",
)  # fmt: skip


def write(api: dict) -> str:
    entries = {entry["name"]: entry for kind in ("handles", "callbacks", "structs", "functions") for entry in api[kind]}
    parts = [f"/* {BANNER} */", *(f"typedef struct _{name} *{name};" for name in OPENCL_HANDLES)]
    parts += ["typedef int32_t clmem_status;", _constants(api)]
    for name in api["order"]:
        if name in entries:
            parts.append(_declaration(entries[name]))
    parts += [_python_function(callback) for callback in api["callbacks"]]
    return "\n".join(parts) + "\n"


def write_version(api: dict) -> str:
    """bindings/python/clmem/_version.py."""
    return f'"""The version of the package and of the library. {BANNER}"""\n\n__version__ = "{api["version"]}"\n'


def _constants(api: dict) -> str:
    values = [value for enum in api["enums"] for value in enum["values"]] + api["constants"]
    return "enum {\n" + ",\n".join(f"    {value['name']} = {value['value']}" for value in values) + "\n};"


def _declaration(entry: dict) -> str:
    name = entry["name"]
    if "token" in entry:
        return f"typedef struct {entry['token']} *{name};"
    if "fields" in entry:
        members = "".join(f"    {_declarator(field['type'], field['name'])};\n" for field in entry["fields"])
        return f"typedef struct {name} {{\n{members}}} {name};"
    if "result" in entry:
        return f"typedef {entry['result']['c']} (*{name})({_parameters(entry)});"
    return f"clmem_status {name}({_parameters(entry)});"


def _python_function(callback: dict) -> str:
    return f'extern "Python" {callback["result"]["c"]} {callback["name"]}_python({_parameters(callback)});'


def _parameters(entry: dict) -> str:
    return ", ".join(_declarator(parameter["type"], parameter["name"]) for parameter in entry["parameters"]) or "void"


def _declarator(type_: dict, name: str) -> str:
    if type_["kind"] == "array":
        return f"{type_['element']['c']} {name}[{type_['length']}]"
    return f"{type_['c']}{'' if type_['c'].endswith('*') else ' '}{name}"
