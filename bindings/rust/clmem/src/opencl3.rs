//! Conversion to and from objects of the crate opencl3; each side holds its own reference.
//!
//! Both crates must load the same OpenCL library, which they do unless the environment sends one of them elsewhere.

use crate::{opencl, AnyMemory, Context, Device, Event, Kernel, Memory, Program, Queue, Result, Svm};
use opencl3::memory::ClMem;
use std::ffi::c_void;

impl Context {
    /// Takes another reference to an opencl3 context.
    ///
    /// # Errors
    ///
    /// Those of `clRetainContext`.
    pub fn from_opencl3(context: &opencl3::context::Context) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live context.
        unsafe { Self::retain(context.get().cast()) }
    }

    /// Returns an opencl3 context that holds another reference to this one.
    ///
    /// # Errors
    ///
    /// Those of `clRetainContext`.
    pub fn to_opencl3(&self, device: &Device) -> Result<opencl3::context::Context> {
        let raw = self.try_clone()?.into_raw().cast::<c_void>();
        Ok(opencl3::context::Context::new(raw, &[device.as_raw().cast()]))
    }
}

impl Device {
    /// The same device as a value of this crate.
    pub fn from_opencl3(device: &opencl3::device::Device) -> Option<Self> {
        // SAFETY: the opencl3 value holds a live device.
        unsafe { Self::from_raw(device.id().cast()) }
    }
}

impl Queue {
    /// Takes another reference to an opencl3 queue.
    ///
    /// # Errors
    ///
    /// Those of `clRetainCommandQueue`.
    pub fn from_opencl3(queue: &opencl3::command_queue::CommandQueue) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live queue.
        unsafe { Self::retain(queue.get().cast()) }
    }

    /// Returns an opencl3 queue that holds another reference to this one.
    ///
    /// # Errors
    ///
    /// Those of `clRetainCommandQueue`.
    pub fn to_opencl3(&self) -> Result<opencl3::command_queue::CommandQueue> {
        let raw = self.try_clone()?.into_raw().cast::<c_void>();
        Ok(opencl3::command_queue::CommandQueue::new(raw, 3))
    }
}

impl Event {
    /// Takes another reference to an opencl3 event.
    ///
    /// # Errors
    ///
    /// Those of `clRetainEvent`.
    pub fn from_opencl3(event: &opencl3::event::Event) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live event.
        unsafe { Self::retain(event.get().cast()) }
    }

    /// Converts the event into an opencl3 event.
    pub fn into_opencl3(self) -> opencl3::event::Event {
        opencl3::event::Event::new(self.into_raw().cast())
    }
}

impl AnyMemory {
    /// Makes a handle for an opencl3 buffer, image or pipe, with its own reference.
    ///
    /// # Safety
    ///
    /// Same as [`AnyMemory::import`]: this is a second handle of the same memory.
    ///
    /// # Errors
    ///
    /// Same as [`AnyMemory::import`].
    pub unsafe fn from_opencl3(memory: &impl ClMem) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live object; the caller guarantees the rest.
        unsafe { Self::import(memory.get().cast()) }
    }
}

/// Returns an opencl3 buffer of `T` that holds another reference to the memory object.
///
/// # Safety
///
/// This is a second handle of the same memory. A block's memory belongs to the pool: drop this buffer before the block.
///
/// # Errors
///
/// [`Unsupported`](crate::ErrorKind::Unsupported): the memory has no `cl_mem`.
pub unsafe fn to_opencl3_buffer<T>(memory: &impl Memory) -> Result<opencl3::memory::Buffer<T>> {
    let object = memory.memory_object()?;
    // SAFETY: the object is live.
    unsafe { opencl::retain_memory(object)? };
    Ok(opencl3::memory::Buffer::new(object.cast()))
}

impl Svm {
    /// Makes a tag for an opencl3 vector in shared virtual memory.
    ///
    /// # Safety
    ///
    /// The vector must keep its length and outlive the commands that use the tag; nothing may access it meanwhile.
    ///
    /// # Errors
    ///
    /// Same as [`Svm::wrap`].
    pub unsafe fn from_opencl3<T>(vector: &mut opencl3::svm::SvmVec<'_, T>) -> Result<Self> {
        let bytes = size_of_val::<[T]>(vector);
        // SAFETY: the vector's memory has this many bytes; the caller guarantees the rest.
        unsafe { Self::wrap(None, vector.as_mut_ptr().cast(), bytes, false) }
    }
}

impl Program {
    /// Takes another reference to an opencl3 program.
    ///
    /// # Errors
    ///
    /// Same as [`Program::import`].
    pub fn from_opencl3(program: &opencl3::program::Program) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live program.
        unsafe { Self::import(program.get().cast()) }
    }
}

impl Kernel {
    /// Takes another reference to an opencl3 kernel.
    ///
    /// # Safety
    ///
    /// Same as [`Kernel::import`]: nothing else may set its arguments from now on.
    ///
    /// # Errors
    ///
    /// Same as [`Kernel::import`].
    pub unsafe fn from_opencl3(kernel: &opencl3::kernel::Kernel) -> Result<Self> {
        // SAFETY: the opencl3 value holds a live kernel; the caller guarantees the rest.
        unsafe { Self::import(kernel.get().cast()) }
    }
}
