//! Memory that is mapped for reading cannot be written meanwhile.

fn written(mut block: clmem::Buffer, queue: &clmem::Queue) {
    let map = block.map::<u32>(queue).unwrap();
    queue.write(&mut block, &[1_u32]).unwrap();
    println!("{}", map[0]);
}

fn main() {}
