//! Setup for tests on a device.

#![allow(dead_code)] // no test needs all of it

use clmem::{opencl, sys, Context, Device, Event, MemoryFlags, Pool, Provider, Queue, Result};
use std::ffi::c_void;
use std::future::Future;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};

pub struct Machine {
    pub device: Device,
    pub context: Context,
    pub queue: Queue,
    pub pool: Pool,
}

impl Machine {
    pub fn new(device: Device) -> Result<Self> {
        let context = Context::new(&device)?;
        let queue = Queue::new(&context, &device)?;
        let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
        Ok(Self { device, context, queue, pool })
    }

    pub fn has(&self, features: clmem::Features) -> Result<bool> {
        Ok(self.device.info()?.features().contains(features))
    }
}

/// An event that completes when the test says so.
pub struct Gate {
    pub event: Event,
}

impl Gate {
    pub fn new(context: &Context) -> Result<Self> {
        type Create = unsafe extern "C" fn(sys::cl_context, *mut i32) -> sys::cl_event;
        let mut code = 0;
        // SAFETY: the function has this type, the context is live, and the event is this test's own.
        unsafe {
            let create: Create = std::mem::transmute::<*mut c_void, Create>(opencl::function("clCreateUserEvent")?);
            Ok(Self { event: Event::from_raw(create(context.as_raw(), &mut code)) })
        }
    }

    /// Completes the event, or fails it with a code below 0.
    pub fn set(&self, status: i32) -> Result<()> {
        type Set = unsafe extern "C" fn(sys::cl_event, i32) -> i32;
        // SAFETY: the function has this type, and the event is live.
        let code = unsafe {
            let set: Set = std::mem::transmute::<*mut c_void, Set>(opencl::function("clSetUserEventStatus")?);
            set(self.event.as_raw(), status)
        };
        assert_eq!(code, 0);
        Ok(())
    }

    pub fn open(&self) -> Result<()> {
        self.set(0)
    }
}

/// Wakes a thread that is parked.
struct Unpark(std::thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to completion on this thread.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    loop {
        match future.as_mut().poll(&mut std::task::Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => std::thread::park(),
        }
    }
}
