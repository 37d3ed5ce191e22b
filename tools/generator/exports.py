"""Writes src/exports.map: the symbols of the shared library, by the version that added them. Those of the extras have
their own node."""

from . import BANNER


def write(api: dict) -> str:
    versions: dict[tuple[int, ...], list[str]] = {}
    experimental = [function["name"] for function in api["functions"] if function["experimental"]]
    for function in api["functions"]:
        if function["experimental"]:
            continue
        version = tuple(int(number) for number in function["since"].split("."))
        versions.setdefault(version, []).append(function["name"])
    text, previous = f"/* {BANNER} */\n", ""
    for version in sorted(versions):
        node = f"CLMEM_{'.'.join(map(str, version))}"
        names = "".join(f"    {name};\n" for name in sorted(versions[version]))
        hidden = "" if previous else "  local:\n    *;\n"
        text += f"{node} {{\n  global:\n{names}{hidden}}}{previous};\n"
        previous = f" {node}"
    if experimental:
        names = "".join(f"    {name};\n" for name in sorted(experimental))
        text += f"CLMEM_EXPERIMENTAL {{\n  global:\n{names}}};\n"
    return text
