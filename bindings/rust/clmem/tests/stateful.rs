//! Random programs, which proptest shortens when one fails, against a naive model: the content of each block.

use clmem::{
    Buffer, Context, Destination, ErrorKind, Event, MapOptions, MemoryFlags, Pool, Provider, Queue, Result, Source,
    Transfer,
};
use proptest::{prelude::*, test_runner::TestRunner};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// One call. Numbers choose a pool, a queue or a live block, modulo how many there are.
#[derive(Debug, Clone)]
enum Step {
    Allocate { pool: usize, bytes: usize, queue: usize, value: u8 },
    Free { block: usize },
    FreeAfter { block: usize },
    Write { block: usize, queue: usize, value: u8 },
    Read { block: usize, queue: usize, offset: usize },
    Copy { from: usize, to: usize, queue: usize },
    Fill { block: usize, queue: usize, value: u8 },
    Map { block: usize, queue: usize, offset: usize, value: u8 },
    Trim { pool: usize, target: usize },
    FreeHeld { pool: usize },
    Limit { pool: usize, bytes: usize },
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![1..64_usize, 1..16384_usize, Just(1 << 20)]
}

fn step() -> impl Strategy<Value = Step> {
    let (block, queue, pool) = (0..64_usize, 0..2_usize, 0..8_usize);
    let value = any::<u8>();
    prop_oneof![
        6 => (pool.clone(), size(), queue.clone(), value)
            .prop_map(|(pool, bytes, queue, value)| Step::Allocate { pool, bytes, queue, value }),
        3 => block.clone().prop_map(|block| Step::Free { block }),
        1 => block.clone().prop_map(|block| Step::FreeAfter { block }),
        2 => (block.clone(), queue.clone(), value)
            .prop_map(|(block, queue, value)| Step::Write { block, queue, value }),
        3 => (block.clone(), queue.clone(), size())
            .prop_map(|(block, queue, offset)| Step::Read { block, queue, offset }),
        4 => (block.clone(), block.clone(), queue.clone()).prop_map(|(from, to, queue)| Step::Copy { from, to, queue }),
        2 => (block.clone(), queue.clone(), value).prop_map(|(block, queue, value)| Step::Fill { block, queue, value }),
        2 => (block, queue, size(), value)
            .prop_map(|(block, queue, offset, value)| Step::Map { block, queue, offset, value }),
        1 => (pool.clone(), 0..1_usize << 22).prop_map(|(pool, target)| Step::Trim { pool, target }),
        1 => pool.clone().prop_map(|pool| Step::FreeHeld { pool }),
        1 => (pool, prop_oneof![Just(0), Just(1 << 21), Just(1 << 24)])
            .prop_map(|(pool, bytes)| Step::Limit { pool, bytes }),
    ]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Buffers,
    Immediate,
    Svm,
    Pinned,
}

struct Block {
    buffer: Buffer,
    pool: usize,
    content: Vec<u8>,
    /// Its last command, for which the next one waits.
    last: Option<Rc<Event>>,
}

struct Program {
    context: Context,
    queues: Vec<Queue>,
    pools: Vec<(Kind, Pool)>,
    live: Vec<Block>,
    compared: usize,
}

impl Program {
    fn new() -> Result<Self> {
        let (_, device) = Context::shared()?;
        let context = Context::new(&device)?;
        let queues = vec![Queue::new(&context, &device)?, Queue::new(&context, &device)?];
        let flags = MemoryFlags::READ_WRITE;
        let mut providers = vec![
            (Kind::Buffers, Provider::buffers(&context, flags)?),
            (Kind::Immediate, Provider::immediate(&queues[0], flags)?),
            (Kind::Pinned, Provider::pinned(&queues[0], flags)?),
        ];
        if device.info()?.features().contains(clmem::Features::SVM_COARSE) {
            providers.push((Kind::Svm, Provider::svm(&context, flags)?));
        }
        let pools = providers.iter().map(|(kind, from)| Ok((*kind, Pool::new(from)?))).collect::<Result<_>>()?;
        Ok(Self { context, queues, pools, live: Vec::new(), compared: 0 })
    }

