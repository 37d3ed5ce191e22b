"""A recording of a million events is shown and answers in time, and a picture does not grow with the events."""

import time

import recordings
from case import COMMAND, VIEWS, PageTest

SECONDS = 60
WIDTH = 1280


class LargeTest(PageTest):
    def drawn(self, page, events):
        """What a redraw of each picture draws, and how long the page takes for a round of its views."""
        begun = time.monotonic()
        self.browser.open(page, width=WIDTH)
        loaded = time.monotonic() - begun
        for part in (0.25, 0.5, 0.99):
            self.browser.run("window.clmem.select(Math.floor(arguments[0]));", part * events)
            for view in VIEWS:
                self.browser.show(view)
        whole = time.monotonic() - begun
        self.browser.run("window.clmem.select(1e9);")
        self.assertGreaterEqual(self.browser.position(), events)
        inside = self.browser.run("return window.clmem.milliseconds;")
        print(f"{events} events: {page.stat().st_size / 2**20:.1f} MiB, loaded in {loaded:.1f} s ({inside / 1000:.1f} s in the page), "
              f"with {3 * len(VIEWS)} views {whole:.1f} s", flush=True)
        self.assertLess(whole, SECONDS)
        return self.browser.run("return window.clmem.drawn;")

    def test_a_million_events(self):
        self.compare(lambda events: self.page(recordings.large(self.folder, events)))

    def test_a_replay_of_a_million_events(self):
        self.compare(lambda events: recordings.replayed(COMMAND, self.folder, recordings.large_trace(self.folder, events)))

    def compare(self, page_of):
        few, many = (self.drawn(page_of(events), events) for events in (100_000, 1_000_000))
        print(f"primitives of a redraw: {few} of 100,000 events, {many} of 1,000,000", flush=True)
        for name, number in many.items():
            with self.subTest(name):
                self.assertGreater(number, 0)
                self.assertLess(number, 20 * WIDTH)
                self.assertLessEqual(number, 1.2 * few[name] + 50)
