//! Memory with addresses: the program of docs/svm.md in Rust.

use clmem::{
    Context, Destination, Features, Kernel, Launch, MemoryFlags, Pool, Program, Provider, Queue, Result, Source, Svm,
    Transfer,
};

const COUNT: usize = 1024;

/// Reads after the queue's earlier commands.
fn last_number(memory: &Svm, queue: &Queue) -> Result<i32> {
    let mut number = [0];
    let from = Source::memory(memory).offset(4 * (COUNT - 1));
    Transfer::new(from, Destination::host(&mut number)).run(queue)?;
    Ok(number[0])
}

fn coarse_grain(context: &Context, queue: &Queue) -> Result<()> {
    let mut shared = Svm::allocate(context, MemoryFlags::empty(), 4 * COUNT, Some(queue))?;
    for (number, place) in (0..).zip(&mut *shared.map_mut::<i32>(queue)?) {
        *place = number;
    } // the queue's next commands see the numbers
    println!("coarse-grain: {} is the sum of the host's numbers", shared.map::<i32>(queue)?.iter().sum::<i32>());
    Ok(())
}

fn fine_grain(context: &Context, queue: &Queue) -> Result<()> {
    let flags = MemoryFlags::READ_WRITE | MemoryFlags::SVM_FINE_GRAIN_BUFFER;
    let mut shared = Svm::allocate(context, flags, 4 * COUNT, Some(queue))?;
    shared.fill(queue, &7_i32)?.wait()?; // no map, but no running command either
    let last = shared.as_ptr()?.cast::<i32>().wrapping_add(COUNT - 1);
    // SAFETY: the address is in the memory, and no command writes it.
    println!("fine-grain: {} is the last number", unsafe { last.read() });
    Ok(())
}

fn a_pool_of_it(context: &Context, queue: &Queue, other: &Queue) -> Result<()> {
    let pool = Pool::new(&Provider::svm(context, MemoryFlags::READ_WRITE)?)?;
    let mut block = Svm::try_from(pool.allocate_on(queue, 4 * COUNT)?)?;
    let found = pool.find(block.as_ptr()?.wrapping_add(100))?; // finds the block of any address
    assert_eq!(found, (block.as_raw(), 100));
    block.fill(queue, &3_i32)?;
    block.bind(other)?; // `other` waits for the commands in `queue`
    println!("a pool: {} is the last number that the other queue sees", last_number(&block, other)?);
    block.release_enqueued(None, &[]).map(drop) // when `other` gets there
}

const SOURCE: &str = "struct list { global int *first; };
kernel void count_up(global const struct list *all) {
    all->first[get_global_id(0)] = get_global_id(0);
}";

fn pointers_in_memory(context: &Context, queue: &Queue) -> Result<()> {
    let mut kernel = Kernel::new(&Program::built(context, SOURCE, "")?, "count_up")?;
    let numbers = Svm::allocate(context, MemoryFlags::empty(), 4 * COUNT, Some(queue))?;
    let mut list = Svm::allocate(context, MemoryFlags::empty(), size_of::<usize>(), Some(queue))?;
    list.map_mut::<usize>(queue)?[0] = numbers.as_ptr()?.expose_provenance(); // a pointer inside the kernel's argument
    kernel.set_memory(0, &list)?;
    kernel.use_svm(&[&numbers])?; // name the memory behind pointers
                                  // SAFETY: the list points to as many numbers as there are work-items.
    unsafe { kernel.launch(queue, &Launch::new([COUNT]))? };
    println!("pointers in memory: {} is the last number that the kernel wrote", last_number(&numbers, queue)?);
    Ok(()) // all memory is freed when the kernel has finished
}

fn memory_of_others(context: &Context, queue: &Queue, yours: &Svm) -> Result<()> {
    // SAFETY: the memory lives longer than the tag, which owns nothing, and its commands.
    let mut tag = unsafe { Svm::wrap(Some(context), yours.as_ptr()?, 4 * COUNT, false)? };
    tag.fill(queue, &1_i32)?;
    println!("memory of others: {} is the last number", last_number(&tag, queue)?);
    // SAFETY: nothing is mapped.
    let buffer = unsafe { tag.as_buffer(context, MemoryFlags::READ_WRITE, usize::MAX)? };
    buffer.mem().map(drop) // for commands that take no address
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?;
    let features = device.info()?.features(); // also SVM_FINE, SVM_SYSTEM, USM
    if !features.contains(Features::SVM_COARSE) {
        println!("the device has no shared virtual memory");
        return Ok(());
    }
    let (queue, other) = (Queue::new(&context, &device)?, Queue::new(&context, &device)?);
    coarse_grain(&context, &queue)?;
    if features.contains(Features::SVM_FINE) {
        fine_grain(&context, &queue)?;
    } else {
        println!("fine-grain: the device has none");
    }
    a_pool_of_it(&context, &queue, &other)?;
    pointers_in_memory(&context, &queue)?;
    let yours = Svm::allocate(&context, MemoryFlags::READ_WRITE, 4 * COUNT, None)?;
    memory_of_others(&context, &queue, &yours)?;
    queue.finish()
}
