"""clmem view: what its page contains is what clmem report says."""

import json
import stat
import sys
import unittest

from command import CommandTest, run
from pages import BLOCK_HIT, BLOCK_OUTSIDE, BLOCK_WAITED, BLOCK_WAS_THERE, data_of, shown_in
from recording_writer import CACHED, FREE, LIVE, PENDING, WAITING, Recording

KIB = 1024
MIB = 1024 * KIB
SLAB = 16 * MIB
LARGEST = 2**53 - 1


def program(tag="weights", steps=3):
    """Weights and temporary blocks of two pools, memory outside them, waits, marks, a shortage and a trim."""
    made = Recording()
    made.pool(1, kind=2, devices="GPU 0")
    made.pool(2, kind=5, devices="GPU 0")
    made.queue(1)
    made.queue(2, out_of_order=True)
    made.tag(1, 1, tag)
    main = made.source("main", "/home/me/train.py", 7)
    load = made.stack(made.native("/usr/lib/libclmem.so.0", 0x10, "clmem_pool_allocate"),
                      made.source("load", "/home/me/train.py", 20), main)
    step = made.stack(made.source("step", "/home/me/train.py", 30), main)
    made.now = 1000
    made.slab(1, SLAB, ticks=7000, queue=1)
    made.allocate(1, 4 * MIB, stack=load, tag=1, queue=1, reason=4)
    made.event(17, 1, 5000, made.string("clCreateImage"))
    made.event(17, 2, 700, 0)
    for number in range(steps):
        made.now += 1_000_000
        made.event(14, made.string("step"))
        made.allocate(2, 2 * MIB, offset=8 * MIB // 256, stack=step, hit=number > 0, queue=2)
        made.now += 1_000_000
        made.free(2, waits=True, queue=2)
        made.now += 1000
        made.event(15)
    made.shortage(8 * MIB, SLAB, 4 * MIB, 6 * MIB, tag=1)
    made.complete(2)
    made.event(18, 1)
    made.event(13, made.string("done"))
    made.slab(2, MIB, pool=2)
    made.allocate(3, 1000, slab=2, pool=2)
    made.free(3, pool=2)
    made.slab_returned(2, MIB, pool=2)
    made.event(10, 0, MIB)
    made.slab(2, 2 * MIB, pool=2)
    made.allocate(4, 3000, slab=2, pool=2)
    return made


class ViewTest(CommandTest):
    def save(self, recorded, name="run.clmem"):
        return self.write(recorded.to_bytes(), name)

    def view(self, *words):
        page = self.folder / "page.html"
        result = run("view", *words, "-o", page)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        return page

    def shown(self, recorded, *words):
        (only,) = shown_in(self.view(self.save(recorded), *words))
        return only

    def report(self, path):
        result = run("report", "--json", "--top", 1000, path)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def assert_as_report(self, shown, said):
        memory = {name: {key: said["memory"][name][key] for key in ("peak_bytes", "end_bytes")}
                  for name in ("live", "reserved", "waiting")}
        memory["outside"] = {key: said["outside"]["memory"][key] for key in ("peak_bytes", "end_bytes")}
        self.assertEqual(shown.levels(), memory)
        facts = shown.facts
        for name in ("pid", "duration_ns", "events", "lost", "unmatched", "is_ring", "is_complete", "misses"):
            self.assertEqual(facts[name], said[name], name)
        self.assertEqual(facts["start_ms"], said["start_ns"] // 10**6)
        self.assertEqual(facts["calls"], said["driver"])
        self.assertEqual(len(shown.times), facts["events"])
        self.assertEqual([(each["number"], each["memory"]) for each in facts["pools"]],
                         [(each["pool"], each["memory"]) for each in said["pools"]])
        allocations = [block for block in shown.inside() if not block["flags"] & BLOCK_WAS_THERE]
        self.assertEqual((len(allocations), sum(block["flags"] & BLOCK_HIT for block in allocations)),
                         (said["memory"]["allocations"], said["memory"]["hits"]))
        self.assertEqual(shown.never_freed_by("tag", facts["tags"]),
                         {each["name"]: (each["bytes"], each["blocks"]) for each in said["never_freed"]["by_tag"]})
        chains = [tuple(chain) for chain in facts["stacks"]]
        self.assertEqual(len(chains), len(set(chains)))
        self.assertEqual(shown.never_freed_by("stack", chains), {
            tuple(each["chain"]): (each["bytes"], each["blocks"]) for each in said["never_freed"]["by_stack"]})
        keys = ("time_ns", "wanted", "reserved", "live", "free", "largest")
        said_keys = ("time_ns", "wanted_bytes", "reserved_bytes", "live_bytes", "free_bytes", "largest_free_bytes")
        self.assertEqual([[each[key] for key in keys] for each in facts["shortages"]],
                         [[each[key] for key in said_keys] for each in said["shortages"]])


class PageTest(ViewTest):
    def test_as_the_report_says(self):
        path = self.save(program())
        (shown,) = shown_in(self.view(path))
        self.assert_as_report(shown, self.report(path))
        self.assertEqual(shown.facts["name"], "run.clmem")
        self.assertEqual(shown.facts["queues"], ["no queue", "queue 1", "queue 2 (out of order)"])
        self.assertEqual(shown.facts["tags"], ["no tag", "weights"])
        self.assertEqual(shown.facts["stacks"], [
            [], ["load (train.py:20)", "main (train.py:7)"], ["step (train.py:30)", "main (train.py:7)"]])
        self.assertEqual(shown.facts["kinds"], ["unknown", "clCreateImage"])

    def test_blocks_and_slabs(self):
        shown = self.shown(program())
        slabs = [(slab["pool"], slab["number"], slab["bytes"], slab["returned"] is None) for slab in shown.slabs]
        self.assertEqual(slabs, [(0, 1, SLAB, True), (1, 2, MIB, False), (1, 2, 2 * MIB, True)])
        weights, *steps, freed, held = shown.inside()
        self.assertEqual((weights["offset"], weights["given"], weights["queue"], weights["slab"]), (0, 4 * MIB, 1, 1))
        self.assertEqual([block["flags"] for block in steps], [BLOCK_WAITED, *[BLOCK_HIT | BLOCK_WAITED] * 2])
        self.assertEqual({(block["offset"], block["queue"], block["stack"]) for block in steps}, {(8 * MIB, 2, 2)})
        self.assertEqual((freed["slab"], freed["requested"], freed["given"], freed["waited"]), (2, 1000, 1024, 1))
        self.assertEqual((held["slab"], held["freed"], held["completed"]), (3, None, None))
        times = [shown.times[block["allocated"] - 1] for block in shown.inside()]
        self.assertEqual(times[:2], [1000, 1_001_000])
        image, unknown = shown.outside()
        self.assertEqual((image["flags"], image["requested"], image["kind"]), (BLOCK_OUTSIDE, 5000, 1))
        self.assertEqual((unknown["kind"], unknown["freed"]), (0, None))

    def test_ranges_shortages_and_trims(self):
        shown = self.shown(program())
        ranges = shown.facts["ranges"]
        self.assertEqual([(each["name"], each["is_mark"], each["is_open"]) for each in ranges],
                         [("step", False, False)] * 3 + [("done", True, False)])
        self.assertEqual({each["peak_live"] for each in ranges[:3]}, {6 * MIB})
        self.assertEqual(ranges[0]["end_ns"] - ranges[0]["begin_ns"], 1_001_000)
        (shortage,) = shown.facts["shortages"]
        self.assertEqual((shortage["waiting"], shortage["outside"], shortage["tag"], shortage["stack"]),
                         (2 * MIB, 5700, 1, 0))
        self.assertEqual(shown.times[shortage["position"] - 1], shortage["time_ns"])
        (trim,) = shown.facts["trims"]
        self.assertEqual((trim["pool"], trim["target"], trim["released"]), (1, 0, MIB))
        self.assertEqual(shown.times[trim["position"] - 1], trim["time_ns"])

    def test_what_was_there(self):
        made = Recording()
        made.pool(1)
        made.queue(1)
        made.snapshot(1, [(1, SLAB, [
            (0, 4096, LIVE, 1, 4000, 1, 0, 0), (16, 4096, WAITING, 2, 4096, 1, 0, 0),
            (32, 4096, PENDING, 3, 100, 0, 0, 0), (48, 4096, CACHED, 0, 0, 0, 0, 0),
            (64, SLAB - 4 * 4096, FREE, 0, 0, 0, 0, 0)])])
        made.now = 100
        made.complete(2, queue=1)
        made.free(1)
        path = self.save(made)
        (shown,) = shown_in(self.view(path))
        self.assert_as_report(shown, self.report(path))
        lives = [(block["allocated"], block["freed"], block["completed"], block["queue"]) for block in shown.blocks]
        self.assertEqual(lives, [(0, 2, 2, 1), (0, 0, 1, 1), (0, 0, None, 0)])
        self.assertTrue(all(block["flags"] & BLOCK_WAS_THERE and block["slab"] == 1 for block in shown.blocks))

    def test_an_empty_recording(self):
        path = self.save(Recording())
        (shown,) = shown_in(self.view(path))
        self.assert_as_report(shown, self.report(path))
        self.assertEqual((shown.blocks, shown.slabs, shown.facts["pools"]), ([], [], []))

    def test_several_files(self):
        (self.folder / "b").mkdir()
        paths = [self.save(program(), "a.clmem"), self.save(Recording(), "b/b.clmem"),
                 self.save(program(steps=5), "c.clmem")]
        shown = shown_in(self.view(*paths))
        self.assertEqual([each.facts["name"] for each in shown], ["a.clmem", "b.clmem", "c.clmem"])
        for each, path in zip(shown, paths):
            self.assert_as_report(each, self.report(path))
        same = [self.save(program(), "a.clmem"), self.save(program(), "b/a.clmem")]
        self.assertEqual([each.facts["name"] for each in shown_in(self.view(*same))], [str(path) for path in same])

    def test_every_format(self):
        path = self.save(program())
        for name in ("a.clmem", "a.pickle", "a.json", "a.rmm.csv", "a.csv", "a.csv.gz"):
            with self.subTest(name):
                converted = self.folder / name
                self.assertEqual(run("convert", path, "-o", converted).returncode, 0)
                (shown,) = shown_in(self.view(converted))
                self.assert_as_report(shown, self.report(converted))
                self.assertGreater(len(shown.blocks), 0)

    def test_without_stacks(self):
        shown = self.shown(program(), "--no-stacks")
        self.assertEqual(shown.facts["stacks"], [[]])
        self.assertEqual({block["stack"] for block in shown.blocks}, {0})

    def test_version(self):
        data = data_of(self.view(self.save(Recording())))
        self.assertEqual((data["version"], f"{data['made_by']}\n"), (1, run("--version").stdout))


class HostileTest(ViewTest):
    def test_names(self):
        names = ["</script><script>alert(1)</script>", "<!--", "\"'\\\n\0", "\u2028\u00e9", "<!--clmem:data-->", "]]>"]
        for name in names:
            made = program(name)
            made.event(13, made.string(name))
            shown = self.shown(made)
            self.assertEqual((shown.facts["tags"][1], shown.facts["ranges"][-1]["name"]), (name, name))

    def test_names_that_are_not_utf_8(self):
        made = program(b"a\xff\xc0b")
        shown = self.shown(made)
        self.assertRegex(shown.facts["tags"][1], "^a\ufffd+b$")

    def test_names_of_files(self):
        for name in ("</script>.clmem", "'\".clmem"):
            shown = shown_in(self.view(self.save(program(), name.replace("/", "\u2044"))))
            self.assertEqual(shown[0].facts["name"], name.replace("/", "\u2044"))

    def test_numbers(self):
        for number in (LARGEST - 1, LARGEST, LARGEST + 1, 2**63 - 1):
            made = Recording()
            made.pool(1)
            made.slab(1, number)
            made.allocate(7, number, given=number)
            made.now = number if number < 2**60 else 2**60
            made.free(7)
            made.shortage(number, number, 0, number)
            shown = self.shown(made)
            expected = min(number, LARGEST)
            (block,) = shown.blocks
            self.assertEqual((block["requested"], block["given"], shown.slabs[0]["bytes"]), (expected,) * 3)
            self.assertEqual(shown.facts["shortages"][0]["wanted"], expected)
            self.assertEqual((shown.times[-1], shown.facts["duration_ns"]), (expected, expected))

    def test_events_that_contradict_each_other(self):
        made = Recording()
        made.pool(1)
        made.slab(1, MIB)
        made.allocate(1, 1000)
        made.allocate(1, 2000, slab=9)
        made.free(8)
        made.complete(8)
        made.slab_returned(5, 10)
        path = self.save(made)
        (shown,) = shown_in(self.view(path))
        self.assert_as_report(shown, self.report(path))
        self.assertEqual([block["slab"] for block in shown.blocks], [1, 0])
        self.assertEqual(shown.facts["unmatched"], 4)


class FileTest(ViewTest):
    def assert_refused(self, words, *arguments, status=2):
        before = sorted(self.folder.rglob("*"))
        result = run("view", *arguments)
        self.assertEqual((result.returncode, result.stdout), (status, ""))
        self.assertRegex(result.stderr, f"^clmem: {words}")
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_only_the_owner_may_read_it(self):
        page = self.view(self.save(program()))
        self.assertEqual(stat.S_IMODE(page.stat().st_mode), 0o600)
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()), ["page.html", "run.clmem"])

    def test_it_replaces_a_page(self):
        self.view(self.save(program()))
        self.assertEqual(len(shown_in(self.view(self.save(program()), self.save(program(), "b.clmem")))), 2)

    def test_it_needs_nothing_else(self):
        text = self.view(self.save(program())).read_text(encoding="utf-8")
        self.assertNotRegex(text, r"<link|<img|<iframe|<script[^>]* src=|@import|url\(['\"]?https?:")
        self.assertNotIn("<!--clmem:data-->", text)

    def test_refused(self):
        path = self.save(program())
        page = self.folder / "page.html"
        self.assert_refused("--output: expected a name that ends in .html, got page.svg\n", path, "-o", "page.svg")
        absent = self.folder / "absent"
        self.assert_refused("--output: expected a name that ends in .html, got page\n", absent, "-o", "page")
        self.assert_refused(".*--output", path)
        self.assert_refused(".*FILE", "-o", page)
        self.assert_refused(".*absent", absent, "-o", page)
        self.assert_refused(".*absent", path, absent, "-o", page)
        self.assert_refused(".*text", self.write("no recording\n", "text"), "-o", page)
        self.assert_refused(".*damaged:", path, self.write(b"clmemrec" + b"\xff" * 5000, "damaged"), "-o", page)
        self.assert_refused("cannot write .*page.html", path, "-o", self.folder / "missing" / "page.html", status=1)
        (self.folder / "folder.html").mkdir()
        self.assert_refused("cannot write .*folder.html", path, "-o", self.folder / "folder.html")

    def test_help(self):
        result = run("view", "--help")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("--no-stacks", result.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
