//! Tests that need no device: pools on a virtual one, callbacks, errors, arithmetic.

use clmem::experimental::{texture_channels, Cache, DeviceData, Known, Limit, Occupancy};
use clmem::*;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn provider() -> Provider {
    Provider::virtual_device(VirtualOptions::default()).expect("a virtual device")
}

#[test]
fn the_library_is_as_new_as_the_crate() -> Result<()> {
    let (major, minor, patch) = version()?;
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
    Ok(())
}

#[test]
fn the_log_is_off_at_its_lowest_level() -> Result<()> {
    set_log_level(LogLevel::None)?;
    assert!(LogLevel::None < LogLevel::Error && LogLevel::Info < LogLevel::Debug);
    Ok(())
}

#[test]
fn an_error_tells_cause_and_function() -> Result<()> {
    let pool = Pool::builder(&provider()).limit(1 << 20).build()?;
    let error = pool.allocate(1 << 30).expect_err("there is no room");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert_eq!(error.function(), "clmem_pool_allocate");
    assert!(error.message().contains("limit"), "{error}");
    assert_eq!(Error::last(), Some(error.clone()));
    assert_eq!(error.to_string(), format!("clmem_pool_allocate: {}", error.message()));
    assert_eq!((status_name(error.status()), error.opencl_code()), ("CLMEM_ERROR_OUT_OF_MEMORY", 0));
    assert_eq!(ErrorKind::of_status(-30), ErrorKind::OpenCl(-30));
    assert_eq!(ErrorKind::of_status(99), ErrorKind::Unknown(99));
    Ok(())
}

#[test]
fn freed_blocks_are_reused() -> Result<()> {
    let pool = Pool::new(&provider())?;
    assert!(pool.try_allocate(None, 1000)?.is_none());
    for _ in 0..100 {
        assert_eq!(pool.allocate(1000)?.size()?, 1000);
    }
    assert!(pool.try_allocate(None, 1000)?.is_some());
    let statistics = pool.statistics()?;
    assert_eq!((statistics.allocations(), statistics.hits(), statistics.active_blocks()), (101, 100, 0));
    assert!(pool.bin_statistics()?.iter().map(|bin| bin.hits()).sum::<u64>() >= 100);
    Ok(())
}

#[test]
fn zero_bytes_give_an_empty_buffer() -> Result<()> {
    let pool = Pool::new(&provider())?;
    let nothing = pool.allocate(0)?;
    assert!(nothing.is_empty() && nothing.size()? == 0);
    assert_eq!(nothing.info().expect_err("there is nothing").kind(), ErrorKind::InvalidHandle);
    assert!(pool.try_allocate(None, 0)?.is_some_and(|block| block.is_empty()));
    nothing.try_release()
}

