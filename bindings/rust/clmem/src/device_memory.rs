//! How much memory a device has, and how much of it is free.

use crate::{error::check, raw, sys, Device, Result};

/// Where a figure of [`DeviceMemory`] comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceMemorySource {
    /// OpenCL's size of the device's memory.
    OpenCl,
    /// The query of AMD's drivers.
    Amd,
    /// NVIDIA's management library, which nvidia-smi uses.
    Nvml,
    /// The graphics driver's files in `/sys/bus/pci/devices`.
    Sysfs,
    /// The graphics driver's files in `/proc/self/fdinfo`.
    FdInfo,
    /// The host's memory.
    Host,
    /// The limit of a control group that contains the process.
    Cgroup,
    /// A source that this version of the crate does not know.
    Unknown(u32),
}

impl DeviceMemorySource {
    fn of(source: u32) -> Option<Self> {
        match source {
            sys::CLMEM_DEVICE_MEMORY_UNKNOWN => None,
            sys::CLMEM_DEVICE_MEMORY_OPENCL => Some(Self::OpenCl),
            sys::CLMEM_DEVICE_MEMORY_AMD => Some(Self::Amd),
            sys::CLMEM_DEVICE_MEMORY_NVML => Some(Self::Nvml),
            sys::CLMEM_DEVICE_MEMORY_SYSFS => Some(Self::Sysfs),
            sys::CLMEM_DEVICE_MEMORY_FDINFO => Some(Self::FdInfo),
            sys::CLMEM_DEVICE_MEMORY_HOST => Some(Self::Host),
            sys::CLMEM_DEVICE_MEMORY_CGROUP => Some(Self::Cgroup),
            other => Some(Self::Unknown(other)),
        }
    }
}

raw::record! {
    /// How much memory a device has, and how much of it was free at the time of the call ([`Device::memory`]).
    DeviceMemory, clmem_device_memory_info
}

impl DeviceMemory {
    /// All memory of the device, or all that the process may use.
    pub fn total_bytes(&self) -> u64 {
        self.0.total_bytes
    }

    /// Where [`total_bytes`](Self::total_bytes) comes from.
    pub fn total_source(&self) -> Option<DeviceMemorySource> {
        DeviceMemorySource::of(self.0.total_source)
    }

    /// Memory that no process uses; `None` if nothing reports it.
    pub fn free_bytes(&self) -> Option<u64> {
        self.free_source().map(|_| self.0.free_bytes)
    }

    /// Where [`free_bytes`](Self::free_bytes) comes from.
    pub fn free_source(&self) -> Option<DeviceMemorySource> {
        DeviceMemorySource::of(self.0.free_source)
    }

    /// Memory that this process uses, whether through clmem or not; `None` if nothing reports it.
    pub fn process_bytes(&self) -> Option<u64> {
        self.process_source().map(|_| self.0.process_bytes)
    }

    /// Where [`process_bytes`](Self::process_bytes) comes from.
    pub fn process_source(&self) -> Option<DeviceMemorySource> {
        DeviceMemorySource::of(self.0.process_source)
    }
}

impl Device {
    /// Returns how much memory the device has, how much is free, and how much this process uses, where something
    /// reports it ([`sys::clmem_device_memory`]). It neither guesses nor allocates memory to find out.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
    pub fn memory(&self) -> Result<DeviceMemory> {
        let mut memory = DeviceMemory::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_device_memory(self.as_raw(), &mut memory.0) })?;
        Ok(memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_figures_are_none() {
        let mut memory = DeviceMemory::init();
        memory.0.total_source = sys::CLMEM_DEVICE_MEMORY_OPENCL;
        memory.0.total_bytes = 7;
        assert_eq!((memory.total_bytes(), memory.free_bytes(), memory.process_bytes()), (7, None, None));
        assert_eq!((memory.free_source(), memory.process_source()), (None, None));
        for source in sys::CLMEM_DEVICE_MEMORY_OPENCL..=sys::CLMEM_DEVICE_MEMORY_CGROUP {
            memory.0.free_source = source;
            assert!(!matches!(memory.free_source(), None | Some(DeviceMemorySource::Unknown(_))), "{source}");
            assert_eq!(memory.free_bytes(), Some(0));
        }
        memory.0.process_source = 4711;
        assert_eq!(memory.process_source(), Some(DeviceMemorySource::Unknown(4711)));
    }
}
