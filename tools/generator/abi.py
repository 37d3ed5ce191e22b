"""What programs of an earlier version rely on: the baseline abi/MAJOR.MINOR.json, made from the description of the API,
and how a later description differs from it.

Only what breaks such a program is a break. What is appended is an addition. The extras are experimental: their changes
are reported apart and break nothing."""

from dataclasses import dataclass, field

KINDS = ("functions", "callbacks", "structs", "enums", "handles", "constants")


@dataclass
class Differences:
    breaks: list[str] = field(default_factory=list)
    additions: list[str] = field(default_factory=list)
    experimental: list[str] = field(default_factory=list)


def path_of(api: dict) -> str:
    """The baseline of a minor version is one file, of which each patch version only appends."""
    return f"abi/{'.'.join(api['version'].split('.')[:2])}.json"


def baseline(api: dict) -> dict:
    """The part of the description that programs rely on, by name."""
    return {
        "version": api["version"],
        "functions": {f["name"]: {**_life(f, f["since"]), **_signature(f)} for f in api["functions"]},
        "callbacks": {c["name"]: {**_life(c), "result": c["result"]["c"], **_signature(c)} for c in api["callbacks"]},
        "structs": {s["name"]: {**_life(s), **_layout(s)} for s in api["structs"]},
        "enums": {e["name"]: {**_life(e), "values": _values(e["values"])} for e in api["enums"]},
        "handles": {h["name"]: _life(h) for h in api["handles"]},
        "constants": {c["name"]: {"unstable": "0.1", "value": c["value"]} for c in api["constants"]},
    }


def _life(entry: dict, since: str = "0.1") -> dict:
    """Since when the entry is experimental or unstable, and deprecated. Nothing is stable before 1.0."""
    life = {"experimental" if entry["experimental"] else "unstable": since}
    if entry.get("deprecated"):
        version, _, instead = entry["deprecated"].partition(" ")
        life |= {"deprecated": version, "instead": instead}
    return life


def _signature(entry: dict) -> dict:
    return {"parameters": [parameter["type"]["c"] for parameter in entry["parameters"]]}


def _layout(struct: dict) -> dict:
    members = {f["name"]: {"type": f["type"]["c"], "offset": f["offset"], "size": f["size"]} for f in struct["fields"]}
    return {"size": struct["size"], "alignment": struct["alignment"], "members": members}


def _values(values: list[dict]) -> dict:
    return {value["name"]: {"value": value["value"]} for value in values}


def compare(old: dict, new: dict) -> Differences:
    """How a baseline made now differs from the earlier one."""
    found = Differences()
    for kind in KINDS:
        for name, before in old[kind].items():
            after = new[kind].get(name)
            changes = ["is gone"] if after is None else _changes(before, after)
            into = found.experimental if "experimental" in before else found.breaks
            into += [f"{name} {change}" for change in changes]
        found.additions += [f"{name} is new" for name in new[kind] if name not in old[kind]]
        for name in old[kind].keys() & new[kind].keys():
            found.additions += [f"{name}.{part} is new" for part in _parts(new[kind][name]) - _parts(old[kind][name])]
    found.additions.sort()
    return found


def _parts(entry: dict) -> set[str]:
    return {*entry.get("members", {}), *entry.get("values", {})}


def _changes(before: dict, after: dict) -> list[str]:
    def bare(item):
        return {key: what for key, what in item.items() if key != "since"}

    changes = [
        f"has {key} {after.get(key)!r}, not {before[key]!r}"
        for key in ("parameters", "result", "alignment", "value")
        if key in before and before[key] != after.get(key)
    ]
    for part in ("members", "values"):
        for name, what in before.get(part, {}).items():
            now = after.get(part, {}).get(name)
            if now is None:
                changes.append(f"has no {name}")
            elif bare(now) != bare(what):
                changes.append(f"has {name} as {bare(now)}, not {bare(what)}")
    if after.get("size", 0) < before.get("size", 0):
        changes.append(f"has {after['size']} bytes, not {before['size']}")
    if "experimental" in after and "experimental" not in before:
        changes.append("is experimental now")
    return changes


def merged(old: dict | None, new: dict) -> dict:
    """The next baseline: with the oldest size of each struct that a program may pass, and the version that added each
    member and value."""
    old = old or {kind: {} for kind in KINDS}
    for name, struct in new["structs"].items():
        before = old["structs"].get(name, struct)
        if _changes(before, struct):  # accepted before the version is tagged
            before = struct
        struct["oldest_size"] = before.get("oldest_size", before["size"])
    for kind, part in (("structs", "members"), ("enums", "values")):
        for name, entry in new[kind].items():
            before = old[kind].get(name, {}).get(part, {})
            for item, what in entry[part].items():
                what["since"] = before.get(item, {}).get("since", new["version"])
    return new
