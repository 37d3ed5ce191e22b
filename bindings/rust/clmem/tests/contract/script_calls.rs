//! The calls of a case, and the rules that every call must obey.

use crate::interface::*;
use crate::script::{lock, Script};
use crate::values::{hex, JUNK};
use crate::{calls, record};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// An argument of a call, as a word; for an output, also its memory.
struct Argument<'a> {
    parameter: &'a Value,
    value: usize,
    memory: Option<usize>,
    count: usize,
    stride: usize,
    struct_size: usize,
    is_init: bool,
}

impl<'a> Argument<'a> {
    fn new(parameter: &'a Value) -> Self {
        Self { parameter, value: 0, memory: None, count: 1, stride: 0, struct_size: 0, is_init: false }
    }

    fn name(&self) -> &str {
        text_of(self.parameter, "name")
    }
}

impl Script {
    /// Calls a function by its name.
    pub fn raw_call(&self, name: &str, words: &[usize]) -> Outcome<i32> {
        // SAFETY: the arguments come from a case, whose outputs have their own memory.
        unsafe { calls::call(name, words) }.map_or_else(|| fault(format!("there is no function {name}")), Ok)
    }

    pub fn call(&'static self, one: &Value) -> Outcome {
        let name = text_of(one, "call");
        let Some(function) = self.api.functions.get(name) else {
            return fault(format!("there is no function {name}"));
        };
        let nothing = Map::new();
        let given = one["with"].as_object().unwrap_or(&nothing);
        let parameters = list_of(function, "parameters");
        for key in given.keys() {
            if !parameters.iter().any(|parameter| text_of(parameter, "name") == key) {
                return fault(format!("{name}() has no parameter {key}"));
            }
        }
        let arguments = parameters
            .iter()
            .map(|parameter| match is_output(parameter) {
                true => self.output(function, parameter, given),
                false => self.input(function, parameter, given),
            })
            .collect::<Outcome<Vec<_>>>()?;
        let (before, callbacks) = (record::record(), self.called_back());
        let words: Vec<usize> = arguments.iter().map(|argument| argument.value).collect();
        let status = self.raw_call(name, &words)?;
        self.check_status(one, status)?;
        self.check_record(one, name, status, &before, self.called_back() != callbacks)?;
        let mut results = HashMap::new();
        if status != 0 {
            self.check_zeroed(&arguments)?;
        } else {
            self.own(&arguments)?;
            self.check_tails(&arguments)?;
            for each in &arguments {
                if let Some(memory) = each.memory {
                    results.insert(each.name(), self.read_output(each, memory)?);
                }
            }
        }
        let result = |key: &str| results.get(key).map_or_else(|| fault(format!("there is no output {key}")), Ok);
        for (key, value) in one["out"].as_object().unwrap_or(&nothing) {
            self.matches(value, result(key)?, key)?;
        }
        for (key, variable) in one["save"].as_object().unwrap_or(&nothing) {
            self.save(variable.as_str().unwrap_or_default(), result(key)?.clone());
        }
        Ok(())
    }

    fn check_status(&self, one: &Value, status: i32) -> Outcome {
        let success = Value::from("CLMEM_SUCCESS");
        let expected = one.get("gives").unwrap_or(&success);
        let choices = expected.as_array().cloned().unwrap_or_else(|| vec![expected.clone()]);
        for choice in &choices {
            if self.number(choice)? == status as i64 as u64 {
                return Ok(());
            }
        }
        mismatch(format!("expected {expected}, got {}", record::status_text(status)))
    }

