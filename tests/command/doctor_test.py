"""Runs `clmem doctor` as a user does: with the system's drivers, without any, and with drivers that crash and hang."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

COMMAND, BROKEN_DRIVER, MOCK_OPENCL, OTHER_VERSION = sys.argv[1:5]
CRASHING_OPENCL = sys.argv[5] if len(sys.argv) > 5 else None
SECTIONS = [
    "clmem", "system", "opencl_library", "layers", "drivers", "platforms", "devices", "chosen_device", "environment",
    "problems_found",
]  # fmt: skip
HOME = tempfile.TemporaryDirectory()  # apart from the tree, whose paths would be shown as parts of it
CHOICES = ("CLMEM_", "OPENCL_", "OCL_ICD_", "PYOPENCL_", "CUDA_DEVICE")


def doctor(*arguments, **environment):
    """Runs the command; of the surrounding variables that choose drivers and devices, it sees none."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(CHOICES)}
    kept["HOME"] = HOME.name
    words = [COMMAND, "doctor", *map(str, arguments)]
    chosen = {name: str(value) for name, value in environment.items()}
    return subprocess.run(words, capture_output=True, text=True, env={**kept, **chosen}, timeout=300)


def has_working_device():
    return any(device["test"] == "passed" for device in json.loads(doctor("--json").stdout)["devices"])


class DoctorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.vendors = self.folder / "vendors"
        self.vendors.mkdir()

    def name_driver(self, name, library):
        (self.vendors / f"{name}.icd").write_text(f"{library}\n")

    def examine(self, *arguments, status, **environment):
        result = doctor("--json", *arguments, **environment)
        self.assertEqual((result.returncode, result.stderr), (status, ""))
        return json.loads(result.stdout)

    def assert_problem(self, report, words, prevents_use):
        """One problem has these words, and a remedy."""
        found = [each for each in report["problems_found"] if words in each["problem"]]
        self.assertEqual(len(found), 1, report["problems_found"])
        self.assertEqual(found[0]["prevents_use"], prevents_use)
        self.assertGreater(len(found[0]["remedy"]), 10)
        return found[0]


class HealthyTest(DoctorTest):
    def test_names_the_build_and_the_system(self):
        report = json.loads(doctor("--json").stdout)
        clmem = report["clmem"]
        version = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, timeout=60).stdout.split()[1]
        self.assertEqual((clmem["library_version"], clmem["command_version"]), (version, version))
        self.assertIn("libclmem.so", clmem["library"])
        self.assertRegex(clmem["library_compiler"], r"^(GCC: \(|clang version |unknown$)")
        self.assertRegex(clmem["command_compiler"], r"^(GCC|Clang) \d+\.")
        self.assertEqual(report["system"]["kernel"].split(), [os.uname().sysname, os.uname().release, os.uname().machine])
        self.assertEqual(report["system"]["processors"], os.sysconf("SC_NPROCESSORS_ONLN"))
        self.assertGreater(report["system"]["memory_bytes"], 1 << 27)

    @unittest.skipUnless(has_working_device(), "no OpenCL device")
    def test_a_machine_that_works(self):
        report = self.examine(status=0)
        self.assertEqual(list(report), SECTIONS)
        self.assertTrue(pathlib.Path(report["opencl_library"]["file"]).is_file())
        self.assertIn("libOpenCL.so.1", report["opencl_library"]["soname"])
        self.assertRegex(report["opencl_library"]["loader"], r"^((ocl-icd|Khronos) \d+\.\d+\.\d+|NVIDIA|unknown)$")
        self.assertGreater(sum(driver.get("platforms", 0) for driver in report["drivers"]), 0)
        self.assertEqual(sum(each["devices"] for each in report["platforms"]), len(report["devices"]))
        listed = json.loads(subprocess.run([COMMAND, "devices", "--json"], capture_output=True, timeout=60).stdout)
        self.assertEqual([device["device"] for device in report["devices"]], [device["device"] for device in listed])
        self.assertEqual(report["chosen_device"]["because"], "it is the first that works")
        for device in report["devices"]:
            if device["platform"] == "Portable Computing Language":
                self.assertTrue(any("crashes when a box is copied" in quirk for quirk in device["quirks"]), device)
        self.assertFalse([each for each in report["problems_found"] if each["prevents_use"]])

    @unittest.skipUnless(has_working_device(), "no OpenCL device")
    def test_the_text_says_the_same(self):
        result = doctor(CLMEM_DEVICE="0:0", POCL_DEBUG="\x1b[31m")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        headings = [line for line in result.stdout.splitlines() if line and line[0] != " "]
        self.assertEqual(headings, [name.replace("_", " ") for name in SECTIONS])
        self.assertTrue(result.stdout.replace("\n", "").isprintable(), "no colours, nothing that moves the cursor")
        self.assertRegex(result.stdout, r"\n  CLMEM_DEVICE +0:0\n")
        self.assertRegex(result.stdout, r'\n  because +CLMEM_DEVICE is "0:0"\n')
        self.assertRegex(result.stdout, r"\n  test +passed\n")
        self.assertRegex(result.stdout, r"\n  memory bytes +\d+\.\d\d GiB\n")
        self.assertNotRegex(result.stdout, r" \n")

    def test_prints_no_other_variables_and_no_home_folder(self):
        secret = {"MY_TOKEN": "do-not-print", "LD_LIBRARY_PATH": f"{self.folder}/lib:{self.folder}2", "HIP_X": "1"}
        result = doctor("--json", HOME=self.folder, **secret)
        self.assertNotIn("do-not-print", result.stdout)
        environment = json.loads(result.stdout)["environment"]
        self.assertEqual(environment["LD_LIBRARY_PATH"], f"~/lib:{self.folder}2")
        self.assertEqual(environment["HIP_X"], "1")
        self.assertNotIn("HOME", environment)

    def test_options(self):
        self.assertIn("Exit status", doctor("--help").stdout)
        for words in (["--timeout", "0"], ["--timeout", "x"], ["all"]):
            result = doctor(*words)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("clmem doctor --help", result.stderr)


