//! The C interface of [clmem](https://github.com/clmem/clmem), the memory runtime for OpenCL: raw declarations.
//!
//! The declarations follow `include/clmem.h`, whose introduction states the rules that hold for every function. The
//! crate `clmem` is the safe interface over them; it exposes its handles to programs that need to make a call
//! themselves.
//!
//! # Features
//!
//! - `vendored`, the default, builds the library from the sources in the crate, and links it statically. It needs CMake
//!   and a C++20 compiler.
//! - `system` uses an installed library, which pkg-config finds. It takes precedence over `vendored`.
//!
//! `CLMEM_LIB_DIR` names a folder that contains the library; `CLMEM_NO_VENDOR` forbids building it. OpenCL itself is
//! loaded when it is first used.
#![no_std]

#[rustfmt::skip]
#[allow(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_docs)]
#[allow(clippy::undocumented_unsafe_blocks, clippy::all)]
mod declarations;

pub use declarations::*;
