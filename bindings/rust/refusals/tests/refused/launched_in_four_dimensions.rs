//! A kernel has 1 to 3 dimensions, and its work-groups have as many.

fn main() {
    let _four = clmem::Launch::new([1, 1, 1, 1]);
    let _uneven = clmem::Launch::new([64, 64]).local([8, 8, 8]);
}
