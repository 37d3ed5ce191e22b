//! Recorders, on a virtual device: what they record, and what they refuse.

#[path = "common/recording.rs"]
mod recording;

use clmem::experimental::{Frame, Outside, Recorder, Unwinder};
use clmem::*;
use recording::{
    ReadFrame, Recording, ALLOCATE, FREE, MARK, OUTSIDE_ALLOCATION, OUTSIDE_FREE, RANGE_BEGINS, RANGE_ENDS,
};
use std::fmt::Debug;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

const LEAST_RING: usize = 256 << 10;
const MOST_FRAMES: u32 = 32;

/// A recorder of all pools would meet those of other tests.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pool() -> Result<Pool> {
    Pool::new(&Provider::virtual_device(VirtualOptions::default())?)
}

fn kind<T: Debug>(refused: Result<T>) -> ErrorKind {
    refused.expect_err("the call is wrong").kind()
}

/// A path for a recording, which is removed at the end.
struct Target(PathBuf);

impl Target {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("clmem_{}_{name}.clmem", std::process::id())))
    }

    fn read(&self) -> Recording {
        Recording::read(&self.0)
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.0.exists() {
            std::fs::remove_file(&self.0).expect("the recording was written by this test");
        }
    }
}

fn saved(recorder: &Recorder, name: &str) -> Result<Recording> {
    let target = Target::new(name);
    recorder.save(&target.0)?;
    Ok(target.read())
}

#[test]
fn a_ring_has_what_happened_to_a_pool() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let live = pool.allocate(700)?;
    let recorder = Recorder::new()?;
    recorder.mark("nothing is recorded yet")?;
    recorder.start_on(&pool)?;
    recorder.start_on(&pool)?; // again: nothing changes
    drop((pool.allocate(1000)?, pool.allocate(2000)?));
    recorder.mark("a \u{1D11E} mark")?;
    let target = Target::new("ring");
    recorder.save(&target.0)?;
    assert_eq!(std::fs::metadata(&target.0).expect("the file").permissions().mode() & 0o777, 0o600);
    let read = target.read();
    let sizes: Vec<u64> = read.of_kind(ALLOCATE).iter().map(|event| event.values[1]).collect();
    assert_eq!((sizes, read.of_kind(FREE).len()), (vec![1000, 2000], 2));
    assert_eq!(read.texts(MARK), ["nothing is recorded yet", "a \u{1D11E} mark"]);
    assert!(read.live_in_snapshots >= 2, "the live block, at the start and at the end");
    let info = recorder.info()?;
    assert!(info.events() >= 6 && info.bytes() > 0, "{info:?}");
    assert_eq!((info.lost(), info.stacks()), (0, 0));
    drop(live);
    recorder.try_release()
}

#[test]
fn it_stops_and_starts_again() -> Result<()> {
    let _alone = alone();
    let (one, two) = (pool()?, pool()?);
    let recorder = Recorder::new()?;
    recorder.stop()?; // nothing is recorded
    recorder.start_on(&one)?;
    recorder.start_on(&two)?;
    drop(one.allocate(1001)?);
    recorder.stop_on(&two)?;
    recorder.stop_on(&two)?; // again: nothing changes
    drop((one.allocate(1002)?, two.allocate(1003)?));
    recorder.stop()?;
    drop(one.allocate(1004)?);
    recorder.start_on(&two)?;
    drop(two.allocate(1005)?);
    let read = saved(&recorder, "stops")?;
    let sizes: Vec<u64> = read.of_kind(ALLOCATE).iter().map(|event| event.values[1]).collect();
    assert_eq!(sizes, [1001, 1002, 1005]);
    Ok(())
}

#[test]
fn all_pools_are_recorded_those_included_that_come_later() -> Result<()> {
    let _alone = alone();
    let before = pool()?;
    let recorder = Recorder::builder().ring(LEAST_RING).build()?;
    recorder.start()?;
    let after = pool()?;
    drop((before.allocate(1001)?, after.allocate(1002)?));
    let other = Recorder::new()?;
    assert_eq!(kind(other.start()), ErrorKind::InvalidArgument);
    assert_eq!(kind(other.start_on(&after)), ErrorKind::InvalidArgument);
    recorder.stop()?;
    other.start()?;
    drop(pool()?.allocate(1003)?);
    assert_eq!(saved(&recorder, "all")?.of_kind(ALLOCATE).len(), 2);
    assert_eq!(saved(&other, "later")?.of_kind(ALLOCATE).len(), 1);
    Ok(())
}

