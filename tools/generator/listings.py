"""What programs see of the bindings for Python, Java and Rust, a line for each name, from their sources.

The bindings' part of the baseline is such a list. A line that is gone breaks a program; a new line is an addition,
unless it is a parameter that an old function needs now. A name of the extras begins with EXPERIMENTAL and breaks nothing.
What macros of Rust make is not seen: that comes from the header, which has its own baseline."""

import re
from collections.abc import Iterator
from pathlib import Path

import griffe
import tree_sitter
import tree_sitter_java
import tree_sitter_rust

from .callers import parse, text

EXPERIMENTAL = "experimental "
JAVA_TYPES = {"class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration"}
JAVA_MEMBERS = {"method_declaration", "constructor_declaration", "field_declaration", "enum_constant", "compact_constructor_declaration"}
IGNORED_IN_PYTHON = {"__all__", "__dir__", "__getattr__", "__init_subclass__", "__module__", "__reduce__", "__reduce_ex__", "__slots__"}
RUST_ITEMS = {"function_item", "struct_item", "enum_item", "trait_item", "const_item", "static_item", "type_item", "field_declaration"}


def name_of(node: tree_sitter.Node, role: str = "name") -> str:
    named = node.child_by_field_name(role)
    return text(named) if named is not None else ""


def head(node: tree_sitter.Node) -> str:
    """A declaration without its body, on one line."""
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    end = body.start_byte if body is not None else node.end_byte
    words = node.text[: end - node.start_byte].decode("utf-8")
    words = re.sub(r"//[^\n]*|/\*.*?\*/", "", words, flags=re.DOTALL)
    return re.sub(r"\s+", " ", words).strip(" {;=")


# Python: what griffe finds to be public, each parameter apart.
def python(root: Path) -> Iterator[str]:
    folder = root / "bindings/python"
    for name in ("clmem", "pytest_clmem"):
        package = griffe.load(name, search_paths=[folder], allow_inspection=False, resolve_aliases=True)
        yield from python_names(package, name)


def python_names(scope: griffe.Object | griffe.Alias, prefix: str) -> Iterator[str]:
    for name, member in scope.all_members.items():
        if not member.is_public or name in IGNORED_IN_PYTHON:
            continue
        whole = f"{prefix}.{name}"
        yield whole
        if member.is_function:
            yield from parameters(member.parameters, whole)
        elif member.is_module or member.is_class:
            yield from python_names(member, whole)


def parameters(them: griffe.Parameters, function: str) -> Iterator[str]:
    """Those that are passed by position have their number; an optional one ends with "="."""
    kinds = griffe.ParameterKind
    for place, parameter in enumerate(them):
        if parameter.name not in ("self", "cls"):
            by_name_only = parameter.kind in (kinds.keyword_only, kinds.var_keyword, kinds.var_positional)
            number = "" if by_name_only else f"{place}: "
            yield f"{function}({number}{parameter.name}{'' if parameter.required else '='})"


# Java: what is public or protected, in types that are.
def java(root: Path) -> Iterator[str]:
    for folder in ("java", "generated"):
        for path in sorted((root / f"bindings/java/src/main/{folder}").rglob("*.java")):
            yield from java_types(parse(path, tree_sitter_java), "", "")


def is_visible(node: tree_sitter.Node) -> bool:
    modifiers = next((text(child) for child in node.children if child.type == "modifiers"), "")
    return node.type == "enum_constant" or bool(re.search(r"\b(public|protected)\b", modifiers))


