//! Reads recordings (`docs/recording-format.md`), as far as the tests compare their content.

use std::collections::BTreeMap;
use std::path::Path;

pub const ALLOCATE: u8 = 1;
pub const FREE: u8 = 2;
pub const MARK: u8 = 13;
pub const RANGE_BEGINS: u8 = 14;
pub const RANGE_ENDS: u8 = 15;
const CONTEXT: u8 = 16;
pub const OUTSIDE_ALLOCATION: u8 = 17;
pub const OUTSIDE_FREE: u8 = 18;
const THREAD: u8 = 19;
const HAS_STACK: u8 = 2;
const HEADER_BYTES: usize = 4096;
const CHUNK_HEADER_BYTES: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub kind: u8,
    pub thread: u64,
    pub values: Vec<u64>, // without the time
    pub stack: usize,     // 0: none
}

#[derive(Debug, PartialEq, Eq)]
pub enum ReadFrame {
    Native { function: String },
    Source { function: String, file: String, line: u64 },
}

#[derive(Debug, Default)]
pub struct Recording {
    strings: Vec<String>,
    frames: Vec<ReadFrame>,
    stacks: Vec<Vec<usize>>,
    /// In the order of the file; those of a thread follow each other.
    pub events: Vec<Event>,
    pub live_in_snapshots: u64,
}

impl Recording {
    pub fn read(path: &Path) -> Self {
        let file = std::fs::read(path).expect("the recording");
        assert_eq!((&file[..8], number(&file[8..12])), (b"clmemrec".as_slice(), 1), "{}", path.display());
        let chunk_bytes = number(&file[12..16]) as usize;
        let chunks = file[HEADER_BYTES..].chunks(chunk_bytes).map(|chunk| {
            let used = number(&chunk[..4]) as usize;
            let records = chunk[CHUNK_HEADER_BYTES..CHUNK_HEADER_BYTES + used].to_vec();
            (number(&chunk[4..8]), number(&chunk[8..12]), number(&chunk[12..16]), records)
        });
        let mut by_kind: BTreeMap<(u64, u64, u64), Vec<u8>> = BTreeMap::new();
        for (kind, thread, order, records) in chunks {
            by_kind.entry((kind, thread, order)).or_default().extend(records); // unused chunks have kind 0
        }
        let mut read = Self::default();
        for ((kind, thread, _), records) in by_kind {
            let mut records = Records(&records);
            while !records.0.is_empty() {
                match kind {
                    1 => read.definition(&mut records),
                    2 => read.event(&mut records, thread),
                    3 => read.snapshot(&mut records),
                    _ => panic!("expected no records in a chunk of kind {kind}"),
                }
            }
        }
        read
    }

    pub fn of_kind(&self, kind: u8) -> Vec<&Event> {
        self.events.iter().filter(|event| event.kind == kind).collect()
    }

    pub fn string(&self, number: u64) -> &str {
        number.checked_sub(1).map_or("", |at| &self.strings[at as usize])
    }

    /// The texts of events whose last value is a string.
    pub fn texts(&self, kind: u8) -> Vec<&str> {
        self.of_kind(kind).into_iter().map(|event| self.string(*event.values.last().expect("a string"))).collect()
    }

    pub fn stack(&self, event: &Event) -> Vec<&ReadFrame> {
        let frames = event.stack.checked_sub(1).map_or(&[] as &[usize], |at| &self.stacks[at]);
        frames.iter().map(|frame| &self.frames[frame - 1]).collect()
    }

    fn definition(&mut self, records: &mut Records<'_>) {
        match records.byte() {
            1 => {
                let bytes = records.varint() as usize;
                self.strings.push(String::from_utf8(records.take(bytes).to_vec()).expect("UTF-8"));
            }
            2 => {
                let [_module, _offset, function] = records.varints();
                self.frames.push(ReadFrame::Native { function: self.string(function).into() });
            }
            3 => {
                let [function, file, line] = records.varints();
                let (function, file) = (self.string(function).into(), self.string(file).into());
                self.frames.push(ReadFrame::Source { function, file, line });
            }
            4 => {
                let count = records.varint();
                self.stacks.push((0..count).map(|_| records.varint() as usize).collect());
            }
            5 => drop(records.varints::<4>()),
            6..=8 => drop(records.varints::<3>()),
            op => panic!("expected a definition, got {op}"),
        }
    }

    fn event(&mut self, records: &mut Records<'_>, thread: u64) {
        let op = records.byte();
        let (kind, flags) = (op & 31, op >> 5);
        let time = records.varint();
        assert!(time < 1 << 60, "expected ticks since the record before, got {time}");
        let count = match kind {
            ALLOCATE => 5,
            FREE | 3 | 9 | MARK | RANGE_BEGINS | OUTSIDE_FREE | THREAD => 1,
            4 | 11 => 4,
            5 | 8 | 12 | CONTEXT | OUTSIDE_ALLOCATION => 3,
            6 | 7 | 10 => 2,
            RANGE_ENDS => 0,
            _ => panic!("expected an event, got {kind}"),
        };
        let values: Vec<u64> = (0..count).map(|_| records.varint()).collect();
        let is_allocation = kind == ALLOCATE || kind == OUTSIDE_ALLOCATION;
        let stack = if is_allocation && flags & HAS_STACK != 0 { records.varint() as usize } else { 0 };
        if kind == ALLOCATE && flags & 1 == 0 {
            let reason = records.varint();
            assert!(reason < 16, "expected the reason of a miss, got {reason}");
        }
        // A chunk that another thread continues names it.
        let thread = if kind == THREAD { values[0] } else { thread };
        if kind != THREAD && kind != CONTEXT {
            self.events.push(Event { kind, thread, values, stack });
        }
    }

    fn snapshot(&mut self, records: &mut Records<'_>) {
        match records.byte() {
            1 => drop(records.varints::<2>()),
            2 => drop(records.varints::<3>()),
            3 => {
                let range = records.varints::<8>();
                self.live_in_snapshots += u64::from(range[2] == 0);
            }
            4 => {}
            op => panic!("expected a record of a snapshot, got {op}"),
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| (value << 8) | u64::from(byte))
}

struct Records<'a>(&'a [u8]);

impl Records<'_> {
    fn take(&mut self, bytes: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(bytes);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn varint(&mut self) -> u64 {
        let first = self.0[0];
        if first == 0 {
            return number(&self.take(9)[1..]);
        }
        let length = first.trailing_zeros() + 1;
        number(self.take(length as usize)) >> length
    }

    fn varints<const N: usize>(&mut self) -> [u64; N] {
        std::array::from_fn(|_| self.varint())
    }
}
