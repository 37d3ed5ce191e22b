"""Writes build/docs/reference: the header's documentation, one page per section."""

import re
from textwrap import indent

from . import BANNER
from .comments import ANY_THREAD, CODE, FIRST_VERSION

FOLDER = "build/docs/reference"
OWNERSHIP = {
    "owned": "the receiver releases it",
    "borrowed": "borrowed",
    "retained": "clmem keeps its own reference",
    "copied": "",
}


def write(api: dict) -> dict[str, str]:
    """The pages by path, including the index."""
    names = list(dict.fromkeys(function["section"] for function in api["functions"]))  # in the order of the header
    pages = {f"{FOLDER}/{name}.md": _page(api, name) for name in names}
    pages[f"{FOLDER}/README.md"] = _index(api, names)
    return pages


KINDS = ("handles", "enums", "structs", "callbacks", "functions")


def _index(api: dict, sections: list[str]) -> str:
    lines = [f"<!-- {BANNER} -->", "# The C interface, function by function", ""]
    lines += ["The introduction of [`include/clmem.h`](../../../include/clmem.h):", ""]
    lines += [*_introduction(api, "introduction"), "# The functions", ""]
    for section in sections:
        lines += [f"## [{section}]({section}.md)", "", *_experimental(api, section)]
        lines += ["| function | what it does |", "|---|---|"]
        for function in (f for f in api["functions"] if f["section"] == section):
            lines.append(f"| [`{function['name']}`]({section}.md#{function['name']}) | {_cell(function['brief'])} |")
        lines.append("")
    return "\n".join(lines)


def _page(api: dict, section: str) -> str:
    lines = [f"<!-- {BANNER} -->", f"# {section}", "", *_experimental(api, section), *_introduction(api, section)]
    of = {kind: [entry for entry in api[kind] if entry["section"] == section] for kind in KINDS}
    for handle in of["handles"]:
        lines += [f"## {handle['name']}", "", "A handle. " + _text(handle), ""]
    for enum in of["enums"]:
        lines += [f"## {enum['name']}", "", ("Bits. " if enum["bits"] else "") + _text(enum), ""]
        lines += ["| enumerator | value | meaning |", "|---|---|---|"]
        lines += [f"| `{v['name']}` | {v['value']} | {_cell(v['doc'])} |" for v in enum["values"]] + [""]
    for struct in of["structs"]:
        lines += [f"## {struct['name']}", "", _text(struct), "", "| member | type | meaning |", "|---|---|---|"]
        lines += [
            f"| `{field['name']}` | `{field['type']['c']}` | {_cell(field['doc'] or 'size of the struct as the caller knows it')} |"
            for field in struct["fields"]
        ]
        lines += ["", f"Initialised by `{struct['init_macro']}`.", ""]
    for callback in of["callbacks"]:
        lines += [f"## {callback['name']}", "", "A callback. " + _text(callback), ""] + _parameters(callback)
    for function in of["functions"]:
        lines += _function(function)
    return "\n".join(lines)


def _experimental(api: dict, section: str) -> list[str]:
    """What a page says first of a section of the extras."""
    is_of_extras = any(f["experimental"] for f in api["functions"] if f["section"] == section)
    return ["Experimental, in `clmem_extras.h`: any version may change or remove it.", ""] if is_of_extras else []


def _introduction(api: dict, name: str) -> list[str]:
    """A section's introduction, with the example where the header has it."""
    section = next(section for section in api["sections"] if section["name"] == name)
    example = "\n".join(section["example"])
    before, _, after = "\n".join(section["text"]).partition(indent(example, CODE))
    lines = [_prose(before), "", "```c", example, "```", ""]
    return [*lines, _prose(after), ""] if after else lines


def _prose(text: str) -> str:
    """Text of the header, with links to the pages that it names."""
    marked = _marked(text.strip()).replace("*", "\\*")
    return re.sub(r"\bdocs/([\w-]+\.md)", r"[docs/\1](../\1)", marked)


def _function(function: dict) -> list[str]:
    parameters = ", ".join(f"{_declared(p)}" for p in function["parameters"])
    lines = [f"## {function['name']}", "", "```c", f"clmem_status {function['name']}({parameters or 'void'});", "```", ""]
    lines += [_text(function), ""] + _parameters(function)
    lines += ["| status | cause |", "|---|---|"] if function["errors"] else []
    lines += [f"| `{error['status']}` | {_cell(error['cause'])} |" for error in function["errors"]]
    lines += [""] if function["errors"] else []
    return lines + _exceptions(function)


def _exceptions(function: dict) -> list[str]:
    """What differs from the rules that the introduction states for every function."""
    found = [f"Threads: {function['threadsafety']}."] if function["threadsafety"] != ANY_THREAD else []
    found += [f"Since {function['since']}."] if function["since"] != FIRST_VERSION else []
    return [" ".join(found), ""] if found else []


def _declared(parameter: dict) -> str:
    type_ = parameter["type"]["c"]
    return f"{type_}{'' if type_.endswith('*') else ' '}{parameter['name']}"


def _parameters(entry: dict) -> list[str]:
    if not entry["parameters"]:
        return []
    lines = ["| parameter | | meaning |", "|---|---|---|"]
    for parameter in entry["parameters"]:
        traits = [parameter["direction"], OWNERSHIP[parameter["ownership"]]]
        traits += ["may be NULL"] if parameter["nullable"] else []
        traits += [f"`{parameter['length']}` elements"] if parameter["length"] else []
        lines.append(f"| `{parameter['name']}` | {', '.join(filter(None, traits))} | {_cell(parameter['doc'])} |")
    return lines + [""]


def _text(entry: dict) -> str:
    return "\n\n".join(_marked(part) for part in [entry["brief"], *entry["details"]])


def _cell(text: str) -> str:
    return _marked(text).replace("|", "\\|").replace("\n", " ")


def _marked(text: str) -> str:
    """Marks @p names and names of the interface as code."""
    text = re.sub(r"@p (\w+)", r"`\1`", text)
    return re.sub(r"(?<![`\w])((?:clmem|cl[A-Z]|CLMEM_|CL_)\w+(?:\(\))?)(?![`\w])", r"`\1`", text).replace("<", "&lt;")