def java_types(scope: tree_sitter.Node, outer: str, mark: str) -> Iterator[str]:
    for node in scope.children:
        of_interface = scope.type == "interface_body"
        if node.type in JAVA_TYPES and (of_interface or is_visible(node)):
            name = f"{outer}.{name_of(node)}".lstrip(".")
            own = EXPERIMENTAL if "@Experimental" in head(node) else mark
            yield f"{own}{outer}: {plain(head(node))}" if outer else f"{own}{plain(head(node))}"
            yield from java_types(node.child_by_field_name("body"), name, own)
        elif node.type in JAVA_MEMBERS and (of_interface or is_visible(node)):
            yield f"{EXPERIMENTAL if '@Experimental' in head(node) else mark}{outer}: {plain(java_member(node))}"
        elif node.type == "enum_body_declarations":
            yield from java_types(node, outer, mark)


def java_member(node: tree_sitter.Node) -> str:
    """A field without its value, an enum's constant without its arguments."""
    if node.type == "enum_constant":
        return name_of(node)
    return re.sub(r"\s*=.*", "", head(node)) if node.type == "field_declaration" else head(node)


def plain(declaration: str) -> str:
    return re.sub(r"@\w+(\([^)]*\))? ?", "", declaration)


# Rust: what is `pub`, of types that the crate exports.
def rust(root: Path) -> Iterator[str]:
    source = root / "bindings/rust/clmem/src"
    names = {file: set(exports(parse(source / file, tree_sitter_rust))) for file in ("lib.rs", "experimental/mod.rs")}
    for path in sorted(source.rglob("*.rs")):
        of_extras = path.parent.name == "experimental"
        visible = names["experimental/mod.rs" if of_extras else "lib.rs"] | names["lib.rs"]
        module = path.stem if path.stem in visible else ""
        mark = EXPERIMENTAL if of_extras else ""
        yield from (mark + line for line in rust_items(parse(path, tree_sitter_rust), module, None if module else visible))


def exports(tree: tree_sitter.Node) -> Iterator[str]:
    for node in tree.children:
        if text(node).startswith("pub use"):
            yield from re.findall(r"\w+", text(node).rpartition("::")[2])
        elif text(node).startswith("pub mod"):
            yield name_of(node)


def rust_items(scope: tree_sitter.Node, outer: str, visible: set[str] | None, inherited: bool = False) -> Iterator[str]:
    """`inherited`: the members of a trait and the variants of an enum are as visible as it."""
    for node in scope.children:
        if node.type == "impl_item":
            yield from rust_impl(node, visible)
        elif node.type in RUST_ITEMS | {"enum_variant", "function_signature_item", "associated_type"}:
            is_public = inherited or any(child.type == "visibility_modifier" and text(child) == "pub" for child in node.children)
            name = name_of(node)
            if not is_public or (not outer and visible is not None and name not in visible):
                continue
            whole = f"{outer}::{name}" if outer else name
            line = text(node) if node.type == "enum_variant" else head(node)
            yield f"{whole}: {' '.join(line.split())}"
            body = node.child_by_field_name("body")
            if body is not None and node.type in ("struct_item", "enum_item", "trait_item"):
                yield from rust_items(body, whole, visible, node.type != "struct_item")


def rust_impl(node: tree_sitter.Node, visible: set[str] | None) -> Iterator[str]:
    of = re.match(r"\w+", name_of(node, "type"))
    body = node.child_by_field_name("body")
    if of is None or body is None or (visible is not None and of[0] not in visible):
        return
    if node.child_by_field_name("trait") is not None:
        yield head(node)
    else:
        yield from rust_items(body, of[0], visible)


LISTINGS = {"python": python, "java": java, "rust": rust}


def read(root: Path, language: str) -> list[str]:
    return sorted(set(LISTINGS[language](root)))


def compare(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """What breaks, and what is added."""
    gone, come = set(old) - set(new), set(new) - set(old)
    known = {line.partition("(")[0] for line in old}
    needed = {line for line in come if re.search(r"\((\d+: )?\w+\)$", line) and line.partition("(")[0] in known}
    breaks = {f"{line} is gone" for line in gone} | {f"{line} is needed now" for line in needed}
    return sorted(line for line in breaks if not line.startswith(EXPERIMENTAL)), sorted(come - needed)
