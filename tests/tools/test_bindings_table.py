"""Tests of tools/bindings_table.py: what counts as a call, and that nothing is left out without a reason."""

import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import bindings_table  # noqa: E402

API = {"functions": [{"name": name, "section": "pool"} for name in ("clmem_pool_create", "clmem_pool_init", "clmem_pool_trim")]}


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.source = self.root / "pool.hpp"
        for target, value in (
            (bindings_table.contract, {"ROOT": self.root, "api": lambda: API}),
            (bindings_table, {"REASONS": self.root / "bindings.json"}),
            (bindings_table, {"BINDINGS": [bindings_table.Binding("C++", ("*.hpp",), r"//[^\n]*")]}),
        ):
            patch = mock.patch.multiple(target, **value)
            patch.start()
            self.addCleanup(patch.stop)

    def table(self, source: str, reasons: dict) -> bindings_table.Table:
        self.source.write_text(source)
        bindings_table.REASONS.write_text(json.dumps(reasons))
        return bindings_table.Table()

    def test_what_is_called_needs_no_reason(self):
        table = self.table("clmem_pool_create(); use(clmem_pool_trim);", {"C++": {"clmem_*_init": "a macro does it"}})
        self.assertEqual(table.complaints(), [])
        self.assertIn("| C++ | 2 | 3 | 1 |", table.page())
        self.assertIn("| `clmem_*_init` | a macro does it |", table.page())
        self.assertIn("| [`clmem_pool_trim`](reference/pool.md#clmem_pool_trim) | ✓ |", table.page())
        self.assertIn("| [`clmem_pool_init`](reference/pool.md#clmem_pool_init) | – |", table.page())

    def test_comments_are_no_calls(self):
        table = self.table("clmem_pool_create(); // clmem_pool_trim()\nclmem_pool_init();", {})
        self.assertEqual(table.complaints(), ["C++ calls no clmem_pool_trim(), and no reason is given"])

    def test_a_reason_that_nobody_needs(self):
        table = self.table("clmem_pool_create(clmem_pool_init, clmem_pool_trim)", {"C++": {"clmem_*_init": "why"}})
        self.assertEqual(table.complaints(), ["bindings.json: C++ needs no reason for clmem_*_init"])

    def test_an_empty_reason_is_none(self):
        table = self.table("clmem_pool_create(clmem_pool_init)", {"C++": {"clmem_pool_trim": ""}})
        self.assertEqual(table.complaints(), ["C++ calls no clmem_pool_trim(), and no reason is given"])

    def test_reasons_of_no_binding(self):
        table = self.table("clmem_pool_create(clmem_pool_init, clmem_pool_trim)", {"Ada": {}})
        self.assertEqual(table.complaints(), ["bindings.json: Ada is no binding"])

    def test_the_project_s_own_table_is_up_to_date(self):
        mock.patch.stopall()
        table = bindings_table.Table()
        self.assertEqual(table.complaints(), [])
        self.assertEqual(table.page(), (ROOT / "docs/bindings.md").read_text())


if __name__ == "__main__":
    unittest.main()
