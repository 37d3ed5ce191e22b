"""Writes tests/generated/examples.h: the examples in the header's comments, as functions that tests/header/examples.c
calls."""

from . import BANNER


def write(api: dict) -> str:
    parts = [f"/* {BANNER} */", "/* clang-format off */"]
    names = [section["name"] for section in api["sections"]]
    for section in api["sections"]:
        lines = [f"    {line}".rstrip() for line in section["example"]]
        parts.append("\n".join([f"static void example_{section['name']}(void) {{", *lines, "}"]))
    table = "\n".join(f'    {{"{name}", example_{name}}},' for name in names)
    parts.append(f"static const struct example examples[] = {{\n{table}\n}};")
    return "\n".join(parts[:2]) + "\n\n" + "\n\n".join(parts[2:]) + "\n"
