"""Compares the interface with its baseline by abidiff, as libraries that a linker sees.

Neither side is the real library, whose exports and their versions tests/install checks: both are libraries of empty functions, one
compiled against the headers, the other against declarations that are made from the baseline."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ERROR, CHANGE, INCOMPATIBLE = 3, 4, 8  # bits of abidiff's exit status
BEGIN = "#include <CL/cl.h>\n#include <stddef.h>\n#include <stdint.h>\ntypedef int32_t clmem_status;"


def is_core(entry: dict) -> bool:
    return "experimental" not in entry


def declarations(baseline: dict) -> list[str]:
    """What the headers of the baseline declared."""
    lines = [BEGIN]
    lines += [f"typedef struct {name}_token *{name};" for name in baseline["handles"]]
    lines += [f"typedef struct {name} {name};" for name in baseline["structs"]]
    for name, callback in baseline["callbacks"].items():
        lines.append(f"typedef {callback['result']} (*{name})({', '.join(callback['parameters'])});")
    for name, struct in baseline["structs"].items():
        members = "".join(member(key, what["type"]) for key, what in struct["members"].items())
        lines.append(f"struct {name} {{ {members} }};")
    return lines


def member(name: str, kind: str) -> str:
    bare, _, length = kind.partition("[")
    return f"{bare} {name}{'[' + length if length else ''}; "


def functions(baseline: dict) -> list[str]:
    lines = []
    for name, function in baseline["functions"].items():
        if is_core(function):
            parameters = ", ".join(f"{kind} p{number}" for number, kind in enumerate(function["parameters"]))
            lines.append(f"clmem_status {name}({parameters}) {{ return 0; }}")
    return lines


def library(lines: list[str], path: Path, root: Path) -> Path:
    """Compiles the lines, with debug information, which abidiff reads."""
    source = path.with_suffix(".c")
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    includes = [f"-I{root / 'include'}", f"-I{root / 'third_party/opencl-headers'}", "-DCL_TARGET_OPENCL_VERSION=300"]
    subprocess.run(["cc", "-g", "-w", "-fPIC", "-shared", *includes, source, "-o", path], check=True)
    return path


def compare(old: dict, new: dict, root: Path) -> tuple[list[str], list[str]]:
    """What breaks programs, and what else has changed, in abidiff's words."""
    if shutil.which("abidiff") is None:
        raise SystemExit("abidiff is missing: install it, on Debian and Ubuntu with the package abigail-tools")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = library(declarations(old) + functions(old), folder / "before.so", root)
        after = library(["#include <clmem_extras.h>", *functions(new)], folder / "after.so", root)
        done = subprocess.run(["abidiff", before, after], capture_output=True, text=True)
    if done.returncode & ERROR:
        raise SystemExit(f"abidiff failed:\n{done.stdout}{done.stderr}")
    said = [f"abidiff: {line}" for line in re.sub(r"\n\s*\n", "\n", done.stdout).splitlines()] if done.returncode else []
    return (said, []) if done.returncode & INCOMPATIBLE else ([], said)
