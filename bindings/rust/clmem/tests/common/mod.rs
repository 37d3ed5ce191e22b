//! What tests on a device begin with.

#![allow(dead_code)] // each test takes what it needs

use clmem::{Context, Device, MemoryFlags, Pool, Provider, Queue, Result};

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
