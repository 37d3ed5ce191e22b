//! What any version may change or remove: the extras of the C interface, `clmem_extras.h`.
//!
//! Methods of other types that belong to the extras say so in their documentation.

mod cache;
pub mod characterize;
mod device_data;
mod fault;
mod occupancy;
mod recorder;
mod stack_source;
mod tag_scope;

pub use cache::Cache;
pub use device_data::{texture_channels, DeviceData, Known};
pub use fault::{faults_of, faulty, FaultCounts};
pub use occupancy::{Limit, Occupancy};
pub use recorder::{Outside, Range, Recorder, RecorderBuilder, RecorderInfo, Unwinder};
pub use stack_source::Frame;
pub use tag_scope::TagScope;
