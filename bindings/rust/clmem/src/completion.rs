//! Awaiting events.

use crate::{opencl, sys, Error, Event, Result};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::future::{Future, IntoFuture};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

/// The future of an event: it is ready when the command has completed or failed. The driver wakes the task.
///
/// Some drivers, such as PoCL 3.1, do not report that a command has failed. One thread therefore looks at all awaited
/// events, at least four times a second; no thread waits for any of them.
///
/// This does not flush: call [`Queue::flush`](crate::Queue::flush) first, or the command may never start. Dropping the
/// future does not affect the command.
#[derive(Debug)]
#[must_use = "futures do nothing unless they are awaited"]
pub struct Completion {
    event: Arc<Event>,
    /// The key in [`AWAITED`], from the first poll on.
    key: Option<usize>,
}

impl IntoFuture for Event {
    type Output = Result<()>;
    type IntoFuture = Completion;

    fn into_future(self) -> Completion {
        Completion { event: Arc::new(self), key: None }
    }
}

impl Completion {
    /// Asks the driver and the watching thread to wake the task when the command is over.
    fn ask(&mut self, waker: &Waker) -> Result<usize> {
        let task = Task { event: Arc::clone(&self.event), waker: Some(waker.clone()) };
        let mut awaited = lock();
        awaited.start_to_watch()?;
        let key = awaited.add(task);
        drop(awaited);
        self.key = Some(key); // now this value's drop removes it
        let user = std::ptr::without_provenance_mut::<c_void>(key);
        // SAFETY: the event is live; the callback takes the pointer for a number.
        unsafe { opencl::event_callback(self.event.as_raw(), sys::CL_COMPLETE as i32, complete, user)? };
        Ok(key)
    }
}

impl Future for Completion {
    type Output = Result<()>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let key = match self.key {
            Some(key) => key,
            None => match self.ask(context.waker()) {
                Ok(key) => key,
                Err(error) => return Poll::Ready(Err(error)),
            },
        };
        if await_again(key, context.waker()) {
            return Poll::Pending;
        }
        Poll::Ready(self.event.wait()) // returns at once, and reports whether the command failed
    }
}

impl Drop for Completion {
    fn drop(&mut self) {
        let _removed = self.key.and_then(|key| lock().tasks.remove(&key)); // dropped without the lock
    }
}

/// A task that awaits an event. It is without a waker once it has been woken.
#[derive(Debug)]
struct Task {
    event: Arc<Event>,
    waker: Option<Waker>,
}

/// All tasks that await an event. A key is never reused, because the driver may use it long after the task has gone; it
/// may also never use it, so it owns nothing.
#[derive(Debug)]
struct Awaited {
    tasks: BTreeMap<usize, Task>,
    next: usize,
    pause: Duration,
    is_watched: bool,
}

const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

static AWAITED: Mutex<Awaited> =
    Mutex::new(Awaited { tasks: BTreeMap::new(), next: 0, pause: SHORTEST_PAUSE, is_watched: false });
static ADDED: Condvar = Condvar::new();

/// While this is held, no waker and no function of OpenCL is called.
fn lock() -> MutexGuard<'static, Awaited> {
    AWAITED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Awaited {
    fn start_to_watch(&mut self) -> Result<()> {
        if !self.is_watched {
            thread::Builder::new().name("clmem-completions".to_owned()).spawn(watch).map_err(|error| {
                let message = format!("expected a thread that finds failed commands, got: {error}; call Event::wait()");
                Error::out_of_host_memory("Completion", message)
            })?;
            self.is_watched = true;
        }
        Ok(())
    }

    fn add(&mut self, task: Task) -> usize {
        let key = self.next;
        self.next = key.wrapping_add(1);
        self.tasks.insert(key, task);
        self.pause = SHORTEST_PAUSE;
        ADDED.notify_one();
        key
    }

    fn pending(&self) -> Vec<(usize, Arc<Event>)> {
        let pending = self.tasks.iter().filter(|(_, task)| task.waker.is_some());
        pending.map(|(&key, task)| (key, Arc::clone(&task.event))).collect()
    }

    fn next_pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = LONGEST_PAUSE.min(2 * pause);
        pause
    }
}

/// Lets the end of the command wake this task. Returns false if the command is known to be over.
fn await_again(key: usize, waker: &Waker) -> bool {
    let mut new = Some(waker.clone());
    let mut awaited = lock();
    let Some(task) = awaited.tasks.get_mut(&key).filter(|task| task.waker.is_some()) else { return false };
    std::mem::swap(&mut task.waker, &mut new);
    drop(awaited);
    true // the old waker is dropped without the lock
}

/// Wakes a task, unless that has happened.
fn wake(key: usize) {
    let waker = lock().tasks.get_mut(&key).and_then(|task| task.waker.take());
    // A panic cannot be reported to any caller; its own message has gone to the standard error.
    let _panicked = catch_unwind(AssertUnwindSafe(|| waker.map(Waker::wake))).is_err();
}

/// Wakes the tasks whose commands are over although the driver has not said so.
fn watch() {
    loop {
        let mut awaited = lock();
        let mut pending = awaited.pending();
        while pending.is_empty() {
            awaited = ADDED.wait(awaited).unwrap_or_else(PoisonError::into_inner);
            pending = awaited.pending();
        }
        let pause = awaited.next_pause();
        drop(awaited);
        for (key, event) in pending {
            if event.is_complete().unwrap_or(true) {
                wake(key); // the task gets the error of an event that cannot be asked
            }
        }
        thread::sleep(pause);
    }
}

unsafe extern "system" fn complete(_event: sys::cl_event, _status: i32, user: *mut c_void) {
    wake(user.addr());
}