    fn is_host(&self, block: usize) -> bool {
        self.pools[self.live[block].pool].0 == Kind::Pinned
    }

    fn note(&mut self, block: usize, event: Rc<Event>) -> Result<()> {
        self.live[block].last = Some(event);
        self.queues.iter().try_for_each(Queue::flush)
    }

    fn run(&mut self, step: &Step) -> Result<()> {
        let count = self.live.len();
        match *step {
            Step::Allocate { pool, bytes, queue, value } => return self.allocate(pool, bytes, queue, value),
            Step::Trim { pool, target } => return self.pools[pool % self.pools.len()].1.trim(target).map(drop),
            Step::FreeHeld { pool } => return self.pools[pool % self.pools.len()].1.free_held(),
            Step::Limit { pool, bytes } => return self.pools[pool % self.pools.len()].1.set_limit(bytes),
            _ if count == 0 => return Ok(()),
            _ => {}
        }
        match *step {
            Step::Free { block } => self.live.swap_remove(block % count).buffer.try_release(),
            Step::FreeAfter { block } => {
                let block = self.live.swap_remove(block % count);
                block.buffer.release_after(&block.last.iter().map(Rc::as_ref).collect::<Vec<_>>())
            }
            Step::Write { block, queue, value } => self.write(block % count, queue, value),
            Step::Read { block, queue, offset } => self.read(block % count, queue, offset),
            Step::Copy { from, to, queue } => self.copy(from % count, to % count, queue),
            Step::Fill { block, queue, value } => self.fill(block % count, queue, value),
            Step::Map { block, queue, offset, value } => self.map(block % count, queue, offset, value),
            _ => unreachable!("handled above"),
        }
    }

