//! What buffers, images and pipes have in common, and importing OpenCL memory objects.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{error::check, raw, sys, Buffer, Image, MemoryFlags, MemoryType, MigrationFlags, Pipe, Queue, Result, Svm};

raw::record! {
    /// A description of memory of any kind.
    MemoryInfo, clmem_memory_info
}

impl MemoryInfo {
    /// The type of memory object; `None` for memory without a `cl_mem`.
    pub fn memory_type(&self) -> Option<MemoryType> {
        (self.0.type_ != 0).then_some(MemoryType(self.0.type_))
    }

    /// The memory's flags.
    pub fn flags(&self) -> MemoryFlags {
        MemoryFlags::from_bits_retain(self.0.flags)
    }
}

mod sealed {
    pub trait Sealed {
        /// The commands that may still use it; `None` for memory that the host cannot map.
        fn uses(&self) -> Option<&crate::uses::Uses>;
    }
}

/// Memory of any kind: a [`Buffer`], an [`Image`], a [`Pipe`], or memory with an address ([`Svm`]).
pub trait Memory: sealed::Sealed {
    /// The handle, borrowed, for calls of [`sys`].
    fn as_raw_memory(&self) -> sys::clmem_memory;

    /// The OpenCL object, for any OpenCL call ([`sys::clmem_memory_mem`]). The pool owns that of a block.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): it has no `cl_mem`, as with shared virtual memory.
    fn memory_object(&self) -> Result<sys::cl_mem> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |mem| unsafe { sys::clmem_memory_mem(self.as_raw_memory(), mem) })
    }

    /// Describes the properties that all kinds of memory have ([`sys::clmem_memory_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the memory is an empty buffer.
    fn memory_info(&self) -> Result<MemoryInfo> {
        let mut info = MemoryInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_memory_describe(self.as_raw_memory(), &mut info.0) })?;
        Ok(info)
    }

    /// Queries one property (`clGetMemObjectInfo`) in OpenCL's binary form ([`sys::clmem_memory_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    fn memory_property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: the output has the stated capacity.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_memory_query(self.as_raw_memory(), property, capacity, value.cast(), bytes)
        })
    }

    /// Whether two handles stand for the same OpenCL object or address ([`sys::clmem_memory_equal`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): one is an empty buffer.
    fn is_same_memory(&self, other: &impl Memory) -> Result<bool>
    where
        Self: Sized,
    {
        let (one, other) = (self.as_raw_memory(), other.as_raw_memory());
        // SAFETY: the output is a live variable.
        raw::output(0, |equal| unsafe { sys::clmem_memory_equal(one, other, equal) }).map(|equal| equal != 0)
    }
}

impl sealed::Sealed for Buffer {
    fn uses(&self) -> Option<&Uses> {
        Some(&self.uses)
    }
}

impl sealed::Sealed for Image {
    fn uses(&self) -> Option<&Uses> {
        Some(&self.uses)
    }
}

impl sealed::Sealed for Pipe {
    fn uses(&self) -> Option<&Uses> {
        None
    }
}

impl sealed::Sealed for Svm {
    fn uses(&self) -> Option<&Uses> {
        Some(&self.uses)
    }
}

impl sealed::Sealed for AnyMemory {
    fn uses(&self) -> Option<&Uses> {
        match self {
            Self::Buffer(buffer) => buffer.uses(),
            Self::Image(image) => image.uses(),
            Self::Pipe(pipe) => pipe.uses(),
        }
    }
}

impl Memory for Buffer {
    fn as_raw_memory(&self) -> sys::clmem_memory {
        self.as_raw().cast()
    }
}

impl Memory for Image {
    fn as_raw_memory(&self) -> sys::clmem_memory {
        self.as_raw().cast()
    }
}

impl Memory for Pipe {
    fn as_raw_memory(&self) -> sys::clmem_memory {
        self.as_raw().cast()
    }
}

impl Memory for Svm {
    fn as_raw_memory(&self) -> sys::clmem_memory {
        self.as_raw().cast()
    }
}

/// An imported OpenCL memory object.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyMemory {
    /// A buffer.
    Buffer(Buffer),
    /// An image.
    Image(Image),
    /// A pipe.
    Pipe(Pipe),
}

impl Memory for AnyMemory {
    fn as_raw_memory(&self) -> sys::clmem_memory {
        match self {
            Self::Buffer(buffer) => buffer.as_raw_memory(),
            Self::Image(image) => image.as_raw_memory(),
            Self::Pipe(pipe) => pipe.as_raw_memory(),
        }
    }
}

