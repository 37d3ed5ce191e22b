// The mock's one lock, and the report of violations. Everything else in the mock is used under the lock, unless it says otherwise.
#pragma once

#include "mock.hpp"

#include <mutex>

namespace mock {

[[nodiscard]] std::mutex &lock() noexcept;

// Reports a violation; the first twenty are printed. With MOCK_ABORT in the environment the process ends there.
[[gnu::format(printf, 1, 2)]] void violation(const char *format, ...);

// True if MOCK_TRACE is in the environment: all commands are printed.
[[nodiscard]] bool is_traced() noexcept;

} // namespace mock
