//! Links clmem: an installed library found by pkg-config (feature `system`), or one built by CMake from the sources in
//! `core` (`vendored`).

use std::env;
use std::path::Path;

fn main() {
    for variable in ["CLMEM_LIB_DIR", "CLMEM_NO_VENDOR", "CLMEM_WERROR", "DOCS_RS"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    // Generating the documentation needs no library.
    if env::var_os("DOCS_RS").is_some() {
        return;
    }
    if let Some(folder) = env::var_os("CLMEM_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", Path::new(&folder).display());
        println!("cargo:rustc-link-lib=dylib=clmem");
        return;
    }
    if cfg!(feature = "system") || env::var_os("CLMEM_NO_VENDOR").is_some() {
        system();
    } else {
        vendored();
    }
}

#[cfg(feature = "system")]
fn system() {
    let version = env!("CARGO_PKG_VERSION");
    if let Err(error) = pkg_config::Config::new().atleast_version(version).probe("clmem") {
        fail(&format!("expected an installed clmem, got none from pkg-config: {error}"));
    }
}

#[cfg(not(feature = "system"))]
fn system() {
    fail("CLMEM_NO_VENDOR forbids building clmem; enable the feature `system`, or set CLMEM_LIB_DIR");
}

#[cfg(feature = "vendored")]
fn vendored() {
    for path in ["core/CMakeLists.txt", "core/src", "core/include", "core/cmake", "core/third_party"] {
        println!("cargo:rerun-if-changed={path}");
    }
    // In the repository `core` holds symbolic links; resolving them lets ccache find the same sources under the same
    // path.
    let core = std::fs::canonicalize("core/CMakeLists.txt").unwrap_or_else(|error| fail(&format!("core: {error}")));
    let is_for_this_machine = env::var_os("TARGET") == env::var_os("HOST");
    let built = cmake::Config::new(core.with_file_name(""))
        .profile("Release")
        .no_default_flags(is_for_this_machine) // only a cross build needs the flags of the cmake crate
        .define("CLMEM_SHARED", "OFF")
        .define("CLMEM_BUILD_COMMAND", "OFF")
        .define("CLMEM_BUILD_LAYER", "OFF")
        .define("CLMEM_WERROR", env::var_os("CLMEM_WERROR").map_or("OFF", |_| "ON"))
        .build_target("clmem")
        .build();
    println!("cargo:rustc-link-search=native={}", built.join("build/lib").display());
    println!("cargo:rustc-link-lib=static=clmem");
    println!("cargo:rustc-link-lib=dylib=stdc++");
    println!("cargo:root={}", built.display());
    if let Some(manifest) = env::var_os("CARGO_MANIFEST_DIR") {
        println!("cargo:include={}", Path::new(&manifest).join("core/include").display());
    }
}

#[cfg(not(feature = "vendored"))]
fn vendored() {
    fail("expected a library to link, got none; enable the feature `vendored` or `system`, or set CLMEM_LIB_DIR");
}

/// Prints a message and ends the build.
fn fail(message: &str) -> ! {
    eprintln!("clmem-sys: {message}");
    std::process::exit(1);
}
