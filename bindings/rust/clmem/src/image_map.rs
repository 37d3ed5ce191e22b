//! Maps of images, whose rows lie at a pitch that the driver chooses.

use crate::event::Event;
use crate::map::{Guard, MapInfo, PendingMap};
use crate::{sys, Error, Image, Queue, Result};
use bytemuck::{AnyBitPattern, Pod};
use std::marker::PhantomData;

/// A box of pixels: its first pixel, row and slice, and how many of each; [`usize::MAX`]: to the end. A dimension that
/// the image lacks has origin 0 and extent 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageBox {
    /// The first pixel, row and slice.
    pub origin: [usize; 3],
    /// How many pixels, rows and slices.
    pub region: [usize; 3],
}

impl Default for ImageBox {
    fn default() -> Self {
        Self { origin: [0; 3], region: [usize::MAX; 3] }
    }
}

/// A box of an image, mapped for reading.
#[derive(Debug)]
#[must_use = "dropping it unmaps it"]
pub struct ImageMap<'a> {
    rows: Rows<'a>,
    image: PhantomData<&'a Image>,
}

/// A box of an image, mapped for reading and writing.
#[derive(Debug)]
#[must_use = "dropping it unmaps it"]
pub struct ImageMapMut<'a> {
    rows: Rows<'a>,
    image: PhantomData<&'a mut Image>,
}

/// The position of the rows in a map's memory.
#[derive(Debug)]
struct Rows<'a> {
    guard: Guard<'a>,
    info: MapInfo,
    row_bytes: usize,
}

// SAFETY: the pointers in the record are of memory that the map owns and of a queue that any thread may use.
unsafe impl Send for Rows<'_> {}
// SAFETY: as above.
unsafe impl Sync for Rows<'_> {}

impl Rows<'_> {
    /// Where a row begins in the map's memory, and its length in elements; fails if there is no such row, or `T` does
    /// not divide it.
    fn find<T>(&self, row: usize, slice: usize) -> Result<(*mut T, usize)> {
        let offset = (|| {
            let rows = row.checked_mul(self.info.row_pitch_bytes())?;
            rows.checked_add(slice.checked_mul(self.info.slice_pitch_bytes())?)
        })();
        let end = offset.and_then(|offset| offset.checked_add(self.row_bytes));
        let beyond_slice = slice > 0 && self.info.slice_pitch_bytes() == 0;
        let beyond_row = row > 0 && (self.info.row_pitch_bytes() == 0 || self.is_beyond_slice(row));
        let outside = || {
            let message = format!("expected a row within the map, got row {row} of slice {slice}");
            Error::argument("ImageMap::row", message)
        };
        let (Some(offset), Some(end)) = (offset, end) else {
            return Err(outside());
        };
        if end > self.info.bytes() || beyond_slice || beyond_row {
            return Err(outside());
        }
        // SAFETY: the row ends within the map's bytes.
        let pointer = unsafe { self.info.pointer().cast::<u8>().add(offset) }.cast::<T>();
        if size_of::<T>() == 0 || self.row_bytes % size_of::<T>() != 0 || !pointer.is_aligned() {
            let message = format!(
                "expected elements that divide a row of {} bytes, got {} bytes each or a misaligned row",
                self.row_bytes,
                size_of::<T>()
            );
            return Err(Error::argument("ImageMap::row", message));
        }
        Ok((pointer, self.row_bytes / size_of::<T>()))
    }

    /// Whether a row would extend into the next slice.
    fn is_beyond_slice(&self, row: usize) -> bool {
        let pitch = self.info.slice_pitch_bytes();
        pitch != 0 && row.saturating_mul(self.info.row_pitch_bytes()) >= pitch
    }
}

/// Methods of both kinds of image maps.
macro_rules! rows {
    ($name:ident) => {
        impl $name<'_> {
            /// A row of pixels as elements of any type whose size divides it.
            ///
            /// # Errors
            ///
            /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there is no such row, or it is not a whole
            /// number of `T`.
            pub fn row<T: AnyBitPattern>(&self, row: usize, slice: usize) -> Result<&[T]> {
                let (pointer, len) = self.rows.find::<T>(row, slice)?;
                // SAFETY: the row lies in mapped memory and is aligned; any bit pattern is a valid T; the guard is
                // borrowed.
                Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
            }

            /// The distance from one row to the next, in bytes.
            pub fn row_pitch(&self) -> usize {
                self.rows.info.row_pitch_bytes()
            }

            /// The distance from one slice, or image of an array, to the next, in bytes.
            pub fn slice_pitch(&self) -> usize {
                self.rows.info.slice_pitch_bytes()
            }

            /// Unmaps the box on its queue, and returns the command's event ([`sys::clmem_map_unmap`]).
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub fn unmap(self) -> Result<Event> {
                self.rows.guard.unmap(None, &[])
            }
        }
    };
}
rows!(ImageMap);
rows!(ImageMapMut);

