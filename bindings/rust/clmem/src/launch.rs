//! Kernels: arguments that are kept alive while they are set, launches that are reported to the pools.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{error::check, raw, sys, Arguments, Memory, Program, Queue, Result, Sampler, Svm};
use bytemuck::NoUninit;

raw::handle_with! {
    /// A kernel with its arguments, which it keeps alive while they are set.
    ///
    /// Its setters take `&mut self`: threads that set arguments and launch need one kernel each.
    Kernel, clmem_kernel, clmem_kernel_release, reached: Reached
}

/// The mappable memory that a kernel's launches use.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    arguments: Vec<(u32, Uses)>,
    indirectly: Vec<Uses>,
}

impl Reached {
    /// Sets the memory of an argument; `None` if the argument is not mappable memory.
    fn set(&mut self, index: u32, uses: Option<&Uses>) {
        self.arguments.retain(|argument| argument.0 != index);
        self.arguments.extend(uses.map(|uses| (index, uses.share())));
    }

    /// Adds memory that the kernel accesses through pointers. Replaced memory stays listed: waiting for it is only
    /// slower.
    fn add(&mut self, uses: &Uses) {
        self.indirectly.retain(|earlier| !earlier.is_abandoned() && !earlier.is_shared_with(uses));
        self.indirectly.push(uses.share());
    }

    fn all(&self) -> impl Iterator<Item = Option<&Uses>> {
        self.arguments.iter().map(|argument| &argument.1).chain(&self.indirectly).map(Some)
    }
}

mod sealed {
    pub trait Sealed {}
}

/// An array of as many dimensions as kernels can have: 1 to 3. Four do not compile:
///
/// ```compile_fail,E0277
/// let four = clmem::Launch::new([1, 1, 1, 1]);
/// ```
pub trait Dimensions: sealed::Sealed {}

/// Implements [`Dimensions`] for arrays of these lengths.
macro_rules! dimensions {
    ($($count:literal)*) => {$(
        impl sealed::Sealed for [usize; $count] {}
        impl Dimensions for [usize; $count] {}
    )*};
}
dimensions!(1 2 3);

/// How a kernel is launched: the number of work-items in `N` dimensions, the size of work-groups, the events to wait
/// for. Work-groups have the same number of dimensions. Others do not compile:
///
/// ```compile_fail,E0308
/// let uneven = clmem::Launch::new([64, 64]).local([8, 8, 8]);
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Launch<'a, const N: usize> {
    pub(crate) raw: sys::clmem_launch_options,
    wait_for: Vec<&'a Event>,
}

