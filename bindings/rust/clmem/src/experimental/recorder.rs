//! Recordings of what happens to the memory of pools.

use super::stack_source::{describe_stack, Frame, Registered, StackSource};
use crate::{error::check, raw, sys, Error, Pool, Result};
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

raw::handle! {
    /// The handle alone.
    Handle, clmem_recorder, clmem_recorder_release
}

raw::record! {
    /// What a recorder has recorded.
    RecorderInfo, clmem_recorder_info
}

/// How a recorder finds the native stack of an allocation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
#[non_exhaustive]
pub enum Unwinder {
    /// By libunwind if it is installed, otherwise as the system does.
    #[default]
    Auto = sys::CLMEM_UNWINDER_AUTO,
    /// By frame pointers, in a tenth of the time: the program and its libraries must be built with them
    /// (`-C force-frame-pointers=yes`, `-fno-omit-frame-pointer`), otherwise stacks end early.
    FramePointers = sys::CLMEM_UNWINDER_FRAME_POINTERS,
    /// By the C library's `backtrace()`.
    System = sys::CLMEM_UNWINDER_SYSTEM,
}

/// Records what happens to the memory of pools: allocations and releases with their place, queue, tag and stack, slabs,
/// waits, shortages, and what the program itself marks.
///
/// The record is a ring in memory that keeps the last events, or a file that is complete up to the last event even if
/// the program is killed. The command `clmem report` reads it (`docs/seeing-memory.md`). Dropping the recorder stops
/// it, ends the file, and discards a ring. All its methods may be called from several threads at once.
///
/// ```
/// use clmem::experimental::Recorder;
/// use clmem::{Pool, Provider, VirtualOptions};
///
/// # fn main() -> clmem::Result<()> {
/// let pool = Pool::new(&Provider::virtual_device(VirtualOptions::default())?)?;
/// let recorder = Recorder::builder().ring(1 << 20).stack_frames(16).build()?;
/// recorder.start_on(&pool)?;
/// {
///     let _epoch = recorder.range("epoch 1")?; // until the end of this block
///     let _block = pool.allocate(1 << 20)?;
///     recorder.mark("loaded")?;
/// }
/// assert!(recorder.info()?.events() >= 5);
/// let path = std::env::temp_dir().join("clmem_recorder_doc.clmem");
/// recorder.save(&path)?; // then: clmem report FILE
/// # std::fs::remove_file(&path).expect("the file");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Recorder {
    handle: Handle, // dropped first: the library begins no call of the source afterwards
    source: Option<Registered>,
    /// Tells the guards that outlive the recorder that it is gone.
    alive: Arc<()>,
}

impl Recorder {
    /// Creates a recorder with a ring of 16 MiB, without stacks ([`sys::clmem_recorder_create`]). It records nothing
    /// before [`start`](Self::start).
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process is out of memory.
    pub fn new() -> Result<Self> {
        Self::builder().build()
    }

    /// Starts building a recorder with options.
    pub fn builder() -> RecorderBuilder {
        RecorderBuilder { options: sys::clmem_recorder_options::default(), path: None, source: None }
    }