#[test]
fn a_pool_has_one_recorder() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let (first, second) = (Recorder::new()?, Recorder::new()?);
    first.start_on(&pool)?;
    let error = second.start_on(&pool).expect_err("the pool has another one");
    assert_eq!((error.kind(), error.function()), (ErrorKind::InvalidArgument, "clmem_recorder_start"));
    assert!(error.message().contains("another recorder"), "{error}");
    assert_eq!(kind(second.start()), ErrorKind::InvalidArgument);
    second.stop_on(&pool)?; // which it does not record
    drop(pool.allocate(1000)?);
    assert_eq!(saved(&first, "first")?.of_kind(ALLOCATE).len(), 1);
    drop(first); // releases the pool
    second.start_on(&pool)?;
    Ok(())
}

#[test]
fn a_file_is_complete_at_any_time() -> Result<()> {
    let _alone = alone();
    let target = Target::new("file");
    let pool = pool()?;
    // The last of ring() and file() counts.
    let recorder = Recorder::builder().file("/nonexistent/a").ring(1).file(&target.0).build()?;
    recorder.start_on(&pool)?;
    let block = pool.allocate(1000)?;
    let read = target.read();
    assert_eq!((read.of_kind(ALLOCATE).len(), read.of_kind(FREE).len()), (1, 0));
    let error = recorder.save(Target::new("copy").0.as_path()).expect_err("it has a file");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains(target.0.to_str().expect("UTF-8")), "{error}");
    drop(recorder);
    drop(block); // no longer recorded
    assert_eq!(target.read().of_kind(FREE).len(), 0);
    const FLAGS: usize = 52;
    let flags = std::fs::read(&target.0).expect("the file")[FLAGS];
    assert_eq!(flags, 2, "expected the file to say that its recorder was released");
    let ring = Recorder::builder().file("/nonexistent/a").ring(0).build()?;
    ring.mark("in the ring")?;
    assert_eq!(saved(&ring, "replaced")?.texts(MARK), ["in the ring"]);
    Ok(())
}

#[test]
fn ranges_end_with_their_guards() -> Result<()> {
    let _alone = alone();
    let recorder = Recorder::new()?;
    {
        let outer = recorder.range("epoch")?;
        drop(recorder.range("load")?);
        recorder.range("step")?.end()?;
        outer.end()?;
    }
    std::thread::scope(|scope| {
        scope.spawn(|| drop(recorder.range("another thread's").expect("a range")));
    });
    let read = saved(&recorder, "ranges")?;
    assert_eq!(read.texts(RANGE_BEGINS), ["epoch", "load", "step", "another thread's"]);
    let kinds: Vec<u8> = read.events.iter().map(|event| event.kind).collect();
    let (begin, end) = (RANGE_BEGINS, RANGE_ENDS);
    assert_eq!(kinds, [begin, begin, end, begin, end, end, begin, end]);
    assert!(read.events[5].thread != read.events[6].thread && read.events[6].thread == read.events[7].thread);
    Ok(())
}

#[test]
fn memory_outside_pools_is_recorded() -> Result<()> {
    let _alone = alone();
    let recorder = Recorder::builder().stack_frames(4).build()?;
    let image = recorder.outside("image", 4096)?;
    let kept = recorder.outside("vector", 0)?;
    std::thread::spawn(move || drop(image)).join().expect("no panic");
    let read = saved(&recorder, "outside")?;
    let added = read.of_kind(OUTSIDE_ALLOCATION);
    assert_eq!(read.texts(OUTSIDE_ALLOCATION), ["image", "vector"]);
    assert_eq!((added[0].values[1], added[1].values[1]), (4096, 0));
    assert!(!read.stack(added[0]).is_empty());
    let freed: Vec<u64> = read.of_kind(OUTSIDE_FREE).iter().map(|event| event.values[0]).collect();
    assert_eq!(freed, [added[0].values[0]]);
    drop(recorder);
    assert_eq!(kind(Pool::tag(&pool()?, "")), ErrorKind::InvalidArgument);
    let last = Error::last();
    drop(kept); // after the recorder: nothing fails
    assert_eq!(Error::last(), last);
    Ok(())
}

