#include "recorder/stack.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <span>

namespace clmem_core {

namespace {

using backtrace_fn = int(void **, int);
backtrace_fn *of_libunwind = nullptr; // set before it is used

// The addresses that this thread's stack has; none if the system does not say.
struct stack_bounds {
    std::uintptr_t low = 0;
    std::uintptr_t high = 0;
};

stack_bounds find_bounds() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return {}; }
    void *low = nullptr;
    std::size_t bytes = 0;
    const bool is_known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
    pthread_attr_destroy(&attributes);
    const auto begin = reinterpret_cast<std::uintptr_t>(low);
    return is_known ? stack_bounds{begin, begin + bytes} : stack_bounds{};
}

[[gnu::tls_model("initial-exec")]] constinit thread_local stack_bounds known_bounds;

// Asked once for each thread, since the answer for the first one is in a file.
const stack_bounds &bounds() noexcept {
    if (known_bounds.high == 0) { known_bounds = find_bounds(); }
    return known_bounds;
}

[[gnu::noinline]] void follow_frame_pointers(native_stack &out, unsigned most) noexcept {
    struct frame {
        const frame *outer;
        std::uintptr_t address;
    };
    const stack_bounds &stack = bounds();
    const auto *at = static_cast<const frame *>(__builtin_frame_address(0));
    while (out.count < most) {
        const auto place = reinterpret_cast<std::uintptr_t>(at);
        const bool is_frame = place % alignof(frame) == 0 && place >= stack.low && place + sizeof(frame) <= stack.high;
        if (!is_frame || at->address == 0) { return; }
        out.addresses[out.count++] = at->address;
        if (at->outer <= at) { return; }
        at = at->outer;
    }
}

} // namespace

unwinder choose_unwinder() noexcept {
    static const unwinder chosen = [] {
#ifndef __SANITIZE_THREAD__ // under it, libunwind crashes when a thread ends
        for (const char *name : {"libunwind.so.8", "libunwind-x86_64.so.8"}) {
            void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (library == nullptr) { continue; }
            of_libunwind = reinterpret_cast<backtrace_fn *>(dlsym(library, "unw_backtrace"));
            if (of_libunwind != nullptr) { return unwinder::libunwind; }
        }
#endif
        return unwinder::system;
    }();
    if (chosen == unwinder::system) { // the first call loads what it needs
        void *first[1];
        backtrace(first, 1);
    }
    return chosen;
}

namespace {

void unwind(native_stack &out, unsigned most, backtrace_fn *by) noexcept {
    void *addresses[native_stack::capacity];
    const int count = by(addresses, static_cast<int>(most));
    for (int i = 0; i < count; ++i) {
        out.addresses[out.count++] = reinterpret_cast<std::uintptr_t>(addresses[i]);
    }
}

// The code of this library; none if it is a part of the program itself, whose functions are not told apart then.
struct code_range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    [[nodiscard]] bool has(std::uintptr_t address) const noexcept { return address > begin && address <= end; }
};

int find_own_code(dl_phdr_info *info, std::size_t /*bytes*/, void *out) noexcept {
    const auto here = reinterpret_cast<std::uintptr_t>(&find_own_code);
    for (const ElfW(Phdr) & part : std::span{info->dlpi_phdr, info->dlpi_phnum}) {
        const code_range range{info->dlpi_addr + part.p_vaddr, info->dlpi_addr + part.p_vaddr + part.p_memsz};
        if (part.p_type != PT_LOAD || !range.has(here)) { continue; }
        const bool is_program = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
        if (!is_program) { *static_cast<code_range *>(out) = range; }
        return 1;
    }
    return 0;
}

const code_range &own_code() noexcept {
    static const code_range found = [] {
        code_range range;
        dl_iterate_phdr(find_own_code, &range);
        return range;
    }();
    return found;
}

// The program asks for its own functions, not for those through which clmem was called.
void drop_own(native_stack &of, unsigned most) noexcept {
    const auto is_own = [&of](unsigned at) { return at < of.count && own_code().has(of.addresses[at]); };
    unsigned own = !is_own(0) && is_own(1) ? 1 : 0; // a sanitizer's backtrace() shows itself
    while (is_own(own)) {
        ++own;
    }
    if (own == of.count) { own = 0; } // no other code was on the stack
    std::copy(of.addresses.begin() + own, of.addresses.begin() + of.count, of.addresses.begin());
    of.count = std::min(of.count - own, most);
}

} // namespace

void capture(native_stack &out, unsigned most, unwinder how) noexcept {
    out.count = 0;
    const unsigned limit = std::min<unsigned>(most, recording::most_frames) + native_stack::most_own;
    if (how == unwinder::frame_pointers) {
        follow_frame_pointers(out, limit);
    } else {
        unwind(out, limit, how == unwinder::libunwind && of_libunwind != nullptr ? of_libunwind : &backtrace);
    }
    drop_own(out, limit - native_stack::most_own);
}

} // namespace clmem_core
