"""clmem run --view and clmem record --view, in front of a program that uses OpenCL.

Arguments: clmem, the program of opencl_program.c, and page_writer."""

import os
import pathlib
import signal
import stat
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "command"))
from pages import shown_in  # noqa: E402

COMMAND, PROGRAM, WRITER = sys.argv[1:4]
TITLE = pathlib.Path(PROGRAM).name[:31]


class RunViewTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.page = self.folder / "page.html"
        self.environment = {**os.environ, "TMPDIR": str(self.temporary)}

    def run_program(self, *options, steps=("hold", "work"), program=(PROGRAM,), status=0, command="run"):
        """Runs a program; returns what was printed. No temporary file may be left."""
        words = [COMMAND, command, *options, "--", *program, *steps]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, env=self.environment, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertEqual(list(self.temporary.iterdir()), [])
        return done.stderr

    def view(self, *options, **how):
        return self.run_program(f"--view={self.page}", *options, **how)

    def files(self):
        return sorted(each.name for each in self.folder.iterdir() if each != self.temporary)

    def report_of(self, name):
        words = [COMMAND, "report", "--json", self.folder / name]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout


class PageTest(RunViewTest):
    def test_a_page_and_nothing_else(self):
        self.assertEqual(self.view(), f"clmem: wrote {self.page}, which shows the recording in a browser\n")
        self.assertEqual(self.files(), ["page.html"])
        self.assertEqual(stat.S_IMODE(self.page.stat().st_mode), 0o600)
        (shown,) = shown_in(self.page)
        self.assertEqual((shown.facts["name"], shown.facts["is_complete"]), (TITLE, True))
        self.assertGreater(len(shown.blocks), 0)
        self.assertEqual(shown.facts["stacks"], [[]])

    def test_the_exit_status_is_the_programs(self):
        for steps, status in ((["exit=7"], 7), (["kill=9"], 137)):
            with self.subTest(steps):
                self.assertIn("which shows the recording", self.view(steps=("hold", "work", *steps), status=status))
                self.assertEqual(len(shown_in(self.page)), 1)

    def test_stacks(self):
        self.view("--stacks=8")
        (shown,) = shown_in(self.page)
        functions = {name.split(" ")[0] for chain in shown.facts["stacks"] for name in chain}
        self.assertIn("main", functions)

    def test_a_page_of_all_processes(self):
        text = self.view(steps=("work", "spawn"))
        self.assertEqual(text, f"clmem: wrote {self.page}, which shows the recordings of 2 processes in a browser\n")
        first, second = shown_in(self.page)
        self.assertNotEqual(first.facts["pid"], second.facts["pid"])
        self.assertEqual(len(first.blocks), len(second.blocks))

    def test_a_recording_without_a_name_is_kept_next_to_the_page(self):
        for command, options in (("run", ["--record"]), ("record", [])):
            with self.subTest(command):
                text = self.view(*options, command=command)
                kept = self.folder / "page.clmem"
                self.assertEqual(text, f"clmem: recorded in {kept}; clmem report shows it\n"
                                       f"clmem: wrote {self.page}, which shows the recording in a browser\n")
                self.assertEqual(self.files(), ["page.clmem", "page.html"])
                (shown,) = shown_in(self.page)
                self.assertIn(f'"events": {shown.facts["events"]},', self.report_of(kept))
                self.assertEqual(shown.facts["name"], kept.name)
                kept.unlink()

    def test_a_recording_with_a_name(self):
        text = self.view("--record=own.clmem", steps=("work", "spawn"))
        self.assertIn("clmem: recorded in own.clmem and 1 more files", text)
        self.assertEqual(len(self.files()), 3)
        self.assertEqual(len(shown_in(self.page)), 2)

    def test_with_a_report(self):
        text = self.view("--report", "--stacks")
        self.assertLess(text.index("who holds the peak"), text.index("clmem: wrote "))
        self.assertEqual(self.files(), ["page.html"])

    def test_a_program_that_allocates_nothing(self):
        text = self.view(program=(WRITER,), steps=["work"])
        self.assertEqual(text, "clmem: nothing was recorded, since no memory was allocated\n")
        self.assertEqual(self.files(), [])


class FailureTest(RunViewTest):
    def test_refused(self):
        page = f"--view={self.page}"
        cases = [
            (["--view"], "--view: expected a name that ends in .html, got nothing\n"),
            (["--view=page.svg"], "--view: expected a name that ends in .html, got page.svg\n"),
            ([page, "--record=a.csv"], "--view: expected --record=FILE.clmem with it, or no --record, got "
                                       "--record=a.csv, since other recordings have too little for a page\n"),
        ]
        for options, message in cases:
            with self.subTest(options):
                self.assertEqual(self.run_program(*options, status=125), f"clmem: {message}")
        self.assertEqual(self.files(), [])

    def test_a_page_that_cannot_be_written(self):
        text = self.run_program("--view=missing/page.html", steps=("work", "exit=3"), status=3)
        self.assertEqual(text, "clmem: cannot write missing/page.html: No such file or directory\n")
        self.assertEqual(self.files(), [])

    def test_a_recording_that_the_program_destroys(self):
        program = ("sh", "-c", f"'{PROGRAM}' work; echo x > own.clmem; exit 3")
        text = self.view("--record=own.clmem", steps=(), program=program, status=3)
        self.assertRegex(text, r"\nclmem: .*own\.clmem:.*\n$")
        self.assertFalse(self.page.exists())

    def test_a_signal_ends_the_page_but_not_the_command(self):
        # The page opens the recording: of a pipe, it waits for a writer.
        program = f"'{PROGRAM}' work; rm own.clmem; mkfifo own.clmem; exit 3"
        words = [COMMAND, "run", f"--view={self.page}", "--record=own.clmem", "--", "sh", "-c", program]
        where = {"cwd": self.folder, "env": self.environment}
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, **where) as started:
            self.assertIn("clmem report shows it", started.stderr.readline())
            started.send_signal(signal.SIGINT)
            self.assertEqual(started.stderr.read(),
                             f"clmem: {self.page} was not written: killed by signal 2 (Interrupt)\n")
        self.assertEqual(started.returncode, 3)
        self.assertEqual(self.files(), ["own.clmem"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
