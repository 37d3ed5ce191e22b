"""Writes build/docs/api.json: everything that the header declares, for the generators of bindings and documentation."""

import json

from . import BANNER

PATH = "build/docs/api.json"
WIDTH = 120


def write(api: dict) -> str:
    return json_of({"generated": BANNER, **api}) + "\n"


def json_of(value) -> str:
    return _json(value, "")


def _json(value, indent: str, lead: int = 0) -> str:
    """JSON that puts whatever fits on one line on one line, so a small change of the header is a small change here."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or len(indent) + lead + len(line) < WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(value, list):
        parts = [_json(item, deeper) for item in value]
    else:
        keys = {json.dumps(key) + ": ": item for key, item in value.items()}
        parts = [key + _json(item, deeper, len(key)) for key, item in keys.items()]
    begin, end = "[]" if isinstance(value, list) else "{}"
    return f"{begin}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{end}"
