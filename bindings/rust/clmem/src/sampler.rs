//! Samplers: how kernels read images between and beyond the pixels.

use crate::{error::check, raw, sys, Addressing, Context, Filter, Result};

raw::handle! {
    /// A sampler. It never changes, and any number of kernels and threads may use it.
    Sampler, clmem_sampler, clmem_sampler_release
}

raw::record! {
    /// A sampler as OpenCL sees it.
    SamplerInfo, clmem_sampler_info, clmem_sampler_info_init
}

impl SamplerInfo {
    /// What lies beyond the edge.
    pub fn addressing(&self) -> Addressing {
        Addressing(self.0.addressing)
    }

    /// What lies between pixels.
    pub fn filter(&self) -> Filter {
        Filter(self.0.filter)
    }
}

impl Sampler {
    /// Makes a sampler ([`sys::clmem_sampler_create`]); normalized coordinates go from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the addressing repeats, and the coordinates are pixels.
    pub fn new(context: &Context, normalized: bool, addressing: Addressing, filter: Filter) -> Result<Self> {
        let (context, normalized) = (context.as_raw(), u32::from(normalized));
        // SAFETY: the context is a live one; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_sampler_create(context, normalized, addressing.0, filter.0, out) })
    }

    /// Makes a sampler of a list of OpenCL's properties: names and values in turn
    /// ([`sys::clmem_sampler_create_with_properties`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a name is unknown or comes twice.
    pub fn with_properties(context: &Context, properties: &[u64]) -> Result<Self> {
        let count = properties.len() as u32;
        // SAFETY: the list is as long as is said; the output is a live variable.
        Self::made(|out| unsafe {
            sys::clmem_sampler_create_with_properties(context.as_raw(), count, properties.as_ptr(), out)
        })
    }

    /// Makes a handle for an OpenCL sampler, with a reference of its own ([`sys::clmem_sampler_import`]).
    ///
    /// # Safety
    ///
    /// The sampler is a live one.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_SAMPLER`: it is none (said by the driver).
    pub unsafe fn import(object: sys::cl_sampler) -> Result<Self> {
        // SAFETY: the caller says that it is one; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_sampler_import(object, 1, out) })
    }

    fn made(create: impl FnOnce(*mut sys::clmem_sampler) -> i32) -> Result<Self> {
        let mut sampler = std::ptr::null_mut();
        check(create(&mut sampler))?;
        // SAFETY: the call has given the handle to its caller.
        Ok(unsafe { Self::from_raw(sampler) })
    }

    /// The OpenCL object, borrowed, for every OpenCL call ([`sys::clmem_sampler_object`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn object(&self) -> Result<sys::cl_sampler> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out| unsafe { sys::clmem_sampler_object(self.as_raw(), out) })
    }

    /// Describes the sampler ([`sys::clmem_sampler_describe`]).
    ///
    /// # Errors
    ///
    /// As [`object`](Self::object).
    pub fn info(&self) -> Result<SamplerInfo> {
        let mut info = SamplerInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_sampler_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Asks OpenCL for one property (`clGetSamplerInfo`) in OpenCL's own form ([`sys::clmem_sampler_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    pub fn property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: there is as much room as is said.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_sampler_query(self.as_raw(), property, capacity, value.cast(), bytes)
        })
    }

    /// Whether two handles stand for the same OpenCL sampler ([`sys::clmem_sampler_equal`]).
    ///
    /// # Errors
    ///
    /// As [`object`](Self::object).
    pub fn is_same(&self, other: &Self) -> Result<bool> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_sampler_equal(self.as_raw(), other.as_raw(), out) })
            .map(|equal| equal != 0)
    }
}
