"""Reads CL/cl.h with libclang: the values of constants and the types of functions in opencl_names.py."""

import tempfile
from functools import cache
from pathlib import Path

from clang.cindex import CursorKind, Diagnostic, Index, Type, TypeKind

from . import header
from .opencl_names import CLASSES, FUNCTIONS
from .rules import HeaderError


@cache
def read(opencl_include: Path | None) -> dict:
    """{"classes": {class: {name: value}}, "functions": {name: {"result": C type, "parameters": [C type]}}}, read once."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "opencl.c"
        wanted = {full for entry in map(names, CLASSES.values()) for full, value in entry.values() if value is None}
        enumerators = ", ".join(f"value_of_{name} = {name}" for name in sorted(wanted))
        source.write_text(f"#include <CL/cl.h>\nenum {{ {enumerators} }};\n")
        unit = Index.create().parse(str(source), args=header.arguments(Path(folder), opencl_include))
        wrong = [d.spelling for d in unit.diagnostics if d.severity >= Diagnostic.Error]
        if wrong:
            raise HeaderError("CL/cl.h: " + "; ".join(wrong))
        values, functions = {}, {}
        for cursor in unit.cursor.get_children():
            if cursor.kind is CursorKind.ENUM_DECL:
                values.update({c.spelling: c.enum_value for c in cursor.get_children()})
            elif cursor.kind is CursorKind.FUNCTION_DECL and cursor.spelling in FUNCTIONS:
                functions[cursor.spelling] = {
                    "result": _spell(cursor.result_type),
                    "parameters": [_spell(argument.type) for argument in cursor.get_arguments()],
                }
    missing = sorted(set(FUNCTIONS) - set(functions))
    if missing:
        raise HeaderError(f"expected {', '.join(missing)} in CL/cl.h, got none; install the headers of OpenCL 3.0")
    classes = {
        name: {
            short: values[f"value_of_{full}"] if value is None else value
            for short, (full, value) in names(entry).items()
        }
        for name, entry in CLASSES.items()
    }
    return {"classes": classes, "functions": {name: functions[name] for name in FUNCTIONS}}


def names(entry: tuple[str, str]) -> dict[str, tuple[str, int | None]]:
    """The names in a class: {short name: (C name, value if opencl_names.py gives it)}."""
    prefix, text = entry
    found = {}
    for word in text.split():
        short, _, value = word.partition("=")
        short, _, full = short.partition(":")
        found[short] = (full or prefix + short, int(value, 0) if value else None)
    return found


def _spell(spelled: Type) -> str:
    """The spelling of a type that every version of the headers has: handles, sized integers, pointers to them."""
    if spelled.spelling.removeprefix("const ") == "size_t":
        return "size_t"
    bare = spelled.get_canonical()
    if bare.kind is TypeKind.POINTER:
        pointee = spelled.get_pointee() if spelled.kind is TypeKind.POINTER else bare.get_pointee()
        if pointee.get_canonical().kind is TypeKind.FUNCTIONPROTO:
            return "void *"
        record = pointee.get_canonical()
        if record.kind is TypeKind.RECORD and record.spelling.removeprefix("struct ").startswith("_cl_"):
            return record.spelling.removeprefix("struct ").removeprefix("_")
        const = "const " if pointee.is_const_qualified() else ""
        return f"{const}{_spell(pointee).removeprefix('const ')} *"
    if bare.kind is TypeKind.VOID:
        return "void"
    if bare.kind is TypeKind.CHAR_S:
        return "char"
    sign = "u" if bare.kind in (TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG) else ""
    return f"{sign}int{8 * bare.get_size()}_t"
