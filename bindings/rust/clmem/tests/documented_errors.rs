//! Documented errors that no other test meets: of calls that need no device, and on every device chosen for tests.

mod common;

use clmem::experimental::{texture_channels, DeviceData, Occupancy};
use clmem::*;
use common::Machine;
use std::fmt::Debug;

const CL_PROFILING_INFO_NOT_AVAILABLE: i32 = -7;

fn kind<T: Debug>(refused: Result<T>) -> ErrorKind {
    refused.expect_err("the call is wrong").kind()
}

/// The code of OpenCL with which a call fails, whether clmem or the driver refuses it.
fn code<T: Debug>(refused: Result<T>) -> i32 {
    refused.expect_err("the call is wrong").opencl_code()
}

#[test]
fn pools_refuse_sizes_tags_and_bins() -> Result<()> {
    let provider = Provider::virtual_device(VirtualOptions::default())?;
    let pool = Pool::new(&provider)?;
    assert_eq!(kind(pool.try_allocate(None, 1 << 62)), ErrorKind::InvalidArgument);
    assert_eq!(kind(pool.allocate_with(64, &Allocation::new().alignment(3))), ErrorKind::InvalidArgument);
    let foreign = Allocation::new().tag(Pool::new(&provider)?.tag("another pool's")?);
    assert_eq!(kind(pool.allocate_with(64, &foreign)), ErrorKind::InvalidArgument);
    assert_eq!(kind(pool.tag(&"t".repeat(64))), ErrorKind::InvalidArgument);
    assert_eq!(kind(pool.bin_number(usize::MAX)), ErrorKind::InvalidArgument);
    assert_eq!(kind(pool.alloc_size(u32::MAX)), ErrorKind::InvalidArgument);
    let others = Pool::new(&provider)?.allocate(64)?;
    assert_eq!(kind(pool.record_use(&others, None)), ErrorKind::InvalidArgument);
    Ok(())
}

#[test]
fn blocks_without_memory_are_refused() -> Result<()> {
    let pool = Pool::new(&Provider::virtual_device(VirtualOptions::default())?)?;
    let (nothing, block) = (pool.allocate(0)?, pool.allocate(1000)?);
    assert_eq!(kind(nothing.memory_info()), ErrorKind::InvalidHandle);
    assert_eq!(kind(nothing.is_same_memory(&block)), ErrorKind::InvalidHandle);
    assert_eq!(kind(block.into_part(500..1000)), ErrorKind::Unsupported);
    Ok(())
}

#[test]
fn figures_of_devices_are_refused() -> Result<()> {
    let data = DeviceData::for_capability(9, 0)?;
    assert_eq!(kind(data.align_bytes(3)), ErrorKind::InvalidArgument);
    assert_eq!(kind(Occupancy::compute(&data, 1 << 20, 0, 0)), ErrorKind::InvalidArgument);
    assert_eq!(kind(texture_channels(0)), ErrorKind::InvalidArgument);
    Ok(())
}

test_on_devices! {
    fn opencl_itself_is_asked(device: Device) -> Result<()> {
        assert_eq!(kind(opencl::function("clNoSuchFunction")), ErrorKind::Unsupported);
        assert_eq!(code(device.query(1)), sys::CL_INVALID_VALUE);
        Ok(())
    }

    fn memory_is_refused(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let both = MemoryFlags::READ_ONLY | MemoryFlags::WRITE_ONLY;
        assert_eq!(kind(Buffer::new(&m.context, both, 64)), ErrorKind::InvalidArgument);
        assert_eq!(kind(Provider::buffers(&m.context, both)), ErrorKind::InvalidArgument);
        let buffers = Provider::buffers(&m.context, MemoryFlags::READ_WRITE)?;
        assert_eq!(kind(buffers.set_time(0)), ErrorKind::Unsupported);
        let mut buffer = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 64)?;
        assert_eq!(code(buffer.memory_property(1)), sys::CL_INVALID_VALUE);
        assert_eq!(kind(m.pool.record_use(&buffer, None)), ErrorKind::InvalidArgument);
        assert_eq!(kind(buffer.fill(&m.queue, &[0_u8; 3])), ErrorKind::InvalidArgument);
        assert_eq!(kind(buffer.map_with::<u8>(&m.queue, &MapOptions::new().range(0..65))), ErrorKind::InvalidArgument);
        assert_eq!(kind(buffer.into_part(0..65)), ErrorKind::InvalidArgument);
        assert_eq!(kind(m.queue.migrate(&mut [], MigrationFlags::HOST, &[])), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn times_need_a_queue_that_profiles(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut buffer = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 64)?;
        let filled = buffer.fill(&m.queue, &1_u32)?;
        filled.wait()?;
        assert_eq!(code(filled.times()), CL_PROFILING_INFO_NOT_AVAILABLE);
        Ok(())
    }

    fn kernels_and_arguments_are_refused(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let program = Program::built(&m.context, "kernel void set(global int *a, int b) { *a = b; }", "")?;
        assert_eq!(code(Kernel::new(&program, "get")), sys::CL_INVALID_KERNEL_NAME);
        let mut kernel = Kernel::new(&program, "set")?;
        assert_eq!(kind(kernel.set_value(2, 1_i32)), ErrorKind::InvalidArgument);
        assert_eq!(code(kernel.set_value(1, 1_i64)), sys::CL_INVALID_ARG_SIZE);
        assert_eq!(kind(kernel.set_memory(0, &m.pool.allocate(0)?)), ErrorKind::InvalidHandle);
        assert_eq!(kind(kernel.use_svm(&[])), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn samplers_are_refused(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? {
            return Ok(());
        }
        let repeated = Sampler::new(&m.context, false, Addressing::REPEAT, Filter::NEAREST);
        assert_eq!(kind(repeated), ErrorKind::InvalidArgument);
        let sampler = Sampler::new(&m.context, true, Addressing::CLAMP, Filter::NEAREST)?;
        assert_eq!(code(sampler.property(1)), sys::CL_INVALID_VALUE);
        let empty = ImageBuilder::new_2d(&m.context, 4, 0).build();
        assert_eq!(kind(empty), ErrorKind::InvalidArgument);
        Ok(())
    }
}
