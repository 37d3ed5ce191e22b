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
        }

        $crate::raw::owned! { $name, $raw, $release }
    };
}

pub(crate) use reference;
