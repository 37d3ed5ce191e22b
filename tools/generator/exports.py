"""Writes src/exports.map: the symbols of the shared library, by the version that added them."""

from . import BANNER


def write(api: dict) -> str:
    versions: dict[tuple[int, ...], list[str]] = {}
    for function in api["functions"]:
        version = tuple(int(number) for number in function["since"].split("."))
        versions.setdefault(version, []).append(function["name"])
    text, previous = f"/* {BANNER} */\n", ""
    for version in sorted(versions):
        node = f"CLMEM_{'.'.join(map(str, version))}"
        names = "".join(f"    {name};\n" for name in sorted(versions[version]))
        hidden = "" if previous else "  local:\n    *;\n"
        text += f"{node} {{\n  global:\n{names}{hidden}}}{previous};\n"
        previous = f" {node}"
    return text
