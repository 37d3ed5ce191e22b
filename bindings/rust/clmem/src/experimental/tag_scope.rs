//! Tags for a part of the program.

use crate::{error::check, raw, sys, Result};
use std::marker::PhantomData;

/// A part of the program in which the blocks that this thread allocates from pools have a tag, until this value is
/// dropped.
///
/// Statistics, snapshots, recordings and reports count memory by tag. Tags may be nested: the innermost counts, so drop
/// the inner one first. An allocation that names its own tag has that one. In an `async` function, do not keep it across
/// an `.await`: other code would run on this thread.
///
/// ```
/// use clmem::experimental::TagScope;
/// use clmem::{Pool, Provider, VirtualOptions};
///
/// # fn main() -> clmem::Result<()> {
/// let pool = Pool::new(&Provider::virtual_device(VirtualOptions::default())?)?;
/// let block = {
///     let _weights = TagScope::begin("weights")?; // until the end of this block
///     pool.allocate(1 << 20)?
/// };
/// let tags = pool.tag_statistics()?;
/// assert_eq!((tags[1].name(), tags[1].active_bytes()), ("weights".into(), 1 << 20));
/// # drop(block);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "the tag ends when this value is dropped"]
pub struct TagScope {
    of_this_thread: PhantomData<*const ()>,
}

impl TagScope {
    /// Begins the tag of this name ([`sys::clmem_tag_begin`]). A pool that has 255 tags already counts the blocks as
    /// blocks without a tag.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the name is empty, has more than 63 bytes, or contains a
    /// NUL character; [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process is out of memory.
    pub fn begin(name: &str) -> Result<Self> {
        let name = raw::c_text("TagScope::begin", name)?;
        // SAFETY: the name is NUL-terminated.
        check(unsafe { sys::clmem_tag_begin(name.as_ptr()) })?;
        Ok(Self { of_this_thread: PhantomData })
    }
}

impl Drop for TagScope {
    fn drop(&mut self) {
        // SAFETY: the function has no arguments. It fails only if the tag was ended through the C interface.
        unsafe { sys::clmem_tag_end() };
    }
}
