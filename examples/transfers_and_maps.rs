//! Transfers and maps: the program of docs/transfers-and-maps.md in Rust.

use clmem::{
    Buffer, Context, Destination, ErrorKind, MapOptions, MemoryFlags, Pool, Provider, Queue, Result, Source, Svm,
    Transfer,
};

const WIDTH: usize = 64;
const HEIGHT: usize = 48;
const COUNT: usize = WIDTH * HEIGHT;

fn there_and_back(queue: &Queue, block: &mut Buffer) -> Result<()> {
    let numbers: Vec<i32> = (0..COUNT as i32).collect();
    let mut back = vec![0_i32; COUNT];
    queue.write(block, &numbers)?; // copies what fits, and waits
    queue.read(block, &mut back)?;
    println!("there and back: {} is the last number", back[COUNT - 1]);
    Ok(())
}

fn a_window(queue: &Queue, block: &Buffer) -> Result<()> {
    let mut window = [[0_i32; 8]; 8];
    let from = Source::memory(block).origin([16 * 4, 10, 0]).pitches(WIDTH * 4, 0); // bytes in the row, rows
    Transfer::new(from, Destination::host(&mut window)).region([8 * 4, 8, 1]).run(queue)?;
    println!("a window: its corners are {} and {}", window[0][0], window[7][7]);
    Ok(())
}

fn without_waiting(queue: &Queue, pool: &Pool, block: &Buffer) -> Result<()> {
    let mut copy = pool.allocate_on(queue, 4 * COUNT)?;
    let bytes = copy.size()?;
    let copied = queue.copy(block, &mut copy)?;
    drop(copy); // not reused before the copy is complete
    copied.wait()?;
    println!("without waiting: {bytes} bytes were copied");
    Ok(())
}

fn what_is_refused(queue: &Queue, block: &Buffer) {
    let mut small = [0_i32; 4];
    let passes_the_end = Transfer::new(Source::memory(block), Destination::host(&mut small)).bytes(4 * COUNT);
    let refused = passes_the_end.run(queue).map_err(|error| error.kind());
    assert_eq!(refused, Err(ErrorKind::InvalidArgument));
    println!("refused: a copy that would pass the end");
    // The compiler refuses overlapping sides of one buffer: one of them is borrowed mutably.
}

fn a_map(queue: &Queue, block: &mut Buffer) -> Result<()> {
    let mut map = block.map_mut_with::<i32>(queue, &MapOptions::new().range(0..4096))?;
    map[0] = 7;
    map.unmap()?; // later commands in the queue see the 7
    let (one, other) = (block.map::<i32>(queue)?, block.map::<u8>(queue)?); // any number of read-only maps at a time
    assert_eq!(one[1], i32::from(other[4]));
    println!("a map: the first number is {}", one[0]);
    Ok(())
}

fn full_speed(context: &Context, queue: &Queue, block: &mut Buffer) -> Result<()> {
    let pinned = Pool::new(&Provider::pinned(queue, MemoryFlags::READ_WRITE)?)?;
    let staging = Svm::try_from(pinned.allocate_on(queue, 4 * COUNT)?)?; // page-locked host memory
    let numbers = staging.as_ptr()?.cast::<i32>();
    for number in 0..COUNT {
        // SAFETY: the address is in the memory, and no running command uses it.
        unsafe { numbers.add(number).write(number as i32) };
    }
    queue.copy(&staging, block)?.wait()?; // direct at any size
    println!("page-locked: {} is the sum of all numbers", block.map::<i32>(queue)?.iter().sum::<i32>());
    context.trim_transfers() // frees the chunks of pageable transfers
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?;
    let queue = Queue::new(&context, &device)?;
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    let mut block = pool.allocate_on(&queue, 4 * COUNT)?;
    there_and_back(&queue, &mut block)?;
    a_window(&queue, &block)?;
    without_waiting(&queue, &pool, &block)?;
    what_is_refused(&queue, &block);
    a_map(&queue, &mut block)?;
    full_speed(&context, &queue, &mut block)
}
