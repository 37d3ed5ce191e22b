//! Non-blocking transfers of host memory: inside a scope that outlives them, or with memory that they own.

use crate::{Destination, Event, Memory, Queue, Result, Source, Transfer};
use bytemuck::{AnyBitPattern, NoUninit};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs a function that may start transfers of borrowed memory, and waits for all of them before it returns.
///
/// As with [`std::thread::scope`], the scope makes them safe: guards may even be forgotten.
///
/// ```
/// # fn main() -> clmem::Result<()> {
/// # let (context, device) = clmem::Context::shared()?;
/// # let queue = clmem::Queue::new(&context, &device)?;
/// let mut buffer = clmem::Buffer::new(&context, clmem::MemoryFlags::READ_WRITE, 4096)?;
/// let numbers: Vec<u32> = (0..1024).collect();
/// clmem::scope(|scope| {
///     let transfer = scope.write(&queue, &mut buffer, &numbers)?;
///     // the host may do other work here
///     transfer.wait()
/// })?;
/// # Ok(())
/// # }
/// ```
pub fn scope<'env, F, R>(run: F) -> R
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
{
    // Dropped last, however the function ends, and waits for the transfers.
    let started = Started::default();
    let scope = Scope { started: Arc::clone(&started.0), scope: PhantomData, env: PhantomData };
    run(&scope)
}

/// Starts transfers of borrowed memory; see [`scope`].
#[derive(Debug)]
pub struct Scope<'scope, 'env: 'scope> {
    started: Arc<Mutex<Vec<(Event, Queue)>>>,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

impl<'scope> Scope<'scope, '_> {
    /// Starts a transfer ([`sys::clmem_transfer_copy`](crate::sys::clmem_transfer_copy)).
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`].
    pub fn start(&'scope self, queue: &Queue, transfer: Transfer<'scope>) -> Result<ScopedTransfer<'scope>> {
        let kept = queue.try_clone()?;
        // SAFETY: the memory is borrowed for the whole scope, which waits for the event before it ends.
        let event = unsafe { transfer.copy(queue, false)? };
        let guard = event.try_clone();
        self.started.lock().unwrap_or_else(PoisonError::into_inner).push((event, kept));
        Ok(ScopedTransfer { event: guard?, scope: PhantomData })
    }

    /// Starts a copy from the host of as much as both sides hold.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`].
    pub fn write<T: NoUninit>(
        &'scope self,
        queue: &Queue,
        to: &'scope mut impl Memory,
        from: &'scope [T],
    ) -> Result<ScopedTransfer<'scope>> {
        self.start(queue, Transfer::new(Source::host(from), Destination::memory(to)))
    }

    /// Starts a copy to the host of as much as both sides hold.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`].
    pub fn read<T: NoUninit + AnyBitPattern>(
        &'scope self,
        queue: &Queue,
        from: &'scope impl Memory,
        to: &'scope mut [T],
    ) -> Result<ScopedTransfer<'scope>> {
        self.start(queue, Transfer::new(Source::memory(from), Destination::host(to)))
    }
}

/// The transfers of a scope.
#[derive(Debug, Default)]
struct Started(Arc<Mutex<Vec<(Event, Queue)>>>);

impl Drop for Started {
    fn drop(&mut self) {
        for (event, queue) in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            settle(&event, &queue);
        }
    }
}

/// Waits until a transfer no longer accesses host memory, even if it failed; its guard reports the failure.
pub(crate) fn settle(event: &Event, queue: &Queue) {
    if event.wait().is_err() && !matches!(event.is_complete(), Ok(true)) && queue.finish().is_err() {
        // The driver may still write to the memory, so returning would not be safe.
        eprintln!("clmem: cannot wait for a transfer to end, neither by its event nor by its queue; aborting");
        std::process::abort();
    }
}

