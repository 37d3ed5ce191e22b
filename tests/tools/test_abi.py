"""The gate of the interface: what is appended passes, what breaks a program does not."""

import copy
import io
import json
import shutil
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import abi as command  # noqa: E402
import contract  # noqa: E402
from generator import abi, description, oldest_sizes  # noqa: E402

API = contract.api()
STRUCT, ENUM, FUNCTION = "clmem_allocation_options", "clmem_pool_flag", "clmem_pool_trim"


def find(api: dict, kind: str, name: str) -> dict:
    return next(entry for entry in api[kind] if entry["name"] == name)


def differences(change) -> abi.Differences:
    """What the gate finds after `change` has changed a copy of the interface."""
    old, later = abi.merged(None, abi.baseline(API)), copy.deepcopy(API)
    change(later)
    return abi.compare(old, abi.merged(old, abi.baseline(later)))


def append(api: dict) -> None:
    """A member, a value and a function, as a later version would add them."""
    struct = find(api, "structs", STRUCT)
    struct["fields"].append({"name": "later", "type": {"c": "uint64_t", "kind": "integer"}, "offset": struct["size"], "size": 8})
    struct["size"] += 8
    find(api, "enums", ENUM)["values"].append({"name": "CLMEM_POOL_LATER", "value": 1 << 40, "doc": ""})
    api["functions"].append({**copy.deepcopy(find(api, "functions", FUNCTION)), "name": "clmem_pool_later", "since": "0.1"})
    api["version"] = "0.1.1"


class Gate(unittest.TestCase):
    def test_nothing_differs_from_itself(self):
        self.assertEqual(differences(lambda api: None), abi.Differences())

    def test_what_is_appended_breaks_nothing(self):
        found = differences(append)
        self.assertEqual(found.breaks, [])
        self.assertEqual(
            found.additions, [f"{STRUCT}.later is new", f"{ENUM}.CLMEM_POOL_LATER is new", "clmem_pool_later is new"]
        )

    def test_each_break(self):
        def member(api):
            return find(api, "structs", STRUCT)

        def without_member(api):
            del member(api)["fields"][-1]

        def swapped_members(api):
            fields = member(api)["fields"]
            first, second = next((a, b) for a, b in zip(fields[1:], fields[2:]) if a["size"] == b["size"])
            first["offset"], second["offset"] = second["offset"], first["offset"]

        def renamed_member(api):
            member(api)["fields"][-1]["name"] = "other"

        def wider_member(api):
            member(api)["fields"][1]["type"]["c"] = "uint64_t"

        def other_value(api):
            find(api, "enums", ENUM)["values"][0]["value"] = 1 << 41

        def without_value(api):
            del find(api, "enums", ENUM)["values"][0]

        def without_function(api):
            api["functions"].remove(find(api, "functions", FUNCTION))

        def renamed_function(api):
            find(api, "functions", FUNCTION)["name"] = "clmem_pool_shrink"

        def other_parameters(api):
            find(api, "functions", FUNCTION)["parameters"].reverse()

        def experimental_now(api):
            find(api, "functions", FUNCTION)["experimental"] = True

        for change, said in (
            (without_member, "has no"), (swapped_members, "has"), (renamed_member, "has no"), (wider_member, "uint64_t"),
            (other_value, "has CLMEM_POOL"), (without_value, "has no CLMEM_POOL"), (without_function, "is gone"),
            (renamed_function, "is gone"), (other_parameters, "has parameters"), (experimental_now, "is experimental now"),
        ):  # fmt: skip
            with self.subTest(change.__name__):
                breaks = differences(change).breaks
                self.assertTrue(breaks)
                self.assertIn(said, breaks[0])

    def test_changes_of_the_extras_are_reported_and_break_nothing(self):
        found = differences(lambda api: api["functions"].remove(find(api, "functions", "clmem_cache_count")))
        self.assertEqual((found.breaks, found.experimental), ([], ["clmem_cache_count is gone"]))

    def test_members_and_values_keep_the_version_that_added_them(self):
        old, later = abi.merged(None, abi.baseline(API)), copy.deepcopy(API)
        append(later)
        new = abi.merged(old, abi.baseline(later))
        members, values = new["structs"][STRUCT]["members"], new["enums"][ENUM]["values"]
        self.assertEqual((members["struct_size"]["since"], members["later"]["since"]), ("0.1.0", "0.1.1"))
        self.assertEqual(values["CLMEM_POOL_LATER"]["since"], "0.1.1")

    def test_a_struct_that_grew_keeps_its_oldest_size(self):
        old, later = abi.merged(None, abi.baseline(API)), copy.deepcopy(API)
        append(later)
        new = abi.merged(old, abi.baseline(later))
        size = find(API, "structs", STRUCT)["size"]
        self.assertEqual((new["structs"][STRUCT]["oldest_size"], new["structs"][STRUCT]["size"]), (size, size + 8))
        self.assertIn(f"oldest_size<{STRUCT}> = {size};", oldest_sizes.write(new))

    def test_extras_have_no_oldest_size(self):
        text = oldest_sizes.write(abi.merged(None, abi.baseline(API)))
        self.assertIn("oldest_size<clmem_pool_options>", text)
        self.assertNotIn("clmem_occupancy", text)


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "build/docs").mkdir(parents=True)
        shutil.copy(ROOT / description.PATH, self.root / "build/docs")
        for name in ("include", "third_party", "bindings"):
            (self.root / name).symlink_to(ROOT / name)

    def run_it(self, *arguments: str) -> tuple[int, str]:
        with redirect_stdout(io.StringIO()) as said:
            status = command.main(["--root", str(self.root), *arguments])
        return status, said.getvalue()

    def change(self, change) -> None:
        api = copy.deepcopy(API)
        change(api)
        (self.root / description.PATH).write_text(json.dumps(api), encoding="utf-8")

    def test_a_missing_baseline_is_an_error(self):
        status, said = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("missing in abi: 0.1.json, 0.1-python.txt, 0.1-java.txt, 0.1-rust.txt; ./dev abi --accept", said)

    def test_a_missing_list_of_a_binding_is_an_error(self):
        self.run_it("--accept")
        (self.root / "abi/0.1-java.txt").unlink()
        status, said = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("missing in abi: 0.1-java.txt;", said)

    def test_additions_pass_and_breaks_fail(self):
        self.assertEqual(self.run_it("--accept")[0], 0)
        self.assertEqual(self.run_it(), (0, ""))
        self.change(append)
        status, said = self.run_it()
        self.assertEqual(status, 0)
        self.assertEqual(said.count(" is new\n"), 3)
        self.assertIn("additions: abidiff:   [A] 'function clmem_status clmem_pool_later(", said)
        self.change(lambda api: api["functions"].remove(find(api, "functions", FUNCTION)))
        status, said = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn(f"breaks: {FUNCTION} is gone", said)
        self.assertIn(f"breaks: abidiff:   [D] 'function clmem_status {FUNCTION}(", said)

    def test_a_name_of_a_binding_that_is_gone_breaks(self):
        self.run_it("--accept")
        path = self.root / "abi/0.1-rust.txt"
        path.write_text(path.read_text() + "Pool::shrink: pub fn shrink(&self)\n")
        status, said = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("breaks: rust: Pool::shrink: pub fn shrink(&self) is gone", said)

    def test_the_baseline_of_this_tree_holds(self):
        with redirect_stdout(io.StringIO()) as said:
            self.assertEqual(command.main([]), 0, said.getvalue())


if __name__ == "__main__":
    unittest.main()
