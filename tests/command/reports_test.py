"""clmem report and clmem diff, on recordings that recording_writer writes."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from command import COMMAND, CommandTest, run
from recording_writer import CACHED, FREE, LIVE, PENDING, WAITING, Recording

KIB = 1024
MIB = 1024 * KIB
SLAB = 16 * MIB


def training(weight_mib=4, leaks=1, steps=3):
    """A program that allocates weights, and in each step a temporary block that the pool has again in the next one."""
    made = Recording()
    made.pool(1, kind=2, devices="GPU 0")
    made.tag(1, 1, "weights")
    made.thread(1, 99, "main")
    main = made.source("main", "/home/me/train.py", 7)
    load = made.stack(
        made.native("/usr/lib/libclmem.so.0", 0x10, "clmem_pool_allocate"),
        made.native("/usr/lib/libOpenCL.so.1", 0x20, "clCreateBuffer"), made.source("load", "/home/me/train.py", 20), main,
    )
    step = made.stack(made.native("/usr/lib/libclmem.so.0", 0x10, "clmem_pool_allocate"),
                      made.source("step", "/home/me/train.py", 30), main)
    forgotten = made.stack(made.source("log", "/home/me/train.py", 40), main)
    made.now = 1000
    made.slab(1, SLAB, ticks=7000)
    made.allocate(1, weight_mib * MIB, stack=load, tag=1, reason=4)
    for number in range(steps):
        made.now += 1_000_000
        made.event(14, made.string("step"))
        made.allocate(2, 2 * MIB, offset=8 * MIB // 256, stack=step, hit=number > 0, reason=0)
        made.now += 1_000_000
        made.event(7, 1, 2000)
        made.free(2, waits=True)
        made.now += 1000
        made.complete(2)
        made.event(15)
    made.event(13, made.string("done"))
    for number in range(leaks):
        made.now += 1000
        made.allocate(10 + number, 3000, offset=(12 * MIB + number * 4096) // 256, stack=forgotten, reason=0)
    made.now += 1000
    made.allocate(5, 1000, offset=11 * MIB // 256, hit=True)
    made.free(5, waits=True)
    return made


class ReportsTest(CommandTest):
    def save(self, recorded, name="run.clmem"):
        return self.write(recorded.to_bytes(), name)

    def assert_refused(self, words, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, words)
        self.assertEqual(result.stderr.count("\n"), 1)


class ReportTest(ReportsTest):
    def report(self, recorded, *arguments):
        result = run("report", "--json", *arguments, self.save(recorded))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def text(self, recorded, *arguments):
        result = run("report", *arguments, self.save(recorded))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_figures(self):
        made = self.report(training())
        self.assertEqual(made["pid"], 4321)
        self.assertEqual(made["start_ns"], 1_700_000_000 * 10**9)
        self.assertEqual((made["lost"], made["unmatched"], made["is_complete"]), (0, 0, True))
        memory = made["memory"]
        self.assertEqual(memory["live"]["peak_bytes"], 6 * MIB)
        self.assertEqual(memory["live"]["peak_ns"], 1_001_000)
        self.assertEqual(memory["live"]["end_bytes"], 4 * MIB + 3000)
        self.assertEqual(memory["reserved"]["peak_bytes"], SLAB)
        self.assertEqual(memory["waiting"]["end_bytes"], 1024)
        self.assertEqual((memory["allocations"], memory["hits"], memory["frees"]), (6, 3, 4))
        self.assertEqual(made["driver"]["slabs_taken"], {"count": 1, "ns": 7000, "longest_ns": 7000})
        self.assertEqual(made["driver"]["markers"], {"count": 3, "ns": 6000, "longest_ns": 2000})
        self.assertEqual(made["misses"]["tagged"], 1)
        self.assertEqual(made["misses"]["empty"], 2)
        self.assertEqual(made["pools"][0]["memory"], "buffer, GPU 0")

    def test_who_holds_the_peak(self):
        peak = self.report(training())["peak"]
        self.assertEqual((peak["bytes"], peak["blocks"]), (6 * MIB, 2))
        self.assertEqual([(each["name"], each["bytes"]) for each in peak["by_tag"]],
                         [("weights", 4 * MIB), ("no tag", 2 * MIB)])
        self.assertEqual([each["chain"] for each in peak["by_stack"]], [
            ["load (train.py:20)", "main (train.py:7)"], ["step (train.py:30)", "main (train.py:7)"],
        ])

    def test_leaks_and_temporaries(self):
        made = self.report(training(leaks=3))
        self.assertEqual([(each["name"], each["bytes"], each["blocks"]) for each in made["never_freed"]["by_stack"]],
                         [("load", 4 * MIB, 1), ("log", 9000, 3)])
        self.assertEqual((made["not_complete"]["bytes"], made["not_complete"]["blocks"]), (1000, 1))
        self.assertEqual((made["temporary"]["blocks"], made["temporary"]["hits"]), (4, 3))
        short = self.report(training(), "--temporary", "1")["temporary"]  # those of the steps live 1 ms
        self.assertEqual(short["blocks"], 1)
        self.assertEqual(self.report(training(), "--temporary", "1")["temporary_below_ns"], 1_000_000)

    def test_sizes_and_ranges(self):
        made = self.report(training())
        self.assertEqual([(each["from"], each["allocations"], each["hits"]) for each in made["sizes"]],
                         [(512, 1, 1), (2048, 1, 0), (2 * MIB, 3, 2), (4 * MIB, 1, 0)])
        self.assertEqual([(each["name"], each["count"], each["peak_live_bytes"]) for each in made["ranges"]],
                         [("step", 3, 6 * MIB)])
        self.assertEqual(made["ranges"][0]["ns"], 3 * 1_001_000)
        self.assertEqual([(each["name"], each["peak_live_bytes"]) for each in made["marks"]], [("done", 4 * MIB)])

    def test_fragmentation(self):
        made = Recording()
        made.pool(1)
        made.slab(1, 16 * KIB)
        for number in range(4):
            made.allocate(number, KIB, offset=number * 16)  # every 4 KiB
        made.now = 12_000
        made.event(13, made.string("end"))
        last = self.report(made)["fragmentation"][-1]
        self.assertEqual(last, {"time_ns": 12_000, "reserved_bytes": 16 * KIB, "free_bytes": 12 * KIB,
                                "largest_free_bytes": 3 * KIB})
        self.assertRegex(self.text(made), r"12\.00 us +16\.00 KiB +12\.00 KiB +3\.00 KiB +25\.0%")

    def test_shortages(self):
        made = Recording()
        made.pool(1)
        made.shortage(8 * MIB, 20 * MIB, 8 * MIB, 4 * MIB)
        stack = made.stack(made.source("layer", "/home/me/net.py", 20), made.source("main", "/home/me/net.py", 7))
        made.shortage(32 * MIB, 20 * MIB, 8 * MIB, 4 * MIB, stack=stack)
        text = self.text(made)
        self.assertRegex(text, r"8\.00 MiB +12\.00 MiB +4\.00 MiB +enough in all, too little in one piece")
        self.assertRegex(text, r"32\.00 MiB +12\.00 MiB +4\.00 MiB +too little in all")
        self.assertEqual(self.report(made, "--top", 1)["shortages_count"], 2)
        self.assertIn("\n1 more\n", self.text(made, "--top", 1))
        chain = ["layer (net.py:20)", "main (net.py:7)"]
        self.assertIn(f"too little in all\n    from {' < '.join(chain)}\n", text)
        self.assertEqual([each["chain"] for each in self.report(made)["shortages"]], [[], chain])
        self.assertNotIn("chain", self.report(made, "--no-stacks")["shortages"][1])

    def test_outside_memory(self):
        made = Recording()
        image, buffer = made.string("image"), made.string("buffer")
        made.event(17, 1, 5 * MIB, image)
        made.event(17, 2, MIB, buffer)
        made.event(18, 1)
        outside = self.report(made)["outside"]
        self.assertEqual(outside["memory"]["peak_bytes"], 6 * MIB)
        self.assertEqual([(each["name"], each["bytes"]) for each in outside["by_kind"]], [("image", 5 * MIB), ("buffer", MIB)])
        self.assertEqual([(each["name"], each["bytes"]) for each in outside["not_freed"]], [("buffer", MIB)])

    def test_a_snapshot_is_the_start(self):
        made = Recording()
        made.pool(1)
        made.snapshot(1, [(1, 16 * KIB, [
            (0, KIB, LIVE, 5, 1000, 0, 0, 0), (4, KIB, CACHED, 6, 0, 0, 0, 0), (8, KIB, WAITING, 7, 0, 0, 0, 0),
            (12, KIB, PENDING, 8, 0, 0, 0, 0), (16, 12 * KIB, FREE, 0, 0, 0, 0, 0),
        ])])
        made.now = 100
        made.free(5)
        made.complete(7)
        memory = self.report(made)["memory"]
        self.assertEqual((memory["live"]["peak_bytes"], memory["live"]["end_bytes"]), (1000, 0))
        self.assertEqual((memory["waiting"]["peak_bytes"], memory["waiting"]["end_bytes"]), (2 * KIB, KIB))
        self.assertEqual(memory["reserved"]["end_bytes"], 16 * KIB)

    def test_pools(self):
        made = training()
        made.pool(3)
        made.slab(9, MIB, pool=3)
        made.allocate(77, 5000, slab=9, pool=3)
        self.assertEqual([each["pool"] for each in self.report(made)["pools"]], [1, 3])
        third = self.report(made, "--pool", 3)
        self.assertEqual(third["memory"]["live"]["peak_bytes"], 5000)
        self.assertEqual([each["pool"] for each in third["pools"]], [3])
        self.assertRegex(self.text(made), r"\n3 +4\.88 KiB +1\.00 MiB +1 +4\.88 KiB +virtual, a device\n")
        path = self.save(made)
        self.assert_refused(rf"^clmem: --pool: expected a pool of {re.escape(str(path))} \(1, 3\), got 7$",
                            "report", "--pool", 7, path)

    def test_text(self):
        text = self.text(training())
        self.assertRegex(text, r"^.*run\.clmem: process 4321, started 2023-11-14 22:13:20 UTC, 24 events in 6\.01 ms\n")
        self.assertRegex(text, r"\nlive +6\.00 MiB +1\.00 ms +4\.00 MiB\n")
        self.assertIn("\nwho holds the peak: 2 blocks live at 1.00 ms\n", text)
        self.assertRegex(text, r"\nload \(train\.py:20\) +4\.00 MiB +66\.7% +1\n    from main \(train\.py:7\)\n")
        self.assertIn("\nnever freed: 2 blocks with 4.00 MiB\n", text)
        self.assertIn("\nfreed, but their commands are not known to be complete: 1 block with 1000 bytes\n", text)
        self.assertIn("temporary, freed within 10.00 ms: 4 blocks with 6.00 MiB in all; 3 were hits (75.0%)", text)
        self.assertRegex(text, r"\nslabs taken +1 +7\.00 us +7\.00 us\n")
        self.assertRegex(text, r"\nstep +3 +3\.00 ms +6\.00 MiB +1\.00 ms\n")
        self.assertNotIn("lost", text)
        self.assertNotIn("killed", text)

    def test_what_is_missing_is_said(self):
        made = training()
        made.lost, made.flags = 1234, 1
        text = self.text(made)
        self.assertIn("\nevents lost: 1,234, as the ring was full; figures may be too low\n", text)
        self.assertIn("\nthe recording stops before the program's end: it was killed, or still runs\n", text)
        made = Recording()
        made.pool(1)
        made.free(5)
        self.assertIn("\nevents that do not fit those before them: 1; some are missing\n", self.text(made))

    def test_nothing_happened(self):
        made = self.report(Recording())
        self.assertEqual((made["events"], made["memory"]["live"]["peak_bytes"], made["pools"]), (0, 0, []))
        self.assertIn("\nno block is live at the end\n", self.text(Recording()))

    def test_top_and_no_stacks(self):
        self.assertRegex(self.text(training(), "--top", 1), r"\n1 more +2\.00 MiB +33\.3% +1\n")
        made = self.report(training(), "--top", 1)["peak"]
        self.assertEqual((len(made["by_stack"]), made["stacks"]), (1, 2))
        self.assertEqual(self.report(training(), "--no-stacks")["peak"]["by_stack"], [])
        text = self.text(training(), "--no-stacks")
        self.assertNotIn("by stack", text)
        self.assertIn("by tag", text)

    def test_names_cannot_move_the_cursor(self):
        made = Recording()
        made.pool(1, devices="\x1b[31mred")
        made.pool(2)
        made.tag(1, 1, "\x1b[2J\ntag\u009b")
        stack = made.stack(made.source("f\x1b[1m" + "x" * 200, "/a\x07", 1), made.source("g\r", "", 0))
        made.allocate(1, 100, stack=stack, tag=1)
        made.allocate(2, 100, pool=2)
        made.event(13, made.string("mark\x1b]0;"))
        text = self.text(made)
        self.assertTrue(text.replace("\n", "").isprintable(), ascii(text))
        self.assertIn("?[2J?tag?", text)

    def test_long_names_keep_their_place(self):
        made = Recording()
        made.pool(1)
        made.allocate(1, 100, stack=made.stack(made.source("f" * 100, "/home/me/train.py", 12)))
        self.assertRegex(self.text(made), r"\nf{39}\.\.\. \(train\.py:12\) +100 bytes")
        self.assertEqual(self.report(made)["peak"]["by_stack"][0]["chain"], ["f" * 100 + " (train.py:12)"])

    def test_each_call_of_a_function_is_a_stack(self):
        made = Recording()
        made.pool(1)
        inner, hit, miss = (made.native("/usr/lib/libclmem.so.0", address) for address in (0x10, 0x20, 0x30))
        first, second = made.source("scale", "a.py", 10), made.source("scale", "a.py", 20)
        made.allocate(1, 100, stack=made.stack(inner, hit, first))
        made.allocate(2, 100, stack=made.stack(inner, miss, first))  # the same call
        made.allocate(3, 300, stack=made.stack(inner, miss, second))
        again = made.source("scale", "a.py", 10)  # a second call in the line
        made.allocate(4, 150, stack=made.stack(inner, again))
        found = self.report(made)["peak"]["by_stack"]
        self.assertEqual([(each["chain"], each["bytes"], each["blocks"]) for each in found],
                         [(["scale (a.py:10)"], 350, 3), (["scale (a.py:20)"], 300, 1)])

    def test_what_starts_a_program_is_no_caller(self):
        made = Recording()
        made.pool(1)
        frames = [made.native("/nonexistent/libc.so.6", 0x10), made.source("_start", "", 0)]
        made.allocate(1, 100, stack=made.stack(made.native("/usr/lib/libclmem.so.0", 0x10), made.source("main", "", 0),
                                               *frames))
        made.allocate(2, 50, stack=made.stack(*frames))  # no frame is the program's
        chains = [each["chain"] for each in self.report(made)["peak"]["by_stack"]]
        self.assertEqual(chains, [["main"], ["libc.so.6+0x10", "_start"]])

    def test_symbols_of_a_module(self):
        """The frames are return addresses in this machine's C++ library: an exported function is there in every build."""
        listed = subprocess.run(["ldd", COMMAND], capture_output=True, text=True, check=True).stdout
        library = re.search(r"=> (\S*libfmt\S*)", listed)
        if not library or not shutil.which("nm"):
            self.skipTest("no module whose symbols could be listed")
        symbols = subprocess.run(["nm", "-D", "--defined-only", library[1]], capture_output=True, text=True, check=True)
        address, mangled = re.search(r"^(\w+) T (_ZN3fmt\w*vprint\w*)$", symbols.stdout, re.M).groups()
        made = Recording()
        made.pool(1)
        made.allocate(1, 100, stack=made.stack(made.native(library[1], int(address, 16) + 5)))
        made.allocate(2, 50, stack=made.stack(made.native("/nonexistent/libfoo.so", 0x123)))
        names = [each["name"] for each in self.report(made)["peak"]["by_stack"]]
        self.assertRegex(names[0], r"^fmt::.*vprint.*\(")
        self.assertEqual(names[1], "libfoo.so+0x123")

    def test_hostile_modules(self):
        """Files that only look like programs, and paths that no one should open."""
        made = Recording()
        made.pool(1)
        content = pathlib.Path(COMMAND).read_bytes()
        paths = ["/dev/zero", "/dev/stdin", "/proc/self/mem", "relative", "-x", "/", "/a\0b", "/etc/../etc/passwd"]
        for number, part in enumerate((content[:64], content[:100] + b"\xff" * 4096, b"\x7fELF\2\1" + b"\xff" * 200)):
            path = self.folder / f"module{number}"
            path.write_bytes(part)
            paths.append(str(path))
        for number, path in enumerate(paths):
            made.allocate(number + 1, 100, stack=made.stack(made.native(path, 0x1234), made.native(path, 2**64 - 1)))
        stacks = self.report(made, "--top", 100)["peak"]["by_stack"]
        self.assertEqual(len(stacks), len(paths))
        for each in stacks:
            self.assertTrue(each["name"].endswith("+0x1234"), each)
            self.assertTrue(each["chain"][1].endswith("+0xffffffffffffffff"), each)

    def test_numbers_do_not_overflow(self):
        made = Recording()
        made.pool(1)
        for number in range(3):
            made.slab(number, 2**63 - 1)
            made.allocate(number + 1, 2**63 - 1, given=2**63 - 1, slab=number)
        made = self.report(made)
        self.assertEqual(made["memory"]["live"]["peak_bytes"], 2**64 - 1)
        self.assertEqual(made["peak"]["bytes"], 2**64 - 1)
        self.assertEqual(made["fragmentation"][-1]["free_bytes"], 0)

    def test_refused(self):
        absent = self.folder / "absent"
        self.assert_refused("^clmem: .*absent", "report", absent)
        self.assert_refused("^clmem: .*text", "report", self.write("no recording\n", "text"))
        self.assert_refused("^clmem: ", "report", self.folder)
        self.assert_refused("^clmem: ", "diff", self.save(training()), absent)
        self.assert_refused("FILE", "report")
        self.assert_refused("FILE", "diff", self.save(training()))
        self.assert_refused("--top", "report", "--top", 0, self.save(training()))
        self.assert_refused("--pool", "report", "--pool", "one", self.save(training()))


