#include "loader_platforms.hpp"

#include <CL/cl.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <link.h>
#include <poll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace clmem::command {
namespace {

constexpr long patience_ms = 20'000;

long now_ms() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

// Reads until the end of the file; false if that takes too long.
bool read_all(int file, std::string &text) {
    const long until = now_ms() + patience_ms;
    char part[4096];
    for (;;) {
        pollfd waited{file, POLLIN, 0};
        const long left = until - now_ms();
        if (left <= 0 || (::poll(&waited, 1, static_cast<int>(left)) < 0 && errno != EINTR)) { return false; }
        if (waited.revents == 0) { continue; }
        const ssize_t got = ::read(file, part, sizeof part);
        if (got == 0) { return true; }
        if (got > 0) { text.append(part, static_cast<std::size_t>(got)); }
    }
}

// What a function returns in a child process, whose own output goes nowhere; none if the child fails or is late.
std::optional<std::string> in_child(const std::function<std::string()> &ask) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) { return std::nullopt; }
    const pid_t child = ::fork();
    if (child == 0) {
        const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
            ::dup2(nowhere, stream);
        }
        const std::string text = ask();
        const bool written = ::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::_exit(written ? 0 : 1); // no destructors of drivers, which may wait
    }
    ::close(ends[1]);
    std::string text;
    const bool is_whole = child > 0 && read_all(ends[0], text);
    ::close(ends[0]);
    if (child <= 0) { return std::nullopt; }
    if (!is_whole) { ::kill(child, SIGKILL); }
    int ending = 0;
    while (::waitpid(child, &ending, 0) < 0 && errno == EINTR) {}
    return is_whole && ending == 0 ? std::optional{text} : std::nullopt;
}

std::string text_of(decltype(&clGetPlatformInfo) ask, cl_platform_id platform, cl_platform_info what) {
    std::size_t bytes = 0;
    if (ask(platform, what, 0, nullptr, &bytes) != CL_SUCCESS) { return {}; }
    std::string text(bytes, '\0');
    if (ask(platform, what, bytes, text.data(), nullptr) != CL_SUCCESS) { return {}; }
    return text.substr(0, text.find('\0'));
}

// A line for each platform.
std::string list_platforms(void *loader) {
    const auto list = reinterpret_cast<decltype(&clGetPlatformIDs)>(::dlsym(loader, "clGetPlatformIDs"));
    const auto ask = reinterpret_cast<decltype(&clGetPlatformInfo)>(::dlsym(loader, "clGetPlatformInfo"));
    if (list == nullptr || ask == nullptr) { ::_exit(1); }
    cl_uint count = 0;
    if (list(0, nullptr, &count) != CL_SUCCESS) { return {}; } // also if there is none
    std::vector<cl_platform_id> platforms(count);
    if (list(count, platforms.data(), nullptr) != CL_SUCCESS) { return {}; }
    std::string lines;
    for (cl_platform_id each : platforms) {
        lines += text_of(ask, each, CL_PLATFORM_NAME) + '\n';
    }
    return lines;
}

} // namespace

std::string loader_by_name() {
    return in_child([]() -> std::string {
               void *const loader = ::dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
               link_map *place = nullptr;
               if (loader == nullptr || ::dlinfo(loader, RTLD_DI_LINKMAP, &place) != 0) { return {}; }
               return place->l_name;
           })
        .value_or("");
}

std::optional<std::vector<std::string>> platforms_of(const std::string &loader, const variables &environment) {
    const std::optional<std::string> lines = in_child([&] {
        for (const auto &[name, value] : environment) {
            ::setenv(name.c_str(), value.c_str(), 1);
        }
        for (const char *name : {"OPENCL_LAYERS", "OPENCL_LAYER_PATH"}) {
            ::unsetenv(name); // layers may change what a program sees
        }
        void *const opened = ::dlopen(loader.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (opened == nullptr) { ::_exit(1); }
        return list_platforms(opened);
    });
    if (!lines) { return std::nullopt; }
    std::vector<std::string> platforms;
    for (std::size_t at = 0; at < lines->size();) {
        const std::size_t end = lines->find('\n', at);
        platforms.push_back(lines->substr(at, end - at));
        at = end + 1;
    }
    return platforms;
}

} // namespace clmem::command
