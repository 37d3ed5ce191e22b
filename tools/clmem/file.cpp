#include "file.hpp"

#include "failure.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace clmem::command {

void write_file(const std::string &path, const std::string &content) {
    std::ofstream file{path, std::ios::binary};
    file << content;
    file.close();
    if (!file) { throw failure{exit_status::failed, fmt::format("cannot write {}: {}", path, std::strerror(errno))}; }
}

} // namespace clmem::command
