#!/usr/bin/env python3
"""Checks what crates.io and docs.rs show of crates: crate_metadata.py CRATE..."""

import pathlib
import re
import sys
import tarfile
import tomllib

from project import project_version

REPOSITORY = "https://github.com/clmem/clmem"
MOST_BYTES = 10 * 2**20  # crates.io refuses larger ones
# A category that crates.io does not know is dropped without an error.
CATEGORIES = {"external-ffi-bindings", "memory-management", "hardware-support"}


def contents(path):
    """The texts in a crate, by the path below its folder."""
    with tarfile.open(path) as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        return {name.name.split("/", 1)[1]: archive.extractfile(name).read().decode("utf-8") for name in files}


def word_faults(package):
    """Complaints about keywords and categories."""
    keywords, categories = package.get("keywords", []), package.get("categories", [])
    if not 1 <= len(keywords) <= 5:
        yield f"has {len(keywords)} keywords, expected 1 to 5"
    for word in keywords:
        if not re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9_+-]{0,19}", word):
            yield f'keyword "{word}": expected at most 20 letters, digits, "_", "+" and "-"'
    if not 1 <= len(categories) <= 5:
        yield f"has {len(categories)} categories, expected 1 to 5"
    for word in categories:
        if word not in CATEGORIES:
            yield f'category "{word}": expected one of {sorted(CATEGORIES)}'


def feature_faults(features, texts):
    """Complaints about features that the README or the crate's page on docs.rs does not explain."""
    for feature in sorted(set(features) - {"default"}):
        for name, text in texts.items():
            if f"`{feature}`" not in text:
                yield f"{name} does not name the feature {feature}"


def faults(path):
    """Complaints about a crate."""
    files = contents(path)
    manifest = tomllib.loads(files["Cargo.toml"])
    package = manifest["package"]
    has_headers = any(name.startswith("core/third_party/opencl-headers/") for name in files)
    expected = {
        "version": project_version(),
        "license": "MIT AND Apache-2.0" if has_headers else "MIT",
        "repository": REPOSITORY,
        "documentation": f"https://docs.rs/{package['name']}",
        "readme": "README.md",
        "rust-version": "1.85",
    }
    for key, value in expected.items():
        if package.get(key) != value:
            yield f'{key}: expected "{value}", got "{package.get(key)}"'
    if not package.get("description"):
        yield "has no description"
    yield from word_faults(package)
    if path.stat().st_size >= MOST_BYTES:
        yield f"has {path.stat().st_size} bytes, expected less than {MOST_BYTES}"
    documentation = "\n".join(line for line in files["src/lib.rs"].splitlines() if line.startswith("//!"))
    texts = {"README.md": files["README.md"], "src/lib.rs": documentation}
    yield from feature_faults(manifest.get("features", {}), texts)


def main():
    failed = False
    for path in map(pathlib.Path, sys.argv[1:]):
        for fault in faults(path):
            print(f"{path}: {fault}", file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
