"""clmem run --fault and --torture, in front of a small program that handles errors, or does not."""

import re
import signal
import subprocess
import sys
import time
import unittest

COMMAND, PROGRAM = sys.argv[1:3]


def run(*options, manner=(), **more):
    return subprocess.run([COMMAND, "run", *options, "--", PROGRAM, *manner], capture_output=True, text=True,
                          timeout=600, **more)


def fault(spec, *options):
    """The exit status of the program, its own lines, those about faults, and what was injected in total."""
    result = run(f"--fault={spec}", *options)
    lines = result.stderr.splitlines()
    faults = [line.removeprefix("clmem: fault: ") for line in lines if line.startswith("clmem: fault: ")]
    totals = [line for line in lines if line.startswith("clmem: injected")]
    own = [line for line in lines if not line.startswith("clmem: ")]
    return result.returncode, own, faults, totals[0].removeprefix("clmem: injected ") if totals else None


class FaultTest(unittest.TestCase):
    def test_a_call_fails_with_a_code(self):
        status, own, faults, total = fault("clCreateBuffer:nth=1:code=CL_OUT_OF_HOST_MEMORY")
        self.assertEqual((status, own), (1, ["clCreateBuffer: -6"]))
        self.assertEqual(len(faults), 1)
        self.assertRegex(faults[0], r"^clCreateBuffer, call \d+ of the process: CL_OUT_OF_HOST_MEMORY$")
        self.assertRegex(total, r"^1 failure, the first one in clCreateBuffer, and 0 delays, in \d+ calls$")

    def test_memory_has_its_own_code(self):
        self.assertEqual(fault("memory")[:2], (1, ["clCreateBuffer: -4"]))
        self.assertEqual(fault("memory:above=4095")[:2], (1, ["clCreateBuffer: -4"]))
        self.assertEqual(fault("memory:beyond=4095")[:2], (1, ["clCreateBuffer: -4"]))

    def test_what_no_rule_chooses_is_left_alone(self):
        for spec in ("clCreateBuffer:nth=2", "memory:above=4096", "memory:beyond=4096", "clFinish", "clSVMAlloc"):
            self.assertEqual(fault(spec)[:3], (0, [], []), spec)

    def test_a_command_fails_late(self):
        status, own, faults, _ = fault("clEnqueueWriteBuffer:late=CL_OUT_OF_RESOURCES")
        self.assertEqual(status, 1)
        self.assertEqual(own, ["clWaitForEvents: -14"])
        self.assertRegex(faults[0], "^clEnqueueWriteBuffer, .*: CL_OUT_OF_RESOURCES, once the command is complete$")

    def test_a_release_fails_and_the_object_stays(self):
        self.assertEqual(fault("clReleaseMemObject:nth=1")[:2], (1, ["clReleaseMemObject: -5"]))

    def test_the_device_is_lost(self):
        status, own, faults, _ = fault("clEnqueueWriteBuffer:lose")
        self.assertEqual((status, own), (1, ["clEnqueueWriteBuffer: -2"]))
        self.assertEqual(len(faults), 1, "releases succeed")

    def test_delays(self):
        begin = time.monotonic()
        status, own, faults, total = fault("clFinish:delay=1ms,clReleaseContext:delay=300ms")
        self.assertGreater(time.monotonic() - begin, 0.3)
        self.assertEqual((status, own, faults), (0, [], []))
        self.assertRegex(total, r"^0 failures and 1 delay, in \d+ calls$")

    def test_below_the_pools(self):
        # The pools try again and pass the driver's error on; the driver's own object fails as well.
        status, own, faults, _ = fault("below:clCreateBuffer")
        self.assertEqual((status, own), (1, ["clCreateBuffer: -4"]))
        self.assertRegex(faults[0], "^below the pools, clCreateBuffer, ")
        self.assertEqual(fault("below:clCreateBuffer:nth=1")[:2], (0, []), "then the driver creates it")
        self.assertEqual(fault("below:clCreateSubBuffer")[:2], (0, []), "then the driver creates it")

    def test_of_many_faults_some_are_told(self):
        result = run("--fault=clFinish:from=2", manner=["finishes"])
        lines = result.stderr.splitlines()
        self.assertEqual((result.returncode, len(lines)), (0, 22))
        self.assertRegex(lines[19], "^clmem: fault: clFinish, call ")
        self.assertEqual(lines[20], "clmem: fault: there are more, which are only counted")
        self.assertRegex(lines[21], "^clmem: injected 29 failures, the first one in clFinish, ")

    def test_a_share_is_the_same_in_each_run(self):
        # The calls in total vary: how often clmem asks for an event's status depends on the driver's timing.
        def faults(seed):
            result = run(f"--fault=clFinish:share=20%,seed={seed}", manner=["finishes"])
            return [line for line in result.stderr.splitlines() if line.startswith("clmem: fault: clFinish, ")]

        first, second = faults(3), faults(3)
        self.assertEqual(first, second)
        self.assertGreater(len(first), 0)
        self.assertNotEqual(first, faults(4))

    def test_wrong_specs(self):
        for spec, error in {
            "": "expected rules like clCreateBuffer:nth=3, got nothing",
            "clFoo:nth=1": "expected the name of an OpenCL function, all or memory, got clFoo",
            "clFinish:nth=x": "nth: expected a number from 1 on, got x",
        }.items():
            result = run(f"--fault={spec}")
            self.assertEqual((result.returncode, result.stderr), (125, f"clmem: --fault: {error}\n"))

    def test_a_wrong_variable_is_ignored(self):
        result = subprocess.run([COMMAND, "run", "--", PROGRAM], capture_output=True, text=True, timeout=600,
                                env={"PATH": "/usr/bin:/bin", "CLMEM_RUN_FAULTS": "clFoo"})
        self.assertEqual(result.returncode, 0)
        self.assertIn("clmem: CLMEM_RUN_FAULTS: expected the name of an OpenCL function, all or memory, got clFoo; "
                      "it is ignored\n", result.stderr)


