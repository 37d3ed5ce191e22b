//! Pipes: packets from one kernel to another, in their order.

use crate::{error::check, raw, sys, Context, MemoryFlags, Result};

raw::handle! {
    /// A pipe. The host makes it, describes it and hands it to kernels, and no more.
    Pipe, clmem_pipe, clmem_pipe_release
}

raw::record! {
    /// A pipe as OpenCL sees it.
    PipeInfo, clmem_pipe_info, clmem_pipe_info_init
}

impl Pipe {
    /// Makes a pipe ([`sys::clmem_pipe_create`]) of so many packets of a size in bytes, both at least 1. Empty flags: what a pipe
    /// has.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device has no pipes, as most;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a size is 0 or above the device's limit.
    pub fn new(context: &Context, flags: MemoryFlags, packet_bytes: u32, max_packets: u32) -> Result<Self> {
        let (context, none, mut pipe) = (context.as_raw(), std::ptr::null(), std::ptr::null_mut());
        // SAFETY: the context is a live one; the list has no properties; the output is a live variable.
        check(unsafe { sys::clmem_pipe_create(context, flags.bits(), packet_bytes, max_packets, 0, none, &mut pipe) })?;
        // SAFETY: the call has given the handle to its caller.
        Ok(unsafe { Self::from_raw(pipe) })
    }

    /// Describes the pipe ([`sys::clmem_pipe_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn info(&self) -> Result<PipeInfo> {
        let mut info = PipeInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_pipe_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Asks OpenCL for one property (`clGetPipeInfo`) in OpenCL's own form ([`sys::clmem_pipe_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    pub fn property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: there is as much room as is said.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_pipe_query(self.as_raw(), property, capacity, value.cast(), bytes)
        })
    }
}
