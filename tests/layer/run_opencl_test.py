"""clmem run in front of a program that uses OpenCL: however it is started and however it ends, by each loader.

Arguments: clmem, the program of opencl_program.c, and report_counts.py."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

COMMAND, PROGRAM, REPORT_COUNTS = sys.argv[1:4]
KHRONOS_LOADER = pathlib.Path(COMMAND).parents[1] / "lib" / "loader" / "libOpenCL.so.1"


COMMAND_CODE = pathlib.Path(COMMAND).read_bytes()
IS_SANITIZED = b"__asan_init" in COMMAND_CODE or b"__tsan_init" in COMMAND_CODE

# PyDLL keeps Python's lock during calls, as extension modules do.
PYTHON_PROGRAM = """
import ctypes
from ctypes import byref, c_void_p

opencl = ctypes.PyDLL("libOpenCL.so.1")

class Model:
    def load(self):
        self.weights = opencl.clCreateBuffer(context, ctypes.c_uint64(1), ctypes.c_size_t(5000), None, None)

platform, device = c_void_p(), c_void_p()
opencl.clGetPlatformIDs(1, byref(platform), None)
opencl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, byref(device), None)
opencl.clCreateContext.restype = c_void_p
context = c_void_p(opencl.clCreateContext(None, 1, byref(device), None, None, None))
Model().load()
"""


class RunOpenclTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.report = pathlib.Path(folder.name, "report.json")

    def processes(self, *command, status=0, options=(), **variables):
        """Runs a command under the layer, and returns the processes of its report."""
        command = [COMMAND, "run", f"--report={self.report}", *options, "--", *command]
        # On a busy machine, the layer would return idle memory, and allocate more slabs than the tests expect.
        variables = {**os.environ, "CLMEM_RUN_IDLE": "0", **variables}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=variables)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "", ""))
        return json.loads(self.report.read_text())["processes"]

    def process(self, *command, **options):
        (only,) = self.processes(*command, **options)
        return only

    def assert_worked(self, process, times=1, held=0):
        created, released = 20 * times + held, 20 * times
        self.assertEqual((process["created"]["buffer"], process["released"]["buffer"]), (created, released))
        self.assertEqual(process["pool_created"]["calls"] + process["grown"]["calls"], created)
        self.assertEqual(process["live_bytes"], 5000 * held)
        self.assertEqual(process["peak_live_bytes"], 4000 + 5000 * held)
        self.assertLessEqual(process["slabs_created"]["calls"], 2)

    def test_a_program_that_releases_everything(self):
        process = self.process(PROGRAM, "work", "work")
        self.assert_worked(process, times=2)
        self.assertEqual((process["reserved_bytes"], process["ending"]), (0, "exit status 0"))
        self.assertEqual([each["name"] for each in process["contexts"]], ["1 (released)"])

    def test_released_memory_that_a_command_may_use_is_needed(self):
        process = self.process(PROGRAM, "gate")
        self.assertEqual((process["peak_live_bytes"], process["peak_needed_bytes"]), (7000, 14000))
        process = self.process(PROGRAM, "work")
        self.assertEqual((process["peak_live_bytes"], process["peak_needed_bytes"]), (4000, 4000))

    def test_a_limit_is_what_the_device_has(self):
        for option in ("--dedicated", "--immediate", "--zero", "--observe"):
            with self.subTest(option):
                process = self.process(PROGRAM, "full=64", options=["--limit=64MiB", option])
                self.assertEqual(process["limit"], {"bytes": 64 << 20, "refused": 10})
                self.assertEqual(process["live_bytes"], 0)
                self.assertLessEqual(process["peak_reserved_bytes"], 64 << 20)
        process = self.process(PROGRAM, "full=64", "work", options=["--limit=64MiB"])
        self.assertEqual(process["limit"], {"bytes": 64 << 20, "refused": 10})
        self.assertEqual(process["created"], {"buffer": 28, "sub_buffer": 0, "image": 4, "pipe": 0, "svm": 4, "usm": 0})
        piece = 8 << 20
        four = {"calls": 4, "bytes": 4 * piece, "least_bytes": piece, "most_bytes": piece}
        self.assertEqual((process["passed"]["content"], process["passed"]["image"]), (four, four))
        process = self.process(PROGRAM, "work", options=["--limit=50%"])
        self.assertEqual(process["limit"], {"percent": 50, "refused": 0})
        process = self.process(PROGRAM, "work")
        self.assertNotIn("limit", process)
        self.assertEqual(process["passed"], {})

    def test_a_limit_holds_for_each_device(self):
        process = self.process(PROGRAM, "pair=64", options=["--limit=64MiB"], POCL_DEVICES="basic pthread")
        self.assertEqual(process["limit"], {"bytes": 64 << 20, "refused": 4})

    def test_the_log_says_the_limit(self):
        for level in ("info", "warning"):
            with self.subTest(level):
                command = [COMMAND, "run", "--limit=3GiB", "--", PROGRAM, "work"]
                variables = {**os.environ, "CLMEM_LOG": level}
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=variables)
                line = "clmem info: layer: the program's memory on each device is limited to 3 GiB\n"
                self.assertEqual((done.returncode, line in done.stderr), (0, level == "info"))

    def test_every_way_to_end(self):
        for step, status, ending in (
            ("exit=3", 3, "exit status 3"),
            ("_exit=4", 4, "exit status 4"),
            ("kill=9", 137, "killed by signal 9 (Killed)"),
        ):
            with self.subTest(step):
                held = 0 if step == "exit=3" else 1
                process = self.process(PROGRAM, *["hold"] * held, "work", step, status=status)
                self.assert_worked(process, held=held)
                self.assertEqual(process["ending"], ending)

    def test_a_child_without_opencl_has_no_section(self):
        process = self.process(PROGRAM, "hold", "fork", "work", "fork", "_exit=0")
        self.assert_worked(process, held=1)

    def test_a_child_that_starts_the_program_again(self):
        parent, child = self.processes(PROGRAM, "work", "spawn")
        self.assert_worked(parent)
        self.assert_worked(child)
        self.assertEqual((child["parent"], child["ending"]), (parent["pid"], "exited"))

    def test_programs_that_start_the_program(self):
        in_python = f"import subprocess; subprocess.run([{PROGRAM!r}, 'work'], check=True)"
        for starter in (
            ["sh", "-c", f"'{PROGRAM}' work; exit 5"],
            ["env", "-u", "NONE", PROGRAM, "work", "exit=5"],
            [sys.executable, "-c", in_python + "; raise SystemExit(5)"],
            ["sh", "-c", f"env '{PROGRAM}' work & wait; exit 5"],
        ):
            with self.subTest(starter):
                self.assert_worked(self.process(*starter, status=5))

    def test_a_recording_has_every_allocation_and_free(self):
        path = self.report.with_name("trace.csv")
        command = [COMMAND, "record", f"--record={path}", "--", PROGRAM, "hold", "work", "work", "kill=9"]
        self.assertEqual(subprocess.run(command, capture_output=True, timeout=600).returncode, 137)
        rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
        allocated = {number: int(size) for kind, number, size, *_ in rows if kind == "a"}
        freed = {number for kind, number, *_ in rows if kind == "f"}
        self.assertEqual(sorted(allocated.values()), [1000] * 20 + [3000] * 20 + [5000])
        self.assertEqual([allocated[number] for number in allocated.keys() - freed], [5000])
        streams = {stream for kind, _, _, stream, _ in rows if kind == "f"}
        self.assertEqual(streams, {"1"})  # that of the program's only queue
        replay = [COMMAND, "replay", "--provider", "virtual", "--verify", path]
        done = subprocess.run(replay, capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def rows_of(self, recording):
        """The allocations of a recording of events, by number, and the numbers of those that were freed."""
        path = recording.with_suffix(".csv")
        done = subprocess.run([COMMAND, "convert", recording, "-o", path], capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
        return {each[1]: int(each[2]) for each in rows if each[0] == "a"}, {each[1] for each in rows if each[0] == "f"}

    def test_a_recording_of_events_has_stacks(self):
        path = self.report.with_name("events.clmem")
        for options in ([], ["--observe"]):
            with self.subTest(options):
                command = [COMMAND, "run", f"--record={path}", "--stacks=8", *options, "--", PROGRAM, "hold", "work"]
                done = subprocess.run([*command, "kill=9"], capture_output=True, text=True, timeout=600)
                self.assertEqual(done.returncode, 137)
                self.assertEqual(done.stderr, f"clmem: recorded in {path}; clmem report shows it\n")
                self.assertEqual(path.stat().st_mode & 0o777, 0o600)
                allocated, freed = self.rows_of(path)
                self.assertEqual(sorted(allocated.values()), [1000] * 10 + [3000] * 10 + [5000])
                self.assertEqual([allocated[number] for number in allocated.keys() - freed], [5000])
                report = subprocess.run([COMMAND, "report", path], capture_output=True, text=True, timeout=600)
                self.assertEqual((report.returncode, report.stderr), (0, ""))
                if not options:
                    self.assertRegex(report.stdout, r"(?m)^(main|filled)\b.* 4\.88 KiB +100\.0% +1$")

    def test_a_recording_of_a_program_with_svm_alone(self):
        path = self.report.with_name("events.clmem")
        for options in ([], ["--observe"]):
            with self.subTest(options):
                command = [COMMAND, "run", f"--record={path}", *options, "--", PROGRAM, "svm", "exit=0"]
                done = subprocess.run(command, capture_output=True, text=True, timeout=600)
                self.assertEqual((done.returncode, done.stderr), (0, f"clmem: recorded in {path}; clmem report shows it\n"))
                allocated, freed = self.rows_of(path)
                self.assertEqual(sorted(allocated.values()), [6000, 8000])
                self.assertEqual([allocated[number] for number in allocated.keys() - freed], [8000])

    @unittest.skipIf(sys.version_info < (3, 10), "the C API of an older Python does not show its stack")
    @unittest.skipIf(IS_SANITIZED, "Python would have to be built with the sanitizer")
    def test_a_recording_names_functions_of_python(self):
        program = self.report.with_name("program.py")
        program.write_text(PYTHON_PROGRAM)
        path = self.report.with_name("events.clmem")
        command = [COMMAND, "run", f"--record={path}", "--stacks", "--", sys.executable, program]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        report = subprocess.run([COMMAND, "report", path], capture_output=True, text=True, timeout=600)
        self.assertRegex(report.stdout, r"(?m)^(Model\.)?load \(program.py:9\) +4\.88 KiB +100\.0% +1\n +from <module> \(program.py:16\)$")

    def test_each_process_records_its_events(self):
        path = self.report.with_name("events.clmem")
        command = [COMMAND, "run", f"--record={path}", "--", PROGRAM, "work", "spawn"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0)
        self.assertIn("and 1 more files, one for each process", done.stderr)
        files = sorted(path.parent.glob("events*.clmem"))
        self.assertEqual(len(files), 2)
        for each in files:
            allocated, freed = self.rows_of(each)
            self.assertEqual((len(allocated), allocated.keys() - freed), (20, set()))

    def test_events_that_cannot_be_written(self):
        command = [COMMAND, "run", "--record=/nonexistent/folder/a.clmem", "--", PROGRAM, "work"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("clmem: nothing is recorded: ", done.stderr)
        self.assertIn("cannot create the file /nonexistent/folder/a.clmem", done.stderr)

    TABLES = r"(?m)^who holds the peak: .*$(\n.*)*^(no block is live at the end|never freed: .*)$"

    def reported(self, *options, steps=("hold", "work"), status=0, program=PROGRAM, **variables):
        """What clmem run --report prints, with a temporary folder that must be empty afterwards."""
        temporary = self.report.with_name("temporary")
        temporary.mkdir(exist_ok=True)
        command = [COMMAND, "run", "--report", *options, "--", program, *steps]
        variables = {**os.environ, "TMPDIR": str(temporary), **variables}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=variables, cwd=temporary)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertEqual(list(temporary.iterdir()), [])
        return done.stderr

    def test_a_report_of_a_recording(self):
        path = self.report.with_name("events.clmem")
        text = self.reported(f"--record={path}", steps=("hold", "work", "kill=9"), status=137)
        said = f"clmem: recorded in {path}; clmem report shows it\n\n"
        own = subprocess.run([COMMAND, "report", path], capture_output=True, text=True, timeout=600)
        self.assertIn("killed by signal 9 (Killed)\n", text[:text.index(said)])
        self.assertEqual(text[text.index(said) + len(said):], own.stdout)
        self.assertRegex(text, self.TABLES)

    def test_a_report_with_stacks_needs_no_file(self):
        for steps, status in ((), 0), (("exit=7",), 7), (("kill=15",), 143):
            with self.subTest(steps):
                text = self.reported("--stacks=8", steps=("hold", "work", *steps), status=status)
                self.assertRegex(text, r"(?m)^saved -?\d+ driver calls$")
                self.assertRegex(text, rf"(?m)^{pathlib.Path(PROGRAM).name[:31]}: process \d+, started ")
                self.assertRegex(text, self.TABLES)
                self.assertRegex(text, r"(?m)^(main|filled) .* +\d+$")
                self.assertNotIn("recorded in", text)
        self.assertRegex(self.reported(CLMEM_RUN_STACKS="8"), self.TABLES)

    def test_a_report_of_each_process(self):
        path = self.report.with_name("events.clmem")
        for options in ("--stacks",), (f"--record={path}",):
            with self.subTest(options):
                text = self.reported(*options, steps=("work", "spawn"))
                self.assertEqual(text.count("who holds the peak"), 2)

    def test_a_recording_is_written_where_the_command_was_started(self):
        folder = self.report.parent
        command = [COMMAND, "run", "--report", "--record=events.clmem", "--", "sh", "-c", f"cd /; '{PROGRAM}' work"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=folder)
        self.assertEqual(done.returncode, 0)
        self.assertTrue((folder / "events.clmem").exists())
        self.assertRegex(done.stderr, r"(?m)^events\.clmem: process \d+, ")

    def test_a_report_of_a_recording_that_cannot_be_written(self):
        text = self.reported("--record=/nonexistent/folder/a.clmem")
        self.assertTrue(text.endswith("\nclmem: nothing was recorded, since no file could be written; the program's error "
                                      "output says why\n"), text)

    def test_a_recording_that_the_program_destroys(self):
        path = self.report.with_name("events.clmem")
        program = f"'{PROGRAM}' work; echo no recording > {path}; exit 3"
        text = self.reported(f"--record={path}", program="sh", steps=("-c", program), status=3)
        self.assertRegex(text.splitlines()[-1], f"^clmem: {path}:0: expected 'clmemrec', got another format")

    def test_no_temporary_folder(self):
        command = [COMMAND, "run", "--report", "--stacks", "--", "sh", "-c", "echo started"]
        variables = {**os.environ, "TMPDIR": "/nonexistent/folder"}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=variables)
        self.assertEqual((done.returncode, done.stdout), (125, ""))
        self.assertEqual(done.stderr, "clmem: cannot create a temporary folder in /nonexistent/folder: No such file or "
                         "directory; set TMPDIR to another one, or use --record=FILE.clmem\n")

    def test_the_temporary_recording_is_private_and_goes_with_a_signal(self):
        temporary = self.report.with_name("temporary")
        temporary.mkdir()
        program = f"'{PROGRAM}' work && echo ready && exec sleep 100"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number=number):
                words = [COMMAND, "run", "--report", "--stacks", "--", "sh", "-c", program]
                with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                      env={**os.environ, "TMPDIR": str(temporary)}) as started:
                    self.assertEqual(started.stdout.readline(), "ready\n")
                    (folder,) = temporary.iterdir()
                    self.assertEqual(folder.stat().st_mode & 0o777, 0o700)
                    self.assertEqual([each.stat().st_mode & 0o777 for each in folder.iterdir()], [0o600])
                    started.send_signal(number)
                    text = started.communicate(timeout=600)[1]
                self.assertEqual(started.returncode, 128 + number)
                self.assertIn("who holds the peak", text)
                self.assertEqual(list(temporary.iterdir()), [])

    def test_a_signal_ends_the_report_but_not_the_command(self):
        # The report opens the recording: of a pipe, it waits for a writer.
        path = self.report.with_name("events.clmem")
        program = f"'{PROGRAM}' work; rm {path}; mkfifo {path}; exit 3"
        words = [COMMAND, "run", "--report", f"--record={path}", "--", "sh", "-c", program]
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as started:
            lines = iter(started.stderr.readline, "")
            self.assertTrue(any("clmem report shows it" in line for line in lines))
            started.send_signal(signal.SIGINT)
            self.assertEqual(started.stderr.read(), "clmem: the report of the recording is incomplete: killed by signal 2 "
                             "(Interrupt)\n")
        self.assertEqual(started.returncode, 3)

    def loaders(self):
        """The variables with which the program uses each loader: the system's, and that of the Khronos group."""
        yield {}
        for termination in ("0", "1"):  # with a call of clDeinitLayer at exit, and without
            folders = f"{KHRONOS_LOADER.parent}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
            yield {"LD_LIBRARY_PATH": folders, "OCL_ICD_FORCE_LEGACY_TERMINATION": termination}

    def test_each_loader(self):
        for loader in self.loaders():
            with self.subTest(loader):
                self.assert_worked(self.process(PROGRAM, "work", "exit=6", status=6, **loader))

    def test_outputs_without_clmem_run(self):
        """They are written when the process exits, before a loader closes its layers."""
        layer = str(pathlib.Path(COMMAND).parents[1] / "lib" / "libclmem_layer.so")
        for loader in self.loaders():
            with self.subTest(loader), tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, **loader, "OPENCL_LAYERS": layer, "CLMEM_RUN_IDLE": "0"}
                environment.update(CLMEM_RUN_REPORT=f"{folder}/a.json", CLMEM_RUN_RECORD=f"{folder}/a.csv")
                done = subprocess.run([PROGRAM, "hold", "work"], capture_output=True, text=True, env=environment)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
                (report,), (rows,) = (pathlib.Path(folder).glob(name) for name in ("a*.json", "a*.csv"))
                (process,) = json.loads(report.read_text())["processes"]
                self.assertEqual(process["created"]["buffer"], 21)
                self.assertEqual(process["released"]["buffer"], 21)
                self.assertEqual(rows.read_text().count("\n"), 1 + 42)

    def test_layers_in_front_and_behind_count_the_same(self):
        command = [sys.executable, REPORT_COUNTS, COMMAND, PROGRAM, "hold", "work", "work"]
        for loader in self.loaders():
            with self.subTest(loader):
                environment = {**os.environ, **loader}
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn("reported           41, counted           41", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
