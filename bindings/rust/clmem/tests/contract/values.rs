//! Values of cases: evaluating them, writing them to memory and reading them back.

use crate::callbacks::{self, User};
use crate::interface::*;
use crate::script::Script;
use serde_json::{Map, Value};

pub const JUNK: u8 = 0xA5;

pub fn bytes_of(digits: &str) -> Outcome<Vec<u8>> {
    let pair = |begin: usize| digits.get(begin..begin + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    (0..digits.len())
        .step_by(2)
        .map(pair)
        .collect::<Option<_>>()
        .map_or_else(|| fault(format!("not hexadecimal: {digits}")), Ok)
}

pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
        .collect()
}

/// The index of an element in a list, given as a part of a path.
fn place(list: &[Value], part: &str) -> Option<usize> {
    match part {
        "last" => list.len().checked_sub(1),
        number => number.parse().ok(),
    }
}

impl Script {
    fn variable(&self, path: &str) -> Outcome<Value> {
        let variables = self.variables();
        let mut parts = path.split('.');
        let name = parts.next().unwrap_or_default();
        let Some(mut value) = variables.get(name) else {
            return fault(format!("nothing is named ${name}"));
        };
        for part in parts {
            let found = match value {
                Value::Object(members) => members.get(part),
                Value::Array(list) => place(list, part).and_then(|at| list.get(at)),
                _ => None,
            };
            match found {
                Some(found) => value = found,
                None => return fault(format!("${path} does not exist")),
            }
        }
        Ok(value.clone())
    }

    /// A value with its names and sums evaluated.
    pub fn resolved(&self, value: &Value) -> Outcome<Value> {
        match value {
            Value::String(text) if text.starts_with('$') => self.variable(&text[1..]),
            Value::Object(members) if members.len() == 1 && members.contains_key("sum") => {
                let mut sum = 0_u64;
                for part in list_of(value, "sum") {
                    sum = sum.wrapping_add(self.number(part)?);
                }
                Ok(sum.into())
            }
            _ => Ok(value.clone()),
        }
    }

    /// A value as a word of 64 bits.
    pub fn number(&self, value: &Value) -> Outcome<u64> {
        let plain = self.resolved(value)?;
        match &plain {
            Value::Null => Ok(0),
            Value::String(name) => self.api.constant(name),
            Value::Array(bits) => bits.iter().try_fold(0, |all, bit| Ok(all | self.number(bit)?)),
            _ => word(&plain).map_or_else(|| fault(format!("expected a number, not {plain}")), Ok),
        }
    }

    /// Writes a value of a type to memory.
    pub fn write(&self, at: usize, type_: &Value, value: &Value) -> Outcome {
        let (plain, size) = (self.resolved(value)?, self.api.size_of(type_)?);
        match text_of(type_, "kind") {
            "struct" => put(at, &bytes_at(self.structure(text_of(type_, "c"), &plain)?, size)),
            "array" => self.write_array(at, type_, &plain)?,
            "callback" => put_number(at, 8, self.callback(text_of(type_, "c"), &plain)?),
            "pointer" if plain.is_null() || plain.is_number() => put_number(at, 8, self.number(&plain)?),
            "pointer" => put_number(at, 8, self.pointed_to(&type_["target"], &plain)? as u64),
            _ if matches!(text_of(type_, "c"), "double" | "float") => {
                let number = match &plain {
                    Value::String(name) => self.api.constant(name)? as f64,
                    other => other.as_f64().unwrap_or_default(),
                };
                match size {
                    8 => put(at, &number.to_le_bytes()),
                    _ => put(at, &(number as f32).to_le_bytes()),
                }
            }
            _ => put_number(at, size, self.number(&plain)?),
        }
        Ok(())
    }

    fn write_array(&self, at: usize, type_: &Value, plain: &Value) -> Outcome {
        let elements = match plain {
            Value::String(text) => text.bytes().map(Value::from).collect(),
            other => other.as_array().cloned().unwrap_or_default(),
        };
        let size = self.api.size_of(&type_["element"])?;
        if elements.len() as u64 > word(&type_["length"]).unwrap_or_default() {
            return fault(format!("too much for {}", text_of(type_, "c")));
        }
        for (index, element) in elements.iter().enumerate() {
            match &type_["element"]["kind"] {
                kind if kind == "character" => put_number(at + index, 1, self.number(element)?),
                _ => self.write(at + index * size, &type_["element"], element)?,
            }
        }
        Ok(())
    }

    /// The address of a copy of what a pointer should point to.
    fn pointed_to(&self, target: &Value, value: &Value) -> Outcome<usize> {
        match value {
            Value::String(text) if target["kind"] == "character" => Ok(self.copy(&[text.as_bytes(), &[0]].concat())),
            Value::String(digits) => Ok(self.copy(&bytes_of(digits)?)),
            Value::Object(members) if members.contains_key("hex") => Ok(self.copy(&bytes_of(text_of(value, "hex"))?)),
            Value::Array(elements) => {
                let size = self.api.size_of(target)?;
                let at = self.take(elements.len() * size);
                for (index, element) in elements.iter().enumerate() {
                    self.write(at + index * size, target, element)?;
                }
                Ok(at)
            }
            _ if target["kind"] == "struct" => self.structure(text_of(target, "c"), value),
            _ => fault(format!("no value for a pointer: {value}")),
        }
    }