    /// Records all pools of the process from now on, those included that are created later
    /// ([`sys::clmem_recorder_start`]). The state of each pool is recorded first, so blocks that are live already are
    /// known, without their stacks.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): a pool has another recorder.
    pub fn start(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_recorder_start(self.as_raw(), std::ptr::null_mut()) })
    }

    /// Records a pool from now on, with its present state ([`sys::clmem_recorder_start`]). A recorder may record several
    /// pools; a pool has at most one recorder.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the pool has another recorder.
    pub fn start_on(&self, pool: &Pool) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_recorder_start(self.as_raw(), pool.as_raw()) })
    }

    /// Stops recording all pools ([`sys::clmem_recorder_stop`]). What was recorded stays, and recording may start
    /// again. It does nothing if no pool is recorded.
    ///
    /// # Errors
    ///
    /// [`OutOfHostMemory`](crate::ErrorKind::OutOfHostMemory): the process is out of memory.
    pub fn stop(&self) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_recorder_stop(self.as_raw(), std::ptr::null_mut()) })
    }

    /// Stops recording a pool ([`sys::clmem_recorder_stop`]). It does nothing for a pool that this recorder does not
    /// record.
    ///
    /// # Errors
    ///
    /// Same as [`stop`](Self::stop).
    pub fn stop_on(&self, pool: &Pool) -> Result<()> {
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_recorder_stop(self.as_raw(), pool.as_raw()) })
    }

    /// Records a mark: a moment of the program, by which a person finds what came before and after it
    /// ([`sys::clmem_recorder_mark`]). At most 4096 bytes of the text are kept.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the text contains a NUL character.
    pub fn mark(&self, text: &str) -> Result<()> {
        let text = raw::c_text("Recorder::mark", text)?;
        // SAFETY: the text is NUL-terminated.
        check(unsafe { sys::clmem_recorder_mark(self.as_raw(), text.as_ptr()) })
    }

    /// Records that a part of the program begins on this thread, and ends when the guard is dropped
    /// ([`sys::clmem_recorder_begin_range`]). At most 4096 bytes of the name are kept.
    ///
    /// Ranges may be nested: drop the inner guard first. Reports say how much memory each part has at most.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the name contains a NUL character.
    pub fn range(&self, name: &str) -> Result<Range<'_>> {
        let name = raw::c_text("Recorder::range", name)?;
        // SAFETY: the name is NUL-terminated.
        check(unsafe { sys::clmem_recorder_begin_range(self.as_raw(), name.as_ptr()) })?;
        Ok(Range { recorder: self, of_this_thread: PhantomData })
    }

    /// Records an allocation of memory that is in no pool, such as an image or another library's buffer, so that
    /// reports count it ([`sys::clmem_recorder_add_outside`]). Dropping the guard records that it was freed.
    ///
    /// The kind says what it is, such as `image`. The guard may outlive the recorder, and be dropped on any thread:
    /// keep it with the memory.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the kind contains a NUL character.
    pub fn outside(&self, kind: &str, bytes: usize) -> Result<Outside> {
        let kind = raw::c_text("Recorder::outside", kind)?;
        let mut number = 0;
        // SAFETY: the kind is NUL-terminated, the output is a live variable.
        check(unsafe { sys::clmem_recorder_add_outside(self.as_raw(), kind.as_ptr(), bytes, &mut number) })?;
        // SAFETY: the library checks the handle at each use, and this copy of it is never dropped.
        let recorder = ManuallyDrop::new(unsafe { Handle::from_raw(self.as_raw()) });
        Ok(Outside { recorder, number, alive: Arc::downgrade(&self.alive) })
    }

    /// Writes the ring to a file, with the present state of its pools ([`sys::clmem_recorder_save`]). The recorder goes
    /// on. The file is created or replaced, readable by its owner alone.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): the file cannot be written, or its path contains a NUL
    /// character; [`Unsupported`](crate::ErrorKind::Unsupported): the recorder writes to a file already.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = raw::c_path("Recorder::save", path.as_ref())?;
        // SAFETY: the path is NUL-terminated.
        check(unsafe { sys::clmem_recorder_save(self.as_raw(), path.as_ptr()) })
    }

    /// What was recorded so far ([`sys::clmem_recorder_describe`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn info(&self) -> Result<RecorderInfo> {
        let mut info = RecorderInfo::init();
        // SAFETY: the record is a live variable that states its size.
        check(unsafe { sys::clmem_recorder_describe(self.as_raw(), &mut info.0) })?;
        Ok(info)
    }

    /// The handle, borrowed, for calls of [`sys`].
    pub fn as_raw(&self) -> sys::clmem_recorder {
        self.handle.as_raw()
    }

    /// The handle, which the caller must release from now on. The recorder's stack source, if any, is never freed.
    #[must_use = "the recorder goes on unless the handle is released"]
    pub fn into_raw(self) -> sys::clmem_recorder {
        std::mem::forget((self.source, self.alive));
        self.handle.into_raw()
    }

    /// Takes ownership of a handle; dropping this value releases it.
    ///
    /// # Safety
    ///
    /// The caller owns the handle, it is that of a recorder, and nothing else releases it.
    pub unsafe fn from_raw(raw: sys::clmem_recorder) -> Self {
        // SAFETY: the caller guarantees what this function requires.
        Self { handle: unsafe { Handle::from_raw(raw) }, source: None, alive: Arc::default() }
    }

    /// Releases the recorder as dropping does, but reports a failure ([`sys::clmem_recorder_release`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the handle was already released through the C interface.
    pub fn try_release(self) -> Result<()> {
        self.handle.try_release()
    }
}

/// Builds a recorder.
#[must_use = "build() makes the recorder"]
pub struct RecorderBuilder {
    pub(crate) options: sys::clmem_recorder_options,
    path: Option<PathBuf>,
    source: Option<Arc<StackSource>>,
}

impl std::fmt::Debug for RecorderBuilder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut fields = formatter.debug_struct("RecorderBuilder");
        fields.field("options", &self.options).field("path", &self.path).finish_non_exhaustive()
    }
}

impl RecorderBuilder {
    /// Records to a ring of this size, at least 256 KiB; 0: 16 MiB. This is the default; it replaces an earlier
    /// [`file`](Self::file).
    pub fn ring(mut self, bytes: usize) -> Self {
        self.options.ring_bytes = bytes;
        self.path = None;
        self
    }

    /// Records to a file, which [`build`](Self::build) creates or replaces, readable by its owner alone. If the disk
    /// becomes full later, events are lost, and nothing else.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// How native stacks are found. `clmem report` finds the names of Rust's functions.
    pub fn unwinder(mut self, unwinder: Unwinder) -> Self {
        self.options.unwinder = unwinder as u32;
        self
    }

