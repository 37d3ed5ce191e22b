#!/usr/bin/env python3
"""symbols.py NM VERSION ARCHIVE OBJECT...: checks that the static library and programs of clmem.hpp define no symbol in
common. The linker keeps one of several inline functions of the same name, so the two must not share names. The standard
library's templates are in both, and are the same in both. The program's symbols must name the version of the header."""

import re
import subprocess
import sys

# Names of the standard library and of the language in the mangling of the Itanium C++ ABI.
STANDARD = re.compile(r"_Z(T[VTISC]|GV|GR)?Z?(N[VKrRO]*)?(S[tasbiod]|9__gnu_cxx|10__cxxabiv1)|_Z(nw|na|dl|da)|DW\.ref\.")
GLOBAL = "ABCDGRSTVWuvw"


def defined(nm: str, files: list[str]) -> set[str]:
    """The global symbols that the files define, without those of the standard library."""
    listing = subprocess.run([nm, "--defined-only", "--format=posix", *files], check=True, capture_output=True, text=True)
    rows = (line.split() for line in listing.stdout.splitlines())
    return {row[0] for row in rows if len(row) >= 3 and row[1] in GLOBAL and not STANDARD.match(row[0])}


def main(nm: str, version: str, archive: str, *objects: str) -> int:
    core, programs = defined(nm, [archive]), defined(nm, list(objects))
    inside = f"v{version.replace('.', '_')}"
    named = {name for name in programs if "5clmem" in name}
    faults = [f"{name} is in {archive} and in a program of clmem.hpp" for name in sorted(core & programs)]
    faults += [f"{name} is not in clmem::{inside}" for name in sorted(named) if f"5clmem{len(inside)}{inside}" not in name]
    if "clmem_pool_create" not in core or not named:
        faults.append(f"expected symbols of clmem in {archive} and in the programs, got {len(core)} and {len(named)}")
    print("\n".join(faults) or f"{len(core)} and {len(programs)} symbols, none in common")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
