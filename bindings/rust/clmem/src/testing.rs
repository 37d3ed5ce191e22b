//! Support for tests that run on every chosen device.

use crate::{Context, Device, Result};
use std::sync::OnceLock;

/// Defines tests that run on every device that [`Device::list_for_tests`](crate::Device::list_for_tests) returns: those
/// that the environment variable `CLMEM_TEST` names, or else all.
///
/// The function takes a [`Device`](crate::Device) and returns a `Result`. A failure names the device.
///
/// ```
/// clmem::test_on_devices! {
///     fn a_pool_allocates_blocks(device: clmem::Device) -> clmem::Result<()> {
///         let context = clmem::Context::new(&device)?;
///         let provider = clmem::Provider::buffers(&context, clmem::MemoryFlags::READ_WRITE)?;
///         assert_eq!(clmem::Pool::new(&provider)?.allocate(1000)?.size()?, 1000);
///         Ok(())
///     }
/// }
/// ```
#[macro_export]
macro_rules! test_on_devices {
    ($($(#[$meta:meta])* fn $name:ident($device:ident: $type:ty) -> $result:ty $body:block)*) => {$(
        $(#[$meta])*
        #[test]
        fn $name() {
            fn run($device: $type) -> $result $body
            $crate::run_on_devices(run);
        }
    )*};
}

/// Runs a test on every device chosen for tests, like [`test_on_devices!`](crate::test_on_devices).
///
/// # Panics
///
/// If the test fails on a device, or no device matches the selector in the environment.
#[track_caller]
pub fn run_on_devices<E: std::fmt::Display>(run: impl Fn(Device) -> std::result::Result<(), E>) {
    static DEVICES: OnceLock<Result<Vec<(Device, String)>>> = OnceLock::new();
    let devices = match DEVICES.get_or_init(devices) {
        Ok(devices) => devices,
        Err(error) => panic!("{error}"),
    };
    for (device, name) in devices {
        println!("on {name}");
        if let Err(error) = run(*device) {
            panic!("on {name}: {error}");
        }
    }
}

/// The chosen devices and their names. One thread uses each of them first: PoCL 3.1 crashes when several threads do.
fn devices() -> Result<Vec<(Device, String)>> {
    let devices = Device::list_for_tests(None)?;
    devices
        .into_iter()
        .map(|device| Context::new(&device).and(device.info()).map(|info| (device, info.name())))
        .collect()
}