#[test]
fn a_snapshot_has_the_state_of_a_pool() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let blocks = (pool.allocate(1000)?, pool.allocate(2000)?);
    let target = Target::new("snapshot");
    pool.snapshot(&target.0)?;
    let read = target.read();
    assert_eq!((read.live_in_snapshots, read.events.len()), (2, 0));
    drop(blocks);
    pool.snapshot(&target.0)?; // which replaces it
    assert_eq!(target.read().live_in_snapshots, 0);
    assert_eq!(kind(pool.snapshot("/nonexistent/folder/a.clmem")), ErrorKind::InvalidArgument);
    assert_eq!(kind(pool.snapshot("a\0b")), ErrorKind::InvalidArgument);
    Ok(())
}

#[test]
fn wrong_options_are_refused() -> Result<()> {
    let _alone = alone();
    let builder = Recorder::builder;
    let cases = [
        (builder().ring(1), "ring_bytes"),
        (builder().ring(LEAST_RING - 1), "ring_bytes"),
        (builder().stack_frames(MOST_FRAMES + 1), "stack_frames"),
        (builder().file("/nonexistent/folder/a.clmem"), "/nonexistent/folder/a.clmem"),
        (builder().file(std::env::temp_dir()), "Is a directory"),
        (builder().file(""), "path"),
        (builder().file("a\0b"), "NUL"),
        (builder().stack_source(|_| ()), "stack_frames()"),
    ];
    for (wrong, part) in cases {
        let about = format!("{wrong:?}");
        let error = wrong.build().expect_err("an option is wrong");
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{about}");
        assert!(error.message().contains(part), "{about}: {error}");
    }
    for unwinder in [Unwinder::Auto, Unwinder::FramePointers, Unwinder::System] {
        let recorder = builder().ring(LEAST_RING).stack_frames(MOST_FRAMES).unwinder(unwinder).build()?;
        assert_eq!(recorder.info()?.events(), 0, "{unwinder:?}");
    }
    Ok(())
}

#[test]
fn wrong_texts_and_paths_are_refused() -> Result<()> {
    let _alone = alone();
    let recorder = Recorder::new()?;
    assert_eq!(kind(recorder.mark("a\0b")), ErrorKind::InvalidArgument);
    assert_eq!(kind(recorder.range("a\0b")), ErrorKind::InvalidArgument);
    assert_eq!(kind(recorder.outside("a\0b", 1)), ErrorKind::InvalidArgument);
    assert_eq!(kind(recorder.save("a\0b")), ErrorKind::InvalidArgument);
    assert_eq!(recorder.info()?.events(), 0);
    recorder.mark("kept")?;
    let error = recorder.save("/nonexistent/folder/a.clmem").expect_err("there is no folder");
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.message().contains("/nonexistent/folder/a.clmem"), "{error}");
    assert_eq!(saved(&recorder, "kept")?.texts(MARK), ["kept"], "expected a failure to lose nothing");
    Ok(())
}

#[test]
fn a_released_recorder_is_refused() -> Result<()> {
    let _alone = alone();
    let raw = Recorder::new()?.into_raw();
    // SAFETY: the handle was just given up by into_raw().
    let recorder = unsafe { Recorder::from_raw(raw) };
    recorder.mark("it works")?;
    let range = recorder.range("it ends later")?;
    // SAFETY: the library checks the handle, so a second release is refused.
    assert_eq!(unsafe { sys::clmem_recorder_release(raw) }, 0);
    assert_eq!(kind(range.end()), ErrorKind::InvalidHandle);
    let pool = pool()?;
    let refused = [
        recorder.start(),
        recorder.start_on(&pool),
        recorder.stop(),
        recorder.stop_on(&pool),
        recorder.mark(""),
        recorder.range("").map(drop),
        recorder.outside("", 1).map(drop),
        recorder.save(Target::new("none").0.as_path()),
        recorder.info().map(drop),
        recorder.try_release(),
    ];
    assert_eq!(refused.map(kind), [ErrorKind::InvalidHandle; 10]);
    Ok(())
}

#[test]
fn native_stacks_are_recorded() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let recorder = Recorder::builder().stack_frames(MOST_FRAMES).build()?;
    recorder.start_on(&pool)?;
    drop(pool.allocate(1000)?);
    let read = saved(&recorder, "native")?;
    let stack = read.stack(read.of_kind(ALLOCATE)[0]);
    assert!(stack.len() > 2 && stack.iter().all(|frame| matches!(frame, ReadFrame::Native { .. })), "{stack:?}");
    assert!(recorder.info()?.stacks() >= 1);
    Ok(())
}

