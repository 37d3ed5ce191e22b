"""Writes bindings/rust/clmem-sys/src/declarations.rs: the header for Rust, as bindgen declares it.

bindgen is a Rust library, so a program of the Rust workspace calls it, with the same libclang and arguments that read
the header here: the result is the same on every machine."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import clang

from . import BANNER, header
from .rules import HeaderError

# As the *_INIT macros, which bindgen cannot read.
DEFAULT = """impl Default for {name} {{
    fn default() -> Self {{
        let mut value: Self = unsafe {{ core::mem::zeroed() }};
        value.struct_size = core::mem::size_of::<Self>() as u32;
        value
    }}
}}
"""
WORKSPACE = "bindings/rust"
PATH = f"{WORKSPACE}/clmem-sys/src/declarations.rs"


def write(root: Path, name: str, opencl_include: Path | None) -> str:
    native = Path(clang.__file__).parent / "native"
    environment = {**os.environ, "LIBCLANG_PATH": str(native)}
    with tempfile.TemporaryDirectory() as stand_ins:
        arguments = header.arguments(Path(stand_ins), opencl_include)
        cargo = ["cargo", "run", "--quiet", "--locked", "--package", "clmem-declarations", "--"]
        try:
            done = subprocess.run(
                [*cargo, str((root / name).resolve()), *arguments],
                cwd=Path(__file__).resolve().parents[2] / WORKSPACE, env=environment, capture_output=True, text=True,
            )  # fmt: skip
        except FileNotFoundError as missing:
            raise HeaderError("cargo not found; install Rust (on Debian: cargo-web and rustc-web)") from missing
    if done.returncode:
        raise HeaderError(f"bindgen: {done.stderr.strip()}")
    structs = re.findall(r"pub struct (clmem_\w+) \{\n(?:    ///? ?.*\n)*    pub struct_size:", done.stdout)
    defaults = "".join(DEFAULT.format(name=name) for name in structs)
    return f"// {BANNER}\n{done.stdout}{defaults}"