impl<'a, const N: usize> Launch<'a, N>
where
    [usize; N]: Dimensions,
{
    /// Launches this many work-items in 1 to 3 dimensions; the driver chooses the size of the work-groups.
    pub fn new(global: [usize; N]) -> Self {
        let mut raw = sys::clmem_launch_options { dimensions: N as u32, ..Default::default() };
        for (place, count) in raw.global.iter_mut().zip(global) {
            *place = count;
        }
        Self { raw, wait_for: Vec::new() }
    }

    /// The number of work-items in a work-group.
    pub fn local(mut self, local: [usize; N]) -> Self {
        for (place, count) in self.raw.local.iter_mut().zip(local) {
            *place = count;
        }
        self
    }

    /// The first global id.
    pub fn offset(mut self, offset: [usize; N]) -> Self {
        for (place, count) in self.raw.offset.iter_mut().zip(offset) {
            *place = count;
        }
        self
    }

    /// Makes the launch wait for these events.
    pub fn wait_for(mut self, events: &[&'a Event]) -> Self {
        self.wait_for.extend_from_slice(events);
        self
    }
}

impl Kernel {
    /// Creates a kernel of a program that is built ([`sys::clmem_kernel_create`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_KERNEL_NAME`: the program has no such kernel.
    pub fn new(program: &Program, name: &str) -> Result<Self> {
        let name = raw::c_text("Kernel::new", name)?;
        // SAFETY: the name is NUL-terminated; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_kernel_create(program.as_raw(), name.as_ptr(), out) })
    }

    /// Makes a handle for an OpenCL kernel and takes a reference to it ([`sys::clmem_kernel_import`]).
    ///
    /// # Safety
    ///
    /// The kernel must be live, and nothing else may set its arguments from now on.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_KERNEL`: the driver reports that it is not a valid kernel.
    pub unsafe fn import(object: sys::cl_kernel) -> Result<Self> {
        // SAFETY: the caller guarantees a live kernel; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_kernel_import(object, 1, out) })
    }

    fn made(create: impl FnOnce(*mut sys::clmem_kernel) -> i32) -> Result<Self> {
        let mut kernel = std::ptr::null_mut();
        check(create(&mut kernel))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(kernel) })
    }

    /// The OpenCL kernel, borrowed, for any OpenCL call ([`sys::clmem_kernel_object`]). clmem does not see arguments
    /// that such calls set.
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn object(&self) -> Result<sys::cl_kernel> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out| unsafe { sys::clmem_kernel_object(self.as_raw(), out) })
    }

    /// Sets all arguments in order: a tuple of memory, samplers, numbers, arrays for vectors, [`Local`](crate::Local)
    /// memory, or a [`Value`](crate::Value) of any plain-data type.
    ///
    /// ```
    /// # use clmem::*;
    /// # fn main() -> Result<()> {
    /// # let (context, device) = Context::shared()?;
    /// # let queue = Queue::new(&context, &device)?;
    /// let source = "kernel void scale(global float *a, float by) { a[get_global_id(0)] *= by; }";
    /// let mut scale = Kernel::new(&Program::built(&context, source, "")?, "scale")?;
    /// let buffer = Buffer::copy_of(&context, MemoryFlags::READ_WRITE, &[1.0_f32, 2.0])?;
    /// // SAFETY: there are as many work-items as numbers, and the buffer is not mapped.
    /// unsafe { scale.args((&buffer, 3.0_f32))?.launch(&queue, &Launch::new([2]))? };
    /// assert_eq!(buffer.map::<f32>(&queue)?[..], [3.0, 6.0]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the setters; the arguments before the one that fails stay set.
    pub fn args(&mut self, arguments: impl Arguments) -> Result<&mut Self> {
        arguments.set_all(self)?;
        Ok(self)
    }

    /// Sets an argument to memory of any kind ([`sys::clmem_kernel_set_memory`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the memory is an empty buffer;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such argument.
    pub fn set_memory(&mut self, index: u32, memory: &impl Memory) -> Result<()> {
        // SAFETY: any handle values may be passed; the library checks them.
        check(unsafe { sys::clmem_kernel_set_memory(self.as_raw(), index, memory.as_raw_memory()) })?;
        self.reached.set(index, memory.uses());
        Ok(())
    }

    /// Sets an argument to a sampler ([`sys::clmem_kernel_set_sampler`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such argument; and those of `clSetKernelArg`.
    pub fn set_sampler(&mut self, index: u32, sampler: &Sampler) -> Result<()> {
        // SAFETY: any handle values may be passed; the library checks them.
        check(unsafe { sys::clmem_kernel_set_sampler(self.as_raw(), index, sampler.as_raw()) })?;
        self.reached.set(index, None);
        Ok(())
    }

    /// Sets an argument to local memory of this many bytes ([`sys::clmem_kernel_set_local`]).
    ///
    /// # Errors
    ///
    /// Same as [`set_sampler`](Self::set_sampler).
    pub fn set_local(&mut self, index: u32, bytes: usize) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_kernel_set_local(self.as_raw(), index, bytes) })?;
        self.reached.set(index, None);
        Ok(())
    }

    /// Sets an argument to a value: a number, an array for a vector, a struct ([`sys::clmem_kernel_set_bytes`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such argument; `CL_INVALID_ARG_SIZE`: it has
    /// another size.
    pub fn set_value<T: NoUninit>(&mut self, index: u32, value: T) -> Result<()> {
        let bytes = bytemuck::bytes_of(&value);
        // SAFETY: the bytes are copied before the call returns.
        check(unsafe { sys::clmem_kernel_set_bytes(self.as_raw(), index, bytes.as_ptr().cast(), bytes.len()) })?;
        self.reached.set(index, None);
        Ok(())
    }

    /// Sets a pointer argument to NULL ([`sys::clmem_kernel_set_null`]).
    ///
    /// # Errors
    ///
    /// Same as [`set_sampler`](Self::set_sampler).
    pub fn set_null(&mut self, index: u32) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_kernel_set_null(self.as_raw(), index) })?;
        self.reached.set(index, None);
        Ok(())
    }

    /// Names memory that the kernel accesses through pointers stored in other memory ([`sys::clmem_kernel_use_svm`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the list is empty.
    pub fn use_svm(&mut self, memories: &[&Svm]) -> Result<()> {
        let handles: Vec<_> = memories.iter().map(|memory| memory.as_raw()).collect();
        // SAFETY: the list holds as many handles as its count says.
        check(unsafe { sys::clmem_kernel_use_svm(self.as_raw(), handles.len() as u32, handles.as_ptr()) })?;
        memories.iter().for_each(|memory| self.reached.add(&memory.uses));
        Ok(())
    }

    /// Enqueues the kernel ([`sys::clmem_kernel_launch`]). This counts as a use of all its blocks by the queue, and
    /// later maps of its memory wait for it.
    ///
    /// # Safety
    ///
    /// The kernel must be sound: it stays within the memory of its arguments, and writes to none that is mapped, that
    /// another thread maps during the call, or that the host accesses by address before the kernel completes.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): an argument is not set; the message gives its number.
    pub unsafe fn launch<const N: usize>(&mut self, queue: &Queue, launch: &Launch<'_, N>) -> Result<Event> {
        let list = WaitList::new(&launch.wait_for);
        let mut options = launch.raw;
        options.wait_events = list.as_ptr();
        options.wait_count = list.count();
        let mut event = std::ptr::null_mut();
        // SAFETY: the options state their size and hold as many live events as their count says; the output is a live
        // variable. The caller guarantees that the kernel is sound.
        check(unsafe { sys::clmem_kernel_launch(self.as_raw(), queue.as_raw(), &options, &mut event) })?;
        let event = noted(queue, event, self.reached.all())?;
        if options.flags & sys::CLMEM_LAUNCH_CLEAR != 0 {
            self.reached.arguments.clear();
        }
        Ok(event)
    }
}
