//! Tells whether the crate is built in the repository, which has the guide that the documentation's tests run.

fn main() {
    println!("cargo:rustc-check-cfg=cfg(clmem_repository)");
    println!("cargo:rerun-if-changed=../../../docs/rust.md");
    if std::path::Path::new("../../../docs/rust.md").exists() {
        println!("cargo:rustc-cfg=clmem_repository");
    }
}
