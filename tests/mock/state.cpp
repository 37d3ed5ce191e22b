#include "state.hpp"

#include "faults.hpp"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace mock {

namespace {
constexpr std::uint64_t most_printed = 20;
std::atomic<std::uint64_t> violations{0};
} // namespace

std::mutex &lock() noexcept {
    static auto *const one = new std::mutex; // never destroyed, since static destructors of programs release objects
    return *one;
}

void violation(const char *format, ...) {
    if (violations.fetch_add(1, std::memory_order_relaxed) < most_printed) {
        char text[512];
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        std::fprintf(stderr, "violation: %s\n", text);
    }
    static const bool ends = std::getenv("MOCK_ABORT") != nullptr;
    if (ends) { std::abort(); }
}

bool is_traced() noexcept {
    static const bool traced = std::getenv("MOCK_TRACE") != nullptr;
    return traced;
}

std::uint64_t violation_count() noexcept {
    return violations.load(std::memory_order_relaxed);
}

} // namespace mock
