//! Statistics of a pool: in total, by size class, by tag.

use crate::{error::check, raw, sys, Pool, Result};

raw::record! {
    /// The statistics of a pool; they are exact while no other call on the pool is running.
    Statistics, clmem_statistics
}

raw::record! {
    /// The statistics of one size class. The last class counts all larger sizes too.
    BinStatistics, clmem_bin_statistics
}

raw::record! {
    /// The statistics of one tag, or of the blocks without a tag.
    TagStatistics, clmem_tag_statistics
}

impl TagStatistics {
    /// The tag; `None`: blocks without one, whose peak is not kept.
    pub fn tag(&self) -> Option<Tag> {
        Tag::numbered(self.0.tag)
    }
}

/// A name under which a pool counts blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(u32);

impl Tag {
    /// The tag's number in its pool.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The tag of a number; 0 stands for none.
    pub(crate) fn numbered(number: u32) -> Option<Self> {
        (number != 0).then_some(Self(number))
    }
}

impl Pool {
    /// The pool's statistics ([`sys::clmem_pool_statistics`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Pool::free_held).
    pub fn statistics(&self) -> Result<Statistics> {
        let mut statistics = Statistics::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_pool_statistics(self.as_raw(), &mut statistics.0) })?;
        Ok(statistics)
    }

    /// Resets the peaks to the current figures ([`sys::clmem_pool_reset_peaks`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Pool::free_held).
    pub fn reset_peaks(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_pool_reset_peaks(self.as_raw()) })
    }

    /// The statistics of the pool's size classes, smallest first ([`sys::clmem_pool_bin_statistics`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Pool::free_held).
    pub fn bin_statistics(&self) -> Result<Vec<BinStatistics>> {
        let stride = size_of::<sys::clmem_bin_statistics>();
        // SAFETY: the list has the stated capacity for records of this size.
        let bins = raw::list(BinStatistics::init().0, |capacity, bins, count| unsafe {
            sys::clmem_pool_bin_statistics(self.as_raw(), capacity, stride, bins, count)
        })?;
        Ok(bins.into_iter().map(BinStatistics).collect())
    }

    /// Creates a tag ([`sys::clmem_pool_tag`]); a name that exists returns the same tag again.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the name is empty or longer than 63 bytes, or there are
    /// 255 tags.
    pub fn tag(&self, name: &str) -> Result<Tag> {
        let name = raw::c_text("Pool::tag", name)?;
        // SAFETY: the name is NUL-terminated, the output is a live variable.
        raw::output(0, |tag| unsafe { sys::clmem_pool_tag(self.as_raw(), name.as_ptr(), tag) }).map(Tag)
    }

    /// The statistics of the pool's tags in order of creation; the first entry counts blocks without a tag
    /// ([`sys::clmem_pool_tag_statistics`]).
    ///
    /// # Errors
    ///
    /// Same as [`free_held`](Pool::free_held).
    pub fn tag_statistics(&self) -> Result<Vec<TagStatistics>> {
        let stride = size_of::<sys::clmem_tag_statistics>();
        // SAFETY: the list has the stated capacity for records of this size.
        let tags = raw::list(TagStatistics::init().0, |capacity, tags, count| unsafe {
            sys::clmem_pool_tag_statistics(self.as_raw(), capacity, stride, tags, count)
        })?;
        Ok(tags.into_iter().map(TagStatistics).collect())
    }
}
