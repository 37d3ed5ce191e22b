//! Images: grids of pixels that kernels read through samplers.

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{
    error::check, raw, sys, ChannelOrder, ChannelType, Context, Error, Memory, MemoryFlags, MemoryType, Queue, Result,
};
use bytemuck::NoUninit;

raw::handle_with! {
    /// An image. It keeps the memory alive that it is made from.
    Image, clmem_image, clmem_image_release, uses: Uses
}

raw::record! {
    /// A description of an image: its format, its shape and its pitches.
    ImageInfo, clmem_image_info
}

raw::record! {
    /// A description of an image format: the channels of one pixel.
    ImageFormat, clmem_image_format_info
}

impl ImageInfo {
    /// The type of image.
    pub fn memory_type(&self) -> MemoryType {
        MemoryType(self.0.type_)
    }

    /// The channels of a pixel.
    pub fn channel_order(&self) -> ChannelOrder {
        ChannelOrder(self.0.channel_order)
    }

    /// The type of each channel.
    pub fn channel_type(&self) -> ChannelType {
        ChannelType(self.0.channel_type)
    }

    /// Its size: width, then height, then depth or number of images, as far as the image has them.
    pub fn shape(&self) -> &[usize] {
        &self.0.shape[..(self.0.dimensions as usize).min(3)]
    }
}

impl ImageFormat {
    /// Describes a format, without querying any device ([`sys::clmem_image_format_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): OpenCL 3.0 has no such format.
    pub fn new(order: ChannelOrder, channel: ChannelType) -> Result<Self> {
        let mut format = Self::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_image_format_describe(order.0, channel.0, &mut format.0) })?;
        Ok(format)
    }

    /// The image formats that all devices of a context support together ([`sys::clmem_image_formats`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): `kind` is not a type of image, or the flags contradict
    /// each other.
    pub fn list(context: &Context, flags: MemoryFlags, kind: MemoryType) -> Result<Vec<Self>> {
        let stride = size_of::<sys::clmem_image_format_info>();
        let (context, flags) = (context.as_raw(), flags.bits());
        // SAFETY: the list has the stated capacity for records of this size.
        let formats = raw::list(Self::init().0, |capacity, formats, count| unsafe {
            sys::clmem_image_formats(context, flags, kind.0, capacity, stride, formats, count)
        })?;
        Ok(formats.into_iter().map(Self).collect())
    }

    /// The channels of a pixel.
    pub fn channel_order(&self) -> ChannelOrder {
        ChannelOrder(self.0.channel_order)
    }

    /// The type of each channel.
    pub fn channel_type(&self) -> ChannelType {
        ChannelType(self.0.channel_type)
    }
}

/// Builds an image. Whatever is not set has the default of [`sys::clmem_image_description`].
#[derive(Debug)]
#[must_use = "build() makes the image"]
pub struct ImageBuilder<'a> {
    context: &'a Context,
    flags: MemoryFlags,
    raw: sys::clmem_image_description,
    content: Option<&'a [u8]>,
    uses: Uses,
}

impl<'a> ImageBuilder<'a> {
    fn of(context: &'a Context, kind: MemoryType, [width, height, depth]: [usize; 3], array_size: usize) -> Self {
        let raw =
            sys::clmem_image_description { type_: kind.0, width, height, depth, array_size, ..Default::default() };
        Self { context, flags: MemoryFlags::empty(), raw, content: None, uses: Uses::default() }
    }

    /// A 1D image.
    pub fn new_1d(context: &'a Context, width: usize) -> Self {
        Self::of(context, MemoryType::IMAGE1D, [width, 0, 0], 0)
    }

    /// A 2D image.
    pub fn new_2d(context: &'a Context, width: usize, height: usize) -> Self {
        Self::of(context, MemoryType::IMAGE2D, [width, height, 0], 0)
    }

    /// A 3D image.
    pub fn new_3d(context: &'a Context, width: usize, height: usize, depth: usize) -> Self {
        Self::of(context, MemoryType::IMAGE3D, [width, height, depth], 0)
    }

