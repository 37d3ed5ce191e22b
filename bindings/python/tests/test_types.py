"""The types of the package, as mypy and pyright see them in programs of its users: exactly the lines that are marked
"# wrong" are reported, and none in the examples and in the guide's code."""

import inspect
import json
import re
import shutil
import subprocess
import sys
import typing
from pathlib import Path

import numpy as np
import pytest

import clmem as cl
from clmem.tools._pool_options import PoolKeywords, PoolOptions
from clmem.tools._pools import PoolBase
from test_guide import BLOCKS

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parents[2] / "examples"
RIGHT = sorted((TESTS / "users/right").glob("*.py"))
PACKAGE = Path(cl.__file__).parent

MYPY = """
[mypy]
strict = true
explicit_package_bases = true
[mypy-guide.*]
disallow_untyped_defs = false
disallow_untyped_calls = false
check_untyped_defs = true
"""
PYRIGHT = {"include": ["."], "strict": ["right", "examples"], "pythonVersion": ".".join(map(str, sys.version_info[:2]))}

Lines = typing.Dict[typing.Tuple[str, int], str]  # the first message by file and line


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """A folder with all programs, outside the repository, so that the installed package is checked."""
    folder = tmp_path_factory.mktemp("users")
    shutil.copytree(TESTS / "users", folder, dirs_exist_ok=True)
    for name in ("examples", "guide"):
        (folder / name).mkdir()
    for path in EXAMPLES.glob("*.py"):
        shutil.copy(path, folder / "examples")
    for _, start, code in BLOCKS:
        (folder / f"guide/line_{start}.py").write_text(code + "\n")
    (folder / "mypy.ini").write_text(MYPY)
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    return folder


@pytest.fixture(scope="module")
def wrong_lines(programs):
    return {
        (str(path.relative_to(programs)), number)
        for path in programs.rglob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.endswith("# wrong")
    }


def printed_by(programs, *command):
    done = subprocess.run([sys.executable, "-m", *command], cwd=programs, capture_output=True, text=True, timeout=600)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def mypys(programs):
    pytest.importorskip("mypy")
    found: Lines = {}
    for line in printed_by(programs, "mypy", "--no-incremental", "--output=json", ".").splitlines():
        message = json.loads(line)
        if message["severity"] == "error":
            found.setdefault((message["file"], message["line"]), message["message"])
    return found


@pytest.fixture(scope="module")
def pyrights(programs):
    pytest.importorskip("pyright")
    printed = printed_by(programs, "pyright", "--outputjson", "--pythonpath", sys.executable)
    found: Lines = {}
    for message in json.loads(printed)["generalDiagnostics"]:
        if message["severity"] == "error":
            file = Path(message["file"]).resolve().relative_to(programs.resolve())
            found.setdefault((str(file), message["range"]["start"]["line"] + 1), message["message"])
    return found


def test_the_package_says_that_it_has_types():
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_types.pyi").exists()


@pytest.mark.parametrize("checker", ["mypys", "pyrights"])
def test_exactly_the_wrong_lines_are_found(request, checker, programs, wrong_lines):
    found = request.getfixturevalue(checker)
    assert len(wrong_lines) > 150 and len(list(programs.rglob("*.py"))) > 20
    assert {line: found[line] for line in sorted(found.keys() - wrong_lines)} == {}
    assert sorted(wrong_lines - found.keys()) == []


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_program_runs(path):
    pytest.importorskip("typing_extensions")
    if path.stem == "with_pyopencl":
        pytest.importorskip("pyopencl.array")
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


# The results whose type depends on the constant that is asked for, or on what lies at an address.
UNKNOWN = re.compile(r"(get_\w*info|MemoryObject\.from_int_ptr)\(\)$")
# What an SVM object tags, and pyopencl's class that is generic in it; the memory behind an array, of some class; and what
# json.loads() returns.
OF_THE_PROGRAM = {
    "clmem._svm.SVM.mem",
    "clmem.pyopencl._convert.of()",
    "clmem.pyopencl._convert.to()",
    "clmem.pyopencl.tools._Pool.dump()",
    "clmem.tools._pools.PoolBase.dump()",
}


