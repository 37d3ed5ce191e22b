//! Memory that a transfer reads must outlive the scope.

fn write(mut block: clmem::Buffer, queue: &clmem::Queue) {
    clmem::scope(|scope| {
        let numbers = vec![1_u32];
        scope.write(queue, &mut block, &numbers).unwrap();
    });
}

fn main() {}
