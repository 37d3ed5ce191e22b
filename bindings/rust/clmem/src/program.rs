//! Programs, which are built from source and contain kernels.

use crate::{error::check, raw, sys, Context, Device, Result};

raw::handle! {
    /// A program. Its kernels outlive it.
    Program, clmem_program, clmem_program_release
}

impl Program {
    /// Creates a program from OpenCL C source and builds it for all devices of the context
    /// ([`sys::clmem_program_create`], [`sys::clmem_program_build`]).
    ///
    /// # Errors
    ///
    /// Those of [`from_source`](Self::from_source) and [`build`](Self::build).
    pub fn built(context: &Context, source: &str, options: &str) -> Result<Self> {
        let program = Self::from_source(context, source)?;
        program.build(options, &[])?;
        Ok(program)
    }

    /// Creates a program from source, to be built by [`build`](Self::build) ([`sys::clmem_program_create`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the source contains a NUL character.
    pub fn from_source(context: &Context, source: &str) -> Result<Self> {
        let source = raw::c_text("Program::from_source", source)?;
        // SAFETY: the context is live, the source is NUL-terminated; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_program_create(context.as_raw(), source.as_ptr(), out) })
    }

    /// Makes a handle for an OpenCL program and takes a reference to it ([`sys::clmem_program_import`]).
    ///
    /// # Safety
    ///
    /// The program must be live.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_PROGRAM`: the driver reports that it is not a valid program.
    pub unsafe fn import(object: sys::cl_program) -> Result<Self> {
        // SAFETY: the caller guarantees a live program; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_program_import(object, 1, out) })
    }

    fn made(create: impl FnOnce(*mut sys::clmem_program) -> i32) -> Result<Self> {
        let mut program = std::ptr::null_mut();
        check(create(&mut program))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(program) })
    }

    /// Builds the program for these devices, or for all devices of its context if there are none
    /// ([`sys::clmem_program_build`]).
    ///
    /// # Errors
    ///
    /// `CL_BUILD_PROGRAM_FAILURE`: the message contains the beginning of the log.
    pub fn build(&self, options: &str, devices: &[Device]) -> Result<()> {
        let options = raw::c_text("Program::build", options)?;
        let devices: Vec<_> = devices.iter().map(Device::as_raw).collect();
        let list = if devices.is_empty() { std::ptr::null() } else { devices.as_ptr() };
        // SAFETY: the options end with a 0, the list holds as many devices as its count says.
        check(unsafe { sys::clmem_program_build(self.as_raw(), options.as_ptr(), devices.len() as u32, list) })
    }

    /// The compiler's output at the last build, for this device; `None`: the first device for which it failed, or else
    /// the first device ([`sys::clmem_program_log`]).
    ///
    /// # Errors
    ///
    /// Those of OpenCL.
    pub fn log(&self, device: Option<&Device>) -> Result<String> {
        let device = device.map_or(std::ptr::null_mut(), Device::as_raw);
        // SAFETY: the output has the stated capacity.
        let mut text = raw::property(|capacity, text, bytes| unsafe {
            sys::clmem_program_log(self.as_raw(), device, capacity, text.cast(), bytes)
        })?;
        while text.last() == Some(&0) {
            text.pop();
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The OpenCL program, borrowed, for any OpenCL call ([`sys::clmem_program_object`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn object(&self) -> Result<sys::cl_program> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out| unsafe { sys::clmem_program_object(self.as_raw(), out) })
    }
}
