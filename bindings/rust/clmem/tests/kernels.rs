//! Kernels, shared virtual memory, images, samplers and pipes, on every device chosen for tests.

mod common;

use clmem::experimental::Cache;
use clmem::*;
use common::Machine;

const SOURCE: &str = "kernel void add(global int *a, int b, local int *l) {
    l[get_local_id(0)] = b; a[get_global_id(0)] += l[get_local_id(0)];
}
struct list { global int *first; };
kernel void count_up(global const struct list *all) { all->first[get_global_id(0)] = get_global_id(0); }
kernel void nothing(global int *a) { if (a) { a[0] = 1; } }";

test_on_devices! {
    fn kernels_run(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let program = Program::built(&m.context, SOURCE, "-cl-kernel-arg-info")?;
        let mut kernel = Kernel::new(&program, "add")?;
        let mut block = m.pool.allocate_on(&m.queue, 4 * 64)?;
        let filled = block.fill(&m.queue, &1_i32)?;
        // SAFETY: the launch fails before it enqueues anything, since an argument is missing.
        let missing = unsafe { kernel.launch(&m.queue, &Launch::new([64])) }.expect_err("no argument is set");
        assert!(missing.message().contains("argument"), "{missing}");
        kernel.set_memory(0, &block)?;
        kernel.set_value(1, 41_i32)?;
        kernel.set_local(2, 4 * 8)?;
        let launch = Launch::new([32]).local([8]).offset([32]).wait_for(&[&filled]).clear();
        // SAFETY: the kernel stays within the block.
        unsafe { kernel.launch(&m.queue, &launch)? }.wait()?;
        let map = block.map::<i32>(&m.queue)?;
        assert_eq!((map[31], map[32], map[63]), (1, 42, 42));
        // SAFETY: the objects are live.
        let (same, again) = unsafe { (Program::import(program.object()?)?, Kernel::import(kernel.object()?)?) };
        assert_eq!((same.object()?, again.object()?), (program.object()?, kernel.object()?));
        let mut nothing = Kernel::new(&same, "nothing")?;
        nothing.set_null(0)?;
        // SAFETY: the kernel accesses no memory.
        unsafe { nothing.launch(&m.queue, &Launch::new([1, 1, 1]))? }.wait()
    }

    fn arguments_are_set_all_at_once(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let source = "kernel void sum(global int *a, local int *l, int one, float2 two, char2 three, global int *none) {
            a[get_global_id(1)] = one + (int)two.y + three.y + (none == 0); }";
        let mut kernel = Kernel::new(&Program::built(&m.context, source, "")?, "sum")?;
        let block = m.pool.allocate_on(&m.queue, 4 * 4)?;
        kernel.set_null(5)?;
        let arguments = (&block, Local(64), 1, [0.0_f32, 20.0], Value([0_i8, 100]));
        let launch = Launch::new([1, 4]).local([1, 2]).offset([0, 0]);
        // SAFETY: the kernel writes 4 numbers.
        unsafe { kernel.args(arguments)?.launch(&m.queue, &launch)? };
        assert_eq!(block.map::<i32>(&m.queue)?[..], [122; 4]);
        let error = kernel.args((&block, 5.0_f64)).map(drop).expect_err("local memory is not a number");
        assert!(error.message().contains("argument 1"), "{error}");
        Ok(())
    }

    fn a_failed_build_reports_the_log(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        let program = Program::from_source(&m.context, "kernel void broken(")?;
        let error = program.build("", &[device]).expect_err("the source is invalid");
        assert!(matches!(error.kind(), ErrorKind::OpenCl(_)), "{error}");
        let line = |i| format!("#error line {i} of a log that is longer than one line\n");
        let lines: String = (0..15).map(line).collect::<Vec<_>>().concat();
        let error = Program::built(&m.context, &lines, "").expect_err("the source contains errors");
        assert!(error.message().contains("line 14"), "{error}");
        assert!(!program.log(Some(&device))?.is_empty() && !program.log(None)?.ends_with('\0'));
        assert_eq!(Program::from_source(&m.context, "\0").expect_err("a NUL").kind(), ErrorKind::InvalidArgument);
        Ok(())
    }

    fn shared_virtual_memory(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::SVM_COARSE)? {
            let refused = Svm::allocate(&m.context, MemoryFlags::empty(), 64, None);
            assert_eq!(refused.expect_err("the device lacks SVM").kind(), ErrorKind::Unsupported);
            return Ok(());
        }
        let mut numbers = Svm::allocate(&m.context, MemoryFlags::empty(), 4 * 64, Some(&m.queue))?;
        let mut list = Svm::allocate_aligned(&m.context, MemoryFlags::empty(), 8, 4096, Some(&m.queue))?;
        assert_eq!(list.as_ptr()?.addr() % 4096, 0);
        list.map_mut::<usize>(&m.queue)?[0] = numbers.as_ptr()?.expose_provenance();
        numbers.fill(&m.queue, &0_u32)?;
        let mut kernel = Kernel::new(&Program::built(&m.context, SOURCE, "")?, "count_up")?;
        kernel.set_memory(0, &list)?;
        kernel.use_svm(&[&numbers])?;
        // SAFETY: the list points to 64 numbers.
        unsafe { kernel.launch(&m.queue, &Launch::new([64]))? };
        assert_eq!(numbers.map::<u32>(&m.queue)?[63], 63);
        if device.info()?.opencl_version() >= 210 {
            m.queue.migrate_svm(&mut [&mut numbers], MigrationFlags::CONTENT_UNDEFINED, &[])?.wait()?;
        }
        // SAFETY: no mapped memory is written.
        let buffer = unsafe { numbers.as_buffer(&m.context, MemoryFlags::READ_WRITE, usize::MAX)? };
        assert_eq!(buffer.size()?, 4 * 64);
        // SAFETY: the memory outlives the tag.
        let tag = unsafe { Svm::wrap(Some(&m.context), numbers.as_ptr()?, 4 * 64, false)? };
        assert_eq!(tag.as_ptr()?, numbers.as_ptr()?);
        drop((tag, buffer));
        numbers.unbind()?;
        numbers.bind(&m.queue)?;
        numbers.release_enqueued(None, &[])?.wait()
    }

    fn pools_of_shared_virtual_memory(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::SVM_COARSE)? {
            return Ok(());
        }
        let pool = Pool::new(&Provider::svm(&m.context, MemoryFlags::empty())?)?;
        let block = Svm::try_from(pool.allocate_on(&m.queue, 1000)?)?;
        let (found, offset) = pool.find(block.as_ptr()?.wrapping_add(10))?;
        assert_eq!((found, offset), (block.as_raw(), 10));
        assert_eq!(pool.find(std::ptr::null()).expect_err("NULL is in no block").kind(), ErrorKind::InvalidArgument);
        assert_eq!(Buffer::from(block).size()?, 1000);
        Ok(())
    }

    fn images(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? {
            return Ok(());
        }
        let pixels: Vec<[u8; 4]> = (0..48_u8).map(|i| [i; 4]).collect();
        let mut image = ImageBuilder::new_2d(&m.context, 8, 6).content(&pixels, 0, 0).build()?;
        let info = image.info()?;
        assert_eq!((info.shape(), info.pixel_bytes()), (&[8, 6][..], 4));
        assert_eq!((info.memory_type(), info.channel_order()), (MemoryType::IMAGE2D, ChannelOrder::RGBA));
        assert_eq!(info.channel_type(), ChannelType::UNORM_INT8);
        assert_eq!(image.property(sys::CL_IMAGE_WIDTH)?, 8_usize.to_le_bytes());
        let inner = ImageBox { origin: [2, 1, 0], region: [3, 2, 1] };
        image.fill(&m.queue, [1.0, 0.0, 0.0, 1.0], inner, &[])?;
        {
            let map = image.map(&m.queue, ImageBox::default(), &[])?;
            let row = map.row::<[u8; 4]>(1, 0)?;
            assert_eq!((row.len(), row[1], row[2], row[5]), (8, [9; 4], [255, 0, 0, 255], [13; 4]));
            assert!(map.row::<u8>(6, 0).is_err() && map.row::<u8>(0, 1).is_err() && map.row_pitch() >= 32);
            assert_eq!(map.slice_pitch() % map.row_pitch(), 0);
            map.unmap()?;
        }
        image.map_mut(&m.queue, inner, &[])?.row_mut::<u32>(1, 0)?.fill(0);
        let mut back = [[9_u8; 4]; 48];
        m.queue.read(&image, &mut back)?;
        assert_eq!((back[8 + 2], back[16 + 2], back[16 + 4], back[16 + 5]), ([255, 0, 0, 255], [0; 4], [0; 4], [21; 4]));

        let array: Vec<f32> = (0..24_u8).map(f32::from).collect();
        let image = Image::from_array(&m.context, MemoryFlags::READ_ONLY, &array, &[3, 2], 4, false)?;
        assert_eq!(image.info()?.shape(), [2, 3]);
        let borrowed = Image::from_array(&m.context, MemoryFlags::USE_HOST_PTR, &array, &[3, 2], 4, false);
        assert_eq!(borrowed.expect_err("the array is only borrowed").kind(), ErrorKind::InvalidArgument);
        assert!(!ImageFormat::list(&m.context, MemoryFlags::READ_ONLY, MemoryType::IMAGE2D)?.is_empty());
        let shapes = [
            ImageBuilder::new_1d(&m.context, 8),
            ImageBuilder::new_3d(&m.context, 8, 4, 2),
            ImageBuilder::new_1d_array(&m.context, 8, 3),
            ImageBuilder::new_2d_array(&m.context, 8, 4, 3),
        ];
        for builder in shapes {
            let format = builder.format(ChannelOrder::RGBA, ChannelType::FLOAT).flags(MemoryFlags::READ_WRITE);
            assert_eq!(format.build()?.info()?.pixel_bytes(), 16);
        }
        Ok(())
    }

    fn an_image_over_a_buffer(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? || device.info()?.opencl_version() < 120 {
            return Ok(());
        }
        let buffer = Buffer::copy_of(&m.context, MemoryFlags::READ_WRITE, &[5_u8; 256])?;
        // SAFETY: no mapped memory is written.
        let image = unsafe { ImageBuilder::new_1d(&m.context, 64).over(&buffer, 0) }.build()?;
        drop(buffer);
        let mut back = [0_u8; 256];
        m.queue.read(&image, &mut back)?;
        assert_eq!(back, [5; 256]);
        Ok(())
    }

    fn samplers(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        if !m.has(Features::IMAGE)? {
            return Ok(());
        }
        let sampler = Sampler::new(&m.context, true, Addressing::REPEAT, Filter::LINEAR)?;
        let info = sampler.info()?;
        assert_eq!((info.addressing(), info.filter(), info.is_normalized()), (Addressing::REPEAT, Filter::LINEAR, true));
        assert_eq!(sampler.property(sys::CL_SAMPLER_FILTER_MODE)?, Filter::LINEAR.0.to_le_bytes());
        // SAFETY: the object is live.
        let same = unsafe { Sampler::import(sampler.object()?)? };
        assert!(same.is_same(&sampler)?);
        if device.info()?.opencl_version() >= 200 {
            let nearest = [u64::from(sys::CL_SAMPLER_FILTER_MODE), u64::from(Filter::NEAREST.0)];
            assert_eq!(Sampler::with_properties(&m.context, &nearest)?.info()?.filter(), Filter::NEAREST);
        }
        let source = "kernel void sample(read_only image2d_t i, sampler_t s, global float4 *o) {
            o[0] = read_imagef(i, s, (float2)(0.5f, 0.5f)); }";
        let mut kernel = Kernel::new(&Program::built(&m.context, source, "")?, "sample")?;
        let image = ImageBuilder::new_2d(&m.context, 1, 1).content(&[[255_u8; 4]], 0, 0).build()?;
        let block = m.pool.allocate_on(&m.queue, 16)?;
        kernel.set_memory(0, &image)?;
        kernel.set_sampler(1, &sampler)?;
        kernel.set_memory(2, &block)?;
        // SAFETY: the kernel writes one vector.
        unsafe { kernel.launch(&m.queue, &Launch::new([1]))? };
        assert_eq!(block.map::<f32>(&m.queue)?[..], [1.0; 4]);
        Ok(())
    }

    fn pipes_work_or_are_unsupported(device: Device) -> Result<()> {
        let m = Machine::new(device)?;
        match Pipe::new(&m.context, MemoryFlags::empty(), 16, 64) {
            Ok(pipe) => {
                assert_eq!((pipe.info()?.packet_bytes(), pipe.info()?.max_packets()), (16, 64));
                assert_eq!(pipe.property(sys::CL_PIPE_PACKET_SIZE)?, 16_u32.to_le_bytes());
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported),
        }
        let empty = Pipe::new(&m.context, MemoryFlags::empty(), 0, 64).expect_err("packets have no bytes");
        assert!(matches!(empty.kind(), ErrorKind::InvalidArgument | ErrorKind::Unsupported), "{empty}");
        // SAFETY: NULL is the handle of no pipe; the library checks it.
        let none = unsafe { Pipe::from_raw(std::ptr::null_mut()) };
        assert_eq!(none.info().expect_err("it is no pipe").kind(), ErrorKind::InvalidHandle);
        let property = none.property(sys::CL_PIPE_PACKET_SIZE);
        assert_eq!(property.expect_err("it is no pipe").kind(), ErrorKind::InvalidHandle);
        none.try_release()
    }

    fn devices_are_characterized(device: Device) -> Result<()> {
        use clmem::experimental::characterize::*;
        assert!(fast_math_options(&device)?.contains("-cl-"));
        assert_eq!(has_double(&device)?.origin, Origin::Queried);
        assert!(usable_local_memory(&device, -1)?.known().is_some_and(|bytes| bytes > 0));
        let fine = svm(&device)?.value.contains(SvmFeatures::FINE_BUFFER);
        assert_eq!(fine, device.info()?.features().contains(Features::SVM_FINE));
        has_amd_double(&device)?;
        assert_eq!(has_struct_bug(&device, Some(&Context::new(&device)?))?.value, StructBug::None);
        for figure in [simd_group_size(&device, 4)?, local_memory_banks(&device)?, local_memory_granularity(&device)?] {
            assert!(figure.origin != Origin::Unknown || figure.value == 0);
        }
        let capability = nvidia_capability(&device)?;
        assert_eq!(capability.known().is_some(), device.info()?.platform_name().contains("NVIDIA"));
        if simultaneous_items(&device)?.known().is_some() {
            let (times, text) = local_conflicts(&device, 4, &[32, 32], &[32, 33])?;
            assert_eq!(times == 1, text.is_empty());
        }
        let uneven = local_conflicts(&device, 4, &[32], &[]).expect_err("the shapes differ in length");
        assert_eq!(uneven.kind(), ErrorKind::InvalidArgument);
        assert!(matches!(measure_simd(&device)?.origin, Origin::Measured | Origin::Unknown));
        assert!(matches!(measure_banks(&device)?.origin, Origin::Measured | Origin::Unknown));
        Ok(())
    }

    fn a_cache_watches_a_context(device: Device) -> Result<()> {
        let cache: Cache<u32> = Cache::new()?;
        let context = Context::new(&device)?;
        match cache.watch(&context) {
            Ok(()) => {
                cache.put(context.as_raw().addr() as u64, b"", 1_u32)?;
                assert_eq!(cache.count()?, 1);
                context.try_release()
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Unsupported);
                Ok(())
            }
        }
    }
}
