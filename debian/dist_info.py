#!/usr/bin/env python3
"""Writes what pip and importlib.metadata read about the package: dist_info.py PROJECT FOLDER

The folder clmem-VERSION.dist-info, as a wheel of the project would contain it, but without RECORD: the package is
Debian's to remove, and pip refuses to."""

import pathlib
import runpy
import sys
import tomllib

import cffi
import pyproject_metadata
from packaging.version import Version


def main(project, folder):
    project = pathlib.Path(project)
    description = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    version = runpy.run_path(str(project / "clmem/_version.py"))["__version__"]
    # What wheels need for newer versions of Python; a module works with the cffi that wrote it, and with newer ones.
    needed = description["project"]["dependencies"]
    description["project"]["dependencies"] = [
        f"cffi>={cffi.__version__}" if each.startswith("cffi>=") else each for each in needed
    ]
    if description["project"]["dependencies"] == needed and f"cffi>={cffi.__version__}" not in needed:
        sys.exit(f"expected cffi>=VERSION in the dependencies of {project}/pyproject.toml, got {needed}")
    # Debian 12's module reads no licence expressions.
    description["project"]["license"] = {"text": description["project"]["license"]}
    description["project"].pop("license-files", None)
    metadata = pyproject_metadata.StandardMetadata.from_pyproject(description, project_dir=project)
    metadata.version = Version(version)
    metadata.dynamic = []
    target = pathlib.Path(folder, f"clmem-{version}.dist-info")
    target.mkdir(exist_ok=True)
    (target / "METADATA").write_text(str(metadata.as_rfc822()), encoding="utf-8")
    entry_points = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in members.items())])
        for group, members in description["project"].get("entry-points", {}).items()
    ]
    (target / "entry_points.txt").write_text("\n\n".join(entry_points) + "\n", encoding="utf-8")
    (target / "INSTALLER").write_text("debian\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
