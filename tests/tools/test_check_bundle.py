"""tools/packages/check_bundle.py finds what Maven Central would refuse, and what clmem must not publish there."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/packages"))
import check_bundle  # noqa: E402

VERSION = check_bundle.project_version()
PLACE = f"io/clmem/clmem/{VERSION}/"
STEM = f"clmem-{VERSION}"
NATIVES = f"{STEM}-natives-linux-x86_64.jar"
MANIFEST = "META-INF/MANIFEST.MF"


def library(folder):
    """A shared library that needs nothing."""
    source, made = folder / "a.c", folder / "a.so"
    source.write_text("int a(void);\nint a(void) { return 0; }\n", encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-nostdlib", "-Wl,-z,relro,-z,now", str(source), "-o", str(made)], check=True)
    return made.read_bytes()


class BundleCase(unittest.TestCase):
    """Makes a bundle without faults, and lists the faults of one that a test has changed."""

    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.library = library(cls.folder)

    def setUp(self):
        licence = (ROOT / "LICENSE").read_bytes()
        plain = {"META-INF/LICENSE": licence}
        self.jars = {f"{STEM}-sources.jar": dict(plain), f"{STEM}-javadoc.jar": dict(plain)}
        plain["META-INF/sbom/clmem.cdx.json"] = b'{"components": []}'
        self.jars[f"{STEM}.jar"] = {**plain, "module-info.class": b""}
        for processor, machine in check_bundle.PROCESSORS.items():
            binary = self.library[:18] + machine.to_bytes(2, "little") + self.library[20:]
            files = {"module-info.class": b"", "io/a.so": binary, MANIFEST: b"Clmem-Needs-Glibc: 2.17\n"}
            self.jars[f"{STEM}-natives-linux-{processor}.jar"] = {**plain, **files}
        self.pom = (ROOT / "bindings/java/pom.xml").read_text(encoding="utf-8")
        self.changes = {}

    def files(self):
        """The bundle's files by name. What a test puts into self.changes replaces them; None removes one."""
        files = {f"{STEM}.pom": self.pom.encode()}
        for name, content in self.jars.items():
            path = self.folder / "made.jar"
            with zipfile.ZipFile(path, "w") as jar:
                for entry, data in content.items():
                    jar.writestr(zipfile.ZipInfo(entry), data)
            files[name] = path.read_bytes()
        for name, data in list(files.items()):
            files.update({f"{name}.{digest}": hashlib.new(digest, data).hexdigest().encode() for digest in ("md5", "sha1")})
        files.update(self.changes)
        return {name: data for name, data in files.items() if data is not None}

    def faults(self, is_signed=False):
        path = self.folder / "bundle.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in self.files().items():
                archive.writestr(name if "/" in name else PLACE + name, data)
        return check_bundle.faults_of(path, is_signed)

    def assert_fault(self, text):
        faults = self.faults()
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(text, faults[0])

    def without_in_pom(self, begin, end):
        head, rest = self.pom.split(begin, 1)
        return head + rest.split(end, 1)[1]


