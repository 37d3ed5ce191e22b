//! Tests that need a device, run on every device chosen for tests.

mod common;

use clmem::experimental::DeviceData;
use clmem::*;
use common::{block_on, Gate, Machine};
use std::future::{Future, IntoFuture};
use std::task::Waker;

const COUNT: usize = 1024;

fn numbers() -> Vec<u32> {
    (0..COUNT as u32).collect()
}

test_on_devices! {
    fn devices_are_described(device: Device) -> Result<()> {
        let info = device.info()?;
        assert!(!info.name().is_empty() && !info.platform_name().is_empty() && !info.driver_version().is_empty());
        assert!(info.features().contains(Features::BUFFER) && info.opencl_version() >= 110);
        assert!(!info.device_type().is_empty());
        assert!(Device::list()?.contains(&device));
        // SAFETY: the handle is that of a live device.
        assert_eq!(unsafe { Device::from_raw(device.as_raw()) }, Some(device));
        assert_eq!(device.query(0x102B)?.len(), info.name().len() + 1); // CL_DEVICE_NAME
        DeviceData::of(&device)?;
        Ok(())
    }

    fn memory_has_sources(device: Device) -> Result<()> {
        let memory = device.memory()?;
        assert!(memory.total_bytes() > 0 && memory.total_source().is_some());
        assert!(memory.free_bytes().unwrap_or(0) <= memory.total_bytes());
        assert_eq!(memory.free_bytes().is_some(), memory.free_source().is_some());
        if device.info()?.device_type().contains(DeviceType::CPU) {
            assert!(memory.free_bytes() > Some(0) && memory.process_bytes() > Some(0));
            assert_eq!(memory.process_source(), Some(DeviceMemorySource::Host));
        }
        Ok(())
    }

    fn selectors_choose_devices(device: Device) -> Result<()> {
        assert!(Device::list()?.contains(&Device::choose(None)?));
        let platform = device.info()?.platform_name();
        assert_eq!(Device::choose(Some(&platform))?.info()?.platform_name(), platform);
        assert!(Device::list_for_tests(Some(&platform))?.contains(&device));
        for selector in ["no such platform", "no such platform:0"] {
            let unmatched = Device::choose(Some(selector)).expect_err("no device matches");
            assert_eq!(unmatched.kind(), ErrorKind::NoDevice);
            assert!(unmatched.message().contains(&platform), "{unmatched}");
            let unmatched = Device::list_for_tests(Some(selector)).expect_err("no device matches");
            assert_eq!(unmatched.kind(), ErrorKind::NoDevice);
        }
        let cut = Device::choose(Some("0\0:0")).expect_err("the selector contains a NUL character");
        assert_eq!(cut.kind(), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn references_are_counted(device: Device) -> Result<()> {
        let context = Context::new(&device)?;
        let queue = Queue::with_flags(&context, &device, QueueFlags::PROFILING)?;
        let other = queue.try_clone()?;
        assert_eq!(queue, other);
        context.try_release()?;
        queue.try_release()?;
        other.finish()?;
        // SAFETY: the queue is live, and its reference is passed on.
        let again = unsafe { Queue::from_raw(other.into_raw()) };
        again.flush()?;
        let (one, two) = (Context::shared()?, Context::shared()?);
        assert_eq!(one, two);
        Ok(())
    }

    fn data_survives_a_round_trip(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        m.queue.write(&mut block, &numbers())?;
        let mut other = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        m.queue.copy(&block, &mut other)?.wait()?;
        let mut back = vec![0_u32; COUNT];
        m.queue.read(&other, &mut back)?;
        assert_eq!(back, numbers());
        assert!(!block.is_same_memory(&other)? && block.is_same_memory(&block)?);
        m.context.trim_transfers()
    }

    fn a_copy_within_one_buffer(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        m.queue.write(&mut block, &numbers())?;
        let moved = block.copy_within(&m.queue, 0..16, 2 * COUNT, &[])?;
        block.copy_within(&m.queue, 2 * COUNT..2 * COUNT + 8, 64, &[&moved])?;
        let map = block.map::<u32>(&m.queue)?;
        assert_eq!(map[COUNT / 2..COUNT / 2 + 5], [0, 1, 2, 3, COUNT as u32 / 2 + 4]);
        assert_eq!(map[16..19], [0, 1, 18]);
        drop(map);
        let overlap = block.copy_within(&m.queue, 0..16, 8, &[]).expect_err("the ranges overlap");
        assert_eq!((overlap.kind(), overlap.opencl_code()), (ErrorKind::InvalidArgument, sys::CL_MEM_COPY_OVERLAP));
        #[allow(clippy::reversed_empty_ranges, reason = "a reversed range is what the call must refuse")]
        let reversed = block.copy_within(&m.queue, 16..0, 64, &[]).expect_err("the range is reversed");
        assert_eq!(reversed.kind(), ErrorKind::InvalidArgument);
        let beyond = block.copy_within(&m.queue, 0..16, 4 * COUNT - 8, &[]).expect_err("it extends past the end");
        assert_eq!(beyond.kind(), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn events_are_awaited(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let gate = Gate::new(&m.context)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        let filled = block.fill_range(&m.queue, &1_u32, 0..usize::MAX, &[&gate.event])?;
        m.queue.flush()?;
        let mut waiting = Box::pin(filled.into_future());
        // The second poll replaces the waker of the first.
        for _turn in 0..2 {
            assert!(waiting.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())).is_pending());
        }
        std::thread::scope(|scope| {
            scope.spawn(|| gate.open());
            block_on(waiting)
        })?;
        block_on(block.fill(&m.queue, &2_u32)?.into_future())?;
        let failing = Gate::new(&m.context)?;
        drop(failing.event.try_clone()?.into_future());
        let failed = failing.event.try_clone()?.into_future();
        failing.set(-5)?;
        assert!(block_on(failed).is_err());
        Ok(())
    }

    /// PoCL does not call back for a command that fails because it waits for an event that failed.
    fn a_failed_command_ends_its_future(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let gate = Gate::new(&m.context)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        let fill = |block: &mut Buffer| block.fill_range(&m.queue, &1_u32, 0..usize::MAX, &[&gate.event]);
        let (before, after) = (fill(&mut block)?.into_future(), fill(&mut block)?.into_future());
        m.queue.flush()?;
        let mut before = Box::pin(before);
        assert!(before.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop())).is_pending());
        gate.set(-5)?;
        let (told, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || [block_on(before), block_on(after)].map(|result| told.send(result)));
        for _future in 0..2 {
            let result = ended.recv_timeout(std::time::Duration::from_secs(60)).expect("the future ends");
            assert!(result.is_err());
        }
        Ok(())
    }

    fn a_rectangle_is_transferred(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        m.queue.write(&mut block, &numbers())?;
        let mut window = [0_u32; 16];
        let from = Source::memory(&block).origin([8, 3, 0]).pitches(4 * 32, 0);
        Transfer::new(from, Destination::host(&mut window)).region([16, 4, 1]).run(&m.queue)?;
        assert_eq!(window[5], 4 * 32 + 3);
        let too_much = Transfer::new(Source::memory(&block).offset(4), Destination::host(&mut window)).bytes(65);
        assert_eq!(too_much.run(&m.queue).expect_err("it extends past the end").kind(), ErrorKind::InvalidArgument);
        let host = Transfer::new(Source::memory(&block), Destination::host(&mut window));
        assert_eq!(host.enqueue(&m.queue).expect_err("the host's side is borrowed").kind(), ErrorKind::InvalidArgument);
        for staged in [true, false] {
            let mut back = [0_u32; COUNT];
            let transfer = Transfer::new(Source::memory(&block), Destination::host(&mut back));
            if staged { transfer.staged() } else { transfer.direct() }.run(&m.queue)?;
            assert_eq!(back[..], numbers());
        }
        Ok(())
    }

    fn transfers_that_do_not_block(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        let (from, mut back) = (numbers(), vec![0_u32; COUNT]);
        scope(|scope| {
            let written = scope.write(&m.queue, &mut block, &from)?;
            written.event().is_complete()?;
            written.wait()
        })?;
        scope(|scope| scope.read(&m.queue, &block, &mut back).map(std::mem::forget))?;
        assert_eq!(back, from);

        let owned = m.queue.write_owned(&mut block, vec![7_u32; COUNT])?;
        assert_eq!(owned.wait()?, [7; COUNT]);
        drop(m.queue.write_owned(&mut block, Box::<[u32]>::from(&[8; COUNT][..]))?);
        let read = m.queue.read_owned(&block, vec![0_u32; COUNT])?;
        wait_all(&[read.event()])?;
        assert_eq!(read.wait()?, [8; COUNT]);
        Ok(())
    }

    fn maps_are_slices(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        block.map_mut::<u32>(&m.queue)?.copy_from_slice(&numbers());
        {
            let part = MapOptions::new().range(400..800);
            let (one, two) = (block.map_with::<u32>(&m.queue, &part)?, block.map::<[u32; 4]>(&m.queue)?);
            assert_eq!((one.len(), one[0], two.len(), two[1]), (100, 100, COUNT / 4, [4, 5, 6, 7]));
            assert!(one.handle().info()?.is_mapped());
            one.unmap()?.wait()?;
        }
        let mut map = block.map_write::<u32>(&m.queue, &MapOptions::new().range(0..8))?;
        map.fill(9);
        let written = map.unmap_on(&m.queue, &[])?;
        let pending = block.start_map::<u32>(&m.queue, &MapOptions::new().wait_for(&[&written]))?;
        pending.event().wait()?;
        let map = pending.wait()?;
        assert_eq!(map[..4], [9, 9, 2, 3]);
        map.try_release()?;
        block.start_map_mut::<u8>(&m.queue, &MapOptions::new())?.wait()?[0] = 1;
        assert_eq!(block.map::<u8>(&m.queue)?[0], 1);
        let odd = block.map_with::<u32>(&m.queue, &MapOptions::new().range(0..5)).map(drop);
        assert_eq!(odd.expect_err("5 bytes").kind(), ErrorKind::InvalidArgument);
        let nothing = m.pool.allocate(0)?;
        assert!(nothing.map::<u64>(&m.queue)?.is_empty());
        Ok(())
    }

    fn fills_and_parts(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let aligned = m.device.info()?.alignment_bytes();
        let mut block = m.pool.allocate_on(&m.queue, 4 * aligned)?;
        block.fill(&m.queue, &1_u8)?;
        let filled = block.fill_range(&m.queue, &2_u32, aligned..2 * aligned, &[])?;
        let (low, mut high) = block.split_at(2 * aligned)?;
        assert_eq!((low.size()?, high.size()?), (2 * aligned, 2 * aligned));
        high.fill_range(&m.queue, &3_u8, 0..usize::MAX, &[&filled])?;
        let part = high.into_part(aligned..2 * aligned)?;
        assert_eq!(low.map::<u32>(&m.queue)?[aligned / 4], 2);
        assert!(part.map::<u8>(&m.queue)?.iter().all(|&byte| byte == 3));
        // SAFETY: no mapped memory is written.
        let last = unsafe { low.slice(-(aligned as i64), None)? };
        assert_eq!(last.map::<u32>(&m.queue)?[0], 2);
        assert!(last.mem().is_ok() && last.memory_info()?.offset_bytes() > 0);
        last.release_after(&[&filled])
    }

    fn buffers_without_a_pool(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut buffer = Buffer::copy_of(&m.context, MemoryFlags::READ_ONLY, &numbers())?;
        assert_eq!(buffer.map::<u32>(&m.queue)?[77], 77);
        let info = buffer.memory_info()?;
        assert_eq!((info.memory_type(), info.is_pooled()), (Some(MemoryType::BUFFER), false));
        assert!(info.flags().contains(MemoryFlags::READ_ONLY));
        assert_eq!(buffer.memory_property(sys::CL_MEM_SIZE)?, (4 * COUNT).to_le_bytes());
        // SAFETY: the object is live, and no mapped memory is written.
        let AnyMemory::Buffer(mut same) = (unsafe { AnyMemory::import(buffer.mem()?)? }) else { panic!("it is a buffer") };
        assert!(same.is_same_memory(&buffer)?);
        if m.has(Features::MIGRATE)? {
            m.queue.migrate(&mut [&mut buffer, &mut same], MigrationFlags::HOST, &[])?.wait()?;
        }
        let mut own = vec![1_u8; 4096];
        // SAFETY: the vector outlives the buffer, and is not accessed meanwhile.
        let over = unsafe { Buffer::over(&m.context, MemoryFlags::READ_WRITE, own.as_mut_ptr(), own.len())? };
        assert_eq!(over.map::<u8>(&m.queue)?[4095], 1);
        let peer = buffer.copy_peer_amd(&mut Buffer::new(&m.context, MemoryFlags::empty(), 64)?, &m.queue, 64, &[]);
        assert_eq!(peer.expect_err("it is not an AMD device").kind(), ErrorKind::Unsupported);
        Ok(())
    }

    fn two_queues_share_a_pool(device: Device) -> Result<()> {
        let mut m = Machine::new(device)?;
        let other = Queue::new(&m.context, &m.device)?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        let written = block.fill(&m.queue, &5_u32)?;
        m.queue.flush()?;
        m.pool.record_use(&block, Some(&other))?;
        let mut back = [0_u32; 4];
        Transfer::new(Source::memory(&block), Destination::host(&mut back)).wait_for(&[&written]).run(&other)?;
        assert_eq!(back, [5; 4]);
        drop(block);
        m.pool.forget_queue(&other)?;
        let unknown = m.pool.forget_queue(&other).expect_err("the pool has forgotten the queue");
        assert_eq!(unknown.kind(), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn events_report_their_times(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let measured = Queue::with_flags(&m.context, &m.device, QueueFlags::PROFILING)?;
        let mut buffer = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 4096)?;
        let fill = buffer.fill(&measured, &1_u32)?;
        fill.wait()?;
        let times = fill.times()?;
        assert!(times.queued_ns() <= times.submitted_ns() && times.submitted_ns() <= times.started_ns());
        assert!(times.started_ns() <= times.ended_ns() && times.ended_ns() <= times.completed_ns() && times.ended_ns() > 0);
        let plain = buffer.fill(&m.queue, &1_u32)?;
        plain.wait()?;
        let refused = plain.times().expect_err("its queue does not profile");
        assert!(refused.message().contains("CLMEM_QUEUE_PROFILING"), "{refused}");
        Ok(())
    }

    fn memory_of_other_kinds(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let immediate = Pool::builder(&Provider::immediate(&m.queue, MemoryFlags::READ_WRITE)?).queue(&m.queue).build()?;
        assert_eq!(immediate.allocate(100)?.size()?, 100);
        let pinned = Pool::new(&Provider::pinned(&m.queue, MemoryFlags::READ_WRITE)?)?;
        let staging = Svm::try_from(pinned.allocate_on(&m.queue, 4096)?)?;
        // SAFETY: page-locked memory is on the host, and no command uses it.
        unsafe { staging.as_ptr()?.write_bytes(3, 4096) };
        let mut block = m.pool.allocate_on(&m.queue, 4096)?;
        m.queue.copy(&*staging, &mut block)?.wait()?;
        assert_eq!(block.map::<u8>(&m.queue)?[4095], 3);
        assert_eq!(Svm::try_from(block).expect_err("the block has no address").kind(), ErrorKind::Unsupported);
        if !m.has(Features::USM)? {
            for kind in [Usm::Host, Usm::Device(&m.device), Usm::Shared(&m.device)] {
                let refused = Provider::usm(&m.context, kind).expect_err("the device lacks USM");
                assert_eq!(refused.kind(), ErrorKind::Unsupported);
            }
        }
        Ok(())
    }
}
