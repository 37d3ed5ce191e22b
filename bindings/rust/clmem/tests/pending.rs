//! A map waits for every pending command on its memory, in any queue, so no `&[u32]` ever changes.

mod common;

use clmem::*;
use common::{Gate, Machine};

/// Large enough for a fill to be still running after its gate has opened.
const COUNT: usize = 1 << 22;

/// Polls often enough for the driver to complete the event if nothing held it back.
fn does_not_complete(event: &Event, queue: &Queue) -> Result<()> {
    queue.flush()?;
    for _turn in 0..10_000 {
        assert!(!event.is_complete()?, "expected the map to wait");
        std::thread::yield_now();
    }
    Ok(())
}

/// Checks that a map shows the value 5, and only once the gate is open.
fn is_seen_after(gate: &Gate, memory: &Buffer, queue: &Queue) -> Result<()> {
    let pending = memory.start_map::<u32>(queue, &MapOptions::new())?;
    does_not_complete(pending.event(), queue)?;
    gate.open()?;
    let map = pending.wait()?;
    assert!(map.iter().all(|&number| number == 5));
    Ok(())
}

fn fill(memory: &mut Buffer, queue: &Queue, gate: &Gate) -> Result<Event> {
    memory.fill_range(queue, &5_u32, 0..usize::MAX, &[&gate.event])
}

