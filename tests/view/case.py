"""What the tests of the page share: one browser, and a folder for each class."""

import pathlib
import sys
import tempfile
import unittest

import recordings
from browser import Browser

COMMAND = sys.argv[1]
VIEWS = ("time", "instant", "holders", "leaks", "temporaries", "failures")


class PageTest(unittest.TestCase):
    """A page that a test opens must report no error and make no request."""

    browser = None

    @classmethod
    def setUpClass(cls):
        if PageTest.browser is None:
            PageTest.browser = Browser()
            unittest.addModuleCleanup(cls.close)
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)

    @staticmethod
    def close():
        PageTest.browser.close()
        PageTest.browser = None

    def tearDown(self):
        self.assertEqual(self.browser.faults(), [])

    def page(self, *files):
        return recordings.page_of(COMMAND, self.folder / "page.html", *files)

    def open(self, *files, **how):
        self.browser.open(self.page(*files), **how)
        return self.browser

    def bytes_in(self, table):
        """The first number of bytes of each row, by the row's name."""
        return {row["name"]: next(cell["bytes"] for cell in row["cells"] if cell["bytes"] is not None)
                for row in self.browser.table(table) if any(cell["bytes"] is not None for cell in row["cells"])}

    def counts_in(self, table):
        return {row["name"]: next(cell["count"] for cell in row["cells"] if cell["count"] is not None)
                for row in self.browser.table(table) if any(cell["count"] is not None for cell in row["cells"])}
