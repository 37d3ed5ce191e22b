//! One pool, two queues: the program of docs/queue-order.md in Rust.

use clmem::{Buffer, Context, Destination, MemoryFlags, Pool, Provider, Queue, Result, Source, Transfer};

const MIB: usize = 1 << 20;

fn last_number(queue: &Queue, block: &Buffer) -> Result<u32> {
    let mut number = [0];
    let from = Source::memory(block).offset(MIB - 4);
    Transfer::new(from, Destination::host(&mut number)).run(queue)?;
    Ok(number[0])
}

fn blocks_belong_to_queues(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut a = pool.allocate_on(compute, MIB)?; // for commands in `compute`, at once
    a.fill(compute, &7_u32)?;
    drop(a); // the command may still be running
    let mut b = pool.allocate_on(copies, MIB)?; // never memory that `compute` is still writing
    b.fill(copies, &8_u32)?;
    println!("in turn: the second queue's block holds {}", last_number(copies, &b)?);
    Ok(())
}

fn a_second_queue_uses_a_block(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut block = pool.allocate_on(compute, MIB)?;
    let written = block.fill(compute, &7_u32)?;
    compute.flush()?; // OpenCL requires it before another queue waits
    pool.record_use(&block, Some(copies))?; // clmem's own commands do this for you
    block.fill_range(copies, &9_u32, 0..usize::MAX, &[&written])?; // you order the queues' commands
    println!("both: the second queue made {} of it", last_number(copies, &block)?);
    Ok(()) // reused only when both queues have finished with it
}

fn a_block_is_free_after_events(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut block = pool.allocate_on(compute, MIB)?;
    let written = block.fill(compute, &7_u32)?;
    compute.flush()?;
    let copied = block.fill_range(copies, &9_u32, 0..usize::MAX, &[&written])?;
    copies.flush()?;
    block.release_after(&[&copied])?;
    println!("after events: {} blocks are in use", pool.statistics()?.active_blocks());
    Ok(())
}

fn what_it_has_cost(pool: &Pool) -> Result<()> {
    let s = pool.statistics()?;
    println!("the pool served {} queues, and the host waited {} times", s.queues(), s.host_waits());
    Ok(()) // s.markers(), s.barriers() and s.live_events_peak() depend on the device's timing
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?;
    let (compute, copies) = (Queue::new(&context, &device)?, Queue::new(&context, &device)?);
    let mut pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    blocks_belong_to_queues(&pool, &compute, &copies)?;
    a_second_queue_uses_a_block(&pool, &compute, &copies)?;
    a_block_is_free_after_events(&pool, &compute, &copies)?;
    what_it_has_cost(&pool)?;
    pool.forget_queue(&copies) // before a queue ends: the pool releases its reference
}
