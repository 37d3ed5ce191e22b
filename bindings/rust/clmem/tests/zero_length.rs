//! Copies, slices, fills and launches of no length succeed and change nothing, on every device chosen for tests.

mod common;

use clmem::*;
use common::Machine;

const NUMBERS: [i32; 4] = [1, 2, 3, 4];

test_on_devices! {
    fn copies_do_nothing(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let (mut block, mut other) = (m.pool.allocate_on(&m.queue, 16)?, m.pool.allocate_on(&m.queue, 16)?);
        m.queue.write(&mut block, &NUMBERS)?;
        m.queue.write(&mut other, &[0_i32; 4])?;
        let mut untouched = [9_i32; 4];
        Transfer::new(Source::memory(&block), Destination::memory(&mut other)).bytes(0).run(&m.queue)?;
        Transfer::new(Source::memory(&block), Destination::memory(&mut other)).bytes(0).enqueue(&m.queue)?.wait()?;
        Transfer::new(Source::memory(&block), Destination::host(&mut untouched)).bytes(0).run(&m.queue)?;
        for region in [[0; 3], [4, 0, 1]] {
            Transfer::new(Source::memory(&block), Destination::memory(&mut other)).region(region).run(&m.queue)?;
            Transfer::new(Source::memory(&block), Destination::host(&mut untouched)).region(region).run(&m.queue)?;
        }
        let (mut numbers, mut zeros) = ([0_i32; 4], [7_i32; 4]);
        m.queue.read(&block, &mut numbers)?;
        m.queue.read(&other, &mut zeros)?;
        assert_eq!((numbers, zeros, untouched), (NUMBERS, [0; 4], [9; 4]));
        Ok(())
    }

    fn empty_slices_copy_nothing(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let mut block = m.pool.allocate_on(&m.queue, 16)?;
        m.queue.write(&mut block, &NUMBERS)?;
        m.queue.write::<i32>(&mut block, &[])?;
        m.queue.read::<i32>(&block, &mut [])?;
        m.queue.read::<i32>(&block, &mut Vec::new())?;
        let mut numbers = [0_i32; 4];
        m.queue.read(&block, &mut numbers)?;
        assert_eq!(numbers, NUMBERS);
        Ok(())
    }

    fn fills_and_launches_do_nothing(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let source = "kernel void clear(global int *a) { a[get_global_id(0)] = 0; }";
        let mut kernel = Kernel::new(&Program::built(&m.context, source, "")?, "clear")?;
        let mut block = m.pool.allocate_on(&m.queue, 16)?;
        m.queue.write(&mut block, &NUMBERS)?;
        block.fill_range(&m.queue, &0_i32, 4..4, &[])?.wait()?;
        kernel.set_memory(0, &block)?;
        // SAFETY: a launch of no work-items accesses no memory.
        unsafe { kernel.launch(&m.queue, &Launch::new([0]))? }.wait()?;
        // SAFETY: as above.
        unsafe { kernel.launch(&m.queue, &Launch::new([4, 0]))? }.wait()?;
        let mut numbers = [0_i32; 4];
        m.queue.read(&block, &mut numbers)?;
        assert_eq!(numbers, NUMBERS);
        Ok(())
    }

    fn fills_of_images_do_nothing(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? {
            return Ok(());
        }
        let mut image = ImageBuilder::new_2d(&m.context, 2, 2).content(&[[7_u8; 4]; 4], 0, 0).build()?;
        let nothing = ImageBox { region: [2, 0, 1], ..ImageBox::default() };
        image.fill(&m.queue, [0.0; 4], nothing, &[])?.wait()?;
        let mut pixels = [0_u8; 16];
        m.queue.read(&image, &mut pixels)?;
        assert_eq!(pixels, [7; 16]);
        let second_row = ImageBox { origin: [0, 1, 0], ..ImageBox::default() };
        image.fill(&m.queue, [0.0; 4], second_row, &[])?.wait()?;
        m.queue.read(&image, &mut pixels)?;
        assert_eq!(pixels[..8], [7; 8]);
        assert_eq!(pixels[8..], [0; 8]);
        Ok(())
    }
}
