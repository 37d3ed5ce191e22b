//! What is released is gone.

fn used(block: clmem::Buffer) {
    drop(block);
    block.size().unwrap();
}

fn main() {}
