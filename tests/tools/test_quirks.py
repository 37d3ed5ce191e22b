"""The table of drivers' faults names code and tests that exist, and the code names each fault of the table."""

import re
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generator import quirks


class Quirks(unittest.TestCase):
    table = quirks.read(ROOT)

    def test_every_quirk_of_the_header_is_in_the_table(self):
        header = (ROOT / "src/cl/quirks.hpp").read_text(encoding="utf-8")
        names = re.search(r"enum class quirk : [^{]*\{([^}]*)\}", header)[1]
        self.assertEqual([quirk.name for quirk in self.table], re.findall(r"\w+", names))

    def test_the_code_names_each_quirk_where_it_works_around_it(self):
        for quirk in self.table:
            for file in re.search(r"\(([^()]*)\)$", quirk.workaround)[1].split(", "):
                with self.subTest(quirk.name, file=file):
                    self.assertIn(f"quirk::{quirk.name}", (ROOT / "src" / file).read_text(encoding="utf-8"))

    def test_every_test_exists(self):
        for quirk in self.table:
            file, name = quirk.test.split()
            suite, case = name.split(".")
            with self.subTest(quirk.name):
                source = (ROOT / "tests" / file).read_text(encoding="utf-8")
                self.assertRegex(source, rf"TEST(_F|_P)?\({suite}, {case}\)")


if __name__ == "__main__":
    unittest.main()
