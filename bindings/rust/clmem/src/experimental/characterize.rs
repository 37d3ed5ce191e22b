//! Properties of a device that OpenCL does not report, each with its source.

use crate::error::check;
use crate::{raw, sys, Context, Device, Result};
use std::ffi::CStr;

/// Where a figure comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// The figure is unknown.
    Unknown,
    /// The driver reports it.
    Queried,
    /// clmem's table lists it for the device's family.
    Table,
    /// Kernels were timed on this device by this process.
    Measured,
}

/// A figure with its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Figure<T> {
    /// The figure; zero or false where the origin is [`Origin::Unknown`].
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

impl<T> Figure<T> {
    fn new(value: T, source: u32) -> Self {
        let origin = match source {
            sys::CLMEM_CHARACTERIZE_QUERIED => Origin::Queried,
            sys::CLMEM_CHARACTERIZE_TABLE => Origin::Table,
            sys::CLMEM_CHARACTERIZE_MEASURED => Origin::Measured,
            _ => Origin::Unknown,
        };
        Self { value, origin }
    }

    /// The figure, or `None` if it is unknown.
    pub fn known(self) -> Option<T> {
        (self.origin != Origin::Unknown).then_some(self.value)
    }

    fn map<U>(self, change: impl FnOnce(T) -> U) -> Figure<U> {
        Figure { value: change(self.value), origin: self.origin }
    }
}

/// Queries one figure.
fn figure<T: Default>(call: impl FnOnce(*mut T, *mut u32) -> i32) -> Result<Figure<T>> {
    let (mut value, mut source) = (T::default(), 0);
    check(call(&mut value, &mut source))?;
    Ok(Figure::new(value, source))
}

/// A known bug in how a driver counts arguments that are structs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StructBug {
    /// None is known.
    None,
    /// Apple's OpenCL for CPUs.
    Apple,
    /// PoCL before 0.15.
    Pocl,
}

bitflags::bitflags! {
    /// Kinds of shared virtual memory that a device has.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct SvmFeatures: u64 {
        /// Coarse-grain buffers.
        const COARSE_BUFFER = sys::CLMEM_CHARACTERIZE_SVM_COARSE_BUFFER as u64;
        /// Fine-grain buffers.
        const FINE_BUFFER = sys::CLMEM_CHARACTERIZE_SVM_FINE_BUFFER as u64;
        /// All memory of the host (fine-grain system).
        const FINE_SYSTEM = sys::CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM as u64;
        /// Fine-grain buffers with atomics between host and device.
        const FINE_BUFFER_ATOMICS = sys::CLMEM_CHARACTERIZE_SVM_FINE_BUFFER_ATOMICS as u64;
        /// All memory of the host, with such atomics.
        const FINE_SYSTEM_ATOMICS = sys::CLMEM_CHARACTERIZE_SVM_FINE_SYSTEM_ATOMICS as u64;
        const _ = !0;
    }
}

