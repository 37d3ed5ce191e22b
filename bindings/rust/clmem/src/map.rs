//! Maps: memory as the host accesses it, for the lifetime of a guard (`docs/transfers-and-maps.md`).

use crate::event::{Event, WaitList};
use crate::queue::raw_or_null;
use crate::uses::{noted, Use, Uses};
use crate::{error::check, raw, sys, Buffer, Error, Queue, Result};
use bytemuck::{AnyBitPattern, Pod};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

raw::handle! {
    /// The handle of a map; dropping it unmaps the memory.
    MapHandle, clmem_map, clmem_map_release
}

raw::record! {
    /// A description of a map: where its content lies and, for an image, the pitch of its rows.
    MapInfo, clmem_map_info
}

impl MapHandle {
    /// Describes the map ([`sys::clmem_map_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn info(&self) -> Result<MapInfo> {
        let mut info = MapInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_map_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }
}

/// The C function that maps: `call(non_blocking, events, map, event)`.
type Call<'a> = &'a mut dyn FnMut(u32, &WaitList<'_>, *mut sys::clmem_map, *mut sys::cl_event) -> i32;

/// A map that is unmapped when this is dropped. Later maps wait for the unmapping.
#[derive(Debug)]
pub(crate) struct Guard<'a> {
    handle: MapHandle,
    queue: Queue,
    uses: &'a Uses,
    /// The event of the mapping command, unless it has been waited for.
    mapping: Option<Event>,
    is_mapped: bool,
}

impl<'a> Guard<'a> {
    /// Maps memory after its pending commands; waits for the map if `blocking`.
    pub(crate) fn new(
        queue: &Queue,
        uses: &'a Uses,
        pending: &[Arc<Use>],
        wait_for: &[&Event],
        blocking: bool,
        call: Call<'_>,
    ) -> Result<Self> {
        let queue = queue.try_clone()?;
        let earlier = pending.iter().map(|command| command.event());
        let list = WaitList::new(&wait_for.iter().copied().chain(earlier).collect::<Vec<_>>());
        let (mut map, mut event) = (std::ptr::null_mut(), std::ptr::null_mut());
        check(call(u32::from(!blocking), &list, &mut map, &mut event))?;
        // SAFETY: the call returned a handle, which this value now owns.
        let handle = unsafe { MapHandle::from_raw(map) };
        let mut guard = Self { is_mapped: !map.is_null(), handle, queue, uses, mapping: None };
        let mapping = noted(&guard.queue, event, [(!blocking).then_some(uses)])?;
        if blocking {
            uses.remove(pending);
        } else {
            guard.mapping = Some(mapping);
        }
        Ok(guard)
    }

    /// The map of an empty buffer.
    fn of_nothing(queue: &Queue, uses: &'a Uses) -> Result<Self> {
        // SAFETY: NULL stands for no map, and clmem_map_release() accepts it.
        let handle = unsafe { MapHandle::from_raw(std::ptr::null_mut()) };
        Ok(Self { handle, queue: queue.try_clone()?, uses, mapping: None, is_mapped: false })
    }

    pub(crate) fn handle(&self) -> &MapHandle {
        &self.handle
    }

    /// The event after which the content is there, if it has not been waited for.
    pub(crate) fn mapping(&self) -> Result<Event> {
        self.mapping.as_ref().map_or_else(|| Event::given(std::ptr::null_mut()), Event::try_clone)
    }

    /// Unmaps on the map's own queue or another, after these events.
    pub(crate) fn unmap(mut self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        self.end(queue, wait_for)
    }

    fn end(&mut self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        let list = WaitList::new(&wait_for.iter().copied().chain(&self.mapping).collect::<Vec<_>>());
        let mut event = std::ptr::null_mut();
        let (map, on) = (self.handle.as_raw(), raw_or_null(queue));
        // SAFETY: all references to the memory borrowed from this guard, so they are gone; the options hold as many live
        // events as their count says; the output is a live variable.
        check(unsafe { sys::clmem_map_unmap(map, on, &list.options(), &mut event) })?;
        self.is_mapped = false;
        noted(queue.unwrap_or(&self.queue), event, [Some(self.uses)])
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if self.is_mapped {
            // If this fails, releasing the handle tries again; unmap() reports failures.
            let _failed = self.end(None, &[]).is_err();
        }
    }
}

/// Which part is mapped, and what the map waits for.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct MapOptions<'a> {
    range: Option<Range<usize>>,
    wait_for: Vec<&'a Event>,
}

