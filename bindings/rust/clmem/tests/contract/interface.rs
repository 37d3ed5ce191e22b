//! The functions, structs and constants that cases name, from docs/api.json; and host memory.

use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

pub const ALIGNMENT: usize = 4096;
const GUARD: u8 = 0xC7;
const GUARD_BYTES: usize = 64;

/// Why a case failed.
#[derive(Debug)]
pub enum Problem {
    /// The case is invalid.
    Fault(String),
    /// The library does not do what the case expects.
    Mismatch(String),
}

pub type Outcome<T = ()> = Result<T, Problem>;

pub fn fault<T>(text: impl Into<String>) -> Outcome<T> {
    Err(Problem::Fault(text.into()))
}

pub fn mismatch<T>(text: impl Into<String>) -> Outcome<T> {
    Err(Problem::Mismatch(text.into()))
}

impl Problem {
    pub fn text(&self) -> &str {
        match self {
            Self::Fault(text) | Self::Mismatch(text) => text,
        }
    }

    /// The same problem, with the step in which it occurred.
    pub fn within(self, step: &Value) -> Self {
        let text = |text| format!("in {step}:\n    {text}");
        match self {
            Self::Fault(old) => Self::Fault(text(old)),
            Self::Mismatch(old) => Self::Mismatch(text(old)),
        }
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

pub fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn text_of<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap_or_default()
}

pub fn list_of<'a>(value: &'a Value, member: &str) -> &'a [Value] {
    value[member].as_array().map_or(&[], Vec::as_slice)
}

fn by_name(listed: &[Value]) -> HashMap<String, Value> {
    listed.iter().map(|entry| (text_of(entry, "name").to_string(), entry.clone())).collect()
}

/// A JSON number as a word of 64 bits.
pub fn word(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_i64().map(|number| number as u64))
}

/// The description of the API, indexed by name.
pub struct Interface {
    pub functions: HashMap<String, Value>,
    pub callbacks: HashMap<String, Value>,
    structs: HashMap<String, Value>,
    /// The release functions, by the type that they release.
    pub releases: HashMap<String, String>,
    constants: HashMap<String, u64>,
}

impl Interface {
    pub fn new(common: &Value) -> Self {
        let api = read(&root().join("docs/api.json"));
        let functions = by_name(list_of(&api, "functions"));
        let structs = by_name(list_of(&api, "structs"));
        let mut constants = HashMap::new();
        let mut add = |name: &str, value: &Value| constants.insert(name.to_string(), word(value).unwrap_or_default());
        for (name, value) in common["constants"].as_object().into_iter().flatten() {
            add(name, value);
        }
        for error in functions.values().flat_map(|function| list_of(function, "errors")) {
            add(text_of(error, "status"), &error["value"]);
        }
        for (name, entry) in &structs {
            add(&format!("sizeof {name}"), &entry["size"]);
        }
        for value in list_of(&api, "constants") {
            add(text_of(value, "name"), &value["value"]);
        }
        for value in list_of(&api, "enums").iter().flat_map(|entry| list_of(entry, "values")) {
            add(text_of(value, "name"), &value["value"]);
        }
        let releases = functions
            .iter()
            .filter(|(name, entry)| name.ends_with("_release") && list_of(entry, "parameters").len() == 1)
            .map(|(name, entry)| (text_of(&entry["parameters"][0]["type"], "c").to_string(), name.clone()))
            .collect();
        Self { functions, callbacks: by_name(list_of(&api, "callbacks")), structs, releases, constants }
    }

    pub fn constant(&self, name: &str) -> Outcome<u64> {
        self.constants.get(name).copied().map_or_else(|| fault(format!("there is no constant {name}")), Ok)
    }

    pub fn structure(&self, name: &str) -> Outcome<&Value> {
        self.structs.get(name).map_or_else(|| fault(format!("there is no struct {name}")), Ok)
    }

    pub fn size_of(&self, type_: &Value) -> Outcome<usize> {
        Ok(match (text_of(type_, "kind"), text_of(type_, "c")) {
            ("struct", name) => word(&self.structure(name)?["size"]).unwrap_or_default() as usize,
            ("array", _) => word(&type_["length"]).unwrap_or_default() as usize * self.size_of(&type_["element"])?,
            ("character" | "void", _) => 1,
            ("integer" | "status" | "floating", "int32_t" | "uint32_t" | "clmem_status" | "float") => 4,
            _ => 8, // handles, OpenCL objects, pointers, callbacks, large numbers
        })
    }
}

/// Memory for a case's arguments, allocated page by page, with a guard after each piece.
#[derive(Default)]
pub struct Arena(Vec<(Vec<u8>, usize, usize)>);

impl Arena {
    /// Returns the address of zeroed memory.
    pub fn take(&mut self, bytes: usize) -> usize {
        let mut room = vec![0_u8; ALIGNMENT + bytes + GUARD_BYTES];
        let begin = (room.as_mut_ptr() as usize).next_multiple_of(ALIGNMENT);
        let end = begin + bytes - room.as_ptr() as usize;
        room[end..end + GUARD_BYTES].fill(GUARD);
        self.0.push((room, begin, bytes));
        begin
    }

    pub fn check_guards(&self) -> Outcome {
        for (_, begin, bytes) in &self.0 {
            if bytes_at(begin + bytes, GUARD_BYTES).iter().any(|&byte| byte != GUARD) {
                return mismatch(format!("the library wrote past the end of an argument of {bytes} bytes"));
            }
        }
        Ok(())
    }
}

/// A copy of the bytes at an address.
pub fn bytes_at(address: usize, bytes: usize) -> Vec<u8> {
    // SAFETY: cases only name addresses in their own memory and those that the library returned.
    unsafe { std::slice::from_raw_parts(address as *const u8, bytes).to_vec() }
}

/// Writes bytes to an address.
pub fn put(address: usize, bytes: &[u8]) {
    // SAFETY: as for bytes_at().
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
}

/// Writes the low bytes of a number.
pub fn put_number(address: usize, bytes: usize, value: u64) {
    put(address, &value.to_le_bytes()[..bytes]);
}

/// The text at an address, up to its 0.
pub fn text_at(address: usize, most: usize) -> String {
    let mut bytes = Vec::new();
    while bytes.len() < most {
        match bytes_at(address + bytes.len(), 1)[0] {
            0 => break,
            byte => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub fn is_output(parameter: &Value) -> bool {
    parameter["direction"] == "out"
}

pub fn target_of(parameter: &Value) -> &Value {
    &parameter["type"]["target"]
}
