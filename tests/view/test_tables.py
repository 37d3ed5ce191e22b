"""The tables of the page have the figures of `clmem report`."""

import recordings
from case import COMMAND, PageTest

TRACES = recordings.ROOT / "bench/traces"


def groups_of_report(groups):
    return sorted((each.get("chain", [])[:1] or [each["name"]], each.get("chain", [])[1:], each["bytes"], each["blocks"])
                  for each in groups)


class TablesTest(PageTest):
    def groups_of_page(self, table):
        found = []
        for row in self.browser.table(table):
            name, *figures = row["cells"]
            callers = name["below"].split(" < ") if name["below"] else []
            (bytes_,) = [cell["bytes"] for cell in figures if cell["bytes"] is not None]
            (blocks,) = [cell["count"] for cell in figures if cell["count"] is not None]
            found.append(([name["text"]], callers, bytes_, blocks))
        return sorted(found)

    def assert_groups(self, prefix, said):
        self.assertEqual(self.groups_of_page(f"{prefix}-tags"), groups_of_report(said["by_tag"]))
        self.assertEqual(self.groups_of_page(f"{prefix}-stacks"), groups_of_report(said["by_stack"]))

    def assert_figures(self, said):
        memory, outside = said["memory"], said["outside"]["memory"]
        self.assertEqual(self.bytes_in("figures"), {
            "peak_live": memory["live"]["peak_bytes"], "peak_reserved": memory["reserved"]["peak_bytes"],
            "peak_waiting": memory["waiting"]["peak_bytes"], "peak_outside": outside["peak_bytes"],
            "end_live": memory["live"]["end_bytes"], "end_reserved": memory["reserved"]["end_bytes"],
        })
        self.assertEqual(self.counts_in("figures"), {
            name: memory[name] for name in ("allocations", "hits", "frees", "live_blocks")})

    def assert_shortages(self, said):
        self.browser.show("failures")
        rows = [[cell["bytes"] for cell in row["cells"] if cell["bytes"] is not None][:4] for row in self.browser.table("shortages")]
        keys = ("wanted_bytes", "live_bytes", "free_bytes", "largest_free_bytes")
        self.assertEqual(rows, [[each[key] for key in keys] for each in said["shortages"]])

    def assert_temporaries(self, path):
        self.browser.show("temporaries")
        for milliseconds in (1, 5, 10, 31, 100):
            with self.subTest(milliseconds=milliseconds):
                self.browser.run(
                    "const field = document.getElementById('short-lived'); field.value = arguments[0];"
                    "for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));",
                    str(milliseconds))
                self.browser.show("temporaries")
                said = recordings.report_of(COMMAND, path, "--temporary", milliseconds)
                self.assert_groups("temporaries", said["temporary"])

    def assert_page(self, path):
        said = recordings.report_of(COMMAND, path)
        self.open(path)
        self.browser.show("time")
        self.assert_figures(said)
        self.browser.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));")
        self.browser.show("holders")
        self.assert_groups("holders", said["peak"])
        self.browser.show("leaks")
        self.assert_groups("leaks", said["never_freed"])
        self.assert_shortages(said)
        return said

    def test_of_a_program(self):
        path = recordings.program(self.folder)
        said = self.assert_page(path)
        self.assertEqual(len(said["shortages"]), 1)
        self.assertGreater(said["temporary"]["blocks"], 0)
        self.assert_temporaries(path)

    def test_of_recorded_programs(self):
        for name in ("gnn", "streams"):
            with self.subTest(name):
                path = TRACES / f"{name}.csv.gz"
                self.assert_page(path)

    def test_of_a_recording_without_events(self):
        self.assert_page(recordings.save(self.folder, "empty.clmem", recordings.Recording()))

    def test_of_a_replay(self):
        self.browser.open(recordings.replayed(COMMAND, self.folder, TRACES / "gnn.csv.gz"))
        self.assertEqual(self.bytes_in("figures")["peak_live"], 2531538208)


class FindingsTest(PageTest):
    """What the documentation says the page is for: the leak, the holder of the peak, the reason of a failure."""

    def setUp(self):
        self.open(recordings.program(self.folder))

    def test_the_leak(self):
        self.browser.show("leaks")
        rows = {row["name"]: row["cells"] for row in self.browser.table("leaks-stacks")}
        leak = rows["keep_for_log (train.py:40)"]
        self.assertEqual(leak[0]["below"], "main (train.py:7)")
        self.assertIn(sum(3000 + number for number in range(12)), [cell["bytes"] for cell in leak])
        self.assertIn(12, [cell["count"] for cell in leak])

    def test_the_holder_of_the_peak(self):
        self.browser.show("holders")
        (first, *_) = self.browser.table("holders-stacks")
        self.assertEqual(first["name"], "load_weights (train.py:20)")
        (first, *_) = self.browser.table("holders-tags")
        self.assertEqual(first["name"], "weights")

    def test_why_an_allocation_failed(self):
        self.browser.show("failures")
        (row,) = self.browser.table("shortages")
        self.assertEqual([cell["bytes"] for cell in row["cells"] if cell["bytes"] is not None][:4],
                         [16 << 20, 34 << 20, 30 << 20, 12 << 20])
        self.assertRegex(self.browser.text("#view-failures"), "(?s)in one piece.*too many pieces")
        self.assertIn("Asked for by attention (train.py:47) < evaluate (train.py:44) < main (train.py:7).",
                      self.browser.text("#failure"))
