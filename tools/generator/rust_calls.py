"""Writes bindings/rust/clmem/tests/contract/calls.rs: every function of the header by name, for the contract's Rust
runner."""

from . import BANNER

PATH = "bindings/rust/clmem/tests/contract/calls.rs"


def write(api: dict) -> str:
    arms = "\n".join(_arm(function) for function in api["functions"])
    return f"""// {BANNER}
#![cfg_attr(rustfmt, rustfmt_skip)]

use clmem_sys as sys;

/// Calls a function by name with words as arguments, and returns its status; `None` if there is no such function.
///
/// # Safety
///
/// The arguments obey the header's rules for the function.
pub unsafe fn call(name: &str, w: &[usize]) -> Option<i32> {{
    // SAFETY: the caller guarantees valid arguments.
    Some(unsafe {{ match name {{
{arms}
        _ => return None,
    }} }})
}}
"""


def _arm(function: dict) -> str:
    words = ", ".join(_word(index, parameter) for index, parameter in enumerate(function["parameters"]))
    return f'        "{function["name"]}" => sys::{function["name"]}({words}),'


def _word(index: int, parameter: dict) -> str:
    # A callback is an Option of a function, to which no number is cast.
    is_callback = parameter["type"]["kind"] == "callback"
    return f"std::mem::transmute::<usize, sys::{parameter['type']['c']}>(w[{index}])" if is_callback else f"w[{index}] as _"
