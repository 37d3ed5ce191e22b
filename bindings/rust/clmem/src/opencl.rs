//! OpenCL's own functions, from the library that clmem has loaded.

use crate::{error::check, raw::c_text, sys, Error, Result};
use std::ffi::{c_char, c_void};

/// The address of a function of OpenCL ([`sys::clmem_opencl_function`]), as `"clGetPlatformInfo"`: for programs that link no
/// OpenCL library. It is valid for ever.
///
/// # Errors
///
/// [`NoOpenCl`](crate::ErrorKind::NoOpenCl): the library cannot be loaded;
/// [`Unsupported`](crate::ErrorKind::Unsupported): it has no such function.
pub fn function(name: &str) -> Result<*mut c_void> {
    find(&c_text("opencl::function", name)?)
}

fn find(name: &std::ffi::CStr) -> Result<*mut c_void> {
    let mut address = std::ptr::null_mut();
    // SAFETY: the name ends with a 0, the output is a live variable.
    check(unsafe { sys::clmem_opencl_function(name.as_ptr() as *const c_char, &mut address) })?;
    Ok(address)
}

/// Declares functions of OpenCL, each of which is looked for once.
macro_rules! functions {
    ($($(#[$about:meta])* fn $rust:ident = $name:ident($($argument:ident: $type:ty),*);)*) => {$(
        $(#[$about])*
        ///
        /// # Safety
        ///
        /// As OpenCL's specification says.
        pub(crate) unsafe fn $rust($($argument: $type),*) -> Result<()> {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(
                concat!(stringify!($name), "\0").as_bytes(),
            ) {
                Ok(name) => name,
                Err(_) => c"",
            };
            static ADDRESS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
            let address = match ADDRESS.get() {
                Some(&known) => std::ptr::with_exposed_provenance_mut::<c_void>(known),
                None => {
                    let found = find(NAME)?;
                    // Another thread has found the same.
                    let _ = ADDRESS.set(found.expose_provenance());
                    found
                }
            };
            // SAFETY: the function has this type in every version of OpenCL; what its arguments must be is the caller's
            // duty.
            let code = unsafe {
                let function: unsafe extern "system" fn($($type),*) -> i32 = std::mem::transmute(address);
                function($($argument),*)
            };
            if code == 0 { Ok(()) } else { Err(Error::opencl(stringify!($name), code)) }
        }
    )*};
}

/// `CL_QUEUE_PROPERTIES`
pub(crate) const QUEUE_PROPERTIES: u32 = 0x1093;
/// `CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE`
pub(crate) const QUEUE_OUT_OF_ORDER: u64 = 1;

functions! {
    /// Takes a reference to a context.
    fn retain_context = clRetainContext(context: sys::cl_context);
    /// Takes a reference to a queue.
    fn retain_queue = clRetainCommandQueue(queue: sys::cl_command_queue);
    /// Takes a reference to a memory object.
    #[cfg(feature = "opencl3")]
    fn retain_memory = clRetainMemObject(memory: sys::cl_mem);
    /// Takes a reference to an event.
    fn retain_event = clRetainEvent(event: sys::cl_event);
    /// One property of a queue.
    fn queue_info = clGetCommandQueueInfo(queue: sys::cl_command_queue, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
    /// Calls back when an event reaches a status.
    fn event_callback = clSetEventCallback(event: sys::cl_event, status: i32, callback: unsafe extern "system" fn(sys::cl_event, i32, *mut c_void), user: *mut c_void);
    /// One property of an event.
    fn event_info = clGetEventInfo(event: sys::cl_event, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
    /// One property of a device.
    fn device_info = clGetDeviceInfo(device: sys::cl_device_id, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
}
