"""clmem run and clmem record as a user starts them, mostly in front of a program that stands for one with OpenCL."""

import gzip
import json
import os
import pathlib
import re
import resource
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import unittest

COMMAND, WRITER, OLD_LOADER, STATIC_LOADER, UNCALLED_LOADER = sys.argv[1:6]
COMMAND_CODE = pathlib.Path(COMMAND).read_bytes()
NO_OPENCL = "clmem: the layer was not loaded: the program did not load OpenCL\n"


def clmem(*words, **options):
    environment = {**os.environ, **options.pop("environment", {})}
    command = [COMMAND, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment, **options)


def run(*words, **options):
    return clmem("run", *words, **options)


class RunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assert_ends(self, result, status, stderr, stdout=""):
        self.assertEqual((result.returncode, result.stdout, result.stderr), (status, stdout, stderr))

    def sections(self, *steps, status):
        """Runs the steps with --report to a file, and returns the processes of the file."""
        path = self.folder / "report.json"
        result = run(f"--report={path}", "--", WRITER, *steps)
        self.assert_ends(result, status, "")
        return json.loads(path.read_text())["processes"]


class StatusTest(RunTest):
    def test_exit_status_of_the_program(self):
        for status in (0, 1, 3, 125, 255):
            self.assert_ends(run("--", WRITER, f"exit={status}"), status, "")

    def test_signals_that_kill_the_program(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGABRT):  # a sanitizer would report SIGSEGV itself
            self.assert_ends(run("--", WRITER, f"kill={int(number)}"), 128 + number, "")

    def test_a_program_that_is_not_found(self):
        self.assert_ends(run("--", "no-such-program"), 127,
                         "clmem: cannot start no-such-program: No such file or directory\n")
        self.assertEqual(run("--", self.folder / "missing" / "program").returncode, 127)

    def test_a_program_that_is_not_executable(self):
        path = self.folder / "text"
        path.write_text("text")
        self.assert_ends(run("--", path), 126, f"clmem: cannot start {path}: Permission denied\n")
        self.assertEqual(run("--", self.folder).returncode, 126)

    def test_a_script_without_a_first_line_is_run_by_the_shell(self):
        path = self.folder / "script"
        path.write_text("exit 4\n")
        path.chmod(stat.S_IRWXU)
        self.assertEqual(run("--", path).returncode, 4)

    def test_arguments_and_streams_are_the_programs_own(self):
        result = run("--", "sh", "-c", 'printf "%s|" "$@"; cat', "sh", "--", "--report", "a b", "", input="in")
        self.assert_ends(result, 0, NO_OPENCL, "--|--report|a b||in")

    def test_same_process_group(self):
        result = run("--", "sh", "-c", "cut -d' ' -f5 /proc/self/stat", start_new_session=True)
        parent = subprocess.run(["sh", "-c", "cut -d' ' -f5 /proc/self/stat"], capture_output=True, text=True)
        self.assertNotEqual(result.stdout, parent.stdout)
        result = run("--", "sh", "-c", "cut -d' ' -f5 /proc/self/stat")
        self.assertEqual(result.stdout, parent.stdout)

    def test_the_program_has_the_callers_signal_settings(self):
        show = ["sh", "-c", "grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status"]
        plain = subprocess.run(show, capture_output=True, text=True)
        self.assertEqual(run("--", *show).stdout, plain.stdout)


