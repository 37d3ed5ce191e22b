//! What the crate does when a driver fails. OpenCL's loader finds a driver's functions through the first word of each
//! object, so an object of this test is one whose driver fails on purpose.

use clmem::{sys, AnyMemory, ErrorKind, Result};
use std::ffi::c_void;
use std::sync::atomic::{AtomicI32, Ordering};

const RETAIN: usize = 17; // positions in the table that cl_icd.h declares
const RELEASE: usize = 18;
const GET_INFO: usize = 20;
const OUT_OF_RESOURCES: i32 = -5; // CL_OUT_OF_RESOURCES

/// A buffer whose driver answers what an import asks; the rest, which a description asks, only if it is able to.
#[repr(C)]
struct Object {
    functions: &'static [*const c_void; 256],
    references: AtomicI32,
    describes: bool,
}

impl Object {
    fn new(describes: bool) -> Self {
        let mut functions = [std::ptr::null(); 256];
        functions[RETAIN] = retain as *const c_void;
        functions[RELEASE] = release as *const c_void;
        functions[GET_INFO] = get_info as *const c_void;
        Self { functions: Box::leak(Box::new(functions)), references: AtomicI32::new(1), describes }
    }

    fn mem(&self) -> sys::cl_mem {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    fn references(&self) -> i32 {
        self.references.load(Ordering::SeqCst)
    }
}

unsafe extern "C" fn retain(object: *const Object) -> i32 {
    // SAFETY: the loader passes the object on.
    unsafe { (*object).references.fetch_add(1, Ordering::SeqCst) };
    0
}

unsafe extern "C" fn release(object: *const Object) -> i32 {
    // SAFETY: as above.
    unsafe { (*object).references.fetch_sub(1, Ordering::SeqCst) };
    0
}

unsafe extern "C" fn get_info(
    object: *const Object,
    property: u32,
    capacity: usize,
    value: *mut c_void,
    bytes: *mut usize,
) -> i32 {
    // SAFETY: as above.
    let describes = unsafe { (*object).describes };
    let answer = match property {
        sys::CL_MEM_TYPE => sys::CL_MEM_OBJECT_BUFFER as usize,
        sys::CL_MEM_SIZE => 64,
        sys::CL_MEM_ASSOCIATED_MEMOBJECT => 0,
        _ if describes => 0,
        _ => return OUT_OF_RESOURCES,
    };
    // SAFETY: clmem asks for numbers of at most 8 bytes, with room for them, and passes NULL for what it does not want.
    unsafe {
        if !value.is_null() {
            value.cast::<u8>().copy_from_nonoverlapping(answer.to_le_bytes().as_ptr(), capacity);
        }
        if let Some(bytes) = bytes.as_mut() {
            *bytes = capacity;
        }
    }
    0
}

fn refused(imported: Result<AnyMemory>) {
    let error = imported.expect_err("the driver does not describe the object");
    assert_eq!((error.function(), error.kind()), ("clmem_memory_describe", ErrorKind::OpenCl(OUT_OF_RESOURCES)));
}

#[test]
fn a_failed_import_leaves_the_references_as_they_were() {
    let object = Object::new(false);
    // SAFETY: the object behaves as a driver's does, and outlives both imports.
    unsafe {
        refused(AnyMemory::import(object.mem()));
        assert_eq!(object.references(), 1);
        refused(AnyMemory::take_over(object.mem())); // the caller still owns its reference
        assert_eq!(object.references(), 1);
    }
}

#[test]
fn an_import_retains_and_taking_over_does_not() -> Result<()> {
    let object = Object::new(true);
    // SAFETY: as above; the test owns the object's first reference.
    unsafe {
        let same = AnyMemory::import(object.mem())?;
        assert_eq!(object.references(), 2);
        drop(same);
        assert_eq!(object.references(), 1);
        let taken = AnyMemory::take_over(object.mem())?;
        assert_eq!(object.references(), 1);
        drop(taken);
        assert_eq!(object.references(), 0);
    }
    Ok(())
}
