//! What buffers, images and pipes have in common, and OpenCL's memory objects.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{error::check, raw, sys, Buffer, Image, MemoryFlags, MemoryType, MigrationFlags, Pipe, Queue, Result, Svm};

raw::record! {
    /// A memory object as OpenCL and clmem see it.
    MemoryInfo, clmem_memory_info, clmem_memory_info_init
}

impl MemoryInfo {
    /// What sort of memory object it is; `None` for memory that is an address.
    pub fn memory_type(&self) -> Option<MemoryType> {
        (self.0.type_ != 0).then_some(MemoryType(self.0.type_))
    }

    /// How it may be used.
    pub fn memory_flags(&self) -> MemoryFlags {
        MemoryFlags::from_bits_retain(self.0.flags)
    }
}

mod sealed {
    pub trait Sealed {
        /// The commands that may still use it; none for what the host cannot map.
        fn uses(&self) -> Option<&crate::uses::Uses>;
    }
}

/// Memory of any kind: a [`Buffer`], an [`Image`], a [`Pipe`], or memory with an address ([`Svm`]).
pub trait Memory: sealed::Sealed {
    /// The handle, borrowed, for calls of [`sys`].
    fn as_raw_memory(&self) -> sys::clmem_memory;

    /// The OpenCL object, for every OpenCL call ([`sys::clmem_memory_mem`]). That of a block is the pool's.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): it has none, as shared virtual memory.
    fn memory_object(&self) -> Result<sys::cl_mem> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |mem| unsafe { sys::clmem_memory_mem(self.as_raw_memory(), mem) })
    }

    /// Describes it: every property that all kinds have ([`sys::clmem_memory_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): it is an empty buffer.
    fn memory_info(&self) -> Result<MemoryInfo> {
        let mut info = MemoryInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_memory_describe(self.as_raw_memory(), &mut info.0) })?;
        Ok(info)
    }

    /// Asks OpenCL for one property (`clGetMemObjectInfo`) in OpenCL's own form ([`sys::clmem_memory_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    fn memory_property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: there is as much room as is said.
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

/// A memory object of OpenCL's that came in.
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
    /// Makes a handle for an OpenCL memory object of the program's or of another library's ([`sys::clmem_memory_import`]), with a
    /// reference of its own. Its release gives that back.
    ///
    /// # Safety
    ///
    /// The object is a live one. It is a second handle of its memory, which Rust does not see: while one is mapped nothing writes
    /// to it through another, and while one is mapped mutably nothing reads it either. Commands through another are complete by then.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_MEM_OBJECT`: it is none (said by the driver).
    pub unsafe fn import(object: sys::cl_mem) -> Result<Self> {
        // SAFETY: the caller says what is asked for here.
        unsafe { Self::imported(object, true) }
    }

    /// The same, and takes over the caller's reference, unless the call fails.
    ///
    /// # Safety
    ///
    /// As [`import`](Self::import); the reference is the caller's to give away.
    ///
    /// # Errors
    ///
    /// As [`import`](Self::import).
    pub unsafe fn take_over(object: sys::cl_mem) -> Result<Self> {
        // SAFETY: the caller says what is asked for here.
        unsafe { Self::imported(object, false) }
    }

    /// # Safety
    ///
    /// As [`import`](Self::import).
    unsafe fn imported(object: sys::cl_mem, retain: bool) -> Result<Self> {
        let mut memory = std::ptr::null_mut();
        let mut info = MemoryInfo::init();
        // SAFETY: the outputs are live variables; the object is a live one, the caller says.
        unsafe {
            check(sys::clmem_memory_import(object, u32::from(retain), &mut memory))?;
            if let Err(error) = check(sys::clmem_memory_describe(memory, &mut info.0)) {
                sys::clmem_memory_release(memory);
                return Err(error);
            }
        }
        Ok(match MemoryType(info.0.type_) {
            // SAFETY: the handle is this call's own, and the header lets it be cast to what its type says.
            MemoryType::BUFFER => Self::Buffer(unsafe { Buffer::from_raw(memory.cast()) }),
            // SAFETY: as above.
            MemoryType::PIPE => Self::Pipe(unsafe { Pipe::from_raw(memory.cast()) }),
            // SAFETY: as above.
            _ => Self::Image(unsafe { Image::from_raw(memory.cast()) }),
        })
    }
}

impl Queue {
    /// Moves memory objects to the queue's device, or to the host ([`sys::clmem_memory_migrate`]). Shared virtual memory goes by
    /// [`migrate_svm`](Queue::migrate_svm).
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
        // SAFETY: the handles are live ones, and borrowed mutably: a migration may leave their content undefined.
        let event = unsafe { migrated(sys::clmem_memory_migrate, self, &handles, flags, wait_for)? };
        noted(self, event, memories.iter().map(|memory| memory.uses()))
    }
}

/// A function of the C interface that moves memory of a kind.
type Migrate<Handle> = unsafe extern "C" fn(
    sys::cl_command_queue,
    u32,
    *const Handle,
    u64,
    u32,
    *const sys::cl_event,
    *mut sys::cl_event,
) -> sys::clmem_status;

/// Calls one of them, and gives the command's event.
///
/// # Safety
///
/// The handles are live ones.
pub(crate) unsafe fn migrated<Handle>(
    migrate: Migrate<Handle>,
    queue: &Queue,
    handles: &[Handle],
    flags: MigrationFlags,
    wait_for: &[&Event],
) -> Result<sys::cl_event> {
    let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
    let (count, flags) = (handles.len() as u32, flags.bits());
    // SAFETY: both lists have as many live elements as is said; the output is a live variable.
    check(unsafe { migrate(queue.as_raw(), count, handles.as_ptr(), flags, list.count(), list.as_ptr(), &mut event) })?;
    Ok(event)
}

/// Memory of any kind in a list of several kinds: [`Memory`], as a trait object.
pub trait AsMemory: sealed::Sealed {
    /// The handle, borrowed.
    fn handle(&self) -> sys::clmem_memory;
}

impl<M: Memory> AsMemory for M {
    fn handle(&self) -> sys::clmem_memory {
        self.as_raw_memory()
    }
}
