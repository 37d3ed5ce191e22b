"""Writes tests/contract/generated/calls.cpp: a table that calls every function of the header by name, and every type of
callback."""

from . import BANNER

ABOUT = "Calls every function by its name; build/docs/api.json describes its arguments."


def write(api: dict) -> str:
    names = "".join(f'        {{"{function["name"]}", call<{function["name"]}>}},\n' for function in api["functions"])
    types = [callback["name"] for callback in api["callbacks"]]
    types_text = "".join(f'        "{name}",\n' for name in types)
    callbacks = "".join(f'        {{"{name}", callback<{name}, {i}>()}},\n' for i, name in enumerate(types))
    return f"""// {BANNER}
// clang-format off
//
// {ABOUT}
#include "calls.hpp"

namespace clmem::contract {{

const std::map<std::string, caller> &calls() {{
    static const std::map<std::string, caller> all = {{
{names}    }};
    return all;
}}

const std::string &callback_type(std::size_t index) {{
    static const std::string all[] = {{
{types_text}    }};
    return all[index];
}}

const std::map<std::string, void *> &callbacks() {{
    static const std::map<std::string, void *> all = {{
{callbacks}    }};
    return all;
}}

}} // namespace clmem::contract
"""
