//! Compiles the C loop that the crate is compared with.

fn main() {
    println!("cargo:rerun-if-changed=pair.c");
    let mut build = cc::Build::new();
    if let Some(include) = std::env::var_os("DEP_CLMEM_INCLUDE") {
        build.include(include);
    }
    build.file("pair.c").opt_level(2).warnings(true).compile("clmem_bench_pair");
}
