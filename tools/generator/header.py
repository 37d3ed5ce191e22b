"""Reads the headers with libclang into a description of the API, which is written to build/docs/api.json.

The description contains only dictionaries and lists, and nothing that depends on the machine: types are spelled as in
the header, and sizes are those of 64-bit Linux.
"""

import re
import tempfile
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Diagnostic, Index, TokenKind, TranslationUnit, Type, TypeKind

from . import comments
from .rules import HeaderError, Rules, has_events

# libclang's Python package lacks the compiler's own headers, and another compiler's headers may not work with it.
STAND_INS = {
    "stddef.h": """#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define NULL ((void *)0)
""",
    "stdint.h": "#pragma once\n"
    + "".join(
        f"typedef __{prefix.upper()}INT{bits}_TYPE__ {prefix}int{bits}_t;\n"
        for prefix in ("", "u")
        for bits in (8, 16, 32, 64)
    )
    + "typedef __INTPTR_TYPE__ intptr_t;\ntypedef __UINTPTR_TYPE__ uintptr_t;\n",
}
INTEGERS = {"int32_t", "int64_t", "uint32_t", "uint64_t", "size_t"}
# The same on all machines, since older headers define names that newer ones lack.
EXTRAS = "extras"  # the folder of headers whose functions are experimental
OPENCL_HEADERS = Path(__file__).resolve().parents[2] / "third_party/opencl-headers"


def read(header: Path, name: str, opencl_include: Path | None = None) -> dict:
    """Reads and checks a header and those of its folder that it includes; messages call it `name`."""
    with tempfile.TemporaryDirectory() as stand_ins:
        unit = Index.create().parse(
            str(header),
            args=arguments(Path(stand_ins), opencl_include),
            options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
        )
        return Reader(unit, header, name).read()


def arguments(stand_ins: Path, opencl_include: Path | None) -> list[str]:
    """The arguments for libclang to read the header with; writes the stand-ins into their folder."""
    folder = opencl_include or OPENCL_HEADERS
    if not (folder / "CL/cl.h").is_file():
        raise HeaderError(f"expected CL/cl.h in {folder}, got none; pass its folder with --opencl-include")
    for file, text in STAND_INS.items():
        (stand_ins / file).write_text(text)
    # One target on all machines; without vector extensions cl_platform.h includes no compiler headers.
    arguments = ["-x", "c", "-std=c99", "--target=x86_64-unknown-linux-gnu", "-nostdinc", "-U__SSE__", "-U__SSE2__"]
    arguments += ["-U__MMX__", "-isystem", str(stand_ins), "-isystem", str(folder)]
    return arguments


def own_includes(unit: TranslationUnit, header: Path) -> list[str]:
    """The included headers of the header's folder and of those below, in their order."""
    found = dict.fromkeys(include.include.name for include in unit.get_includes())
    return [name for name in found if Path(name).resolve().is_relative_to(header.resolve().parent)]


def guard_of(file: str) -> str:
    """The macro that guards a header: CLMEM_POOL_H for clmem/pool.h, CLMEM_EXTRAS_CACHE_H for clmem/extras/cache.h."""
    path = Path(file)
    of_folder = {"clmem": "CLMEM_", EXTRAS: "CLMEM_EXTRAS_"}.get(path.parent.name, "")
    return f"{of_folder}{path.stem.upper()}_H"


