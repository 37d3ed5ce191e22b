"""Tests of tools/generate.py: that --check notices every change, and that what is written is the same everywhere."""

import concurrent.futures
import contextlib
import io
import itertools
import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import generate  # noqa: E402
from generator import opencl, opencl_names, python_declarations, rust_declarations  # noqa: E402


class Check(unittest.TestCase):
    """The program on a copy of the tree."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        (self.tree / "include").mkdir()
        shutil.copy(ROOT / generate.HEADER, self.tree / generate.HEADER)
        self.text = (ROOT / generate.HEADER).read_text(encoding="utf-8")

    def run_on_tree(self, *arguments: str) -> tuple[int, str]:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = generate.main(["--root", str(self.tree), *arguments])
        return status, said.getvalue()

    def files(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.tree)): path.read_bytes() for path in self.tree.rglob("*") if path.is_file()}

    def test_committed_files_are_up_to_date(self):
        self.assertEqual(self.run_on_tree()[0], 0)
        for name, content in self.files().items():
            self.assertEqual(content, (ROOT / name).read_bytes(), name)

    def test_check_writes_nothing_and_names_each_file(self):
        status, said = self.run_on_tree("--check")
        self.assertEqual((status, list(self.files())), (1, [generate.HEADER]))
        for name in generate.generate(self.tree, None)[0]:
            self.assertIn(f"{name} is not up to date", said)

    def test_check_shows_the_difference(self):
        self.run_on_tree()
        self.assertEqual(self.run_on_tree("--check"), (0, ""))
        path = self.tree / "src/exports.map"
        path.write_text(path.read_text().replace("clmem_pool_trim", "clmem_pool_crop"))
        status, said = self.run_on_tree("--check")
        self.assertEqual(status, 1)
        self.assertIn("-    clmem_pool_crop;\n+    clmem_pool_trim;", said)

    def test_a_second_run_writes_nothing(self):
        self.assertIn("wrote src/exports.map", self.run_on_tree()[1])
        self.assertEqual(self.run_on_tree(), (0, ""))

    def test_broken_header_is_said_with_its_line(self):
        (self.tree / generate.HEADER).write_text(self.text.replace(" * @since 0.1\n", "", 1))
        status, said = self.run_on_tree()
        self.assertEqual(status, 1)
        self.assertRegex(said, r"^include/clmem\.h:\d+: clmem_version: @since is missing\n$")

    def test_nothing_of_this_machine_is_in_the_files(self):
        self.run_on_tree()
        for name, content in self.files().items():
            self.assertNotIn(str(self.tree).encode(), content, name)
            self.assertNotIn(str(ROOT).encode(), content, name)

    # What bindgen declares of OpenCL has the order and the extent of the header's own: that of the Khronos project.
    @mock.patch.object(rust_declarations, "write", lambda *_: "")
    def test_other_opencl_headers_give_the_same(self):
        self.run_on_tree()
        before = self.files()
        folder = self.tree / "other/CL"
        folder.mkdir(parents=True)
        codes = {
            error["status"]: error["value"]
            for function in json.loads(before["docs/api.json"])["functions"]
            for error in function["errors"]
        }
        known = opencl.read(None)
        for class_name, values in known["classes"].items():
            for short, (name, value) in opencl.names(opencl_names.CLASSES[class_name]).items():
                if value is None:
                    codes[name] = values[short]
        lines = ["#include <stddef.h>", "#include <stdint.h>"]
        lines += [f"typedef struct _{name} *{name};" for name in python_declarations.OPENCL_HANDLES]
        lines += [
            f"#define {name}    ({value})" if value % 2 else f"#define {name} {value}"
            for name, value in codes.items()
            if value < 0 or not name.startswith("CLMEM_")
        ]
        lines += [
            f"{function['result']} {name}({', '.join(function['parameters'])});"
            for name, function in known["functions"].items()
        ]
        (folder / "cl.h").write_text("\n".join(lines) + "\n")
        status, said = self.run_on_tree("--check", "--opencl-include", str(folder.parent))
        self.assertEqual((status, said), (0, ""), said)

    def test_a_changed_prototype_reaches_rust(self):
        self.run_on_tree()
        old = "clmem_pool_trim(clmem_pool pool, size_t target_bytes,"
        self.assertIn(old, self.text)
        (self.tree / generate.HEADER).write_text(self.text.replace(old, old.replace("size_t", "uint64_t")))
        status, said = self.run_on_tree("--check")
        self.assertEqual(status, 1)
        self.assertIn(f"{rust_declarations.PATH} is not up to date", said)

    # On all processors: it is the whole generator some five hundred times.
    def test_every_change_of_a_prototype_is_noticed(self):
        self.run_on_tree()
        functions = [f["name"] for f in json.loads((self.tree / "docs/api.json").read_text())["functions"]]
        with concurrent.futures.ProcessPoolExecutor() as processes:
            seen = list(processes.map(changes_of, functions, itertools.repeat(self.tree), chunksize=8))
        self.assertEqual([change for changes in seen for change, noticed in changes if not noticed], [])
        self.assertGreater(sum(map(len, seen)), 90)


# bindgen, a process of its own, is slower than all others together: a test of its own has its part.
@mock.patch.object(rust_declarations, "write", lambda *_: "")
def changes_of(function: str, tree: Path) -> list[tuple[str, bool]]:
    """Changes each parameter of a function, one at a time, in a copy of a tree; and whether --check notices."""
    seen = []
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(None), contextlib.redirect_stderr(None):
        copy = Path(folder) / "tree"
        shutil.copytree(tree, copy)
        header = copy / generate.HEADER
        text = header.read_text(encoding="utf-8")
        prototype = re.search(rf"CLMEM_CALL {function}\(([^)]*)\);", text)
        parameters = [parameter.strip() for parameter in prototype[1].split(",")]
        for i, parameter in enumerate(parameters):
            other = other_type(parameter)
            assert other != parameter, parameter
            begin, end = prototype.span(1)
            changed = ", ".join([*parameters[:i], other, *parameters[i + 1 :]])
            header.write_text(text[:begin] + changed + text[end:], encoding="utf-8")
            seen.append((f"{function}({changed})", generate.main(["--root", str(copy), "--check"]) == 1))
    return seen


def other_type(parameter: str) -> str:
    """The parameter with a type that is just as good in the eyes of the rules, if there is one."""
    others = {
        "uint32_t": "uint64_t",
        "uint64_t": "uint32_t",
        "int64_t": "int32_t",
        "int32_t": "int64_t",
        "size_t": "uint64_t",
    }
    for old, new in others.items():
        if old in parameter:
            return parameter.replace(old, new, 1)
    for prefix, one, another in (("clmem", "clmem_pool", "clmem_buffer"), ("cl", "cl_context", "cl_event")):
        by_value = re.match(rf"{prefix}_\w+(?= \w)", parameter)
        if by_value and by_value[0] != "clmem_status":
            return parameter.replace(by_value[0], one if by_value[0] != one else another, 1)
    return parameter.replace("*", "**", 1) if "*" in parameter else parameter.replace("clmem_status", "int32_t")


if __name__ == "__main__":
    unittest.main()
