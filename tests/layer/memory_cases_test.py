"""The programs of docs/memory-cases.md, and what clmem's reports show of them.

Arguments: clmem, out_of_memory, leak, idle_memory, and leak built with optimisation."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND, OUT_OF_MEMORY, LEAK, IDLE_MEMORY, LEAK_OPTIMISED = sys.argv[1:6]
KIB, MIB = 1 << 10, 1 << 20
# A sanitizer reports the leaks, and a program that ends early, itself.
VARIABLES = {**os.environ, "CLMEM_RUN_IDLE": "0", "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600, env=VARIABLES)


def names(group):
    """The functions of each stack, without their places; how many of them, and their bytes."""
    return [([each.split(" (")[0] for each in one["chain"]], one["blocks"], one["bytes"]) for one in group["by_stack"]]


class MemoryCasesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def recorded(self, name, *command, status=0, options=()):
        path = self.folder / name
        done = run(COMMAND, "run", *options, f"--record={path}", "--stacks", "--", *command)
        self.assertEqual(done.returncode, status, done.stderr)
        return path, done

    def json(self, *words):
        done = run(COMMAND, words[0], "--json", *words[1:])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_out_of_memory(self):
        card = ["--limit=256MiB", "--immediate"]
        before, done = self.recorded("before.clmem", OUT_OF_MEMORY, status=1, options=card)
        self.assertIn("shot 12: the creation of the panorama fails with -4\n", done.stderr)
        report = self.json("report", before)
        self.assertEqual(names(report["peak"]), [
            (["create", "decode", "main"], 12, 192 * MIB),
            (["create", "reduce", "main"], 11, 44 * MIB),
            (["create", "find_features", "main"], 1, 8 * MIB),
        ])
        (shortage,) = report["shortages"]
        self.assertEqual(shortage["wanted_bytes"], 32 * MIB)
        self.assertEqual([each.split(" (")[0] for each in shortage["chain"]], ["create", "blend", "main"])
        after, done = self.recorded("after.clmem", OUT_OF_MEMORY, "fixed", options=card)
        self.assertTrue(done.stdout.endswith("the panorama is ready\n"), done.stdout)
        peak = self.json("diff", before, after)["bytes"][0]
        self.assertEqual(peak, {"name": "peak live", "before": 244 * MIB, "after": 80 * MIB})
        self.assertEqual(self.json("report", after)["shortages"], [])

    def test_out_of_memory_that_the_card_has(self):
        done = run(OUT_OF_MEMORY, 1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.endswith("the panorama is ready\n"), done.stdout)

    def test_idle_memory(self):
        before, after = self.folder / "before.clmem", self.folder / "after.clmem"
        done = run(IDLE_MEMORY, before)
        self.assertEqual((done.returncode, done.stdout), (1, "preparation: 0 MiB live, 32 MiB reserved\n"))
        self.assertIn("no room for 9437184 bytes", done.stderr)
        report = self.json("report", before)
        pools = [(each["live"]["peak_bytes"], each["live"]["end_bytes"], each["reserved"]["end_bytes"])
                 for each in report["pools"]]
        self.assertEqual(pools, [(32 * MIB, 0, 32 * MIB), (27 * MIB, 27 * MIB, 27 * MIB)])
        (shortage,) = report["shortages"]
        self.assertEqual((shortage["pool"], shortage["wanted_bytes"]), (2, 9 * MIB))
        done = run(IDLE_MEMORY, "fixed", after)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "trimmed: 32 MiB\npreparation: 0 MiB live, 0 MiB reserved\n"
                                      "training: 45 MiB live, 45 MiB reserved\n")
        self.assertEqual(self.json("report", after)["shortages"], [])

    def test_leak(self):
        short, done = self.recorded("short.clmem", LEAK)
        self.assertEqual(done.stdout, "90 of 100 pictures are scaled\n")
        leaks = self.json("report", short)["never_freed"]
        of_cache, of_failures = ["create", "weights_for", "scale", "main"], ["create", "scale", "main"]
        self.assertEqual(names(leaks), [(of_cache, 90, 90 * 64 * KIB), (of_failures, 10, 10 * 256 * KIB)])
        long, _ = self.recorded("long.clmem", LEAK, 200)
        changes = self.json("diff", short, long)["never_freed"]
        self.assertEqual([(each["blocks_before"], each["blocks_after"]) for each in changes], [(90, 180), (10, 20)])
        fixed, done = self.recorded("fixed.clmem", LEAK, "fixed")
        self.assertEqual(done.stdout, "90 of 100 pictures are scaled\n")
        report = self.json("report", fixed)
        self.assertEqual((report["never_freed"]["blocks"], report["memory"]["live"]["peak_bytes"]), (0, 640 * KIB))

    def test_inlined_functions_are_named(self):
        if not shutil.which("addr2line"):
            self.skipTest("no addr2line")
        path, _ = self.recorded("short.clmem", LEAK_OPTIMISED)
        leaks = self.json("report", path)["never_freed"]
        of_cache, of_failures = ["create", "weights_for", "scale", "main"], ["create", "scale", "main"]
        self.assertEqual(names(leaks), [(of_cache, 90, 90 * 64 * KIB), (of_failures, 10, 10 * 256 * KIB)])
        long, _ = self.recorded("long.clmem", LEAK_OPTIMISED, 200)
        changes = self.json("diff", path, long)["never_freed"]
        self.assertEqual([(each["name"], each["blocks_before"], each["blocks_after"]) for each in changes],
                         [("create", 90, 180), ("create", 10, 20)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
