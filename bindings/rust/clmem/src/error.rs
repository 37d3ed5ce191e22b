//! What a call has to say when it fails.

use crate::sys;
use std::ffi::{c_char, CStr};

/// What calls of this crate give.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure, as the thread's record had it right after the call (`docs/handles-and-errors.md`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .0.function, .0.message)]
pub struct Error(Box<Record>);

/// What an error has to say; apart, so that a result is no larger than two words, and a success costs no memory.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Record {
    status: i32,
    opencl_code: i32,
    function: String,
    message: String,
}

/// What sort of failure it is, for programs that do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A handle is stale, of another type or of another copy of the library.
    InvalidHandle,
    /// An argument is out of its range; the message names it.
    InvalidArgument,
    /// No memory within the limits, or the driver had none.
    OutOfMemory,
    /// The process has no memory for records.
    OutOfHostMemory,
    /// The device or the provider cannot do it; the message says what is missing.
    Unsupported,
    /// The OpenCL library cannot be loaded.
    NoOpenCl,
    /// No device answers to what was asked for.
    NoDevice,
    /// The call was made in a child process after `fork()`.
    Forked,
    /// A callback of the program failed or panicked, or called what callbacks may not call.
    Callback,
    /// A fault of clmem itself: please report it.
    Internal,
    /// A code of OpenCL's own.
    OpenCl(i32),
    /// A status that this version of the crate does not know.
    Unknown(i32),
}

impl ErrorKind {
    /// The kind that a status of the C interface is.
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
    /// What sort of failure it is.
    pub fn kind(&self) -> ErrorKind {
        ErrorKind::of_status(self.0.status)
    }

    /// The status of the C interface: positive codes are clmem's, negative ones OpenCL's.
    pub fn status(&self) -> i32 {
        self.0.status
    }

    /// The code that OpenCL gave, 0 if OpenCL was not the cause.
    pub fn opencl_code(&self) -> i32 {
        self.0.opencl_code
    }

    /// The function of the C interface that failed, or of this crate.
    pub fn function(&self) -> &str {
        &self.0.function
    }

    /// What happened and what to do.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The record of this thread's last failure, if there was one.
    pub fn last() -> Option<Self> {
        let record = record();
        (record.status != 0).then(|| Self(Box::new(record)))
    }

    /// An argument that this crate refuses before the library sees it.
    pub(crate) fn argument(function: &str, message: impl Into<String>) -> Self {
        Self::own(sys::CLMEM_ERROR_INVALID_ARGUMENT as i32, function, message)
    }

    /// Something that is not there.
    pub(crate) fn unsupported(function: &str, message: impl Into<String>) -> Self {
        Self::own(sys::CLMEM_ERROR_UNSUPPORTED as i32, function, message)
    }

    /// A failed call of OpenCL's.
    pub(crate) fn opencl(function: &str, code: i32) -> Self {
        let message = format!("OpenCL gave {code} ({})", status_name(code));
        let mut error = Self::own(code, function, message);
        error.0.opencl_code = code;
        error
    }

    fn own(status: i32, function: &str, message: impl Into<String>) -> Self {
        Self(Box::new(Record { status, opencl_code: 0, function: function.into(), message: message.into() }))
    }
}

/// The name of a status, as it stands in clmem's or OpenCL's header ([`sys::clmem_status_name`]).
pub fn status_name(status: i32) -> &'static str {
    let mut name: *const c_char = c"unknown status".as_ptr();
    // SAFETY: the output is a live variable. The name is valid for ever.
    let text = unsafe {
        sys::clmem_status_name(status, &mut name);
        CStr::from_ptr(name)
    };
    text.to_str().unwrap_or("unknown status")
}

/// Turns a status into a result, with the thread's record if the call failed.
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
    // SAFETY: the record is a live variable with its size in it. Its strings are never NULL, and valid until the next
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
