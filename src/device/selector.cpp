#include "device/selector.hpp"

#include "base/error.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace clmem_core {

namespace {

// NULL if the variable is not set or empty.
const char *variable(const char *name) {
    const char *value = ::secure_getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
}

device_selector from_variable(const char *name, selector_syntax syntax) {
    const char *value = variable(name);
    if (value == nullptr) { return {}; }
    return {value, syntax, std::string{"the environment variable "} + name, true};
}

struct closer {
    void operator()(std::FILE *file) const noexcept { (void)std::fclose(file); }
};

// The first line of a file; no selector if the file does not exist.
device_selector from_file(const std::string &path, selector_syntax syntax) {
    const std::unique_ptr<std::FILE, closer> file{std::fopen(path.c_str(), "re")};
    if (file == nullptr && (errno == ENOENT || errno == ENOTDIR)) { return {}; }
    std::array<char, 1024> line{};
    const char *read = file != nullptr ? std::fgets(line.data(), static_cast<int>(line.size()), file.get()) : nullptr;
    if (file == nullptr || (read == nullptr && std::ferror(file.get()) != 0)) {
        fail(CLMEM_ERROR_NO_DEVICE, "the device selector in the file %s cannot be read: %s; fix or remove the file",
             path.c_str(), std::strerror(errno)); // NOLINT(concurrency-mt-unsafe): glibc's is safe for known numbers
    }
    const std::string_view text = trim(line.data());
    if (text.empty()) {
        fail(CLMEM_ERROR_NO_DEVICE,
             "expected a device selector in the first line of the file %s, got none; write one, for example 0:0, or "
             "remove the file",
             path.c_str());
    }
    return {std::string{text}, syntax, "the file " + path, true};
}

} // namespace

device_selector environment_selector() {
    if (device_selector found = from_variable("CLMEM_DEVICE", selector_syntax::clmem); found.is_there) { return found; }
    if (device_selector found = from_variable("PYOPENCL_CTX", selector_syntax::pyopencl); found.is_there) {
        return found;
    }
    if (device_selector found = from_variable("CUDA_DEVICE", selector_syntax::number); found.is_there) { return found; }
    const char *home = variable("HOME");
    if (home == nullptr) { return {}; }
    device_selector found = from_file(std::string{home} + "/.clmem_device", selector_syntax::clmem);
    return found.is_there ? found : from_file(std::string{home} + "/.cuda-device", selector_syntax::number);
}

device_selector environment_test_selector() {
    if (device_selector found = from_variable("CLMEM_TEST", selector_syntax::clmem); found.is_there) { return found; }
    return from_variable("PYOPENCL_TEST", selector_syntax::pyopencl);
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

} // namespace clmem_core
