"""The version and the list of functions in debian/ are those of the project."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def version():
    return re.search(r"^project\(clmem VERSION ([\d.]+)", text("CMakeLists.txt"), re.MULTILINE)[1]


def soversion():
    major, minor, _ = version().split(".")
    return f"{major}.{minor}" if major == "0" else major


def exported():
    """What the library exports: functions and version nodes of src/exports.map, each paired with its node."""
    names = set()
    for node, body in re.findall(r"^(\w[\w.]*) \{(.*?)^\};", text("src/exports.map"), re.DOTALL | re.MULTILINE):
        names |= {(name, node) for name in [node, *re.findall(r"^\s+(clmem_\w+);", body, re.MULTILINE)]}
    return names


class Debian(unittest.TestCase):
    def test_packages_the_version_of_the_project(self):
        newest = re.match(r"clmem \(([^)]+)-[^-)]+\) ", text("debian/changelog"))
        self.assertEqual(newest[1], version())

    def test_names_the_packages_after_the_library(self):
        self.assertIn(f"\nPackage: libclmem{soversion()}\n", text("debian/control"))
        first = text(f"debian/libclmem{soversion()}.symbols").splitlines()[0]
        self.assertEqual(first, f"libclmem.so.{soversion()} libclmem{soversion()} #MINVER#")

    def test_lists_what_the_library_exports(self):
        rows = re.findall(r"^ (\S+)@(\S+) ([\d.]+)( 1)?$", text(f"debian/libclmem{soversion()}.symbols"), re.MULTILINE)
        listed = [(name, node) for name, node, _, _ in rows]
        self.assertGreater(len(listed), 100)
        self.assertEqual(len(listed), len(set(listed)))
        self.assertEqual(set(listed), exported())

    def test_ties_users_of_experimental_functions_to_the_version(self):
        symbols = text(f"debian/libclmem{soversion()}.symbols")
        major, minor, patch = map(int, version().split("."))
        package = f"libclmem{soversion()}"
        template = f"| {package} (>= {version()}), {package} (<< {major}.{minor}.{patch + 1}~)"
        self.assertEqual(symbols.splitlines()[1], template)
        for row in re.findall(r"^ clmem_.*$", symbols, re.MULTILINE):
            with self.subTest(row):
                self.assertEqual(row.endswith(" 1"), "@CLMEM_EXPERIMENTAL " in row)


if __name__ == "__main__":
    unittest.main()
