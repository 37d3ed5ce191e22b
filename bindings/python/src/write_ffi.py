"""Writes the C source of the module clmem._ffi: write_ffi.py DECLARATIONS OUTPUT.

The declarations are generated from include/clmem.h by tools/generate.py; the compiler checks them against the header
itself, which the written source includes."""

import sys
from pathlib import Path

import cffi


def main(declarations: str, output: str) -> None:
    builder = cffi.FFI()
    builder.cdef(Path(declarations).read_text(encoding="utf-8"))
    builder.set_source("clmem._ffi", "#include <clmem.h>")
    builder.emit_c_code(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
