#!/usr/bin/env python3
"""Simulates two releases in a row in a copy of the tree: 0.1.0, and 0.1.1 with one more member and one more function.

A program that was built with 0.1.0 must run with the library of 0.1.1, and the new function alone must have the new
version node. ./dev abi --releases runs it: it builds the library twice, so it is not a part of ./dev test."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from generator import abi, exports, header, oldest_sizes  # noqa: E402

CONFIGURED = ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DCLMEM_BUILD_TESTS=OFF", "-DCLMEM_BUILD_COMMAND=OFF")
FUNCTION = """
/**
 * Returns a pool's limit on its reserved bytes.
 *
 * @param[in]  pool       borrowed; the pool.
 * @param[out] out_bytes  copied; the limit; 0: none.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL.
 * @since 0.1.1
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_limit(clmem_pool pool, size_t *out_bytes);

CLMEM_END_DECLARATIONS
"""
DEFINITION = """
clmem_status clmem_pool_limit(clmem_pool handle, size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        static_cast<void>(api::find_pool(handle));
        out = 0;
    });
}
"""


def run(*command, **how) -> str:
    return subprocess.run([str(part) for part in command], check=True, text=True, capture_output=True, **how).stdout


def copy_of_the_tree(to: Path) -> None:
    for name in run("git", "ls-files", cwd=ROOT).splitlines():
        if not (ROOT / name).is_symlink() and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise SystemExit(f"{path}: expected {old!r} once, got it {text.count(old)} times")
    path.write_text(text.replace(old, new), encoding="utf-8")


def build(tree: Path, into: Path) -> Path:
    """Builds the library and returns its folder."""
    run("cmake", "-S", tree, "-B", into, "-G", "Ninja", *CONFIGURED)
    run("cmake", "--build", into, "--target", "clmem")
    return into / "lib"


def add_to_the_interface(tree: Path) -> None:
    pool = tree / "include/clmem/pool.h"
    text = pool.read_text(encoding="utf-8")
    end = "} clmem_allocation_options;"
    replace(pool, end, f"    uint64_t later; /**< what 0.1.1 added */\n{end}")
    old = re.search(r"\{sizeof\(clmem_allocation_options\)[^}]*", text)[0]
    replace(pool, old, f"{old}, 0")
    replace(pool, "\nCLMEM_END_DECLARATIONS\n", FUNCTION)
    replace(tree / "include/clmem/version.h", "#define CLMEM_VERSION_PATCH 0", "#define CLMEM_VERSION_PATCH 1")
    replace(tree / "CMakeLists.txt", "project(clmem VERSION 0.1.0", "project(clmem VERSION 0.1.1")
    with (tree / "src/api/pool.cpp").open("a", encoding="utf-8") as file:
        file.write(DEFINITION)


def nodes(library: Path) -> dict[str, str]:
    """The version node of each exported function."""
    found = re.findall(r" T (clmem_\w+)@@(\S+)", run("nm", "-D", "--with-symbol-versions", library / "libclmem.so"))
    return dict(found)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        tree, program = Path(folder) / "tree", Path(folder) / "program"
        copy_of_the_tree(tree)
        first = build(tree, Path(folder) / "0.1.0")
        run("cc", "-I", tree / "include", "-isystem", tree / "third_party/opencl-headers", tree / "tests/releases/program.c",
            "-L", first, "-lclmem", "-o", program)  # fmt: skip
        print(run(program, env={"LD_LIBRARY_PATH": str(first)}), end="")

        before = abi.merged(None, abi.baseline(header.read(tree / "include/clmem_extras.h", "0.1.0")))
        add_to_the_interface(tree)
        api = header.read(tree / "include/clmem_extras.h", "0.1.1")
        after = abi.merged(before, abi.baseline(api))
        found = abi.compare(before, after)
        assert found.breaks == [] and len(found.additions) == 2, found
        (tree / "src/exports.map").write_text(exports.write(api), encoding="utf-8")
        (tree / oldest_sizes.PATH).write_text(oldest_sizes.write(after), encoding="utf-8")
        second = build(tree, Path(folder) / "0.1.1")
        said = run(program, env={"LD_LIBRARY_PATH": str(second)})
        assert said == "runs with 0.1.1\n", said
        print(said, end="")
        old, new = nodes(first), nodes(second)
        assert new.pop("clmem_pool_limit") == "CLMEM_0.1.1" and new == old, set(new.items()) ^ set(old.items())
        print(f"{len(old)} functions kept their version nodes; the new one has CLMEM_0.1.1")
    return 0


if __name__ == "__main__":
    sys.exit(main())
