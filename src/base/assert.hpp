// Assertions and checks of invariants. They are on where CLMEM_ASSERTIONS is defined, as in the presets debug, asan and
// tsan, and cost nothing elsewhere.
#pragma once

namespace clmem_core {

#ifdef CLMEM_ASSERTIONS
inline constexpr bool assertions_enabled = true;
#else
inline constexpr bool assertions_enabled = false;
#endif

// The first violated invariant that a check has found, as text; empty if there is none. It needs no memory of the host.
class violation {
  public:
    violation() noexcept = default;
    [[gnu::format(printf, 2, 3)]] explicit violation(const char *format, ...) noexcept;

    [[nodiscard]] explicit operator bool() const noexcept { return text_[0] != '\0'; }
    [[nodiscard]] const char *text() const noexcept { return text_; }

  private:
    char text_[256] = {};
};

// These print what has failed, and abort.
[[noreturn, gnu::cold]] void fail_assertion(const char *what, const char *file, int line) noexcept;
[[noreturn, gnu::cold]] void fail_check(const char *of, const violation &found) noexcept;

} // namespace clmem_core

#ifdef CLMEM_ASSERTIONS
#define CLMEM_ASSERT(condition)                                                                                        \
    (static_cast<bool>(condition) ? static_cast<void>(0) : ::clmem_core::fail_assertion(#condition, __FILE__, __LINE__))
#else
#define CLMEM_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
