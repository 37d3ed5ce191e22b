#!/usr/bin/env python3
"""Checks a bundle for Maven Central: check_bundle.py [--unsigned] BUNDLE

The rules are those of the portal (https://central.sonatype.org/publish/requirements/), and clmem's: natives for both
processors that need no newer glibc than 2.17, the licences in each jar, a module descriptor, and small jars. With
--unsigned, missing signatures are reported, but are no fault. Signatures are checked with gpg, whose keyring must have
the key."""

import argparse
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

from project import ROOT, project_version

sys.path.insert(0, str(ROOT / "tests/install"))
import shipped  # noqa: E402

GROUP, ARTIFACT = "io.clmem", "clmem"
NEWEST_GLIBC = [2, 17]
MOST_BYTES = 2_000_000
REQUIRED_DIGESTS = ("md5", "sha1")
DIGESTS = (*REQUIRED_DIGESTS, "sha256", "sha512")
PROCESSORS = {"x86_64": 62, "aarch64": 183}  # by ELF's number
REQUIRED_IN_POM = ("name", "description", "url", "licenses/license/name", "licenses/license/url")
REQUIRED_IN_POM += ("developers/developer/name", "scm/url", "scm/connection", "scm/developerConnection")


def read_pom(path):
    """The root element of a pom, without namespaces."""
    text = re.sub(r' xmlns="[^"]*"', "", path.read_text(encoding="utf-8"))
    return xml.etree.ElementTree.fromstring(text)


def text_of(pom, path):
    return (pom.findtext(path) or "").strip()


def pom_faults(pom, version):
    """Complaints about a pom."""
    expected = {"groupId": GROUP, "artifactId": ARTIFACT, "version": version}
    for name, value in expected.items():
        if text_of(pom, name) != value:
            yield f"pom: expected {name} {value}, got {text_of(pom, name) or 'none'}"
    yield from (f"pom: has no {path}" for path in REQUIRED_IN_POM if not text_of(pom, path))
    for dependency in pom.iterfind("dependencies/dependency"):
        name = text_of(dependency, "artifactId")
        number = text_of(dependency, "version")
        if text_of(dependency, "scope") == "system":
            yield f"pom: the dependency {name} has the scope system"
        if not number or number.endswith("-SNAPSHOT"):
            yield f"pom: expected a release of the dependency {name}, got version {number or 'none'}"


def digest_faults(path):
    """Complaints about the checksums of a file."""
    for name in DIGESTS:
        checksum = path.with_name(f"{path.name}.{name}")
        if not checksum.is_file():
            if name in REQUIRED_DIGESTS:
                yield f"{path.name}: has no .{name}"
            continue
        if checksum.read_text(encoding="ascii").split()[:1] != [hashlib.new(name, path.read_bytes()).hexdigest()]:
            yield f"{checksum.name}: is not the checksum of {path.name}"


def signature_faults(path):
    """Complaints about the signature of a file."""
    signature = path.with_name(path.name + ".asc")
    if not signature.is_file():
        yield f"{path.name}: has no .asc"
        return
    command = ["gpg", "--batch", "--verify", str(signature), str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        yield f"{signature.name}: {done.stdout.strip().splitlines()[-1]}"


def manifest(jar):
    """The entries of a jar's manifest that fit into one line."""
    text = jar.read("META-INF/MANIFEST.MF").decode() if "META-INF/MANIFEST.MF" in jar.namelist() else ""
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)


def natives_faults(path, processor):
    """Complaints about a jar of natives beyond those about every jar."""
    with zipfile.ZipFile(path) as jar:
        glibc = manifest(jar).get("Clmem-Needs-Glibc", "")
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)+", glibc) or [int(part) for part in glibc.split(".")] > NEWEST_GLIBC:
            yield f"{path.name}: expected Clmem-Needs-Glibc of at most 2.17 in the manifest, got {glibc or 'none'}"
        for name in jar.namelist():
            head = jar.read(name)[:20]
            machine = int.from_bytes(head[18:20], "little")
            if head[:4] == b"\x7fELF" and machine != PROCESSORS[processor]:
                yield f"{path.name}: {name} is for another processor than {processor}"


def jar_faults(path):
    """Complaints about a jar."""
    if not zipfile.is_zipfile(path):
        yield f"{path.name}: is not a zip archive"
        return
    if path.stat().st_size > MOST_BYTES:
        yield f"{path.name}: {path.stat().st_size} bytes, expected at most {MOST_BYTES}"
    yield from (f"{path.name}: {fault}" for fault in shipped.faults_of(path, NEWEST_GLIBC))
    is_code = not path.stem.endswith(("-sources", "-javadoc"))
    with zipfile.ZipFile(path) as jar:
        if is_code and "module-info.class" not in jar.namelist():
            yield f"{path.name}: has no module-info.class"
    if processor := re.search(r"-natives-linux-(\w+)$", path.stem):
        yield from natives_faults(path, processor[1])


def component_faults(folder, version, is_signed):
    """Complaints about the files of one version."""
    stem = f"{ARTIFACT}-{version}"
    natives = [f"{stem}-natives-linux-{processor}.jar" for processor in PROCESSORS]
    expected = {f"{stem}.pom", f"{stem}.jar", f"{stem}-sources.jar", f"{stem}-javadoc.jar", *natives}
    derived = tuple(f".{name}" for name in (*DIGESTS, "asc"))
    files = {path.name for path in folder.iterdir() if not path.name.endswith(derived)}
    yield from (f"has no {name}" for name in sorted(expected - files))
    yield from (f"{name}: not expected" for name in sorted(files - expected))
    for path in sorted(folder / name for name in files & expected):
        yield from digest_faults(path)
        if is_signed:
            yield from signature_faults(path)
        if path.suffix == ".jar":
            yield from jar_faults(path)
    if f"{stem}.pom" in files:
        yield from pom_faults(read_pom(folder / f"{stem}.pom"), version)


def faults_of(bundle, is_signed=True):
    """Complaints about a bundle."""
    version = project_version()
    place = f"{GROUP.replace('.', '/')}/{ARTIFACT}/{version}/"
    with tempfile.TemporaryDirectory() as name, zipfile.ZipFile(bundle) as archive:
        files = [entry for entry in archive.namelist() if not entry.endswith("/")]
        outside = [entry for entry in files if not re.fullmatch(re.escape(place) + "[^/]+", entry)]
        found = [f"{entry}: expected it in {place}" for entry in outside]
        archive.extractall(name)
        folder = pathlib.Path(name, place)
        if not folder.is_dir():
            return [*found, f"has no folder {place}"]
        return found + list(component_faults(folder, version, is_signed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unsigned", action="store_true", help="accept a bundle without signatures")
    parser.add_argument("bundle", metavar="BUNDLE", type=pathlib.Path)
    arguments = parser.parse_args()
    faults = faults_of(arguments.bundle, not arguments.unsigned)
    for fault in faults:
        print(f"{arguments.bundle}: {fault}", file=sys.stderr)
    if arguments.unsigned:
        print(f"{arguments.bundle}: not signed; the portal refuses it. CLMEM_GPG_KEY names the key to sign with.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
