//! What all handles and records have in common.

/// Defines a record of the C interface with its defaults. `record_methods.rs` has a method for each member.
macro_rules! record {
    ($(#[$about:meta])* $name:ident, $raw:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy)]
        #[repr(transparent)]
        pub struct $name(pub(crate) $crate::sys::$raw);

        impl $name {
            /// The record with its defaults.
            pub(crate) fn init() -> Self {
                Self($crate::sys::$raw::default())
            }
        }
    };
}

/// Methods shared by handles of the C interface and references to OpenCL objects: both are owned and released.
macro_rules! owned {
    ($name:ident, $raw:ident, $release:ident) => {
        impl $name {
            /// The C handle, borrowed, for calls of [`sys`](crate::sys) and, if it is an OpenCL object, for any OpenCL
            /// call.
            #[inline(always)]
            pub fn as_raw(&self) -> $crate::sys::$raw {
                self.0
            }

            /// The C handle, which the caller must release from now on.
            #[must_use = "the object leaks unless the handle is released"]
            pub fn into_raw(self) -> $crate::sys::$raw {
                std::mem::ManuallyDrop::new(self).0
            }

            /// Releases it as dropping does, but reports a failure.
            #[doc = concat!("\n\n# Errors\n\nThose of [`sys::", stringify!($release), "`](crate::sys::", stringify!($release), ").")]
            pub fn try_release(self) -> $crate::Result<()> {
                // SAFETY: this value owns the handle and does not use it afterwards.
                $crate::error::check(unsafe { $crate::sys::$release(self.into_raw()) })
            }
        }

        impl Drop for $name {
            #[inline(always)]
            fn drop(&mut self) {
                // SAFETY: this value owns the handle. A destructor cannot report a failure, as try_release() does; the
                // thread's error record keeps it.
                unsafe { $crate::sys::$release(self.0) };
            }
        }
    };
}

/// Defines an owned handle of the C interface; dropping it releases it.
macro_rules! handle {
    ($(#[$about:meta])* $name:ident, $raw:ident, $release:ident) => {
        $(#[$about])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name($crate::sys::$raw);

        // SAFETY: a handle is a number and not an address; the header allows every call that takes one from any thread,
        // and detects a release that races with another use.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// Takes ownership of a handle; dropping this value releases it.
            ///
            /// # Safety
            ///
            /// The caller owns the handle, it has this type, and nothing else releases it. Its memory obeys the rules
            /// of Rust's references, for example that nothing else writes to it while it is mapped.
            #[inline(always)]
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                Self(raw)
            }
        }

        $crate::raw::owned! { $name, $raw, $release }
    };
}

/// Defines a handle with data that the crate keeps with it; `Handle` is the handle alone, private to the module.
macro_rules! handle_with {
    ($(#[$about:meta])* $name:ident, $raw:ident, $release:ident, $kept:ident: $type:ty) => {
        $crate::raw::handle! {
            /// The handle alone.
            Handle, $raw, $release
        }

        $(#[$about])*
        #[derive(Debug)]
        pub struct $name {
            handle: Handle,
            pub(crate) $kept: $type,
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.handle == other.handle
            }
        }

        impl Eq for $name {}

        impl std::hash::Hash for $name {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.handle.hash(state);
            }
        }

        impl $name {
            /// Takes ownership of a handle; dropping this value releases it.
            ///
            /// # Safety
            ///
            /// The caller owns the handle, it has this type, and nothing else releases it. Its memory obeys the rules
            /// of Rust's references, for example that nothing else writes to it while it is mapped: commands that were
            /// enqueued without this value are complete, or the caller waits for them before mapping.
            #[inline(always)]
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                // SAFETY: the caller guarantees what this function requires.
                Self { handle: unsafe { Handle::from_raw(raw) }, $kept: <$type>::default() }
            }

            /// The C handle, borrowed, for calls of [`sys`](crate::sys).
            #[inline(always)]
            pub fn as_raw(&self) -> $crate::sys::$raw {
                self.handle.as_raw()
            }

            /// The C handle, which the caller must release from now on.
            #[must_use = "the object leaks unless the handle is released"]
            pub fn into_raw(self) -> $crate::sys::$raw {
                self.handle.into_raw()
            }

            /// Releases it as dropping does, but reports a failure.
            #[doc = concat!("\n\n# Errors\n\nThose of [`sys::", stringify!($release), "`](crate::sys::", stringify!($release), ").")]
            pub fn try_release(self) -> $crate::Result<()> {
                self.handle.try_release()
            }
        }
    };
}

pub(crate) use {handle, handle_with, owned, record};

/// Returns the output of a call: `output(start, |out| unsafe { ... })`.
#[inline(always)]
pub(crate) fn output<T>(start: T, call: impl FnOnce(&mut T) -> i32) -> crate::Result<T> {
    let mut value = start;
    crate::error::check(call(&mut value))?;
    Ok(value)
}

/// Returns all elements of a list whose length is queried first: `call(capacity, elements, count)`.
pub(crate) fn list<T: Copy>(start: T, mut call: impl FnMut(u32, *mut T, *mut u32) -> i32) -> crate::Result<Vec<T>> {
    let mut count = 0;
    crate::error::check(call(0, std::ptr::null_mut(), &mut count))?;
    let mut elements = vec![start; count as usize];
    let mut found = 0;
    crate::error::check(call(count, elements.as_mut_ptr(), &mut found))?;
    elements.truncate(found as usize);
    Ok(elements)
}

/// Returns a property in OpenCL's binary form, whose size is queried first: `call(capacity, value, bytes)`.
pub(crate) fn property(mut call: impl FnMut(usize, *mut u8, *mut usize) -> i32) -> crate::Result<Vec<u8>> {
    let mut bytes = 0;
    crate::error::check(call(0, std::ptr::null_mut(), &mut bytes))?;
    let mut value = vec![0; bytes];
    crate::error::check(call(bytes, value.as_mut_ptr(), &mut bytes))?;
    value.truncate(bytes);
    Ok(value)
}

/// The text of a struct member that is an array of characters.
pub(crate) fn text(characters: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = characters.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The text of a struct member that points to characters which stay until the process ends.
pub(crate) fn lasting_text(characters: *const std::ffi::c_char) -> String {
    if characters.is_null() {
        return String::new();
    }
    // SAFETY: only the library writes such members.
    unsafe { std::ffi::CStr::from_ptr(characters) }.to_string_lossy().into_owned()
}

/// Converts a text to a C string; fails if it contains a NUL character.
pub(crate) fn c_text(function: &str, text: &str) -> crate::Result<std::ffi::CString> {
    c_bytes(function, text.as_bytes())
}

/// Converts a path to a C string; fails if it contains a NUL character.
pub(crate) fn c_path(function: &str, path: &std::path::Path) -> crate::Result<std::ffi::CString> {
    c_bytes(function, path.as_os_str().as_encoded_bytes())
}

fn c_bytes(function: &str, text: &[u8]) -> crate::Result<std::ffi::CString> {
    std::ffi::CString::new(text).map_err(|error| {
        let message = format!("expected a text without NUL characters, got one at {}", error.nul_position());
        crate::Error::argument(function, message)
    })
}

/// The length of a range; fails if the range ends before it begins.
pub(crate) fn length(function: &str, start: usize, end: usize) -> crate::Result<usize> {
    end.checked_sub(start).ok_or_else(|| {
        crate::Error::argument(function, format!("expected a range that ends at {start} or later, got {start}..{end}"))
    })
}