impl<'a> MapOptions<'a> {
    /// Maps all of the memory, without waiting for events.
    pub fn new() -> Self {
        Self::default()
    }

    /// Maps this range of bytes.
    pub fn range(mut self, bytes: Range<usize>) -> Self {
        self.range = Some(bytes);
        self
    }

    /// Makes the map wait for these events.
    pub fn wait_for(mut self, events: &[&'a Event]) -> Self {
        self.wait_for.extend_from_slice(events);
        self
    }
}

/// Memory that is mapped for reading: a slice of `T`, until it is dropped.
#[derive(Debug)]
#[must_use = "dropping it unmaps it"]
pub struct Map<'a, T> {
    guard: Guard<'a>,
    view: View<T>,
    memory: PhantomData<&'a [T]>,
}

/// Memory that is mapped for writing, and for reading unless it was mapped for writing only: a slice of `T`, until it
/// is dropped. Commands that are enqueued after that see what was written.
#[derive(Debug)]
#[must_use = "dropping it unmaps it"]
pub struct MapMut<'a, T> {
    guard: Guard<'a>,
    view: View<T>,
    memory: PhantomData<&'a mut [T]>,
}

/// A map that is enqueued; its memory must not be accessed before [`wait`](PendingMap::wait).
#[derive(Debug)]
#[must_use = "dropping it unmaps it"]
pub struct PendingMap<M> {
    pub(crate) map: M,
    pub(crate) event: Event,
}

/// The content of a map.
#[derive(Debug)]
struct View<T> {
    pointer: *mut T,
    len: usize,
}

// SAFETY: a view is, like a slice, memory of a map that its guard owns, so the rules for slices apply.
unsafe impl<T: Send> Send for View<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for View<T> {}

impl<T> View<T> {
    /// The content of a map as elements of `T`; fails if its size or alignment does not fit them.
    fn of(handle: &MapHandle) -> Result<Self> {
        let empty = Self { pointer: std::ptr::NonNull::dangling().as_ptr(), len: 0 };
        if handle.as_raw().is_null() {
            return Ok(empty);
        }
        let info = handle.info()?;
        let pointer = info.pointer().cast::<T>();
        let fits = size_of::<T>() != 0 && info.bytes() % size_of::<T>() == 0 && pointer.is_aligned();
        if pointer.is_null() || !fits {
            return Err(Error::argument(
                "Buffer::map",
                format!(
                    "expected whole, aligned elements of {1} bytes, got {0} bytes at {pointer:p}",
                    info.bytes(),
                    size_of::<T>()
                ),
            ));
        }
        Ok(Self { pointer, len: info.bytes() / size_of::<T>() })
    }
}

impl<M> PendingMap<M> {
    /// Waits until the content is available.
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: a command that it waited for failed.
    pub fn wait(self) -> Result<M> {
        self.event.wait()?;
        Ok(self.map)
    }

    /// The event of the map, for commands that should wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl<T: AnyBitPattern> Deref for Map<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory is mapped for reading while the guard lives; View::of() has checked its length and
        // alignment, and any bit pattern is a valid T. Nothing borrows the memory mutably meanwhile.
        unsafe { std::slice::from_raw_parts(self.view.pointer, self.view.len) }
    }
}

impl<T: Pod> Deref for MapMut<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: as for Map; only this guard borrows the memory meanwhile.
        unsafe { std::slice::from_raw_parts(self.view.pointer, self.view.len) }
    }
}

impl<T: Pod> DerefMut for MapMut<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; the memory is mapped for writing.
        unsafe { std::slice::from_raw_parts_mut(self.view.pointer, self.view.len) }
    }
}

/// Methods of both kinds of maps.
macro_rules! unmapping {
    ($name:ident) => {
        impl<T> $name<'_, T> {
            /// Unmaps the memory on the map's queue, and returns the command's event ([`sys::clmem_map_unmap`]).
            /// Dropping the map does the same without returning an event.
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub fn unmap(self) -> Result<Event> {
                self.guard.unmap(None, &[])
            }

            /// Unmaps the memory on another queue, after these events.
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub fn unmap_on(self, queue: &Queue, wait_for: &[&Event]) -> Result<Event> {
                self.guard.unmap(Some(queue), wait_for)
            }

            /// The handle, borrowed, for calls of [`sys`].
            pub fn handle(&self) -> &MapHandle {
                self.guard.handle()
            }

            /// Unmaps the memory as dropping does, but reports a failure.
            ///
            /// # Errors
            ///
            /// Those of OpenCL.
            pub fn try_release(self) -> Result<()> {
                if self.guard.handle().as_raw().is_null() {
                    return Ok(());
                }
                self.unmap().map(drop)
            }
        }
    };
}
unmapping!(Map);
unmapping!(MapMut);

