"""Writes src/api/oldest_sizes.hpp: the oldest size of each struct that the library takes, from the baseline of the
interface. The extras have none: their structs may change."""

from . import BANNER

PATH = "src/api/oldest_sizes.hpp"


def write(baseline: dict | None) -> str:
    structs = (baseline or {"structs": {}})["structs"]
    sizes = {name: struct["oldest_size"] for name, struct in structs.items() if "experimental" not in struct}
    text = f"""// {BANNER}
#pragma once

#include <clmem_extras.h>
#include <cstddef>

namespace clmem_core::api {{

// The size of a struct in the oldest version that callers may pass: that in which it was released.
template <class T>
constexpr std::size_t oldest_size = sizeof(T);
"""
    for name, size in sizes.items():
        text += f"template <>\ninline constexpr std::size_t oldest_size<{name}> = {size};\n"
    return text + "\n} // namespace clmem_core::api\n"
