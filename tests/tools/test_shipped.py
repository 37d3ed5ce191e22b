"""tests/install/shipped.py finds what must not be shipped."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/install"))
import shipped  # noqa: E402


class Shipped(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name, "tree")
        self.folder.mkdir()
        shutil.copy(ROOT / "LICENSE", self.folder)
        self.name_components("libc++")

    def name_components(self, *names):
        """Writes an SBOM that names them, those of third_party in their versions."""
        described = json.loads((ROOT / "third_party/components.json").read_text(encoding="utf-8"))
        versions = {component["name"]: component["version"] for component in described.values()}
        components = [{"name": name, "version": versions.get(name, "1")} for name in names]
        (self.folder / "a.cdx.json").write_text(json.dumps({"components": components}), encoding="utf-8")

    def library(self, *options, name="liba.so"):
        source = self.folder.parent / "a.c"
        source.write_text("int a(void);\nint a(void) { return 0; }\n", encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-z,now", *options, str(source), "-o", str(self.folder / name)], check=True)

    def faults(self, newest=None):
        return shipped.faults_of(self.folder, newest)

    def test_accepts_folders_beside_the_library(self):
        self.library("-Wl,-rpath,$ORIGIN:$ORIGIN/../lib")
        self.assertEqual(self.faults([2, 17]), [])

    def test_refuses_empty_elements(self):
        for path in (":", "$ORIGIN:", ":$ORIGIN", "$ORIGIN::$ORIGIN/lib", ".", "lib", "/tmp", "$ORIGINAL"):
            with self.subTest(path):
                self.library("-Wl,-rpath," + path)
                self.assertIn("expected $ORIGIN", "".join(self.faults()))

    def test_refuses_the_older_rpath(self):
        self.library("-Wl,--disable-new-dtags,-rpath,:")
        self.assertIn("RPATH", "".join(self.faults()))

    def test_refuses_what_older_systems_lack(self):
        self.library("-Wl,--no-as-needed", "-lstdc++")
        self.assertIn("needs libstdc++.so.6", "".join(self.faults([2, 17])))

    def test_compares_versions_by_number(self):
        source = self.folder.parent / "b.c"
        source.write_text("#include <stdio.h>\nvoid b(void);\nvoid b(void) { puts(\"\"); }\n", encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-z,now", str(source), "-o", str(self.folder / "libb.so")], check=True)
        self.assertIn("needs glibc 2.", "".join(self.faults([2, 1])))
        self.assertEqual(self.faults([2, 17]), [])

    def test_wants_libraries(self):
        self.assertEqual(self.faults(), ["has no libraries"])

    def test_wants_licences(self):
        self.library(name="libOpenCL.so.1")
        self.name_components("OpenCL-ICD-Loader")
        self.assertEqual(self.faults(), ["has libOpenCL.so*, but not the LICENSE of opencl-icd-loader"])
        shutil.copy(ROOT / "third_party/opencl-icd-loader/LICENSE", self.folder / "LICENSE.opencl-icd-loader")
        self.assertEqual(self.faults(), [])
        (self.folder / "LICENSE").unlink()
        self.assertEqual(self.faults(), ["has no LICENSE of clmem"])

    def test_wants_sboms(self):
        self.library(name="libOpenCL.so.1")
        shutil.copy(ROOT / "third_party/opencl-icd-loader/LICENSE", self.folder / "LICENSE.opencl-icd-loader")
        self.assertIn("but no SBOM names OpenCL-ICD-Loader", "".join(self.faults()))
        self.name_components("OpenCL-ICD-Loader")
        self.assertEqual(self.faults(), [])
        (self.folder / "a.cdx.json").unlink()
        self.assertEqual(self.faults(), ["has no SBOM"])

    def test_wants_the_licence_of_what_the_page_of_the_command_contains(self):
        (self.folder / "bin").mkdir()
        self.library(name="bin/clmem")
        self.assertEqual(
            self.faults(), ["has bin/clmem, but not the LICENSE of uplot", f"has bin/clmem, but no SBOM names uPlot {self.uplot()}"]
        )
        shutil.copy(ROOT / "third_party/uplot/LICENSE", self.folder / "LICENSE.uplot")
        self.name_components("uPlot")
        self.assertEqual(self.faults(), [])

    def uplot(self):
        return json.loads((ROOT / "third_party/components.json").read_text(encoding="utf-8"))["uplot"]["version"]

    def test_wants_hardening(self):
        for option, fault in (
            ("-Wl,-z,lazy", "not linked with -z relro"),
            ("-Wl,-z,norelro", "not linked with -z relro"),
            ("-Wl,-z,execstack", "executable stack"),
        ):
            with self.subTest(option):
                self.library(option)
                self.assertIn(fault, "".join(self.faults()))
        self.library(name="libclmem.so.0.1")
        self.assertIn("neither canaries", "".join(self.faults()))
        self.library("-fstack-protector-all", name="libclmem.so.0.1")
        self.library()
        self.assertEqual(self.faults(), [])

    def test_wants_licences_of_what_zig_links(self):
        self.library()
        with open(self.folder / "liba.so", "ab") as library:
            library.write(b"libc++abi: ")
        self.assertEqual(len(self.faults()), 2)
        for name, licences in enumerate(*shipped.LINKED.values()):
            (self.folder / f"LICENSE.{name}").write_bytes(licences)
        self.assertEqual(self.faults(), [])
        self.name_components("zlib")
        self.assertIn("no SBOM names libc++", "".join(self.faults()))

    def test_looks_into_archives(self):
        archive = self.folder.parent / "clmem.whl"
        with zipfile.ZipFile(archive, "w") as wheel:
            wheel.writestr("clmem/CL/cl.h", "")
        faults = shipped.faults_of(archive, None)
        self.assertEqual(len(faults), 4, faults)


if __name__ == "__main__":
    unittest.main()
