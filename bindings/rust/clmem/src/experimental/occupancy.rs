//! Occupancy: how many thread blocks of a kernel run on a multiprocessor at once, and what limits them.

use super::DeviceData;
use crate::{error::check, raw, sys, Result};

raw::record! {
    /// How well a kernel fills a multiprocessor.
    Occupancy, clmem_occupancy
}

/// What limits the number of thread blocks on a multiprocessor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The device's limit on blocks.
    Device,
    /// Its registers.
    Registers,
    /// Its shared memory.
    SharedMemory,
    /// Its number of warps.
    Warps,
    /// A limit that this version of the crate does not know.
    Unknown(u32),
}

impl Occupancy {
    /// Computes how well thread blocks of this size, shared memory and registers per thread (0: unlimited) fill a
    /// multiprocessor ([`sys::clmem_occupancy_compute`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a block or a thread exceeds what the device has, or a
    /// required figure is missing.
    pub fn compute(data: &DeviceData, threads: u32, shared_bytes: usize, registers: u32) -> Result<Self> {
        let mut occupancy = Self::init();
        // SAFETY: both records state their sizes.
        check(unsafe { sys::clmem_occupancy_compute(&data.0, threads, shared_bytes, registers, &mut occupancy.0) })?;
        Ok(occupancy)
    }

    /// The fraction of the multiprocessor's warps that run, 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.0.occupancy_ppm) / 1e6
    }

    /// The resource that limits the number of blocks.
    pub fn limited_by(&self) -> Limit {
        match self.0.limited_by {
            sys::CLMEM_OCCUPANCY_DEVICE => Limit::Device,
            sys::CLMEM_OCCUPANCY_REGISTERS => Limit::Registers,
            sys::CLMEM_OCCUPANCY_SHARED_MEMORY => Limit::SharedMemory,
            sys::CLMEM_OCCUPANCY_WARPS => Limit::Warps,
            other => Limit::Unknown(other),
        }
    }
}
