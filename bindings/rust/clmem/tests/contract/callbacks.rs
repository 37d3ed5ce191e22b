//! Callbacks of cases: C functions that find their description through the user pointer.

use crate::interface::{fault, Outcome};
use crate::script::Script;
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

/// The target of the user pointer in a struct with callbacks. It is never freed: a thread of the driver may call late.
pub struct User {
    script: &'static Script,
    descriptions: Mutex<HashMap<String, Value>>,
}

impl User {
    pub fn new(script: &'static Script) -> Self {
        Self { script, descriptions: Mutex::default() }
    }

    pub fn describe(&self, type_: &str, description: &Value) {
        let mut all = self.descriptions.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(type_.to_string(), description.clone());
    }
}

/// The address of the C function for a type of callback.
pub fn function(type_: &str) -> Outcome<u64> {
    Ok(match type_ {
        "clmem_memory_allocate_fn" => allocate as *const () as u64,
        "clmem_memory_release_fn" => memory_release as *const () as u64,
        "clmem_user_release_fn" => user_release as *const () as u64,
        "clmem_out_of_memory_fn" => out_of_memory as *const () as u64,
        "clmem_value_retain_fn" => value_retain as *const () as u64,
        "clmem_value_release_fn" => value_release as *const () as u64,
        _ => return fault(format!("unknown callback {type_}")),
    })
}

fn called(user: *mut c_void, type_: &str, others: &[usize]) -> i32 {
    // SAFETY: the pointer is that of a User, which is never freed.
    let about = unsafe { &*user.cast::<User>() };
    let description = about.descriptions.lock().unwrap_or_else(PoisonError::into_inner).get(type_).cloned();
    let arguments = [&[user as usize], others].concat();
    about.script.call_back(type_, &description.unwrap_or_default(), &arguments)
}

extern "C" fn allocate(user: *mut c_void, bytes: usize, out: *mut *mut c_void) -> i32 {
    called(user, "clmem_memory_allocate_fn", &[bytes, out as usize])
}

extern "C" fn memory_release(user: *mut c_void, memory: *mut c_void, bytes: usize) {
    called(user, "clmem_memory_release_fn", &[memory as usize, bytes]);
}

extern "C" fn user_release(user: *mut c_void) {
    called(user, "clmem_user_release_fn", &[]);
}

extern "C" fn out_of_memory(user: *mut c_void, bytes: usize, attempt: u32) -> i32 {
    called(user, "clmem_out_of_memory_fn", &[bytes, attempt as usize])
}

extern "C" fn value_retain(user: *mut c_void, value: *mut c_void) {
    called(user, "clmem_value_retain_fn", &[value as usize]);
}

extern "C" fn value_release(user: *mut c_void, value: *mut c_void) {
    called(user, "clmem_value_release_fn", &[value as usize]);
}