class OptionsTest(RunTest):
    def test_wrong_options(self):
        cases = [
            (["--no-such", "--", WRITER], "not expected: --no-such"),
            (["program"], "not expected: program"),
            ([], "expected -- and a program after the options, got none"),
            (["--report", "--"], "expected -- and a program after the options, got none"),
            (["--limit", "--", WRITER], "--limit: expected a size like --limit=4GiB, or a share like --limit=50%, got nothing"),
            (["--limit", "4GiB", "--", WRITER], "not expected: 4GiB"),
            (["--limit=4GB", "--", WRITER], "got 4GB"),
            (["--limit=0", "--", WRITER], "got 0"),
            (["--limit=101%", "--", WRITER], "got 101%"),
            (["--idle", "--", WRITER], "--idle: expected a time in milliseconds like --idle=100, or --idle=0, got nothing"),
            (["--idle=-1", "--", WRITER], "got -1"),
            (["--stacks=33", "--record=a.clmem", "--", WRITER], "--stacks: expected 1 to 32 frames like --stacks=16, got 33"),
            (["--stacks", "--", WRITER], "--stacks: expected --record=FILE.clmem with it, or --view, or --report without files"),
            (["--stacks", "--report=a.json", "--", WRITER], "--stacks: expected --record=FILE.clmem with it"),
            (["--stacks", "--report", "--record", "--", WRITER], "--stacks: expected --record=FILE.clmem with it"),
            (["--stacks", "--record=a.csv", "--", WRITER], "--stacks: expected --record=FILE.clmem with it"),
            (["--zero=maybe", "--", WRITER], "--zero = maybe"),
        ]
        for words, message in cases:
            with self.subTest(words=words):
                result = run(*words)
                self.assertEqual((result.returncode, result.stdout), (125, ""))
                self.assertIn(message, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)

    def test_record_has_the_options_of_a_recording_only(self):
        self.assertEqual(clmem("record", "--limit=4GiB", "--", WRITER).returncode, 125)

    def test_help(self):
        for command in ("run", "record"):
            result = clmem(command, "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(f"clmem {command} [OPTIONS] -- PROGRAM [ARGUMENTS]", result.stdout)
            self.assertIn("--report[=FILE.json]", result.stdout)

    def environment(self, *options, **outside):
        show = ["sh", "-c", "env | grep -E '^(CLMEM_RUN|OPENCL_LAYERS)' | sort"]
        lines = run(*options, "--", *show, environment=outside).stdout.splitlines()
        values = dict(line.split("=", 1) for line in lines)
        self.assertRegex(values.pop("CLMEM_RUN_PAGE"), r"^\d+:\d+$")
        self.assertEqual(values.pop("CLMEM_RUN"), "1")
        layers = values.pop("OPENCL_LAYERS").split(":")
        self.assertEqual(pathlib.Path(layers[-1]).name, "libclmem_layer.so")
        return values, layers[:-1]

    def test_options_reach_the_layer(self):
        self.assertEqual(self.environment(), ({}, []))
        self.assertEqual(self.environment("--limit=50%", "--zero", "--dedicated"), (
            {"CLMEM_RUN_LIMIT": "50%", "CLMEM_RUN_ZERO": "1", "CLMEM_RUN_DEDICATED": "1"}, []))
        self.assertEqual(self.environment("--limit=2G", "--immediate", "--observe"), (
            {"CLMEM_RUN_LIMIT": str(2 << 30), "CLMEM_RUN_IMMEDIATE": "1", "CLMEM_RUN_OBSERVE": "1"}, []))
        self.assertEqual(self.environment("--idle=0"), ({"CLMEM_RUN_IDLE": "0"}, []))
        self.assertEqual(self.environment("--idle=20", CLMEM_RUN_IDLE="100"), ({"CLMEM_RUN_IDLE": "20"}, []))

    def test_variables_stay_unless_an_option_replaces_them(self):
        outside = {"CLMEM_RUN_ZERO": "1", "CLMEM_RUN_LIMIT": "1G"}
        self.assertEqual(self.environment("--limit=50%", **outside), (
            {"CLMEM_RUN_LIMIT": "50%", "CLMEM_RUN_ZERO": "1"}, []))

    def test_layers_that_are_set_already_stay_behind_clmems(self):
        self.assertEqual(self.environment(OPENCL_LAYERS="/a.so:/b.so")[1], ["/a.so", "/b.so"])

    def test_clmems_layer_is_named_once(self):
        show = ["sh", "-c", "echo $OPENCL_LAYERS"]
        layer = run("--", *show).stdout.strip()
        self.assertEqual(run("--", *show, environment={"OPENCL_LAYERS": f"{layer}:/a.so"}).stdout, f"/a.so:{layer}\n")


class SignalTest(RunTest):
    def test_signals_are_forwarded(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2):
            with self.subTest(number=number):
                words = [COMMAND, "run", "--", WRITER, f"await={int(number)}", "exit=6"]
                with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as started:
                    self.assertEqual(started.stdout.readline(), "ready\n")
                    started.send_signal(number)
                    self.assertEqual(started.stdout.read(), f"got {int(number)}\n")
                self.assertEqual(started.returncode, 6)

    def test_a_signal_that_ends_the_program(self):
        with subprocess.Popen([COMMAND, "run", "--", WRITER, f"await={int(signal.SIGUSR1)}"], stdout=subprocess.PIPE,
                              text=True) as started:
            self.assertEqual(started.stdout.readline(), "ready\n")
            started.terminate()
        self.assertEqual(started.returncode, 128 + signal.SIGTERM)

    def test_a_signal_of_the_terminal_reaches_the_program_once(self):
        # The shell counts interrupts; a pseudo-terminal sends one to the whole process group.
        program = "trap 'n=$((n+1))' INT; echo ready; read word; read word; echo interrupts $n"
        child, terminal = os.forkpty()
        if child == 0:
            os.execv(COMMAND, [COMMAND, "run", "--", "sh", "-c", f"n=0; {program}"])
        with open(terminal, "r+b", buffering=0) as console:
            seen = b""
            while b"ready" not in seen:
                seen += console.read(100)
            console.write(b"\x03\n\n")
            while b"interrupts" not in seen or not seen.endswith(b"\n"):
                seen += console.read(100)
            self.assertIn(b"interrupts 1\r\n", seen)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)


