#include "reports/symbols.hpp"

#include "program_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cxxabi.h>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <unistd.h>

namespace clmem::command {
namespace {

std::string file_name_of(const std::string &path) {
    return path.substr(path.rfind('/') + 1);
}

// A demangled name may be exponentially longer than its mangled form, which refers to earlier parts of itself. Names
// with so many references that this could take much memory stay as they are.
bool is_short_demangled(const std::string &name) {
    constexpr std::size_t most_bytes = 1024, most_references = 16;
    std::size_t references = 0;
    for (std::size_t at = 0; at + 1 < name.size(); ++at) {
        const char next = name[at + 1];
        const bool is_number = next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z');
        if ((name[at] == 'S' || name[at] == 'T') && is_number) { ++references; }
    }
    return name.size() <= most_bytes && references <= most_references;
}

// "::h0123456789abcdef" at the end of a name in Rust differs between builds.
void remove_hash(std::string &name) {
    constexpr std::size_t digits = 16, bytes = 3 + digits;
    if (name.size() <= bytes || name.compare(name.size() - bytes, 3, "::h") != 0) { return; }
    if (name.find_first_not_of("0123456789abcdef", name.size() - digits) == std::string::npos) {
        name.resize(name.size() - bytes);
    }
}

using places = std::vector<named_frame>;

// The line of an address, and of those in whose place it is inlined, from the innermost outwards. addr2line prints
// each address, and behind it pairs of lines: a function, and "FILE:LINE", with ?? for what is unknown.
std::vector<places> places_of(std::string_view printed) {
    std::vector<places> all;
    const auto next_line = [&printed] {
        const std::size_t end = std::min(printed.find('\n'), printed.size());
        const std::string_view line = printed.substr(0, end);
        printed.remove_prefix(std::min(end + 1, printed.size()));
        return line;
    };
    while (!printed.empty()) {
        const std::string_view function = next_line();
        if (function.starts_with("0x")) {
            all.emplace_back();
            continue;
        }
        const std::string_view place = next_line();
        const std::size_t colon = place.rfind(':');
        if (all.empty() || colon == std::string_view::npos) { continue; }
        named_frame &to = all.back().emplace_back();
        to.function = demangled(std::string{function});
        if (place.starts_with('?')) { continue; }
        std::from_chars(place.data() + colon + 1, place.data() + place.size(), to.line);
        if (to.line != 0) { to.file = place.substr(0, colon); }
    }
    return all;
}

// Functions without a line, or without a name, are left out.
void set_lines(named_frame &frame, const places &found) {
    if (found.empty() || found.back().line == 0) { return; }
    frame.file = found.back().file;
    frame.line = found.back().line;
    std::copy_if(found.begin(), found.end() - 1, std::back_inserter(frame.inlined),
                 [](const named_frame &each) { return each.line != 0 && !each.function.starts_with('?'); });
}

} // namespace

std::string demangled(const std::string &name) {
    if (!name.starts_with("_Z") || !is_short_demangled(name)) { return name; }
    int status = 0;
    const std::unique_ptr<char, void (*)(void *)> text{abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                       std::free};
    if (text == nullptr) { return name; }
    std::string readable = text.get();
    remove_hash(readable);
    return readable;
}

struct symbol_names::module {
    std::string path;
    elf_symbols own;
    std::string debug_path; // empty: none
    std::unique_ptr<elf_symbols> debug;

    module(std::string from, const std::string &debug_folder) :path{std::move(from)}, own{path} {
        if (!own.is_readable() || own.is_complete()) { return; }
        debug_path = debug_file_of(path, own, debug_folder);
        if (!debug_path.empty()) { debug = std::make_unique<elf_symbols>(debug_path); }
    }

    [[nodiscard]] std::string function_at(std::uint64_t address) const {
        std::string_view found = debug != nullptr ? debug->function_at(address) : std::string_view{};
        if (found.empty()) { found = own.function_at(address); }
        return demangled(std::string{found});
    }
};

symbol_names::symbol_names(const recording &recorded, std::string debug_folder)
    : recorded_{recorded}, debug_folder_{std::move(debug_folder)}, frames_(recorded.frames.size()) {}

symbol_names::~symbol_names() = default;

symbol_names::module &symbol_names::module_of(const std::string &path) {
    auto &found = modules_[path];
    // A relative path would name whatever lies in the current folder.
    if (found == nullptr) { found = std::make_unique<module>(path.starts_with('/') ? path : "", debug_folder_); }
    return *found;
}

const named_frame &symbol_names::of(std::uint32_t frame) {
    auto &known = frames_.at(frame);
    if (known == nullptr) { known = std::make_unique<named_frame>(name(recorded_.frames.at(frame))); }
    return *known;
}

named_frame symbol_names::name(const recording::frame &frame) {
    named_frame named;
    named.function = demangled(std::string{recorded_.text(frame.function)});
    named.file = recorded_.text(frame.file);
    named.line = frame.line;
    if (frame.module == 0) {
        if (named.function.empty()) { named.function = "unknown"; }
        return named;
    }
    const std::string path{recorded_.text(frame.module)};
    named.module = file_name_of(path);
    // A return address is behind the call, which may be the last instruction of its function.
    if (named.function.empty() && frame.offset != 0) { named.function = module_of(path).function_at(frame.offset - 1); }
    if (named.function.empty()) { named.function = fmt::format("{}+{:#x}", named.module, frame.offset); }
    return named;
}

void symbol_names::find_lines(const std::set<std::uint32_t> &frames) {
    constexpr std::size_t most_addresses = 4096; // of one process: its arguments have to fit
    const std::string program = find_program("addr2line");
    if (program.find('/') == std::string::npos || ::access(program.c_str(), X_OK) != 0) { return; }
    std::map<std::string, std::vector<std::uint32_t>> wanted;
    for (const std::uint32_t number : frames) {
        const recording::frame &frame = recorded_.frames.at(number);
        if (frame.module != 0 && frame.offset != 0 && of(number).file.empty()) {
            wanted[std::string{recorded_.text(frame.module)}].push_back(number);
        }
    }
    for (auto &[path, numbers] : wanted) {
        const module &from = module_of(path);
        if (!from.own.is_readable()) { continue; }
        for (std::size_t begin = 0; begin < numbers.size(); begin += most_addresses) {
            const std::size_t count = std::min(numbers.size() - begin, most_addresses);
            std::vector<std::string> words = {program, "--addresses", "--functions", "--inlines",
                                              "--exe=" + (from.debug_path.empty() ? path : from.debug_path)};
            for (std::size_t at = begin; at < begin + count; ++at) {
                words.push_back(fmt::format("{:#x}", recorded_.frames[numbers[at]].offset - 1));
            }
            const std::vector<places> found = places_of(output_of(words, {}));
            for (std::size_t at = 0; at < std::min(count, found.size()); ++at) {
                set_lines(*frames_[numbers[begin + at]], found[at]);
            }
        }
    }
}

} // namespace clmem::command