impl AnyMemory {
    /// Makes a handle for an OpenCL memory object of the program or of another library, and takes a reference to it,
    /// which releasing the handle releases ([`sys::clmem_memory_import`]).
    ///
    /// # Safety
    ///
    /// The object must be live. The handle is a second one of its memory, which Rust cannot see: while one is mapped,
    /// nothing may write to the memory through the other, and while one is mapped mutably, nothing may read it either.
    /// Commands through the other must be complete by then.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_MEM_OBJECT`: the driver reports that it is not a valid memory object.
    pub unsafe fn import(object: sys::cl_mem) -> Result<Self> {
        let mut memory = std::ptr::null_mut();
        let mut info = MemoryInfo::init();
        // SAFETY: the outputs are live variables; the caller guarantees a live object.
        unsafe {
            check(sys::clmem_memory_import(object, 1, &mut memory))?;
            if let Err(error) = check(sys::clmem_memory_describe(memory, &mut info.0)) {
                sys::clmem_memory_release(memory);
                return Err(error);
            }
        }
        Ok(match MemoryType(info.0.type_) {
            // SAFETY: this call owns the handle, and the header allows casting it to the handle of its type.
            MemoryType::BUFFER => Self::Buffer(unsafe { Buffer::from_raw(memory.cast()) }),
            // SAFETY: as above.
            MemoryType::PIPE => Self::Pipe(unsafe { Pipe::from_raw(memory.cast()) }),
            // SAFETY: as above.
            _ => Self::Image(unsafe { Image::from_raw(memory.cast()) }),
        })
    }

    /// Does the same, but takes over the caller's reference, unless the call fails.
    ///
    /// # Safety
    ///
    /// Same as [`import`](Self::import); the caller must own the reference.
    ///
    /// # Errors
    ///
    /// Same as [`import`](Self::import).
    pub unsafe fn take_over(object: sys::cl_mem) -> Result<Self> {
        let mut taken = std::ptr::null_mut();
        // SAFETY: the output is a live variable; the caller guarantees a live object and owns a reference to it, which
        // a second handle takes and releases once the first one has its own.
        unsafe {
            let memory = Self::import(object)?;
            check(sys::clmem_memory_import(object, 0, &mut taken))?;
            check(sys::clmem_memory_release(taken))?;
            Ok(memory)
        }
    }
}

impl Queue {
    /// Migrates memory objects to the queue's device, or to the host ([`sys::clmem_memory_migrate`]). For shared
    /// virtual memory use [`migrate_svm`](Queue::migrate_svm).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the list is empty.
    pub fn migrate(
        &self,
        memories: &mut [&mut dyn AsMemory],
        flags: MigrationFlags,
        wait_for: &[&Event],
    ) -> Result<Event> {
        let handles: Vec<_> = memories.iter().map(|memory| memory.handle()).collect();
        // SAFETY: the handles are live, and borrowed mutably since a migration may leave their content undefined.
        let event = unsafe { migrated(sys::clmem_memory_migrate, self, &handles, flags, wait_for)? };
        noted(self, event, memories.iter().map(|memory| memory.uses()))
    }
}

/// A C function that migrates one kind of memory.
type Migrate<Handle> = unsafe extern "C" fn(
    sys::cl_command_queue,
    u32,
    *const Handle,
    u64,
    *const sys::clmem_enqueue_options,
    *mut sys::cl_event,
) -> sys::clmem_status;

/// Calls such a function, and returns the command's event.
///
/// # Safety
///
/// The handles must be live.
pub(crate) unsafe fn migrated<Handle>(
    migrate: Migrate<Handle>,
    queue: &Queue,
    handles: &[Handle],
    flags: MigrationFlags,
    wait_for: &[&Event],
) -> Result<sys::cl_event> {
    let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
    let (count, flags) = (handles.len() as u32, flags.bits());
    // SAFETY: both lists hold as many live elements as their counts say; the output is a live variable.
    check(unsafe { migrate(queue.as_raw(), count, handles.as_ptr(), flags, &list.options(), &mut event) })?;
    Ok(event)
}

/// Memory of any kind, for lists that mix kinds: [`Memory`] as a trait object.
pub trait AsMemory: sealed::Sealed {
    /// The handle, borrowed.
    fn handle(&self) -> sys::clmem_memory;
}

impl<M: Memory> AsMemory for M {
    fn handle(&self) -> sys::clmem_memory {
        self.as_raw_memory()
    }
}
