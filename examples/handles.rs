//! Handles and errors: what docs/handles-and-errors.md tells, in Rust.

use clmem::{AnyMemory, Buffer, Context, ErrorKind, Memory, MemoryFlags, Pool, Provider, Result};

/// A failure says what happened, and what to do.
fn ask_for_too_much(pool: &Pool) {
    match pool.allocate(1 << 50) {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            println!("{error} (OpenCL's code: {})", error.opencl_code());
        }
        other => panic!("not expected: {other:?}"),
    }
}

/// To use a value after its release is refused by the compiler; raw handles are found out by the library.
fn use_after_release(pool: &Pool) -> Result<()> {
    let stale = pool.allocate(1000)?.as_raw(); // the block is released at the end of the line
                                               // SAFETY: a handle is a number, and this one stands for nothing any more.
    let stale = unsafe { Buffer::from_raw(stale) };
    assert_eq!(stale.size().map_err(|error| error.kind()), Err(ErrorKind::InvalidHandle));
    assert_eq!(stale.try_release().map_err(|error| error.kind()), Err(ErrorKind::InvalidHandle));
    pool.allocate(0)?.try_release() // nothing, as free(NULL)
}

fn order_of_releases(context: &Context) -> Result<()> {
    let provider = Provider::buffers(context, MemoryFlags::READ_WRITE)?;
    let pool = Pool::new(&provider)?;
    provider.try_release()?; // the pool keeps what it needs
    let block = pool.allocate(1 << 16)?;
    pool.try_release()?; // the block is as good as before
    let part = block.into_part(0..1 << 12)?; // and its part outlives it
    part.try_release() // now all of it is gone
}

/// OpenCL's objects go in and come out.
fn beside_your_own_opencl(context: &Context) -> Result<()> {
    let block = Buffer::new(context, MemoryFlags::READ_WRITE, 4096)?;
    // SAFETY: the object is a live one, and nothing is mapped.
    let yours = unsafe { AnyMemory::import(block.mem()?)? }; // with a reference of its own
    let info = yours.memory_info()?;
    println!("{} bytes, flags {:x}", info.bytes, info.flags);
    Ok(())
}

fn main() -> Result<()> {
    let (context, _device) = Context::shared()?;
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    ask_for_too_much(&pool);
    use_after_release(&pool)?;
    drop(pool);
    order_of_releases(&context)?;
    beside_your_own_opencl(&context)
}
