"""The names of the Rust crate in docs/features.json exist in its sources, and no feature is missing."""

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {path.stem: path.read_text() for path in (ROOT / "bindings/rust/clmem/src").rglob("*.rs")}
NAMES = json.loads((ROOT / "docs/features.json").read_text())["Rust"]


def is_there(name: str) -> bool:
    """A type, a function of a module, or a method of a type."""
    owner, _, item = name.rpartition("::")
    # The crate's macros define records, handles and values by a line that begins with the name.
    if item[0].isupper():
        declared = rf"pub (struct|enum|trait|type) {item}\b|^ +(pub struct )?{item}(,|: )"
    else:
        declared = rf"pub (const |unsafe )*fn {item}\b|^ +{item}\("
    holders = [text for stem, text in SOURCES.items() if stem == owner or not owner or owner[0].isupper()]
    if owner and owner[0].isupper():
        holders = [text for text in holders if re.search(rf"\b{owner}\b", text)]
    return any(re.search(declared, text, re.MULTILINE) for text in holders)


class Features(unittest.TestCase):
    def test_what_is_named_is_there(self):
        missing = [name for names in NAMES.values() for name in names if not is_there(name)]
        self.assertEqual(missing, [])
        self.assertFalse(is_there("Pool::allocate_all"))
        self.assertFalse(is_there("Heap"))

    def test_no_feature_is_left_out(self):
        rows = json.loads((ROOT / "tests/contract/rows.json").read_text())["rows"]
        java = json.loads((ROOT / "docs/features.json").read_text())["Java"]
        self.assertEqual(set(NAMES), set(java))
        self.assertTrue(set(NAMES) <= set(rows))


if __name__ == "__main__":
    unittest.main()
