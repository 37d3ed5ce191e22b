#!/usr/bin/env python3
"""Checks what is shipped: shipped.py [--glibc VERSION] ARTIFACT...

An artifact is a folder, a jar, a wheel, an sdist, a crate, a tarball, or a program. Its libraries and programs must search
for others only next to themselves: an empty or relative RUNPATH would load code from the current directory. They must be
hardened: tables that are read-only after loading, no executable stack, and clmem's library with canaries. An artifact must
contain clmem's licence and that of each project of which it contains files, and a bill of materials (SBOM) that names
those projects in the version of third_party (a program needs none). With --glibc, its libraries must need no newer glibc,
and no C++ library of the system. Those that contain Zig's must have its licences and an SBOM."""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
THIRD_PARTY = {"libOpenCL.so*": "opencl-icd-loader", "CL/cl.h": "opencl-headers", "bin/clmem": "uplot"}
# What Zig links statically into a library, by a text in the library, and by the first words of the licence.
LINKED = {b"libc++abi: ": (b"The LLVM Project is under the Apache License", b"The MIT License (Expat)\n\nCopyright (c) Zig")}
SOURCES = (".tar.gz", ".crate")
DOCUMENTATION = ("-sources.jar", "-javadoc.jar")  # which belong to a jar of classes


def unpack(artifact, folder):
    """Extracts an archive into a folder."""
    if artifact.name.endswith(SOURCES):
        with tarfile.open(artifact) as archive:
            archive.extractall(folder)
    else:
        with zipfile.ZipFile(artifact) as archive:
            archive.extractall(folder)


def is_elf(path):
    return path.is_file() and path.read_bytes()[:4] == b"\x7fELF"


def libraries(folder):
    """The ELF files in a folder, without symbolic links."""
    return [path for path in sorted(folder.rglob("*")) if is_elf(path) and not path.is_symlink()]


def readelf(option, path):
    command = ["readelf", "--wide", option, str(path)]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def search_faults(path):
    """Complaints about the folders in which a library searches for others."""
    for kind, value in re.findall(r"\((RPATH|RUNPATH)\).*\[(.*)\]", readelf("--dynamic", path)):
        for element in value.split(":"):
            if not re.fullmatch(r"\$ORIGIN(/.*)?", element):
                yield f'{kind} "{value}": expected $ORIGIN or a folder relative to it, got "{element}"'


def system_faults(path, newest):
    """Complaints about what a library needs of the system beyond a version of glibc."""
    for version in sorted(set(re.findall(r"Name: GLIBC_([0-9.]+)", readelf("--version-info", path)))):
        if [int(part) for part in version.split(".")] > newest:
            yield f"needs glibc {version}"
    for needed in re.findall(r"\(NEEDED\).*\[(lib(?:std)?c\+\+.*|libgcc_s.*)\]", readelf("--dynamic", path)):
        yield f"needs {needed}"


def hardening_faults(path):
    """Complaints about what makes a library's faults easier to exploit. cmake/hardening.cmake has the options."""
    segments = readelf("--program-headers", path)
    if "GNU_RELRO" not in segments or "NOW" not in readelf("--dynamic", path):
        yield "is not linked with -z relro -z now"
    if not re.search(r"GNU_STACK .* RW ", segments):
        yield "has an executable stack"
    # Either is enough: Zig may link the function that a changed canary calls into the library.
    if path.match("libclmem*.so*") and not re.search(r"__stack_chk_fail|__\w+_chk\b", readelf("--dyn-syms", path)):
        yield "has neither canaries on its stack nor checked copies"


def library_faults(path, newest):
    """Complaints about a library or a program."""
    return [*search_faults(path), *hardening_faults(path), *(system_faults(path, newest) if newest else [])]


def licence_faults(folder):
    """The licences that are missing in a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    texts = {path.read_bytes() for path in files if "LICENSE" in path.name}
    if (ROOT / "LICENSE").read_bytes() not in texts:
        yield "has no LICENSE of clmem"
    for pattern, project in THIRD_PARTY.items():
        has_files = any(path.match(pattern) for path in files)
        if has_files and (ROOT / "third_party" / project / "LICENSE").read_bytes() not in texts:
            yield f"has {pattern}, but not the LICENSE of {project}"
    for path in libraries(folder):
        for part, licences in LINKED.items():
            if part in path.read_bytes():
                missing = [words for words in licences if not any(words in text for text in texts)]
                yield from (f'{path.name} is linked with Zig\'s libraries; no LICENSE has "{words.decode()}"' for words in missing)


def sbom_faults(folder):
    """What the SBOMs in a folder leave out."""
    bills = [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("*.cdx.json")]
    if not bills:
        yield "has no SBOM"
        return
    named = {component["name"]: component["version"] for bill in bills for component in bill.get("components", [])}
    described = json.loads((ROOT / "third_party/components.json").read_text(encoding="utf-8"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    for pattern, project in THIRD_PARTY.items():
        name, version = described[project]["name"], described[project]["version"]
        if any(path.match(pattern) for path in files) and named.get(name) != version:
            yield f"has {pattern}, but no SBOM names {name} {version}"
    if any(part in path.read_bytes() for path in libraries(folder) for part in LINKED) and "libc++" not in named:
        yield "is linked with Zig's libraries, but no SBOM names libc++"


def faults(folder, newest, has_libraries, has_sbom=True):
    """Complaints about the files of an artifact."""
    yield from licence_faults(folder)
    if has_sbom:
        yield from sbom_faults(folder)
    found = libraries(folder)
    if has_libraries and not found:
        yield "has no libraries"
    for path in found:
        yield from (f"{path.relative_to(folder)}: {fault}" for fault in library_faults(path, newest))


def faults_of(artifact, newest):
    """Complaints about an artifact."""
    if artifact.is_dir():
        return list(faults(artifact, newest, True))
    if is_elf(artifact):
        return library_faults(artifact, newest)
    has_libraries = artifact.suffix == ".whl" or "natives" in artifact.name or "-linux-" in artifact.name
    with tempfile.TemporaryDirectory() as name:
        unpack(artifact, name)
        return list(faults(pathlib.Path(name), newest, has_libraries, not artifact.name.endswith(DOCUMENTATION)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glibc", metavar="VERSION", help="the newest glibc that may be needed")
    parser.add_argument("artifacts", metavar="ARTIFACT", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    newest = [int(part) for part in arguments.glibc.split(".")] if arguments.glibc else None
    failed = False
    for artifact in arguments.artifacts:
        for fault in faults_of(artifact, newest):
            print(f"{artifact}: {fault}", file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
