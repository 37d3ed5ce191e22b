//! Any thread that allocates may call the callback of a pool.

use std::rc::Rc;

fn limited(provider: &clmem::Provider) {
    let mine = Rc::new(1);
    let _builder = clmem::Pool::builder(provider).out_of_memory(move |_, _| *mine == 1);
}

fn main() {}