class Bundle(BundleCase):
    def test_accepts_a_whole_bundle(self):
        self.assertEqual(self.faults(), [])

    def test_wants_each_file(self):
        for name in self.files():
            if name.endswith((".jar", ".pom")):
                with self.subTest(name):
                    self.changes = {name: None}
                    self.assert_fault(f"has no {name}")

    def test_refuses_other_files(self):
        self.changes = {f"{STEM}-tests.jar": b""}
        self.assert_fault("not expected")
        self.changes = {f"io/clmem/{STEM}.jar": b""}
        self.assert_fault("expected it in")

    def test_wants_true_checksums(self):
        for digest in ("md5", "sha1"):
            self.changes = {f"{NATIVES}.{digest}": None}
            self.assert_fault(f"has no .{digest}")
        for digest in check_bundle.DIGESTS:
            self.changes = {f"{NATIVES}.{digest}": b"0"}
            self.assert_fault("is not the checksum")

    def test_wants_what_describes_the_project(self):
        for part in ("name", "description", "url", "licenses", "developers", "scm"):
            with self.subTest(part):
                pom, self.pom = self.pom, self.without_in_pom(f"\n  <{part}>", f"</{part}>")
                self.assertIn(f"pom: has no {part}", "\n".join(self.faults()))
                self.pom = pom
        self.pom = self.without_in_pom("    <connection>", "</connection>")
        self.assert_fault("has no scm/connection")

    def test_wants_the_same_coordinates(self):
        good = self.pom
        for name, value in (("groupId", "io.clmem"), ("artifactId", "clmem"), ("version", VERSION)):
            self.pom = good.replace(f"<{name}>{value}</{name}>", f"<{name}>{value}-SNAPSHOT</{name}>", 1)
            self.assert_fault(f"expected {name} {value}, got {value}-SNAPSHOT")

    def test_refuses_dependencies_that_are_not_released(self):
        good = self.pom
        self.pom = good.replace("<scope>provided</scope>", "<scope>system</scope>")
        self.assert_fault("junit-jupiter-api has the scope system")
        self.pom = good.replace("<version>2.11.0</version>", "<version>2.11.0-SNAPSHOT</version>")
        self.assert_fault("release of the dependency gson")

    def test_wants_licences_in_each_jar(self):
        for name in self.jars:
            with self.subTest(name):
                licence = self.jars[name].pop("META-INF/LICENSE")
                self.assert_fault(f"{name}: has no LICENSE of clmem")
                self.jars[name]["META-INF/LICENSE"] = licence

    def test_wants_modules(self):
        for name in (f"{STEM}.jar", NATIVES):
            module = self.jars[name].pop("module-info.class")
            self.assert_fault(f"{name}: has no module-info.class")
            self.jars[name]["module-info.class"] = module

    def test_refuses_natives_of_this_system(self):
        for glibc in (b"Clmem-Needs-Glibc: 2.36\n", b"Clmem-Needs-Glibc: new\n", b""):
            self.jars[NATIVES][MANIFEST] = glibc
            self.assert_fault("expected Clmem-Needs-Glibc of at most 2.17")

    def test_reads_what_the_libraries_need(self):
        with unittest.mock.patch.object(check_bundle, "NEWEST_GLIBC", [2, 1]):
            self.jars[NATIVES]["io/python"] = pathlib.Path(os.path.realpath("/proc/self/exe")).read_bytes()
            self.assertIn("io/python: needs glibc 2.", "\n".join(self.faults()))

    def test_refuses_natives_of_another_processor(self):
        other = self.jars[f"{STEM}-natives-linux-aarch64.jar"]["io/a.so"]
        self.jars[NATIVES]["io/a.so"] = other
        self.assert_fault("io/a.so is for another processor than x86_64")

    def test_wants_libraries_in_natives(self):
        del self.jars[NATIVES]["io/a.so"]
        self.assert_fault("has no libraries")

    def test_refuses_large_jars(self):
        self.jars[NATIVES]["large"] = bytes(2_000_001)
        self.assert_fault("expected at most 2000000")

    def test_refuses_what_is_no_jar(self):
        data = b"text"
        digests = {f"{NATIVES}.{digest}": hashlib.new(digest, data).hexdigest().encode() for digest in ("md5", "sha1")}
        self.changes = {NATIVES: data, **digests}
        self.assert_fault("is not a zip archive")


@unittest.skipUnless(shutil.which("gpg"), "gpg is not installed")
class Signatures(BundleCase):
    def setUp(self):
        super().setUp()
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        patch = unittest.mock.patch.dict(os.environ, GNUPGHOME=home.name)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(subprocess.run, ["gpgconf", "--kill", "gpg-agent"], check=False)
        self.gpg("--passphrase", "", "--quick-generate-key", "test <test@example.org>", "ed25519")
        for name, data in self.files().items():
            if name.endswith((".jar", ".pom")):
                self.changes[f"{name}.asc"] = self.gpg("--armor", "--detach-sign", data=data)

    def gpg(self, *arguments, data=b""):
        command = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", *arguments]
        return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout

    def test_accepts_signed_files(self):
        self.assertEqual(self.faults(is_signed=True), [])

    def test_wants_a_signature_of_each_file(self):
        for name in [name for name in self.changes if name.endswith(".asc")]:
            good = self.changes.pop(name)
            self.assertEqual(self.faults(is_signed=True), [f"{name[:-4]}: has no .asc"])
            self.changes[name] = good

    def test_refuses_the_signature_of_another_file(self):
        self.changes[f"{NATIVES}.asc"] = self.changes[f"{STEM}.pom.asc"]
        (fault,) = self.faults(is_signed=True)
        self.assertIn("BAD signature", fault)


if __name__ == "__main__":
    unittest.main()
