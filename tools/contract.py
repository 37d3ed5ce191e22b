"""Reads the contract's cases (tests/contract) and finds the calls in them."""

import json
from collections.abc import Iterator
from pathlib import Path

from generator import description

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/contract"
SUCCESS = "CLMEM_SUCCESS"


def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def api() -> dict:
    """The description of the header."""
    path = ROOT / description.PATH
    if not path.exists():
        raise SystemExit(f"{description.PATH} is missing: ./dev generate writes it")
    return read(path)


def cases() -> dict[str, dict]:
    """Every case, by its title "SECTION: NAME"."""
    found = {}
    for path in sorted((FOLDER / "cases").glob("*.json")):
        for case in read(path)["cases"]:
            found[f"{path.stem}: {case['name']}"] = case
    return found


def calls(value) -> Iterator[tuple[str, str]]:
    """Every call in a list of steps, including those of callbacks, with each status that it may return."""
    if isinstance(value, list):
        for part in value:
            yield from calls(part)
    elif isinstance(value, dict):
        if "call" in value:
            gives = value.get("gives", SUCCESS)
            for status in gives if isinstance(gives, list) else [gives]:
                yield value["call"], status
        for key, part in value.items():
            if key not in ("out", "save"):
                yield from calls(part)
