// What a process's section of the page says, as text and as JSON. `clmem run` and the layer itself print it.
#pragma once

#include "page.hpp"
#include "settings.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace clmem::layer {

// Driver calls that pools made unnecessary, less those that the layer made.
[[nodiscard]] std::int64_t calls_saved(const page_process &process);

// "4 GiB", or "50%".
[[nodiscard]] std::string limit_text(const memory_limit &limit);

// `ending` says what became of the process: "exit status 0".
[[nodiscard]] std::string report_text(const page_process &process, const std::string &ending);
[[nodiscard]] std::string report_json(const page_process &process, const std::string &ending);

// {"processes": [...]} of the objects that report_json() made.
[[nodiscard]] std::string report_file(std::span<const std::string> processes);

// The path with "-PID" before its extension: one file for each process.
[[nodiscard]] std::string path_of_process(const std::string &path, std::uint64_t pid);

// Writes a whole file; false if that failed, with the reason in errno.
[[nodiscard]] bool write_file(const std::string &path, const std::string &content);

} // namespace clmem::layer
