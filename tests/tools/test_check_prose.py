"""The check of English: idioms, and lines that are too long."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import check_prose


def lines(text):
    return [number for number, _ in check_prose.idioms(text)]


class Idioms(unittest.TestCase):
    def test_are_found_with_their_line(self):
        self.assertEqual(lines("a\nIt gives it back as ever.\n"), [2, 2])
        self.assertEqual(lines("a pool that\n// gives an idle slab back\n"), [2])

    def test_are_found_across_a_line_break_in_a_comment(self):
        self.assertEqual(lines("// the pool hands\n// it out\n"), [1])
        self.assertEqual(lines("    # the pool hands\n    # out\n"), [1])

    def test_are_found_by_what_follows(self):
        self.assertEqual(lines("a block of its own, or\none of its own for each"), [1, 2])

    def test_are_found_at_the_start_of_a_sentence(self):
        self.assertEqual(lines("Nobody waits. Who has a handle waits."), [1, 1])

    def test_are_not_found_in_names_and_plain_english(self):
        for text in (
            "tests/beside/x.cpp",
            "give_back()",
            "if there is none",
            "memory of its own queue",
            "a caller who has a handle",
            "it may do so",
            "this is none of these",
        ):
            with self.subTest(text):
                self.assertEqual(lines(text), [])

    def test_come_with_advice(self):
        ((_, finding),) = check_prose.idioms("a wish")
        self.assertEqual(finding, '"wish": say device selector')


class LongLines(unittest.TestCase):
    LONG = "x" * 121

    def test_are_found(self):
        self.assertEqual([number for number, _ in check_prose.long_lines(f"a\n{self.LONG}\n", is_markdown=False)], [2])
        self.assertEqual([number for number, _ in check_prose.long_lines(self.LONG[:120], is_markdown=False)], [])

    def test_are_allowed_in_tables_links_and_code_of_documents(self):
        text = f"| {self.LONG} |\n[a](b) {self.LONG}\n```sh\n{self.LONG}\n```\n{self.LONG}\n"
        self.assertEqual([number for number, _ in check_prose.long_lines(text, is_markdown=True)], [6])

    def test_are_looked_for_in_the_library_and_the_documents_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("src", "bench"):
                (root / name).mkdir()
                (root / name / "a.cpp").write_text(self.LONG)
            self.assertEqual(len(list(check_prose.findings(root / "src/a.cpp", root))), 1)
            self.assertEqual(len(list(check_prose.findings(root / "bench/a.cpp", root))), 0)


if __name__ == "__main__":
    unittest.main()