    /// An array of 1D images.
    pub fn new_1d_array(context: &'a Context, width: usize, images: usize) -> Self {
        Self::of(context, MemoryType::IMAGE1D_ARRAY, [width, 0, 0], images)
    }

    /// An array of 2D images.
    pub fn new_2d_array(context: &'a Context, width: usize, height: usize, images: usize) -> Self {
        Self::of(context, MemoryType::IMAGE2D_ARRAY, [width, height, 0], images)
    }

    /// Makes it a 1D image over a buffer, or a 2D image over a buffer or another image, and keeps that alive.
    ///
    /// # Safety
    ///
    /// The image is a second handle of the source's memory, which Rust cannot see: while one is mapped, nothing may
    /// write to the shared bytes through the other, and while one is mapped mutably, nothing may read them either. The
    /// image of a block must be mapped in the block's own queue, or once that queue is done with the memory's earlier
    /// owners.
    pub unsafe fn over(mut self, source: &'a impl Memory, row_pitch_bytes: usize) -> Self {
        if self.raw.type_ == MemoryType::IMAGE1D.0 {
            self.raw.type_ = MemoryType::IMAGE1D_BUFFER.0;
        }
        self.raw.source = source.as_raw_memory();
        self.uses = source.uses().map(Uses::share).unwrap_or_default();
        self.raw.row_pitch_bytes = row_pitch_bytes;
        self
    }

    /// The channels of a pixel, and their type.
    pub fn format(mut self, order: ChannelOrder, channel: ChannelType) -> Self {
        (self.raw.channel_order, self.raw.channel_type) = (order.0, channel.0);
        self
    }

    /// How kernels and the host use the image.
    pub fn flags(mut self, flags: MemoryFlags) -> Self {
        self.flags = flags;
        self
    }

    /// The pixels, which are copied; the pitches are the bytes from one row and one slice to the next, 0: without gaps.
    pub fn content<T: NoUninit>(mut self, pixels: &'a [T], row_pitch: usize, slice_pitch: usize) -> Self {
        self.content = Some(bytemuck::cast_slice(pixels));
        (self.raw.row_pitch_bytes, self.raw.slice_pitch_bytes) = (row_pitch, slice_pitch);
        self
    }

    /// Creates the image ([`sys::clmem_image_create`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a size, a pitch or a format is invalid, or the content
    /// is too small;
    /// [`Unsupported`](crate::ErrorKind::Unsupported): no device supports such images.
    pub fn build(self) -> Result<Image> {
        if self.flags.contains(MemoryFlags::USE_HOST_PTR) {
            return Err(Error::argument(
                "ImageBuilder::build",
                "expected flags without USE_HOST_PTR, got that flag; use sys::clmem_image_create()",
            ));
        }
        let copies = if self.content.is_some() { MemoryFlags::COPY_HOST_PTR } else { MemoryFlags::empty() };
        let host = self.content.map_or(std::ptr::null_mut(), |content| content.as_ptr() as *mut u8);
        let bytes = self.content.map_or(usize::MAX, <[u8]>::len);
        let (context, flags) = (self.context.as_raw(), (self.flags | copies).bits());
        let made = Image::made(|out| {
            // SAFETY: the description states its size and holds live memory or none; the content is only read during
            // the call; the output is a live variable.
            unsafe { sys::clmem_image_create(context, flags, &self.raw, host.cast(), bytes, out) }
        })?;
        Ok(Image { uses: self.uses, ..made })
    }
}

/// A type that elements of an array may have, for [`Image::from_array`].
pub trait Element: NoUninit {
    /// A `clmem_element_kind` of [`sys`].
    const KIND: u32;
}

