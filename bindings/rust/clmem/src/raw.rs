//! What all handles and records have in common.

/// A record of the C interface, whose members are those of the struct, with its defaults.
macro_rules! record {
    ($(#[$about:meta])* $name:ident, $raw:ident, $init:ident) => {
        $(#[$about])*
        ///
        /// Its members are those of the struct that it dereferences to.
        #[derive(Debug, Clone, Copy)]
        #[repr(transparent)]
        pub struct $name(pub(crate) $crate::sys::$raw);

        impl $name {
            /// The record with its defaults.
            pub(crate) fn init() -> Self {
                Self($crate::raw::init($crate::sys::$init))
            }
        }

        impl std::ops::Deref for $name {
            type Target = $crate::sys::$raw;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    };
}

/// What a handle of the C interface and a reference to an object of OpenCL's have in common, which both are owned and released.
macro_rules! owned {
    ($name:ident, $raw:ident, $release:ident) => {
        impl $name {
            /// C's own handle, borrowed, for calls of [`sys`](crate::sys) and, if it is an object of OpenCL's, any call of OpenCL's.
            #[inline(always)]
            pub fn as_raw(&self) -> $crate::sys::$raw {
                self.0
            }

            /// C's own handle, which the caller is to release from now on.
            #[must_use = "who does not release the handle leaks what it stands for"]
            pub fn into_raw(self) -> $crate::sys::$raw {
                std::mem::ManuallyDrop::new(self).0
            }

            /// Releases it as dropping does, and says if that fails.
            #[doc = concat!("\n\n# Errors\n\nThose of [`sys::", stringify!($release), "`](crate::sys::", stringify!($release), ").")]
            pub fn try_release(self) -> $crate::Result<()> {
                // SAFETY: the handle is this value's own, and is not used any more.
                $crate::error::check(unsafe { $crate::sys::$release(self.into_raw()) })
            }
        }

        impl Drop for $name {
            #[inline(always)]
            fn drop(&mut self) {
                // SAFETY: the handle is this value's own. There is nobody to tell a failure to, for which there is
                // try_release(): the record of the thread keeps it.
                unsafe { $crate::sys::$release(self.0) };
            }
        }
    };
}

/// An owned handle of the C interface, which is released when it is dropped.
macro_rules! handle {
    ($(#[$about:meta])* $name:ident, $raw:ident, $release:ident) => {
        $(#[$about])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name($crate::sys::$raw);

        // SAFETY: a handle is a number and points to nothing; the header's @threadsafety is "any thread" for every call
        // that takes it, and a release that races with another use is told from it.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// Takes over a handle, which is released when this is dropped.
            ///
            /// # Safety
            ///
            /// The handle is the caller's own, of this type, and nobody else releases it. What Rust's references may
            /// rely on for memory, as that nobody else writes to it while it is mapped, holds for it as well.
            #[inline(always)]
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                Self(raw)
            }
        }

        $crate::raw::owned! { $name, $raw, $release }
    };
}

/// A handle with what the crate keeps beside it; `Handle` is the handle alone, of the same module.
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
            /// Takes over a handle, which is released when this is dropped.
            ///
            /// # Safety
            ///
            /// The handle is the caller's own, of this type, and nobody else releases it. What Rust's references may
            /// rely on for memory, as that nobody else writes to it while it is mapped, holds for it as well: commands that
            /// were enqueued by other means are complete, or waited for by whoever maps it.
            #[inline(always)]
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                // SAFETY: the caller says what is asked for here.
                Self { handle: unsafe { Handle::from_raw(raw) }, $kept: <$type>::default() }
            }

            /// C's own handle, borrowed, for calls of [`sys`](crate::sys).
            #[inline(always)]
            pub fn as_raw(&self) -> $crate::sys::$raw {
                self.handle.as_raw()
            }

            /// C's own handle, which the caller is to release from now on.
            #[must_use = "who does not release the handle leaks what it stands for"]
            pub fn into_raw(self) -> $crate::sys::$raw {
                self.handle.into_raw()
            }

            /// Releases it as dropping does, and says if that fails.
            #[doc = concat!("\n\n# Errors\n\nThose of [`sys::", stringify!($release), "`](crate::sys::", stringify!($release), ").")]
            pub fn try_release(self) -> $crate::Result<()> {
                self.handle.try_release()
            }
        }
    };
}

pub(crate) use {handle, handle_with, owned, record};

/// A struct of the C interface with its defaults, by its own function for that.
pub(crate) fn init<T: Copy>(function: unsafe extern "C" fn(*mut T, usize) -> i32) -> T {
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    // SAFETY: the struct is as large as is said. Structs of the C interface are numbers and pointers, callbacks among
    // them optional, of which zeroes are valid values.
    unsafe {
        let status = function(value.as_mut_ptr(), size_of::<T>());
        debug_assert_eq!(status, 0);
        value.assume_init()
    }
}

/// The outputs of a call: `output(|out| unsafe { ... })` gives what the call has written.
#[inline(always)]
pub(crate) fn output<T>(start: T, call: impl FnOnce(&mut T) -> i32) -> crate::Result<T> {
    let mut value = start;
    crate::error::check(call(&mut value))?;
    Ok(value)
}

/// All elements of a list that is first asked for its length: `call(capacity, elements, count)`.
pub(crate) fn list<T: Copy>(start: T, mut call: impl FnMut(u32, *mut T, *mut u32) -> i32) -> crate::Result<Vec<T>> {
    let mut count = 0;
    crate::error::check(call(0, std::ptr::null_mut(), &mut count))?;
    let mut elements = vec![start; count as usize];
    let mut found = 0;
    crate::error::check(call(count, elements.as_mut_ptr(), &mut found))?;
    elements.truncate(found as usize);
    Ok(elements)
}

/// A property in OpenCL's own form: `call(capacity, value, bytes)`.
pub(crate) fn property(mut call: impl FnMut(usize, *mut u8, *mut usize) -> i32) -> crate::Result<Vec<u8>> {
    let mut bytes = 0;
    crate::error::check(call(0, std::ptr::null_mut(), &mut bytes))?;
    let mut value = vec![0; bytes];
    crate::error::check(call(bytes, value.as_mut_ptr(), &mut bytes))?;
    value.truncate(bytes);
    Ok(value)
}

/// The text of a member that is an array of characters.
pub(crate) fn text(characters: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = characters.iter().take_while(|&&c| c != 0).map(|&c| c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text for C; one with a 0 inside is refused.
pub(crate) fn c_text(function: &str, text: &str) -> crate::Result<std::ffi::CString> {
    std::ffi::CString::new(text).map_err(|_| crate::Error::argument(function, "the text has a 0 inside"))
}
