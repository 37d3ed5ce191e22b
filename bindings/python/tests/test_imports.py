"""The modules of the package do not import each other in a circle, not even inside functions.

`clmem.__getattr__` loads three submodules by name when a program asks for them; that is how a package offers its
submodules, and does not count. Imports under TYPE_CHECKING never run.
"""

import ast
from pathlib import Path

import clmem

ROOT = Path(clmem.__file__).parent


def modules():
    """Each module's path by its name."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = ("clmem", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def is_for_types(node):
    """Whether a statement is `if TYPE_CHECKING`, which never runs."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def statements(node):
    """All imports below a node that run at some time."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child
        elif is_for_types(child):
            for other in child.orelse:
                yield from statements(other)
        else:
            yield from statements(child)


def imported(statement, package):
    """The dotted names that a statement may import: modules, or members of modules."""
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    base = package.rsplit(".", statement.level - 1)[0] if statement.level else ""
    base = ".".join(part for part in (base, statement.module) if part)
    return [f"{base}.{alias.name}" for alias in statement.names]


def edges():
    """The modules of the package that each module imports."""
    known = modules()
    compiled = {f"clmem.{path.name.split('.')[0]}" for path in ROOT.glob("*.so")}
    found = {}
    for name, path in known.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found[name] = set()
        for statement in statements(ast.parse(path.read_text(encoding="utf-8"))):
            for target in imported(statement, package):
                module = target if target in known or target in compiled else target.rpartition(".")[0]
                if module in known and module != name:
                    found[name].add(module)
    return found


def cycle(graph):
    """The names along a cycle, or an empty list."""
    done = set()

    def search(name, path):
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for target in sorted(graph[name]):
            if found := search(target, [*path, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := search(name, []))), [])


def test_the_check_detects_a_cycle():
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_the_check_sees_imports_inside_functions():
    found = edges()
    assert "clmem._memory" in found["clmem._image"]
    assert "clmem._names" in found["clmem._errors"], "imported by last_error() when a call fails"
    assert "clmem._platform" not in found["clmem._device_attributes"], "for type checkers alone"


def test_no_modules_import_each_other():
    assert cycle(edges()) == []