def public(scope, seen):
    """The annotations of all public names, each once: of parameters, results and attributes."""
    for name, member in scope.all_members.items():
        if not member.is_public or (name.startswith("__") and name not in ("__init__", "__call__", "__getitem__")):
            continue
        target = member.final_target if member.is_alias else member
        if target.path in seen or not target.path.startswith("clmem"):
            continue
        seen.add(target.path)
        if target.is_function:
            for signature in target.overloads or [target]:
                for parameter in signature.parameters:
                    yield f"{target.path}({parameter.name})", str(parameter.annotation)
                yield f"{target.path}()", str(signature.returns)
        elif target.is_attribute:
            yield target.path, str(target.annotation)
        else:
            yield from public(target, seen)


def test_few_public_annotations_are_any():
    griffe = pytest.importorskip("griffe")
    package = griffe.load("clmem", search_paths=[PACKAGE.parent], allow_inspection=False, resolve_aliases=True)
    annotations = list(public(package, set()))
    untyped = {name for name, annotation in annotations if re.search(r"\bAny\b", annotation)}
    assert len(annotations) > 1000
    assert sorted(name for name in untyped if not UNKNOWN.search(name)) == sorted(OF_THE_PROGRAM)
    assert len(untyped) <= 22


# Attributes whose query always fails.
WITHOUT_VALUE = {"host_ptr"}


@pytest.fixture
def described(ctx, queue, program):
    """An object of each class with attributes that query OpenCL."""
    buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64)
    filled = cl.enqueue_fill_buffer(queue, buffer, np.uint8(0), 0, 64)
    filled.wait()
    found = [ctx.devices[0].platform, ctx, queue, filled, buffer, program, program.twice]
    if ctx.devices[0].image_support:
        form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)
        found.append(cl.Image(ctx, cl.mem_flags.READ_WRITE, form, (8, 4)))
        found.append(cl.Sampler(ctx, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST))
    return found


def hints_of(kind):
    hints = {}
    for each in kind.__mro__[::-1]:
        names = {**vars(typing), **vars(sys.modules[each.__module__])}
        for name, annotation in vars(each).get("__annotations__", {}).items():
            if isinstance(annotation, str) and not name.startswith("_"):
                hints[name] = eval(annotation, names)
    return hints


def is_written(member, name):
    """Whether a property is defined in the source, not made from a constant."""
    return isinstance(member, property) and member.fget.__name__ == name


def fits(value, hint):
    kinds = typing.get_args(hint) if typing.get_origin(hint) is typing.Union else (hint,)
    return isinstance(value, tuple(typing.get_origin(kind) or kind for kind in kinds))


def test_attributes_have_their_types(described):
    for thing in described:
        kind = type(thing)
        asked = {
            name.lower() for names in kind._info_names for name, value in vars(names).items()
            if name.isupper() and isinstance(value, int) and isinstance(getattr(kind, name.lower()), property)
        }  # fmt: skip
        defined = {name for each in kind.__mro__ for name, member in vars(each).items() if is_written(member, name)}
        hints = hints_of(kind)
        assert asked - defined - WITHOUT_VALUE == hints.keys(), kind
        for name, hint in hints.items():
            try:
                value = getattr(thing, name)
            except cl.Error:
                continue  # the driver does not know it
            assert fits(value, hint), (kind, name, value)


def test_pools_over_pyopencl_declare_what_clmems_have():
    tools = pytest.importorskip("clmem.pyopencl.tools")
    griffe = pytest.importorskip("griffe")
    module = griffe.load("clmem.pyopencl.tools", search_paths=[PACKAGE.parent], allow_inspection=False)
    declared = module["_Pool"].members
    for name, member in vars(PoolBase).items():
        if name.startswith("_"):
            continue
        assert name in declared and hasattr(tools.MemoryPool, name), name
        if name not in ("allocate_with", "record_use") and inspect.isfunction(member):
            ours = list(inspect.signature(member).parameters)
            assert [each.name for each in declared[name].parameters] == ours, name


def test_the_keywords_of_pools_have_types():
    griffe = pytest.importorskip("griffe")
    keywords = list(inspect.signature(PoolOptions.__init__).parameters)
    assert keywords[3:] == list(PoolKeywords.__annotations__)
    module = griffe.load("clmem.tools._pools", search_paths=[PACKAGE.parent], allow_inspection=False)
    assert [each.name for each in module["SVMPool.__init__"].parameters] == keywords