test_on_devices! {
    fn a_map_waits_for_a_fill_in_another_queue(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        for mut memory in [
            m.pool.allocate_on(&m.queue, 4 * COUNT)?,
            m.pool.allocate_on(&other, 4 * COUNT)?,
            Buffer::new(&m.context, MemoryFlags::READ_WRITE, 4 * COUNT)?,
        ] {
            let gate = Gate::new(&m.context)?;
            fill(&mut memory, &m.queue, &gate)?;
            is_seen_after(&gate, &memory, &other)?;
        }
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        fill(&mut block, &m.queue, &gate)?;
        std::thread::scope(|scope| {
            scope.spawn(|| gate.open());
            assert!(block.map::<u32>(&other)?.iter().all(|&number| number == 5));
            Ok(())
        })
    }

    fn a_map_waits_in_an_out_of_order_queue(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::OUT_OF_ORDER_QUEUE)? {
            return Ok(());
        }
        let (queue, gate) = (Queue::with_flags(&m.context, &device, QueueFlags::OUT_OF_ORDER)?, Gate::new(&m.context)?);
        let mut block = m.pool.allocate_on(&queue, 4 * COUNT)?;
        fill(&mut block, &queue, &gate)?;
        is_seen_after(&gate, &block, &queue)
    }

    fn a_map_waits_for_the_last_owner_of_the_memory(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let mut first = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        let place = (first.info()?.slab(), first.info()?.offset_bytes());
        fill(&mut first, &m.queue, &gate)?;
        drop(first);
        let second = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        assert_eq!(place, (second.info()?.slab(), second.info()?.offset_bytes()));
        is_seen_after(&gate, &second, &other)
    }

    fn parts_wait_for_commands_on_the_whole(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let other = Queue::new(&m.context, &device)?;
        let gate = Gate::new(&m.context)?;
        let mut first = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        fill(&mut first, &m.queue, &gate)?;
        drop(first);
        // Commands of the memory's last owner count for the parts too.
        let (_low, high) = m.pool.allocate_on(&m.queue, 4 * COUNT)?.split_at(2 * COUNT)?;
        is_seen_after(&gate, &high.into_part(0..COUNT)?, &other)
    }

    fn second_handles_wait_for_each_other(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let mut whole = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 4 * COUNT)?;
        // SAFETY: nothing is mapped while the other handle is written.
        let part = unsafe { whole.sub_region(0..2 * COUNT, MemoryFlags::empty())? };
        fill(&mut whole, &m.queue, &gate)?;
        is_seen_after(&gate, &part, &other)?;
        let gate = Gate::new(&m.context)?;
        let mut first = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        fill(&mut first, &m.queue, &gate)?;
        drop(first);
        // SAFETY: as above.
        let part = unsafe { m.pool.allocate_on(&m.queue, 4 * COUNT)?.slice(0, Some(64))? };
        is_seen_after(&gate, &part, &other)
    }

    fn a_map_waits_for_a_kernel(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let source = "kernel void five(global uint *a) { a[get_global_id(0)] = 5; }";
        let mut kernel = Kernel::new(&Program::built(&m.context, source, "")?, "five")?;
        let block = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 4 * COUNT)?;
        kernel.set_memory(0, &block)?;
        // SAFETY: there is a work-item for each number, and the block is not mapped.
        unsafe { kernel.launch(&m.queue, &Launch::new([COUNT]).wait_for(&[&gate.event]).clear())? };
        is_seen_after(&gate, &block, &other)
    }

    fn a_map_waits_for_the_end_of_another(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let mut block = Buffer::new(&m.context, MemoryFlags::READ_WRITE, 4 * COUNT)?;
        let mut map = block.map_mut::<u32>(&m.queue)?;
        map.fill(5);
        map.unmap_on(&m.queue, &[&gate.event])?;
        is_seen_after(&gate, &block, &other)
    }

    fn a_map_of_an_image_waits(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? {
            return Ok(());
        }
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let mut image = ImageBuilder::new_2d(&m.context, 1024, 1024).build()?;
        image.fill(&m.queue, [1.0; 4], ImageBox::default(), &[&gate.event])?;
        let pending = image.start_map(&other, ImageBox::default(), &[])?;
        does_not_complete(pending.event(), &other)?;
        gate.open()?;
        assert_eq!(pending.wait()?.row::<[u8; 4]>(1023, 0)?[1023], [255; 4]);
        image.start_map_mut(&m.queue, ImageBox::default(), &[])?.wait()?.row_mut::<u32>(0, 0)?[0] = 0;
        assert_eq!(image.map(&other, ImageBox::default(), &[])?.row::<u32>(0, 0)?[..2], [0, u32::MAX]);
        Ok(())
    }

    fn a_dropped_pending_map_is_unmapped_before_later_commands(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::OUT_OF_ORDER_QUEUE)? {
            return Ok(());
        }
        let (queue, gate) = (Queue::with_flags(&m.context, &device, QueueFlags::OUT_OF_ORDER)?, Gate::new(&m.context)?);
        let mut block = m.pool.allocate_on(&m.queue, 4 * COUNT)?;
        drop(block.start_map_mut::<u32>(&queue, &MapOptions::new().wait_for(&[&gate.event]))?);
        let filled = block.fill_range(&queue, &5_u32, 0..usize::MAX, &[&gate.event])?;
        gate.open()?;
        filled.wait()?;
        assert_eq!(block.map::<u32>(&m.queue)?[COUNT - 1], 5);
        Ok(())
    }

    fn a_failed_command_does_not_block_maps(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (other, gate) = (Queue::new(&m.context, &device)?, Gate::new(&m.context)?);
        let mut buffer = Buffer::copy_of(&m.context, MemoryFlags::READ_WRITE, &[3_u32; 16])?;
        let filled = buffer.fill_range(&other, &5_u32, 0..usize::MAX, &[&gate.event])?;
        other.flush()?;
        gate.set(-1)?;
        assert!(filled.wait().is_err());
        assert_eq!(buffer.map::<u32>(&m.queue)?[..], [3; 16]);
        Ok(())
    }

    fn a_release_after_events_forgets_no_command(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::OUT_OF_ORDER_QUEUE)? {
            return Ok(());
        }
        let (queue, gate) = (Queue::with_flags(&m.context, &device, QueueFlags::OUT_OF_ORDER)?, Gate::new(&m.context)?);
        let mut first = m.pool.allocate_on(&queue, 4 * COUNT)?;
        let done = first.fill(&queue, &1_u32)?;
        done.wait()?;
        let place = (first.info()?.slab(), first.info()?.offset_bytes());
        fill(&mut first, &queue, &gate)?;
        first.release_after(&[&done])?; // does not mention the second fill
        let second = m.pool.allocate_on(&queue, 4 * COUNT)?;
        let pending = second.start_map::<u32>(&queue, &MapOptions::new())?;
        if place == (second.info()?.slab(), second.info()?.offset_bytes()) {
            does_not_complete(pending.event(), &queue)?;
        }
        gate.open()?;
        pending.wait().map(drop)
    }

    fn an_enqueued_release_forgets_no_command(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::OUT_OF_ORDER_QUEUE | Features::SVM_COARSE)? {
            return Ok(());
        }
        let pool = Pool::new(&Provider::svm(&m.context, MemoryFlags::empty())?)?;
        let queue = Queue::with_flags(&m.context, &device, QueueFlags::OUT_OF_ORDER)?;
        for other in [None, Some(&m.queue)] {
            let gate = Gate::new(&m.context)?;
            let mut first = Svm::try_from(pool.allocate_on(&queue, 4 * COUNT)?)?;
            let done = first.fill(&queue, &1_u32)?;
            done.wait()?;
            let place = (first.info()?.slab(), first.info()?.offset_bytes());
            fill(&mut first, &queue, &gate)?;
            first.release_enqueued(other, &[&done])?; // does not mention the second fill
            let second = pool.allocate_on(&queue, 4 * COUNT)?;
            let pending = second.start_map::<u32>(&queue, &MapOptions::new())?;
            if place == (second.info()?.slab(), second.info()?.offset_bytes()) {
                does_not_complete(pending.event(), &queue)?;
            }
            gate.open()?;
            drop(pending.wait()?);
        }
        Ok(())
    }

    fn forgetting_a_queue_waits_for_its_commands(device: Device) -> Result<()> {
        let mut m = Machine::new(device)?;
        let other = Queue::new(&m.context, &device)?;
        let mut first = m.pool.allocate_on(&other, 4 * COUNT)?;
        let filled = first.fill(&other, &5_u32)?;
        drop(first);
        let second = m.pool.allocate_on(&other, 4 * COUNT)?;
        m.pool.forget_queue(&other)?;
        assert!(filled.is_complete()?);
        drop(other);
        assert_eq!(second.map::<u32>(&m.queue)?[COUNT - 1], 5);
        Ok(())
    }
}
