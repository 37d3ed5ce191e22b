//! Providers, the sources of memory.

use crate::{error::check, raw, sys, Buffer, Context, Device, MemoryFlags, Queue, Result};

raw::handle! {
    /// A source of memory: a kind of driver allocation with its parameters. A [`Pool`](crate::Pool) takes its slabs
    /// from a provider and keeps it alive.
    Provider, clmem_provider, clmem_provider_release
}

raw::record! {
    /// A description of a provider.
    ProviderInfo, clmem_provider_info
}

/// The kinds of providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProviderKind {
    /// No memory, only addresses.
    Virtual,
    /// Buffers, which the driver may back with memory later.
    Buffer,
    /// Buffers that are backed with memory at once.
    Immediate,
    /// Memory of the program.
    User,
    /// Shared virtual memory.
    Svm,
    /// Unified shared memory.
    Usm,
    /// Page-locked memory of the host.
    Pinned,
    /// A kind that this version of the crate does not know.
    Unknown(u32),
}

impl ProviderInfo {
    /// The kind of provider.
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

    /// The flags of its allocations, empty if the kind has none.
    pub fn memory_flags(&self) -> MemoryFlags {
        MemoryFlags::from_bits_retain(self.0.memory_flags)
    }
}

/// The kinds of unified shared memory (`cl_intel_unified_shared_memory`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Usm<'a> {
    /// Memory of one device, which the host cannot access.
    Device(&'a Device),
    /// Memory of the host, which every device of the context can access.
    Host,
    /// Memory that the driver moves between the host and one device.
    Shared(&'a Device),
}

/// The properties of a virtual device; by default it has no limits.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub struct VirtualOptions(pub(crate) sys::clmem_virtual_options);

/// Options with these flags.
fn with_flags(memory_flags: u64) -> sys::clmem_provider_options {
    sys::clmem_provider_options { memory_flags, ..Default::default() }
}

impl Provider {
    /// Creates a provider without a device, whose memory consists of addresses only
    /// ([`sys::clmem_provider_create_virtual`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the alignment is not a power of two.
    pub fn virtual_device(options: VirtualOptions) -> Result<Self> {
        // SAFETY: the options state their size, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_virtual(&options.0, out) })
    }

    /// Creates a provider of OpenCL buffers, which drivers often back with memory only later
    /// ([`sys::clmem_provider_create_buffer`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or need a host pointer.
    pub fn buffers(context: &Context, flags: MemoryFlags) -> Result<Self> {
        let options = with_flags(flags.bits());
        // SAFETY: the context is live, the options state their size, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_buffer(context.as_raw(), &options, out) })
    }

    /// Creates a provider of OpenCL buffers that are backed with memory at once
    /// ([`sys::clmem_provider_create_immediate`]).
    ///
    /// # Errors
    ///
    /// Same as [`buffers`](Self::buffers).
    pub fn immediate(queue: &Queue, flags: MemoryFlags) -> Result<Self> {
        let options = with_flags(flags.bits());
        // SAFETY: the queue is live, the options state their size, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_immediate(queue.as_raw(), &options, out) })
    }

    /// Creates a provider of shared virtual memory, coarse-grain without flags ([`sys::clmem_provider_create_svm`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): a device of the context lacks it; the message names what is
    /// missing.
    pub fn svm(context: &Context, flags: MemoryFlags) -> Result<Self> {
        let options = with_flags(flags.bits());
        // SAFETY: the context is live, the options state their size, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_svm(context.as_raw(), &options, out) })
    }

    /// Creates a provider of unified shared memory ([`sys::clmem_provider_create_usm`]).
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
        // SAFETY: context and device are live, the output is a live variable.
        Self::made(|out| unsafe {
            sys::clmem_provider_create_usm(context.as_raw(), device, kind, std::ptr::null(), out)
        })
    }

    /// Creates a provider of page-locked host memory, for transfers at full speed
    /// ([`sys::clmem_provider_create_pinned`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the flags contradict each other or restrict the host's
    /// access.
    pub fn pinned(queue: &Queue, flags: MemoryFlags) -> Result<Self> {
        let options = with_flags(flags.bits());
        // SAFETY: the queue is live, the options state their size, the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_provider_create_pinned(queue.as_raw(), &options, out) })
    }

    pub(crate) fn made(create: impl FnOnce(*mut sys::clmem_provider) -> i32) -> Result<Self> {
        let mut provider = std::ptr::null_mut();
        check(create(&mut provider))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(provider) })
    }

    /// Makes a driver allocation without a pool ([`sys::clmem_provider_allocate`]). 0 bytes give an
    /// [empty](Buffer::is_empty) buffer.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory): the driver is out of memory, or refuses a single allocation of
    /// this size.
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
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_provider_set_time(self.as_raw(), nanoseconds) })
    }

    /// Describes the provider ([`sys::clmem_provider_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn info(&self) -> Result<ProviderInfo> {
        let mut info = ProviderInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_provider_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }
}
