"""Tests the table of coverage: what counts as reaching a function, and that every omission has a reason."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generator import callers, coverage, evidence  # noqa: E402

NAMES = ("clmem_pool_create", "clmem_pool_init", "clmem_pool_trim")
API = {"functions": [{"name": name, "section": "pool"} for name in NAMES]}
SOURCES = {
    "include/clmem.hpp": "struct pool { // clmem_pool_init\n void trim() { check(::clmem_pool_trim(1)); } };",
    "bindings/python/clmem/pool.py": '"""clmem_pool_init"""\nclass Pool:\n    def trim(self): return lib.clmem_pool_trim(1)\n',
    "bindings/java/src/main/java/io/clmem/Pool.java": "/** clmem_pool_init */ class Pool { void trim() { Native.clmem_pool_trim(1); } }",
    "bindings/rust/clmem/src/pool.rs": "use sys::clmem_pool_init;\nimpl Pool { fn trim(&self) { sys::clmem_pool_trim(1) } }",
}
EVERY_TEST = {name: "tests/some_test" for name in NAMES}
LANGUAGES = ("Python", "Java", "Rust")


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in SOURCES.items():
            self.write(name, text)
        self.write("tests/some_test", "")
        self.write("tests/api/pool_test.cpp", "TEST(pool, all) { clmem_pool_create(); clmem_pool_init(); CHECK_OK(clmem_pool_trim(1)); }")
        self.reasons = {language: {"clmem_pool_create": "why", "clmem_*_init": "why"} for language in callers.LANGUAGES}
        self.tests = {language: EVERY_TEST for language in LANGUAGES}

    def write(self, name: str, text: str):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def table(self) -> coverage.Coverage:
        self.write(coverage.REASONS, json.dumps(self.reasons))
        self.write(coverage.RECORD, json.dumps(self.tests))
        return coverage.Coverage(API, self.root)

    def test_who_reaches_what(self):
        table = self.table()
        self.assertEqual(table.complaints(), [])
        for language, name in (("C++", "pool::trim"), ("Python", "Pool.trim"), ("Java", "Pool.trim"), ("Rust", "Pool::trim")):
            self.assertEqual(table.callers[language], {"clmem_pool_trim": [name]}, language)
        self.assertIn("| `pool::trim` | `Pool.trim` ([some_test](../tests/some_test)) |", table.page())
        self.assertIn("([pool_test](../tests/api/pool_test.cpp))", table.page())

    def test_what_is_not_reached_needs_a_reason(self):
        del self.reasons["Rust"]["clmem_*_init"]
        self.reasons["Java"]["clmem_*_init"] = ""
        said = self.table().complaints()
        wanted = [f"{language} does not reach clmem_pool_init(): give a reason in docs/coverage.json" for language in ("Java", "Rust")]
        self.assertEqual(said, wanted)

    def test_a_reason_that_nobody_needs(self):
        self.reasons["Rust"]["clmem_pool_trim"] = "why"
        self.reasons["Ada"] = {}
        said = self.table().complaints()
        self.assertEqual(said, ["docs/coverage.json: Rust reaches clmem_pool_trim: remove the reason", "docs/coverage.json: unknown binding Ada"])

    def test_every_function_needs_a_test_of_each_language(self):
        self.tests["Java"] = {**EVERY_TEST, "clmem_pool_trim": "tests/gone"}
        self.tests["Rust"] = {name: "tests/some_test" for name in NAMES[1:]}
        said = self.table().complaints()
        self.assertEqual(said[0], "tests/calls.json: tests/gone does not exist: run tools/record_calls.py")
        self.assertEqual(said[1], "no test in Rust calls clmem_pool_create(): run tools/record_calls.py")

    def test_the_best_test(self):
        files = {"tests/contract/pool": {"f"}, "tests/a": {"f", "g"}, "tests/pool_test": {"f", "g", "h"}, "tests/b": {"f"}, "tests/c": set()}
        function = {"name": "f", "section": "pool"}
        self.assertEqual(evidence.choose(function, files), "tests/pool_test")
        self.assertEqual(evidence.choose({**function, "section": "map"}, files), "tests/b")
        self.assertEqual(evidence.choose(function, {"tests/contract/pool": {"f"}}), "tests/contract/pool")
        self.assertIsNone(evidence.choose(function, {"tests/c": set()}))


if __name__ == "__main__":
    unittest.main()
