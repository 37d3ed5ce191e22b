//! Transfers between the host, buffers, images and memory with an address (`docs/transfers-and-maps.md`).

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{error::check, sys, Error, Memory, Queue, Result};
use bytemuck::{AnyBitPattern, NoUninit};
use std::marker::PhantomData;

/// One side of a transfer: memory, and a position in it.
#[derive(Debug, Clone, Copy)]
struct Place {
    raw: sys::clmem_transfer_place,
}

impl Place {
    fn memory(memory: sys::clmem_memory) -> Self {
        Self { raw: sys::clmem_transfer_place { memory, ..Default::default() } }
    }

    fn host(pointer: *mut u8, bytes: usize) -> Self {
        Self { raw: sys::clmem_transfer_place { pointer: pointer.cast(), bytes, ..Default::default() } }
    }

    fn is_host(&self) -> bool {
        !self.raw.pointer.is_null()
    }
}

/// The side of a transfer that is read.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Source<'a> {
    place: Place,
    uses: Option<&'a Uses>,
    memory: PhantomData<&'a [u8]>,
}

/// The side of a transfer that is written.
#[derive(Debug)]
#[must_use]
pub struct Destination<'a> {
    place: Place,
    uses: Option<&'a Uses>,
    memory: PhantomData<&'a mut [u8]>,
}

// SAFETY: a place borrows memory, as its type says; handles and slices of bytes may be used by any thread.
unsafe impl Send for Source<'_> {}
// SAFETY: as above.
unsafe impl Sync for Source<'_> {}
// SAFETY: as above.
unsafe impl Send for Destination<'_> {}
// SAFETY: as above.
unsafe impl Sync for Destination<'_> {}

impl<'a> Source<'a> {
    /// Memory of any kind.
    pub fn memory(memory: &'a impl Memory) -> Self {
        Self { place: Place::memory(memory.as_raw_memory()), uses: memory.uses(), memory: PhantomData }
    }

    /// The same memory as the destination, which the transfer borrows only once.
    pub(crate) fn same_as_destination(memory: sys::clmem_memory) -> Self {
        Self { place: Place::memory(memory), uses: None, memory: PhantomData }
    }

    /// Memory of the host.
    pub fn host<T: NoUninit>(elements: &'a [T]) -> Self {
        let place = Place::host(elements.as_ptr() as *mut u8, size_of_val(elements));
        Self { place, uses: None, memory: PhantomData }
    }
}

impl<'a> Destination<'a> {
    /// Memory of any kind.
    pub fn memory(memory: &'a mut impl Memory) -> Self {
        Self { place: Place::memory(memory.as_raw_memory()), uses: memory.uses(), memory: PhantomData }
    }

    /// Memory of the host.
    pub fn host<T: NoUninit + AnyBitPattern>(elements: &'a mut [T]) -> Self {
        let place = Place::host(elements.as_mut_ptr().cast(), size_of_val(elements));
        Self { place, uses: None, memory: PhantomData }
    }
}

/// Methods that set a position in the memory.
macro_rules! positions {
    ($name:ident) => {
        impl $name<'_> {
            /// The offset in bytes; 0 for an image.
            pub fn offset(mut self, bytes: usize) -> Self {
                self.place.raw.offset_bytes = bytes;
                self
            }

            /// The origin of a rectangle: byte, row and slice after the offset; for an image: pixel, row and slice.
            pub fn origin(mut self, origin: [usize; 3]) -> Self {
                self.place.raw.origin = origin;
                self
            }

            /// The pitches of a rectangle: the distance of its rows and of its slices in bytes; 0: without gaps.
            pub fn pitches(mut self, row: usize, slice: usize) -> Self {
                self.place.raw.row_pitch_bytes = row;
                self.place.raw.slice_pitch_bytes = slice;
                self
            }
        }
    };
}
positions!(Source);
positions!(Destination);

