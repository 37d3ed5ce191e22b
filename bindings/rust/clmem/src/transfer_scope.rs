//! Transfers of the host's memory that do not block: inside a scope that outlasts them, or with memory that they own.

use crate::{Destination, Event, Memory, Queue, Result, Source, Transfer};
use bytemuck::{AnyBitPattern, NoUninit};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs a function that may start transfers of borrowed memory, and waits for all of them before it returns.
///
/// As with [`std::thread::scope`], it is the scope that makes them safe: guards may even be forgotten.
///
/// ```
/// # fn main() -> clmem::Result<()> {
/// # let (context, device) = clmem::Context::shared()?;
/// # let queue = clmem::Queue::new(&context, &device)?;
/// let mut buffer = clmem::Buffer::new(&context, clmem::MemoryFlags::READ_WRITE, 4096)?;
/// let numbers: Vec<u32> = (0..1024).collect();
/// clmem::scope(|scope| {
///     let transfer = scope.write(&queue, &mut buffer, &numbers)?;
///     // the host works on meanwhile
///     transfer.wait()
/// })?;
/// # Ok(())
/// # }
/// ```
pub fn scope<'env, F, R>(run: F) -> R
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> R,
{
    // However the function ends, this is dropped last, and waits.
    let started = Started::default();
    let scope = Scope { started: Arc::clone(&started.0), scope: PhantomData, env: PhantomData };
    run(&scope)
}

/// Where transfers of borrowed memory are started: see [`scope`].
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
    /// As [`Transfer::run`].
    pub fn start(&'scope self, queue: &Queue, transfer: Transfer<'scope>) -> Result<ScopedTransfer<'scope>> {
        let kept = queue.try_clone()?;
        // SAFETY: the memory is borrowed for all of the scope, which waits for the event before it ends.
        let event = unsafe { transfer.copy(queue, false)? };
        let guard = event.try_clone();
        self.started.lock().unwrap_or_else(PoisonError::into_inner).push((event, kept));
        Ok(ScopedTransfer { event: guard?, scope: PhantomData })
    }

    /// Starts a copy from the host: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`].
    pub fn write<T: NoUninit>(
        &'scope self,
        queue: &Queue,
        to: &'scope mut impl Memory,
        from: &'scope [T],
    ) -> Result<ScopedTransfer<'scope>> {
        self.start(queue, Transfer::new(Source::host(from), Destination::memory(to)))
    }

    /// Starts a copy to the host: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`].
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

/// Waits until a transfer no longer touches the host's memory, come what may. Whether it succeeded its guard tells.
pub(crate) fn settle(event: &Event, queue: &Queue) {
    if event.wait().is_err() && !matches!(event.is_complete(), Ok(true)) && queue.finish().is_err() {
        // Memory that the driver may still write must not be used again: there is no way on.
        eprintln!("clmem: the driver does not tell when a transfer ends");
        std::process::abort();
    }
}

/// A transfer of borrowed memory, which is waited for when this is dropped, and at the latest when its scope ends.
#[derive(Debug)]
#[must_use = "it is waited for at once when it is dropped"]
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

    /// Its event, for commands that wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl Drop for ScopedTransfer<'_> {
    fn drop(&mut self) {
        // A failure the scope sees once more; who wants to know of it calls wait().
        let _failed = self.event.wait().is_err();
    }
}

/// A transfer that owns the host's side, and gives it back when it is complete.
#[derive(Debug)]
#[must_use = "it is waited for at once when it is dropped"]
pub struct OwnedTransfer<C> {
    event: Event,
    queue: Queue,
    content: ManuallyDrop<C>,
}

impl<C> OwnedTransfer<C> {
    /// Waits until it is complete, and gives the host's memory back.
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: the transfer failed. The memory is dropped then.
    pub fn wait(self) -> Result<C> {
        self.event.wait()?;
        let mut this = ManuallyDrop::new(self);
        // SAFETY: each member is taken or dropped once, since the whole is not dropped any more.
        unsafe {
            std::ptr::drop_in_place(&mut this.event);
            std::ptr::drop_in_place(&mut this.queue);
            Ok(ManuallyDrop::take(&mut this.content))
        }
    }

    /// Its event, for commands that wait for it.
    pub fn event(&self) -> &Event {
        &self.event
    }
}

impl<C> Drop for OwnedTransfer<C> {
    fn drop(&mut self) {
        settle(&self.event, &self.queue);
        // SAFETY: the content is dropped here alone.
        unsafe { ManuallyDrop::drop(&mut self.content) };
    }
}

impl Queue {
    /// Starts a copy to the host that owns the host's side: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`]; the memory is dropped then.
    pub fn read_owned<T: NoUninit + AnyBitPattern>(
        &self,
        from: &impl Memory,
        mut to: Vec<T>,
    ) -> Result<OwnedTransfer<Vec<T>>> {
        let queue = self.try_clone()?;
        // SAFETY: a vector's elements stay where they are, and the vector is kept until the event is complete; to forget it keeps
        // it for ever.
        let event = unsafe { Transfer::new(Source::memory(from), Destination::host(&mut to)).copy(self, false)? };
        Ok(OwnedTransfer { event, queue, content: ManuallyDrop::new(to) })
    }

    /// Starts a copy from the host that owns the host's side: as much as fits both.
    ///
    /// # Errors
    ///
    /// As [`Transfer::run`]; the memory is dropped then.
    pub fn write_owned<T, C>(&self, to: &mut impl Memory, from: C) -> Result<OwnedTransfer<C>>
    where
        T: NoUninit,
        C: Stable<T>,
    {
        let queue = self.try_clone()?;
        // SAFETY: Stable says that the elements stay where they are; they are kept until the event is complete.
        let event = unsafe { Transfer::new(Source::host(from.elements()), Destination::memory(to)).copy(self, false)? };
        Ok(OwnedTransfer { event, queue, content: ManuallyDrop::new(from) })
    }
}

mod sealed {
    pub trait Sealed {}
}

/// Owners of elements that stay where they are when the owner moves: `Vec<T>`, `Box<[T]>` and `Arc<[T]>`.
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
