//! Functions of the OpenCL library that clmem has loaded.

use crate::{error::check, raw::c_text, sys, Error, Result};
use std::ffi::{c_char, c_void};

/// The address of an OpenCL function such as `"clGetPlatformInfo"`, for programs that do not link an OpenCL library
/// ([`sys::clmem_opencl_function`]). The address stays valid.
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
    // SAFETY: the name is NUL-terminated, the output is a live variable.
    check(unsafe { sys::clmem_opencl_function(name.as_ptr() as *const c_char, &mut address) })?;
    Ok(address)
}

/// Declares OpenCL functions, each looked up once.
macro_rules! functions {
    ($($(#[$about:meta])* fn $rust:ident = $name:ident($($argument:ident: $type:ty),*);)*) => {$(
        $(#[$about])*
        ///
        /// # Safety
        ///
        /// See OpenCL's specification of the function.
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
                    // If it is set already, another thread has found the same address.
                    let _ = ADDRESS.set(found.expose_provenance());
                    found
                }
            };
            // SAFETY: the function has this type in every version of OpenCL; the caller guarantees its arguments.
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
    /// Retains a context.
    fn retain_context = clRetainContext(context: sys::cl_context);
    /// Retains a queue.
    fn retain_queue = clRetainCommandQueue(queue: sys::cl_command_queue);
    /// Retains a memory object.
    #[cfg(feature = "opencl3")]
    fn retain_memory = clRetainMemObject(memory: sys::cl_mem);
    /// Retains an event.
    fn retain_event = clRetainEvent(event: sys::cl_event);
    /// Queries one property of a queue.
    fn queue_info = clGetCommandQueueInfo(queue: sys::cl_command_queue, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
    /// Sets a callback for when an event reaches a status.
    fn event_callback = clSetEventCallback(event: sys::cl_event, status: i32, callback: unsafe extern "system" fn(sys::cl_event, i32, *mut c_void), user: *mut c_void);
    /// Queries one property of an event.
    fn event_info = clGetEventInfo(event: sys::cl_event, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
    /// Queries one property of a device.
    fn device_info = clGetDeviceInfo(device: sys::cl_device_id, property: u32, capacity: usize, value: *mut c_void, bytes: *mut usize);
}
