//! Memory with injected faults.

use crate::{error::check, raw, sys, Provider, Result};

raw::record! {
    /// What a faulty provider has injected.
    FaultCounts, clmem_fault_counts
}

/// Creates a provider whose memory comes from another one, and whose calls fail, or take longer, as a spec says: for a
/// program's own tests ([`sys::clmem_provider_create_faulty`], whose documentation has the words of a spec).
///
/// ```
/// use clmem::experimental::{faults_of, faulty};
/// use clmem::{ErrorKind, Pool, Provider, VirtualOptions};
///
/// # fn main() -> clmem::Result<()> {
/// let memory = Provider::virtual_device(VirtualOptions::default())?;
/// let scarce = faulty(&memory, "allocate:beyond=64MiB")?;
/// let pool = Pool::new(&scarce)?;
/// assert_eq!(pool.allocate(100 << 20).unwrap_err().kind(), ErrorKind::OutOfMemory);
/// assert!(faults_of(&scarce)?.failures() > 0);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the spec is wrong, or contains a zero byte.
pub fn faulty(from: &Provider, spec: &str) -> Result<Provider> {
    let spec = raw::c_text("faulty", spec)?;
    // SAFETY: the text ends with a zero byte, the output is a live variable.
    Provider::made(|out| unsafe { sys::clmem_provider_create_faulty(from.as_raw(), spec.as_ptr(), out) })
}

/// Counts what a faulty provider has injected ([`sys::clmem_provider_faults`]).
///
/// # Errors
///
/// [`Unsupported`](crate::ErrorKind::Unsupported): the provider is not faulty.
pub fn faults_of(provider: &Provider) -> Result<FaultCounts> {
    let mut counts = FaultCounts::init();
    // SAFETY: the record is a live variable that states its size.
    check(unsafe { sys::clmem_provider_faults(provider.as_raw(), &mut counts.0) })?;
    Ok(counts)
}