impl ImageMapMut<'_> {
    /// A row of pixels, for writing.
    ///
    /// # Errors
    ///
    /// Same as [`row`](Self::row).
    pub fn row_mut<T: Pod>(&mut self, row: usize, slice: usize) -> Result<&mut [T]> {
        let (pointer, len) = self.rows.find::<T>(row, slice)?;
        // SAFETY: the row lies in memory that is mapped for writing and is aligned; the guard is borrowed mutably.
        Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
    }
}

/// Every map waits for the image's pending commands, in any queue.
impl Image {
    /// Maps a box of the image for reading, and waits for it ([`sys::clmem_map_image`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the box extends past the image.
    pub fn map(&self, queue: &Queue, part: ImageBox, wait_for: &[&Event]) -> Result<ImageMap<'_>> {
        let rows = self.mapped(queue, sys::CL_MAP_READ, part, wait_for, true)?;
        Ok(ImageMap { rows, image: PhantomData })
    }

    /// Maps a box of the image for reading and writing, and waits for it ([`sys::clmem_map_image`]).
    ///
    /// # Errors
    ///
    /// Same as [`map`](Self::map).
    pub fn map_mut(&mut self, queue: &Queue, part: ImageBox, wait_for: &[&Event]) -> Result<ImageMapMut<'_>> {
        let rows = self.mapped(queue, sys::CL_MAP_READ | sys::CL_MAP_WRITE, part, wait_for, true)?;
        Ok(ImageMapMut { rows, image: PhantomData })
    }

    /// Enqueues a map of a box for reading, without waiting ([`sys::clmem_map_image`]).
    ///
    /// # Errors
    ///
    /// Same as [`map`](Self::map).
    pub fn start_map(&self, queue: &Queue, part: ImageBox, wait_for: &[&Event]) -> Result<PendingMap<ImageMap<'_>>> {
        let rows = self.mapped(queue, sys::CL_MAP_READ, part, wait_for, false)?;
        Ok(PendingMap { event: rows.guard.mapping()?, map: ImageMap { rows, image: PhantomData } })
    }

    /// Enqueues a map of a box for reading and writing, without waiting ([`sys::clmem_map_image`]).
    ///
    /// # Errors
    ///
    /// Same as [`map`](Self::map).
    pub fn start_map_mut(
        &mut self,
        queue: &Queue,
        part: ImageBox,
        wait_for: &[&Event],
    ) -> Result<PendingMap<ImageMapMut<'_>>> {
        let rows = self.mapped(queue, sys::CL_MAP_READ | sys::CL_MAP_WRITE, part, wait_for, false)?;
        Ok(PendingMap { event: rows.guard.mapping()?, map: ImageMapMut { rows, image: PhantomData } })
    }

    fn mapped(
        &self,
        queue: &Queue,
        flags: u32,
        part: ImageBox,
        wait_for: &[&Event],
        blocking: bool,
    ) -> Result<Rows<'_>> {
        let about = self.info()?;
        let (image, on, flags) = (self.as_raw(), queue.as_raw(), u64::from(flags));
        let pending = self.uses.pending(queue)?;
        let guard =
            Guard::new(queue, &self.uses, &pending, wait_for, blocking, &mut |non_blocking, list, map, event| {
                let part = sys::clmem_map_image_options {
                    wait_count: list.count(),
                    wait_events: list.as_ptr(),
                    origin: part.origin,
                    region: part.region,
                    non_blocking,
                    ..Default::default()
                };
                // SAFETY: the options hold as many live events as their count says; the outputs are live variables.
                unsafe { sys::clmem_map_image(image, on, flags, &part, map, event) }
            })?;
        if guard.handle().as_raw().is_null() {
            return Err(Error::argument("Image::map", "expected a box with pixels, got an empty one"));
        }
        let pixels = part.region[0].min(about.width() - part.origin[0]);
        Ok(Rows { info: guard.handle().info()?, guard, row_bytes: pixels * about.pixel_bytes() })
    }
}
