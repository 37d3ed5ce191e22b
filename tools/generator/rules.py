"""The rules that the header must obey so that every language can use it."""

import re
from pathlib import Path

from .comments import ANY_THREAD, FIRST_VERSION

# The nouns of the interface: functions are named clmem_NOUN_VERB.
NOUNS = (
    "buffer", "cache", "characterize", "context", "device", "error", "event", "image", "kernel", "log", "map", "memory",
    "occupancy", "opencl", "pipe", "pool", "program", "provider", "queue", "recorder", "sampler", "status", "svm", "tag",
    "transfer", "version",
)  # fmt: skip
WITHOUT_VERB = ("clmem_version",)


class HeaderError(Exception):
    """The header breaks rules; the message has one line per problem."""


def has_events(struct: dict) -> bool:
    """Whether the struct has the events that a command waits for."""
    return any(field["name"] == "wait_events" for field in struct["fields"])


class Rules:
    """Collects problems, each with its header and line."""

    def __init__(self, header: Path, name: str):
        self.header, self.name = header, name
        self.places: dict[int, tuple[str, int]] = {}  # of each entry, by id()
        self.problems: list[tuple[str, int, str]] = []

    def at(self, entry: dict, location) -> None:
        """Records where an entry is."""
        self.places[id(entry)] = self._place(location)

    def _place(self, location) -> tuple[str, int]:
        """The file's name in messages, and the line."""
        path = Path(location.file.name) if location.file else self.header
        is_below = path != self.header and path.is_relative_to(self.header.parent)
        return str(path.relative_to(self.header.parent)) if is_below else self.name, location.line

    def problem(self, where, text: str) -> None:
        """Adds a problem; `where` is an entry, or a location in the header."""
        if isinstance(where, dict):
            self.problems.append((*self.places[id(where)], f"{where['name']}: {text}"))
        else:
            self.problems.append((*self._place(where), text))

    def stop(self) -> None:
        """Raises an error if there are problems."""
        if self.problems:
            raise HeaderError("\n".join(f"{file}:{line}: {text}" for file, line, text in sorted(self.problems)))

    def comment(self, entry: dict, comment, kind: str) -> None:
        for text in comment.problems:
            self.problem(entry, text)
        if not comment.brief:
            self.problem(entry, "has no comment")
        if kind == "functions":
            for tag, rule in (("threadsafety", ANY_THREAD), ("since", FIRST_VERSION)):
                if comment.single.get(tag) == rule:
                    self.problem(entry, f"@{tag} {rule} is the rule: leave the tag out")

    def enumerators(self, where, values: list[dict]) -> None:
        for value in values:
            if not value["name"].startswith("CLMEM_"):
                self.problem(where, f"enumerator {value['name']} does not begin with CLMEM_")
            if isinstance(where, dict) and not value["doc"]:
                self.problem(where, f"enumerator {value['name']} has no comment")
            if isinstance(where, dict) and where["bits"] and value["value"].bit_count() != 1:
                self.problem(where, f"enumerator {value['name']} is not a single bit")

    def check(self, api: dict, status_value) -> None:
        """Checks rules that need the whole API."""
        for struct in api["structs"]:
            self._struct(struct)
        for function in api["functions"]:
            for error in function["errors"]:
                if status_value(error["status"]) is None:
                    self.problem(function, f"@error {error['status']} is not an error status of clmem or OpenCL")
            self._since(function, api["version"])
            self._deprecated(function, api)
            self._name(function)
            self._order(function)
            self._errors(function)
            self._parameters(function)
        for callback in api["callbacks"]:
            self._order(callback)
            self._parameters(callback)

    def _struct(self, struct: dict) -> None:
        fields = struct["fields"]
        if has_events(struct) and [field["name"] for field in fields[1:3]] != ["wait_count", "wait_events"]:
            self.problem(struct, "wait_count and wait_events are not its second and third members")
        if not fields or fields[0]["name"] != "struct_size" or fields[0]["type"]["c"] != "uint32_t":
            self.problem(struct, "does not begin with uint32_t struct_size")
        end = 0
        for field in fields:
            if field["offset"] != end:
                self.problem(struct, f"has a hole before {field['name']}: reserve its {field['offset'] - end} bytes")
            if not field["doc"] and field["name"] != "struct_size":
                self.problem(struct, f"member {field['name']} has no comment")
            end = field["offset"] + field["size"]
        if end != struct["size"]:
            self.problem(struct, f"has a hole at its end: reserve its {struct['size'] - end} bytes")

    def _deprecated(self, function: dict, api: dict) -> None:
        if not function["deprecated"]:
            return
        version, _, instead = function["deprecated"].partition(" ")
        if not re.fullmatch(r"\d+\.\d+", version) or instead not in {other["name"] for other in api["functions"]}:
            self.problem(function, f"@deprecated {function['deprecated']} is not MAJOR.MINOR and the function to use instead")

    def _since(self, function: dict, version: str) -> None:
        if not re.fullmatch(r"\d+\.\d+(\.\d+)?", function["since"]):
            self.problem(function, f"@since {function['since']} is not MAJOR.MINOR or MAJOR.MINOR.PATCH")
        elif [int(n) for n in function["since"].split(".")] > [int(n) for n in version.split(".")]:
            self.problem(function, f"@since {function['since']} is after this version, {version}")

    def _name(self, function: dict) -> None:
        name = function["name"]
        if name not in WITHOUT_VERB and not re.fullmatch(rf"clmem_({'|'.join(NOUNS)})(_[a-z]+)+", name):
            self.problem(function, f"is not named clmem_NOUN_VERB; the nouns are {', '.join(NOUNS)}")

    def _order(self, entry: dict) -> None:
        """Handles come first, outputs last."""
        directions = [parameter["direction"] for parameter in entry["parameters"]]
        if "out" in directions and "in" in directions[directions.index("out") :]:
            self.problem(entry, "outputs must be last")
        handles = [parameter["type"]["kind"] == "handle" for parameter in entry["parameters"]]
        if any(handles) and not handles[0]:
            self.problem(entry, "the handle must be first")

    def _errors(self, function: dict) -> None:
        """The comment must list the errors for NULL and for a stale handle."""
        named = {error["status"] for error in function["errors"]}
        for parameter in function["parameters"]:
            kind = parameter["type"]["kind"]
            if kind == "handle" and "CLMEM_ERROR_INVALID_HANDLE" not in named:
                self.problem(function, "takes a handle and has no @error CLMEM_ERROR_INVALID_HANDLE")
            may_be_null = parameter["nullable"] or kind not in ("pointer", "opencl")
            if not may_be_null and "CLMEM_ERROR_INVALID_ARGUMENT" not in named:
                text = f"{parameter['name']} may not be NULL and there is no @error CLMEM_ERROR_INVALID_ARGUMENT"
                self.problem(function, text)
        if function["name"].endswith("_release"):
            only = function["parameters"][0] if len(function["parameters"]) == 1 else {}
            if not only.get("nullable") or only.get("ownership") != "owned":
                self.problem(function, "a release takes one parameter, owned and nullable")

    def _parameters(self, entry: dict) -> None:
        integers = {p["name"] for p in entry["parameters"] if p["type"]["kind"] == "integer" and p["direction"] == "in"}
        for parameter in entry["parameters"]:
            name, kind, target = parameter["name"], parameter["type"]["kind"], parameter["type"].get("target", {})
            is_output = parameter["direction"] == "out"
            if is_output != name.startswith("out_"):
                self.problem(entry, f"parameter '{name}': outputs, and only outputs, must be named out_*")
            if is_output and (kind != "pointer" or parameter["type"]["const"]):
                self.problem(entry, f"output '{name}' must be a pointer to writable memory")
            length = parameter["length"]
            if length is not None and (kind != "pointer" or not (length in integers or length.isdecimal())):
                self.problem(entry, f"parameter '{name}': length {length} must name a number among the inputs")
            if parameter["length"] is not None and target.get("kind") == "struct" and "stride_bytes" not in integers:
                self.problem(entry, f"parameter '{name}' is an array of structs without a parameter stride_bytes")
            value = target.get("kind") if is_output else kind
            if value in ("integer", "status") and parameter["ownership"] != "copied":
                self.problem(
                    entry, f"parameter '{name}' is a number and cannot be {parameter['ownership']}, only copied"
                )
            if value in ("handle", "opencl") and parameter["ownership"] == "copied":
                self.problem(entry, f"parameter '{name}' is an object and cannot be copied")
            if parameter["nullable"] and kind in ("integer", "status"):
                self.problem(entry, f"parameter '{name}' is a number and cannot be nullable")
