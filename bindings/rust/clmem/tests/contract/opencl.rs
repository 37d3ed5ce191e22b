//! OpenCL calls that cases make directly: user events, markers.

use crate::interface::*;
use crate::script::{lock, Script};
use clmem_sys as sys;
use serde_json::Value;
use std::ffi::c_void;

/// The address of an OpenCL function.
fn function(name: &str) -> Outcome<*mut c_void> {
    clmem::opencl::function(name).or_else(|error| mismatch(error.to_string()))
}

fn succeeded(name: &str, code: i32) -> Outcome {
    if code == 0 {
        Ok(())
    } else {
        mismatch(format!("{name}() gave {code}"))
    }
}

/// Calls an OpenCL function that returns an error code.
macro_rules! call {
    ($name:literal, $($argument:expr => $type:ty),*) => {{
        let address = function($name)?;
        // SAFETY: the function has this type, and its arguments are live objects of a case.
        let code = unsafe {
            let function: unsafe extern "system" fn($($type),*) -> i32 = std::mem::transmute(address);
            function($($argument),*)
        };
        succeeded($name, code)
    }};
}

pub fn step(script: &Script, one: &Value) -> Outcome {
    let pointer = |key: &str| script.number(one.get(key).unwrap_or(&Value::Null)).map(|word| word as *mut c_void);
    let mut event = std::ptr::null_mut();
    match text_of(one, "opencl") {
        "complete user event" => {
            let status = script.number(&one["status"])? as i32;
            return call!("clSetUserEventStatus", pointer("event")? => *mut c_void, status => i32);
        }
        "event status" => {
            let (mut status, mut bytes) = (0_i32, 0_usize);
            call!("clGetEventInfo", pointer("event")? => *mut c_void, sys::CL_EVENT_COMMAND_EXECUTION_STATUS => u32,
                4 => usize, &mut status => *mut i32, &mut bytes => *mut usize)?;
            return script.matches(&one["is"], &status.into(), "event status");
        }
        "make user event" => event = make_user_event(pointer("context")?)?,
        "enqueue marker" => {
            let (queue, after) = (pointer("queue")?, pointer("after")?);
            if after.is_null() {
                call!("clEnqueueMarker", queue => *mut c_void, &mut event => *mut *mut c_void)?;
            } else {
                call!("clEnqueueMarkerWithWaitList", queue => *mut c_void, 1 => u32, &after => *const *mut c_void,
                    &mut event => *mut *mut c_void)?;
            }
            call!("clFlush", queue => *mut c_void)?;
        }
        other => return fault(format!("unknown: {other}")),
    }
    script.save(text_of(one, "save"), (event as u64).into());
    lock(&script.owned).push(("cl_event".into(), event as u64));
    Ok(())
}

fn make_user_event(context: *mut c_void) -> Outcome<*mut c_void> {
    let address = function("clCreateUserEvent")?;
    let mut code = 0;
    // SAFETY: the function has this type; the context is live, the output is a live variable.
    let event = unsafe {
        let create: unsafe extern "system" fn(*mut c_void, *mut i32) -> *mut c_void = std::mem::transmute(address);
        create(context, &mut code)
    };
    succeeded("clCreateUserEvent", code).map(|()| event)
}
