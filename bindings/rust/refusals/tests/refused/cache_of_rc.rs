//! Values of a cache go to any thread.

use std::rc::Rc;

fn main() {
    let _cache: clmem::Cache<Rc<u32>> = todo!();
}
