//! Maps: memory as the host sees it, for as long as a guard lives (`docs/transfers-and-maps.md`).

use crate::event::{Event, WaitList};
use crate::queue::raw_or_null;
use crate::uses::{noted, Use, Uses};
use crate::{error::check, raw, sys, Buffer, Error, Queue, Result};
use bytemuck::{AnyBitPattern, Pod};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

raw::handle! {
    /// The handle of a map, which is unmapped when this is dropped.
    MapHandle, clmem_map, clmem_map_release
}

raw::record! {
    /// A map as it is: where its content is, and how an image's rows lie.
    MapInfo, clmem_map_info, clmem_map_info_init
}

impl MapHandle {
    /// Describes the map ([`sys::clmem_map_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was released behind this value's back.
    pub fn info(&self) -> Result<MapInfo> {
        let mut info = MapInfo::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_map_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }
}

/// What makes a map: `call(blocking, wait_count, wait_events, map, event)`.
type Call<'a> = &'a mut dyn FnMut(u32, u32, *const sys::cl_event, *mut sys::clmem_map, *mut sys::cl_event) -> i32;

/// A map that is unmapped when this is dropped. Later maps wait for that command.
#[derive(Debug)]
pub(crate) struct Guard<'a> {
    handle: MapHandle,
    queue: Queue,
    uses: &'a Uses,
    /// The command that maps, unless it was waited for.
    mapping: Option<Event>,
    is_mapped: bool,
}

impl<'a> Guard<'a> {
    /// Maps memory after its pending commands, and waits for that if `blocking`.
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
        check(call(u32::from(blocking), list.count(), list.as_ptr(), &mut map, &mut event))?;
        // SAFETY: the call has given the handle to its caller.
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
        // SAFETY: NULL is the handle of no map, which its release takes.
        let handle = unsafe { MapHandle::from_raw(std::ptr::null_mut()) };
        Ok(Self { handle, queue: queue.try_clone()?, uses, mapping: None, is_mapped: false })
    }

    pub(crate) fn handle(&self) -> &MapHandle {
        &self.handle
    }

    /// The event that says when the content is there, if it was not waited for.
    pub(crate) fn mapping(&self) -> Result<Event> {
        self.mapping.as_ref().map_or_else(|| Event::given(std::ptr::null_mut()), Event::try_clone)
    }

    /// Ends the map, on its own queue or another, behind events.
    pub(crate) fn unmap(mut self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        self.end(queue, wait_for)
    }

    fn end(&mut self, queue: Option<&Queue>, wait_for: &[&Event]) -> Result<Event> {
        let list = WaitList::new(&wait_for.iter().copied().chain(&self.mapping).collect::<Vec<_>>());
        let mut event = std::ptr::null_mut();
        let (map, on) = (self.handle.as_raw(), raw_or_null(queue));
        // SAFETY: what shows the memory is borrowed from this guard, and gone; the list has as many live events as is said; the
        // output is a live variable.
        check(unsafe { sys::clmem_map_unmap(map, on, list.count(), list.as_ptr(), &mut event) })?;
        self.is_mapped = false;
        noted(queue.unwrap_or(&self.queue), event, [Some(self.uses)])
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if self.is_mapped {
            // After a failure the handle's release tries once more; unmap() reports failures.
            let _failed = self.end(None, &[]).is_err();
        }
    }
}

/// Which part is mapped, and what is waited for.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct MapOptions<'a> {
    range: Option<Range<usize>>,
    wait_for: Vec<&'a Event>,
}

impl<'a> MapOptions<'a> {
    /// All of the memory, at once.
    pub fn new() -> Self {
        Self::default()
    }

    /// A range of bytes.
    pub fn range(mut self, bytes: Range<usize>) -> Self {
        self.range = Some(bytes);
        self
    }

    /// The map waits for these events.
    pub fn wait_for(mut self, events: &[&'a Event]) -> Self {
        self.wait_for.extend_from_slice(events);
        self
    }
}

/// Memory that is mapped to be read: a slice of `T`, until it is dropped.
#[derive(Debug)]
#[must_use = "it is unmapped at once when it is dropped"]
pub struct Map<'a, T> {
    guard: Guard<'a>,
    view: View<T>,
    memory: PhantomData<&'a [T]>,
}

/// Memory that is mapped to be written, and to be read unless it was mapped for writing alone: a slice of `T`, until it is
/// dropped. Commands that are enqueued after that see what was written.
#[derive(Debug)]
#[must_use = "it is unmapped at once when it is dropped"]
pub struct MapMut<'a, T> {
    guard: Guard<'a>,
    view: View<T>,
    memory: PhantomData<&'a mut [T]>,
}

/// A map that is enqueued, and not to be touched before [`wait`](PendingMap::wait).
#[derive(Debug)]
#[must_use = "it is unmapped at once when it is dropped"]
pub struct PendingMap<M> {
    pub(crate) map: M,
    pub(crate) event: Event,
}

/// Where a map's content is.
#[derive(Debug)]
struct View<T> {
    pointer: *mut T,
    len: usize,
}

// SAFETY: a view is memory of a map that its guard owns, as a slice is; what holds for the slice holds for it.
unsafe impl<T: Send> Send for View<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for View<T> {}

impl<T> View<T> {
    /// The content of a map as elements, if it can be one.
    fn of(handle: &MapHandle) -> Result<Self> {
        let empty = Self { pointer: std::ptr::NonNull::dangling().as_ptr(), len: 0 };
        if handle.as_raw().is_null() {
            return Ok(empty);
        }
        let info = handle.info()?;
        let pointer = info.pointer.cast::<T>();
        let fits = size_of::<T>() != 0 && info.bytes % size_of::<T>() == 0 && pointer.is_aligned();
        if pointer.is_null() || !fits {
            return Err(Error::argument(
                "Buffer::map",
                format!("{} bytes at {pointer:p} are no elements of {} bytes", info.bytes, size_of::<T>()),
            ));
        }
        Ok(Self { pointer, len: info.bytes / size_of::<T>() })
    }
}

