//! Converts objects to and from opencl3, on the first usable device.

use clmem::*;
use opencl3::memory::ClMem;
use opencl3::svm::SvmVec;

type Outcome = std::result::Result<(), Box<dyn std::error::Error>>;

/// Makes both crates load the same library: opencl3 looks for a name that only development packages install.
fn one_library() {
    if std::env::var_os("OPENCL_DYLIB_PATH").is_none() {
        std::env::set_var("OPENCL_DYLIB_PATH", "libOpenCL.so.1");
    }
}

#[test]
fn objects_convert_both_ways() -> Outcome {
    one_library();
    let (context, device) = Context::shared()?;
    let queue = Queue::new(&context, &device)?;
    let theirs = context.to_opencl3(&device)?;
    let their_queue = queue.to_opencl3()?;
    assert_eq!(Context::from_opencl3(&theirs)?, context);
    assert_eq!(Queue::from_opencl3(&their_queue)?, queue);
    assert_eq!(Device::from_opencl3(&opencl3::device::Device::new(device.as_raw().cast())), Some(device));

    let mut block = Pool::new(&Provider::buffers(&context, MemoryFlags::READ_WRITE)?)?.allocate_on(&queue, 400)?;
    let filled = block.fill(&queue, &7_u32)?.into_opencl3();
    Event::from_opencl3(&filled)?.wait()?;
    {
        // SAFETY: it is dropped before the block, and nothing is mapped.
        let buffer = unsafe { to_opencl3_buffer::<u32>(&block)? };
        let mut back = [0_u32; 100];
        // SAFETY: the read blocks until it is complete.
        unsafe { their_queue.enqueue_read_buffer(&buffer, 1, 0, &mut back, &[])? };
        assert_eq!(back, [7; 100]);
        // SAFETY: no mapped memory is written.
        let again = unsafe { AnyMemory::from_opencl3(&buffer)? };
        assert_eq!(again.memory_object()?.cast(), buffer.get());
    }
    if device.info()?.features().contains(Features::SVM_FINE) {
        let mut vector = SvmVec::<u32>::allocate(&theirs, 100)?;
        // SAFETY: the vector outlives the tag, and is not accessed meanwhile.
        let mut tag = unsafe { Svm::from_opencl3(&mut vector)? };
        tag.fill(&queue, &9_u32)?.wait()?;
        drop(tag);
        assert_eq!(vector[..], [9; 100]);
    }
    Ok(())
}

#[test]
fn programs_and_kernels_come_in() -> Outcome {
    one_library();
    let (context, device) = Context::shared()?;
    let queue = Queue::new(&context, &device)?;
    let source = "kernel void one(global int *a) { a[0] = 1; }";
    let program = opencl3::program::Program::create_and_build_from_source(&context.to_opencl3(&device)?, source, "")?;
    let mut kernel = Kernel::new(&Program::from_opencl3(&program)?, "one")?;
    let theirs = opencl3::kernel::Kernel::create(&program, "one")?;
    // SAFETY: nothing else sets its arguments.
    let mut other = unsafe { Kernel::from_opencl3(&theirs)? };
    for kernel in [&mut kernel, &mut other] {
        let block = Buffer::copy_of(&context, MemoryFlags::READ_WRITE, &[0_i32])?;
        kernel.set_memory(0, &block)?;
        // SAFETY: the kernel writes one number.
        unsafe { kernel.launch(&queue, &Launch::new([1]))? };
        assert_eq!(block.map::<i32>(&queue)?[..], [1]);
    }
    Ok(())
}
