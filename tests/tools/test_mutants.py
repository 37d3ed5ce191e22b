"""Every mutant must apply to the sources as they are: a change that moves its lines refits it."""

import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("tests/mutants", "tests/mutants/python", "tests/mutants/java")


class Mutants(unittest.TestCase):
    def test_each_applies(self):
        for folder in FOLDERS:
            patches = sorted((ROOT / folder).glob("*.patch"))
            self.assertTrue(patches, folder)
            for patch in patches:
                with self.subTest(patch=patch.name), patch.open("rb") as text:
                    command = ["patch", "--strip=1", "--dry-run", "--force", "--silent"]
                    done = subprocess.run(command, cwd=ROOT, stdin=text, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