    fn copy(&self, bytes: &[u8]) -> usize {
        let at = self.take(bytes.len());
        put(at, bytes);
        at
    }

    /// The size of a struct, and the size that its members state.
    fn sizes(&self, name: &str, members: &Map<String, Value>) -> Outcome<(usize, usize)> {
        let known = word(&self.api.structure(name)?["size"]).unwrap_or_default() as usize;
        let stated = members.get("struct_size").map_or(Ok(known as u64), |size| self.number(size))?;
        Ok((known, stated as usize))
    }

    /// The address of a struct with its defaults, except for some members.
    fn structure(&self, name: &str, members: &Value) -> Outcome<usize> {
        let layout = self.api.structure(name)?;
        let nothing = Map::new();
        let members = members.as_object().unwrap_or(&nothing);
        let (known, stated) = self.sizes(name, members)?;
        let at = self.take(known.max(stated));
        if self.raw_call(text_of(layout, "init_function"), &[at, known])? != 0 {
            return mismatch(format!("{name}_init() failed"));
        }
        let user = self.new_user();
        let fields = list_of(layout, "fields");
        let mut has_callback = false;
        for (key, value) in members {
            if key == "beyond" {
                put_number(at + known, 1, self.number(value)?); // the first byte after the known members
                continue;
            }
            let Some(field) = fields.iter().find(|field| text_of(field, "name") == key) else {
                return fault(format!("{name} has no member {key}"));
            };
            has_callback |= field["type"]["kind"] == "callback" && !value.is_null();
            self.write(at + offset(field), &field["type"], value)?;
        }
        for field in fields {
            let name = text_of(field, "name");
            let is_user = text_of(&field["type"], "c") == "void *" && (name == "user" || name.ends_with("_user"));
            if has_callback && is_user && !members.contains_key(name) {
                put_number(at + offset(field), 8, (&raw const *user) as u64);
            }
        }
        Ok(at)
    }

    /// The address of a struct filled with junk, for an output.
    pub fn junk_structure(&self, name: &str, members: &Map<String, Value>) -> Outcome<usize> {
        let (known, stated) = self.sizes(name, members)?;
        let at = self.take(known.max(stated));
        put(at, &vec![JUNK; known.max(stated)]);
        put_number(at, 4, stated as u64);
        Ok(at)
    }

    /// The C function for a callback of the case, whose description the struct's user pointer names.
    fn callback(&self, type_: &str, description: &Value) -> Outcome<u64> {
        if description.is_null() {
            return Ok(0);
        }
        let user: &User = self.last_user();
        user.describe(type_, description);
        callbacks::function(type_)
    }

    /// Reads a value of a type from memory.
    pub fn read(&self, at: usize, type_: &Value) -> Outcome<Value> {
        let (kind, c) = (text_of(type_, "kind"), text_of(type_, "c"));
        let size = self.api.size_of(type_)?;
        Ok(match kind {
            "struct" => {
                let mut members = Map::new();
                for field in list_of(self.api.structure(c)?, "fields") {
                    members.insert(text_of(field, "name").into(), self.read(at + offset(field), &field["type"])?);
                }
                members.into()
            }
            "array" if type_["element"]["kind"] == "character" => text_at(at, size).into(),
            "array" => {
                let step = self.api.size_of(&type_["element"])?;
                (0..size / step)
                    .map(|i| self.read(at + i * step, &type_["element"]))
                    .collect::<Outcome<Vec<_>>>()?
                    .into()
            }
            _ => self.plain(&bytes_at(at, size), kind, c, type_),
        })
    }

    fn plain(&self, bytes: &[u8], kind: &str, c: &str, type_: &Value) -> Value {
        let mut wide = [0; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(wide);
        match (kind, bytes.len()) {
            (_, 8) if c == "double" => f64::from_bits(bits).into(),
            (_, 4) if c == "float" => f32::from_bits(bits as u32).into(),
            ("status", _) => (bits as u32 as i32).into(),
            ("integer", 4) if c.starts_with("int") => (bits as u32 as i32).into(),
            ("integer", 8) if c.starts_with("int") => (bits as i64).into(),
            ("integer" | "character", _) => bits.into(),
            ("pointer", _) if bits != 0 && type_["target"]["kind"] == "character" => {
                text_at(bits as usize, usize::MAX).into()
            }
            _ if bits == 0 => Value::Null,
            _ => bits.into(),
        }
    }
}

fn offset(field: &Value) -> usize {
    word(&field["offset"]).unwrap_or_default() as usize
}
