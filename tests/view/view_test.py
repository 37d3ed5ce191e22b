#!/usr/bin/env python3
"""Tests the page of `clmem view` in headless Chromium: view_test.py COMMAND [OPTION OF UNITTEST]...

COMMAND is the clmem command, which makes the pages. Needs chromium, chromedriver, and requirements.txt."""

import pathlib
import sys
import unittest

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("expected the clmem command, got no argument; ./dev test --only view calls this")
    folder = str(pathlib.Path(__file__).resolve().parent)
    unittest.main(module=None, argv=[sys.argv[0], "discover", "--start-directory", folder, "--pattern", "test_*.py", *sys.argv[2:]])
