//! What a pool has done and what it holds: in all, by size class, by tags.

use crate::{error::check, raw, sys, Pool, Result};

raw::record! {
    /// A pool's figures, exact while no other call on the pool is running.
    Statistics, clmem_statistics, clmem_statistics_init
}

raw::record! {
    /// The figures of one size class. Larger sizes are counted in the last one.
    BinStatistics, clmem_bin_statistics, clmem_bin_statistics_init
}

raw::record! {
    /// The figures of one tag; tag 0 is that of blocks without one.
    TagStatistics, clmem_tag_statistics, clmem_tag_statistics_init
}

impl TagStatistics {
    /// The tag's name, empty for tag 0.
    pub fn name(&self) -> String {
        raw::text(&self.0.name)
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
}

impl Pool {
    /// The pool's figures ([`sys::clmem_pool_statistics`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Pool::free_held).
    pub fn statistics(&self) -> Result<Statistics> {
        let mut statistics = Statistics::init();
        // SAFETY: the record is a live variable with its size in it.
        check(unsafe { sys::clmem_pool_statistics(self.as_raw(), &mut statistics.0) })?;
        Ok(statistics)
    }

    /// Lets the peaks begin anew at today's figures ([`sys::clmem_pool_reset_peaks`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Pool::free_held).
    pub fn reset_peaks(&self) -> Result<()> {
        // SAFETY: any handle may be asked.
        check(unsafe { sys::clmem_pool_reset_peaks(self.as_raw()) })
    }

    /// The figures of the pool's size classes, smallest first ([`sys::clmem_pool_bin_statistics`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Pool::free_held).
    pub fn bin_statistics(&self) -> Result<Vec<BinStatistics>> {
        let stride = size_of::<sys::clmem_bin_statistics>();
        // SAFETY: the list has room for as many records of that size as is said.
        let bins = raw::list(BinStatistics::init().0, |capacity, bins, count| unsafe {
            sys::clmem_pool_bin_statistics(self.as_raw(), capacity, stride, bins, count)
        })?;
        Ok(bins.into_iter().map(BinStatistics).collect())
    }

    /// Makes a tag ([`sys::clmem_pool_tag`]); a name that exists gives the same tag again.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the name is empty or longer than 63 bytes, or there are 255 tags.
    pub fn tag(&self, name: &str) -> Result<Tag> {
        let name = raw::c_text("Pool::tag", name)?;
        // SAFETY: the name ends with a 0, the output is a live variable.
        raw::output(0, |tag| unsafe { sys::clmem_pool_tag(self.as_raw(), name.as_ptr(), tag) }).map(Tag)
    }

    /// The figures of the pool's tags in the order in which they were made, those of blocks without one first
    /// ([`sys::clmem_pool_tag_statistics`]).
    ///
    /// # Errors
    ///
    /// As [`free_held`](Pool::free_held).
    pub fn tag_statistics(&self) -> Result<Vec<TagStatistics>> {
        let stride = size_of::<sys::clmem_tag_statistics>();
        // SAFETY: the list has room for as many records of that size as is said.
        let tags = raw::list(TagStatistics::init().0, |capacity, tags, count| unsafe {
            sys::clmem_pool_tag_statistics(self.as_raw(), capacity, stride, tags, count)
        })?;
        Ok(tags.into_iter().map(TagStatistics).collect())
    }
}