class ReportTest(RunTest):
    def test_table(self):
        result = run("--report", "--", WRITER, "work", "exit=3")
        self.assertEqual((result.returncode, result.stdout), (3, ""))
        lines = result.stderr.splitlines()
        self.assertRegex(lines[0], r"^clmem \d+\.\d+\.\d+: process \d+ \(page_writer\): exit status 3$")
        self.assertIn("  buffers                                2  created, 1 released", lines)
        self.assertIn("  created from pools                     1      40 ns each", lines)
        self.assertEqual(lines[-1], "saved 2 driver calls")
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_nothing_to_show_of_a_recording(self):
        result = run("--report", "--stacks", "--", WRITER, "work", "exit=3")
        self.assertEqual((result.returncode, result.stdout), (3, ""))
        self.assertIn("saved 2 driver calls\nclmem: nothing was recorded, since no memory was allocated\n", result.stderr)

    def test_file(self):
        (process,) = self.sections("work", status=0)
        self.assertEqual((process["program"], process["ending"], process["calls_saved"]),
                         ("page_writer", "exit status 0", 2))
        (context,) = process["contexts"]
        self.assertEqual((context["created"]["buffer"], context["released"]["buffer"]), (2, 1))
        self.assertEqual((context["live_bytes"], context["peak_live_bytes"], context["reserved_bytes"]), (3000, 4000, 1 << 20))
        self.assertEqual(context["sizes"], [{"from": 512, "count": 1}, {"from": 2048, "count": 1}])

    def test_every_way_to_end_is_reported(self):
        for steps, status, ending in (
            (["exit=2"], 2, "exit status 2"),
            (["_exit=2"], 2, "exit status 2"),
            (["kill=9"], 137, "killed by signal 9 (Killed)"),
        ):
            (process,) = self.sections("work", *steps, status=status)
            self.assertEqual((process["ending"], len(process["contexts"])), (ending, 1))

    def test_each_process_has_a_section(self):
        parent, child, killed = self.sections(
            "work", "fork", "work", "work", "join", "fork", "work", "kill=9", "join", status=0)
        self.assertEqual([each["contexts"][0]["created"]["buffer"] for each in (parent, child, killed)], [2, 4, 2])
        self.assertEqual([each["ending"] for each in (parent, child, killed)],
                         ["exit status 0", "exited", "ended without its exit handlers"])
        self.assertEqual([child["parent"], killed["parent"]], [parent["pid"]] * 2)

    def test_children_that_do_not_use_opencl_have_none(self):
        self.assertEqual(len(self.sections("work", "fork", "exit=0", "join", status=0)), 1)

    def test_a_program_in_the_place_of_another(self):
        path = self.folder / "report.json"
        script = f"'{WRITER}' work; exec '{WRITER}' work exit=4"
        self.assert_ends(run(f"--report={path}", "--", "sh", "-c", script), 4, "")
        self.assertEqual([each["ending"] for each in json.loads(path.read_text())["processes"]], ["exited", "exit status 4"])

    def test_the_page_is_found_where_the_descriptor_is_closed(self):
        self.assertEqual(len(self.sections("close", "work", status=0)), 1)
        result = run("--report", "--", sys.executable, "-c",
                     f"import subprocess; subprocess.run([{WRITER!r}, 'work'], close_fds=True)")
        self.assertIn("saved 2 driver calls", result.stderr)

    def test_a_file_that_cannot_be_written_keeps_the_status(self):
        path = self.folder / "missing" / "report.json"
        result = run(f"--report={path}", "--", WRITER, "work", "exit=3")
        self.assert_ends(result, 3, f"clmem: cannot write {path}: No such file or directory\n")

    def test_without_clmem_run_a_process_reports_itself(self):
        environment = {**os.environ, "CLMEM_RUN_REPORT": "1"}
        result = subprocess.run([WRITER, "work"], capture_output=True, text=True, env=environment)
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertRegex(result.stderr, r"^clmem \d+\.\d+\.\d+: process \d+ \(page_writer\): exits\n")
        self.assertIn("saved 2 driver calls", result.stderr)

    def test_without_clmem_run_files_have_the_process_in_their_names(self):
        environment = {**os.environ, "CLMEM_RUN_REPORT": "r.json", "CLMEM_RUN_RECORD": "1"}
        result = subprocess.run([WRITER, "work"], capture_output=True, text=True, env=environment, cwd=self.folder)
        self.assert_ends(result, 0, "")
        names = sorted(re.sub(r"\d+", "PID", each.name) for each in self.folder.iterdir())
        self.assertEqual(names, ["clmem-PID.csv", "r-PID.json"])