    fn allocate(&mut self, pool: usize, bytes: usize, queue: usize, value: u8) -> Result<()> {
        let pool = pool % self.pools.len();
        let buffer = match self.pools[pool].1.allocate_on(&self.queues[queue], bytes) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => return Ok(()), // the limit
            other => other?,
        };
        assert_eq!(buffer.size()?, bytes);
        self.live.push(Block { buffer, pool, content: vec![value; bytes], last: None });
        let block = self.live.len() - 1;
        match self.is_host(block) {
            true => self.copy_in(block, queue),
            false => self.fill(block, queue, value),
        }
    }

    /// Host memory gets its content from a buffer, since there is no transfer within the host.
    fn copy_in(&mut self, block: usize, queue: usize) -> Result<()> {
        let content = self.live[block].content.clone();
        let from = Buffer::copy_of(&self.context, MemoryFlags::READ_WRITE, &content)?;
        let event = self.queues[queue].copy(&from, &mut self.live[block].buffer)?;
        self.note(block, Rc::new(event))
    }

    fn write(&mut self, block: usize, queue: usize, value: u8) -> Result<()> {
        let content: Vec<u8> = (0..self.live[block].content.len()).map(|at| (at as u8).wrapping_add(value)).collect();
        self.live[block].content = content;
        if self.is_host(block) {
            if let Some(last) = self.live[block].last.take() {
                last.wait()?;
            }
            return self.copy_in(block, queue);
        }
        let Block { buffer, content, last, .. } = &mut self.live[block];
        let waits: Vec<&Event> = last.iter().map(Rc::as_ref).collect();
        Transfer::new(Source::host(content), Destination::memory(buffer)).wait_for(&waits).run(&self.queues[queue])
    }

    fn read(&mut self, block: usize, queue: usize, offset: usize) -> Result<()> {
        let is_host = self.is_host(block);
        let Block { buffer, content, last, .. } = &mut self.live[block];
        let offset = offset % content.len();
        let mut found = vec![0_u8; content.len() - offset];
        let waits: Vec<&Event> = last.iter().map(Rc::as_ref).collect();
        if is_host {
            let mut through = Buffer::new(&self.context, MemoryFlags::READ_WRITE, content.len())?;
            let transfer = Transfer::new(Source::memory(buffer), Destination::memory(&mut through));
            transfer.wait_for(&waits).enqueue(&self.queues[queue])?.wait()?;
            let from = Source::memory(&through).offset(offset);
            Transfer::new(from, Destination::host(&mut found)).run(&self.queues[queue])?;
        } else {
            let from = Source::memory(buffer).offset(offset);
            Transfer::new(from, Destination::host(&mut found)).wait_for(&waits).run(&self.queues[queue])?;
        }
        assert!(found == content[offset..], "block {block} has other bytes");
        self.compared += 1;
        Ok(())
    }

    fn copy(&mut self, from: usize, to: usize, queue: usize) -> Result<()> {
        let bytes = self.live[from].content.len().min(self.live[to].content.len());
        if from == to || (self.is_host(from) && self.is_host(to)) {
            return Ok(());
        }
        let (before, rest) = self.live.split_at_mut(from.max(to));
        let (source, destination) =
            if from < to { (&mut before[from], &mut rest[0]) } else { (&mut rest[0], &mut before[to]) };
        destination.content[..bytes].copy_from_slice(&source.content[..bytes]);
        let waits: Vec<&Event> = [&source.last, &destination.last].into_iter().flatten().map(Rc::as_ref).collect();
        let transfer = Transfer::new(Source::memory(&source.buffer), Destination::memory(&mut destination.buffer));
        let event = Rc::new(transfer.bytes(bytes).wait_for(&waits).enqueue(&self.queues[queue])?);
        self.note(from, event.clone())?;
        self.note(to, event)
    }

    fn fill(&mut self, block: usize, queue: usize, value: u8) -> Result<()> {
        if self.is_host(block) {
            return Ok(());
        }
        let Block { buffer, content, last, .. } = &mut self.live[block];
        content.fill(value);
        let waits: Vec<&Event> = last.iter().map(Rc::as_ref).collect();
        let event = buffer.fill_range(&self.queues[queue], &value, 0..usize::MAX, &waits)?;
        self.note(block, Rc::new(event))
    }

    fn map(&mut self, block: usize, queue: usize, offset: usize, value: u8) -> Result<()> {
        if self.is_host(block) {
            return Ok(());
        }
        let Block { buffer, content, .. } = &mut self.live[block];
        let offset = offset % content.len();
        let options = MapOptions::new().range(offset..content.len());
        let mut map = buffer.map_mut_with::<u8>(&self.queues[queue], &options)?;
        assert!(map[..] == content[offset..], "the map of block {block} has other bytes");
        map.fill(value);
        content[offset..].fill(value);
        let event = map.unmap()?;
        self.note(block, Rc::new(event))
    }

    /// The pools count what the model has.
    fn check(&self) -> Result<()> {
        for (index, (kind, pool)) in self.pools.iter().enumerate() {
            let figures = pool.statistics()?;
            let of_pool = || self.live.iter().filter(|block| block.pool == index);
            assert_eq!(figures.active_blocks(), of_pool().count() as u64, "{kind:?}");
            assert_eq!(figures.active_bytes(), of_pool().map(|block| block.content.len()).sum::<usize>(), "{kind:?}");
        }
        Ok(())
    }
}

/// Returns how many blocks' contents were compared.
fn run_program(steps: &[Step]) -> Result<usize> {
    let mut program = Program::new()?;
    for step in steps {
        program.run(step)?;
        program.check()?;
    }
    for block in 0..program.live.len() {
        program.read(block, 0, 0)?;
    }
    program.queues.iter().try_for_each(Queue::finish)?;
    Ok(program.compared)
}

#[test]
fn programs_keep_the_models_content() {
    let config = ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
    let compared = AtomicUsize::new(0);
    let outcome = TestRunner::new(config).run(&prop::collection::vec(step(), 1..80), |steps| {
        compared.fetch_add(run_program(&steps).expect("no error"), Relaxed);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(compared.into_inner() > 1000, "the programs compared too little");
}
