"""Names of clmem's in documents and examples exist."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where names are defined or read; documents do not count.
SOURCES = ["include", "src", "layer", "cmake", "tools", "bindings", "CMakeLists.txt", "CMakePresets.json", "dev", "bench", "tests"]
TEXT = {".h", ".hpp", ".c", ".cpp", ".py", ".rs", ".java", ".txt", ".cmake", ".in", ".json", ".toml", ".xml", ".i", ".sh", ""}
BUILT = {"build", "target", "core", "node_modules"}


def names_in(text):
    return set(re.findall(r"\bCLMEM_[A-Z0-9_]+[A-Z0-9]\b", text))


def files(folder):
    """The sources in a folder, without build outputs and what is read from elsewhere."""
    path = ROOT / folder
    if path.is_file():
        return [path]
    every = (each for each in path.rglob("*") if not BUILT & set(each.relative_to(ROOT).parts))
    return [each for each in every if each.is_file() and not each.is_symlink() and each.suffix in TEXT]


def documents():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "bindings").glob("*/*.md"), *(ROOT / "bindings/rust").glob("*/*.md")]
    return [*pages, *(path for path in (ROOT / "examples").iterdir() if path.is_file())]


class Names(unittest.TestCase):
    def test_every_name_exists(self):
        sources = [path for folder in SOURCES for path in files(folder) if path != pathlib.Path(__file__).resolve()]
        defined = set().union(*(names_in(path.read_text(encoding="utf-8", errors="replace")) for path in sources))
        for path in documents():
            with self.subTest(path.relative_to(ROOT)):
                unknown = {name for name in names_in(path.read_text(encoding="utf-8")) if name not in defined}
                self.assertEqual(unknown, set())

    def test_every_abbreviated_name_exists(self):
        header = names_in("".join(path.read_text(encoding="utf-8") for path in (ROOT / "include").rglob("*.h")))
        for path in documents():
            for suffix in re.findall(r"(?<![A-Za-z0-9_`<])_[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", path.read_text(encoding="utf-8")):
                with self.subTest(path.relative_to(ROOT), suffix=suffix):
                    self.assertTrue(any(name.endswith(suffix) for name in header))


class PageOfThePackage(unittest.TestCase):
    """bindings/python/README.md, which PyPI shows, far from this tree."""

    def setUp(self):
        self.page = (ROOT / "bindings/python/README.md").read_text(encoding="utf-8")

    def test_it_needs_nothing_of_the_tree(self):
        self.assertEqual(re.findall(r"\]\((?!https://)[^)]*\)", self.page), [])

    def test_its_program_is_the_guides(self):
        (program,) = re.findall(r"```python\n.*?```", self.page, re.DOTALL)
        self.assertIn(program, (ROOT / "docs/python.md").read_text(encoding="utf-8"))


class ProgramsOfTheReadme(unittest.TestCase):
    """README.md shows programs of other pages, whose tests run them; those in C and C++ are clmem-readme-tests' subject."""

    PAGES = {"python": "docs/python.md", "java": "bindings/java/README.md", "rust": "docs/rust.md"}

    def test_are_those_of_other_pages(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        for language, page in self.PAGES.items():
            with self.subTest(language):
                (program,) = re.findall(rf"```{language}\n.*?```", readme, re.DOTALL)
                self.assertIn(program, (ROOT / page).read_text(encoding="utf-8"))


class Links(unittest.TestCase):
    def test_lead_to_files_of_the_tree(self):
        for path in documents():
            if path.suffix != ".md":
                continue
            for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", path.read_text(encoding="utf-8")):
                with self.subTest(path.relative_to(ROOT), target=target):
                    self.assertTrue((path.parent / target).exists())


if __name__ == "__main__":
    unittest.main()
