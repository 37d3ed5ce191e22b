//! A released block cannot be used.

fn used(block: clmem::Buffer) {
    drop(block);
    block.size().unwrap();
}

fn main() {}
