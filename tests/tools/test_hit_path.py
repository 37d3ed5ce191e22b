"""The check of the hit path's instructions, with a program that prints the counts of a test."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[1] / "hit_path" / "check.py"
ALLOCATE, RELEASE = "clmem_pool_allocate", "clmem_buffer_release"


class HitPath(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program, self.counts = Path(folder.name, "program"), Path(folder.name, "counts.json")
        self.write_counts({"GNU 12": {ALLOCATE: 98, RELEASE: 86}})

    def write_counts(self, counts):
        self.counts.write_text(json.dumps(counts), encoding="utf-8")

    def write_program(self, text):
        self.program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        self.program.chmod(0o700)

    def check(self, before, *options, after=None, compiler="GNU 12"):
        """The exit status, the output, and the messages, for a program with these two counts."""
        counted = {name: dict(zip((ALLOCATE, RELEASE), pair))
                   for name, pair in (("without a recorder", before), ("after a recorder", after or before))}
        self.write_program(f"echo '{json.dumps(counted)}'")
        return self.run_check(compiler, *options)

    def run_check(self, compiler, *options):
        command = [sys.executable, CHECK, self.program, self.counts, compiler, *options]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_the_same_counts(self):
        self.assertEqual(self.check((98, 86)), (
            0, f"{ALLOCATE}: 98 instructions, {RELEASE}: 86 instructions; as before\n", ""))

    def test_growth_fails_and_says_what_to_do(self):
        for counts, function, message in (((99, 86), ALLOCATE, "at most 98 instructions in a hit, got 99 (GNU 12)"),
                                          ((90, 87), RELEASE, "at most 86 instructions in a hit, got 87 (GNU 12)")):
            with self.subTest(counts):
                status, output, errors = self.check(counts)
                self.assertTrue(output.endswith(" instructions\n"), output)
                self.assertEqual((status, errors.count("\n")), (1, 1))
                self.assertTrue(errors.startswith(f"{function}: expected {message}; "), errors)
                self.assertIn("--target clmem-hit-path-accept", errors)

    def test_fewer_pass(self):
        status, output, errors = self.check((97, 86))
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("fewer than before: accept them", output)

    def test_another_compiler_is_reported(self):
        status, output, errors = self.check((200, 200), compiler="Clang 19")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("200 instructions; nothing to compare with for Clang 19", output)

    def test_a_stopped_recorder_changes_nothing(self):
        status, _, errors = self.check((97, 80), after=(97, 81), compiler="Clang 19")
        self.assertEqual((status, errors.count("\n")), (1, 1))
        self.assertTrue(errors.startswith(f"{RELEASE}: expected 80 instructions after a recorder has stopped"), errors)

    def test_accept(self):
        self.assertEqual(self.check((100, 90), "--accept")[0], 0)
        self.assertEqual(self.check((80, 80), "--accept", compiler="Clang 19")[0], 0)
        self.assertEqual(json.loads(self.counts.read_text(encoding="utf-8")), {
            "GNU 12": {ALLOCATE: 100, RELEASE: 90}, "Clang 19": {ALLOCATE: 80, RELEASE: 80}})
        self.assertEqual(self.check((100, 90))[0], 0)

    def test_a_program_that_cannot_count(self):
        self.write_program("echo skipped: no ptrace; exit 77")
        self.assertEqual(self.run_check("GNU 12"), (77, "skipped: no ptrace\n", ""))
        for status in (1, 139):
            with self.subTest(status):
                self.write_program(f"exit {status}")
                self.assertEqual(self.run_check("GNU 12"), (
                    1, "", f"expected counts of {self.program}, got status {status}\n"))


if __name__ == "__main__":
    unittest.main()
