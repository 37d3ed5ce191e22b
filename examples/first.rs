//! A first program: one block of device memory from a pool.

use clmem::{Context, MemoryFlags, Pool, Provider};

fn main() -> clmem::Result<()> {
    let (context, _device) = Context::shared()?;
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    let block = pool.allocate(1 << 20)?;
    println!("1 MiB on the device is {:p}: any OpenCL call takes it", block.mem()?);
    Ok(())
}
