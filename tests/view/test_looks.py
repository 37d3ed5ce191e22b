"""The page in light and dark, on a phone and on a desktop, with several recordings, and with hostile names."""

import recordings
from case import VIEWS, PageTest

AXE = recordings.ROOT / "tools/clmem/view/page/node_modules/axe-core/axe.min.js"
CHECK = """
const done = arguments[0];
axe.run(document, { resultTypes: ['violations'] }).then(
    (result) => done(result.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(', ')}`)),
    (error) => done([String(error)]));
"""


class LooksTest(PageTest):
    def test_needs_no_aid_that_is_missing(self):
        """axe-core finds no fault, such as a contrast that is too low or a field without a name."""
        page = self.page(recordings.program(self.folder), recordings.program(self.folder, "b.clmem", steps=3))
        for scheme in ("light", "dark"):
            for width in (1280, 390):
                self.browser.open(page, width=width, scheme=scheme)
                self.browser.run(AXE.read_text(encoding="utf-8"))
                for view in VIEWS:
                    with self.subTest(view, scheme=scheme, width=width):
                        self.browser.show(view)
                        self.assertEqual(self.browser.driver.execute_async_script(CHECK), [])

    def test_fits(self):
        page = self.page(recordings.program(self.folder), recordings.program(self.folder, "b.clmem", steps=3))
        for width in (390, 1280, 2560):
            self.browser.open(page, width=width, height=844)
            for view in VIEWS:
                with self.subTest(view, width=width):
                    self.browser.show(view)
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth;"), width)

    def test_several_recordings(self):
        paths = [recordings.program(self.folder, f"{steps}.clmem", steps=steps) for steps in (2, 9, 4)]
        self.open(*paths)
        names = self.browser.run("return [...document.querySelectorAll('#recording option')].map((each) => each.textContent);")
        self.assertEqual(names, ["2.clmem", "9.clmem", "4.clmem"])
        for at, steps in ((1, 9), (2, 4), (0, 2)):
            self.browser.run(
                "const choice = document.getElementById('recording'); choice.selectedIndex = arguments[0];"
                "choice.dispatchEvent(new Event('change', { bubbles: true }));", at)
            self.browser.driver.execute_async_script("setTimeout(arguments[0], 300);")
            self.assertEqual(self.counts_in("figures")["allocations"], 4 + 4 * steps)

    def test_one_recording_needs_no_choice(self):
        self.open(recordings.program(self.folder))
        self.assertFalse(self.browser.run("return document.getElementById('recording') !== null;"))

    def test_hostile_names_are_text(self):
        self.open(recordings.hostile(self.folder))
        text = self.browser.text()
        self.assertIn("<b>hostile<b>.clmem", text)
        self.browser.run("window.clmem.select(1e9);")
        for view in VIEWS:
            self.browser.show(view)
            self.assertEqual(self.browser.run("return document.querySelectorAll('img, main b, main script').length;"), 0)
        self.browser.show("leaks")
        for name in recordings.HOSTILE:
            self.assertIn(name, self.browser.text("#leaks-stacks"))
        for name in recordings.HOSTILE[:2]:
            self.assertIn(name, self.browser.text("#leaks-tags"))
        self.assertIsNone(self.browser.run("return window.hostile ?? null;"))

    def test_a_page_without_data_says_so(self):
        self.browser.open(recordings.ROOT / "tools/clmem/view/page.html", is_page=False)
        self.browser.settle()
        self.assertRegex(self.browser.text("[role=alert]"), "expected data in this page")
