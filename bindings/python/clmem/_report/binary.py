"""What a library's file says about it, and libraries that the linker opens."""

from __future__ import annotations

import ctypes
import os
import re
import struct
from typing import Any, Dict, Iterator, Tuple

_LOAD, _DYNAMIC, _NOTE = 1, 2, 4  # types of program headers
_STRTAB, _SONAME = 5, 14  # tags of the dynamic section
_BUILD_ID = 3
_LINK_MAP = 2  # RTLD_DI_LINKMAP


def read(path: str) -> bytes:
    """A file's bytes; none if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def facts(content: bytes) -> Dict[str, str]:
    """The soname and the build id of a 64-bit ELF file of this machine's byte order; "unknown" if there is none."""
    found = {"soname": "unknown", "build_id": "unknown"}
    if content[:5] != b"\x7fELF\x02":
        return found
    try:
        parts = list(_parts(content))
        for kind, place, _, size in parts:
            if kind == _DYNAMIC:
                found["soname"] = _soname(content, parts, dict(struct.iter_unpack("qQ", content[place : place + size])))
            elif kind == _NOTE and found["build_id"] == "unknown":
                found["build_id"] = _build_id(content[place : place + size])
    except (struct.error, StopIteration, KeyError):  # a damaged file
        return found
    return found


def _parts(content: bytes) -> Iterator[Tuple[int, int, int, int]]:
    """The type, the place in the file, the address and the size of each part that the linker sees."""
    (start,) = struct.unpack_from("Q", content, 32)
    size, count = struct.unpack_from("HH", content, 54)
    for number in range(count):
        kind, _, place, address, _, bytes_in_file = struct.unpack_from("IIQQQQ", content, start + number * size)
        yield kind, place, address, bytes_in_file


def _soname(content: bytes, parts: Any, tags: Dict[int, int]) -> str:
    if _SONAME not in tags:
        return "unknown"
    strings = tags[_STRTAB]
    place = next(at + strings - begin for kind, at, begin, size in parts if kind == _LOAD and 0 <= strings - begin < size)
    begin = place + tags[_SONAME]
    return content[begin : content.index(b"\0", begin)].decode(errors="replace")


def _build_id(notes: bytes) -> str:
    at = 0
    while at + 12 <= len(notes):
        name, size, kind = struct.unpack_from("III", notes, at)
        begin = at + 12 + (name + 3) // 4 * 4
        if kind == _BUILD_ID and notes[at + 12 : at + 16] == b"GNU\0":
            return notes[begin : begin + size].hex()
        at = begin + (size + 3) // 4 * 4
    return "unknown"


def compiler(content: bytes) -> str:
    """The compiler that a library's file names."""
    found = re.search(rb"\0(clang version [^\0]+|GCC: \([^\0]+)", content)
    return found[1].decode(errors="replace") if found else "unknown"


class _Map(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]


class _Place(ctypes.Structure):
    _fields_ = [
        ("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("symbol", ctypes.c_char_p), ("address", ctypes.c_void_p),
    ]  # fmt: skip


def _linker() -> ctypes.CDLL:
    linker = ctypes.CDLL(None)
    linker.dlopen.restype = linker.dlsym.restype = ctypes.c_void_p
    linker.dlerror.restype = ctypes.c_char_p
    return linker


class Library:
    """A library that the linker opens as OpenCL's loaders do: functions are resolved when they are called."""

    def __init__(self, name: str) -> None:
        self._linker = _linker()
        handle = self._linker.dlopen(name.encode(), os.RTLD_LAZY | os.RTLD_LOCAL)
        if not handle:
            raise OSError(f"cannot be opened: {self._linker.dlerror().decode(errors='replace')}")
        self._handle = ctypes.c_void_p(handle)

    def file(self) -> str:
        """The library's path."""
        found = ctypes.POINTER(_Map)()
        if self._linker.dlinfo(self._handle, _LINK_MAP, ctypes.byref(found)):
            return "unknown"
        return os.path.realpath(os.fsdecode(found.contents.name))

    def address(self, name: str) -> int:
        """The address of a function, or 0."""
        return self._linker.dlsym(self._handle, name.encode()) or 0


def file_with(address: int) -> str:
    """The path of the library that contains an address."""
    place = _Place()
    if not _linker().dladdr(ctypes.c_void_p(address), ctypes.byref(place)):
        return "unknown"
    return os.path.realpath(os.fsdecode(place.file))
