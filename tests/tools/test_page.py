"""The page of clmem view is built from the packages that the tree names, in the same versions everywhere."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "tools/clmem/view/page"


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


class Page(unittest.TestCase):
    def setUp(self):
        self.needed = json.loads(text(PAGE / "package.json"))["devDependencies"]
        self.built = text("tools/clmem/view/page.html")

    def test_needs_exact_versions(self):
        for name, version in self.needed.items():
            with self.subTest(name):
                self.assertRegex(version, r"^\d+\.\d+\.\d+$")

    def test_locks_packages_without_their_registry(self):
        packages = json.loads(text(PAGE / "package-lock.json"))["packages"]
        for name, package in packages.items():
            with self.subTest(name):
                self.assertNotIn("resolved", package)
                self.assertTrue(name == "" or package["integrity"].startswith("sha512-"))
        for name, version in self.needed.items():
            self.assertEqual(packages[f"node_modules/{name}"]["version"], version)

    def test_contains_the_plots_that_the_sbom_names(self):
        described = json.loads(text("third_party/components.json"))["uplot"]
        self.assertEqual(described["version"], self.needed["uplot"])
        self.assertEqual(described["purl"], f"pkg:npm/uplot@{self.needed['uplot']}")
        self.assertIn(f"uPlot {described['version']}, ", text("debian/copyright"))
        self.assertIn(f"Contains uPlot {described['version']}:\n\n{text('third_party/uplot/LICENSE').strip()}\n", self.built)

    def test_says_that_it_is_generated(self):
        self.assertIn("./dev generate", self.built.split("\n")[1])

    def test_has_one_place_for_the_data_before_its_program(self):
        self.assertEqual(self.built.count("<!--clmem:data-->"), 1)
        self.assertIn("\n<!--clmem:data-->\n", self.built)
        self.assertLess(self.built.index("<!--clmem:data-->"), self.built.index("<script>"))
        self.assertEqual(len(re.findall("</script", self.built, re.IGNORECASE)), 1)


if __name__ == "__main__":
    unittest.main()
