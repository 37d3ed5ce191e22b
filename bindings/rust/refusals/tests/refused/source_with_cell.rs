//! Several threads may call a source of memory at once.

use std::cell::Cell;
use std::ffi::c_void;

struct Source(Cell<usize>);

impl clmem::MemorySource for Source {
    fn allocate(&self, _bytes: usize) -> Result<*mut c_void, clmem::SourceError> {
        Err(clmem::SourceError::OutOfMemory)
    }

    fn release(&self, _memory: *mut c_void, _bytes: usize) {}
}

fn main() {}
