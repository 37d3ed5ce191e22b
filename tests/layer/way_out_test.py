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

    def outcome(self, *command, log="", **options):
        command = command or (OPENER, LAYER)
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
        self.assertEqual((done.returncode, done.stderr), (0, log))
        return done.stdout.strip()

    def with_variables(self, log="", **variables):
        return self.outcome(env={**os.environ, **variables}, log=log)

    def test_an_ordinary_program(self):
        self.assertEqual(self.outcome(), "replaced")

    def test_a_layer_of_the_whole_system(self):
        """A loader opens it in every program, where it says nothing and waits to be asked."""
        (self.folder / "clmem.lay").write_text(f"{LAYER}\n")
        system = {"OPENCL_LAYER_PATH": str(self.folder)}
        for variables in ({}, {"CLMEM_RUN": "0"}, {"OPENCL_LAYERS": "/other/libclmem_layer.so"},
                          {"CLMEM_RUN_DISABLE": "1", "CLMEM_LOG": "info"}):
            self.assertEqual(self.with_variables(**system, **variables), "passed on")
        self.assertEqual(self.with_variables(**system, CLMEM_RUN="1"), "replaced")
        for layers in (LAYER, f"/other.so:{LAYER}", "libclmem_layer.so"):
            self.assertEqual(self.with_variables(**system, OPENCL_LAYERS=layers), "replaced")
        (self.folder / "clmem.lay").write_text("/other/libclmem_layer.so\n")
        self.assertEqual(self.with_variables(**system), "replaced")

    def test_a_variable(self):
        self.assertEqual(self.with_variables(CLMEM_RUN_DISABLE="1"), "passed on")
        self.assertEqual(self.with_variables(CLMEM_RUN_DISABLE="0"), "replaced")

    def test_lists_of_programs(self):
        (self.folder / "clmem").mkdir()
        path = self.folder / "clmem" / "layer.conf"
        for text, outcome in (("another\nlayer_opener # it has its own pools\n", "passed on"),
                              (f"{OPENER}\n", "passed on"), ("opener\nlayer_opener2\n", "replaced")):
            with self.subTest(text):
                path.write_text(text)
                self.assertEqual(self.with_variables(XDG_CONFIG_HOME=str(self.folder)), outcome)

    def test_the_link_and_the_file_of_a_program(self):
        (self.folder / "clmem").mkdir()
        (self.folder / "link").symlink_to(OPENER)
        environment = {**os.environ, "XDG_CONFIG_HOME": str(self.folder)}
        for name in ("link", "layer_opener"):
            (self.folder / "clmem" / "layer.conf").write_text(name)
            self.assertEqual(self.outcome(self.folder / "link", LAYER, env=environment), "passed on")

    def test_the_log_says_why(self):
        log = "clmem warning: layer: this program is left alone: CLMEM_RUN_DISABLE=1 is set\n"
        self.assertEqual(self.with_variables(log=log, CLMEM_LOG="info", CLMEM_RUN_DISABLE="1"), "passed on")

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
