//! Queues, for programs that have none.

use crate::{error::check, opencl, reference::reference, sys, Context, Device, Result};

reference! {
    /// A reference to a command queue of OpenCL's.
    Queue, cl_command_queue, retain_queue, clmem_queue_release
}

bitflags::bitflags! {
    /// What a queue is to do.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct QueueFlags: u64 {
        /// It runs its commands in any order that their events allow.
        const OUT_OF_ORDER = sys::CLMEM_QUEUE_OUT_OF_ORDER as u64;
        /// Its events tell times.
        const PROFILING = sys::CLMEM_QUEUE_PROFILING as u64;
        const _ = !0;
    }
}

impl Queue {
    /// Makes a queue that runs its commands in order ([`sys::clmem_queue_create`]).
    ///
    /// # Errors
    ///
    /// What `clCreateCommandQueue` gives.
    pub fn new(context: &Context, device: &Device) -> Result<Self> {
        Self::with_flags(context, device, QueueFlags::empty())
    }

    /// Makes a queue ([`sys::clmem_queue_create`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device has no out-of-order queues;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a flag is unknown.
    pub fn with_flags(context: &Context, device: &Device, flags: QueueFlags) -> Result<Self> {
        let mut queue = std::ptr::null_mut();
        // SAFETY: context and device are live ones, the output is a live variable.
        check(unsafe { sys::clmem_queue_create(context.as_raw(), device.as_raw(), flags.bits(), &mut queue) })?;
        Ok(Self(queue))
    }

    /// Waits until every command is done ([`sys::clmem_queue_finish`]).
    ///
    /// # Errors
    ///
    /// What `clFinish` gives.
    pub fn finish(&self) -> Result<()> {
        // SAFETY: the queue is a live one.
        check(unsafe { sys::clmem_queue_finish(self.0) })
    }

    /// Submits every command to the device ([`sys::clmem_queue_flush`]), as OpenCL asks for before another queue waits for one.
    ///
    /// # Errors
    ///
    /// What `clFlush` gives.
    pub fn flush(&self) -> Result<()> {
        // SAFETY: the queue is a live one.
        check(unsafe { sys::clmem_queue_flush(self.0) })
    }

    /// Whether it runs its commands in order.
    pub(crate) fn is_in_order(&self) -> Result<bool> {
        let (mut properties, mut bytes) = (0_u64, 0);
        // SAFETY: the queue is a live one, the value has 8 bytes.
        unsafe {
            opencl::queue_info(self.0, opencl::QUEUE_PROPERTIES, 8, (&raw mut properties).cast(), &mut bytes)?;
        }
        Ok(properties & opencl::QUEUE_OUT_OF_ORDER == 0)
    }
}

/// The handle of a queue, or NULL for none.
pub(crate) fn raw_or_null(queue: Option<&Queue>) -> sys::cl_command_queue {
    queue.map_or(std::ptr::null_mut(), Queue::as_raw)
}