#[test]
fn the_program_describes_stacks() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let source = |frames: &mut Vec<Frame>| {
        assert!(frames.is_empty());
        frames.push(Frame::new("step\0cut").at("train.lua\0cut", 30));
        frames.push(Frame::new(""));
        frames.push(Frame::new("beyond stack_frames"));
    };
    let recorder = Recorder::builder().stack_frames(2).stack_source(source).build()?;
    recorder.start_on(&pool)?;
    drop(pool.allocate(1000)?);
    let image = recorder.outside("image", 1)?;
    let read = saved(&recorder, "described")?;
    let frame =
        |function: &str, file: &str, line| ReadFrame::Source { function: function.into(), file: file.into(), line };
    let expected = [&frame("step", "train.lua", 30), &frame("", "", 0)];
    assert_eq!(read.stack(read.of_kind(ALLOCATE)[0]), expected);
    assert_eq!(read.stack(read.of_kind(OUTSIDE_ALLOCATION)[0]), expected);
    drop(image);
    Ok(())
}

#[test]
fn frames_have_what_they_were_given() {
    let frame = Frame::new("f").at("a.rs", 7);
    assert_eq!((frame.function(), frame.file(), frame.line()), ("f", "a.rs", 7));
    let unknown = Frame::new("");
    assert_eq!((unknown.function(), unknown.file(), unknown.line()), ("", "", 0));
    assert_ne!(frame, unknown);
}

#[test]
fn without_described_frames_the_native_stack_is_recorded() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let panics = Arc::new(AtomicBool::new(false));
    let shared = Arc::clone(&panics);
    let source = move |frames: &mut Vec<Frame>| {
        if shared.load(Ordering::Relaxed) {
            frames.push(Frame::new("lost"));
            panic!("the panic of this stack source is part of the test");
        }
    };
    let recorder = Recorder::builder().stack_frames(8).stack_source(source).build()?;
    recorder.start_on(&pool)?;
    drop(pool.allocate(1000)?);
    panics.store(true, Ordering::Relaxed);
    let (one, two) = (pool.allocate(2000)?, pool.allocate(3000)?);
    assert_eq!((one.size()?, two.size()?), (2000, 3000));
    let read = saved(&recorder, "panics")?;
    let stacks: Vec<_> = read.of_kind(ALLOCATE).into_iter().map(|event| read.stack(event)).collect();
    assert_eq!(stacks.len(), 3);
    let is_native = |frame: &&ReadFrame| matches!(frame, ReadFrame::Native { .. });
    assert!(stacks.iter().all(|stack| !stack.is_empty() && stack.iter().all(is_native)), "{stacks:?}");
    Ok(())
}

#[test]
fn a_stack_source_may_release_but_not_allocate() -> Result<()> {
    let _alone = alone();
    let pool = Arc::new(pool()?);
    let recorder = Arc::new(OnceLock::new());
    let held: Arc<Mutex<Vec<Buffer>>> = Arc::new(Mutex::new(vec![pool.allocate(500)?]));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (its_pool, its_recorder) = (Arc::clone(&pool), Arc::downgrade(&recorder));
    let (its_held, its_seen) = (Arc::clone(&held), Arc::clone(&seen));
    let source = move |frames: &mut Vec<Frame>| {
        let mut seen = its_seen.lock().expect("no panic");
        seen.push(its_pool.allocate(64).map_err(|error| error.kind()).map(drop));
        its_held.lock().expect("no panic").pop();
        // This needs a stack as well: the source is not called again.
        let recorder: Option<Arc<OnceLock<Recorder>>> = its_recorder.upgrade();
        let outside = recorder.and_then(|it| it.get().map(|it| it.outside("nested", 1).map(drop)));
        assert_eq!(outside, Some(Ok(())));
        frames.push(Frame::new("source"));
    };
    let it = recorder.get_or_init(|| Recorder::builder().stack_frames(4).stack_source(source).build().expect("built"));
    it.start_on(&pool)?;
    let block = pool.allocate(1000)?;
    assert_eq!(*seen.lock().expect("no panic"), [Err(ErrorKind::Callback)]);
    assert!(held.lock().expect("no panic").is_empty() && block.size()? == 1000);
    let read = saved(it, "nested")?;
    let (allocated, nested) = (read.of_kind(ALLOCATE), read.of_kind(OUTSIDE_ALLOCATION));
    assert_eq!((allocated.len(), nested.len(), read.of_kind(FREE).len()), (1, 1, 1));
    assert!(matches!(read.stack(allocated[0])[..], [ReadFrame::Source { .. }]));
    assert!(read.stack(nested[0]).iter().all(|frame| matches!(frame, ReadFrame::Native { .. })));
    Ok(())
}

