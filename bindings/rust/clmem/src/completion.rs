//! Awaiting events.

use crate::{opencl, sys, Event, Result};
use std::ffi::c_void;
use std::future::{Future, IntoFuture};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// The future of an event: it is ready when the command has completed or failed. No thread waits; the driver wakes the
/// task.
///
/// This does not flush: call [`Queue::flush`](crate::Queue::flush) first, or the command may never start. Dropping the
/// future does not affect the command.
#[derive(Debug)]
#[must_use = "futures do nothing unless they are awaited"]
pub struct Completion {
    event: Event,
    /// State shared with the driver's callback, once that is set.
    told: Option<Arc<Mutex<Told>>>,
}

#[derive(Debug, Default)]
struct Told {
    is_complete: bool,
    waker: Option<Waker>,
}

impl IntoFuture for Event {
    type Output = Result<()>;
    type IntoFuture = Completion;

    fn into_future(self) -> Completion {
        Completion { event: self, told: None }
    }
}

impl Completion {
    /// Asks the driver to call back when the command completes.
    fn ask(&self) -> Result<Arc<Mutex<Told>>> {
        let told = Arc::new(Mutex::new(Told::default()));
        let user = Arc::into_raw(Arc::clone(&told)).cast_mut().cast::<c_void>();
        // SAFETY: the event is live; the callback drops the reference that it receives.
        let asked = unsafe { opencl::event_callback(self.event.as_raw(), sys::CL_COMPLETE as i32, complete, user) };
        asked.map(|()| told).inspect_err(|_| {
            // SAFETY: if this fails, the callback is never called, and the reference still belongs to this function.
            drop(unsafe { Arc::from_raw(user.cast_const().cast::<Mutex<Told>>()) });
        })
    }
}

impl Future for Completion {
    type Output = Result<()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let told = match &self.told {
            Some(told) => Arc::clone(told),
            None => match self.ask() {
                Ok(told) => Arc::clone(self.told.insert(told)),
                Err(error) => return Poll::Ready(Err(error)),
            },
        };
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.is_complete {
            return Poll::Ready(self.event.wait()); // returns at once, and reports whether the command failed
        }
        told.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

unsafe extern "system" fn complete(_event: sys::cl_event, _status: i32, user: *mut c_void) {
    // SAFETY: the pointer comes from ask(), and this is called once.
    let told = unsafe { Arc::from_raw(user.cast_const().cast::<Mutex<Told>>()) };
    let waker = {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.is_complete = true;
        told.waker.take()
    };
    // A panic cannot be reported to any caller; its own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| waker.map(Waker::wake))).is_err();
}
