//! The C interface of [clmem](https://github.com/clmem/clmem), the memory runtime for OpenCL: raw declarations.
//!
//! All of this is `include/clmem.h`, whose introduction has the rules that hold everywhere. The crate `clmem` is the
//! safe interface over it, and gives the handles out to those who need a call of their own.
//!
//! The library is built from the crate's own sources (feature `vendored`, the default: CMake, a compiler for C++20 and
//! OpenCL's headers must be there), or is an installed one (`system`, by pkg-config). `CLMEM_LIB_DIR` names a folder that
//! has it; `CLMEM_NO_VENDOR` forbids to build it. OpenCL itself is loaded when it is first used.
#![no_std]

#[rustfmt::skip]
#[allow(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_docs)]
#[allow(clippy::undocumented_unsafe_blocks, clippy::all)]
mod declarations;

pub use declarations::*;