def torture(*manner, calls="all"):
    """The exit status, the counts by outcome (once, for good), and the rest of the text."""
    result = run(f"--torture={calls}", manner=manner)
    rows = dict.fromkeys(("passed", "failed", "aborted", "crashed", "hung", "leaked"))
    for name, once, for_good in re.findall(r"^(\w+) +(\d+) +(\d+)$", result.stderr, re.MULTILINE):
        rows[name] = int(once), int(for_good)
    return result.returncode, rows, result.stderr


class TortureTest(unittest.TestCase):
    def test_a_program_that_handles_errors(self):
        status, rows, text = torture()
        self.assertEqual(rows["crashed"], (0, 0), text)
        self.assertEqual(rows["hung"], (0, 0), text)
        self.assertGreater(rows["failed"][0], 8, text)
        # An object whose release fails is lost: that is what was asked for.
        self.assertRegex(text, r"first that leaked \(once\): call \d+, clRelease")
        self.assertEqual(rows["leaked"][0], 4, text)
        self.assertEqual(status, 1)

    def test_creations_alone_leave_nothing(self):
        status, rows, text = torture(calls="clCreate*")
        self.assertEqual((status, rows["leaked"], rows["failed"]), (0, (0, 0), (3, 3)), text)
        self.assertRegex(text, r"^clmem: 6 runs of \S+, in each of which calls failed\n")

    def test_leaks_are_found(self):
        status, rows, text = torture("leaks", calls="clCreate*")
        self.assertEqual((status, rows["leaked"]), (1, (2, 2)), text)
        self.assertRegex(text, r"first that leaked \(once\): call 2, clCreateCommandQueue: 1 context\n"
                               r"    clmem run --fault=clCreate\*:nth=2 -- ")

    def test_crashes_are_found(self):
        status, rows, text = torture("crashes", calls="clCreateBuffer")
        self.assertEqual((status, rows["crashed"]), (1, (1, 1)), text)
        self.assertIn(f"first that crashed (once): call 1, clCreateBuffer: killed by signal {int(signal.SIGSEGV)} "
                      "(Segmentation fault)\n", text)

    def test_aborts_are_counted(self):
        status, rows, text = torture("aborts", calls="clCreateBuffer")
        self.assertEqual((status, rows["crashed"], rows["aborted"]), (0, (0, 0), (1, 1)), text)

    def test_hangs_are_found(self):
        status, rows, text = torture("hangs", calls="clEnqueueWriteBuffer")
        self.assertEqual((status, rows["hung"]), (1, (1, 1)), text)
        self.assertRegex(text, r"first that hung \(once\): call 1, clEnqueueWriteBuffer: no end after \d+ s\n")

    def test_wrong_options(self):
        result = run("--torture=clFoo")
        self.assertEqual((result.returncode, result.stderr),
                         (125, "clmem: --torture: expected the name of an OpenCL function, all or memory, got clFoo\n"))
        result = run("--torture", "--report")
        self.assertEqual((result.returncode, result.stderr),
                         (125, "clmem: --torture: expected none of --report, --record, --view and --fault with it, "
                               "got one\n"))

    def test_a_program_without_opencl(self):
        result = subprocess.run([COMMAND, "run", "--torture", "--", "true"], capture_output=True, text=True,
                                timeout=600)
        self.assertEqual((result.returncode, result.stderr),
                         (125, "clmem: true ended without a call of OpenCL that the layer saw: exit status 0; clmem "
                               "run without --torture says why\n"))

    def test_it_ends_when_it_is_asked_to(self):
        with subprocess.Popen([COMMAND, "run", "--torture=clEnqueueWriteBuffer", "--", PROGRAM, "hangs"],
                              stderr=subprocess.PIPE, text=True) as running:
            time.sleep(2)
            running.send_signal(signal.SIGTERM)
            self.assertIn("ended by a signal (Terminated)", running.communicate(timeout=60)[1])
            self.assertEqual(running.returncode, 125)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
