//! Values of a cache must be able to move to any thread.

use std::rc::Rc;

fn main() {
    let _cache: clmem::experimental::Cache<Rc<u32>> = todo!();
}