class Reader:
    """One pass over the header's declarations. It collects problems to report them all at once."""

    def __init__(self, unit: TranslationUnit, header: Path, name: str):
        self.unit = unit
        self.rules = Rules(header, name)
        self.files = [str(header), *own_includes(unit, header)]
        self.macros: dict[str, Cursor] = {}
        self.calls: set[str] = set()  # locations of CLMEM_API and CLMEM_CALL
        self.sections: dict[str, list[tuple[int, str]]] = {}  # of each file
        self.api: dict = {
            "name": "clmem",
            "version": "",
            "sections": [],  # the introduction first
            "order": [],  # every declaration, in the order of the header
            "constants": [],
            "enums": [],
            "handles": [],
            "callbacks": [],
            "structs": [],
            "functions": [],
        }

    def read(self) -> dict:
        for diagnostic in self.unit.diagnostics:
            if diagnostic.severity >= Diagnostic.Warning:
                self.rules.problem(diagnostic.location, diagnostic.spelling)
        self.rules.stop()
        self._read_sections()
        declarations = []
        for cursor in self.unit.cursor.get_children():
            if cursor.kind is CursorKind.MACRO_DEFINITION:
                self.macros[cursor.spelling] = cursor
            elif not self._is_ours(cursor):
                continue
            elif cursor.kind is CursorKind.MACRO_INSTANTIATION:
                self.calls.add(f"{cursor.spelling}@{cursor.location.file.name}:{cursor.location.offset}")
            elif cursor.kind is not CursorKind.INCLUSION_DIRECTIVE:
                declarations.append(cursor)
        self.api["version"] = ".".join(
            str(self._integer(f"CLMEM_VERSION_{part}")) for part in ("MAJOR", "MINOR", "PATCH")
        )
        for cursor in declarations:
            self._declaration(cursor)
        for entry in self.api["functions"]:  # last, since a status may be declared after its functions
            for error in entry["errors"]:
                error["value"] = self._status_value(error["status"])
        self._check_macros()
        self.rules.check(self.api, self._status_value)
        self.rules.stop()
        return self.api

    def _read_sections(self) -> None:
        """The introductions of clmem.h and of the sections."""
        for file in self.files:
            extent = self.unit.get_extent(file, (0, len(Path(file).read_bytes())))
            found = [token for token in self.unit.get_tokens(extent=extent) if token.kind is TokenKind.COMMENT]
            for at, token in enumerate(found):
                is_introduction = at == 0 and Path(file).name == "clmem.h"
                read = comments.introduction_of if is_introduction else comments.section_of
                if (section := read(token.spelling)) is None:
                    continue
                if not is_introduction:
                    self.sections.setdefault(file, []).append((token.location.offset, section.name))
                self.api["sections"].append({"name": section.name, "text": section.text, "example": section.example})
                if not section.is_complete:
                    self.rules.problem(token.location, f"section {section.name} needs an introduction and an example")

    def _is_ours(self, cursor: Cursor) -> bool:
        file = cursor.location.file
        return file is not None and file.name in self.files

    def _declaration(self, cursor: Cursor) -> None:
        read = {
            CursorKind.FUNCTION_DECL: self._function,
            CursorKind.STRUCT_DECL: self._struct,
            CursorKind.ENUM_DECL: self._enum,
            CursorKind.TYPEDEF_DECL: self._typedef,
        }.get(cursor.kind)
        if read:
            read(cursor)
        else:
            self.rules.problem(
                cursor.location, f"{cursor.spelling}: the header must not declare a {cursor.kind.name.lower()}"
            )

    def _entry(self, kind: str, cursor: Cursor, **more) -> tuple[dict, comments.Comment]:
        """Creates the entry of a declaration with what all entries have."""
        comment = comments.parse(cursor.raw_comment)
        file = cursor.location.file.name
        before = [name for offset, name in self.sections.get(file, []) if offset < cursor.location.offset]
        entry = {
            "name": cursor.spelling,
            "section": before[-1] if before else "",
            "experimental": Path(file).parent.name == EXTRAS,
            "brief": comment.brief,
            "details": comment.details,
            "deprecated": comment.single.get("deprecated", ""),
            **more,
        }
        self.rules.at(entry, cursor.location)
        self.rules.comment(entry, comment, kind)
        self.api[kind].append(entry)
        self.api["order"].append(cursor.spelling)
        return entry, comment

    def _function(self, cursor: Cursor) -> None:
        entry, comment = self._entry("functions", cursor)
        entry["parameters"] = self._parameters(entry, cursor, comment)
        entry["errors"] = [
            {"status": status, "value": None, "cause": cause} for status, cause in comment.errors
        ]
        entry["threadsafety"] = comment.single.get("threadsafety", comments.ANY_THREAD)
        entry["since"] = comment.single.get("since", comments.FIRST_VERSION)
        if cursor.result_type.spelling != "clmem_status":
            self.rules.problem(entry, f"returns {cursor.result_type.spelling}, not clmem_status")
        if cursor.type.kind is not TypeKind.FUNCTIONPROTO or cursor.type.is_function_variadic():
            self.rules.problem(entry, "needs a prototype with a fixed number of parameters")
        for macro in ("CLMEM_API", "CLMEM_CALL"):
            if not self._stands_before(macro, cursor):
                self.rules.problem(entry, f"{macro} is missing")

    def _typedef(self, cursor: Cursor) -> None:
        underlying = cursor.underlying_typedef_type
        pointee = underlying.get_canonical().get_pointee()
        target = underlying.get_declaration()
        if cursor.spelling == "clmem_status":
            self.api["order"].append(cursor.spelling)
            if underlying.spelling != "int32_t":
                self.rules.problem(cursor.location, f"clmem_status is {underlying.spelling}, not int32_t")
        elif pointee.kind is TypeKind.FUNCTIONPROTO:
            self._callback(cursor, underlying.get_pointee().get_result())
        elif pointee.kind is TypeKind.RECORD and pointee.get_declaration().get_definition() is None:
            entry, _ = self._entry("handles", cursor, token=pointee.get_declaration().spelling)
            if entry["token"] != f"{cursor.spelling}_token":
                self.rules.problem(entry, f"is a pointer to {entry['token']}, not to {cursor.spelling}_token")
        elif target.kind not in (CursorKind.STRUCT_DECL, CursorKind.ENUM_DECL) or target.spelling != cursor.spelling:
            self.rules.problem(cursor.location, f"{cursor.spelling}: unknown kind of type {underlying.spelling}")

    def _callback(self, cursor: Cursor, result: Type) -> None:
        entry, comment = self._entry("callbacks", cursor)
        entry["result"] = self._type(result, entry)
        entry["returns"] = comment.single.get("return", "")
        entry["parameters"] = self._parameters(entry, cursor, comment)
        if (entry["result"]["kind"] == "void") == bool(entry["returns"]):
            self.rules.problem(entry, "@return belongs to callbacks that return something, and to no others")
        if not self._stands_before("CLMEM_CALL", cursor):
            self.rules.problem(entry, "CLMEM_CALL is missing")

    def _parameters(self, entry: dict, cursor: Cursor, comment: comments.Comment) -> list[dict]:
        tagged = {parameter.name: parameter for parameter in comment.parameters}
        declared = [child for child in cursor.get_children() if child.kind is CursorKind.PARM_DECL]
        names = [child.spelling for child in declared]
        for name in names:
            if name not in tagged:
                self.rules.problem(entry, f"parameter '{name}' has no @param line")
        if set(names) == set(tagged) and names != [parameter.name for parameter in comment.parameters]:
            self.rules.problem(entry, "the @param lines are not in the order of the parameters")
        for name in tagged:
            if name not in names:
                self.rules.problem(entry, f"@param {name} names no parameter")
        return [
            {
                "name": child.spelling,
                "direction": tagged[child.spelling].direction,
                "ownership": tagged[child.spelling].ownership,
                "nullable": tagged[child.spelling].nullable,
                "length": tagged[child.spelling].length,
                "type": self._type(child.type, entry),
                "doc": tagged[child.spelling].doc,
            }
            for child in declared
            if child.spelling in tagged
        ]

    def _struct(self, cursor: Cursor) -> None:
        if not cursor.is_definition():  # an opaque type of a handle
            return
        layout = cursor.type
        entry, _ = self._entry("structs", cursor, size=layout.get_size(), alignment=layout.get_align())
        entry["init_macro"] = f"{cursor.spelling.upper()}_INIT"
        entry["fields"] = []
        for child in cursor.get_children():
            if child.kind is not CursorKind.FIELD_DECL or child.is_bitfield():
                self.rules.problem(child.location, f"{cursor.spelling}: a struct has plain members only")
                continue
            entry["fields"].append(
                {
                    "name": child.spelling,
                    "type": self._type(child.type, entry),
                    "offset": layout.get_offset(child.spelling) // 8,
                    "size": child.type.get_size(),
                    "doc": comments.parse(child.raw_comment).brief,
                }
            )
        self._check_initialiser(entry)

    def _enum(self, cursor: Cursor) -> None:
        values = [
            {"name": child.spelling, "value": child.enum_value, "doc": comments.parse(child.raw_comment).brief}
            for child in cursor.get_children()
        ]
        if cursor.is_anonymous():
            comment = comments.parse(cursor.raw_comment)
            self.rules.enumerators(cursor.location, values)
            self.api["constants"] += [{**value, "doc": value["doc"] or comment.brief} for value in values]
            self.api["order"] += [value["name"] for value in values]
        else:
            entry, _ = self._entry("enums", cursor, bits=cursor.spelling.endswith(("_flag", "_feature")), values=values)
            self.rules.enumerators(entry, values)

    def _type(self, spelled: Type, where: dict) -> dict:
        """Describes a type as {"c": its spelling, "kind": ...}, with the target, element or length that its kind
        needs."""
        c = spelled.spelling.removeprefix("const ") if spelled.is_const_qualified() else spelled.spelling
        bare = spelled.get_named_type() if spelled.kind is TypeKind.ELABORATED else spelled
        if bare.kind is TypeKind.CONSTANTARRAY:
            return {
                "c": c,
                "kind": "array",
                "length": bare.element_count,
                "element": self._type(bare.element_type, where),
            }
        if bare.kind is TypeKind.POINTER:
            pointee = bare.get_pointee()
            return {
                "c": c,
                "kind": "pointer",
                "const": pointee.is_const_qualified(),
                "target": self._type(pointee, where),
            }
        kinds = {TypeKind.VOID: "void", TypeKind.CHAR_S: "character", TypeKind.DOUBLE: "floating"}
        kind = kinds.get(bare.kind) or self._named_kind(c, bare)
        if kind is None:
            self.rules.problem(where, f"the type {c} cannot be represented in every language")
        return {"c": c, "kind": kind}

    def _named_kind(self, name: str, bare: Type) -> str | None:
        if name in INTEGERS:
            return "integer"
        if name == "clmem_status":
            return "status"
        for kind in ("handles", "callbacks", "structs"):
            if any(entry["name"] == name for entry in self.api[kind]):
                return kind.removesuffix("s")
        return "opencl" if name.startswith("cl_") and bare.get_canonical().kind is TypeKind.POINTER else None

    def _stands_before(self, macro: str, cursor: Cursor) -> bool:
        """Whether the macro is in the declaration, before the name."""
        file = cursor.location.file.name
        offsets = range(cursor.extent.start.offset, cursor.location.offset)
        return any(f"{macro}@{file}:{offset}" in self.calls for offset in offsets)

    def _check_macros(self) -> None:
        """Constants must be enumerators; the header has only macros that C cannot do without."""
        known = {"CLMEM_API", "CLMEM_CALL", "CLMEM_DEPRECATED", "CLMEM_BEGIN_DECLARATIONS", "CLMEM_END_DECLARATIONS"}
        known |= {"CL_TARGET_OPENCL_VERSION", *(guard_of(file) for file in self.files)}
        known |= {f"CLMEM_VERSION_{part}" for part in ("MAJOR", "MINOR", "PATCH")}
        known |= {entry["init_macro"] for entry in self.api["structs"]}
        for name, cursor in self.macros.items():
            if self._is_ours(cursor) and name not in known:
                self.rules.problem(cursor.location, f"macro {name}: constants are enumerators")

    def _check_initialiser(self, struct: dict) -> None:
        """The macro sets struct_size and zeroes the rest, so that languages without macros can do the same. Only the sizes
        of commands are left open."""
        macro = struct["init_macro"]
        if macro not in self.macros:
            return self.rules.problem(struct, f"{macro} is missing")
        text = "".join(token.spelling for token in list(self.macros[macro].get_tokens())[1:])
        number = "(0|SIZE_MAX)" if has_events(struct) else "0"
        if not re.fullmatch(rf"\{{sizeof\({struct['name']}\)(,({number}|NULL|\{{{number}(,{number})*\}}))*\}}", text):
            self.rules.problem(struct, f"{macro} is not {{sizeof({struct['name']}), 0, ...}}: zero is the default")

    def _integer(self, macro: str) -> int | None:
        """The value of a macro that is a decimal number, otherwise None."""
        cursor = self.macros.get(macro)
        text = "".join(token.spelling for token in list(cursor.get_tokens())[1:]).strip("()") if cursor else ""
        return int(text) if text.removeprefix("-").isdecimal() else None

    def _status_value(self, name: str) -> int | None:
        """The value of an error status of clmem or of OpenCL; None if there is no such status."""
        for entry in self.api["enums"]:
            if entry["name"] == "clmem_status_code":
                for value in entry["values"]:
                    if value["name"] == name:
                        return value["value"] if value["value"] > 0 else None
        value = self._integer(name) if name.startswith("CL_") else None
        return value if value is not None and value < 0 else None
