//! Samplers, which define how kernels read images between pixels and beyond the edge.

use crate::{error::check, raw, sys, Addressing, Context, Filter, Result};

raw::handle! {
    /// A sampler. It is immutable; any number of kernels and threads may use it.
    Sampler, clmem_sampler, clmem_sampler_release
}

raw::record! {
    /// A description of a sampler.
    SamplerInfo, clmem_sampler_info
}

impl SamplerInfo {
    /// What a kernel reads beyond the image's edge.
    pub fn addressing(&self) -> Addressing {
        Addressing(self.0.addressing)
    }

    /// What a kernel reads between pixels.
    pub fn filter(&self) -> Filter {
        Filter(self.0.filter)
    }
}

impl Sampler {
    /// Creates a sampler ([`sys::clmem_sampler_create`]); normalized coordinates run from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): repeating addressing modes need normalized coordinates.
    pub fn new(context: &Context, normalized: bool, addressing: Addressing, filter: Filter) -> Result<Self> {
        let (context, normalized) = (context.as_raw(), u32::from(normalized));
        // SAFETY: the context is live; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_sampler_create(context, normalized, addressing.0, filter.0, out) })
    }

    /// Creates a sampler from a list of OpenCL properties: names and values alternate
    /// ([`sys::clmem_sampler_create_with_properties`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a name is unknown or repeated.
    pub fn with_properties(context: &Context, properties: &[u64]) -> Result<Self> {
        let count = properties.len() as u32;
        // SAFETY: the list has the stated length; the output is a live variable.
        Self::made(|out| unsafe {
            sys::clmem_sampler_create_with_properties(context.as_raw(), count, properties.as_ptr(), out)
        })
    }

    /// Makes a handle for an OpenCL sampler and takes a reference to it ([`sys::clmem_sampler_import`]).
    ///
    /// # Safety
    ///
    /// The sampler must be live.
    ///
    /// # Errors
    ///
    /// `CL_INVALID_SAMPLER`: the driver reports that it is not a valid sampler.
    pub unsafe fn import(object: sys::cl_sampler) -> Result<Self> {
        // SAFETY: the caller guarantees a live sampler; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_sampler_import(object, 1, out) })
    }

    fn made(create: impl FnOnce(*mut sys::clmem_sampler) -> i32) -> Result<Self> {
        let mut sampler = std::ptr::null_mut();
        check(create(&mut sampler))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(sampler) })
    }

    /// The OpenCL sampler, borrowed, for any OpenCL call ([`sys::clmem_sampler_object`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn object(&self) -> Result<sys::cl_sampler> {
        // SAFETY: the output is a live variable.
        raw::output(std::ptr::null_mut(), |out| unsafe { sys::clmem_sampler_object(self.as_raw(), out) })
    }

    /// Describes the sampler ([`sys::clmem_sampler_describe`]).
    ///
    /// # Errors
    ///
    /// Same as [`object`](Self::object).
    pub fn info(&self) -> Result<SamplerInfo> {
        let mut info = SamplerInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_sampler_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Queries one property (`clGetSamplerInfo`) in OpenCL's binary form ([`sys::clmem_sampler_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    pub fn property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: the output has the stated capacity.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_sampler_query(self.as_raw(), property, capacity, value.cast(), bytes)
        })
    }

    /// Whether two handles stand for the same OpenCL sampler ([`sys::clmem_sampler_equal`]).
    ///
    /// # Errors
    ///
    /// Same as [`object`](Self::object).
    pub fn is_same(&self, other: &Self) -> Result<bool> {
        // SAFETY: the output is a live variable.
        raw::output(0, |out| unsafe { sys::clmem_sampler_equal(self.as_raw(), other.as_raw(), out) })
            .map(|equal| equal != 0)
    }
}
