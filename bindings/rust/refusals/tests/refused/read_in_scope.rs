//! Memory that a transfer writes cannot be read before the scope ends.

fn read(block: &clmem::Buffer, queue: &clmem::Queue, mut back: Vec<u32>) {
    clmem::scope(|scope| {
        let transfer = scope.read(queue, block, &mut back).unwrap();
        drop(back.clone());
        transfer.wait().unwrap();
    });
}

fn main() {}
