//! The resources of a device's multiprocessors, and the best alignment for accesses.

use crate::{error::check, raw, sys, Device, Result};

raw::record! {
    /// The resources of a device's multiprocessors. An unknown figure is 0 and missing from [`DeviceData::known`].
    DeviceData, clmem_device_data
}

bitflags::bitflags! {
    /// Which figures of a [`DeviceData`] are known.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Known: u64 {
        /// The compute capability.
        const CAPABILITY = sys::CLMEM_DEVICE_DATA_CAPABILITY as u64;
        /// `max_threads`.
        const MAX_THREADS = sys::CLMEM_DEVICE_DATA_MAX_THREADS as u64;
        /// `warp_size`.
        const WARP_SIZE = sys::CLMEM_DEVICE_DATA_WARP_SIZE as u64;
        /// `warps_per_mp`.
        const WARPS = sys::CLMEM_DEVICE_DATA_WARPS as u64;
        /// `thread_blocks_per_mp`.
        const THREAD_BLOCKS = sys::CLMEM_DEVICE_DATA_THREAD_BLOCKS as u64;
        /// `registers`, and their allocation granularity.
        const REGISTERS = sys::CLMEM_DEVICE_DATA_REGISTERS as u64;
        /// `registers_per_mp`.
        const REGISTERS_PER_MP = sys::CLMEM_DEVICE_DATA_REGISTERS_PER_MP as u64;
        /// `registers_per_thread`.
        const REGISTERS_PER_THREAD = sys::CLMEM_DEVICE_DATA_REGISTERS_PER_THREAD as u64;
        /// `shared_memory_bytes`.
        const SHARED_MEMORY = sys::CLMEM_DEVICE_DATA_SHARED_MEMORY as u64;
        /// `shared_memory_largest_bytes`.
        const SHARED_MEMORY_LARGEST = sys::CLMEM_DEVICE_DATA_SHARED_MEMORY_LARGEST as u64;
        /// `shared_memory_per_mp_bytes`.
        const SHARED_MEMORY_PER_MP = sys::CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP as u64;
        /// `smem_alloc_granularity_bytes`.
        const SMEM_ALLOC_GRANULARITY = sys::CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY as u64;
        /// `smem_granularity`.
        const SMEM_GRANULARITY = sys::CLMEM_DEVICE_DATA_SMEM_GRANULARITY as u64;
        /// `line_bytes`.
        const LINE = sys::CLMEM_DEVICE_DATA_LINE as u64;
        const _ = !0;
    }
}

impl DeviceData {
    /// The data of a device, from the driver and clmem's table ([`sys::clmem_device_get_data`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
    pub fn of(device: &Device) -> Result<Self> {
        let mut data = Self::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_device_get_data(device.as_raw(), &mut data.0) })?;
        Ok(data)
    }

    /// The data of NVIDIA devices of a compute capability, without querying any device
    /// ([`sys::clmem_device_data_for_capability`]).
    ///
    /// # Errors
    ///
    /// [`Unsupported`](crate::ErrorKind::Unsupported): clmem's table does not have it; the message lists what it has.
    pub fn for_capability(major: u32, minor: u32) -> Result<Self> {
        let mut data = Self::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_device_data_for_capability(major, minor, &mut data.0) })?;
        Ok(data)
    }

    /// Which figures are known.
    pub fn known(&self) -> Known {
        Known::from_bits_retain(self.0.known)
    }

    /// The alignment of base addresses that needs the fewest transfers when accessing words of 1, 2, 4, 8 or 16 bytes
    /// ([`sys::clmem_device_align_bytes`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the word has another size;
    /// [`Unsupported`](crate::ErrorKind::Unsupported): the cache line is not known.
    pub fn align_bytes(&self, word_bytes: u32) -> Result<usize> {
        // SAFETY: the record states its size, the output is a live variable.
        raw::output(0, |bytes| unsafe { sys::clmem_device_align_bytes(&self.0, word_bytes, bytes) })
    }

    /// Rounds bytes up to a multiple of [`align_bytes`](Self::align_bytes) ([`sys::clmem_device_align`]).
    ///
    /// # Errors
    ///
    /// Same as [`align_bytes`](Self::align_bytes).
    pub fn align(&self, bytes: usize, word_bytes: u32) -> Result<usize> {
        // SAFETY: the record states its size, the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_device_align(&self.0, bytes, word_bytes, out) })
    }

    /// The value of [`align_bytes`](Self::align_bytes) in words ([`sys::clmem_device_align_words`]).
    ///
    /// # Errors
    ///
    /// Same as [`align_bytes`](Self::align_bytes); [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if it is not
    /// a whole number of words.
    pub fn align_words(&self, word_bytes: u32) -> Result<usize> {
        // SAFETY: the record states its size, the output is a live variable.
        raw::output(0, |words| unsafe { sys::clmem_device_align_words(&self.0, word_bytes, words) })
    }

    /// Rounds a number of elements up to a multiple of [`align_words`](Self::align_words)
    /// ([`sys::clmem_device_align_dtype`]).
    ///
    /// # Errors
    ///
    /// Same as [`align_words`](Self::align_words).
    pub fn align_elements(&self, elements: usize, element_bytes: u32) -> Result<usize> {
        // SAFETY: the record states its size, the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_device_align_dtype(&self.0, elements, element_bytes, out) })
    }
}

/// Rounds a number of channels, 1 to 4, up to one that textures have: 1, 2 or 4
/// ([`sys::clmem_device_texture_channels`]).
///
/// # Errors
///
/// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): 0 channels, or more than 4.
pub fn texture_channels(channels: u32) -> Result<u32> {
    // SAFETY: the output is a live variable.
    raw::output(0, |out| unsafe { sys::clmem_device_texture_channels(channels, out) })
}
