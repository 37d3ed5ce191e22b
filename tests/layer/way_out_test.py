"""Programs that the layer leaves alone, although OpenCL's loader opens it.

Arguments: the program of layer_opener.cpp, and the layer."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

OPENER, LAYER = sys.argv[1:3]
OTHER_USER = 65534


class WayOutTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def outcome(self, *command, **options):
        command = command or (OPENER, LAYER)
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.strip()

    def test_an_ordinary_program(self):
        self.assertEqual(self.outcome(), "replaced")

    @unittest.skipUnless(os.geteuid() == 0, "only root can make a set-uid program for another user")
    def test_a_set_uid_program(self):
        # The other user needs access to the files.
        self.folder.chmod(0o755)
        program, layer = (pathlib.Path(shutil.copy(each, self.folder)) for each in (OPENER, LAYER))
        layer.chmod(0o755)
        program.chmod(0o4755)
        outcome = self.outcome(program, layer, user=OTHER_USER, group=OTHER_USER, extra_groups=[])
        if not outcome.startswith("secure"):
            self.skipTest("the system ignores the set-uid bit of files in the temporary folder")
        self.assertEqual(outcome, "secure, passed on")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
