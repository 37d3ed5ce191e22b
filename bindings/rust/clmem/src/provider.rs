//! Providers: where memory comes from.

use crate::{error::check, raw, sys, Buffer, Context, Device, MemoryFlags, Queue, Result};

raw::handle! {
    /// Where memory comes from: a kind of driver allocation, with what it needs. [`Pool`](crate::Pool)s take their slabs from one,
    /// and keep it alive.
    Provider, clmem_provider, clmem_provider_release
}

raw::record! {
    /// A provider as it was made.
    ProviderInfo, clmem_provider_info, clmem_provider_info_init
}

/// Kinds of providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProviderKind {
    /// No memory at all: addresses only.
    Virtual,
    /// Buffers as the driver makes them.
    Buffer,
    /// Buffers that are real at once.
    Immediate,
    /// The program's own.
    User,
    /// Shared virtual memory.
    Svm,
    /// Unified shared memory.
    Usm,
    /// Page-locked memory of the host.
    Pinned,
    /// One that this version of the crate does not know.
    Unknown(u32),
}

impl ProviderInfo {
    /// What kind it is.
    pub fn kind(&self) -> ProviderKind {
        match self.0.kind {
            sys::CLMEM_PROVIDER_VIRTUAL => ProviderKind::Virtual,
            sys::CLMEM_PROVIDER_BUFFER => ProviderKind::Buffer,
            sys::CLMEM_PROVIDER_IMMEDIATE => ProviderKind::Immediate,
            sys::CLMEM_PROVIDER_USER => ProviderKind::User,
            sys::CLMEM_PROVIDER_SVM => ProviderKind::Svm,
            sys::CLMEM_PROVIDER_USM => ProviderKind::Usm,
            sys::CLMEM_PROVIDER_PINNED => ProviderKind::Pinned,
            other => ProviderKind::Unknown(other),
        }
    }
}

/// Kinds of unified shared memory (`cl_intel_unified_shared_memory`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usm<'a> {
    /// Memory of one device, that the host cannot touch.
    Device(&'a Device),
    /// Memory of the host, that every device of the context reaches.
    Host,
    /// Memory that moves between the host and one device by itself.
    Shared(&'a Device),
}

/// What a virtual device pretends to be; by default it has no bounds.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct VirtualOptions(sys::clmem_virtual_options);

impl Default for VirtualOptions {
    fn default() -> Self {
        Self(raw::init(sys::clmem_virtual_options_init))
    }
}

impl VirtualOptions {
    /// The alignment in bytes, a power of two; 512 by default.
    pub fn alignment(mut self, bytes: usize) -> Self {
        self.0.alignment_bytes = bytes;
        self
    }

    /// Larger allocations are refused.
    pub fn max_allocation(mut self, bytes: usize) -> Self {
        self.0.max_allocation_bytes = bytes;
        self
    }

    /// Allocations that go beyond it in sum are refused.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.0.memory_bytes = bytes;
        self
    }

    /// How long after it was enqueued a marker completes, by [`Provider::set_time`]; [`u64::MAX`]: never by itself.
    pub fn marker_lag(mut self, nanoseconds: u64) -> Self {
        self.0.marker_lag_ns = nanoseconds;
        self
    }
}

impl Provider {
    /// A provider without a device: its memory is addresses alone ([`sys::clmem_provider_create_virtual`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is not a power of two.
    pub fn virtual_device(options: VirtualOptions) -> Result<Self> {
        // SAFETY: the options have their size in them, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_virtual(&options.0, out) })
    }

    /// OpenCL buffers as the driver makes them, often promised memory only ([`sys::clmem_provider_create_buffer`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or need a host pointer.
    pub fn buffers(context: &Context, flags: MemoryFlags) -> Result<Self> {
        // SAFETY: the context is a live one, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_buffer(context.as_raw(), flags.bits(), out) })
    }

    /// OpenCL buffers that are real as soon as they are allocated ([`sys::clmem_provider_create_immediate`]).
    ///
    /// # Errors
    ///
    /// As [`buffers`](Self::buffers).
    pub fn immediate(queue: &Queue, flags: MemoryFlags) -> Result<Self> {
        // SAFETY: the queue is a live one, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_immediate(queue.as_raw(), flags.bits(), out) })
    }

    /// Shared virtual memory ([`sys::clmem_provider_create_svm`]); without flags it is coarse-grain.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): a device of the context lacks it; the message says what.
    pub fn svm(context: &Context, flags: MemoryFlags) -> Result<Self> {
        // SAFETY: the context is a live one, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_svm(context.as_raw(), flags.bits(), out) })
    }

    /// Unified shared memory ([`sys::clmem_provider_create_usm`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device lacks the extension or this kind of memory.
    pub fn usm(context: &Context, kind: Usm<'_>) -> Result<Self> {
        let (device, kind) = match kind {
            Usm::Device(device) => (device.as_raw(), sys::CLMEM_USM_DEVICE),
            Usm::Host => (std::ptr::null_mut(), sys::CLMEM_USM_HOST),
            Usm::Shared(device) => (device.as_raw(), sys::CLMEM_USM_SHARED),
        };
        // SAFETY: context and device are live ones, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_usm(context.as_raw(), device, kind, out) })
    }

    /// Page-locked memory of the host, for transfers at full speed ([`sys::clmem_provider_create_pinned`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or restrict the host.
    pub fn pinned(queue: &Queue, flags: MemoryFlags) -> Result<Self> {
        // SAFETY: the queue is a live one, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_pinned(queue.as_raw(), flags.bits(), out) })
    }

    pub(crate) fn made(create: impl FnOnce(*mut sys::clmem_provider) -> i32) -> Result<Self> {
        let mut provider = std::ptr::null_mut();
        check(create(&mut provider))?;
        // SAFETY: the call has given the handle to its caller.
        Ok(unsafe { Self::from_raw(provider) })
    }

    /// Allocates a whole driver object, without a pool ([`sys::clmem_provider_allocate`]). 0 bytes are an
    /// [empty](Buffer::is_empty) buffer.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory): the driver has no memory, or none in one piece of this size.
    pub fn allocate(&self, bytes: usize) -> Result<Buffer> {
        // SAFETY: the output is a live variable.
        Buffer::made(|out| unsafe { sys::clmem_provider_allocate(self.as_raw(), bytes, out) })
    }

    /// Sets the clock of a virtual provider ([`sys::clmem_provider_set_time`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the provider is not virtual.
    pub fn set_time(&self, nanoseconds: u64) -> Result<()> {
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_provider_set_time(self.as_raw(), nanoseconds) })
    }

    /// Describes the provider ([`sys::clmem_provider_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn info(&self) -> Result<ProviderInfo> {
        let mut info = ProviderInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_provider_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }
}
