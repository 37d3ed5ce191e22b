"""Finds the names in each binding that reach a function of the C interface, by parsing the binding's sources.

The names are spelled as a program would: `Pool.trim` in Python and Java, `Pool::trim` in Rust and C++. Comments,
strings and imports do not count."""

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tree_sitter
import tree_sitter_cpp
import tree_sitter_java
import tree_sitter_python
import tree_sitter_rust

NAMES = {"identifier", "field_identifier", "type_identifier"}


@dataclass(frozen=True)
class Binding:
    """A language: its sources, and the kinds of syntax nodes that contain names."""

    name: str
    grammar: object
    sources: tuple[str, ...]
    joint: str  # between a type and its members
    scopes: frozenset[str]  # named by their field `name`, `type` or `declarator`
    passed_over: frozenset[str] = frozenset()


BINDINGS = (
    Binding(
        "C++",
        tree_sitter_cpp,
        ("include/clmem.hpp", "include/clmem/**/*.hpp"),
        "::",
        frozenset({"class_specifier", "struct_specifier", "function_definition"}),
        frozenset({"using_declaration"}),
    ),
    Binding(
        "Python",
        tree_sitter_python,
        ("bindings/python/clmem/**/*.py",),
        ".",
        frozenset({"class_definition", "function_definition"}),
    ),
    Binding(
        "Python",
        tree_sitter_cpp,
        ("bindings/python/src/_hot*.c",),
        "::",
        frozenset({"function_definition"}),
    ),
    Binding(
        "Java",
        tree_sitter_java,
        ("bindings/java/src/main/java/**/*.java", "bindings/java/src/main/generated/**/*.java"),
        ".",
        frozenset({"class_declaration", "record_declaration", "enum_declaration", "interface_declaration", "method_declaration",
                   "constructor_declaration"}),
        frozenset({"import_declaration"}),
    ),
    Binding("Java", tree_sitter_cpp, ("bindings/java/src/main/native/*.c",), "::", frozenset({"function_definition"})),
    Binding(
        "Rust",
        tree_sitter_rust,
        ("bindings/rust/clmem/src/**/*.rs",),
        "::",
        frozenset({"impl_item", "trait_item", "function_item", "macro_invocation"}),
        frozenset({"use_declaration"}),
    ),
)
LANGUAGES = tuple(dict.fromkeys(binding.name for binding in BINDINGS))


def text(node: tree_sitter.Node) -> str:
    return node.text.decode("utf-8")


def parse(path: Path, grammar: object) -> tree_sitter.Node:
    return tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(path.read_bytes()).root_node


def title(node: tree_sitter.Node) -> str:
    """The name of a scope: of a function, of the type of an `impl`, or the first word in a macro call."""
    if node.type == "macro_invocation":
        words = [part for tree in node.children if tree.type == "token_tree" for part in tree.children if part.type == "identifier"]
        # Our own macros define a type or a function named by the first word; macros of the standard library are not
        # scopes.
        return text(words[0]) if words and text(words[0])[0].isupper() else ""
    for role in ("name", "declarator", "type"):
        named = node.child_by_field_name(role)
        while named is not None and named.child_by_field_name("declarator"):
            named = named.child_by_field_name("declarator")
        if named is not None:
            plain = re.fullmatch(r"(?:::)?([\w:~]+)(?:<.*>)?", text(named), re.DOTALL)
            return re.sub(r"^Java_io_clmem_([A-Za-z]+)_", r"\1.", plain[1]) if plain else ""
    return ""


def found(binding: Binding, node: tree_sitter.Node, around: tuple[str, ...], wanted: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Each wanted name with its enclosing scopes."""
    if node.type in binding.passed_over:
        return
    if node.type in NAMES and text(node) in wanted:
        yield text(node), binding.joint.join(dict.fromkeys(around))
    if node.type in binding.scopes and title(node):
        around = (*around, title(node))
    for child in node.children:
        yield from found(binding, child, around, wanted)


@functools.cache
def read(root: Path, functions: tuple[str, ...]) -> dict[str, dict[str, list[str]]]:
    """For each language and function, the sorted names that reach it; functions that are not reached are missing."""
    names: dict[str, dict[str, set[str]]] = {language: defaultdict(set) for language in LANGUAGES}
    for binding in BINDINGS:
        for pattern in binding.sources:
            for path in sorted(root.glob(pattern)):
                for function, caller in found(binding, parse(path, binding.grammar), (), frozenset(functions)):
                    names[binding.name][function].add(caller or path.name)
    return {language: {function: sorted(callers) for function, callers in reached.items()} for language, reached in names.items()}


def nodes_of(path: Path, grammar: object) -> Iterator[tree_sitter.Node]:
    nodes = [parse(path, grammar)]
    while nodes:
        node = nodes.pop()
        nodes += node.children
        yield node


def called_in(path: Path) -> frozenset[str]:
    """The functions that a C or C++ source calls by name."""
    nodes = nodes_of(path, tree_sitter_cpp)
    calls = (node.child_by_field_name("function") for node in nodes if node.type == "call_expression")
    return frozenset(text(called) for called in calls if called is not None and called.type == "identifier")


def names_in(path: Path, language: str) -> Counter[str]:
    """How often a source in a language uses each name."""
    grammar = next(binding.grammar for binding in BINDINGS if binding.name == language)
    return Counter(text(node) for node in nodes_of(path, grammar) if node.type in NAMES)
