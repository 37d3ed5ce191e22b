"""Writes the C source of the module clmem._ffi: write_ffi.py DECLARATIONS OUTPUT.

tools/generate.py makes the declarations from include/clmem.h. The written source includes the header, so that the
compiler checks them against it."""

import sys
from pathlib import Path

import cffi


def main(declarations: str, output: str) -> None:
    builder = cffi.FFI()
    builder.cdef(Path(declarations).read_text(encoding="utf-8"))
    builder.set_source("clmem._ffi", "#include <clmem_extras.h>")
    builder.emit_c_code(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
