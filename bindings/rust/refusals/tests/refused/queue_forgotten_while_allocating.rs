//! While a pool forgets a queue, no thread may allocate.

fn forgotten(mut pool: clmem::Pool, queue: &clmem::Queue) {
    let allocate = || pool.allocate_on(queue, 1000);
    pool.forget_queue(queue).unwrap();
    allocate().unwrap();
}

fn main() {}
