//! Transfers: between the host, buffers, images and memory with an address (`docs/transfers-and-maps.md`).

use crate::event::{Event, WaitList};
use crate::uses::{noted, Uses};
use crate::{error::check, raw, sys, Error, Memory, Queue, Result};
use bytemuck::{AnyBitPattern, NoUninit};
use std::marker::PhantomData;

/// One side of a transfer: memory, and where in it.
#[derive(Debug, Clone, Copy)]
struct Place {
    raw: sys::clmem_transfer_place,
}

impl Place {
    fn memory(memory: sys::clmem_memory) -> Self {
        let mut raw = raw::init(sys::clmem_transfer_place_init);
        raw.memory = memory;
        Self { raw }
    }

    fn host(pointer: *mut u8, bytes: usize) -> Self {
        let mut raw = raw::init(sys::clmem_transfer_place_init);
        raw.pointer = pointer.cast();
        raw.bytes = bytes;
        Self { raw }
    }

    fn is_host(&self) -> bool {
        !self.raw.pointer.is_null()
    }
}

/// Where a transfer reads.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Source<'a> {
    place: Place,
    uses: Option<&'a Uses>,
    memory: PhantomData<&'a [u8]>,
}

/// Where a transfer writes.
#[derive(Debug)]
#[must_use]
pub struct Destination<'a> {
    place: Place,
    uses: Option<&'a Uses>,
    memory: PhantomData<&'a mut [u8]>,
}

// SAFETY: a place is a borrow of memory, of which the type says so; handles and slices of bytes may go to any thread.
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

    /// The memory that is the destination as well, which the transfer borrows as that.
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

/// Where in the memory.
macro_rules! positions {
    ($name:ident) => {
        impl $name<'_> {
            /// Where it begins, in bytes; 0 for an image.
            pub fn offset(mut self, bytes: usize) -> Self {
                self.place.raw.offset_bytes = bytes;
                self
            }

            /// Of rectangles: byte, row and slice behind the offset; of an image: pixel, row and slice.
            pub fn origin(mut self, origin: [usize; 3]) -> Self {
                self.place.raw.origin = origin;
                self
            }

            /// Of rectangles: the distance of the rows and of the slices in bytes; 0: they lie tight.
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

/// A transfer from one place to another: as much as fits both, unless it is told otherwise.
#[derive(Debug)]
#[must_use = "run() or enqueue() starts it"]
pub struct Transfer<'a> {
    source: Source<'a>,
    destination: Destination<'a>,
    options: sys::clmem_transfer_options,
    wait_list: WaitList<'a>,
}

impl<'a> Transfer<'a> {
    /// A transfer of all that fits.
    pub fn new(source: Source<'a>, destination: Destination<'a>) -> Self {
        let options = raw::init(sys::clmem_transfer_options_init);
        Self { source, destination, options, wait_list: WaitList::default() }
    }

    /// So many bytes.
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.options.bytes = bytes;
        self
    }

    /// A rectangle: bytes, rows, slices; pixels of an image.
    pub fn region(mut self, region: [usize; 3]) -> Self {
        self.options.region = region;
        self
    }

    /// Pageable memory goes through clmem's page-locked chunks, whatever was measured.
    pub fn staged(mut self) -> Self {
        self.options.flags = u64::from(sys::CLMEM_TRANSFER_STAGED);
        self
    }

    /// Pageable memory goes by the driver's own command, whatever was measured.
    pub fn direct(mut self) -> Self {
        self.options.flags = u64::from(sys::CLMEM_TRANSFER_DIRECT);
        self
    }

    /// It waits for these events.
    pub fn wait_for(mut self, events: &[&'a Event]) -> Self {
        self.wait_list = WaitList::new(events);
        self
    }

    /// Runs it and waits until it is complete ([`sys::clmem_transfer_copy`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): something passes an end, the two sides overlap, or both are the host's.
    pub fn run(self, queue: &Queue) -> Result<()> {
        // SAFETY: it is complete when the call returns, while both sides are borrowed.
        unsafe { self.copy(queue, true) }.map(drop)
    }

    /// Enqueues it without a wait, where neither side is the host's ([`sys::clmem_transfer_copy`]): clmem keeps the memory for as
    /// long as it is needed. With the host's memory see [`scope`](crate::scope) and [`Queue::read_owned`].
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a side is the host's.
    pub fn enqueue(self, queue: &Queue) -> Result<Event> {
        if self.source.place.is_host() || self.destination.place.is_host() {
            let message = "memory of the host must outlast the transfer: use scope(), or an owned transfer";
            return Err(Error::argument("Transfer::enqueue", message));
        }
        // SAFETY: no memory of the host takes part.
        unsafe { self.copy(queue, false) }
    }

    /// # Safety
    ///
    /// If it does not block, the host's memory is as the types say until the event is complete.
    pub(crate) unsafe fn copy(mut self, queue: &Queue, blocking: bool) -> Result<Event> {
        self.options.blocking = u32::from(blocking);
        let mut event = std::ptr::null_mut();
        // SAFETY: places and options have their sizes in them, the places' memory is borrowed, for as long as it is needed
        // the caller says; the list has as many live events as is said; the output is a live variable.
        check(unsafe {
            sys::clmem_transfer_copy(
                queue.as_raw(),
                &self.source.place.raw,
                &self.destination.place.raw,
                &self.options,
                self.wait_list.count(),
                self.wait_list.as_ptr(),
                &mut event,
            )
        })?;
        noted(queue, event, [self.source.uses, self.destination.uses])
    }
}

impl Queue {
    /// Copies from the host, and waits for it: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`].
    pub fn write<T: NoUninit>(&self, to: &mut impl Memory, from: &[T]) -> Result<()> {
        Transfer::new(Source::host(from), Destination::memory(to)).run(self)
    }

    /// Copies to the host, and waits for it: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`].
    pub fn read<T: NoUninit + AnyBitPattern>(&self, from: &impl Memory, to: &mut [T]) -> Result<()> {
        Transfer::new(Source::memory(from), Destination::host(to)).run(self)
    }

    /// Copies from one memory to another, as much as fits both, without a wait.
    ///
    /// # Errors
    ///
    /// As [`Transfer::enqueue`].
    pub fn copy(&self, from: &impl Memory, to: &mut impl Memory) -> Result<Event> {
        Transfer::new(Source::memory(from), Destination::memory(to)).enqueue(self)
    }
}
