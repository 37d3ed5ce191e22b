"""docs/api.json: all that the header says, for the generators of bindings and of the documentation."""

import json

from . import BANNER

WIDTH = 120


def write(api: dict) -> str:
    return _Value({"generated": BANNER, **api}).text("") + "\n"


class _Value:
    """A value as JSON: with whatever fits on one line on one line, so that a change of the header is a short change here."""

    def __init__(self, value):
        if isinstance(value, dict):
            self.parts = [(json.dumps(key) + ": ", _Value(item)) for key, item in value.items()]
            self.ends = "{}"
        elif isinstance(value, list):
            self.parts = [("", _Value(item)) for item in value]
            self.ends = "[]"
        else:
            self.parts, self.ends = None, ""
        self.line = (
            json.dumps(value, ensure_ascii=False)
            if self.parts is None
            else self.ends[0] + ", ".join(key + item.line for key, item in self.parts) + self.ends[1]
        )

    def text(self, indent: str, lead: int = 0) -> str:
        if self.parts is None or len(indent) + lead + len(self.line) < WIDTH:
            return self.line
        deeper = indent + "  "
        parts = (key + item.text(deeper, len(key)) for key, item in self.parts)
        return f"{self.ends[0]}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{self.ends[1]}"