/// A transfer from one place to another. By default it transfers as much as both sides hold.
#[derive(Debug)]
#[must_use = "run() or enqueue() starts it"]
pub struct Transfer<'a> {
    source: Source<'a>,
    destination: Destination<'a>,
    pub(crate) options: sys::clmem_transfer_options,
    wait_list: WaitList<'a>,
}

impl<'a> Transfer<'a> {
    /// A transfer of as much as both sides hold.
    pub fn new(source: Source<'a>, destination: Destination<'a>) -> Self {
        let options = sys::clmem_transfer_options { bytes: usize::MAX, region: [usize::MAX; 3], ..Default::default() };
        Self { source, destination, options, wait_list: WaitList::default() }
    }

    /// Transfers this many bytes.
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.options.bytes = bytes;
        self
    }

    /// Transfers a rectangle: bytes, rows, slices; for an image: pixels, rows, slices.
    pub fn region(mut self, region: [usize; 3]) -> Self {
        self.options.region = region;
        if self.options.bytes == usize::MAX {
            self.options.bytes = 0; // the region replaces them
        }
        self
    }

    /// Makes the transfer wait for these events.
    pub fn wait_for(mut self, events: &[&'a Event]) -> Self {
        self.wait_list = WaitList::new(events);
        self
    }

    /// Runs the transfer and waits until it is complete ([`sys::clmem_transfer_copy`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a side is too small, the two sides overlap, or both are
    /// on the host.
    pub fn run(self, queue: &Queue) -> Result<()> {
        // SAFETY: both sides are borrowed until the call returns, when the transfer is complete.
        unsafe { self.copy(queue, true) }.map(drop)
    }

    /// Enqueues a transfer without waiting, if neither side is on the host ([`sys::clmem_transfer_copy`]); clmem keeps
    /// the memory alive as long as needed. For host memory see [`scope`](crate::scope) and [`Queue::read_owned`].
    ///
    /// # Errors
    ///
    /// Same as [`run`](Self::run); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a side is on the host.
    pub fn enqueue(self, queue: &Queue) -> Result<Event> {
        if self.source.place.is_host() || self.destination.place.is_host() {
            let message =
                "expected memory that outlives the transfer, got host memory; use scope() or an owned transfer";
            return Err(Error::argument("Transfer::enqueue", message));
        }
        // SAFETY: neither side is host memory.
        unsafe { self.copy(queue, false) }
    }

    /// # Safety
    ///
    /// If the call does not block, host memory must stay borrowed as the types say until the event is complete.
    pub(crate) unsafe fn copy(mut self, queue: &Queue, blocking: bool) -> Result<Event> {
        self.options.non_blocking = u32::from(!blocking);
        self.options.wait_count = self.wait_list.count();
        self.options.wait_events = self.wait_list.as_ptr();
        let mut event = std::ptr::null_mut();
        // SAFETY: places and options state their sizes; the places' memory is borrowed, which the caller guarantees for
        // as long as needed; the options hold as many live events as their count says; the output is a live variable.
        check(unsafe {
            sys::clmem_transfer_copy(
                queue.as_raw(),
                &self.source.place.raw,
                &self.destination.place.raw,
                &self.options,
                &mut event,
            )
        })?;
        noted(queue, event, [self.source.uses, self.destination.uses])
    }
}

impl Queue {
    /// Copies from the host as much as both sides hold, and waits for it.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`].
    pub fn write<T: NoUninit>(&self, to: &mut impl Memory, from: &[T]) -> Result<()> {
        Transfer::new(Source::host(from), Destination::memory(to)).run(self)
    }

    /// Copies to the host as much as both sides hold, and waits for it.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`].
    pub fn read<T: NoUninit + AnyBitPattern>(&self, from: &impl Memory, to: &mut [T]) -> Result<()> {
        Transfer::new(Source::memory(from), Destination::host(to)).run(self)
    }

    /// Copies from one memory to another as much as both hold, without waiting.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::enqueue`].
    pub fn copy(&self, from: &impl Memory, to: &mut impl Memory) -> Result<Event> {
        Transfer::new(Source::memory(from), Destination::memory(to)).enqueue(self)
    }
}