#[test]
fn options_of_pools_and_blocks() -> Result<()> {
    let pool = Pool::builder(&provider())
        .leading_bits_in_bin_id(4)
        .driver_time_permille(sys::CLMEM_DRIVER_TIME_UNLIMITED)
        .budget(1 << 24)
        .idle_release(Duration::from_millis(5), 1 << 20)
        .build()?;
    let bin = pool.bin_number(1000)?;
    assert!(pool.alloc_size(bin)? >= 1000);
    let tag = pool.tag("weights")?;
    let block = pool.allocate_with(5000, &Allocation::new().alignment(4096).tag(tag).dedicated())?;
    let info = block.info()?;
    assert_eq!((info.tag(), info.bytes(), info.offset_bytes()), (Some(tag), 5000, 0));
    let tags = pool.tag_statistics()?;
    assert_eq!((tags[1].name().as_str(), tags[1].active_bytes()), ("weights", 5000));
    assert_eq!((tags[0].tag(), tags[1].tag()), (None, Some(tag)));
    assert!(tags[0].name().is_empty());
    let quoted = pool.tag("a \"tag\" \u{1}")?;
    let other = pool.allocate_with(600, &Allocation::new().tag(quoted))?;
    let dump = pool.dump()?;
    assert!(dump.starts_with("{\"format\": 1,") && dump.ends_with("}\n"), "{dump}");
    assert!(dump.contains(r#""state": "live", "requested_bytes": 5000,"#), "{dump}");
    assert!(dump.contains(r#""requested_bytes": 600, "queue": 0, "tag": "a \"tag\" \u0001""#), "{dump}");
    assert!(dump.contains(r#""leading_bits_in_bin_id": 4, "driver_time_permille": 1000,"#), "{dump}");
    drop((block, other));
    pool.reset_peaks()?;
    pool.set_limit(1 << 22)?;
    assert_eq!(pool.statistics()?.limit_bytes(), 1 << 22);
    pool.set_limit(0)?;
    pool.trim(0)?;
    pool.free_held()?;
    pool.stop_holding()?;
    assert_eq!(pool.statistics()?.managed_bytes(), 0);
    let dedicated = Pool::builder(&provider()).dedicated().build()?;
    let (one, two) = (dedicated.allocate(100)?, dedicated.allocate(100)?);
    assert_ne!(one.info()?.slab(), two.info()?.slab());
    assert_eq!(pool.tag("").expect_err("no name").kind(), ErrorKind::InvalidArgument);
    assert_eq!(pool.tag("a\0b").expect_err("a NUL character inside").kind(), ErrorKind::InvalidArgument);
    Ok(())
}

#[test]
fn children_keep_their_parents_alive() -> Result<()> {
    let provider = provider();
    let pool = Pool::new(&provider)?;
    provider.try_release()?;
    let block = pool.allocate(1000)?;
    pool.try_release()?;
    assert_eq!(block.size()?, 1000);
    block.try_release()
}

#[test]
fn handles_convert_to_raw_ones_and_back() -> Result<()> {
    let pool = Pool::new(&provider())?;
    let raw = pool.allocate(1000)?.into_raw();
    // SAFETY: the handle was just given up by into_raw().
    let block = unsafe { Buffer::from_raw(raw) };
    assert_eq!(pool.statistics()?.active_blocks(), 1);
    drop(block);
    assert_eq!(pool.statistics()?.active_blocks(), 0);
    // SAFETY: as above.
    let pool = unsafe { Pool::from_raw(pool.into_raw()) };
    assert_eq!(pool.allocate(10)?.size()?, 10);
    Ok(())
}

#[test]
fn a_virtual_device_has_limits_and_a_clock() -> Result<()> {
    let options = VirtualOptions::default().alignment(1024).max_allocation(1 << 20).memory(1 << 21).marker_lag(1000);
    let provider = Provider::virtual_device(options)?;
    let info = provider.info()?;
    assert_eq!(
        (info.kind(), info.alignment_bytes(), info.max_allocation_bytes()),
        (ProviderKind::Virtual, 1024, 1 << 20)
    );
    provider.set_time(5)?;
    assert_eq!(provider.allocate(1 << 22).expect_err("too large").kind(), ErrorKind::OutOfMemory);
    assert_eq!(provider.allocate(1000)?.size()?, 1000);
    Ok(())
}

#[test]
fn the_out_of_memory_callback_is_called() -> Result<()> {
    let held = Arc::new(Mutex::new(Vec::new()));
    let (mine, calls) = (Arc::clone(&held), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&calls);
    let pool = Pool::builder(&provider())
        .limit(1 << 21)
        .out_of_memory(move |bytes, attempt| {
            count.fetch_add(1, Ordering::Relaxed);
            assert!(bytes == 1 << 21 && attempt < 2, "the panic of this callback is part of the test");
            mine.lock().is_ok_and(|mut blocks: std::sync::MutexGuard<'_, Vec<Buffer>>| blocks.pop().is_some())
        })
        .build()?;
    held.lock().expect("no panic").push(pool.allocate(1 << 20)?);
    let all = pool.allocate(1 << 21)?;
    assert_eq!((all.size()?, calls.load(Ordering::Relaxed)), (1 << 21, 1));
    assert_eq!(pool.allocate(5).expect_err("it panics").kind(), ErrorKind::OutOfMemory);
    drop((all, pool));
    assert_eq!(Arc::strong_count(&calls), 1, "expected the pool to drop its callback");
    Ok(())
}

#[derive(Default)]
struct Counts {
    allocated: AtomicUsize,
    released: AtomicUsize,
    dropped: AtomicUsize,
}

struct Source(Arc<Counts>);

impl MemorySource for Source {
    fn allocate(&self, bytes: usize) -> std::result::Result<*mut c_void, SourceError> {
        match bytes {
            0..0x1000_0000 => {
                Ok(std::ptr::without_provenance_mut(1 + self.0.allocated.fetch_add(1, Ordering::Relaxed)))
            }
            0x1000_0000..0x2000_0000 => Err(SourceError::OutOfMemory),
            0x2000_0000..0x3000_0000 => Err(SourceError::Status(-59)),
            _ => panic!("the panic of this source is part of the test"),
        }
    }

    fn release(&self, _memory: *mut c_void, _bytes: usize) {
        self.0.released.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_provider_takes_memory_from_the_program() -> Result<()> {
    let counts = Arc::new(Counts::default());
    let options = SourceOptions::default().alignment(256).memory(1 << 40).max_allocation(1 << 40);
    let pool = Pool::new(&Provider::from_source(Source(Arc::clone(&counts)), options)?)?;
    assert_eq!(pool.allocate(1000)?.size()?, 1000);
    let kind = |bytes| pool.allocate(bytes).map(drop).map_err(|error| error.kind());
    assert_eq!(kind(0x1100_0000), Err(ErrorKind::OutOfMemory));
    assert_eq!(kind(0x2100_0000), Err(ErrorKind::OpenCl(-59)));
    assert_eq!(kind(0x4100_0000), Err(ErrorKind::Callback));
    drop(pool);
    assert!(counts.allocated.load(Ordering::Relaxed) > 0);
    assert_eq!(counts.allocated.load(Ordering::Relaxed), counts.released.load(Ordering::Relaxed));
    assert_eq!(counts.dropped.load(Ordering::Relaxed), 1);
    let refused = Provider::from_source(Source(Arc::clone(&counts)), SourceOptions::default().alignment(3));
    assert_eq!(refused.expect_err("not a power of two").kind(), ErrorKind::InvalidArgument);
    assert_eq!(counts.dropped.load(Ordering::Relaxed), 2);
    Ok(())
}

#[test]
fn many_threads_leak_no_blocks() -> Result<()> {
    let pool = Pool::new(&provider())?;
    std::thread::scope(|scope| {
        for thread in 0..8_usize {
            let pool = &pool;
            scope.spawn(move || {
                let mut kept = Vec::new();
                for turn in 0..1250_usize {
                    kept.push(pool.allocate(1 + (turn * 7919 + thread * 104729) % 100_000).expect("a block"));
                    if turn % 3 == 0 {
                        kept.swap_remove(turn % kept.len());
                    }
                }
            });
        }
    });
    let statistics = pool.statistics()?;
    assert_eq!((statistics.allocations(), statistics.releases(), statistics.active_blocks()), (10_000, 10_000, 0));
    Ok(())
}

#[test]
fn a_cache_shares_its_values() -> Result<()> {
    let cache: Cache<String> = Cache::new()?;
    assert_eq!(cache.get(1, b"key")?, None);
    let (first, added) = cache.put(1, b"key", String::from("first"))?;
    let (second, added_again) = cache.put(1, b"key", String::from("second"))?;
    assert!(added && !added_again && Arc::ptr_eq(&first, &second));
    assert_eq!(*cache.get_or_put_with(1, b"key", || Ok("third".into()))?, "first");
    assert_eq!(*cache.get_or_put_with(2, b"", || Ok("other".into()))?, "other");
    assert_eq!((cache.count()?, cache.forget(1)?, cache.clear()?, cache.count()?), (2, 1, 1, 0));
    assert_eq!(Arc::strong_count(&first), 2, "first and second; the cache has dropped its own");
    cache.try_release()
}

#[test]
fn occupancy_and_alignment_need_no_device() -> Result<()> {
    let data = DeviceData::for_capability(9, 0)?;
    assert!(data.known().contains(Known::WARP_SIZE | Known::REGISTERS));
    let occupancy = Occupancy::compute(&data, 1024, 0, 64)?;
    assert_eq!((occupancy.share(), occupancy.limited_by()), (0.5, Limit::Registers));
    assert_eq!(data.align_bytes(4)?, 128);
    assert_eq!((data.align(1000, 4)?, data.align_words(4)?, data.align_elements(100, 4)?), (1024, 32, 128));
    assert_eq!((texture_channels(3)?, texture_channels(5).map_err(|e| e.kind())), (4, Err(ErrorKind::InvalidArgument)));
    assert_eq!(DeviceData::for_capability(1, 0).expect_err("too old").kind(), ErrorKind::Unsupported);
    Ok(())
}

#[test]
fn formats_of_images_need_no_device() -> Result<()> {
    let format = ImageFormat::new(ChannelOrder::RGBA, ChannelType::UNORM_INT8)?;
    assert_eq!((format.name().as_str(), format.pixel_bytes()), ("RGBA, UNORM_INT8", 4));
    assert_eq!((format.channel_order(), format.channel_type()), (ChannelOrder::RGBA, ChannelType::UNORM_INT8));
    for order in [ChannelOrder::RGB, ChannelOrder::RGx, ChannelOrder::sRGB] {
        let three = ImageFormat::new(order, ChannelType::UNORM_INT8)?;
        assert_eq!(
            (three.channel_count(), three.component_bytes(), three.pixel_bytes()),
            (3, 1, 3),
            "{}",
            three.name()
        );
    }
    let wrong = ImageFormat::new(ChannelOrder::RGBA, ChannelType(7)).expect_err("no such type");
    assert_eq!(wrong.kind(), ErrorKind::InvalidArgument);
    Ok(())
}
