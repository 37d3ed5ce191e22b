//! Memory that is mapped for writing cannot be mapped again.

fn mapped(mut block: clmem::Buffer, queue: &clmem::Queue) {
    let mut one = block.map_mut::<u32>(queue).unwrap();
    let mut two = block.map_mut::<u32>(queue).unwrap();
    one[0] = two[0];
    two[0] = 1;
}

fn main() {}