/// A transfer of borrowed memory; dropping it waits for the transfer, and so does the end of its scope.
#[derive(Debug)]
#[must_use = "dropping it waits for the transfer"]
pub struct ScopedTransfer<'scope> {
    event: Event,
    scope: PhantomData<&'scope ()>,
}

impl ScopedTransfer<'_> {
    /// Waits until it is complete.
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: the transfer failed.
    pub fn wait(self) -> Result<()> {
        self.event.wait()
    }

    /// The transfer's event, for commands that should wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl Drop for ScopedTransfer<'_> {
    fn drop(&mut self) {
        // wait() reports a failure; a destructor cannot.
        let _failed = self.event.wait().is_err();
    }
}

/// A transfer that owns the host's side, and returns it when it is complete.
#[derive(Debug)]
#[must_use = "dropping it waits for the transfer"]
pub struct OwnedTransfer<C> {
    event: Event,
    queue: Queue,
    content: ManuallyDrop<C>,
}

impl<C> OwnedTransfer<C> {
    /// Waits until the transfer is complete, and returns the host's memory.
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: the transfer failed. The memory is then dropped.
    pub fn wait(self) -> Result<C> {
        self.event.wait()?;
        let mut this = ManuallyDrop::new(self);
        // SAFETY: each member is taken or dropped once, since the whole value is no longer dropped.
        unsafe {
            std::ptr::drop_in_place(&mut this.event);
            std::ptr::drop_in_place(&mut this.queue);
            Ok(ManuallyDrop::take(&mut this.content))
        }
    }

    /// The transfer's event, for commands that should wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl<C> Drop for OwnedTransfer<C> {
    fn drop(&mut self) {
        settle(&self.event, &self.queue);
        // SAFETY: the content is dropped only here.
        unsafe { ManuallyDrop::drop(&mut self.content) };
    }
}

impl Queue {
    /// Starts a copy to the host of as much as both sides hold; the transfer owns the host's side.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`]; the memory is dropped then.
    pub fn read_owned<T: NoUninit + AnyBitPattern>(
        &self,
        from: &impl Memory,
        mut to: Vec<T>,
    ) -> Result<OwnedTransfer<Vec<T>>> {
        let queue = self.try_clone()?;
        // SAFETY: a vector's elements do not move, and the transfer keeps the vector until the event is complete; a
        // forgotten transfer never frees it.
        let event = unsafe { Transfer::new(Source::memory(from), Destination::host(&mut to)).copy(self, false)? };
        Ok(OwnedTransfer { event, queue, content: ManuallyDrop::new(to) })
    }

    /// Starts a copy from the host of as much as both sides hold; the transfer owns the host's side.
    ///
    /// # Errors
    ///
    /// Same as [`Transfer::run`]; the memory is dropped then.
    pub fn write_owned<T, C>(&self, to: &mut impl Memory, from: C) -> Result<OwnedTransfer<C>>
    where
        T: NoUninit,
        C: Stable<T>,
    {
        let queue = self.try_clone()?;
        // SAFETY: Stable guarantees that the elements do not move; the transfer keeps them until the event is complete.
        let event = unsafe { Transfer::new(Source::host(from.elements()), Destination::memory(to)).copy(self, false)? };
        Ok(OwnedTransfer { event, queue, content: ManuallyDrop::new(from) })
    }
}

mod sealed {
    pub trait Sealed {}
}

/// Owners whose elements do not move when the owner does: `Vec<T>`, `Box<[T]>` and `Arc<[T]>`.
pub trait Stable<T>: sealed::Sealed {
    /// The elements.
    fn elements(&self) -> &[T];
}

impl<T> sealed::Sealed for Vec<T> {}
impl<T> sealed::Sealed for Box<[T]> {}
impl<T> sealed::Sealed for Arc<[T]> {}

impl<T> Stable<T> for Vec<T> {
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> Stable<T> for Box<[T]> {
    fn elements(&self) -> &[T] {
        self
    }
}

impl<T> Stable<T> for Arc<[T]> {
    fn elements(&self) -> &[T] {
        self
    }
}
