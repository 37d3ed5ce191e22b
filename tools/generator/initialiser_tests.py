"""Writes tests/generated/structs_test.cpp and initialisers.c: layout, initialisers and versions of every struct."""

from . import BANNER, calls

ABOUT = "Every struct: its layout, its initialiser, and the sizes that callers of other versions pass."


def write(api: dict) -> str:
    parts = [_layout(struct) for struct in api["structs"]] + [_initialiser(struct) for struct in api["structs"]]
    structs = {struct["name"]: struct for struct in api["structs"]}
    for function in api["functions"]:
        for parameter in function["parameters"]:
            is_struct = parameter["type"]["kind"] == "pointer" and calls.pointee(parameter)["kind"] == "struct"
            if is_struct and parameter["length"]:
                parts.append(_strides(function, parameter))
            elif is_struct:
                parts.append(_versions(function, parameter, structs[calls.pointee(parameter)["c"]]))
    return calls.file(ABOUT, parts)


def write_c(api: dict) -> str:
    """A file in C99 and C++ that uses each initialiser macro, as an initialiser and in an assignment."""
    uses = "".join(f"{s['name']} {s['name']}_initialised = {s['init_macro']};\n" for s in api["structs"])
    assigned = "".join(f"    {s['name']}_initialised = VALUE({s['name']}) {s['init_macro']};\n" for s in api["structs"])
    return f"""/* {BANNER} */
/* clang-format off */
#include <clmem_extras.h>

#ifdef __cplusplus
#define VALUE(type) type
#else
#define VALUE(type) (type)
#endif

{uses}
void initialise_again(void);
void initialise_again(void) {{
{assigned}}}
"""


def _layout(struct: dict) -> str:
    name = struct["name"]
    lines = [f"static_assert(sizeof({name}) == {struct['size']} && alignof({name}) == {struct['alignment']});"]
    lines += [f"static_assert(offsetof({name}, {field['name']}) == {field['offset']});" for field in struct["fields"]]
    return "\n".join(lines)


def _initialiser(struct: dict) -> str:
    line = f"check_initialiser({struct['name']} {struct['init_macro']});"
    return calls.test("structs_test", f"{struct['name']}_initialised", [calls.statement(line)])


def _versions(function: dict, parameter: dict, struct: dict) -> str:
    """Tests the sizes that a caller may pass, and invalid ones."""
    name, type_ = parameter["name"], struct["name"]
    call = calls.call(function, {name: name}, owners=True)
    works = "false" if calls.needs_opencl(function) or calls.needs_meaning(function) else "true"
    is_output = parameter["direction"] == "out"
    const = "" if is_output else "const "
    arguments = [f'"{function["name"]}", "{name}", {works}']
    if is_output:
        arguments.append("false" if function["name"] == calls.READS_RECORD else "true")
    else:
        arguments.append(f"valid({type_} {struct['init_macro']})")
    body = [f"    const auto call = [&]({const}{type_} *{name}) {{"]
    body += ["    " + calls.statement(line).replace("\n", "\n    ") for line in [*call.setup, f"return {call.text};"]]
    check = f"check_{'output' if is_output else 'input'}_sizes<{type_}>({', '.join(arguments)}, call);"
    body += ["    };", calls.statement(check)]
    for field in struct["fields"]:
        if not is_output and field["name"].startswith("reserved"):
            body += _reserved(function, parameter, struct, field)
    return calls.test("structs_test", f"{function['name']}_{name}", body)


def _strides(function: dict, parameter: dict) -> str:
    """Tests the strides that a caller may pass, and invalid ones."""
    name, type_ = parameter["name"], calls.pointee(parameter)["c"]
    call = calls.call(function, {name: name, parameter["length"]: "capacity", "stride_bytes": "stride"}, owners=True)
    body = [f"    const auto call = [&](uint32_t capacity, size_t stride, {type_} *{name}) {{"]
    body += ["    " + calls.statement(line).replace("\n", "\n    ") for line in [*call.setup, f"return {call.text};"]]
    works = "false" if calls.needs_opencl(function) else "true"
    body += ["    };", calls.statement(f'check_strides<{type_}>("{function["name"]}", {works}, call);')]
    return calls.test("structs_test", f"{function['name']}_{name}", body)


def _reserved(function: dict, parameter: dict, struct: dict, field: dict) -> list[str]:
    """Tests that reserved members must be zero."""
    changed = f"with_{field['name']}"
    call = calls.call(function, {parameter["name"]: f"&{changed}"}, owners=True)
    body = [f"auto {changed} = valid({struct['name']} {struct['init_macro']});", f"{changed}.{field['name']} = 1;"]
    body += call.setup + [f"CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, {call.text});"]
    return [calls.statement(line) for line in body]