class DiffTest(ReportsTest):
    def diff(self, before, after, *arguments, status=0):
        result = run("diff", *arguments, self.save(before, "a.clmem"), self.save(after, "b.clmem"))
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_the_same(self):
        made = json.loads(self.diff(training(), training(), "--json").stdout)
        self.assertEqual((made["by_tag"], made["by_stack"], made["never_freed"]), ([], [], []))
        for each in made["bytes"] + made["counts"] + made["driver_ns"]:
            self.assertEqual(each["before"], each["after"], each)

    def test_changes(self):
        after = training(weight_mib=7, leaks=4, steps=5)
        made = json.loads(self.diff(training(), after, "--json").stdout)
        self.assertEqual(made["bytes"][0], {"name": "peak live", "before": 6 * MIB, "after": 9 * MIB})
        self.assertEqual([(each["name"], each["before"], each["after"]) for each in made["by_tag"]],
                         [("weights", 4 * MIB, 7 * MIB)])
        self.assertEqual([each["chain"][0] for each in made["by_stack"]], ["load (train.py:20)"])
        self.assertEqual([(each["name"], each["blocks_before"], each["blocks_after"]) for each in made["never_freed"]],
                         [("load", 1, 1), ("log", 1, 4)])
        counts = {each["name"]: (each["before"], each["after"]) for each in made["counts"]}
        self.assertEqual((counts["markers"], counts["hits"]), ((3, 5), (3, 5)))
        self.assertIn({"name": "markers", "before": 6000, "after": 10000}, made["driver_ns"])

    def test_text(self):
        text = self.diff(training(), training(weight_mib=7, leaks=0)).stdout
        self.assertRegex(text, r"\npeak live +6\.00 MiB +9\.00 MiB +\+3\.00 MiB +\+50\.0%\n")
        self.assertRegex(text, r"\nlog \(train\.py:40\) +2\.93 KiB +0 bytes +-2\.93 KiB +gone +1 to 0\n")
        new = self.diff(training(leaks=0), training()).stdout
        self.assertRegex(new, r"\nlog \(train\.py:40\) +0 bytes +2\.93 KiB +\+2\.93 KiB +new +0 to 1\n")

    def test_stacks_match_by_function_not_by_line(self):
        def made(line):
            recorded = Recording()
            recorded.pool(1)
            recorded.allocate(1, 100, stack=recorded.stack(recorded.source("f", "a.py", line)))
            return recorded
        self.assertEqual(json.loads(self.diff(made(10), made(11), "--json").stdout)["by_stack"], [])

    def test_the_calls_of_a_function_are_one_change(self):
        def made(lines):
            recorded = Recording()
            recorded.pool(1)
            for number, line in enumerate(lines):
                recorded.allocate(number + 1, 100, stack=recorded.stack(recorded.source("f", "a.py", line)))
            return recorded
        (change,) = json.loads(self.diff(made([10, 20]), made([11, 21, 31]), "--json").stdout)["by_stack"]
        self.assertEqual((change["before"], change["after"]), (200, 300))
        self.assertEqual((change["blocks_before"], change["blocks_after"]), (2, 3))

    def test_fail_above(self):
        grown = training(weight_mib=7)  # the peak grows by half, 3 MiB
        for limit in ("50%", 3 * MIB, "99.5%", 4 * MIB):
            self.assertEqual(self.diff(training(), grown, f"--fail-above={limit}").stderr, "")
        for limit in ("49%", 3 * MIB - 1, 0, "0%"):
            result = self.diff(training(), grown, f"--fail-above={limit}", status=1)
            self.assertEqual(result.stderr, "clmem: the peak of live memory grew from 6.00 MiB to 9.00 MiB, "
                                            f"by more than {limit}\n")
            self.assertIn("peak live", result.stdout)
            self.diff(grown, training(), f"--fail-above={limit}")
        self.diff(Recording(), training(), "--fail-above=1000%", status=1)  # from nothing
        for limit in ("x", "5%%", "-1", "-5%", "1e3", "nan%", "inf%", "1 MiB", 2**64):
            path = self.save(training())
            self.assert_refused("--fail-above: expected bytes, as 1048576, or a percentage, as 5%, got ",
                                "diff", f"--fail-above={limit}", path, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