class RecordTest(RunTest):
    ROWS = r"^op,id,bytes,stream,time_us\na,1,1000,1,0\na,2,3000,0,\d+\nf,1,1000,1,\d+\n$"

    def rows(self, path):
        return (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode()

    def test_default_file(self):
        result = clmem("record", "--", WRITER, "work", "_exit=3", cwd=self.folder)
        self.assertEqual(result.returncode, 3)
        (path,) = self.folder.iterdir()
        self.assertRegex(path.name, r"^clmem-\d+\.csv\.gz$")
        self.assertRegex(result.stderr, rf"^clmem: recorded process \d+ in {path.name}\n$")
        self.assertRegex(self.rows(path), self.ROWS)

    def test_named_files(self):
        for name in ("a.csv", "a.csv.gz"):
            path = self.folder / name
            self.assertEqual(run(f"--record={path}", "--", WRITER, "work", "kill=9").returncode, 137)
            self.assertRegex(self.rows(path), self.ROWS)
            replayed = clmem("replay", "--provider", "virtual", "--verify", path)
            self.assertEqual((replayed.returncode, replayed.stderr), (0, ""))

    def test_each_process_has_a_file(self):
        result = clmem("record", f"--record={self.folder / 'a.csv'}", "--", WRITER, "work", "fork", "work", "join")
        self.assertEqual(result.returncode, 0)
        names = sorted(re.sub(r"\d+", "PID", each.name) for each in self.folder.iterdir())
        self.assertEqual(names, ["a-PID.csv", "a.csv"])

    def test_nothing_to_record(self):
        self.assert_ends(clmem("record", "--", WRITER), 0, "clmem: nothing was recorded, since no memory was allocated\n")


@unittest.skipIf(b"__asan_init" in COMMAND_CODE or b"__tsan_init" in COMMAND_CODE, "sanitizers need address space")
class AddressSpaceTest(RunTest):
    def limited(self, *words):
        return clmem(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20)))

    def test_report(self):
        result = self.limited("run", "--report", "--", WRITER, "work", "exit=3")
        self.assertEqual(result.returncode, 3)
        self.assertIn("saved 2 driver calls", result.stderr)

    def test_recording(self):
        path = self.folder / "a.csv"
        result = self.limited("record", f"--record={path}", "--", WRITER, "work", "fork", "work", "join", "exit=3")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(path.read_text(), RecordTest.ROWS)

    def test_recording_without_clmem_run(self):
        result = subprocess.run([WRITER, "work"], capture_output=True, text=True, cwd=self.folder, timeout=600,
                                env={**os.environ, "CLMEM_RUN_RECORD": "a.csv"},
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20)))
        self.assert_ends(result, 0, "")
        (path,) = self.folder.iterdir()
        self.assertRegex(path.read_text(), RecordTest.ROWS)


