#include "objects.hpp"

#include <array>
#include <cstdio>

namespace mock {

namespace {
constexpr auto kinds = static_cast<std::size_t>(kind::count);
std::array<std::int64_t, kinds> live_by_kind{};
bool at_once = false;
} // namespace

const char *name_of(kind what) noexcept {
    constexpr std::array<const char *, kinds> names{"nothing", "platform", "device",  "context", "queue",
                                                    "memory",  "event",    "program", "kernel",  "command buffer"};
    return names[static_cast<std::size_t>(what)];
}

namespace detail {

std::uint64_t next_number() noexcept {
    static std::uint64_t last = 0;
    return ++last;
}

bool reuses_at_once() noexcept {
    return at_once;
}

void count_live(kind what, int change) noexcept {
    live_by_kind[static_cast<std::size_t>(what)] += change;
}

bool check(const object *what, kind expected, const char *function) {
    if (what == nullptr) { return false; }
    if (what->what != expected) {
        violation("%s: %p is no %s, but a %s", function, static_cast<const void *>(what), name_of(expected),
                  what->what < kind::count ? name_of(what->what) : "stranger");
        return false;
    }
    if (!what->is_live) {
        violation("%s: %s %llu is used after its last release", function, name_of(expected),
                  static_cast<unsigned long long>(what->number));
    }
    return what->is_live;
}

} // namespace detail

void set_reuse(bool on) {
    const std::lock_guard guard{lock()};
    at_once = on;
}

std::uint64_t live_objects() noexcept {
    std::int64_t sum = 0;
    for (const std::int64_t n : live_by_kind) {
        sum += n;
    }
    return static_cast<std::uint64_t>(sum);
}

void print_live_objects() {
    for (std::size_t i = 0; i < kinds; ++i) {
        if (live_by_kind[i] == 0) { continue; }
        std::fprintf(stderr, "live: %lld of kind %s\n", static_cast<long long>(live_by_kind[i]),
                     name_of(static_cast<kind>(i)));
    }
}

} // namespace mock
