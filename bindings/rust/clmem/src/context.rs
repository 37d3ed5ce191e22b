//! Contexts, for programs that do not have one yet.

use crate::{error::check, reference::reference, sys, Device, Result};

reference! {
    /// A reference to an OpenCL context.
    Context, cl_context, retain_context, clmem_context_release
}

impl Context {
    /// Creates a context for one device ([`sys::clmem_context_create`]).
    ///
    /// # Errors
    ///
    /// Those of `clCreateContext`.
    pub fn new(device: &Device) -> Result<Self> {
        let mut context = std::ptr::null_mut();
        // SAFETY: the output is a live variable.
        check(unsafe { sys::clmem_context_create(device.as_raw(), &mut context) })?;
        Ok(Self(context))
    }

    /// The context that all parts of the process share, and its device ([`sys::clmem_context_shared`]).
    ///
    /// # Errors
    ///
    /// [`NoDevice`](crate::ErrorKind::NoDevice): no device matches the selector in the environment, or none is usable.
    pub fn shared() -> Result<(Self, Device)> {
        let (mut context, mut device) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the outputs are live variables.
        check(unsafe { sys::clmem_context_shared(&mut context, &mut device) })?;
        // SAFETY: the device is valid and lives as long as the process.
        let device = unsafe { Device::from_raw(device) };
        let context = Self(context);
        device.map(|device| (context, device)).ok_or_else(|| {
            crate::Error::unsupported("Context::shared", "expected a context with a device, got one without")
        })
    }

    /// Releases the page-locked chunks that staged transfers keep for the context ([`sys::clmem_transfer_trim`]).
    ///
    /// # Errors
    ///
    /// Those of the driver.
    pub fn trim_transfers(&self) -> Result<()> {
        // SAFETY: the context is live.
        check(unsafe { sys::clmem_transfer_trim(self.0) })
    }
}
