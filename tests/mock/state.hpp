// The mock's single lock, and the report of violations. Unless stated otherwise, everything in the mock is used under
// the lock.
#pragma once

#include "mock.hpp"

#include <mutex>

namespace mock {

[[nodiscard]] std::mutex &lock() noexcept;

// Reports a violation and prints the first twenty. If MOCK_ABORT is in the environment, the process aborts.
[[gnu::format(printf, 1, 2)]] void violation(const char *format, ...);

// Whether MOCK_TRACE is in the environment, which prints all commands.
[[nodiscard]] bool is_traced() noexcept;

} // namespace mock