/// Defines functions that query one figure of a device.
macro_rules! figures {
    ($($(#[$about:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $raw:ident, $change:expr;)*) => {$(
        $(#[$about])*
        #[doc = concat!("([`sys::", stringify!($raw), "`](crate::sys::", stringify!($raw), ").)")]
        ///
        /// # Errors
        ///
        /// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device; and those of the C function.
        pub fn $name(device: &Device $(, $argument: $type)*) -> Result<Figure<$result>> {
            // SAFETY: the device is valid, and the outputs are live variables.
            figure(|value, source| unsafe { sys::$raw(device.as_raw() $(, $argument)*, value, source) })
                .map(|figure| figure.map($change))
        }
    )*};
}

figures! {
    /// How many work-items run in lockstep, for a kernel that works on a type of this many bytes.
    simd_group_size(type_bytes: u32) -> u32 = clmem_characterize_simd_group_size, |size: u32| size;
    /// Whether kernels can use `double`.
    has_double() -> bool = clmem_characterize_has_double, |has: u32| has != 0;
    /// Whether kernels on an AMD device can use `double`, even if only in part.
    has_amd_double() -> bool = clmem_characterize_has_amd_double, |has: u32| has != 0;
    /// The number of banks of local memory; 0 if it has none.
    local_memory_banks() -> u32 = clmem_characterize_local_memory_banks, |count: u32| count;
    /// How many consecutive bytes of local memory lie in one bank.
    local_memory_granularity() -> u32 = clmem_characterize_local_memory_granularity, |bytes: u32| bytes;
    /// How many work-items access local memory at the same time and may conflict.
    simultaneous_items() -> u32 = clmem_characterize_simultaneous_items, |items: u32| items;
    /// How many bytes of local memory are left for a kernel with this many 32-bit arguments; below 0: an unknown number
    /// of arguments.
    usable_local_memory(argument_count: i32) -> usize = clmem_characterize_usable_local_memory, |bytes: usize| bytes;
    /// The supported kinds of shared virtual memory.
    svm() -> SvmFeatures = clmem_characterize_svm, SvmFeatures::from_bits_retain;
    /// How many work-items run in lockstep, measured once for each device of a process.
    measure_simd() -> u32 = clmem_characterize_measure_simd, |size: u32| size;
}

/// The build options for faster and less accurate arithmetic in kernels
/// ([`sys::clmem_characterize_fast_math_options`]).
///
/// # Errors
///
/// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
pub fn fast_math_options(device: &Device) -> Result<&'static str> {
    let mut options = c"".as_ptr();
    // SAFETY: the device is valid; the output is a live variable. The text is never freed.
    let text = unsafe {
        check(sys::clmem_characterize_fast_math_options(device.as_raw(), &mut options))?;
        CStr::from_ptr(options)
    };
    Ok(text.to_str().unwrap_or_default())
}

/// Whether the driver is expected to miscount arguments that are structs ([`sys::clmem_characterize_has_struct_bug`]).
/// To find out, this may build a kernel in the context, or in a temporary one if none is given.
///
/// # Errors
///
/// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
pub fn has_struct_bug(device: &Device, context: Option<&Context>) -> Result<Figure<StructBug>> {
    let context = context.map_or(std::ptr::null_mut(), Context::as_raw);
    // SAFETY: device and context are live, the outputs are live variables.
    let bug = figure(|value: *mut u32, source| unsafe {
        sys::clmem_characterize_has_struct_bug(device.as_raw(), context, value, source)
    })?;
    Ok(bug.map(|bug| match bug {
        sys::CLMEM_CHARACTERIZE_STRUCT_BUG_APPLE => StructBug::Apple,
        sys::CLMEM_CHARACTERIZE_STRUCT_BUG_POCL => StructBug::Pocl,
        _ => StructBug::None,
    }))
}

/// The compute capability of an NVIDIA GPU ([`sys::clmem_characterize_nvidia_capability`]).
///
/// # Errors
///
/// `CL_INVALID_DEVICE`: the driver reports that it is not a valid device.
pub fn nvidia_capability(device: &Device) -> Result<Figure<(u32, u32)>> {
    let (mut major, mut minor, mut source) = (0, 0, 0);
    // SAFETY: the device is valid, the outputs are live variables.
    check(unsafe { sys::clmem_characterize_nvidia_capability(device.as_raw(), &mut major, &mut minor, &mut source) })?;
    Ok(Figure::new((major, minor), source))
}

/// Measures how many banks local memory has and how many consecutive bytes lie in one
/// ([`sys::clmem_characterize_measure_banks`]), once for each device of a process.
///
/// # Errors
///
/// [`Unsupported`](crate::ErrorKind::Unsupported): the device has no compiler.
pub fn measure_banks(device: &Device) -> Result<Figure<(u32, u32)>> {
    let (mut count, mut granularity, mut source) = (0, 0, 0);
    // SAFETY: the device is valid, the outputs are live variables.
    check(unsafe {
        sys::clmem_characterize_measure_banks(device.as_raw(), &mut count, &mut granularity, &mut source)
    })?;
    Ok(Figure::new((count, granularity), source))
}

/// How the layout of an array in local memory makes accesses conflict ([`sys::clmem_characterize_local_conflicts`]):
/// how many work-items access the same bank (1: no conflict), and an explanation in English.
///
/// The stored shape includes the padding; without padding it equals the shape.
///
/// # Errors
///
/// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the shapes differ in length, an extent is 0, or a stored
/// extent is smaller than the array's; [`Unsupported`](crate::ErrorKind::Unsupported): the banks of the device are not
/// known.
pub fn local_conflicts(
    device: &Device,
    item_bytes: usize,
    shape: &[usize],
    stored_shape: &[usize],
) -> Result<(u32, String)> {
    if shape.len() != stored_shape.len() {
        let message = format!("expected shapes of one length, got lengths {} and {}", shape.len(), stored_shape.len());
        return Err(crate::Error::argument("characterize::local_conflicts", message));
    }
    let mut multiplicity = 0;
    // SAFETY: the shapes and the text have the stated lengths, the outputs are live variables.
    let mut ask = |capacity: usize, text: *mut u8, length: *mut usize| unsafe {
        sys::clmem_characterize_local_conflicts(
            device.as_raw(),
            item_bytes,
            shape.len() as u32,
            shape.as_ptr(),
            stored_shape.as_ptr(),
            capacity as u32,
            text.cast(),
            length,
            &mut multiplicity,
        )
    };
    let length = raw::output(0, |length| ask(0, std::ptr::null_mut(), length))?;
    let mut text = vec![0_u8; length + 1];
    raw::output(0, |length| ask(text.len(), text.as_mut_ptr(), length))?;
    text.truncate(length);
    Ok((multiplicity, String::from_utf8_lossy(&text).into_owned()))
}
