//! clmem: the memory runtime for OpenCL.
//!
//! A GPU program allocates and frees device memory thousands of times a second, and drivers are slow at it. clmem puts
//! a pool in between: it takes memory from the driver in slabs, divides them into blocks, and reuses freed blocks
//! without a driver call.
//!
//! ```
//! use clmem::{Context, Kernel, Launch, MemoryFlags, Pool, Program, Provider, Queue};
//!
//! fn main() -> clmem::Result<()> {
//!     let (context, device) = Context::shared()?; // the device that CLMEM_DEVICE selects, or the first usable one
//!     let queue = Queue::new(&context, &device)?;
//!     let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
//!     let source = "kernel void twice(global float *a) { a[get_global_id(0)] *= 2; }";
//!     let mut kernel = Kernel::new(&Program::built(&context, source, "")?, "twice")?;
//!
//!     let mut numbers: Vec<f32> = (0..1000).map(|i| i as f32).collect();
//!     let mut block = pool.allocate_on(&queue, 4 * numbers.len())?;
//!     queue.write(&mut block, &numbers)?;
//!     kernel.set_memory(0, &block)?;
//!     // SAFETY: there is a work-item for each number, and the host does not access the block meanwhile.
//!     unsafe { kernel.launch(&queue, &Launch::new([1000]))? };
//!     queue.read(&block, &mut numbers)?;
//!     assert_eq!(numbers[999], 1998.0);
//!     Ok(())
//! } // the block returns to the pool, and the pool's memory to the driver
//! ```
//!
//! # Rules that hold everywhere
//!
//! - A call that fails returns an [`Error`]; the crate does not panic on failures of the runtime.
//! - Dropping a value releases it; `try_release` does the same and reports failures. Children keep their parents alive:
//!   a pool may be dropped before its blocks. A block's memory is reused only after the commands that use it are done.
//! - Handles are [`Send`] and [`Sync`]: any thread may call any function.
//! - Commands return an [`Event`]. The program uses events to order commands in different queues. A map needs none: it
//!   waits for every command on its memory, in any queue, so a slice never changes while it is borrowed.
//! - Only `unsafe` functions make a second handle of the same memory (parts, imported objects, buffers over shared
//!   virtual memory), so memory that is mapped mutably has one handle; [`Buffer::split_at`] gives parts that do not
//!   overlap.
//! - Lengths and offsets of memory are in bytes.
//! - What is in [`experimental`] may change in any version, and so may methods that say so.
//! - Every function of the C interface is also available, in [`sys`]; `from_raw` and `as_raw` convert handles.
//!
//! # Features
//!
//! - `vendored`, the default, builds the library from the sources in `clmem-sys`, with CMake and a C++20 compiler.
//! - `system` uses an installed library, which pkg-config finds.
//! - `opencl3` converts to and from the objects of the crate opencl3.
//!
//! The [`guide`] introduces one feature after the other; the crate's folder `docs` has pages on single topics.

pub use clmem_sys as sys;

mod arguments;
mod buffer;
mod completion;
mod context;
mod device;
mod device_memory;
mod error;
mod event;
pub mod experimental;
mod flags;
mod image;
mod image_map;
mod launch;
mod map;
mod memory;
pub mod opencl;
#[cfg(feature = "opencl3")]
mod opencl3;
mod option_methods;
mod pipe;
mod pool;
mod pool_options;
mod program;
mod provider;
mod queue;
mod raw;
mod record_methods;
mod reference;
mod sampler;
mod statistics;
mod svm;
mod testing;
mod transfer;
mod transfer_scope;
mod user_provider;
mod uses;

#[cfg(feature = "opencl3")]
pub use crate::opencl3::to_opencl3_buffer;
pub use arguments::{Argument, Arguments, Local, Value};
pub use buffer::{Buffer, BufferInfo};
pub use completion::Completion;
pub use context::Context;
pub use device::{Device, DeviceInfo, DeviceType, Features};
pub use device_memory::{DeviceMemory, DeviceMemorySource};
pub use error::{status_name, Error, ErrorKind, Result};
pub use event::{wait_all, Event, EventTimes};
pub use flags::{Addressing, ChannelOrder, ChannelType, Filter, MemoryFlags, MemoryType, MigrationFlags};
pub use image::{Element, Image, ImageBuilder, ImageFormat, ImageInfo};
pub use image_map::{ImageBox, ImageMap, ImageMapMut};
pub use launch::{Dimensions, Kernel, Launch};
pub use map::{Map, MapHandle, MapInfo, MapMut, MapOptions, PendingMap};
pub use memory::{AnyMemory, AsMemory, Memory, MemoryInfo};
pub use pipe::{Pipe, PipeInfo};
pub use pool::Pool;
pub use pool_options::{Allocation, PoolBuilder};
pub use program::Program;
pub use provider::{Provider, ProviderInfo, ProviderKind, Usm, VirtualOptions};
pub use queue::{Queue, QueueFlags};
pub use sampler::{Sampler, SamplerInfo};
pub use statistics::{BinStatistics, Statistics, Tag, TagStatistics};
pub use svm::{Found, Svm};
pub use testing::run_on_devices;
pub use transfer::{Destination, Source, Transfer};
pub use transfer_scope::{scope, OwnedTransfer, Scope, ScopedTransfer, Stable};
pub use user_provider::{MemorySource, SourceError, SourceOptions};

/// The version of the running library: major, minor and patch number ([`sys::clmem_version`]).
///
/// # Errors
///
/// No error is known.
pub fn version() -> Result<(u32, u32, u32)> {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: the outputs are live variables.
    error::check(unsafe { sys::clmem_version(&mut major, &mut minor, &mut patch) })?;
    Ok((major, minor, patch))
}

/// How much [`set_log_level`] makes the library log. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum LogLevel {
    /// Nothing.
    None = sys::CLMEM_LOG_NONE,
    /// Calls that fail.
    Error = sys::CLMEM_LOG_ERROR,
    /// What a pool recovers from: a driver that refuses memory.
    Warning = sys::CLMEM_LOG_WARNING,
    /// Pools, their growth and trim, queues, the OpenCL library.
    Info = sys::CLMEM_LOG_INFO,
    /// Why a pool grows, and each call of the driver with its time.
    Debug = sys::CLMEM_LOG_DEBUG,
}

/// Chooses how much the library logs to standard error, in place of the environment variable `CLMEM_LOG`
/// ([`sys::clmem_log_set_callback`]).
///
/// # Errors
///
/// Inside a callback of the library.
pub fn set_log_level(level: LogLevel) -> Result<()> {
    // SAFETY: without a callback nothing is kept.
    error::check(unsafe { sys::clmem_log_set_callback(level as u32, None, std::ptr::null_mut()) })
}

/// The guide.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../docs/rust.md")]
pub mod guide {}

/// The crate's README, whose code runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
