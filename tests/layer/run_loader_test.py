"""clmem run in front of programs whose OpenCL loader has no layers, however they find it.

Arguments: clmem; a program linked with the system's loader; two linked with a loader without layers, found by RUNPATH and
by RPATH; one that opens the loader that its argument names; one with a loader that finds no platforms; and the loader
without layers."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND, LINKED, BY_RUNPATH, BY_RPATH, OPENER, OLD_LOADER, PLAIN = sys.argv[1:8]
PLAIN = pathlib.Path(PLAIN).resolve()
PLAIN_FOLDER = str(PLAIN.parent)
NAME = "libOpenCL.so.1"
DRIVERS = {name: os.environ[name] for name in ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES") if name in os.environ}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in DRIVERS}
# With an audit library, AddressSanitizer finds other names in stacks than those of the leaks of drivers that it ignores.
ENVIRONMENT["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))

# ThreadSanitizer's library needs more of the static TLS than an audit library leaves.
TAKES_AUDIT = b"libtsan.so" not in pathlib.Path(OPENER).read_bytes()


def system_loader():
    """The loader that LINKED finds; None if that is not ocl-icd's with layers."""
    needed = subprocess.run(["ldd", LINKED], capture_output=True, text=True, check=True).stdout
    path = pathlib.Path(needed.partition(f"{NAME} => ")[2].partition(" ")[0])
    code = path.read_bytes() if path.is_file() else b""
    return path if b"OPENCL_LAYERS" in code and b"OCL_ICD_ASSUME_ICD_EXTENSION" in code else None


class LoaderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.report = self.folder / "report.json"

    def run_program(self, *words, options=(), status=0, printed="", prefix=(), **variables):
        """Runs a program with clmem's layer; returns the number of its processes that had it, and what clmem said."""
        self.report.unlink(missing_ok=True)
        command = [*prefix, COMMAND, "run", f"--report={self.report}", *options, "--", *map(str, words)]
        drivers = {} if "OCL_ICD_VENDORS" in variables else DRIVERS
        environment = {**ENVIRONMENT, "CLMEM_LOG": "info", **drivers, **variables}
        environment = {name: value for name, value in environment.items() if value is not None}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
        self.assertEqual((done.returncode, done.stdout), (status, printed), done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("clmem: ")]
        processes = json.loads(self.report.read_text())["processes"] if self.report.exists() else []
        self.assertTrue(all(process["created"]["buffer"] for process in processes))
        return len(processes), "\n".join(lines)

    def assert_replaced(self, *words, by="in place of", **options):
        count, said = self.run_program(*words, **options)
        self.assertEqual(count, 1, said)
        self.assertIn(f"loader/{NAME} {by}", said)

    def assert_kept(self, *words, why, **options):
        count, said = self.run_program(*words, **options)
        self.assertEqual(count, 0, said)
        self.assertIn("the layer was not loaded", said)
        self.assertIn(why, said)

    def test_a_loader_with_layers_is_kept(self):
        count, said = self.run_program(LINKED, "work")
        self.assertEqual(count, 1)
        self.assertIn("has layers", said)

    def test_found_by_ld_library_path(self):
        self.assert_replaced(LINKED, "work", LD_LIBRARY_PATH=PLAIN_FOLDER, by=f"in place of {PLAIN_FOLDER}/{NAME}")
        self.assert_kept(LINKED, "work", LD_LIBRARY_PATH=PLAIN_FOLDER, options=["--loader=program"],
                         why="as --loader=program asks")

    def test_found_by_runpath(self):
        self.assert_replaced(BY_RUNPATH, "work")

    def test_found_by_rpath(self):
        self.assert_kept(BY_RPATH, "work", why="(RPATH); use --loader=clmem")
        if TAKES_AUDIT:
            self.assert_replaced(BY_RPATH, "work", options=["--loader=clmem"])

    def test_opened_by_name(self):
        self.assert_replaced(OPENER, NAME, LD_LIBRARY_PATH=PLAIN_FOLDER)

    def test_opened_by_path(self):
        self.assert_kept(OPENER, PLAIN, why="use --loader=clmem")
        if TAKES_AUDIT:
            self.assert_replaced(OPENER, PLAIN, options=["--loader=clmem"])

    def test_found_by_the_cache(self):
        cache, list_of_folders = self.folder / "cache", self.folder / "folders"
        list_of_folders.write_text(PLAIN_FOLDER + "\n")
        made = subprocess.run(["/sbin/ldconfig", "-X", "-f", list_of_folders, "-C", cache], capture_output=True)
        prefix = ["unshare", "-m", "sh", "-c", f'mount --bind {cache} /etc/ld.so.cache && exec "$@"', "sh"]
        tried = subprocess.run([*prefix, "true"], capture_output=True)
        if made.returncode or tried.returncode:
            self.skipTest("this user cannot mount another cache")
        self.assert_replaced(OPENER, NAME, prefix=prefix)

    def test_children_have_it(self):
        script = f"{LINKED} work && {OPENER} {NAME}"
        count, said = self.run_program("sh", "-c", script, LD_LIBRARY_PATH=PLAIN_FOLDER)
        self.assertEqual(count, 2, said)

    def test_a_variable_that_is_set_stays(self):
        other = self.folder / "other"
        other.mkdir()
        script = f'case ":$LD_LIBRARY_PATH:" in *:{other}:*) exec {LINKED} work;; esac; exit 9'
        count, _ = self.run_program("sh", "-c", script, LD_LIBRARY_PATH=f"{PLAIN_FOLDER}:{other}")
        self.assertEqual(count, 1)

    def test_a_loader_with_other_platforms_is_kept(self):
        self.assert_kept(OLD_LOADER, status=5, printed="/etc/OpenCL/vendors\n",
                         why="finds an error, but clmem's finds ")

    def test_loaders_under_other_names_are_left_alone(self):
        copy = self.folder / "libOpenCL-0a1b.so"
        shutil.copy(PLAIN, copy)
        for use in ("auto", "clmem")[: 1 + TAKES_AUDIT]:
            self.assert_kept(OPENER, copy, why=f"{copy} contains an OpenCL loader without layers",
                             options=[f"--loader={use}"])

    def test_forms_of_ocl_icd(self):
        """A loader of ocl-icd without layers takes an .icd file or a driver where Khronos' takes a folder."""
        system, vendors = system_loader(), pathlib.Path("/etc/OpenCL/vendors")
        files = sorted(vendors.glob("*.icd"))
        if system is None or not files:
            self.skipTest("the system has no ocl-icd with a driver")
        (self.folder / NAME).write_bytes(system.read_bytes().replace(b"OPENCL_LAYERS", b"OPENCL_LAYERZ"))
        driver = files[0].read_text().split()[0]
        for form in (str(files[0]), driver):
            with self.subTest(form):
                self.assert_replaced(LINKED, "work", LD_LIBRARY_PATH=str(self.folder), OCL_ICD_VENDORS=form)

    def test_the_folder_of_conda(self):
        """The ocl-icd of a conda environment looks for drivers in the environment, not in the system's folder."""
        system, vendors = system_loader(), pathlib.Path(DRIVERS.get("OCL_ICD_VENDORS", "/etc/OpenCL/vendors"))
        environment, nothing = self.folder / "environment", self.folder / "nothing"
        prefix = ["unshare", "-m", "sh", "-c",
                  f'mount --bind {nothing} /etc/OpenCL/vendors && cd {environment} && exec "$@"', "sh"]
        nothing.mkdir()
        shutil.copytree(vendors, environment / "etc" / "OpenCL" / "vendors")
        if system is None or subprocess.run([*prefix, "true"], capture_output=True).returncode:
            self.skipTest("the system has no ocl-icd, or this user cannot mount another folder of drivers")
        code = system.read_bytes().replace(b"OPENCL_LAYERS", b"OPENCL_LAYERZ")
        self.assertIn(b"\0/etc/OpenCL/vendors\0", code)
        (environment / "lib").mkdir()
        (environment / "lib" / NAME).write_bytes(code.replace(b"\0/etc/OpenCL/vendors\0", b"\0etc/OpenCL/vendors\0\0"))
        self.assert_replaced(LINKED, "work", prefix=prefix, LD_LIBRARY_PATH=str(environment / "lib"),
                             OCL_ICD_VENDORS=None)

    def test_a_layer_of_the_whole_system(self):
        """As from /etc/OpenCL/layers: it does nothing unless CLMEM_RUN=1 asks for it."""
        library = pathlib.Path(COMMAND).parents[1] / "lib"
        (self.folder / "clmem.lay").write_text(f"{library}/libclmem_layer.so\n")
        system = {**os.environ, "LD_LIBRARY_PATH": f"{library}/loader", "OPENCL_LAYER_PATH": str(self.folder)}
        system["CLMEM_RUN_REPORT"] = "1"
        for variables, counted in (({}, False), ({"CLMEM_RUN": "0"}, False), ({"CLMEM_RUN": "1"}, True),
                                   ({"CLMEM_RUN": "1", "CLMEM_RUN_DISABLE": "1"}, False)):
            done = subprocess.run([LINKED, "work"], capture_output=True, text=True, env={**system, **variables})
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            self.assertEqual("20  created, 20 released" in done.stderr, counted, done.stderr)
            self.assertEqual(done.stderr != "", counted)
        count, said = self.run_program(LINKED, "work", **{name: system[name] for name in ("LD_LIBRARY_PATH",
                                                                                          "OPENCL_LAYER_PATH")})
        self.assertEqual(count, 1, said)

    def test_a_wrong_value(self):
        for value, got in (("=other", "other"), ("", "nothing")):
            _, said = self.run_program("true", options=[f"--loader{value}"], status=125)
            self.assertEqual(said, f"clmem: --loader: expected --loader=auto, program or clmem, got {got}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
