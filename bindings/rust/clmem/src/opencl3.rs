//! Objects of the crate opencl3 come in, and go out: each side has a reference of its own.
//!
//! Both crates must have loaded the same OpenCL library, as they do unless the environment sends one of them elsewhere.

use crate::{opencl, AnyMemory, Context, Device, Event, Kernel, Memory, Program, Queue, Result, Svm};
use opencl3::memory::ClMem;
use std::ffi::c_void;

impl Context {
    /// Takes a reference of its own to a context of opencl3's.
    ///
    /// # Errors
    ///
    /// What `clRetainContext` gives.
    pub fn from_opencl3(context: &opencl3::context::Context) -> Result<Self> {
        // SAFETY: the other crate's value has a live context.
        unsafe { Self::retain(context.get().cast()) }
    }

    /// Gives opencl3 a context with a reference of its own.
    ///
    /// # Errors
    ///
    /// What `clRetainContext` gives.
    pub fn to_opencl3(&self, device: &Device) -> Result<opencl3::context::Context> {
        let raw = self.try_clone()?.into_raw().cast::<c_void>();
        Ok(opencl3::context::Context::new(raw, &[device.as_raw().cast()]))
    }
}

impl Device {
    /// The device of opencl3's.
    pub fn from_opencl3(device: &opencl3::device::Device) -> Option<Self> {
        // SAFETY: the other crate's value has a live device.
        unsafe { Self::from_raw(device.id().cast()) }
    }
}

impl Queue {
    /// Takes a reference of its own to a queue of opencl3's.
    ///
    /// # Errors
    ///
    /// What `clRetainCommandQueue` gives.
    pub fn from_opencl3(queue: &opencl3::command_queue::CommandQueue) -> Result<Self> {
        // SAFETY: the other crate's value has a live queue.
        unsafe { Self::retain(queue.get().cast()) }
    }

    /// Gives opencl3 a queue with a reference of its own.
    ///
    /// # Errors
    ///
    /// What `clRetainCommandQueue` gives.
    pub fn to_opencl3(&self) -> Result<opencl3::command_queue::CommandQueue> {
        let raw = self.try_clone()?.into_raw().cast::<c_void>();
        Ok(opencl3::command_queue::CommandQueue::new(raw, 3))
    }
}

impl Event {
    /// Takes a reference of its own to an event of opencl3's.
    ///
    /// # Errors
    ///
    /// What `clRetainEvent` gives.
    pub fn from_opencl3(event: &opencl3::event::Event) -> Result<Self> {
        // SAFETY: the other crate's value has a live event.
        unsafe { Self::retain(event.get().cast()) }
    }

    /// Gives opencl3 the event.
    pub fn into_opencl3(self) -> opencl3::event::Event {
        opencl3::event::Event::new(self.into_raw().cast())
    }
}

impl AnyMemory {
    /// Makes a handle for a buffer, an image or a pipe of opencl3's, with a reference of its own.
    ///
    /// # Safety
    ///
    /// As [`AnyMemory::import`]: it is a second handle of the same memory.
    ///
    /// # Errors
    ///
    /// As [`AnyMemory::import`].
    pub unsafe fn from_opencl3(memory: &impl ClMem) -> Result<Self> {
        // SAFETY: the other crate's value has a live object; the rest the caller says.
        unsafe { Self::import(memory.get().cast()) }
    }
}

/// Gives opencl3 a buffer of `T` with a reference of its own.
///
/// # Safety
///
/// It is a second handle of the same memory. A block is the pool's: what is given here must be dropped before the block is.
///
/// # Errors
///
/// [`Unsupported`](crate::ErrorKind::Unsupported): the memory has no OpenCL object.
pub unsafe fn to_opencl3_buffer<T>(memory: &impl Memory) -> Result<opencl3::memory::Buffer<T>> {
    let object = memory.memory_object()?;
    // SAFETY: the object is a live one.
    unsafe { opencl::retain_memory(object)? };
    Ok(opencl3::memory::Buffer::new(object.cast()))
}

impl Svm {
    /// Makes a tag for a vector of opencl3's in shared virtual memory.
    ///
    /// # Safety
    ///
    /// The vector lives, and keeps its length, until the commands that use the tag are done; it is not touched meanwhile.
    ///
    /// # Errors
    ///
    /// As [`Svm::wrap`].
    pub unsafe fn from_opencl3<T>(vector: &mut opencl3::svm::SvmVec<'_, T>) -> Result<Self> {
        let bytes = size_of_val::<[T]>(vector);
        // SAFETY: the vector's memory has so many bytes; the rest the caller says.
        unsafe { Self::wrap(None, vector.as_mut_ptr().cast(), bytes, false) }
    }
}

impl Program {
    /// Takes a reference of its own to a program of opencl3's.
    ///
    /// # Errors
    ///
    /// As [`Program::import`].
    pub fn from_opencl3(program: &opencl3::program::Program) -> Result<Self> {
        // SAFETY: the other crate's value has a live program.
        unsafe { Self::import(program.get().cast()) }
    }
}

impl Kernel {
    /// Takes a reference of its own to a kernel of opencl3's.
    ///
    /// # Safety
    ///
    /// As [`Kernel::import`]: nobody else sets its arguments from now on.
    ///
    /// # Errors
    ///
    /// As [`Kernel::import`].
    pub unsafe fn from_opencl3(kernel: &opencl3::kernel::Kernel) -> Result<Self> {
        // SAFETY: the other crate's value has a live kernel; the rest the caller says.
        unsafe { Self::import(kernel.get().cast()) }
    }
}
