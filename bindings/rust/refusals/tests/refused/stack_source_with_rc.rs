//! A recorder calls its stack source on any thread that allocates.

fn main() {
    let calls = std::rc::Rc::new(std::cell::Cell::new(0));
    let source = move |_: &mut Vec<clmem::experimental::Frame>| calls.set(calls.get() + 1);
    let _recorder = clmem::experimental::Recorder::builder().stack_source(source);
}
