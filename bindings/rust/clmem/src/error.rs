//! Errors of failed calls.

use crate::sys;
use std::ffi::{c_char, CStr};

/// The result of the calls in this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// An error, copied from the thread's error record right after the call (`docs/handles-and-errors.md`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .0.function, .0.message)]
pub struct Error(Box<Record>);

/// The content of an error; boxed, so that a result is at most two words and a success allocates nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Record {
    status: i32,
    opencl_code: i32,
    function: String,
    message: String,
}

/// The kind of error, for programs that react to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A handle is stale, of another type, or of another copy of the library.
    InvalidHandle,
    /// An argument is out of range; the message names it.
    InvalidArgument,
    /// The limit is reached, or the driver is out of memory.
    OutOfMemory,
    /// The process is out of memory.
    OutOfHostMemory,
    /// The device or the provider does not support it; the message says what is missing.
    Unsupported,
    /// The OpenCL library cannot be loaded.
    NoOpenCl,
    /// No device matches the selector.
    NoDevice,
    /// The call was made in a child process after `fork()`.
    Forked,
    /// A callback of the program failed, panicked, or made a call that callbacks must not make.
    Callback,
    /// A bug in clmem: please report it.
    Internal,
    /// An OpenCL error code.
    OpenCl(i32),
    /// A status that this version of the crate does not know.
    Unknown(i32),
}

impl ErrorKind {
    /// The kind that a status of the C interface stands for.
    pub fn of_status(status: i32) -> Self {
        match u32::try_from(status) {
            Err(_) => Self::OpenCl(status),
            Ok(sys::CLMEM_ERROR_INVALID_HANDLE) => Self::InvalidHandle,
            Ok(sys::CLMEM_ERROR_INVALID_ARGUMENT) => Self::InvalidArgument,
            Ok(sys::CLMEM_ERROR_OUT_OF_MEMORY) => Self::OutOfMemory,
            Ok(sys::CLMEM_ERROR_OUT_OF_HOST_MEMORY) => Self::OutOfHostMemory,
            Ok(sys::CLMEM_ERROR_UNSUPPORTED) => Self::Unsupported,
            Ok(sys::CLMEM_ERROR_NO_OPENCL) => Self::NoOpenCl,
            Ok(sys::CLMEM_ERROR_NO_DEVICE) => Self::NoDevice,
            Ok(sys::CLMEM_ERROR_FORKED) => Self::Forked,
            Ok(sys::CLMEM_ERROR_CALLBACK) => Self::Callback,
            Ok(sys::CLMEM_ERROR_INTERNAL) => Self::Internal,
            Ok(_) => Self::Unknown(status),
        }
    }
}

impl Error {
    /// The kind of error.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::of_status(self.0.status)
    }

    /// The status of the C interface: positive codes are clmem's, negative ones OpenCL's.
    pub fn status(&self) -> i32 {
        self.0.status
    }

    /// OpenCL's error code, 0 if OpenCL did not cause the error.
    pub fn opencl_code(&self) -> i32 {
        self.0.opencl_code
    }

    /// The function that failed, of the C interface or of this crate.
    pub fn function(&self) -> &str {
        &self.0.function
    }

    /// The cause, and what to do about it.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// This thread's last error, if it has had one.
    pub fn last() -> Option<Self> {
        let record = record();
        (record.status != 0).then(|| Self(Box::new(record)))
    }

    /// An argument that this crate refuses before it calls the library.
    pub(crate) fn argument(function: &str, message: impl Into<String>) -> Self {
        Self::own(sys::CLMEM_ERROR_INVALID_ARGUMENT as i32, function, message)
    }

    /// Something that is missing.
    pub(crate) fn unsupported(function: &str, message: impl Into<String>) -> Self {
        Self::own(sys::CLMEM_ERROR_UNSUPPORTED as i32, function, message)
    }

    /// Something for which the process lacks the resources.
    pub(crate) fn out_of_host_memory(function: &str, message: impl Into<String>) -> Self {
        Self::own(sys::CLMEM_ERROR_OUT_OF_HOST_MEMORY as i32, function, message)
    }

    /// A failed OpenCL call.
    pub(crate) fn opencl(function: &str, code: i32) -> Self {
        let message = format!("OpenCL returned {code} ({})", status_name(code));
        let mut error = Self::own(code, function, message);
        error.0.opencl_code = code;
        error
    }

    fn own(status: i32, function: &str, message: impl Into<String>) -> Self {
        Self(Box::new(Record { status, opencl_code: 0, function: function.into(), message: message.into() }))
    }
}

/// The name of a status in clmem's or OpenCL's header ([`sys::clmem_status_name`]).
pub fn status_name(status: i32) -> &'static str {
    let mut name: *const c_char = c"unknown status".as_ptr();
    // SAFETY: the output is a live variable. The name is never freed.
    let text = unsafe {
        sys::clmem_status_name(status, &mut name);
        CStr::from_ptr(name)
    };
    text.to_str().unwrap_or("unknown status")
}

/// Turns a status into a result; an error takes its text from the thread's error record.
#[inline(always)]
pub(crate) fn check(status: i32) -> Result<()> {
    if status == 0 {
        Ok(())
    } else {
        Err(failed(status))
    }
}

#[cold]
fn failed(status: i32) -> Error {
    Error(Box::new(Record { status, ..record() }))
}

fn record() -> Record {
    let mut record = sys::clmem_error {
        struct_size: size_of::<sys::clmem_error>() as u32,
        status: 0,
        opencl_code: 0,
        reserved: 0,
        function: c"".as_ptr(),
        message: c"".as_ptr(),
    };
    // SAFETY: the record is a live variable that states its size. Its strings are never NULL, and valid until the next
    // failing call of this thread: they are copied here.
    unsafe {
        sys::clmem_error_last(&mut record);
        Record {
            status: record.status,
            opencl_code: record.opencl_code,
            function: CStr::from_ptr(record.function).to_string_lossy().into_owned(),
            message: CStr::from_ptr(record.message).to_string_lossy().into_owned(),
        }
    }
}
