//! A range must end before its recorder is dropped.

fn release(recorder: clmem::experimental::Recorder) {
    let range = recorder.range("step").unwrap();
    drop(recorder);
    drop(range);
}

fn main() {}
