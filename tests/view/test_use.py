"""The views, used by mouse and by keyboard."""

import recordings
from case import VIEWS, PageTest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class UseTest(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.recorded = recordings.program(cls.folder)

    def setUp(self):
        self.open(self.recorded)
        self.driver = self.browser.driver

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.browser.settle()

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def pointer(self, selector, across=0.0, down=0.0):
        """The pointer over a place of an element, from -0.5 at its left and top edge to 0.5."""
        found = self.find(selector)
        self.browser.run("arguments[0].scrollIntoView({ block: 'center' });", found)
        size = found.size
        return ActionChains(self.driver).move_to_element_with_offset(
            found, round(across * size["width"]), round(down * size["height"]))


class MouseTest(UseTest):
    def test_tabs(self):
        for view in reversed(VIEWS):
            with self.subTest(view):
                self.find(f"#tab-{view}").click()
                self.assertEqual(self.browser.visible_panel(), [f"view-{view}"])
                selected = self.driver.find_elements(By.CSS_SELECTOR, "[role=tab][aria-selected=true]")
                self.assertEqual([each.get_attribute("id") for each in selected], [f"tab-{view}"])

    def test_a_click_on_the_chart_selects_an_instant(self):
        positions = []
        for across in (-0.3, 0.1, 0.4):
            self.pointer("#view-time canvas", across).click().perform()
            self.browser.settle()
            positions.append(self.browser.position())
        self.assertEqual(positions, sorted(set(positions)))

    def test_what_is_under_the_pointer(self):
        shown = []
        for across in (-0.3, 0.1, 0.4):
            self.pointer("#view-time canvas", across).perform()
            self.browser.settle()
            shown.append(self.browser.table("under-pointer"))
            self.assertGreater(len(shown[-1]), 3)
        self.assertNotEqual(shown[0], shown[1])
        self.assertNotEqual(shown[1], shown[2])

    def test_zoom(self):
        def place_of_a_click():
            self.pointer("#view-time canvas", 0.3).click().perform()
            self.browser.settle()
            return self.browser.position()

        whole = place_of_a_click()
        self.pointer("#view-time canvas", -0.3).click_and_hold().move_by_offset(150, 0).release().perform()
        self.browser.settle()
        self.assertLess(place_of_a_click(), whole)
        self.pointer("#view-time canvas", 0.3).double_click().perform()
        self.browser.settle()
        self.assertAlmostEqual(place_of_a_click(), whole, delta=3)

    def test_a_click_on_the_map_selects_a_block(self):
        self.browser.show("instant")
        self.assertEqual(self.browser.table("block"), [])
        self.pointer("#view-instant canvas", -0.4, -0.3).click().perform()
        self.browser.settle()
        self.assertEqual(self.bytes_in("block")["requested"], 20 << 20)
        self.assertIn("weights", self.browser.text("#block"))

    def test_pending_blocks(self):
        self.browser.show("instant")
        self.press(Keys.END)
        waiting = self.bytes_in("pending")
        self.assertEqual(list(waiting), ["queue 2 (out of order)"])
        self.assertEqual(waiting["queue 2 (out of order)"] % (3 << 20), 0)

    def test_an_instant_of_a_failure(self):
        self.browser.show("failures")
        self.find("#shortages tbody tr").click()
        self.find("#failure button").click()
        self.browser.settle()
        self.assertEqual(self.browser.visible_panel(), ["view-instant"])

    def test_a_comparison_of_two_instants(self):
        self.browser.show("holders")
        self.press(Keys.HOME, "c", Keys.END)
        rows = {row["name"]: row["cells"] for row in self.browser.table("holders-stacks")}
        self.assertIn(20 << 20, [cell["bytes"] for cell in rows["load_weights (train.py:20)"]])
        self.assertIn("keep_for_log (train.py:40)", rows)

    def test_callers(self):
        self.browser.show("holders")
        self.pointer("#view-holders canvas", -0.4, 0).perform()
        self.browser.settle()
        self.assertIn("train.py", self.browser.text("#view-holders"))
        self.pointer("#view-holders canvas", -0.4, 0).click().perform()
        self.browser.settle()
        self.assertGreater(self.browser.run("return window.clmem.drawn.icicle;"), 0)

    def test_the_theme(self):
        def background():
            return self.browser.run("return getComputedStyle(document.body).backgroundColor;")

        light = background()
        self.find("#theme").click()
        dark = background()
        self.assertNotEqual(light, dark)
        self.browser.open(self.folder / "page.html", scheme="dark")
        self.assertEqual(background(), dark)
        self.find("#theme").click()
        self.assertEqual(background(), light)


class KeyboardTest(UseTest):
    def test_numbers_choose_views(self):
        for number, view in enumerate(VIEWS, 1):
            self.press(str(number))
            self.assertEqual(self.browser.visible_panel(), [f"view-{view}"])

    def test_arrows_select_instants(self):
        self.press(Keys.HOME)
        self.assertEqual(self.browser.position(), 0)
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        self.assertEqual(self.browser.position(), 2)
        self.press(Keys.END)
        last = self.browser.position()
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.browser.position(), last)
        self.press("p")
        self.assertTrue(0 < self.browser.position() < last)

    def test_tab_reaches_every_control_and_shows_the_focus(self):
        self.browser.show("failures")
        reached = set()
        for _ in range(60):
            self.press(Keys.TAB)
            reached.add(self.browser.run(
                "const now = document.activeElement; return now.id || now.closest('[id]')?.id || now.tagName;"))
        self.assertLessEqual({"tab-failures", "theme", "shortages", "failure"}, reached)

    def test_arrows_change_tabs_while_one_has_the_focus(self):
        before = self.browser.position()
        self.browser.run("document.getElementById('tab-time').focus();")
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.browser.visible_panel(), ["view-instant"])
        self.assertEqual(self.browser.position(), before)

    def test_keys_in_a_field_choose_no_view(self):
        self.browser.show("temporaries")
        field = self.find("#short-lived")
        field.clear()
        field.send_keys("25")
        self.assertEqual(self.browser.visible_panel(), ["view-temporaries"])
        self.assertEqual(field.get_attribute("value"), "25")

    def test_enter_chooses_a_row(self):
        self.browser.show("failures")
        self.find("#shortages tbody tr").send_keys(Keys.ENTER)
        self.assertIn("16.00 MiB could not be allocated", self.browser.text("#failure"))

    def test_enter_selects_a_block(self):
        self.browser.show("instant")
        self.find("#blocks tbody tr").send_keys(Keys.ENTER)
        self.browser.settle()
        self.assertEqual(self.bytes_in("block")["requested"], 20 << 20)
