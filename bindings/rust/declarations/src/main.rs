//! Writes the declarations of clmem-sys to the standard output; bindgen makes them from `clmem_extras.h`.
//!
//! `tools/generate.py` runs `clmem-declarations HEADER CLANG_ARGUMENT...`, with the folder of libclang in
//! `LIBCLANG_PATH`.

use bindgen::callbacks::ParseCallbacks;
use bindgen::{Builder, EnumVariation, Formatter, RustTarget};

/// The OpenCL constants that arguments and results of clmem's functions use.
const OPENCL_CONSTANTS: &str = "CL_(SUCCESS|COMPLETE|RUNNING|SUBMITTED|QUEUED|TRUE|FALSE|NONE|R|A|RG|RA|RGB|RGBA|BGRA|ARGB|INTENSITY|LUMINANCE|Rx|RGx|RGBx|DEPTH|DEPTH_STENCIL|sRGB|sRGBx|sRGBA|sBGRA|ABGR|SNORM_.*|UNORM_.*|SIGNED_INT.*|UNSIGNED_INT.*|HALF_FLOAT|FLOAT|MEM_.*|MAP_.*|MIGRATE_.*|IMAGE_.*|PIPE_.*|SAMPLER_.*|ADDRESS_.*|FILTER_.*|DEVICE_TYPE_.*|EVENT_.*|OUT_OF_.*|INVALID_.*)";

/// Converts comments to rustdoc: Doxygen's tags become a list.
#[derive(Debug)]
struct Comments;

impl ParseCallbacks for Comments {
    fn process_comment(&self, comment: &str) -> Option<String> {
        Some(comment.lines().map(line).collect::<Vec<_>>().join("\n"))
    }
}

fn line(line: &str) -> String {
    // A comment after a member begins with `<`; other brackets and angles must not become links or HTML tags.
    let line = line.trim_start().trim_start_matches("< ").trim_end();
    let text = line.replace("@p ", "").replace('[', "(").replace(']', ")").replace('<', "&lt;");
    let Some((tag, rest)) = text.strip_prefix('@').and_then(|tagged| tagged.split_once(' ')) else {
        return text;
    };
    let rest = rest.trim_start();
    match (tag.split('(').next(), rest.split_once("  ").or_else(|| rest.split_once(' '))) {
        (Some("param"), Some((name, about))) => format!("- `{name}`: {}", about.trim_start()),
        (Some("error"), Some((name, about))) => format!("- error `{name}`: {}", about.trim_start()),
        (Some("return"), _) => format!("- gives {rest}"),
        _ => format!("- {tag}: {rest}"),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let header = arguments.next().ok_or("clmem-declarations HEADER ARGUMENT_OF_CLANG...")?;
    let declarations = Builder::default()
        .header(header)
        .clang_args(arguments)
        .parse_callbacks(Box::new(Comments))
        .allowlist_item("clmem_.*|CLMEM_.*")
        .allowlist_var(OPENCL_CONSTANTS)
        .blocklist_item("CLMEM_.*_INIT|CLMEM_(CALL|API|DEPRECATED|.*_DECLARATIONS|(.*_)?H)|.*__bindgen.*")
        .default_enum_style(EnumVariation::Consts)
        .prepend_enum_name(false)
        .use_core()
        .ctypes_prefix("core::ffi")
        .size_t_is_usize(true)
        .layout_tests(true)
        .generate_cstr(true)
        .rust_target(RustTarget::stable(85, 0).map_err(|error| error.to_string())?)
        .formatter(Formatter::Prettyplease)
        .disable_header_comment()
        .generate()?;
    print!("{declarations}");
    Ok(())
}
