"""The interface that cases refer to: functions, structs and constants by name, from docs/api.json; and host memory."""

import json
from pathlib import Path

from clmem._ffi import ffi

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "tests" / "contract"
SIZES = {"int32_t": 4, "uint32_t": 4, "clmem_status": 4, "int64_t": 8, "uint64_t": 8, "size_t": 8, "double": 8, "float": 4}
ALIGNMENT, GUARD, GUARD_BYTES = 4096, 0xC7, 64
WORD = (1 << 64) - 1


class Fault(Exception):
    """The case is invalid."""


class Mismatch(Exception):
    """The library does not behave as the case says."""


def read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


class Interface:
    """The API's description, by name."""

    def __init__(self):
        api = read(ROOT / "docs/api.json")
        self.functions = {entry["name"]: entry for entry in api["functions"]}
        self.callbacks = {entry["name"]: entry for entry in api["callbacks"]}
        self.structs = {entry["name"]: entry for entry in api["structs"]}
        self.releases = {
            entry["parameters"][0]["type"]["c"]: name
            for name, entry in self.functions.items()
            if name.endswith("_release") and len(entry["parameters"]) == 1
        }
        self.constants = {e["status"]: e["value"] for f in self.functions.values() for e in f["errors"]}
        self.constants.update({f"sizeof {name}": entry["size"] for name, entry in self.structs.items()})
        values = api["constants"] + [value for enum in api["enums"] for value in enum["values"]]
        self.constants.update({value["name"]: value["value"] for value in values})

    def find(self, kind, name, what):
        if name not in kind:
            raise Fault(f"there is no {what} {name}")
        return kind[name]

    def constant(self, name):
        return self.find(self.constants, name, "constant")

    def structure(self, name):
        return self.find(self.structs, name, "struct")

    def size_of(self, type_):
        kind = type_["kind"]
        if kind == "struct":
            return self.structure(type_["c"])["size"]
        if kind == "array":
            return type_["length"] * self.size_of(type_["element"])
        if kind in ("character", "void"):
            return 1
        if kind in ("integer", "status", "floating"):
            return self.find(SIZES, type_["c"], "number type")
        return 8  # handles, OpenCL objects, pointers, callbacks


class Arena:
    """Memory for the case's arguments, page by page, with a guard page behind each."""

    def __init__(self):
        self.pieces = []

    def take(self, nbytes):
        """The address of zeroed memory."""
        room = ffi.new("unsigned char[]", ALIGNMENT + nbytes + GUARD_BYTES)
        address = int(ffi.cast("uintptr_t", room))
        begin = address + -address % ALIGNMENT
        view(begin + nbytes, GUARD_BYTES)[:] = bytes([GUARD]) * GUARD_BYTES
        self.pieces.append((room, begin, nbytes))
        return begin

    def check_guards(self):
        for _, begin, nbytes in self.pieces:
            if bytes(view(begin + nbytes, GUARD_BYTES)) != bytes([GUARD]) * GUARD_BYTES:
                raise Mismatch(f"the library wrote past an argument of {nbytes} bytes")


def view(address, nbytes):
    """The bytes at an address, readable and writable."""
    return ffi.buffer(ffi.cast("unsigned char *", address), nbytes)


def text_at(address, most=None):
    pointer = ffi.cast("char *", address)
    return (ffi.string(pointer) if most is None else ffi.string(pointer, most)).decode(errors="replace")


def target_of(parameter):
    return parameter["type"]["target"]


def is_output(parameter):
    return parameter["direction"] == "out"
