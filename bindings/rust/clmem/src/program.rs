//! Programs: source that is built for devices, and has kernels.

use crate::{error::check, raw, sys, Context, Device, Result};

raw::handle! {
    /// A program. Its kernels stay valid without it.
    Program, clmem_program, clmem_program_release
}

impl Program {
    /// Makes a program of its source in OpenCL C, and builds it for all devices of the context
    /// ([`sys::clmem_program_create`], [`sys::clmem_program_build`]).
    ///
    /// # Errors
    ///
    /// As [`from_source`](Self::from_source) and [`build`](Self::build).
    pub fn built(context: &Context, source: &str, options: &str) -> Result<Self> {
        let program = Self::from_source(context, source)?;
        program.build(options, &[])?;
        Ok(program)
    }

    /// Makes a program of its source; [`build`](Self::build) comes next ([`sys::clmem_program_create`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the source has a 0 inside.
    pub fn from_source(context: &Context, source: &str) -> Result<Self> {
        let source = raw::c_text("Program::from_source", source)?;
        // SAFETY: the context is a live one, the source ends with a 0; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_program_create(context.as_raw(), source.as_ptr(), out) })
    }

    /// Makes a handle for an OpenCL program, with a reference of its own ([`sys::clmem_program_import`]).
    ///
    /// # Safety
    ///
    /// The program is a live one.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_PROGRAM`: it is none (said by the driver).
    pub unsafe fn import(object: sys::cl_program) -> Result<Self> {
        // SAFETY: the caller says that it is one; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_program_import(object, 1, out) })
    }

    fn made(create: impl FnOnce(*mut sys::clmem_program) -> i32) -> Result<Self> {
        let mut program = std::ptr::null_mut();
        check(create(&mut program))?;
        // SAFETY: the call has given the handle to its caller.
        Ok(unsafe { Self::from_raw(program) })
    }

    /// Builds the program, for some devices or, if none is named, for all that it is for ([`sys::clmem_program_build`]).
    ///
    /// # Errors
    ///
    /// `CL_BUILD_PROGRAM_FAILURE`: the message has the beginning of the log.
    pub fn build(&self, options: &str, devices: &[Device]) -> Result<()> {
        let options = raw::c_text("Program::build", options)?;
        let devices: Vec<_> = devices.iter().map(Device::as_raw).collect();
        let list = if devices.is_empty() { std::ptr::null() } else { devices.as_ptr() };
        // SAFETY: the options end with a 0, the list has as many devices as is said.
        check(unsafe { sys::clmem_program_build(self.as_raw(), options.as_ptr(), devices.len() as u32, list) })
    }

    /// What the compiler said at the last build; `None`: for the first device for which it failed, or else the first
    /// ([`sys::clmem_program_log`]).
    ///
    /// # Errors
    ///
    /// What OpenCL gives.
    pub fn log(&self, device: Option<&Device>) -> Result<String> {
        let device = device.map_or(std::ptr::null_mut(), Device::as_raw);
        // SAFETY: there is as much room as is said.
        let mut text = raw::property(|capacity, text, bytes| unsafe {
            sys::clmem_program_log(self.as_raw(), device, capacity, text.cast(), bytes)
        })?;
        while text.last() == Some(&0) {
            text.pop();
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The OpenCL program, borrowed, for every OpenCL call ([`sys::clmem_program_object`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn object(&self) -> Result<sys::cl_program> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out| unsafe { sys::clmem_program_object(self.as_raw(), out) })
    }
}
