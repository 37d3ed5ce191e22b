"""Values in cases: their meaning, their representation in memory, their comparison."""

import json
import struct

from clmem._ffi import ffi, lib

from .interface import WORD, Fault, Mismatch, text_at, view

JUNK = 0xA5


def bytes_of(digits):
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise Fault(f"not hexadecimal: {digits}") from None


class Values:
    """The names that a case defines, and the meaning of its values."""

    def __init__(self, api, arena, callback):
        self.api, self.arena, self.callback = api, arena, callback
        self.variables = {}
        self.users = []

    # names

    def variable(self, path):
        name, *parts = path.split(".")
        if name not in self.variables:
            raise Fault(f"nothing is named ${name}")
        value = self.variables[name]
        for part in parts:
            try:
                if isinstance(value, dict):
                    value = value[part]
                else:
                    value = value[-1] if part == "last" else value[int(part)]
            except (KeyError, IndexError, ValueError, TypeError):
                raise Fault(f"${path} does not exist") from None
        return value

    def resolved(self, value):
        if isinstance(value, str) and value.startswith("$"):
            return self.variable(value[1:])
        if isinstance(value, dict) and list(value) == ["sum"]:
            return sum(self.number(part) for part in value["sum"]) & WORD
        return value

    def number(self, value):
        """A value as a word of 64 bits."""
        plain = self.resolved(value)
        if plain is None:
            return 0
        if isinstance(plain, str):
            return self.api.constant(plain) & WORD
        if isinstance(plain, int):
            return plain & WORD
        if isinstance(plain, list):
            bits = 0
            for bit in plain:
                bits |= self.number(bit)
            return bits
        raise Fault(f"expected a number, not {json.dumps(plain)}")

    # to memory

    def write(self, at, type_, value):
        kind, plain, size = type_["kind"], self.resolved(value), self.api.size_of(type_)
        if kind == "struct":
            view(at, size)[:] = bytes(view(self.structure(type_["c"], plain), size))
        elif kind == "array":
            elements = list(plain.encode()) if isinstance(plain, str) else plain
            if len(elements) > type_["length"]:
                raise Fault(f"too much for {type_['c']}")
            for index, element in enumerate(elements):
                self.write(at + index * self.api.size_of(type_["element"]), type_["element"], element)
        elif kind == "callback":
            pointer = ffi.NULL if plain is None else self.callback(type_["c"], plain, self.users[-1])
            self.write_number(at, 8, int(ffi.cast("uintptr_t", pointer)))
        elif kind == "pointer":
            is_address = plain is None or isinstance(plain, int)
            self.write_number(at, 8, self.number(plain) if is_address else self.pointed_to(type_["target"], plain))
        elif type_["c"] in ("double", "float"):
            number = float(self.api.constant(plain)) if isinstance(plain, str) else float(plain)
            view(at, size)[:] = struct.pack("<d" if size == 8 else "<f", number)
        else:
            self.write_number(at, size, self.number(plain))

    def write_number(self, at, nbytes, value):
        view(at, nbytes)[:] = (value & ((1 << 8 * nbytes) - 1)).to_bytes(nbytes, "little")

    def pointed_to(self, target, value):
        """The address of a copy of the value that a pointer should point to."""
        if isinstance(value, str) and target["kind"] == "character":
            return self.copy(value.encode() + b"\0")
        if isinstance(value, str):
            return self.copy(bytes_of(value))
        if isinstance(value, dict) and "hex" in value:
            return self.copy(bytes_of(value["hex"]))
        if isinstance(value, list):
            size = self.api.size_of(target)
            at = self.arena.take(len(value) * size)
            for index, element in enumerate(value):
                self.write(at + index * size, target, element)
            return at
        if target["kind"] != "struct":
            raise Fault(f"no value for a pointer: {json.dumps(value)}")
        return self.structure(target["c"], value)

    def copy(self, data):
        at = self.arena.take(len(data))
        view(at, len(data))[:] = data
        return at

    def structure(self, name, members):
        """The address of a struct with default values, except for the given members."""
        layout = self.api.structure(name)
        known = layout["size"]
        stated = self.number(members["struct_size"]) if "struct_size" in members else known
        at = self.arena.take(max(known, stated))
        if getattr(lib, layout["init_function"])(ffi.cast(f"{name} *", at), known):
            raise Mismatch(f"{name}_init() failed")
        self.users.append({})
        has_callback = False
        for key, value in members.items():
            if key == "beyond":  # the first byte after today's members
                self.write_number(at + known, 1, self.number(value))
                continue
            field = next((each for each in layout["fields"] if each["name"] == key), None)
            if field is None:
                raise Fault(f"{name} has no member {key}")
            has_callback |= field["type"]["kind"] == "callback" and value is not None
            self.write(at + field["offset"], field["type"], value)
        user = self.users[-1]
        for field in layout["fields"]:
            is_user = field["type"]["c"] == "void *" and (field["name"] == "user" or field["name"].endswith("_user"))
            if has_callback and is_user and field["name"] not in members:
                user["pointer"] = ffi.new_handle(user)
                self.write_number(at + field["offset"], 8, int(ffi.cast("uintptr_t", user["pointer"])))
        return at

    def junk_structure(self, name, members):
        """The address of a struct for an output."""
        known = self.api.structure(name)["size"]
        stated = self.number(members["struct_size"]) if "struct_size" in members else known
        at = self.arena.take(max(known, stated))
        view(at, max(known, stated))[:] = bytes([JUNK]) * max(known, stated)
        self.write_number(at, 4, stated)
        return at

    # from memory

    def read(self, at, type_):
        kind, c = type_["kind"], type_["c"]
        if kind == "struct":
            fields = self.api.structure(c)["fields"]
            return {field["name"]: self.read(at + field["offset"], field["type"]) for field in fields}
        if kind == "array" and type_["element"]["kind"] == "character":
            return text_at(at, type_["length"])
        if kind == "array":
            size = self.api.size_of(type_["element"])
            return [self.read(at + index * size, type_["element"]) for index in range(type_["length"])]
        data = bytes(view(at, self.api.size_of(type_)))
        if c in ("double", "float"):
            return struct.unpack("<d" if len(data) == 8 else "<f", data)[0]
        if kind in ("integer", "status"):
            return int.from_bytes(data, "little", signed=kind == "status" or c.startswith("int"))
        bits = int.from_bytes(data, "little")
        if kind == "character":
            return bits
        if bits and kind == "pointer" and type_["target"]["kind"] == "character":
            return text_at(bits)
        return bits or None

    # comparison

    def match(self, expected, actual, what):
        wanted = self.resolved(expected)
        if isinstance(wanted, dict) and isinstance(actual, dict):
            for key, value in wanted.items():
                if key not in actual:
                    raise Fault(f"{what} has no member {key}")
                self.match(value, actual[key], f"{what}.{key}")
        elif isinstance(wanted, dict):
            for rule, bound in wanted.items():
                limit = self.resolved(bound)
                if not self.holds(rule, limit, actual):
                    raise Mismatch(f"{what}: expected {rule} {_text(limit)}, got {_text(actual)}")
        elif isinstance(wanted, list) and isinstance(actual, list):
            if len(wanted) != len(actual):
                raise Mismatch(f"{what}: expected {len(wanted)} elements, got {_text(actual)}")
            for index, (one, other) in enumerate(zip(wanted, actual)):
                self.match(one, other, f"{what}.{index}")
        elif not self.equal(wanted, actual):
            raise Mismatch(f"{what}: expected {_text(wanted)}, got {_text(actual)}")

    def equal(self, expected, actual):
        if isinstance(actual, float):
            return isinstance(expected, (int, float)) and float(expected) == actual
        if isinstance(actual, int) and expected is not None:
            return self.number(expected) == self.number(actual)
        return expected == actual

    def holds(self, rule, bound, actual):
        if rule == "not":
            return not self.equal(bound, actual)
        if rule == "one_of":
            return any(self.equal(each, actual) for each in bound)
        if rule == "contains":
            return isinstance(actual, str) and bound in actual
        if not isinstance(actual, (int, float)):
            raise Mismatch(f"expected a number, got {_text(actual)}")
        if isinstance(actual, float):
            number, limit = actual, float(bound)
        else:
            number, limit = self.number(actual), self.number(bound)
        rules = {
            "at_least": lambda: number >= limit,
            "at_most": lambda: number <= limit,
            "multiple_of": lambda: number % limit == 0,
            "has": lambda: number & limit == limit,
            "lacks": lambda: number & limit == 0,
        }
        if rule not in rules:
            raise Fault(f"unknown rule {rule}")
        return rules[rule]()


def _text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
