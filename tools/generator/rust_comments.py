"""The header's comments as Rust's documentation."""

import re
import textwrap

WIDTH = 120


def comment(about: str) -> str:
    """The header's comment on a member or a flag, for the method of that name."""
    text = re.sub(r"\bUINT(32|64)_MAX\b", r"[`u\1::MAX`]", about).replace("SIZE_MAX", "[`usize::MAX`]")
    text = re.sub(r"\b(clmem_\w+\(\)|CLMEM_\w+)", lambda m: f"[`sys::{m[1].removesuffix('()')}`]", text)
    text = re.sub(r"\b(CL_\w+|cl_\w+)", r"`\1`", text)
    text = text[:1].upper() + text[1:] + "."
    return "\n".join(textwrap.wrap(text, WIDTH, initial_indent="    /// ", subsequent_indent="    /// "))
