//! OpenCL's flags and constants, by name.

use crate::sys;

bitflags::bitflags! {
    /// How kernels and the host use memory (OpenCL, section "Creating Buffer Objects"; `CL_MEM_...`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct MemoryFlags: u64 {
        /// Kernels read and write it.
        const READ_WRITE = sys::CL_MEM_READ_WRITE as u64;
        /// Kernels only write it.
        const WRITE_ONLY = sys::CL_MEM_WRITE_ONLY as u64;
        /// Kernels only read it.
        const READ_ONLY = sys::CL_MEM_READ_ONLY as u64;
        /// The memory is the program's own.
        const USE_HOST_PTR = sys::CL_MEM_USE_HOST_PTR as u64;
        /// The driver allocates memory that the host can access.
        const ALLOC_HOST_PTR = sys::CL_MEM_ALLOC_HOST_PTR as u64;
        /// The content is copied from the program's memory.
        const COPY_HOST_PTR = sys::CL_MEM_COPY_HOST_PTR as u64;
        /// The host only writes it.
        const HOST_WRITE_ONLY = sys::CL_MEM_HOST_WRITE_ONLY as u64;
        /// The host only reads it.
        const HOST_READ_ONLY = sys::CL_MEM_HOST_READ_ONLY as u64;
        /// The host neither reads nor writes it.
        const HOST_NO_ACCESS = sys::CL_MEM_HOST_NO_ACCESS as u64;
        /// Shared virtual memory that the host may access without mapping it.
        const SVM_FINE_GRAIN_BUFFER = sys::CL_MEM_SVM_FINE_GRAIN_BUFFER as u64;
        /// Atomics between the host and the device.
        const SVM_ATOMICS = sys::CL_MEM_SVM_ATOMICS as u64;
        /// The same kernel reads and writes an image.
        const KERNEL_READ_AND_WRITE = sys::CL_MEM_KERNEL_READ_AND_WRITE as u64;
        const _ = !0;
    }

    /// How memory is migrated (`CL_MIGRATE_MEM_OBJECT_...`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct MigrationFlags: u64 {
        /// To the host.
        const HOST = sys::CL_MIGRATE_MEM_OBJECT_HOST as u64;
        /// Without its content.
        const CONTENT_UNDEFINED = sys::CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED as u64;
        const _ = !0;
    }
}

impl Default for MemoryFlags {
    fn default() -> Self {
        Self::READ_WRITE
    }
}

/// Defines an OpenCL constant with names for the known values; other values are allowed.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $value:ident = $raw:ident,)* })*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(
            /// OpenCL's number.
            pub u32,
        );

        #[allow(non_upper_case_globals)] // OpenCL's own names
        impl $name {
            $(
                $(#[$each])*
                #[doc = concat!("`", stringify!($raw), "`.")]
                pub const $value: Self = Self(sys::$raw);
            )*
        }
    )*};
}

numbers! {
    /// The type of a memory object (`CL_MEM_OBJECT_...`).
    MemoryType {
        BUFFER = CL_MEM_OBJECT_BUFFER,
        IMAGE2D = CL_MEM_OBJECT_IMAGE2D,
        IMAGE3D = CL_MEM_OBJECT_IMAGE3D,
        IMAGE2D_ARRAY = CL_MEM_OBJECT_IMAGE2D_ARRAY,
        IMAGE1D = CL_MEM_OBJECT_IMAGE1D,
        IMAGE1D_ARRAY = CL_MEM_OBJECT_IMAGE1D_ARRAY,
        IMAGE1D_BUFFER = CL_MEM_OBJECT_IMAGE1D_BUFFER,
        PIPE = CL_MEM_OBJECT_PIPE,
    }

    /// The channels of a pixel, and their order (OpenCL, section "Image Format Descriptor").
    ChannelOrder {
        R = CL_R,
        A = CL_A,
        RG = CL_RG,
        RA = CL_RA,
        RGB = CL_RGB,
        RGBA = CL_RGBA,
        BGRA = CL_BGRA,
        ARGB = CL_ARGB,
        INTENSITY = CL_INTENSITY,
        LUMINANCE = CL_LUMINANCE,
        Rx = CL_Rx,
        RGx = CL_RGx,
        RGBx = CL_RGBx,
        DEPTH = CL_DEPTH,
        DEPTH_STENCIL = CL_DEPTH_STENCIL,
        sRGB = CL_sRGB,
        sRGBx = CL_sRGBx,
        sRGBA = CL_sRGBA,
        sBGRA = CL_sBGRA,
        ABGR = CL_ABGR,
    }

    /// The type of a channel (OpenCL, section "Image Format Descriptor").
    ChannelType {
        SNORM_INT8 = CL_SNORM_INT8,
        SNORM_INT16 = CL_SNORM_INT16,
        UNORM_INT8 = CL_UNORM_INT8,
        UNORM_INT16 = CL_UNORM_INT16,
        UNORM_SHORT_565 = CL_UNORM_SHORT_565,
        UNORM_SHORT_555 = CL_UNORM_SHORT_555,
        UNORM_INT_101010 = CL_UNORM_INT_101010,
        SIGNED_INT8 = CL_SIGNED_INT8,
        SIGNED_INT16 = CL_SIGNED_INT16,
        SIGNED_INT32 = CL_SIGNED_INT32,
        UNSIGNED_INT8 = CL_UNSIGNED_INT8,
        UNSIGNED_INT16 = CL_UNSIGNED_INT16,
        UNSIGNED_INT32 = CL_UNSIGNED_INT32,
        HALF_FLOAT = CL_HALF_FLOAT,
        FLOAT = CL_FLOAT,
        UNORM_INT24 = CL_UNORM_INT24,
    }

    /// What a sampler returns beyond an image's edge.
    Addressing {
        NONE = CL_ADDRESS_NONE,
        CLAMP_TO_EDGE = CL_ADDRESS_CLAMP_TO_EDGE,
        CLAMP = CL_ADDRESS_CLAMP,
        REPEAT = CL_ADDRESS_REPEAT,
        MIRRORED_REPEAT = CL_ADDRESS_MIRRORED_REPEAT,
    }

    /// What a sampler returns between pixels.
    Filter {
        NEAREST = CL_FILTER_NEAREST,
        LINEAR = CL_FILTER_LINEAR,
    }
}
