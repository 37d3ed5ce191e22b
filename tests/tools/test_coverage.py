"""Tests the table of coverage: what counts as reaching a function, and that every omission has a reason."""

import json
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generator import callers, coverage, evidence  # noqa: E402

NAMES = ("clmem_pool_create", "clmem_pool_watch", "clmem_pool_trim")
API = {
    "functions": [{"name": name, "section": "pool", "experimental": False} for name in NAMES],
    "sections": [{"name": "pool", "example": ["clmem_pool_create();"]}],
}
SOURCES = {
    "include/clmem.hpp": "struct pool { // clmem_pool_watch\n void trim() { check(::clmem_pool_trim(1)); } };",
    "bindings/python/clmem/pool.py": '"""clmem_pool_watch"""\nclass Pool:\n    def trim(self): return lib.clmem_pool_trim(1)\n',
    "bindings/java/src/main/java/io/clmem/Pool.java": "/** clmem_pool_watch */ class Pool { void trim() { Native.clmem_pool_trim(1); } }",
    "bindings/rust/clmem/src/pool.rs": "use sys::clmem_pool_watch;\nimpl Pool { fn trim(&self) { sys::clmem_pool_trim(1) } }",
}
EXAMPLES = {
    "examples/pool.c": "int main(void) { clmem_pool_watch(); }",
    "examples/pool.cpp": "int main() { clmem_pool_trim(1); }",
}
TESTS = {
    "tests/api/pool_test.cpp": "TEST(a, b) { clmem_pool_create(); clmem_pool_watch(); CHECK_OK(clmem_pool_trim(1)); }",
    "bindings/python/tests/test_pool.py": '"""Tests."""\ndef test(pool): pool.trim()\n',
    "bindings/java/src/test/java/io/clmem/PoolTest.java": "class PoolTest { void test(Pool pool) { pool.trim(); } }",
    "bindings/java/src/test/java/io/clmem/ContractTest.java": "class ContractTest { void test() { dispose(); } }",
    "bindings/rust/clmem/tests/pool.rs": "#[test] fn test() { pool().trim() }",
}
PYTHON = "bindings/python/clmem/pool.py"


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in (SOURCES | EXAMPLES | TESTS).items():
            self.write(name, text)
        self.reasons = {language: {"clmem_pool_create": "why", "clmem_*_watch": "why"} for language in callers.LANGUAGES}
        self.through = {}

    def write(self, name: str, text: str):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def table(self) -> coverage.Coverage:
        self.write(coverage.REASONS, json.dumps(self.reasons))
        self.write(coverage.THROUGH, json.dumps(self.through))
        return coverage.Coverage(API, self.root)

    def test_who_reaches_what(self):
        table = self.table()
        self.assertEqual(table.complaints(), [])
        for language, name in (("C++", "pool::trim"), ("Python", "Pool.trim"), ("Java", "Pool.trim"), ("Rust", "Pool::trim")):
            self.assertEqual(table.callers[language], {"clmem_pool_trim": [name]}, language)
        self.assertIn("`pool::trim` | `Pool.trim` ([test_pool](../bindings/python/tests/test_pool.py)) |", table.page())
        self.assertIn("([pool_test](../tests/api/pool_test.cpp))", table.page())

    def test_what_is_not_reached_needs_a_reason(self):
        del self.reasons["Rust"]["clmem_*_watch"]
        self.reasons["Java"]["clmem_*_watch"] = ""
        said = self.table().complaints()
        wanted = [f"{language} does not reach clmem_pool_watch(): give a reason in docs/coverage.json" for language in ("Java", "Rust")]
        self.assertEqual(said, wanted)

    def test_a_reason_that_nobody_needs(self):
        self.reasons["Rust"]["clmem_pool_trim"] = "why"
        self.reasons["Ada"] = {}
        said = self.table().complaints()
        self.assertEqual(said, ["docs/coverage.json: Rust reaches clmem_pool_trim: remove the reason", "docs/coverage.json: unknown binding Ada"])

    def test_every_function_needs_a_test_of_each_language(self):
        self.write("tests/api/pool_test.cpp", "TEST(pool, all) { clmem_pool_create(); clmem_pool_watch(); }")
        self.write("bindings/rust/clmem/tests/pool.rs", "#[test] fn test() { /* trim */ assert!(true, \"trim\") }")
        said = self.table().complaints()
        self.assertEqual(said[0], "no test in C calls clmem_pool_trim(): write one")
        self.assertEqual(len(said), 2)
        self.assertIn("no test in Rust uses what reaches clmem_pool_trim(), Pool::trim: write one", said[1])

    def test_every_function_of_the_core_needs_an_example(self):
        self.write("examples/pool.cpp", "int main() { /* clmem_pool_trim(1) */ }")
        self.assertEqual(self.table().complaints(), ["no example uses clmem_pool_trim(): write one, or move it to the extras"])
        function = next(function for function in API["functions"] if function["name"] == "clmem_pool_trim")
        function["experimental"] = True
        self.addCleanup(function.update, experimental=False)
        self.assertEqual(self.table().complaints(), [])

    def test_the_contract_is_no_test_of_the_classes(self):
        source = "class Pool { void dispose() { Native.clmem_pool_trim(1); } }"
        self.write("bindings/java/src/main/java/io/clmem/Pool.java", source)
        said = self.table().complaints()
        self.assertEqual(len(said), 1)
        self.assertIn("no test in Java uses what reaches clmem_pool_trim(), Pool.dispose", said[0])

    def test_another_name_that_the_tests_use(self):
        self.write(PYTHON, "class Pool:\n    def _trim(self): return lib.clmem_pool_trim(1)\n")
        self.through["Python"] = {"clmem_pool_tr*": "Pool.trim"}
        table = self.table()
        self.assertEqual(table.complaints(), [])
        self.assertIn("`Pool._trim` through `Pool.trim` ([test_pool]", table.page())
        self.through["Python"] = {"clmem_pool_tr*": "Pool.shrink"}
        self.assertIn("no test in Python uses what reaches clmem_pool_trim()", self.table().complaints()[0])

    def test_another_name_that_is_not_needed(self):
        self.through["Rust"] = {"clmem_pool_trim": "Pool::shrink"}
        said = self.table().complaints()
        self.assertEqual(said, ["docs/reached_through.json: Rust does not need clmem_pool_trim: remove it"])

    def test_the_best_test_that_calls_a_function(self):
        files = {"tests/contract/pool": {"f"}, "tests/a": {"f", "g"}, "tests/pool_test": {"f", "g", "h"}, "tests/b": {"f"}, "tests/c": set()}
        function = {"name": "f", "section": "pool"}
        self.assertEqual(evidence.choose(function, files), "tests/pool_test")
        self.assertEqual(evidence.choose({**function, "section": "map"}, files), "tests/b")
        self.assertEqual(evidence.choose(function, {"tests/contract/pool": {"f"}}), "tests/contract/pool")
        self.assertIsNone(evidence.choose(function, {"tests/c": set()}))

    def test_the_best_test_that_uses_a_name(self):
        words = {"pool": "trim trim trim", "tags": "Pool trim", "pools": "Pool trim trim", "none": "Pool", "empty": ""}
        files = {file: Counter(text.split()) for file, text in words.items()}
        function = {"section": "tag"}
        self.assertEqual(evidence.naming(function, ["Pool::trim"], files), "tags")
        self.assertEqual(evidence.naming({"section": "pool"}, ["Pool.trim"], files), "pools")
        self.assertEqual(evidence.naming(function, ["trim"], {**files, "all": Counter(trim=4)}), "tags")
        self.assertEqual(evidence.naming({"section": "map"}, ["trim"], files), "pool")
        self.assertIsNone(evidence.naming(function, ["_trim", "Pool.__trim__"], {"tags": Counter(_trim=1, __trim__=1)}))


if __name__ == "__main__":
    unittest.main()
