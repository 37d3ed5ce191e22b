//! One pool, two queues: what docs/queue-order.md tells, in Rust.

use clmem::{Context, MemoryFlags, Pool, Provider, Queue, Result};

const MIB: usize = 1 << 20;

fn blocks_belong_to_queues(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut a = pool.allocate_on(compute, MIB)?; // for commands in `compute`, at once
    a.fill(compute, &7_u32)?;
    drop(a); // the command need not be done
    let mut b = pool.allocate_on(copies, MIB)?; // never memory that `compute` is still writing
    b.fill(copies, &7_u32)?;
    Ok(())
}

fn a_second_queue_uses_a_block(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut block = pool.allocate_on(compute, MIB)?;
    let written = block.fill(compute, &7_u32)?;
    compute.flush()?; // OpenCL asks for it before another queue waits
    pool.record_use(&block, Some(copies))?; // clmem's own commands say so by themselves
    block.fill_range(copies, &7_u32, 0..usize::MAX, &[&written])?; // your own order between the queues, as ever
    Ok(()) // the block waits for both queues before it changes hands
}

fn a_block_is_free_after_events(pool: &Pool, compute: &Queue, copies: &Queue) -> Result<()> {
    let mut block = pool.allocate_on(compute, MIB)?;
    let written = block.fill(compute, &7_u32)?;
    compute.flush()?;
    let copied = block.fill_range(copies, &7_u32, 0..usize::MAX, &[&written])?;
    copies.flush()?;
    block.release_after(&[&copied])
}

fn what_it_has_cost(pool: &Pool) -> Result<()> {
    let s = pool.statistics()?;
    println!(
        "{} queues, {} markers, {} barriers, {} waits of the host, at most {} events alive",
        s.queues, s.markers, s.barriers, s.host_waits, s.live_events_peak
    );
    Ok(())
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?;
    let (compute, copies) = (Queue::new(&context, &device)?, Queue::new(&context, &device)?);
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    blocks_belong_to_queues(&pool, &compute, &copies)?;
    a_second_queue_uses_a_block(&pool, &compute, &copies)?;
    a_block_is_free_after_events(&pool, &compute, &copies)?;
    what_it_has_cost(&pool)?;
    pool.forget_queue(&copies) // the queue ends: the pool gives its reference back
}
