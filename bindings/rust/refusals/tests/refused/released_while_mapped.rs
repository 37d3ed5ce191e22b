//! Mapped memory cannot be released.

fn released(block: clmem::Buffer, queue: &clmem::Queue) {
    let map = block.map::<u32>(queue).unwrap();
    drop(block);
    println!("{}", map[0]);
}

fn main() {}