impl<M> PendingMap<M> {
    /// Waits until the content is there.
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: what it waited for failed.
    pub fn wait(self) -> Result<M> {
        self.event.wait()?;
        Ok(self.map)
    }

    /// The event of the map, for commands that wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl<T: AnyBitPattern> Deref for Map<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the memory is mapped to be read while the guard lives; it is as long and as aligned as View::of() has
        // seen, and any bits are a T. Nothing borrows the memory mutably meanwhile.
        unsafe { std::slice::from_raw_parts(self.view.pointer, self.view.len) }
    }
}

impl<T: Pod> Deref for MapMut<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: as for Map; nothing but this guard borrows the memory meanwhile.
        unsafe { std::slice::from_raw_parts(self.view.pointer, self.view.len) }
    }
}

impl<T: Pod> DerefMut for MapMut<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above; the memory is mapped to be written.
        unsafe { std::slice::from_raw_parts_mut(self.view.pointer, self.view.len) }
    }
}

/// What both kinds of maps have.
macro_rules! unmapping {
    ($name:ident) => {
        impl<T> $name<'_, T> {
            /// Ends the map on its queue, and gives the command's event ([`sys::clmem_map_unmap`]). To drop it does the same without
            /// an event.
            ///
            /// # Errors
            ///
            /// What OpenCL gives.
            pub fn unmap(self) -> Result<Event> {
                self.guard.unmap(None, &[])
            }

            /// Ends the map on another queue, behind events.
            ///
            /// # Errors
            ///
            /// What OpenCL gives.
            pub fn unmap_on(self, queue: &Queue, wait_for: &[&Event]) -> Result<Event> {
                self.guard.unmap(Some(queue), wait_for)
            }

            /// The handle, borrowed, for calls of [`sys`].
            pub fn handle(&self) -> &MapHandle {
                self.guard.handle()
            }

            /// Ends the map as dropping does, and says if that fails.
            ///
            /// # Errors
            ///
            /// What OpenCL gives.
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

/// Every map waits for what the buffer's commands do, in whatever queue they are.
impl Buffer {
    /// Maps all of the buffer to be read, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): its bytes are no whole number of `T`, or not aligned for it.
    pub fn map<T: AnyBitPattern>(&self, queue: &Queue) -> Result<Map<'_, T>> {
        self.map_with(queue, &MapOptions::new())
    }

    /// Maps a part of the buffer to be read, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// As [`map`](Self::map); [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the range passes the end.
    pub fn map_with<T: AnyBitPattern>(&self, queue: &Queue, options: &MapOptions<'_>) -> Result<Map<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ, options, true)?;
        Ok(Map { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Maps all of the buffer to be read and written, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// As [`map`](Self::map).
    pub fn map_mut<T: Pod>(&mut self, queue: &Queue) -> Result<MapMut<'_, T>> {
        self.map_mut_with(queue, &MapOptions::new())
    }

    /// Maps a part of the buffer to be read and written, and waits for it ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// As [`map_with`](Self::map_with).
    pub fn map_mut_with<T: Pod>(&mut self, queue: &Queue, options: &MapOptions<'_>) -> Result<MapMut<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ | sys::CL_MAP_WRITE, options, true)?;
        Ok(MapMut { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Maps a part of the buffer to be written all over, and waits for it: the content before that is undefined, so that nothing is
    /// fetched ([`sys::clmem_map_buffer`], `CL_MAP_WRITE_INVALIDATE_REGION`).
    ///
    /// # Errors
    ///
    /// As [`map_with`](Self::map_with).
    pub fn map_write<T: Pod>(&mut self, queue: &Queue, options: &MapOptions<'_>) -> Result<MapMut<'_, T>> {
        let guard = self.mapped(queue, sys::CL_MAP_WRITE_INVALIDATE_REGION, options, true)?;
        Ok(MapMut { view: View::of(guard.handle())?, guard, memory: PhantomData })
    }

    /// Enqueues a map of a part to be read, without a wait ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// As [`map_with`](Self::map_with).
    pub fn start_map<T: AnyBitPattern>(
        &self,
        queue: &Queue,
        options: &MapOptions<'_>,
    ) -> Result<PendingMap<Map<'_, T>>> {
        let guard = self.mapped(queue, sys::CL_MAP_READ, options, false)?;
        let (event, view) = (guard.mapping()?, View::of(guard.handle())?);
        Ok(PendingMap { map: Map { guard, view, memory: PhantomData }, event })
    }

    /// Enqueues a map of a part to be read and written, without a wait ([`sys::clmem_map_buffer`]).
    ///
    /// # Errors
    ///
    /// As [`map_with`](Self::map_with).
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
            end => end
                .checked_sub(start)
                .ok_or_else(|| Error::argument("Buffer::map", "the range ends before it begins"))?,
        };
        let (buffer, on, flags) = (self.as_raw(), queue.as_raw(), u64::from(flags));
        if self.is_empty() && start == 0 && (bytes == 0 || bytes == usize::MAX) {
            return Guard::of_nothing(queue, &self.uses);
        }
        let pending = self.pending(queue)?;
        Guard::new(
            queue,
            &self.uses,
            &pending,
            &options.wait_for,
            blocking,
            &mut |blocking, count, list, map, event| {
                // SAFETY: the list has as many live events as is said; the outputs are live variables.
                unsafe { sys::clmem_map_buffer(buffer, on, flags, start, bytes, blocking, count, list, map, event) }
            },
        )
    }
}
