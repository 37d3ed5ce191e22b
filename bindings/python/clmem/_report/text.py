"""A report as text."""

from __future__ import annotations

from typing import Any, Dict

_SHORT = 40  # longer elements of lists get a line each
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def _bytes(number: int) -> str:
    power = max(number.bit_length() - 1, 0) // 10
    return f"{number / (1 << (10 * power)):.{2 if power else 0}f} {_UNITS[power]}"


def _one(text: str, indent: int) -> str:
    """Further lines are indented below the first one, and nothing can move the cursor."""
    lines = text.rstrip(" \n").split("\n")
    return ("\n" + " " * indent).join("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def _value(name: str, value: Any, indent: int) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name.endswith("bytes"):
        return _bytes(value)
    if isinstance(value, dict):  # a figure and its source
        return "unknown" if value["bytes"] is None else f"{_bytes(value['bytes'])} ({value['source']})"
    if not isinstance(value, list):
        return _one(str(value), indent)
    text = ""
    for each in value:
        if text:
            text += "\n" + " " * indent if len(each) > _SHORT else ", "
        text += _one(each, indent)
    return text or "none"


def _rows(members: Dict[str, Any]) -> str:
    width = max(map(len, members))
    rows = []
    for name, value in members.items():
        words = name if name.isupper() else name.replace("_", " ")  # variables keep their underscores
        rows.append(f"  {words:{width}}  {_value(name, value, width + 4)}\n")
    return "".join(rows)


def of_report(report: Dict[str, Any]) -> str:
    """Each member is a section, whose heading is its name with spaces."""
    sections = []
    for name, content in report.items():
        blocks = content if isinstance(content, list) else [content]
        text = "\n".join(_rows(block) for block in blocks if block) or "  none\n"
        sections.append(f"{name.replace('_', ' ')}\n{text}")
    return "\n".join(sections)
