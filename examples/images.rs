//! Images: filled, copied, mapped, and read by a kernel through a sampler.

use clmem::{
    Addressing, Buffer, ChannelOrder, ChannelType, Context, Destination, Features, Filter, Image, ImageBox,
    ImageBuilder, Kernel, Launch, MemoryFlags, Program, Queue, Result, Sampler, Source, Transfer,
};

const WIDTH: usize = 64;
const HEIGHT: usize = 48;

/// The pixel at a place, as text. Copies between the host and an image count pixels.
fn pixel(queue: &Queue, image: &Image, x: usize, y: usize) -> Result<String> {
    let mut channels = [0_u8; 4];
    let from = Source::memory(image).origin([x, y, 0]);
    Transfer::new(from, Destination::host(&mut channels)).region([1, 1, 1]).run(queue)?;
    Ok(channels.map(|channel| channel.to_string()).join(" "))
}

fn filled(queue: &Queue, image: &mut Image) -> Result<()> {
    image.fill(queue, [1.0, 2.0, 3.0, 4.0], ImageBox::default(), &[])?; // the whole image
    println!("filled: {} is the last pixel", pixel(queue, image, WIDTH - 1, HEIGHT - 1)?);
    Ok(())
}

fn a_window(queue: &Queue, image: &mut Image) -> Result<()> {
    let nines = [[9_u8; 4]; 8];
    let to = Destination::memory(image).origin([8, 8, 0]);
    Transfer::new(Source::host(&nines), to).region([4, 2, 1]).run(queue)?;
    println!("a window: {} inside, {} next to it", pixel(queue, image, 11, 9)?, pixel(queue, image, 12, 9)?);
    Ok(())
}

fn a_map(queue: &Queue, image: &mut Image) -> Result<()> {
    let part = ImageBox { origin: [8, 8, 0], region: [4, 2, 1] };
    let mut map = image.map_mut(queue, part, &[])?;
    map.row_mut::<[u8; 4]>(1, 0)?[0] = [255; 4]; // the driver chooses the row pitch
    map.unmap()?; // later commands in the queue see it
    println!("a map: {} at its corner", pixel(queue, image, 8, 9)?);
    Ok(())
}

/// Each work-item adds up the red of one row.
const SOURCE: &str = "kernel void add_red(read_only image2d_t image, sampler_t sampler, global uint *sums) {
    uint sum = 0;
    for (int x = 0; x < get_image_width(image); ++x) {
        sum += read_imageui(image, sampler, (int2)(x, get_global_id(0))).x;
    }
    sums[get_global_id(0)] = sum;
}";

fn a_kernel(context: &Context, queue: &Queue, image: &Image) -> Result<()> {
    let mut sums = [0_u32; HEIGHT];
    let rows = Buffer::new(context, MemoryFlags::READ_WRITE, size_of_val(&sums))?;
    let sampler = Sampler::new(context, false, Addressing::CLAMP_TO_EDGE, Filter::NEAREST)?;
    let mut kernel = Kernel::new(&Program::built(context, SOURCE, "")?, "add_red")?;
    kernel.set_memory(0, image)?;
    kernel.set_sampler(1, &sampler)?;
    kernel.set_memory(2, &rows)?;
    // SAFETY: there are as many work-items as rows and sums, and nothing is mapped.
    unsafe { kernel.launch(queue, &Launch::new([HEIGHT]))? };
    queue.read(&rows, &mut sums)?;
    println!("a kernel: {} is the sum of the red", sums.iter().sum::<u32>());
    Ok(())
}

fn main() -> Result<()> {
    let (context, device) = Context::shared()?;
    if !device.info()?.features().contains(Features::IMAGE) {
        println!("the device has no images");
        return Ok(());
    }
    let queue = Queue::new(&context, &device)?;
    let builder = ImageBuilder::new_2d(&context, WIDTH, HEIGHT).flags(MemoryFlags::READ_WRITE);
    let mut image = builder.format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8).build()?;
    filled(&queue, &mut image)?;
    a_window(&queue, &mut image)?;
    a_map(&queue, &mut image)?;
    a_kernel(&context, &queue, &image)
}