/// Every map waits for the buffer's pending commands, in any queue.
impl Buffer {
    /// Maps all of the buffer for reading, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): its size is not a whole number of `T`, or it is not
    /// aligned for `T`.
    pub fn map<T: AnyBitPattern>(&self, queue: &Queue) -> Result<Map<'_, T>> {
        self.map_with(queue, &MapOptions::new())
    }

    /// Maps a part of the buffer for reading, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// Same as [`map`](Self::map); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the range extends past the
    /// end.
    pub fn map_with<T: AnyBitPattern>(&self, queue: &Queue, options: &MapOptions<'_>) -> Result<Map<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ, options, true)?;
        Ok(Map { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Maps all of the buffer for reading and writing, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// Same as [`map`](Self::map).
    pub fn map_mut<T: Pod>(&mut self, queue: &Queue) -> Result<MapMut<'_, T>> {
        self.map_mut_with(queue, &MapOptions::new())
    }

    /// Maps a part of the buffer for reading and writing, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// Same as [`map_with`](Self::map_with).
    pub fn map_mut_with<T: Pod>(&mut self, queue: &Queue, options: &MapOptions<'_>) -> Result<MapMut<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ | sys::CL_MAP_WRITE, options, true)?;
        Ok(MapMut { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Maps a part of the buffer that the program overwrites completely, and waits for it: its previous content is
    /// undefined, so nothing is transferred first ([`sys::clmem_map_buffer`], `CL_MAP_WRITE_INVALIDATE_REGION`).
    ///
    /// # Errors
    ///
    /// Same as [`map_with`](Self::map_with).
    pub fn map_write<T: Pod>(&mut self, queue: &Queue, options: &MapOptions<'_>) -> Result<MapMut<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_WRITE_INVALIDATE_REGION, options, true)?;
        Ok(MapMut { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Enqueues a map of a part for reading, without waiting ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// Same as [`map_with`](Self::map_with).
    pub fn start_map<T: AnyBitPattern>(
        &self,
        queue: &Queue,
        options: &MapOptions<'_>,
    ) -> Result<PendingMap<Map<'_, T>>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ, options, false)?;
        let (event, view) = (guard.mapping()?, View::of(guard.handle())?);
        Ok(PendingMap { map: Map { guard, view, memory: PhantomData }, event })
    }

    /// Enqueues a map of a part for reading and writing, without waiting ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// Same as [`map_with`](Self::map_with).
    pub fn start_map_mut<T: Pod>(
        &mut self,
        queue: &Queue,
        options: &MapOptions<'_>,
    ) -> Result<PendingMap<MapMut<'_, T>>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ | sys::CL_MAP_WRITE, options, false)?;
        let (event, view) = (guard.mapping()?, View::of(guard.handle())?);
        Ok(PendingMap { map: MapMut { guard, view, memory: PhantomData }, event })
    }

    fn mapped(&self, queue: &Queue, flags: u32, options: &MapOptions<'_>, blocking: bool) -> Result<Guard<'_>> {
        let Range { start, end } = options.range.clone().unwrap_or(0..usize::MAX);
        let bytes = match end {
            usize::MAX => usize::MAX,
            end => raw::length("Buffer::map", start, end)?,
        };
        let (buffer, on, flags) = (self.as_raw(), queue.as_raw(), u64::from(flags));
        if self.is_empty() && start == 0 && (bytes == 0 || bytes == usize::MAX) {
            return Guard::of_nothing(queue, &self.uses);
        }
        let pending = self.pending(queue)?;
        Guard::new(queue, &self.uses, &pending, &options.wait_for, blocking, &mut |non_blocking, list, map, event| {
            let part = sys::clmem_map_buffer_options {
                wait_count: list.count(),
                wait_events: list.as_ptr(),
                offset_bytes: start,
                bytes,
                non_blocking,
                ..Default::default()
            };
            // SAFETY: the options hold as many live events as their count says; the outputs are live variables.
            unsafe { sys::clmem_map_buffer(buffer, on, flags, &part, map, event) }
        })
    }
}
