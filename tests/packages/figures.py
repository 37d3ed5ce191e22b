#!/usr/bin/env python3
"""Prints the sizes of the packages in a folder, and fails if a wheel or jar is over 2 MB: figures.py FOLDER"""

import pathlib
import sys

MOST_BYTES = {".whl": 2_000_000, ".jar": 2_000_000}


def main():
    folder = pathlib.Path(sys.argv[1])
    failed = False
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS"):
        size = path.stat().st_size
        print(f"{size:9d}  {path.relative_to(folder)}")
        most = MOST_BYTES.get(path.suffix, size)
        if size > most:
            print(f"{path.name}: {size} bytes, expected at most {most}", file=sys.stderr)
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
