//! Handles and errors: the program of docs/handles-and-errors.md in Rust.

use clmem::{AnyMemory, Buffer, Context, ErrorKind, Memory, MemoryFlags, Pool, Provider, Result};

/// A failure says what happened and what to do.
fn ask_for_too_much(pool: &Pool) {
    match pool.allocate(1 << 50) {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            println!("{error} (OpenCL's code: {})", error.opencl_code());
        }
        other => panic!("not expected: {other:?}"),
    }
}

/// The compiler refuses a use after the release; the library detects stale raw handles.
fn use_after_release(pool: &Pool) -> Result<()> {
    let stale = pool.allocate(1000)?.as_raw(); // the block is released at the end of the line
                                               // SAFETY: a handle is a number, and this one is stale.
    let stale = unsafe { Buffer::from_raw(stale) };
    assert_eq!(stale.size().map_err(|error| error.kind()), Err(ErrorKind::InvalidHandle));
    assert_eq!(stale.try_release().map_err(|error| error.kind()), Err(ErrorKind::InvalidHandle));
    pool.allocate(0)?.try_release() // does nothing, like free(NULL)
}

fn order_of_releases(context: &Context) -> Result<()> {
    let provider = Provider::buffers(context, MemoryFlags::READ_WRITE)?;
    let pool = Pool::new(&provider)?;
    provider.try_release()?; // the pool keeps what it needs
    let block = pool.allocate(1 << 16)?;
    pool.try_release()?; // the block remains valid
    let part = block.into_part(0..1 << 12)?; // its part remains valid
    part.try_release() // now everything is released
}

/// clmem takes OpenCL's objects and returns them.
fn with_your_own_opencl(context: &Context) -> Result<()> {
    let block = Buffer::new(context, MemoryFlags::READ_WRITE, 4096)?;
    // SAFETY: the object is live, and nothing is mapped.
    let yours = unsafe { AnyMemory::import(block.mem()?)? }; // retains the same cl_mem
    let info = yours.memory_info()?;
    println!("{} bytes, flags {:x}", info.bytes(), info.flags());
    Ok(())
}

fn main() -> Result<()> {
    let (context, _device) = Context::shared()?;
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    ask_for_too_much(&pool);
    use_after_release(&pool)?;
    drop(pool);
    order_of_releases(&context)?;
    with_your_own_opencl(&context)
}
