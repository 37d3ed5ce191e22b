//! References to objects of OpenCL's.

/// A reference to an object of OpenCL's, of which a copy is another reference.
macro_rules! reference {
    ($(#[$about:meta])* $name:ident, $raw:ident, $retain:ident, $release:ident) => {
        $(#[$about])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name($crate::sys::$raw);

        // SAFETY: OpenCL's functions on it may be called by any thread (OpenCL, section "Multiple Host Threads").
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// OpenCL's own handle, borrowed, for any call of OpenCL's.
            #[inline(always)]
            pub fn as_raw(&self) -> $crate::sys::$raw {
                self.0
            }

            /// OpenCL's own handle, whose reference is the caller's from now on.
            #[must_use = "who does not release the handle leaks what it stands for"]
            pub fn into_raw(self) -> $crate::sys::$raw {
                std::mem::ManuallyDrop::new(self).0
            }

            /// Takes over the caller's reference, which is released when this is dropped.
            ///
            /// # Safety
            ///
            /// The handle is a live one of this type, and one reference to it is the caller's to give away.
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                Self(raw)
            }

            /// Takes a reference of its own to an object of somebody else's.
            ///
            /// # Safety
            ///
            /// The handle is a live one of this type.
            ///
            /// # Errors
            ///
            /// What OpenCL gives.
            pub unsafe fn retain(raw: $crate::sys::$raw) -> $crate::Result<Self> {
                // SAFETY: the handle is a live one, the caller says.
                unsafe { $crate::opencl::$retain(raw)? };
                Ok(Self(raw))
            }

            /// Another reference to the same object.
            ///
            /// # Errors
            ///
            /// What OpenCL gives.
            pub fn try_clone(&self) -> $crate::Result<Self> {
                // SAFETY: the handle is a live one as long as this value is.
                unsafe { Self::retain(self.0) }
            }

            /// Releases the reference as dropping does, and says if that fails.
            #[doc = concat!("\n\n# Errors\n\nThose of [`sys::", stringify!($release), "`](crate::sys::", stringify!($release), ").")]
            pub fn try_release(self) -> $crate::Result<()> {
                // SAFETY: the reference is this value's own, and is not used any more.
                $crate::error::check(unsafe { $crate::sys::$release(self.into_raw()) })
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the reference is this value's own. A failure is left in the thread's record.
                unsafe { $crate::sys::$release(self.0) };
            }
        }
    };
}

pub(crate) use reference;
