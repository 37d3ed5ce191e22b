"""Writes bindings/java/src/main/native/generated/callbacks.c, through which C calls Java, and checks of the layout that
both assume."""

from . import BANNER
from .java_names import PACKAGE, is_word


def write_callbacks(api: dict) -> str:
    checks = "\n".join(
        f'_Static_assert(sizeof({s["name"]}) == {s["size"]}, "{s["name"]} is not what Structs.java says");'
        for s in api["structs"]
    )
    functions = "\n\n".join(_trampoline(number, entry) for number, entry in enumerate(api["callbacks"]))
    addresses = ", ".join(f"(intptr_t)&{entry['name']}_java" for entry in api["callbacks"])
    return f"""/* {BANNER} */
/* clang-format off */
#include "../clmem_java.h"

{checks}

{functions}

intptr_t clmem_java_callback(int kind) {{
    static const intptr_t all[] = {{{addresses}}};
    return all[kind];
}}
"""


def _trampoline(number: int, entry: dict) -> str:
    parameters = ", ".join(_declarator(p) for p in entry["parameters"])
    words = ", ".join(_word(p) for p in entry["parameters"])
    # For a shortage, 0 means no; with a yes the pool would retry endlessly.
    failed = "CLMEM_ERROR_CALLBACK" if entry["result"]["c"] == "clmem_status" else "0"
    call = f"clmem_java_call({number}, user, {len(entry['parameters'])}, words, {failed})"
    is_void = entry["result"]["kind"] == "void"
    body = f"{call};" if is_void else f"return ({entry['result']['c']}){call};"
    return (
        f"static {entry['result']['c']} CLMEM_CALL {entry['name']}_java({parameters}) {{\n"
        f"    const jlong words[] = {{{words}}};\n    {body}\n}}"
    )


def _word(parameter: dict) -> str:
    return f"(jlong)(intptr_t){parameter['name']}" if is_word(parameter["type"]) else f"(jlong){parameter['name']}"


def _declarator(parameter: dict) -> str:
    type_ = parameter["type"]["c"]
    return f"{type_}{'' if type_.endswith('*') else ' '}{parameter['name']}"


def write_kinds(api: dict) -> str:
    """CallbackKind.java: the callbacks in the order of callbacks.c."""
    values = ",\n".join(
        f"    /** {entry['name']} */\n    {entry['name'].removeprefix('clmem_').removesuffix('_fn').upper()}"
        for entry in api["callbacks"]
    )
    return f"""// {BANNER}
package {PACKAGE};

/** The callbacks of the C interface, in the order of callbacks.c. */
enum CallbackKind {{
{values};

    private static final CallbackKind[] ALL = values();

    static CallbackKind of(int number) {{
        return ALL[number];
    }}
}}
"""


def write_version(api: dict) -> str:
    """BuildVersion.java: the version of the jar."""
    return f"""// {BANNER}
package {PACKAGE};

/** The version of the jar, equal to that of the library. */
final class BuildVersion {{
    static final String VERSION = "{api["version"]}";

    private BuildVersion() {{}}
}}
"""
