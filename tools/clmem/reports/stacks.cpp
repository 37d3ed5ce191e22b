#include "reports/stacks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace clmem::command {
namespace {

using std::string_view_literals::operator""sv;

// How the file names of modules begin.
constexpr std::array modules = {
    "libclmem"sv,        "_clmem"sv,      "libOpenCL"sv,   "libpocl"sv,       "libnvidia-opencl"sv, "libcuda.so"sv,
    "libamdocl"sv,       "libigdrcl"sv,   "libze_"sv,      "libMesaOpenCL"sv, "libRusticlOpenCL"sv, "libintelocl"sv,
    "libcommon_clang"sv, "libmali"sv,     "_ffi."sv,       "libc.so"sv,       "libc-2"sv,           "ld-linux"sv,
    "libstdc++"sv,       "libjemalloc"sv, "libtcmalloc"sv, "libmimalloc"sv,   "libffi"sv,           "_cffi_backend"sv,
    "libpython"sv,       "python3"sv,     "libjvm.so"sv,
};

// How the names of functions begin.
constexpr std::array functions = {
    "clmem_"sv,    "clmem::"sv,      "clmem_core::"sv, "clmem_sys::"sv, "<clmem::"sv,
    "io.clmem."sv, "operator new"sv, "malloc"sv,       "calloc"sv,      "realloc"sv,
};

constexpr std::array packages = {"site-packages/clmem/"sv, "dist-packages/clmem/"sv, "site-packages/pyopencl/"sv,
                                 "dist-packages/pyopencl/"sv, "site-packages/pytools/"sv};

std::string label_of(const named_frame &frame) {
    if (frame.file.empty()) { return frame.function; }
    const std::string_view file = std::string_view{frame.file}.substr(frame.file.rfind('/') + 1);
    return frame.line == 0 ? fmt::format("{} ({})", frame.function, file)
                           : fmt::format("{} ({}:{})", frame.function, file, frame.line);
}

} // namespace

bool is_machinery(const named_frame &frame) {
    const auto begins = [](std::string_view text) {
        return [text](std::string_view with) { return text.starts_with(with); };
    };
    return std::any_of(modules.begin(), modules.end(), begins(frame.module)) ||
           std::any_of(functions.begin(), functions.end(), begins(frame.function)) ||
           std::any_of(packages.begin(), packages.end(),
                       [&frame](std::string_view package) { return frame.file.find(package) != std::string::npos; });
}

// The program's frames, from the innermost one outwards; all frames if none is the program's.
std::span<const std::uint32_t> stack_names::own_frames_of(std::uint32_t stack) {
    const auto is_own = [this](std::uint32_t frame) {
        const named_frame &named = symbols_.of(frame);
        return !is_machinery(named) && named.function != "_start"; // which calls the C library, which calls main()
    };
    const auto &frames = recorded_.stacks.at(stack);
    const auto first = std::find_if(frames.begin(), frames.end(), is_own);
    if (first == frames.end()) { return frames; }
    return {first, std::find_if(frames.rbegin(), frames.rend(), is_own).base()};
}

// The program's functions, inlined ones included, from the innermost one outwards.
std::vector<const named_frame *> stack_names::functions_of(std::uint32_t stack) {
    std::vector<const named_frame *> functions;
    for (const std::uint32_t frame : own_frames_of(stack)) {
        const named_frame &named = symbols_.of(frame);
        for (const named_frame &each : named.inlined) {
            if (!is_machinery(each)) { functions.push_back(&each); } // such as functions of clmem.hpp
        }
        functions.push_back(&named);
    }
    return functions;
}

std::string stack_names::key_of(std::uint32_t stack) {
    std::string key;
    for (const named_frame *each : functions_of(stack)) {
        key += each->function + '\n';
    }
    return key;
}

const std::string &stack_names::calls_of(std::uint32_t stack) {
    const auto [at, is_new] = calls_.try_emplace(stack);
    if (is_new && stack != 0) {
        for (const std::uint32_t frame : own_frames_of(stack)) {
            at->second += fmt::format("{} ", frame);
        }
    }
    return at->second;
}

std::vector<std::string> stack_names::chain_of(std::uint32_t stack) {
    std::vector<std::string> chain;
    for (const named_frame *each : functions_of(stack)) {
        chain.push_back(label_of(*each));
    }
    return chain;
}

void stack_names::find_lines(const std::vector<std::uint32_t> &stacks) {
    std::set<std::uint32_t> frames;
    for (const std::uint32_t stack : stacks) {
        const auto &all = recorded_.stacks.at(stack);
        frames.insert(all.begin(), all.end());
    }
    symbols_.find_lines(frames);
}

} // namespace clmem::command
