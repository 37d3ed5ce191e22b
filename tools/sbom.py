"""Writes the software bills of materials (SBOM) that clmem's packages contain, as CycloneDX 1.6.

sbom.py [--check]                       writes, or checks, those of what is published as sources
sbom.py --output FILE [--third-party NAME]... [--linked NAME@VERSION]...
                                        writes that of a built artifact, with what is linked into it

What third_party contains is described in third_party/components.json, with a checksum of its files: a change of
the files must say which version they are. Of uplot it has the licence: the page of clmem view contains the program, which
tools/clmem/view/page/package.json names in the same version."""

import argparse
import hashlib
import json
import re
import sys
import uuid
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[1]
THIRD_PARTY = ROOT / "third_party"
REPOSITORY = "https://github.com/clmem/clmem"

# What packages link besides third_party: its licence, and where it comes from.
LINKED = {
    "CLI11": ("BSD-3-Clause", "pkg:github/CLIUtils/CLI11@v{version}"),
    "fmt": ("MIT", "pkg:github/fmtlib/fmt@{version}"),
    "libc++": ("Apache-2.0 WITH LLVM-exception", "pkg:github/llvm/llvm-project@llvmorg-{version}#libcxx"),
    "libc++abi": ("Apache-2.0 WITH LLVM-exception", "pkg:github/llvm/llvm-project@llvmorg-{version}#libcxxabi"),
    "libunwind": ("Apache-2.0 WITH LLVM-exception", "pkg:github/llvm/llvm-project@llvmorg-{version}#libunwind"),
    "nlohmann_json": ("MIT", "pkg:github/nlohmann/json@v{version}"),
    "zig": ("MIT", "pkg:github/ziglang/zig@{version}"),  # its compiler_rt
    "zlib": ("Zlib", "pkg:github/madler/zlib@v{version}"),
}

# What is published as sources, and what of third_party it contains.
OF_SOURCES = {
    "sbom.cdx.json": ("opencl-headers", "opencl-icd-loader", "uplot"),
    "bindings/java/sbom.cdx.json": (),  # of the jar of classes
    "bindings/rust/clmem-sys/sbom.cdx.json": ("opencl-headers",),
    "bindings/rust/clmem/sbom.cdx.json": ("opencl-headers",),
}


def version():
    """clmem's version, from its one place."""
    lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(clmem VERSION ([0-9.]+)", lists, re.MULTILINE)[1]


def checksum(folder):
    """SHA-256 of the names and contents of the files in a folder, but for clmem's own CMakeLists.txt."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "CMakeLists.txt"):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def described():
    """What third_party contains, as components.json says."""
    return json.loads((THIRD_PARTY / "components.json").read_text(encoding="utf-8"))


def third_party_faults():
    """Complaints about components.json."""
    components = described()
    folders = {path.name for path in THIRD_PARTY.iterdir() if path.is_dir()}
    for name in sorted(folders ^ components.keys()):
        yield f"third_party/components.json and the folders of third_party differ in {name}"
    for name in sorted(folders & components.keys()):
        found = checksum(THIRD_PARTY / name)
        if found != components[name]["sha256"]:
            yield (
                f"the files of third_party/{name} are not those of {components[name]['version']}; write the version that "
                f'they are into third_party/components.json, and "sha256": "{found}"'
            )


def component(name, number, licence, purl):
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=number,
        purl=PackageURL.from_string(purl),
        bom_ref=purl,
        licenses=[LicenseFactory().make_from_string(licence)],
    )


def bill(third_party, linked):
    """Returns an SBOM: `third_party` names folders of third_party, `linked` has pairs of a name in LINKED and a version."""
    components = described()
    clmem = component("clmem", version(), "MIT", f"pkg:github/clmem/clmem@v{version()}")
    clmem.external_references.add(ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(REPOSITORY)))
    contents = [
        component(c["name"], c["version"], c["license"], c["purl"]) for c in (components[name] for name in third_party)
    ]
    for name, number in linked:
        licence, purl = LINKED[name]
        contents.append(component(name, number, licence, purl.format(version=number)))
    # The same contents give the same file: no time, and a number that depends on the contents alone.
    names = " ".join(sorted(str(c.purl) for c in (clmem, *contents)))
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"{REPOSITORY} {names}"), components=contents)
    bom.metadata.timestamp = None
    bom.metadata.component = clmem
    bom.register_dependency(clmem, contents)
    text = JsonV1Dot6(bom).output_as_string(indent=2) + "\n"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        raise ValueError(f"the SBOM is invalid: {fault}")
    return text


def of_sources(check):
    """Writes or checks the SBOMs of sources; returns whether one is out of date."""
    faults = list(third_party_faults())
    for name, third_party in OF_SOURCES.items():
        path, text = ROOT / name, bill(third_party, [])
        if not check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            faults.append(f"{name} is out of date; ./dev generate writes it")
    for fault in faults:
        print(f"sbom.py: {fault}", file=sys.stderr)
    return bool(faults)


def linked_component(text):
    """Reads NAME@VERSION."""
    name, at, number = text.partition("@")
    if name not in LINKED or not at or not number:
        raise argparse.ArgumentTypeError(f"expected NAME@VERSION with one of {', '.join(sorted(LINKED))}, got {text}")
    return name, number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    parser.add_argument("--output", metavar="FILE", type=Path, help="the SBOM of a built artifact")
    parser.add_argument("--third-party", metavar="NAME", action="append", default=[], choices=sorted(described()))
    parser.add_argument("--linked", metavar="NAME@VERSION", action="append", default=[], type=linked_component)
    arguments = parser.parse_args()
    if not arguments.output:
        return of_sources(arguments.check)
    arguments.output.write_text(bill(arguments.third_party, arguments.linked), encoding="utf-8")
    return False


if __name__ == "__main__":
    sys.exit(main())
