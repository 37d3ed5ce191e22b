//! A pool, and a kernel that works on a block of its memory.

use clmem::{Context, Kernel, Launch, MemoryFlags, Pool, Program, Provider, Queue, Result};

const COUNT: usize = 1000;
const SOURCE: &str = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }";

fn a_kernel_works_on_a_block(pool: &Pool, queue: &Queue, mut twice: Kernel) -> Result<()> {
    let mut numbers: Vec<i32> = (0..COUNT as i32).collect();
    let mut block = pool.allocate_on(queue, 4 * COUNT)?; // for commands in `queue`
    queue.write(&mut block, &numbers)?;
    twice.set_memory(0, &block)?; // keeps the block's memory while it is an argument
                                  // SAFETY: there are as many work-items as numbers, and the block is not mapped.
    unsafe { twice.launch(queue, &Launch::new([COUNT]))? };
    queue.read(&block, &mut numbers)?;
    println!("doubled on the device: {} {} {} ... {}", numbers[0], numbers[1], numbers[2], numbers[COUNT - 1]);
    Ok(()) // the block and the kernel are released here
}

/// A released block serves the next request without a driver call.
fn blocks_come_again(pool: &Pool, queue: &Queue) -> Result<()> {
    for _turn in 0..10 {
        drop(pool.allocate_on(queue, 4 * COUNT)?);
    }
    let figures = pool.statistics()?;
    let (blocks, from_driver) = (figures.allocations(), figures.driver_allocations());
    println!("{blocks} blocks were served by {from_driver} allocation of the driver");
    println!("{} blocks are in use", figures.active_blocks());
    Ok(())
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?; // CLMEM_DEVICE, or the first device that works
    let queue = Queue::new(&context, &device)?;
    let provider = Provider::immediate(&queue, MemoryFlags::READ_WRITE)?; // where slabs come from
    let pool = Pool::new(&provider)?; // splits slabs into blocks
    let twice = Kernel::new(&Program::built(&context, SOURCE, "")?, "twice")?;
    a_kernel_works_on_a_block(&pool, &queue, twice)?;
    blocks_come_again(&pool, &queue)
}
