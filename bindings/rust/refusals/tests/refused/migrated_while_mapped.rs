//! Mapped memory cannot be migrated, since a migration may leave its content undefined.

fn migrated(mut block: clmem::Buffer, queue: &clmem::Queue) {
    let map = block.map::<u32>(queue).unwrap();
    queue.migrate(&mut [&mut block], clmem::MigrationFlags::CONTENT_UNDEFINED, &[]).unwrap();
    assert_eq!(map[0], 1);
}

fn main() {}
