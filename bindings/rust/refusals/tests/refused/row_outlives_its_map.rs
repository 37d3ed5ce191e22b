//! A row of an image cannot outlive its map.

fn row<'a>(image: &'a clmem::Image, queue: &clmem::Queue) -> &'a [u8] {
    let map = image.map(queue, clmem::ImageBox::default(), &[]).unwrap();
    map.row::<u8>(0, 0).unwrap()
}

fn main() {}
