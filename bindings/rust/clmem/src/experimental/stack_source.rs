//! Stacks that the program describes to a recorder.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_void, CString};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A function on a stack, as a [stack source](crate::experimental::RecorderBuilder::stack_source) describes it.
///
/// ```
/// let frame = clmem::experimental::Frame::new("train").at("train.lua", 20);
/// assert_eq!((frame.function(), frame.file(), frame.line()), ("train", "train.lua", 20));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Frame {
    function: CString,
    file: CString,
    line: u32,
}

impl Frame {
    /// A function of this name, in an unknown place; empty: its name is unknown. The name ends at a NUL character.
    pub fn new(function: &str) -> Self {
        Self { function: until_nul(function), file: CString::default(), line: 0 }
    }

    /// The source file and the line in it, from 1; 0: unknown. The file's name ends at a NUL character.
    pub fn at(self, file: &str, line: u32) -> Self {
        Self { file: until_nul(file), line, ..self }
    }

    /// The function's name; empty: unknown.
    pub fn function(&self) -> &str {
        self.function.to_str().unwrap_or_default() // it was made from a str
    }

    /// The source file; empty: unknown.
    pub fn file(&self) -> &str {
        self.file.to_str().unwrap_or_default()
    }

    /// The line in the source file, from 1; 0: unknown.
    pub fn line(&self) -> u32 {
        self.line
    }
}

fn until_nul(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// Appends the functions on the calling thread's stack.
pub(crate) type StackSource = dyn Fn(&mut Vec<Frame>) + Send + Sync;

/// The sources of all recorders. The library may still call the source of a recorder that was just released, so it
/// knows the source's number, not its address.
static SOURCES: RwLock<BTreeMap<usize, Arc<StackSource>>> = RwLock::new(BTreeMap::new());

/// A source in the table. Dropping this value removes it; a call that is running keeps it alive.
#[derive(Debug)]
pub(crate) struct Registered(usize);

impl Registered {
    pub(crate) fn new(source: Arc<StackSource>) -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        SOURCES.write().unwrap_or_else(PoisonError::into_inner).insert(number, source);
        Self(number)
    }

    /// The pointer that the library passes to [`describe_stack`].
    pub(crate) fn user(&self) -> *mut c_void {
        std::ptr::without_provenance_mut(self.0)
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let removed = SOURCES.write().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        drop(removed); // without the lock: the source may own another recorder
    }
}

thread_local! {
    /// What this thread's last call has described; the library reads the texts after the call.
    static DESCRIBED: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
}

/// The library's callback: a `clmem_stack_fn`.
///
/// # Safety
///
/// The outputs have room for `capacity` elements.
pub(crate) unsafe extern "C" fn describe_stack(
    user: *mut c_void,
    capacity: u32,
    functions: *mut *const c_char,
    files: *mut *const c_char,
    lines: *mut u32,
) -> u32 {
    let described = catch_unwind(AssertUnwindSafe(|| {
        let source = SOURCES.read().unwrap_or_else(PoisonError::into_inner).get(&user.addr()).cloned()?;
        let with = |frames: &RefCell<Vec<Frame>>| {
            let mut frames = frames.try_borrow_mut().ok()?; // fails if the source itself needs a stack
            frames.clear();
            source(&mut frames);
            frames.truncate(capacity as usize);
            for (i, frame) in frames.iter().enumerate() {
                // SAFETY: there is room for this element. The texts stay until this thread's next call.
                unsafe {
                    *functions.add(i) = frame.function.as_ptr();
                    *files.add(i) = frame.file.as_ptr();
                    *lines.add(i) = frame.line;
                }
            }
            Some(frames.len() as u32)
        };
        DESCRIBED.try_with(with).ok().flatten() // fails at the end of the thread
    }));
    // A panic cannot be reported to any caller; its own message has gone to the standard error.
    described.unwrap_or(None).unwrap_or(0)
}
