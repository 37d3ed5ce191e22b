//! Uses clmem together with opencl3: they share a context and a queue, and opencl3's kernel works on a block of clmem's
//! pool.

use clmem::{Context, MemoryFlags, Pool, Provider, Queue};
use opencl3::command_queue::CommandQueue;
use opencl3::device::{get_all_devices, Device, CL_DEVICE_TYPE_ALL};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::program::Program;

const SOURCE: &str = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }";
const COUNT: usize = 1000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let device = Device::new(*get_all_devices(CL_DEVICE_TYPE_ALL)?.first().ok_or("no device")?);
    let yours = opencl3::context::Context::from_device(&device)?;
    #[allow(deprecated)] // its replacement needs OpenCL 2.0
    let your_queue = CommandQueue::create_default(&yours, 0)?;
    let program = Program::create_and_build_from_source(&yours, SOURCE, "")?;
    let kernel = Kernel::create(&program, "twice")?;

    let (context, queue) = (Context::from_opencl3(&yours)?, Queue::from_opencl3(&your_queue)?);
    let pool = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?;
    let mut block = pool.allocate_on(&queue, 4 * COUNT)?;
    let mut numbers: Vec<i32> = (0..COUNT as i32).collect();
    queue.write(&mut block, &numbers)?;

    // SAFETY: opencl3's handle is dropped before the block, and the kernel stays within the block.
    unsafe {
        let argument = clmem::to_opencl3_buffer::<i32>(&block)?;
        ExecuteKernel::new(&kernel).set_arg(&argument).set_global_work_size(COUNT).enqueue_nd_range(&your_queue)?;
        your_queue.finish()?;
    }
    queue.read(&block, &mut numbers)?;
    println!("{} is twice {}", numbers[COUNT - 1], COUNT - 1);
    Ok(())
}
