#include "device/wish.hpp"

#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace clmem {

namespace {

// NULL if the variable is not set or empty.
const char *variable(const char *name) {
    const char *value = ::secure_getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

wish from_variable(const char *name, wish_syntax syntax) {
    const char *value = variable(name);
    if (value == nullptr) { return {}; }
    return {value, syntax, std::string{"the environment variable "} + name, true};
}

struct closer {
    void operator()(std::FILE *file) const noexcept { (void)std::fclose(file); }
};

// The first line of a file that is there; no wish if it is not.
wish from_file(const std::string &path, wish_syntax syntax) {
    const std::unique_ptr<std::FILE, closer> file{std::fopen(path.c_str(), "re")};
    if (file == nullptr && (errno == ENOENT || errno == ENOTDIR)) { return {}; }
    std::array<char, 1024> line{};
    const char *read = file != nullptr ? std::fgets(line.data(), static_cast<int>(line.size()), file.get()) : nullptr;
    if (file == nullptr || (read == nullptr && std::ferror(file.get()) != 0)) {
        fail(CLMEM_ERROR_NO_DEVICE, "the wish for a device in the file %s cannot be read: %s; mend or remove it",
             path.c_str(), std::strerror(errno)); // NOLINT(concurrency-mt-unsafe): glibc's is safe for known numbers
    }
    const std::string_view text = trim(line.data());
    if (text.empty()) {
        fail(CLMEM_ERROR_NO_DEVICE,
             "the file %s has no wish for a device in its first line: write one, for example 0:0, or remove the file",
             path.c_str());
    }
    return {std::string{text}, syntax, "the file " + path, true};
}

} // namespace

wish surrounding_wish() {
    if (wish found = from_variable("CLMEM_DEVICE", wish_syntax::clmem); found.is_there) { return found; }
    if (wish found = from_variable("PYOPENCL_CTX", wish_syntax::pyopencl); found.is_there) { return found; }
    if (wish found = from_variable("CUDA_DEVICE", wish_syntax::number); found.is_there) { return found; }
    const char *home = variable("HOME");
    if (home == nullptr) { return {}; }
    wish found = from_file(std::string{home} + "/.clmem_device", wish_syntax::clmem);
    return found.is_there ? found : from_file(std::string{home} + "/.cuda-device", wish_syntax::number);
}

wish surrounding_test_wish() {
    if (wish found = from_variable("CLMEM_TEST", wish_syntax::clmem); found.is_there) { return found; }
    return from_variable("PYOPENCL_TEST", wish_syntax::pyopencl);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == text.npos) { return parts; }
        text.remove_prefix(at + 1);
    }
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view white = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(white);
    if (begin == text.npos) { return {}; }
    return text.substr(begin, text.find_last_not_of(white) - begin + 1);
}

} // namespace clmem