class LayerNotLoadedTest(RunTest):
    def test_a_program_without_opencl(self):
        self.assert_ends(run("--report", "--", "true"), 0, NO_OPENCL)
        self.assert_ends(run("--", "sh", "-c", "exit 3"), 3, NO_OPENCL)

    def test_an_old_loader(self):
        result = run("--", OLD_LOADER)
        self.assertEqual(result.returncode, 5)
        self.assertIn("expected an OpenCL loader with layers, got ", result.stderr)
        self.assertIn("; use ocl-icd 2.3.1 or newer", result.stderr)

    def test_a_static_loader(self):
        result = run("--", STATIC_LOADER)
        self.assertEqual(result.returncode, 5)
        self.assertIn(f"{STATIC_LOADER} contains an OpenCL loader without layers", result.stderr)

    def test_a_program_that_is_left_alone(self):
        self.assert_ends(run("--", "true", environment={"CLMEM_RUN_DISABLE": "1"}), 0,
                         "clmem: the layer was not used: CLMEM_RUN_DISABLE=1 is set\n")
        (self.folder / "clmem").mkdir()
        path = self.folder / "clmem" / "layer.conf"
        path.write_text("calls_nothing # no reason\n")
        self.assert_ends(run("--", UNCALLED_LOADER, environment={"XDG_CONFIG_HOME": str(self.folder)}), 5,
                         f"clmem: the layer was not used: {path} lists {UNCALLED_LOADER}\n")

    def test_clmem_run_inside_of_itself(self):
        inner = [COMMAND, "run", "--report", "--", WRITER, "work", "await=10"]
        words = [COMMAND, "run", "--", *inner]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
            self.assertEqual(started.stdout.readline(), "ready\n")
            started.send_signal(signal.SIGUSR1)
            errors = started.stderr.read()
        self.assertEqual(started.returncode, 0)
        self.assertIn("saved 2 driver calls", errors)
        self.assertTrue(errors.endswith("clmem: the layer was not used: the program started clmem run again, which "
                                        "reports what it runs; use one of the two\n"), errors)

    def test_clmem_itself_contains_no_loader(self):
        self.assertNotIn("contains an OpenCL loader", run("--", COMMAND, "--version").stderr)

    def test_no_driver(self):
        result = run("--", UNCALLED_LOADER, environment={"OCL_ICD_VENDORS": str(self.folder)})
        self.assert_ends(result, 5, "clmem: the layer was not loaded: expected an OpenCL driver, but no .icd file in "
                                    f"{self.folder} names one; install a driver, such as PoCL\n")

    @unittest.skipUnless(os.uname().machine == "x86_64", "the program is for x86")
    def test_a_32_bit_program(self):
        path = self.folder / "program"
        code = bytes.fromhex("31c040bb07000000cd80")  # exit(7)
        base, header = 0x10000, 52 + 32
        path.write_bytes(b"\x7fELF\1\1\1" + bytes(9) + struct.pack(
            "<HHIIIIIHHHHHH", 2, 3, 1, base + header, 52, 0, 0, 52, 32, 1, 0, 0, 0) + struct.pack(
            "<8I", 1, 0, base, base, header + len(code), header + len(code), 5, 0x1000) + code)
        path.chmod(0o755)
        result = run("--", path)
        if result.returncode == 126:
            self.skipTest("the system runs no 32-bit programs")
        self.assert_ends(result, 7, "clmem: the layer was not loaded: expected a program for the same processor and word "
                                    f"size as clmem's, got {path}; use a build of clmem for it\n")

    def test_a_loader_that_is_not_called(self):
        result = run("--", UNCALLED_LOADER)
        self.assertEqual(result.returncode, 5)
        self.assertIn("called nothing of it", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