/// Implements [`Element`] for number types.
macro_rules! elements {
    ($($type:ty: $kind:ident,)*) => {$(
        impl Element for $type {
            const KIND: u32 = sys::$kind;
        }
    )*};
}
elements! {
    i8: CLMEM_ELEMENT_SIGNED,
    i16: CLMEM_ELEMENT_SIGNED,
    i32: CLMEM_ELEMENT_SIGNED,
    u8: CLMEM_ELEMENT_UNSIGNED,
    u16: CLMEM_ELEMENT_UNSIGNED,
    u32: CLMEM_ELEMENT_UNSIGNED,
    f32: CLMEM_ELEMENT_FLOAT,
}

impl Image {
    fn made(create: impl FnOnce(*mut sys::clmem_image) -> i32) -> Result<Self> {
        let mut image = std::ptr::null_mut();
        check(create(&mut image))?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(unsafe { Self::from_raw(image) })
    }

    /// Creates an image from an array and picks its format ([`sys::clmem_image_from_array`]).
    ///
    /// The shape lists the slowest dimension first, so its last number is the image's width. With more than one
    /// channel, that many consecutive numbers form a pixel. Normalized integers stand for 0 to 1, or -1 to 1.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the array is too small for its shape, or no image format
    /// fits it.
    pub fn from_array<T: Element>(
        context: &Context,
        flags: MemoryFlags,
        array: &[T],
        shape: &[usize],
        channels: u32,
        normalized: bool,
    ) -> Result<Self> {
        let mut raw = sys::clmem_image_array {
            element_kind: T::KIND,
            element_bytes: size_of::<T>() as u32,
            vector_length: 1,
            channel_count: channels,
            is_normalized: u32::from(normalized),
            data: array.as_ptr().cast(),
            data_bytes: size_of_val(array),
            ..Default::default()
        };
        let axes = if channels > 1 { shape.len() + 1 } else { shape.len() };
        if axes > raw.shape.len() {
            let message = format!("expected at most 4 dimensions, channels included, got {axes}");
            return Err(Error::argument("Image::from_array", message));
        }
        raw.dimensions = axes as u32;
        raw.shape[..shape.len()].copy_from_slice(shape);
        if channels > 1 {
            raw.shape[shape.len()] = channels as usize;
        }
        let (context, flags) = (context.as_raw(), flags.bits());
        // SAFETY: the array's size is stated and it is only read during the call; the output is a live variable.
        Self::made(|out| unsafe { sys::clmem_image_from_array(context, flags, &raw, out) })
    }

    /// Describes the image ([`sys::clmem_image_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn info(&self) -> Result<ImageInfo> {
        let mut info = ImageInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_image_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// Queries one property (`clGetImageInfo`) in OpenCL's binary form ([`sys::clmem_image_query`]).
    ///
    /// # Errors
    ///
    /// `CL_INVALID_VALUE`: there is no such property.
    pub fn property(&self, property: u32) -> Result<Vec<u8>> {
        // SAFETY: the output has the stated capacity.
        raw::property(|capacity, value, bytes| unsafe {
            sys::clmem_image_query(self.as_raw(), property, capacity, value.cast(), bytes)
        })
    }

    /// Fills a box with a colour: red, green, blue, alpha ([`sys::clmem_image_fill`]). Integer formats take whole
    /// numbers only. An empty box fills nothing.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the box extends past the image, or the colour does not
    /// fit the format.
    pub fn fill(
        &mut self,
        queue: &Queue,
        color: [f64; 4],
        part: crate::ImageBox,
        wait_for: &[&Event],
    ) -> Result<Event> {
        let (list, mut event) = (WaitList::new(wait_for), std::ptr::null_mut());
        let part = sys::clmem_image_fill_options {
            wait_count: list.count(),
            wait_events: list.as_ptr(),
            origin: part.origin,
            region: part.region,
            ..Default::default()
        };
        // SAFETY: the colour has 4 numbers; the options hold as many live events as their count says; the output is a
        // live variable.
        check(unsafe { sys::clmem_image_fill(self.as_raw(), queue.as_raw(), color.as_ptr(), &part, &mut event) })?;
        noted(queue, event, [Some(&self.uses)])
    }
}
