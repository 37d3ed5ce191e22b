"""Every file that repeats the version has that of CMakeLists.txt."""

import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

sys.path.insert(0, str(ROOT / "tools"))

import sbom  # noqa: E402

# Files, each with patterns for the places where it repeats the version.
REPEATED = {
    "README.md": [r"io\.clmem:clmem:([0-9.]+)", r"clmem/([0-9.]+) ", r"clmem-([0-9.]+)-linux"],
    "bindings/java/README.md": [r"<version>([^<]+)</version>"],
    "bindings/java/pom.xml": [r"<artifactId>clmem</artifactId>\s*<version>([^<]+)</version>"],
    "bindings/python/clmem/_version.py": [r'__version__ = "([^"]+)"'],
    "bindings/rust/Cargo.toml": [r'(?m)^version = "([^"]+)"'],
    "bindings/rust/clmem/Cargo.toml": [r'clmem-sys = \{ path = "\.\./clmem-sys", version = "([^"]+)"'],
}


def version():
    lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(clmem VERSION ([0-9.]+)", lists, re.MULTILINE)[1]


class Versions(unittest.TestCase):
    def test_are_the_same_everywhere(self):
        for name, patterns in REPEATED.items():
            text = (ROOT / name).read_text(encoding="utf-8")
            for pattern in patterns:
                with self.subTest(f"{name}: {pattern}"):
                    found = set(re.findall(pattern, text))
                    self.assertEqual(found, {version()})

    def test_in_the_bills_of_materials(self):
        for path in (ROOT / name for name in sbom.OF_SOURCES):
            with self.subTest(path):
                bill = json.loads(path.read_text(encoding="utf-8"))
                self.assertEqual(bill["metadata"]["component"]["version"], version())


if __name__ == "__main__":
    unittest.main()
