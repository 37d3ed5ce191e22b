//! References to OpenCL objects.

/// Defines a counted reference to an OpenCL object.
macro_rules! reference {
    ($(#[$about:meta])* $name:ident, $raw:ident, $retain:ident, $release:ident) => {
        $(#[$about])*
        #[derive(Debug, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name($crate::sys::$raw);

        // SAFETY: any thread may call OpenCL's functions on it (OpenCL, section "Multiple Host Threads").
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            /// Takes over the caller's reference; dropping this value releases it.
            ///
            /// # Safety
            ///
            /// The object is live and of this type, and the caller owns the reference.
            pub unsafe fn from_raw(raw: $crate::sys::$raw) -> Self {
                Self(raw)
            }

            /// Takes another reference to an object.
            ///
            /// # Safety
            ///
            /// The object is live and of this type.
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub unsafe fn retain(raw: $crate::sys::$raw) -> $crate::Result<Self> {
                // SAFETY: the caller guarantees a live object.
                unsafe { $crate::opencl::$retain(raw)? };
                Ok(Self(raw))
            }

            /// Takes another reference to the same object.
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub fn try_clone(&self) -> $crate::Result<Self> {
                // SAFETY: the object lives as long as this value.
                unsafe { Self::retain(self.0) }
            }
        }

        $crate::raw::owned! { $name, $raw, $release }
    };
}

pub(crate) use reference;