    /// Describes stacks by the program's own function instead of the unwinder, for example the functions of an
    /// interpreter; needs [`stack_frames`](Self::stack_frames).
    ///
    /// The source is called on each thread that allocates from a recorded pool, or calls [`Recorder::outside`]. It
    /// appends its frames to the empty vector, the innermost first; those after the first `stack_frames` are ignored.
    /// It may release memory, but not allocate: that fails with [`Callback`](crate::ErrorKind::Callback). If it appends
    /// nothing, or panics, the native stack is recorded. It is dropped with the recorder, or after its last call on
    /// another thread.
    ///
    /// ```
    /// use clmem::experimental::{Frame, Recorder};
    ///
    /// thread_local! {
    ///     static LINE: std::cell::Cell<u32> = const { std::cell::Cell::new(0) }; // of the script
    /// }
    /// # fn main() -> clmem::Result<()> {
    /// let source = |frames: &mut Vec<Frame>| frames.push(Frame::new("main").at("script.lua", LINE.get()));
    /// let recorder = Recorder::builder().stack_frames(8).stack_source(source).build()?;
    /// LINE.set(3);
    /// let _texture = recorder.outside("texture", 4096)?; // main (script.lua:3)
    /// assert_eq!(recorder.info()?.stacks(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn stack_source<F>(mut self, source: F) -> Self
    where
        F: Fn(&mut Vec<Frame>) + Send + Sync + 'static,
    {
        self.source = Some(Arc::new(source));
        self
    }

    /// Creates the recorder, which records nothing before [`Recorder::start`] ([`sys::clmem_recorder_create`]).
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument): there are too many frames, or a stack source without
    /// frames; the ring is too small; the file cannot be created, or its path contains a NUL character.
    pub fn build(mut self) -> Result<Recorder> {
        if self.source.is_some() && self.options.stack_frames == 0 {
            let message = "expected stack_frames() of 1 to 32 with a stack source, got 0, which records no stacks";
            return Err(Error::argument("RecorderBuilder::build", message));
        }
        let path = self.path.map(|path| raw::c_path("RecorderBuilder::build", &path)).transpose()?;
        let source = self.source.map(Registered::new);
        if let Some(path) = &path {
            self.options.path = path.as_ptr();
        }
        if let Some(source) = &source {
            self.options.stack = Some(describe_stack);
            self.options.stack_user = source.user();
        }
        let mut recorder = std::ptr::null_mut();
        // SAFETY: the options state their size and a NUL-terminated path or none, the output is a live variable.
        check(unsafe { sys::clmem_recorder_create(&self.options, &mut recorder) })?;
        // SAFETY: the call returned a handle, which this value now owns.
        Ok(Recorder { handle: unsafe { Handle::from_raw(recorder) }, source, alive: Arc::default() })
    }
}

/// A part of the program, from [`Recorder::range`], which ends when this value is dropped. It must end on
/// the thread on which it began, so this does not compile:
///
/// ```compile_fail,E0277
/// # fn end(recorder: &clmem::experimental::Recorder) {
/// let range = recorder.range("step").unwrap();
/// std::thread::scope(|scope| {
///     scope.spawn(move || drop(range));
/// });
/// # }
/// ```
#[derive(Debug)]
#[must_use = "the range ends when this value is dropped"]
pub struct Range<'a> {
    recorder: &'a Recorder,
    of_this_thread: PhantomData<*const ()>,
}

impl Range<'_> {
    /// Ends the range as dropping does, but reports a failure ([`sys::clmem_recorder_end_range`]).
    ///
    /// # Errors
    ///
    /// [`InvalidHandle`](crate::ErrorKind::InvalidHandle): the recorder was released through the C interface.
    pub fn end(self) -> Result<()> {
        let range = ManuallyDrop::new(self);
        // SAFETY: any handle value may be passed; the library checks it.
        check(unsafe { sys::clmem_recorder_end_range(range.recorder.as_raw()) })
    }
}

impl Drop for Range<'_> {
    fn drop(&mut self) {
        // SAFETY: any handle value may be passed; the library checks it. A destructor cannot report a failure, as end()
        // does; the thread's error record keeps it.
        unsafe { sys::clmem_recorder_end_range(self.recorder.as_raw()) };
    }
}

/// Memory in no pool, from [`Recorder::outside`]. Dropping this value records that it was freed; it does nothing if the
/// recorder was dropped before.
#[derive(Debug)]
#[must_use = "the memory counts as freed when this value is dropped"]
pub struct Outside {
    recorder: ManuallyDrop<Handle>, // borrowed
    number: u64,
    alive: Weak<()>,
}

impl Drop for Outside {
    fn drop(&mut self) {
        if self.alive.strong_count() != 0 {
            // SAFETY: any handle value may be passed; the library checks it. The recorder may be released meanwhile.
            unsafe { sys::clmem_recorder_remove_outside(self.recorder.as_raw(), self.number) };
        }
    }
}
