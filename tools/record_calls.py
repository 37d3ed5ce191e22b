#!/usr/bin/env python3
"""Records into tests/calls.json which functions of the C interface each test file of a binding calls.

The calls are observed at run time: this tool builds, from docs/api.json, a library with one jump per function that is
loaded before libclmem (LD_PRELOAD), notes each call, and jumps to the real function. x86-64 only.

Build first: the library in build/release; for Python ./dev test --only python; for Java ./dev test --only java. The
Rust tests are built here. Without arguments all languages are recorded. docs/coverage.md uses the record: run ./dev
generate afterwards."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import contract
from generator import evidence

ROOT = contract.ROOT
RECORD = ROOT / "tests/calls.json"
BUILT = ROOT / "build/release"

STUB = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define HIDDEN __attribute__((visibility("hidden"), used))
enum {{ count = {count} }};
static const char *names[count] = {{{names}}};
HIDDEN char recorded_called[count];
HIDDEN void *recorded_real[count];
__attribute__((constructor)) static void find(void) {{
    void *library = dlopen(getenv("RECORD_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    if (!library) {{ _exit(126); }}
    for (int i = 0; i < count; ++i) {{ recorded_real[i] = dlsym(library, names[i]); }}
}}
__attribute__((destructor)) static void tell(void) {{
    int file = open(getenv("RECORD_FILE"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    for (int i = 0; i < count; ++i) {{
        if (recorded_called[i] && (write(file, names[i], strlen(names[i])) < 0 || write(file, "\n", 1) < 0)) {{ return; }}
    }}
    close(file);
}}
"""
JUMP = r"""__asm__(".text\n.globl {name}\n.type {name}, @function\n{name}:\n"
        "movb $1, recorded_called+{index}(%rip)\njmp *recorded_real+8*{index}(%rip)\n");
"""


def make_stub(folder: Path) -> Path:
    """Builds the library that is loaded before libclmem."""
    names = [function["name"] for function in contract.api()["functions"]]
    text = STUB.format(count=len(names), names=", ".join(f'"{name}"' for name in names))
    text += "".join(JUMP.format(name=name, index=index) for index, name in enumerate(names))
    (folder / "stub.c").write_text(text, encoding="utf-8")
    library = folder / "librecord.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", folder / "stub.c", "-o", library, "-ldl"], check=True)
    return library


@dataclass
class Run:
    """A test file, and the command that runs only it."""

    file: str
    command: list
    environment: dict = field(default_factory=dict)


def of_python() -> Iterator[Run]:
    pytest = [ROOT / "build/python-venv/bin/pytest", "-q", "--rootdir", ROOT / "bindings/python"]
    for path in sorted(ROOT.glob("bindings/python/tests/test_*.py")):
        yield Run(str(path.relative_to(ROOT)), [*pytest, path])


def of_java() -> Iterator[Run]:
    maven = ["mvn", "-B", "-q", f"-Dmaven.repo.local={ROOT / 'build/m2'}", "-f", ROOT / "bindings/java/pom.xml", "test"]
    for path in sorted(ROOT.glob("bindings/java/src/test/java/io/clmem/*Test.java")):
        yield Run(str(path.relative_to(ROOT)), [*maven, f"-Dtest={path.stem}"])


def of_rust() -> Iterator[Run]:
    """The Rust tests, linked with the shared library."""
    folder = BUILT / "lib"
    shared = {"CLMEM_LIB_DIR": str(folder), "LD_LIBRARY_PATH": str(folder)}
    cargo = ["cargo", "test", "--quiet", "--locked", "--package", "clmem", "--no-default-features", "--features", "opencl3"]
    cargo += ["--manifest-path", ROOT / "bindings/rust/Cargo.toml", "--target-dir", ROOT / "build/rust-recorded"]
    built = subprocess.run([*cargo, "--no-run", "--message-format=json"], env={**os.environ, **shared}, stdout=subprocess.PIPE, check=True)
    for line in built.stdout.decode().splitlines():
        target = json.loads(line)
        if target.get("executable") and "test" in target["target"]["kind"]:
            path = Path(target["target"]["src_path"])
            yield Run(str(path.relative_to(ROOT)), [target["executable"]], shared)


LANGUAGES = {"Python": of_python, "Java": of_java, "Rust": of_rust}


def record(run: Run, stub: Path, file: Path) -> set[str]:
    """The functions that a run calls, including those called in child processes."""
    file.unlink(missing_ok=True)
    preload = {"LD_PRELOAD": str(stub), "RECORD_FILE": str(file), "RECORD_LIBRARY": str(BUILT / "lib/libclmem.so")}
    done = subprocess.run(run.command, cwd=ROOT, env={**os.environ, **run.environment, **preload}, stdout=subprocess.DEVNULL)
    if done.returncode:
        print(f"{run.file} failed with exit status {done.returncode}", file=sys.stderr)
    return set(file.read_text(encoding="utf-8").split()) if file.exists() else set()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", nargs="*", choices=[*LANGUAGES, []], help="record only these")
    wanted = parser.parse_args().language or [*LANGUAGES]
    found = contract.read(RECORD) if RECORD.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        stub = make_stub(Path(name))
        for language in wanted:
            files = {}
            for run in LANGUAGES[language]():
                files[run.file] = record(run, stub, Path(name) / "calls")
                print(f"{language}: {run.file} calls {len(files[run.file])} functions", flush=True)
            best = {each["name"]: evidence.choose(each, files) for each in contract.api()["functions"]}
            found[language] = {function: file for function, file in best.items() if file}
    found = {language: found[language] for language in LANGUAGES if language in found}
    RECORD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
