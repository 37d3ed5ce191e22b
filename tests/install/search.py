#!/usr/bin/env python3
"""clmem loads an OpenCL loader from its own library's folder, never from a folder that the program's user chooses.

Arguments: the test's program with clmem linked dynamically, the same linked statically, clmem's library, a stand-in for the loader,
and a library that hides the system's loader."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

DYNAMIC, STATIC, LIBRARY, LOADER, HIDE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])


class Search(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()
        self.chosen = self.folder / "chosen"
        self.chosen.mkdir()
        shutil.copy(LOADER, self.chosen / "libOpenCL.so.1")

    def said(self, program, *arguments, name=None, libraries=None):
        environment = {"LD_AUDIT": str(HIDE), "PATH": os.environ["PATH"]}
        if libraries:
            environment["LD_LIBRARY_PATH"] = str(libraries)
        command = [str(name or program), *map(str, arguments)]
        done = subprocess.run(command, executable=program, env=environment, cwd=self.folder, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.split("\n")[0]

    def test_takes_the_loader_beside_the_library(self):
        shutil.copy(LIBRARY, self.chosen / "libclmem.so.0.1")
        self.assertEqual(self.said(DYNAMIC, libraries=self.chosen), "loaded")

    def test_takes_no_loader_that_others_may_write_to(self):
        shutil.copy(LIBRARY, self.chosen / "libclmem.so.0.1")
        for path, mode in ((self.chosen / "libOpenCL.so.1", 0o666), (self.chosen, 0o777)):
            with self.subTest(path):
                before = path.stat().st_mode
                path.chmod(mode)
                self.assertEqual(self.said(DYNAMIC, libraries=self.chosen), "found no loader")
                path.chmod(before)

    def test_takes_no_loader_from_the_current_directory(self):
        (self.folder / "next").mkdir()
        shutil.copy(LIBRARY, self.folder / "next" / "libclmem.so.0.1")
        self.assertEqual(self.said(DYNAMIC, self.chosen, libraries=self.folder / "next"), "found no loader")
        shutil.copy(LIBRARY, self.folder / "libclmem.so.0.1")
        self.assertEqual(self.said(DYNAMIC, self.chosen, libraries="."), "found no loader")

    def test_takes_no_loader_beside_the_name_of_the_program(self):
        for name in (self.chosen / "program", "chosen/program", "./program"):
            with self.subTest(name):
                folder = self.chosen if name == "./program" else "."
                self.assertEqual(self.said(STATIC, folder, name=name), "found no loader")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
