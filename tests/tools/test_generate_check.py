"""Tests of tools/generate.py: --check detects every change, and the output does not depend on the machine."""

import contextlib
import io
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
from generator import description, header, opencl, opencl_names, python_declarations, rust_declarations  # noqa: E402
from generator.rules import HeaderError  # noqa: E402


class Check(unittest.TestCase):
    """Runs the program on a copy of the tree."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name in ("include", "abi"):
            shutil.copytree(ROOT / name, self.tree / name, ignore=shutil.ignore_patterns("*.hpp"))
        self.given = list(self.files())
        self.texts = {path: path.read_text(encoding="utf-8") for path in (self.tree / "include").rglob("*.h")}

    def run_on_tree(self, *arguments: str) -> tuple[int, str]:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = generate.main(["--root", str(self.tree), *arguments])
        return status, said.getvalue()

    def files(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.tree)): path.read_bytes() for path in self.tree.rglob("*") if path.is_file()}

    def committed(self) -> dict[str, bytes]:
        return {name: content for name, content in self.files().items() if not name.startswith("build/")}

    def test_what_is_built_is_the_description_and_the_reference(self):
        self.assertEqual(self.run_on_tree("--describe"), (0, ""))
        built = self.files().keys() - set(self.given)
        self.assertEqual({name for name in built if not name.startswith("build/docs/reference/")}, {description.PATH})
        self.assertIn("build/docs/reference/pool.md", built)

    def test_committed_files_are_up_to_date(self):
        self.assertEqual(self.run_on_tree()[0], 0)
        for name, content in self.committed().items():
            self.assertEqual(content, (ROOT / name).read_bytes(), name)

    def test_check_changes_no_committed_file_and_names_each(self):
        status, said = self.run_on_tree("--check")
        self.assertEqual((status, list(self.committed())), (1, self.given))
        for name in generate.generate(self.tree, generate.describe(self.tree, None)[0], None)[0]:
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
        path = self.tree / "include/clmem/version.h"
        path.write_text(self.texts[path].replace(" */\nCLMEM_API", " * @since 0.1\n */\nCLMEM_API", 1))
        status, said = self.run_on_tree()
        self.assertEqual(status, 1)
        self.assertRegex(said, r"^clmem/version\.h:\d+: clmem_version: @since 0.1 is the rule: leave the tag out\n$")

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
            for function in json.loads(before[description.PATH])["functions"]
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
        self.replace({"clmem_pool_trim": (old, old.replace("size_t", "uint64_t"))})
        status, said = self.run_on_tree("--check")
        self.assertEqual(status, 1)
        self.assertIn(f"{rust_declarations.PATH} is not up to date", said)

    # A function at a time would be the generator six hundred times. The description of a function is of its own prototype, so one
    # parameter of each function is changed at once. test_a_changed_prototype_reaches_rust shows what follows from it.
    def test_every_change_of_a_prototype_is_noticed(self):
        before = self.described()
        text = "".join(self.texts.values())
        prototypes = {name: re.search(rf"CLMEM_CALL {name}\(([^)]*)\);", text) for name in before}
        parameters = {name: [each.strip() for each in found[1].split(",")] for name, found in prototypes.items()}
        count = 0
        for place in range(max(map(len, parameters.values()))):
            changed = {}
            for name, those in parameters.items():
                if place < len(those) and those != ["void"]:
                    other = [*those[:place], other_type(those[place]), *those[place + 1 :]]
                    changed[name] = (prototypes[name][0], f"CLMEM_CALL {name}({', '.join(other)});")
            self.assertEqual(self.unnoticed(before, changed), [])
            count += len(changed)
        self.assertGreater(count, 450)

    def replace(self, changed: dict[str, tuple[str, str]]) -> None:
        """Writes the headers with these prototypes replaced."""
        texts = dict(self.texts)
        for old, new in changed.values():
            path = next(path for path, text in texts.items() if old in text)
            self.assertEqual(texts[path].count(old), 1)
            texts[path] = texts[path].replace(old, new)
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")

    def described(self) -> dict[str, dict]:
        """What the description has of each function of the headers."""
        api = header.read(self.tree / generate.HEADER, generate.HEADER, None)
        return {function["name"]: function for function in api["functions"]}

    def unnoticed(self, before: dict[str, dict], changed: dict[str, tuple[str, str]]) -> list[str]:
        """The changed prototypes that are neither described in another way nor against the rules."""
        allowed = dict(changed)
        while True:
            self.replace(allowed)
            try:
                after = self.described()
                return [new for name, (_, new) in allowed.items() if after[name] == before[name]]
            except HeaderError as error:
                refused = [name for name in allowed if f" {name}: " in str(error)]
                self.assertTrue(refused, error)
                for name in refused:
                    del allowed[name]


def other_type(parameter: str) -> str:
    """The parameter with a type that is just as good in the eyes of the rules, if there is one."""
    others = {
        "uint32_t": "uint64_t",
        "uint64_t": "uint32_t",
        "int64_t": "int32_t",
        "int32_t": "int64_t",
        "size_t": "uint64_t",
        # Declared in the same header.
        "clmem_log_fn": "clmem_log_level",
        "clmem_opencl_find_fn": "clmem_device_feature",
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
