//! The thread's error record.

use clmem_sys as sys;
use std::ffi::CStr;

#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    pub status: i32,
    pub opencl_code: i32,
    pub function: String,
    pub message: String,
}

pub fn record() -> Record {
    let mut error = sys::clmem_error {
        struct_size: size_of::<sys::clmem_error>() as u32,
        status: 0,
        opencl_code: 0,
        reserved: 0,
        function: c"".as_ptr(),
        message: c"".as_ptr(),
    };
    // SAFETY: the record is a live variable that states its size; its strings are copied before the next failure.
    unsafe {
        assert_eq!(sys::clmem_error_last(&mut error), 0);
        Record {
            status: error.status,
            opencl_code: error.opencl_code,
            function: CStr::from_ptr(error.function).to_string_lossy().into_owned(),
            message: CStr::from_ptr(error.message).to_string_lossy().into_owned(),
        }
    }
}

pub fn name_of(status: i32) -> String {
    format!("{status} ({})", clmem::status_name(status))
}

pub fn status_text(status: i32) -> String {
    format!("{}: {}", name_of(status), record().message)
}