    fn input<'a>(&self, function: &Value, parameter: &'a Value, given: &Map<String, Value>) -> Outcome<Argument<'a>> {
        let mut argument = Argument::new(parameter);
        if let Some(value) = given.get(argument.name()) {
            let place = self.take(8);
            self.write(place, &parameter["type"], value)?;
            argument.value = usize::from_le_bytes(bytes_at(place, 8).try_into().unwrap_or_default());
        } else if parameter["nullable"] == false {
            argument.value = self.default_of(function, parameter, given)? as usize;
        }
        Ok(argument)
    }

    /// Arguments that cases leave out: sizes of structs, and lengths of the lists that they pass.
    fn default_of(&self, function: &Value, parameter: &Value, given: &Map<String, Value>) -> Outcome<u64> {
        let name = text_of(parameter, "name");
        for other in list_of(function, "parameters") {
            let listed = given.get(text_of(other, "name"));
            if other["length"] == name {
                match listed {
                    None if !is_output(other) => return Ok(0),
                    Some(text @ Value::String(_)) if target_of(other)["kind"] == "character" => {
                        return Ok(self.resolved(text)?.as_str().map_or(0, str::len) as u64);
                    }
                    Some(Value::Array(elements)) => return Ok(elements.len() as u64),
                    _ => {}
                }
            }
            let is_struct = other["type"]["kind"] == "pointer" && target_of(other)["kind"] == "struct";
            if is_struct && (name == "struct_size" || (name == "stride_bytes" && !other["length"].is_null())) {
                return Ok(self.api.size_of(target_of(other))? as u64);
            }
        }
        fault(format!("the argument {name} is missing"))
    }

    fn given_number(&self, function: &Value, name: &str, given: &Map<String, Value>) -> Outcome<usize> {
        if let Ok(number) = name.parse() {
            return Ok(number);
        }
        if let Some(value) = given.get(name) {
            return Ok(self.number(value)? as usize);
        }
        match list_of(function, "parameters").iter().find(|parameter| text_of(parameter, "name") == name) {
            Some(parameter) => Ok(self.default_of(function, parameter, given)? as usize),
            None => fault(format!("there is no parameter {name}")),
        }
    }

    fn output<'a>(&self, function: &Value, parameter: &'a Value, given: &Map<String, Value>) -> Outcome<Argument<'a>> {
        let (mut argument, target) = (Argument::new(parameter), target_of(parameter));
        let about = given.get(argument.name());
        match about {
            Some(Value::Null) => return Ok(argument),
            Some(place @ Value::String(_)) => {
                argument.value = self.number(place)? as usize; // memory that the case allocated
                return Ok(argument);
            }
            _ => {}
        }
        let size = self.api.size_of(target)?;
        argument.stride = size;
        let memory = if let Some(length) = parameter["length"].as_str() {
            argument.count = self.given_number(function, length, given)?;
            if target["kind"] == "struct" {
                argument.stride = self.given_number(function, "stride_bytes", given)?;
            }
            self.take(argument.count * argument.stride.max(size))
        } else if target["kind"] == "struct" {
            self.output_struct(function, &mut argument, about, given)?
        } else {
            let memory = self.take(size);
            put(memory, &vec![JUNK; size]);
            memory
        };
        (argument.memory, argument.value) = (Some(memory), memory);
        Ok(argument)
    }

    fn output_struct(
        &self,
        function: &Value,
        argument: &mut Argument<'_>,
        about: Option<&Value>,
        given: &Map<String, Value>,
    ) -> Outcome<usize> {
        let target = target_of(argument.parameter);
        let mut members = about.and_then(Value::as_object).cloned().unwrap_or_default();
        argument.is_init = self.api.structure(text_of(target, "c"))?["init_function"] == function["name"];
        if argument.is_init {
            let size = self.given_number(function, "struct_size", given)?;
            members.insert("struct_size".into(), size.min(1 << 20).into());
        }
        let memory = self.junk_structure(text_of(target, "c"), &members)?;
        if !argument.is_init {
            let stated = members.get("struct_size").map(|size| self.number(size)).transpose()?;
            argument.struct_size = stated.map_or(argument.stride, |size| size as usize);
        }
        Ok(memory)
    }

    fn read_output(&self, argument: &Argument<'_>, memory: usize) -> Outcome<Value> {
        let target = target_of(argument.parameter);
        if argument.parameter["length"].is_null() {
            return self.read(memory, target);
        }
        match text_of(target, "kind") {
            "void" => Ok(hex(&bytes_at(memory, argument.count)).into()),
            "character" => Ok(text_at(memory, argument.count).into()),
            _ => {
                let elements = (0..argument.count).map(|i| self.read(memory + i * argument.stride, target));
                Ok(elements.collect::<Outcome<Vec<_>>>()?.into())
            }
        }
    }

    /// A failure must write the error record, with the function's name; a success must not, except for calls in
    /// callbacks.
    fn check_record(
        &self,
        one: &Value,
        name: &str,
        status: i32,
        before: &record::Record,
        called_back: bool,
    ) -> Outcome {
        let after = record::record();
        if status == 0 || name == "clmem_error_last" {
            if !called_back && after != *before {
                return mismatch(format!("the error record was written: {}", after.message));
            }
            return Ok(());
        }
        if after.status != status || after.function != name || after.message.is_empty() {
            let (code, function) = (record::name_of(after.status), &after.function);
            return mismatch(format!("the error record says {code} in {function}: {}", after.message));
        }
        if let Some(message) = one.get("message") {
            self.matches(message, &after.message.into(), "the message")?;
        }
        if let Some(code) = one.get("opencl_code") {
            self.matches(code, &after.opencl_code.into(), "the record's opencl_code")?;
        }
        Ok(())
    }

    /// A failure must zero every output, except a struct's size.
    fn check_zeroed(&self, arguments: &[Argument<'_>]) -> Outcome {
        for each in arguments {
            let (Some(memory), true) = (each.memory, each.parameter["length"].is_null()) else { continue };
            let target = target_of(each.parameter);
            let (known, is_struct) = (self.api.size_of(target)?, target["kind"] == "struct");
            if is_struct && (each.is_init || !(known..=65536).contains(&each.struct_size)) {
                continue;
            }
            let begin = if is_struct { 4 } else { 0 };
            if bytes_at(memory + begin, known - begin).iter().any(|&byte| byte != 0) {
                return mismatch(format!("{} is not zeroed", each.name()));
            }
        }
        Ok(())
    }

    /// Members that only a newer program's struct has must be zero.
    fn check_tails(&self, arguments: &[Argument<'_>]) -> Outcome {
        for each in arguments {
            let (Some(memory), true) = (each.memory, each.struct_size > 0) else { continue };
            let known = each.struct_size.min(self.api.size_of(target_of(each.parameter))?);
            if bytes_at(memory + known, each.struct_size - known).iter().any(|&byte| byte != 0) {
                return mismatch(format!("{} is not zero behind what is known", each.name()));
            }
        }
        Ok(())
    }

    /// Tracks the objects that the case must release.
    fn own(&self, arguments: &[Argument<'_>]) -> Outcome {
        let mut owned = lock(&self.owned);
        for each in arguments.iter().filter(|each| each.parameter["ownership"] == "owned") {
            if !is_output(each.parameter) {
                // Whatever its type: a buffer may be released as memory.
                if let Some(index) = owned.iter().rposition(|(_, value)| *value == each.value as u64) {
                    owned.remove(index);
                }
                continue;
            }
            let target = target_of(each.parameter);
            if let (Some(memory), "handle" | "opencl") = (each.memory, text_of(target, "kind")) {
                if let Some(value) = self.read(memory, target)?.as_u64() {
                    owned.push((text_of(target, "c").to_string(), value));
                }
            }
        }
        Ok(())
    }
}
