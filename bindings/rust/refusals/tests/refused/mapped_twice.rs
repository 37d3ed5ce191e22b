//! Memory that is mapped to be written is mapped once.

fn mapped(mut block: clmem::Buffer, queue: &clmem::Queue) {
    let mut one = block.map_mut::<u32>(queue).unwrap();
    let mut two = block.map_mut::<u32>(queue).unwrap();
    one[0] = two[0];
    two[0] = 1;
}

fn main() {}
