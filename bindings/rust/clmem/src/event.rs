//! Events, which tell when a command is complete.

use crate::{error::check, opencl, raw, reference::reference, sys, Result};

reference! {
    /// A reference to the event of a command.
    ///
    /// Dropping it does not affect the command.
    Event, cl_event, retain_event, clmem_event_release
}

raw::record! {
    /// When a command reached each of its states, in nanoseconds of the device's clock; only differences are
    /// meaningful.
    EventTimes, clmem_event_times
}

impl Event {
    /// Waits until the command is complete ([`sys::clmem_event_wait`]).
    ///
    /// # Errors
    ///
    /// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: the command failed.
    pub fn wait(&self) -> Result<()> {
        wait_all(&[self])
    }

    /// Whether the command is complete, or has failed.
    ///
    /// # Errors
    ///
    /// Those of `clGetEventInfo`.
    pub fn is_complete(&self) -> Result<bool> {
        Ok(self.status()? <= sys::CL_COMPLETE as i32)
    }

    /// The command's status; below 0: the error code of a failed command.
    pub(crate) fn status(&self) -> Result<i32> {
        let (mut status, mut bytes) = (0_i32, 0);
        let place = (&raw mut status).cast();
        // SAFETY: the event is live, the value has 4 bytes.
        unsafe {
            opencl::event_info(self.0, sys::CL_EVENT_COMMAND_EXECUTION_STATUS, 4, place, &mut bytes)?;
        }
        Ok(status)
    }

    /// When a completed command was enqueued, submitted, started and finished; its queue needs
    /// [`QueueFlags::PROFILING`](crate::QueueFlags::PROFILING) ([`sys::clmem_event_profile`]).
    ///
    /// # Errors
    ///
    /// `CL_PROFILING_INFO_NOT_AVAILABLE`: the queue does not profile, or the command is not complete.
    pub fn times(&self) -> Result<EventTimes> {
        let mut times = EventTimes::init();
        // SAFETY: the event is live, the record states its size.
        check(unsafe { sys::clmem_event_profile(self.0, &mut times.0) })?;
        Ok(times)
    }

    /// Takes over the event that a call returned, if it returned one.
    pub(crate) fn given(raw: sys::cl_event) -> Result<Self> {
        if raw.is_null() {
            return Err(crate::Error::unsupported("Event", "expected an event from the command, got none"));
        }
        Ok(Self(raw))
    }
}

/// Waits until all events are complete ([`sys::clmem_event_wait`]).
///
/// # Errors
///
/// `CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST`: a command failed.
pub fn wait_all(events: &[&Event]) -> Result<()> {
    let list = WaitList::new(events);
    // SAFETY: the list holds as many live events as its count says.
    check(unsafe { sys::clmem_event_wait(list.count(), list.as_ptr()) })
}

/// A list of events in the form that C calls take.
#[derive(Debug, Default)]
pub(crate) struct WaitList<'a> {
    raw: Vec<sys::cl_event>,
    events: std::marker::PhantomData<&'a Event>,
}

impl<'a> WaitList<'a> {
    pub(crate) fn new(events: &[&'a Event]) -> Self {
        Self { raw: events.iter().map(|event| event.as_raw()).collect(), events: std::marker::PhantomData }
    }

    pub(crate) fn count(&self) -> u32 {
        self.raw.len() as u32
    }

    pub(crate) fn as_ptr(&self) -> *const sys::cl_event {
        if self.raw.is_empty() {
            std::ptr::null()
        } else {
            self.raw.as_ptr()
        }
    }

    /// The options of a command that has no others. They must not outlive the list.
    pub(crate) fn options(&self) -> sys::clmem_enqueue_options {
        sys::clmem_enqueue_options { wait_count: self.count(), wait_events: self.as_ptr(), ..Default::default() }
    }
}