/// Counts how often it is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn the_source_is_dropped_with_its_recorder() -> Result<()> {
    let _alone = alone();
    let drops = Arc::new(AtomicUsize::new(0));
    let source = |inner: Option<Recorder>| {
        let owned = (Dropped(Arc::clone(&drops)), inner);
        move |_: &mut Vec<Frame>| {
            let _whole = &owned;
        }
    };
    drop(Recorder::builder().stack_source(source(None)));
    assert_eq!(drops.load(Ordering::Relaxed), 1);
    assert_eq!(
        kind(Recorder::builder().stack_frames(1).ring(1).stack_source(source(None)).build()),
        ErrorKind::InvalidArgument
    );
    assert_eq!(drops.load(Ordering::Relaxed), 2);
    let inner = Recorder::builder().stack_frames(1).stack_source(source(None)).build()?;
    let outer = Recorder::builder().stack_frames(1).stack_source(source(Some(inner))).build()?;
    assert_eq!(drops.load(Ordering::Relaxed), 2);
    outer.try_release()?;
    assert_eq!(drops.load(Ordering::Relaxed), 4, "expected the recorder that the source owned to be dropped too");
    Ok(())
}

#[test]
fn a_recorder_is_released_while_other_threads_describe_stacks() -> Result<()> {
    let _alone = alone();
    let pool = pool()?;
    let (drops, calls, ends) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)), AtomicBool::new(false));
    const ROUNDS: usize = 50;
    std::thread::scope(|scope| -> Result<()> {
        for _ in 0..4 {
            scope.spawn(|| {
                while !ends.load(Ordering::Relaxed) {
                    drop(pool.allocate(1000).expect("a block"));
                }
            });
        }
        let rounds = (0..ROUNDS).try_for_each(|_| {
            let owned = Dropped(Arc::clone(&drops));
            let (its_calls, before) = (Arc::clone(&calls), calls.load(Ordering::Relaxed));
            let source = move |frames: &mut Vec<Frame>| {
                assert!(owned.0.load(Ordering::Relaxed) <= ROUNDS);
                its_calls.fetch_add(1, Ordering::Relaxed);
                frames.push(Frame::new("busy").at("busy.rs", 1));
            };
            let recorder = Recorder::builder().ring(LEAST_RING).stack_frames(4).stack_source(source).build()?;
            recorder.start_on(&pool)?;
            while calls.load(Ordering::Relaxed) == before {
                std::thread::yield_now();
            }
            recorder.try_release()
        });
        ends.store(true, Ordering::Relaxed);
        rounds
    })?;
    assert_eq!(drops.load(Ordering::Relaxed), ROUNDS);
    Ok(())
}

#[test]
fn many_threads_record_everything() -> Result<()> {
    let _alone = alone();
    const THREADS: usize = 8;
    const TURNS: usize = 500;
    let target = Target::new("threads");
    let pool = pool()?;
    let recorder = Recorder::builder().file(&target.0).stack_frames(8).build()?;
    recorder.start_on(&pool)?;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (pool, recorder) = (&pool, &recorder);
            scope.spawn(move || {
                let _range = recorder.range(&format!("thread {thread}")).expect("a range");
                for turn in 0..TURNS {
                    let block = pool.allocate(1 + (turn * 7919 + thread * 104729) % 100_000).expect("a block");
                    let outside: Option<Outside> =
                        (turn % 10 == 0).then(|| recorder.outside("host", turn).expect("a number"));
                    drop((block, outside));
                }
            });
        }
    });
    let info = recorder.info()?;
    assert_eq!(info.lost(), 0);
    recorder.try_release()?;
    let read = target.read();
    let counts = [ALLOCATE, FREE, OUTSIDE_ALLOCATION, OUTSIDE_FREE, RANGE_BEGINS, RANGE_ENDS];
    let all = THREADS * TURNS;
    assert_eq!(counts.map(|kind| read.of_kind(kind).len()), [all, all, all / 10, all / 10, THREADS, THREADS]);
    assert!(read.of_kind(ALLOCATE).iter().all(|event| !read.stack(event).is_empty()));
    Ok(())
}
