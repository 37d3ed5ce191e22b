//! Queues, for programs that do not have one yet.

use crate::{error::check, opencl, reference::reference, sys, Context, Device, Result};

reference! {
    /// A reference to an OpenCL command queue.
    Queue, cl_command_queue, retain_queue, clmem_queue_release
}

bitflags::bitflags! {
    /// Options of a queue.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct QueueFlags: u64 {
        /// Runs commands in any order that their events allow.
        const OUT_OF_ORDER = sys::CLMEM_QUEUE_OUT_OF_ORDER as u64;
        /// Records the times of its commands.
        const PROFILING = sys::CLMEM_QUEUE_PROFILING as u64;
        const _ = !0;
    }
}

impl Queue {
    /// Creates an in-order queue ([`sys::clmem_queue_create`]).
    ///
    /// # Errors
    ///
    /// Those of `clCreateCommandQueue`.
    pub fn new(context: &Context, device: &Device) -> Result<Self> {
        Self::with_flags(context, device, QueueFlags::empty())
    }

    /// Creates a queue with options ([`sys::clmem_queue_create`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device does not support out-of-order queues;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a flag is unknown.
    pub fn with_flags(context: &Context, device: &Device, flags: QueueFlags) -> Result<Self> {
        let mut queue = std::ptr::null_mut();
        // SAFETY: context and device are live, the output is a live variable.
        check(unsafe { sys::clmem_queue_create(context.as_raw(), device.as_raw(), flags.bits(), &mut queue) })?;
        Ok(Self(queue))
    }

    /// Waits until every command has completed ([`sys::clmem_queue_finish`]).
    ///
    /// # Errors
    ///
    /// Those of `clFinish`.
    pub fn finish(&self) -> Result<()> {
        // SAFETY: the queue is live.
        check(unsafe { sys::clmem_queue_finish(self.0) })
    }

    /// Submits every command to the device ([`sys::clmem_queue_flush`]); OpenCL requires this before another queue
    /// waits for one.
    ///
    /// # Errors
    ///
    /// Those of `clFlush`.
    pub fn flush(&self) -> Result<()> {
        // SAFETY: the queue is live.
        check(unsafe { sys::clmem_queue_flush(self.0) })
    }

    /// Whether the queue runs its commands in order.
    pub(crate) fn is_in_order(&self) -> Result<bool> {
        let (mut properties, mut bytes) = (0_u64, 0);
        // SAFETY: the queue is live, the value has 8 bytes.
        unsafe {
            opencl::queue_info(self.0, opencl::QUEUE_PROPERTIES, 8, (&raw mut properties).cast(), &mut bytes)?;
        }
        Ok(properties & opencl::QUEUE_OUT_OF_ORDER == 0)
    }
}

/// The handle of a queue, or NULL if there is none.
pub(crate) fn raw_or_null(queue: Option<&Queue>) -> sys::cl_command_queue {
    queue.map_or(std::ptr::null_mut(), Queue::as_raw)
}
