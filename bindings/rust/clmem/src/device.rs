//! Devices: which there are, which one to take, and what is known of it.

use crate::{error::check, opencl, raw, sys, Result};
use std::ffi::c_void;
use std::ptr::NonNull;

/// A device of OpenCL's. It lives as long as the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Device(NonNull<sys::_cl_device_id>);

// SAFETY: OpenCL's functions on devices may be called by any thread (OpenCL, section "Multiple Host Threads").
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

bitflags::bitflags! {
    /// What a device is able to do for clmem ([`DeviceInfo::features`]).
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
        /// All memory of the host as shared virtual memory.
        const SVM_SYSTEM = sys::CLMEM_DEVICE_SVM_SYSTEM as u64;
        /// `cl_intel_unified_shared_memory`.
        const USM = sys::CLMEM_DEVICE_USM as u64;
        /// Images.
        const IMAGE = sys::CLMEM_DEVICE_IMAGE as u64;
        /// Queues that run commands out of order.
        const OUT_OF_ORDER_QUEUE = sys::CLMEM_DEVICE_OUT_OF_ORDER_QUEUE as u64;
        const _ = !0;
    }
}

raw::record! {
    /// A device as clmem sees it.
    DeviceInfo, clmem_device_info, clmem_device_info_init
}

impl DeviceInfo {
    /// The device's name.
    pub fn name(&self) -> String {
        raw::text(&self.0.name)
    }

    /// Its platform's name.
    pub fn platform_name(&self) -> String {
        raw::text(&self.0.platform_name)
    }

    /// The driver's version.
    pub fn driver_version(&self) -> String {
        raw::text(&self.0.driver_version)
    }

    /// What it is able to do for clmem.
    pub fn features(&self) -> Features {
        Features::from_bits_retain(self.0.features)
    }
}

impl Device {
    /// Chooses a device: the one that is wanted, or the first that can be used ([`sys::clmem_device_choose`]).
    ///
    /// A wish is `"PLATFORM:DEVICE"` or `"PLATFORM"`, each a number or a piece of the name. Without one the environment
    /// variable `CLMEM_DEVICE` is asked, then `PYOPENCL_CTX` and `CUDA_DEVICE`, then the files
    /// `~/.clmem_device` and `~/.cuda-device`.
    ///
    /// # Errors
    ///
    /// [`NoDevice`](crate::ErrorKind::NoDevice): nothing answers to the wish; the message lists what there is.
    pub fn choose(wish: Option<&str>) -> Result<Self> {
        let wish = Wish::new(wish)?;
        let mut device = std::ptr::null_mut();
        // SAFETY: the wish is NULL or ends with a 0, the output is a live variable.
        check(unsafe { sys::clmem_device_choose(wish.as_ptr(), &mut device) })?;
        Self::some(device)
    }

    /// Lists the devices of all platforms ([`sys::clmem_device_list`]). A machine without any has none, which is no error.
    ///
    /// # Errors
    ///
    /// [`NoOpenCl`](crate::ErrorKind::NoOpenCl): the OpenCL library cannot be loaded.
    pub fn list() -> Result<Vec<Self>> {
        // SAFETY: the list has room for as many as is said.
        let devices = raw::list(std::ptr::null_mut(), |capacity, devices, count| unsafe {
            sys::clmem_device_list(capacity, devices, count)
        })?;
        devices.into_iter().map(Self::some).collect()
    }

    /// Lists the devices that tests are to run on ([`sys::clmem_device_list_for_tests`]): by the wish, or the environment
    /// variable `CLMEM_TEST`, or `PYOPENCL_TEST`, or else all.
    ///
    /// # Errors
    ///
    /// [`NoDevice`](crate::ErrorKind::NoDevice): nothing answers to a part of the wish.
    pub fn list_for_tests(wish: Option<&str>) -> Result<Vec<Self>> {
        let wish = Wish::new(wish)?;
        // SAFETY: the wish is NULL or ends with a 0; the list has room for as many as is said.
        let devices = raw::list(std::ptr::null_mut(), |capacity, devices, count| unsafe {
            sys::clmem_device_list_for_tests(wish.as_ptr(), capacity, devices, count)
        })?;
        devices.into_iter().map(Self::some).collect()
    }

    /// Describes the device ([`sys::clmem_device_describe`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_DEVICE`: it is none (said by the driver).
    pub fn info(&self) -> Result<DeviceInfo> {
        let mut info = DeviceInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_device_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Asks OpenCL for one property (`clGetDeviceInfo`), in OpenCL's own form.
    ///
    /// # Errors
    ///
    /// What OpenCL gives, `CL_INVALID_VALUE` for a property that the device does not know.
    pub fn query(&self, property: u32) -> Result<Vec<u8>> {
        let mut bytes = 0;
        // SAFETY: no room is offered, the size is a live variable.
        unsafe { opencl::device_info(self.as_raw(), property, 0, std::ptr::null_mut(), &mut bytes)? };
        let mut value = vec![0_u8; bytes];
        let room = value.as_mut_ptr().cast::<c_void>();
        // SAFETY: there is as much room as is said.
        unsafe { opencl::device_info(self.as_raw(), property, bytes, room, &mut bytes)? };
        Ok(value)
    }

    /// OpenCL's own handle, which is valid for ever.
    pub fn as_raw(&self) -> sys::cl_device_id {
        self.0.as_ptr()
    }

    /// A device by OpenCL's own handle; `None` for NULL.
    ///
    /// # Safety
    ///
    /// The handle is that of a device that lives as long as the value, which for all but sub-devices is for ever.
    pub unsafe fn from_raw(raw: sys::cl_device_id) -> Option<Self> {
        NonNull::new(raw).map(Self)
    }

    fn some(raw: sys::cl_device_id) -> Result<Self> {
        NonNull::new(raw).map(Self).ok_or_else(|| crate::Error::unsupported("Device", "the driver gave no device"))
    }
}

/// A wish as C takes it.
struct Wish(Option<std::ffi::CString>);

impl Wish {
    fn new(wish: Option<&str>) -> Result<Self> {
        Ok(Self(wish.map(|text| raw::c_text("Device::choose", text)).transpose()?))
    }

    fn as_ptr(&self) -> *const std::ffi::c_char {
        self.0.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
    }
}
