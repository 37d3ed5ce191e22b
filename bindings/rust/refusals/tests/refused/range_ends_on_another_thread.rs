//! A range of a recorder ends on the thread on which it began.

fn end(recorder: &clmem::experimental::Recorder) {
    let range = recorder.range("step").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || drop(range));
    });
}

fn main() {}
