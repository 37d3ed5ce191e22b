//! A map for reading cannot be written to.

fn written(block: clmem::Buffer, queue: &clmem::Queue) {
    let map = block.map::<u32>(queue).unwrap();
    map[0] = 1;
}

fn main() {}