class BrokenTest(DoctorTest):
    def test_no_opencl_library(self):
        report = self.examine(status=1, CLMEM_OPENCL_LIBRARY=self.folder / "absent.so")
        found = self.assert_problem(report, "absent.so", True)
        self.assertIn("loading the OpenCL library: ", found["problem"])
        self.assertIn("install an OpenCL loader", found["remedy"])
        self.assertEqual((report["opencl_library"], report["devices"]), ({}, []))
        self.assertIn("\n  none\n", doctor(CLMEM_OPENCL_LIBRARY=self.folder / "absent.so").stdout)

    def test_no_driver(self):
        report = self.examine(status=1, OCL_ICD_VENDORS=self.vendors)
        self.assert_problem(report, "there is no OpenCL platform", True)
        self.assertEqual(report["drivers"], [])

    def test_vendor_files_that_are_wrong(self):
        self.name_driver("absent", "/nowhere/libabsent.so")
        self.name_driver("empty", "")
        self.name_driver("other", "libc.so.6")
        self.name_driver("refuses", BROKEN_DRIVER)
        report = self.examine(status=1, OCL_ICD_VENDORS=self.vendors, BROKEN_DRIVER="refuse")
        self.assert_problem(report, "libabsent.so: cannot open shared object file", False)
        self.assert_problem(report, "expected a library in its first line", False)
        self.assert_problem(report, "a library without clIcdGetPlatformIDsKHR", False)
        self.assert_problem(report, "clIcdGetPlatformIDsKHR failed with code -6", False)
        self.assert_problem(report, "there is no OpenCL platform", True)
        drivers = {pathlib.Path(driver["named_by"]).stem: driver for driver in report["drivers"]}
        self.assertEqual(drivers["other"]["library"], "libc.so.6")
        self.assertRegex(drivers["other"]["file"], "^/.*libc")

    def test_a_driver_without_platforms(self):
        self.name_driver("none", BROKEN_DRIVER)
        report = self.examine(status=1, OCL_ICD_VENDORS=self.vendors)
        self.assertIn("/dev/dri", self.assert_problem(report, "has no platform", False)["remedy"])

    def test_the_forms_of_the_variables(self):
        named = self.folder / "one.icd"
        named.write_text(BROKEN_DRIVER)
        for value, by in ((named, str(named)), (BROKEN_DRIVER, "OCL_ICD_VENDORS")):
            report = json.loads(doctor("--json", OCL_ICD_VENDORS=value).stdout)
            self.assertEqual([(each["library"], each["named_by"]) for each in report["drivers"]], [(BROKEN_DRIVER, by)])
        report = json.loads(
            doctor("--json", OCL_ICD_VENDORS=self.vendors, OCL_ICD_FILENAMES=f"{BROKEN_DRIVER}:/no.so").stdout
        )
        self.assertEqual([each["named_by"] for each in report["drivers"]], ["OCL_ICD_FILENAMES"] * 2)
        self.assertIn("failure", report["drivers"][1])

    def test_a_driver_that_crashes(self):
        self.name_driver("broken", BROKEN_DRIVER)
        for kind, words in (("abort", "killed by signal 6 (Aborted)"), ("exit", "ended the process with exit status 0")):
            with self.subTest(kind):
                report = self.examine(status=1, OCL_ICD_VENDORS=self.vendors, BROKEN_DRIVER=kind)
                self.assert_problem(report, f"asking it for its platforms: {words}", False)
                found = self.assert_problem(report, f"starting the drivers: {words}", True)
                self.assertIn("the driver that the problems above name", found["remedy"])
                self.assertIn("libOpenCL", report["opencl_library"]["file"], "what was known before the crash is lost")
        text = doctor(OCL_ICD_VENDORS=self.vendors, BROKEN_DRIVER="abort").stdout
        self.assertRegex(text, r"\n  printed +broken driver: no firmware\n")

    def test_a_driver_that_hangs(self):
        self.name_driver("broken", BROKEN_DRIVER)
        begin = time.monotonic()
        report = self.examine("--timeout", 1, status=1, OCL_ICD_VENDORS=self.vendors, BROKEN_DRIVER="hang")
        self.assertLess(time.monotonic() - begin, 60)
        self.assert_problem(report, "asking it for its platforms: no answer within 1 s", False)
        self.assert_problem(report, "starting the drivers: no answer within 1 s", True)
        left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, timeout=60).stdout
        self.assertNotIn(f"{COMMAND} doctor --json --timeout 1\n", left, "a process was left behind")

    def test_layers(self):
        absent = self.folder / "no_layer.so"
        report = json.loads(doctor("--json", OPENCL_LAYERS=f"{absent}:{BROKEN_DRIVER}").stdout)
        self.assertEqual([each["library"] for each in report["layers"]], [str(absent), BROKEN_DRIVER])
        self.assert_problem(report, "no_layer.so: cannot open", False)
        self.assert_problem(report, "a library without clInitLayer", False)

    def test_a_library_of_another_version(self):
        preloaded = " ".join(filter(None, (os.environ.get("LD_PRELOAD"), OTHER_VERSION)))
        # A command with AddressSanitizer otherwise ends, as another library comes first.
        sanitizer = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0")))
        report = json.loads(doctor("--json", LD_PRELOAD=preloaded, ASAN_OPTIONS=sanitizer).stdout)
        own = report["clmem"]["command_version"]
        found = self.assert_problem(report, f"the library has version 9.8.7, but the command has {own}", False)
        self.assertIn(OTHER_VERSION, found["remedy"])

    def test_a_driver_in_place_of_a_loader(self):
        report = json.loads(doctor("--json", CLMEM_OPENCL_LIBRARY=MOCK_OPENCL).stdout)
        self.assertEqual(report["opencl_library"]["loader"], "none: the library is a driver")
        self.assertIn("ocl-icd 2.3.1", self.assert_problem(report, "has no layers", False)["remedy"])

    @unittest.skipUnless(has_working_device(), "no OpenCL device")
    def test_a_selector_without_a_device(self):
        report = self.examine(status=1, CLMEM_DEVICE="99:0")
        self.assertIn('CLMEM_DEVICE is "99:0"', self.assert_problem(report, "no device can be chosen", True)["remedy"])
        self.assertGreater(len(report["devices"]), 0)
        home = self.folder / "home"
        home.mkdir()
        (home / ".clmem_device").write_text("98:0\n")
        report = self.examine(status=1, HOME=home)
        self.assertEqual(report["chosen_device"]["because"], "the file ~/.clmem_device names it")

    @unittest.skipUnless(CRASHING_OPENCL and has_working_device(), "no OpenCL device")
    def test_a_crash_in_a_later_call(self):
        report = self.examine(status=1, CLMEM_OPENCL_LIBRARY=CRASHING_OPENCL, CRASHING_CALL="clGetDeviceIDs")
        self.assert_problem(report, "describing platform 0: killed by signal 6", True)
        report = self.examine(status=1, CLMEM_OPENCL_LIBRARY=CRASHING_OPENCL, CRASHING_CALL="clFinish")
        chosen = report["chosen_device"]["device"]
        device = next(each for each in report["devices"] if each["device"] == chosen)
        self.assertRegex(device["test"], r"^[a-z ]+: killed by signal 6 \(Aborted\)$")
        self.assert_problem(report, f"device {chosen} (", True)
        self.assertEqual(self.examine(status=0, CLMEM_OPENCL_LIBRARY=CRASHING_OPENCL)["problems_found"], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
