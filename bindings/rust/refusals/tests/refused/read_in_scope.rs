//! What a transfer writes is not read before the scope has ended.

fn read(block: &clmem::Buffer, queue: &clmem::Queue, mut back: Vec<u32>) {
    clmem::scope(|scope| {
        let transfer = scope.read(queue, block, &mut back).unwrap();
        drop(back.clone());
        transfer.wait().unwrap();
    });
}

fn main() {}
