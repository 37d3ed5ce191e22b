// Shows the progress of long work on stderr, if that is a terminal.
#pragma once

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace clmem::command {

class progress {
  public:
    progress() = default;
    progress(const progress &) = delete;
    progress &operator=(const progress &) = delete;
    ~progress() { clear(); }

    // Cheap enough to call often: it writes only a few times per second.
    void show(std::string_view name, std::string_view what, std::size_t done, std::size_t all) {
        if (!is_watched_) { return; }
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds{100}) { return; }
        last_ = now;
        fmt::print(stderr, "\r\033[K{}: {}, {} %", name, what, all == 0 ? 100 : done * 100 / all);
        std::fflush(stderr);
        is_shown_ = true;
    }

    void clear() {
        if (is_shown_) { fmt::print(stderr, "\r\033[K"); }
        is_shown_ = false;
    }

  private:
    bool is_watched_ = isatty(STDERR_FILENO) != 0;
    bool is_shown_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now(); // so that short work shows nothing
};

} // namespace clmem::command
