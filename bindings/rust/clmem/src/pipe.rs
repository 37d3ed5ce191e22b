//! Pipes, which carry packets in order from one kernel to another.

use crate::{error::check, raw, sys, Context, MemoryFlags, Result};

raw::handle! {
    /// A pipe. The host can create it, describe it and pass it to kernels, nothing else.
    Pipe, clmem_pipe, clmem_pipe_release
}

raw::record! {
    /// A description of a pipe.
    PipeInfo, clmem_pipe_info
}

impl Pipe {
    /// Creates a pipe for at most `max_packets` packets of `packet_bytes` bytes, both at least 1
    /// ([`sys::clmem_pipe_create`]). Empty flags: the default for pipes.
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the device does not support pipes, as most do not;
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a size is 0 or exceeds the device's limit.
    pub fn new(context: &Context, flags: MemoryFlags, packet_bytes: u32, max_packets: u32) -> Result<Self> {
        let (context, none, mut pipe) = (context.as_raw(), std::ptr::null(), std::ptr::null_mut());
        // SAFETY: the context is live; the list of properties is empty; the output is a live variable.
        check(unsafe { sys::clmem_pipe_create(context, flags.bits(), packet_bytes, max_packets, 0, none, &mut pipe) })?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(pipe) })
    }

    /// Describes the pipe ([`sys::clmem_pipe_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn info(&self) -> Result<PipeInfo> {
        let mut info = PipeInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_pipe_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Queries one property (`clGetPipeInfo`) in OpenCL's binary form ([`sys::clmem_pipe_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    pub fn property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: the output has the stated capacity.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_pipe_query(self.as_raw(), property, capacity, value.cast(), bytes)
        })
    }
}
