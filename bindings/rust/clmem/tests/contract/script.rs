//! A running case: its steps, its callbacks, the objects it owns.

use crate::callbacks::User;
use crate::interface::*;
use crate::values::{bytes_of, hex};
use crate::{opencl, record};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The state of a case. It is never freed, since a thread of the driver may call late.
pub struct Script {
    pub api: &'static Interface,
    given: &'static Value,
    arena: Mutex<Arena>,
    variables: Mutex<HashMap<String, Value>>,
    users: Mutex<Vec<&'static User>>,
    /// The objects to release: their types and words.
    pub owned: Mutex<Vec<(String, u64)>>,
    called: Mutex<HashMap<String, u64>>,
    problem: Mutex<Option<String>>,
    callbacks: Mutex<u64>,
    next_address: Mutex<u64>,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Script {
    pub fn new(api: &'static Interface, given: &'static Value) -> &'static Self {
        Box::leak(Box::new(Self {
            api,
            given,
            arena: Mutex::default(),
            variables: Mutex::default(),
            users: Mutex::default(),
            owned: Mutex::default(),
            called: Mutex::default(),
            problem: Mutex::default(),
            callbacks: Mutex::default(),
            next_address: Mutex::default(),
        }))
    }

    pub fn run(&'static self, case: &Value) -> Outcome {
        let outcome = self.run_steps(case);
        for (type_, value) in lock(&self.owned).drain(..).rev() {
            let name = self.api.releases.get(&type_).map_or("", String::as_str);
            self.raw_call(name, &[value as usize])?;
        }
        outcome
    }

    fn run_steps(&'static self, case: &Value) -> Outcome {
        for name in list_of(case, "given") {
            self.steps(list_of(self.given, name.as_str().unwrap_or_default()))?;
        }
        self.steps(list_of(case, "steps"))?;
        loop {
            let Some((type_, value)) = lock(&self.owned).pop() else { break };
            let Some(name) = self.api.releases.get(&type_) else {
                return fault(format!("there is no function that releases {type_}"));
            };
            let status = self.raw_call(name, &[value as usize])?;
            if status != 0 {
                return mismatch(format!("at the end {name}() gave {}", record::status_text(status)));
            }
        }
        lock(&self.arena).check_guards()
    }

    // ---- state ----

    pub fn take(&self, bytes: usize) -> usize {
        lock(&self.arena).take(bytes)
    }

    pub fn variables(&self) -> MutexGuard<'_, HashMap<String, Value>> {
        lock(&self.variables)
    }

    pub fn save(&self, name: &str, value: Value) {
        self.variables().insert(name.to_string(), value);
    }

    pub fn called_back(&self) -> u64 {
        *lock(&self.callbacks)
    }

    pub fn new_user(&self) -> &'static User {
        // SAFETY: scripts are leaked, so they are never freed.
        let this: &'static Self = unsafe { &*std::ptr::from_ref(self) };
        let user: &'static User = Box::leak(Box::new(User::new(this)));
        lock(&self.users).push(user);
        user
    }

    pub fn last_user(&self) -> &'static User {
        lock(&self.users).last().copied().unwrap_or_else(|| self.new_user())
    }

    // ---- steps ----

    pub fn steps(&'static self, listed: &[Value]) -> Outcome {
        for one in listed {
            self.step(one)
                .and_then(|()| match lock(&self.problem).take() {
                    Some(problem) => mismatch(problem),
                    None => Ok(()),
                })
                .map_err(|problem| problem.within(one))?;
        }
        Ok(())
    }

    fn step(&'static self, one: &Value) -> Outcome {
        let has = |key: &str| one.get(key).is_some();
        if has("call") {
            self.call(one)
        } else if has("check") {
            let check = &one["check"];
            self.matches(&one["is"], &self.resolved(check)?, check.as_str().unwrap_or_default())
        } else if has("set") {
            self.save(text_of(one, "set"), self.resolved(&one["to"])?);
            Ok(())
        } else if has("given") {
            self.steps(list_of(self.given, text_of(one, "given")))
        } else if has("repeat") {
            self.repeat(one)
        } else if has("thread") {
            let run = || {
                std::thread::spawn({
                    let steps = list_of(one, "thread").to_vec();
                    move || self.steps(&steps)
                })
            };
            run().join().unwrap_or_else(|_| fault("the thread panicked"))
        } else if has("memory") {
            self.memory(one)
        } else if has("opencl") {
            opencl::step(self, one)
        } else if has("callback") {
            let name = text_of(one, "callback");
            let count = lock(&self.called).get(name).copied().unwrap_or_default();
            self.matches(&one["called"], &count.into(), &format!("calls of {name}"))
        } else {
            fault("unknown sort of step")
        }
    }

    fn repeat(&'static self, one: &Value) -> Outcome {
        for turn in 0..self.number(&one["repeat"])? {
            self.save("i", turn.into());
            let text = one["steps"].to_string().replace("{i}", &turn.to_string());
            let steps: Value = serde_json::from_str(&text).or_else(|error| fault(error.to_string()))?;
            self.steps(steps.as_array().map_or(&[], Vec::as_slice))?;
        }
        Ok(())
    }

    fn memory(&self, one: &Value) -> Outcome {
        if let Some(bytes) = one.get("bytes") {
            let at = self.take(self.number(bytes)? as usize);
            self.save(text_of(one, "memory"), at.into());
            return Ok(());
        }
        let at = self.number(&one["memory"])? as usize;
        if let Some(digits) = one["write"].as_str() {
            put(at, &bytes_of(digits)?);
            return Ok(());
        }
        let wanted = bytes_of(text_of(one, "holds"))?;
        let found = hex(&bytes_at(at, wanted.len())).into();
        self.matches(&hex(&wanted).into(), &found, &format!("memory at {}", text_of(one, "memory")))
    }

    // ---- callbacks ----

    /// Runs a callback of the case: the nth call returns the nth value.
    pub fn call_back(&'static self, type_: &str, description: &Value, arguments: &[usize]) -> i32 {
        *lock(&self.callbacks) += 1;
        self.answer(type_, description, arguments).unwrap_or_else(|problem| {
            // The step that caused the call reports it: no exception may pass through the library.
            *lock(&self.problem) = Some(problem.text().to_string());
            0
        })
    }

    fn answer(&'static self, type_: &str, description: &Value, arguments: &[usize]) -> Outcome<i32> {
        let name = text_of(description, "callback");
        let number = {
            let mut called = lock(&self.called);
            let count = called.entry(name.to_string()).or_default();
            *count += 1;
            *count as usize
        };
        let parameters = list_of(&self.api.callbacks[type_], "parameters");
        let inputs = parameters.iter().zip(arguments).filter(|(parameter, _)| !is_output(parameter));
        let values = inputs.map(|(parameter, &word)| (text_of(parameter, "name").to_string(), Value::from(word)));
        self.save(name, Value::Object(values.collect()));
        self.steps(list_of(description, "steps"))?;
        let returns = match &description["returns"] {
            Value::Array(list) => list.get(number.min(list.len()) - 1).cloned().unwrap_or_default(),
            other => other.clone(),
        };
        let result = self.number(&returns)? as i32;
        for (parameter, &word) in parameters.iter().zip(arguments) {
            if is_output(parameter) && !(type_ == "clmem_memory_allocate_fn" && result != 0) {
                let address = {
                    let mut next = lock(&self.next_address);
                    *next += 0x10_0000;
                    *next
                };
                let gives = description.get("gives").cloned().unwrap_or_else(|| address.into());
                self.write(word, target_of(parameter), &gives)?;
            }
        }
        Ok(result)
    }
}
