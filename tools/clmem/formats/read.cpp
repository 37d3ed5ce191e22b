#include "formats/read.hpp"

#include "formats/chrome_format.hpp"
#include "formats/clmem_format.hpp"
#include "formats/input_file.hpp"
#include "formats/pytorch_format.hpp"
#include "formats/rmm_format.hpp"
#include "formats/trace_format.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <zlib.h>

namespace clmem::command {
namespace {

enum class format { clmem, pickle, json, rmm, trace };

// The beginning of a file, unpacked.
std::string unpacked_beginning(const std::string &path) {
    std::array<char, 64> text{};
    gzFile file = gzopen(path.c_str(), "rb");
    const int got = file != nullptr ? gzread(file, text.data(), static_cast<unsigned>(text.size())) : 0;
    if (file != nullptr) { gzclose(file); }
    return got > 0 ? std::string{text.data(), static_cast<std::size_t>(got)} : std::string{};
}

std::optional<format> format_of(const std::string &path) {
    constexpr std::uint64_t looked_at = 64;
    const std::string raw = input_file{path}.read(0, looked_at);
    if (raw.starts_with("clmemrec") || path.ends_with(".clmem")) { return format::clmem; }
    if (raw.starts_with('\x80')) { return format::pickle; }
    const std::string text = unpacked_beginning(path);
    if (text.starts_with("Thread,")) { return format::rmm; }
    if (text.starts_with("op,")) { return format::trace; }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && (text[first] == '{' || text[first] == '[')) { return format::json; }
    if (path.ends_with(".pickle") || path.ends_with(".pkl")) { return format::pickle; }
    if (path.ends_with(".json")) { return format::json; }
    if (path.ends_with(".rmm.csv")) { return format::rmm; }
    if (path.ends_with(".csv") || path.ends_with(".csv.gz")) { return format::trace; }
    return {};
}

} // namespace

recording read_recording(const std::string &path) {
    const std::optional<format> its = format_of(path);
    if (!its) {
        fail_at(
            path, 0,
            "expected a recording of clmem, a memory snapshot of PyTorch, trace events, a log of RMM or a trace, got "
            "another format");
    }
    switch (*its) {
    case format::clmem:
        return read_clmem(path);
    case format::pickle:
        return read_pytorch(path);
    case format::json:
        return read_chrome(path);
    case format::rmm:
        return read_rmm(path);
    case format::trace:
        break;
    }
    return read_trace_recording(path);
}

trace read_as_trace(const std::string &path) {
    // A pipe can be read only once.
    if (!std::filesystem::is_regular_file(path)) { return read_trace(path); }
    const std::optional<format> its = format_of(path);
    return !its || *its == format::trace ? read_trace(path) : trace_of(read_recording(path));
}

} // namespace clmem::command
