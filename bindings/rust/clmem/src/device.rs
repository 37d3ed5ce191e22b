//! Devices: listing, choosing and describing them.

use crate::{error::check, opencl, raw, sys, Result};
use std::ffi::c_void;
use std::ptr::NonNull;

/// An OpenCL device. It lives as long as the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Device(NonNull<sys::_cl_device_id>);

// SAFETY: any thread may call OpenCL's functions on devices (OpenCL, section "Multiple Host Threads").
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

bitflags::bitflags! {
    /// What a device can do for clmem ([`DeviceInfo::features`]).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Features: u64 {
        /// Buffers and sub-buffers (OpenCL 1.1): pools of buffers work.
        const BUFFER = sys::CLMEM_DEVICE_BUFFER as u64;
        /// Migration (OpenCL 1.2).
        const MIGRATE = sys::CLMEM_DEVICE_MIGRATE as u64;
        /// Coarse-grain shared virtual memory.
        const SVM_COARSE = sys::CLMEM_DEVICE_SVM_COARSE as u64;
        /// Fine-grain buffers of shared virtual memory.
        const SVM_FINE = sys::CLMEM_DEVICE_SVM_FINE as u64;
        /// All memory of the host usable as shared virtual memory.
        const SVM_SYSTEM = sys::CLMEM_DEVICE_SVM_SYSTEM as u64;
        /// `cl_intel_unified_shared_memory`.
        const USM = sys::CLMEM_DEVICE_USM as u64;
        /// Images.
        const IMAGE = sys::CLMEM_DEVICE_IMAGE as u64;
        /// Out-of-order queues.
        const OUT_OF_ORDER_QUEUE = sys::CLMEM_DEVICE_OUT_OF_ORDER_QUEUE as u64;
        const _ = !0;
    }

    /// The type of a device ([`DeviceInfo::device_type`]; `CL_DEVICE_TYPE_...`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct DeviceType: u64 {
        /// The platform's default device.
        const DEFAULT = sys::CL_DEVICE_TYPE_DEFAULT as u64;
        /// The host's processor.
        const CPU = sys::CL_DEVICE_TYPE_CPU as u64;
        /// A GPU.
        const GPU = sys::CL_DEVICE_TYPE_GPU as u64;
        /// A dedicated accelerator.
        const ACCELERATOR = sys::CL_DEVICE_TYPE_ACCELERATOR as u64;
        /// A device that does not run programs in OpenCL C.
        const CUSTOM = sys::CL_DEVICE_TYPE_CUSTOM as u64;
        const _ = !0;
    }
}

raw::record! {
    /// A description of a device.
    DeviceInfo, clmem_device_info
}

// SAFETY: the texts that it points to are never changed, and stay until the process ends.
unsafe impl Send for DeviceInfo {}
// SAFETY: as above.
unsafe impl Sync for DeviceInfo {}

impl DeviceInfo {
    /// The device's type.
    pub fn device_type(&self) -> DeviceType {
        DeviceType::from_bits_retain(self.0.type_)
    }

    /// What the device can do for clmem.
    pub fn features(&self) -> Features {
        Features::from_bits_retain(self.0.features)
    }
}

impl Device {
    /// Chooses the device that a selector names, or the first usable one ([`sys::clmem_device_choose`]).
    ///
    /// A selector is `"PLATFORM:DEVICE"` or `"PLATFORM"`, each a number or a part of the name. Without one, clmem reads
    /// the environment variables `CLMEM_DEVICE`, `PYOPENCL_CTX` and `CUDA_DEVICE`, then the files `~/.clmem_device` and
    /// `~/.cuda-device`.
    ///
    /// # Errors
    ///
    /// [`NoDevice`](crate::ErrorKind::NoDevice): no device matches the selector; the message lists the available ones.
    pub fn choose(selector: Option<&str>) -> Result<Self> {
        let selector = Selector::new(selector)?;
        let mut device = std::ptr::null_mut();
        // SAFETY: the selector is NULL or is NUL-terminated, the output is a live variable.
        check(unsafe { sys::clmem_device_choose(selector.as_ptr(), &mut device) })?;
        Self::some(device)
    }

    /// Lists the devices of all platforms ([`sys::clmem_device_list`]). On a machine without devices the list is empty.
    ///
    /// # Errors
    ///
    /// [`NoOpenCl`](crate::ErrorKind::NoOpenCl): the OpenCL library cannot be loaded.
    pub fn list() -> Result<Vec<Self>> {
        // SAFETY: the list has the stated capacity.
        let devices = raw::list(std::ptr::null_mut(), |capacity, devices, count| unsafe {
            sys::clmem_device_list(capacity, devices, count)
        })?;
        devices.into_iter().map(Self::some).collect()
    }

    /// Lists the devices that tests should run on ([`sys::clmem_device_list_for_tests`]): those that the selector
    /// names, or the environment variable `CLMEM_TEST`, or `PYOPENCL_TEST`, or else all.
    ///
    /// Experimental: any version may change or remove it.
    ///
    /// # Errors
    ///
    /// [`NoDevice`](crate::ErrorKind::NoDevice): no device matches a part of the selector.
    pub fn list_for_tests(selector: Option<&str>) -> Result<Vec<Self>> {
        let selector = Selector::new(selector)?;
        // SAFETY: the selector is NULL or is NUL-terminated; the list has the stated capacity.
        let devices = raw::list(std::ptr::null_mut(), |capacity, devices, count| unsafe {
            sys::clmem_device_list_for_tests(selector.as_ptr(), capacity, devices, count)
        })?;
        devices.into_iter().map(Self::some).collect()
    }

    /// Describes the device ([`sys::clmem_device_describe`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
    pub fn info(&self) -> Result<DeviceInfo> {
        let mut info = DeviceInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_device_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Queries one property (`clGetDeviceInfo`), in OpenCL's binary form.
    ///
    /// # Errors
    ///
    /// Those of OpenCL; `CL_INVALID_VALUE` for a property that the device does not know.
    pub fn query(&self, property: u32) -> Result<Vec<u8>> {
        let mut bytes = 0;
        // SAFETY: the capacity is 0, the size is a live variable.
        unsafe { opencl::device_info(self.as_raw(), property, 0, std::ptr::null_mut(), &mut bytes)? };
        let mut value = vec![0_u8; bytes];
        let room = value.as_mut_ptr().cast::<c_void>();
        // SAFETY: the output has the stated capacity.
        unsafe { opencl::device_info(self.as_raw(), property, bytes, room, &mut bytes)? };
        Ok(value)
    }

    /// The OpenCL device, valid as long as the process.
    pub fn as_raw(&self) -> sys::cl_device_id {
        self.0.as_ptr()
    }

    /// Wraps an OpenCL device; `None` for NULL.
    ///
    /// # Safety
    ///
    /// The device outlives the value; all devices but sub-devices live as long as the process.
    pub unsafe fn from_raw(raw: sys::cl_device_id) -> Option<Self> {
        NonNull::new(raw).map(Self)
    }

    fn some(raw: sys::cl_device_id) -> Result<Self> {
        NonNull::new(raw)
            .map(Self)
            .ok_or_else(|| crate::Error::unsupported("Device", "expected a device from the driver, got none"))
    }
}

/// A device selector as a C string.
struct Selector(Option<std::ffi::CString>);

impl Selector {
    fn new(selector: Option<&str>) -> Result<Self> {
        Ok(Self(selector.map(|text| raw::c_text("Device::choose", text)).transpose()?))
    }

    fn as_ptr(&self) -> *const std::ffi::c_char {
        self.0.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
    }
}
