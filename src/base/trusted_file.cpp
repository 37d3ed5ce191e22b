#include "base/trusted_file.hpp"

#include <exception>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace clmem_core {

namespace {

bool is_safe(const std::string &path, const struct stat &known) noexcept {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0) { return false; }
    const bool has_good_owner = found.st_uid == 0 || found.st_uid == geteuid() || found.st_uid == known.st_uid;
    const bool is_good_group = found.st_gid == known.st_gid && (known.st_mode & S_IWGRP) != 0;
    return has_good_owner && (found.st_mode & S_IWOTH) == 0 && ((found.st_mode & S_IWGRP) == 0 || is_good_group);
}

} // namespace

bool is_as_safe_as(const char *file, const char *known) noexcept {
    try {
        struct stat reference {};
        if (stat(known, &reference) != 0) { return false; }
        const std::string path = file;
        return is_safe(path, reference) && is_safe(path.substr(0, path.rfind('/') + 1), reference);
    } catch (const std::exception &) {
        return false; // no memory
    }
}

} // namespace clmem_core
