// What each thread knows of itself. Constant-initialised and in the static TLS block: reading it is one instruction. A library that is
// loaded by dlopen() shares the few hundred bytes that are left of that block with all others, and fails to load when they are used up:
// whatever is thread_local in clmem is a few words, and what is larger lies behind a pointer.
#pragma once

#include <cstdint>

namespace clmem {

namespace caches {
struct lookup;
extern const lookup no_caches;
} // namespace caches

struct thread_state {
    std::uint64_t id;             // unique in the process and never used twice; 0 until it is asked for
    std::uint32_t callbacks;      // how many callbacks of the program are running on this thread
    const caches::lookup *lookup; // of the thread's own caches
};

namespace detail {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local thread_state this_thread;
std::uint64_t new_thread_id() noexcept;
} // namespace detail

[[nodiscard]] inline std::uint64_t thread_id() noexcept {
    const std::uint64_t id = detail::this_thread.id;
    return id != 0 ? id : detail::new_thread_id();
}

// 0 if it was never asked for.
[[nodiscard]] inline std::uint64_t known_thread_id() noexcept {
    return detail::this_thread.id;
}

[[nodiscard]] inline bool in_callback() noexcept {
    return detail::this_thread.callbacks != 0;
}

} // namespace clmem
