//! A mapped slice cannot outlive its map.

fn first<'a>(block: &'a clmem::Buffer, queue: &clmem::Queue) -> &'a [u32] {
    let map = block.map::<u32>(queue).unwrap();
    &map[..1]
}

fn main() {}
