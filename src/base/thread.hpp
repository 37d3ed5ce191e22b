// Data of each thread. It is constant-initialised and in the static TLS block, so reading it is one instruction. A
// library loaded by dlopen() shares the few hundred remaining bytes of that block with all others, and fails to load
// when they are used up. So thread_local data in clmem is a few words, and larger data lies behind a pointer.
#pragma once

#include <cstdint>

namespace clmem_core {

namespace caches {
struct lookup;
extern const lookup no_caches;
} // namespace caches

struct thread_state {
    std::uint64_t id;             // unique in the process and never reused; 0 until the first query
    std::uint32_t callbacks;      // how many callbacks of the program are running on this thread
    const caches::lookup *lookup; // of the thread's caches
};

namespace detail {
[[gnu::tls_model("initial-exec")]] extern constinit thread_local thread_state this_thread;
std::uint64_t new_thread_id() noexcept;
} // namespace detail

[[nodiscard]] inline std::uint64_t thread_id() noexcept {
    const std::uint64_t id = detail::this_thread.id;
    return id != 0 ? id : detail::new_thread_id();
}

// 0 before the first query.
[[nodiscard]] inline std::uint64_t known_thread_id() noexcept {
    return detail::this_thread.id;
}

[[nodiscard]] inline bool in_callback() noexcept {
    return detail::this_thread.callbacks != 0;
}

} // namespace clmem_core
