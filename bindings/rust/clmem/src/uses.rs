//! The pending commands on memory. A map waits for them, in any queue.

use crate::{transfer_scope::settle, Event, Queue, Result};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A command that was enqueued.
#[derive(Debug)]
pub struct Use {
    queue: Queue,
    is_in_order: bool,
    event: Event,
}

/// The commands that may still use some memory. A kernel shares the lists of the memory in its arguments.
///
/// The list is created with the first command, so allocations do not pay for it.
#[derive(Debug, Default)]
pub struct Uses(OnceLock<Arc<List>>);

type List = Mutex<Vec<Arc<Use>>>;

/// From this length on, the list drops complete commands before it grows. An in-order queue takes one entry.
const MANY: usize = 16;

impl Use {
    pub(crate) fn new(queue: &Queue, event: &Event) -> Result<Arc<Self>> {
        let is_in_order = queue.is_in_order()?;
        Ok(Arc::new(Self { queue: queue.try_clone()?, is_in_order, event: event.try_clone()? }))
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }
}

/// Records a command that uses memory, and returns its event.
pub(crate) fn noted<'a>(
    queue: &Queue,
    event: crate::sys::cl_event,
    memories: impl IntoIterator<Item = Option<&'a Uses>>,
) -> Result<Event> {
    let event = Event::given(event)?;
    match Use::new(queue, &event) {
        Ok(command) => memories.into_iter().flatten().for_each(|uses| uses.add(&command)),
        // A command that cannot be recorded must not remain pending.
        Err(_) => settle(&event, queue),
    }
    Ok(event)
}

impl Uses {
    /// The same list, shared.
    pub(crate) fn share(&self) -> Self {
        Self(OnceLock::from(Arc::clone(self.0.get_or_init(Arc::default))))
    }

    /// A copy of the list, for a part of the memory.
    pub(crate) fn fork(&self) -> Self {
        let copy = Self::default();
        if let Some(commands) = self.list() {
            commands.iter().for_each(|command| copy.add(command));
        }
        copy
    }

    /// Whether nothing else shares the list: the memory's handle is gone, so the memory can no longer be mapped.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.0.get().is_none_or(|list| Arc::strong_count(list) == 1)
    }

    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        matches!((self.0.get(), other.0.get()), (Some(one), Some(other)) if Arc::ptr_eq(one, other))
    }

    pub(crate) fn add(&self, command: &Arc<Use>) {
        let list = self.0.get_or_init(Arc::default);
        let mut commands = list.lock().unwrap_or_else(PoisonError::into_inner);
        // In an in-order queue, the last command completes last.
        commands.retain(|earlier| !(earlier.is_in_order && earlier.queue == command.queue));
        if commands.len() >= MANY && commands.len().is_power_of_two() {
            commands.retain(|earlier| !matches!(earlier.event.is_complete(), Ok(true)));
        }
        commands.push(Arc::clone(command));
    }

    /// The commands that a command about to be enqueued in a queue must wait for. Other queues are flushed, since
    /// OpenCL guarantees progress only then. Failed commands are dropped: their own events have reported the failure.
    ///
    /// # Errors
    ///
    /// Those of `clFlush`.
    pub(crate) fn pending(&self, queue: &Queue) -> Result<Vec<Arc<Use>>> {
        let Some(mut commands) = self.list() else { return Ok(Vec::new()) };
        commands.retain(|command| !matches!(command.event.status(), Ok(..0)));
        let pending = commands.clone();
        drop(commands);
        pending.iter().filter(|command| command.queue != *queue).try_for_each(|command| command.queue.flush())?;
        Ok(pending)
    }

    /// The commands in out-of-order queues. A release after events must name them, since the pool waits only for the
    /// events it is given.
    pub(crate) fn out_of_order(&self) -> Vec<Arc<Use>> {
        let Some(commands) = self.list() else { return Vec::new() };
        commands.iter().filter(|command| !command.is_in_order).cloned().collect()
    }

    /// Drops commands that have been waited for.
    pub(crate) fn remove(&self, done: &[Arc<Use>]) {
        if let Some(mut commands) = self.list() {
            commands.retain(|command| !done.iter().any(|done| Arc::ptr_eq(done, command)));
        }
    }

    fn list(&self) -> Option<MutexGuard<'_, Vec<Arc<Use>>>> {
        self.0.get().map(|list| list.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
