#include "temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace clmem::command {

temporary_folder::temporary_folder(exit_status refused, const std::string &advice) {
    const char *const set = std::getenv("TMPDIR");
    const std::filesystem::path parent = std::filesystem::absolute(set != nullptr && *set != '\0' ? set : "/tmp");
    path_ = (parent / "clmem-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) {
        throw failure{refused, fmt::format("cannot create a temporary folder in {}: {}; set TMPDIR to another one{}",
                                           parent.string(), std::strerror(errno), advice)};
    }
}

temporary_folder::~temporary_folder() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
    if (code) { say(fmt::format("cannot remove {}: {}", path_, code.message())); }
}

} // namespace clmem::command
