#include "device/memory/system_files.hpp"

#include <algorithm>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <memory>
#include <system_error>
#include <unistd.h>

namespace clmem_core {

namespace {

constexpr std::size_t largest_file = 65536;

class open_file {
  public:
    explicit open_file(const std::string &path) : descriptor_{::open(path.c_str(), O_RDONLY | O_CLOEXEC)} {}
    ~open_file() {
        if (descriptor_ >= 0) { ::close(descriptor_); }
    }
    open_file(const open_file &) = delete;
    open_file &operator=(const open_file &) = delete;

    [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
    [[nodiscard]] ssize_t read(char *out, std::size_t capacity) const { return ::read(descriptor_, out, capacity); }

  private:
    int descriptor_;
};

struct close_folder {
    void operator()(DIR *folder) const noexcept { ::closedir(folder); }
};

std::string_view trimmed(std::string_view text) {
    constexpr const char *blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) { return {}; }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace

std::optional<std::string> system_files::read(const std::string &path) const {
    const open_file file{root_ + path};
    if (!file.is_open()) { return std::nullopt; }
    std::string text(largest_file, '\0');
    std::size_t length = 0;
    while (length < text.size()) {
        const ssize_t count = file.read(text.data() + length, text.size() - length);
        if (count < 0) { return std::nullopt; }
        if (count == 0) { break; }
        length += static_cast<std::size_t>(count);
    }
    text.resize(length);
    return text;
}

std::optional<std::uint64_t> system_files::number(const std::string &path) const {
    const auto text = read(path);
    return text ? bytes_of(*text) : std::nullopt;
}

std::optional<std::string> system_files::link(const std::string &path) const {
    char target[PATH_MAX];
    const ssize_t length = ::readlink((root_ + path).c_str(), target, sizeof target);
    return length < 0 ? std::nullopt : std::optional{std::string(target, static_cast<std::size_t>(length))};
}

std::vector<std::string> system_files::list(const std::string &path) const {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, close_folder> folder{::opendir((root_ + path).c_str())};
    if (folder == nullptr) { return names; }
    while (const dirent *entry = ::readdir(folder.get())) { // NOLINT(concurrency-mt-unsafe): the folder is our own
        if (entry->d_name[0] != '.') { names.emplace_back(entry->d_name); }
    }
    return names;
}

std::vector<named_text> named_lines(std::string_view text) {
    std::vector<named_text> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t end = line.find_first_of(": \t");
        if (end != std::string_view::npos && end > 0) {
            lines.push_back({line.substr(0, end), trimmed(line.substr(end + 1))});
        }
    }
    return lines;
}

std::string_view value_of(const std::vector<named_text> &lines, std::string_view name) {
    for (const named_text &line : lines) {
        if (line.name == name) { return line.value; }
    }
    return {};
}

std::optional<std::uint64_t> bytes_of(std::string_view text) {
    const std::string_view whole = trimmed(text);
    std::uint64_t number = 0;
    const auto [rest, failure] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
    if (failure != std::errc{}) { return std::nullopt; }
    const std::string_view unit = trimmed(whole.substr(static_cast<std::size_t>(rest - whole.data())));
    std::uint64_t factor = 1;
    if (unit == "kB" || unit == "KiB") {
        factor = 1024;
    } else if (unit == "MiB") {
        factor = 1024 * 1024;
    } else if (!unit.empty()) {
        return std::nullopt;
    }
    if (number > UINT64_MAX / factor) { return std::nullopt; }
    return number * factor;
}

} // namespace clmem_core
