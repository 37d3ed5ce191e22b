// Host memory, threads and callbacks: fail those that clmem asks for, not those of the runner and of drivers.
#include "host_faults.hpp"

#include "script.hpp"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <new>
#include <pthread.h>

namespace clmem::torture {

namespace {

struct order {
    std::atomic<bool> is_armed{false};
    std::atomic<std::uint64_t> n{0};
    std::atomic<bool> for_good{false};
    std::atomic<std::uint64_t> count{0};
    std::atomic<std::uint64_t> failures{0};
};
constinit order orders[victims];

// The program's own code, which contains clmem and the C++ library.
struct range {
    std::uintptr_t begin = 0, end = 0;
    [[nodiscard]] bool has(const void *address) const noexcept {
        const auto number = reinterpret_cast<std::uintptr_t>(address);
        return number >= begin && number < end;
    }
};
constinit range own_code;

int note(dl_phdr_info *about, std::size_t, void *) {
    if (*about->dlpi_name != '\0' || own_code.end != 0) { return 0; } // the program has no name
    for (unsigned at = 0; at < about->dlpi_phnum; ++at) {
        const ElfW(Phdr) &segment = about->dlpi_phdr[at];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) { continue; }
        own_code = {about->dlpi_addr + segment.p_vaddr, about->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    }
    return 0;
}

bool is_hit(victim what) noexcept {
    order &of = orders[static_cast<unsigned>(what)];
    if (!of.is_armed.load(std::memory_order_relaxed)) { return false; }
    const std::uint64_t count = of.count.fetch_add(1) + 1;
    const std::uint64_t n = of.n.load();
    const bool fails = of.for_good.load() ? count >= n : count == n;
    if (fails) { of.failures.fetch_add(1); }
    return fails;
}

bool allocation_fails(const void *caller) noexcept {
    return contract::runner_depth == 0 && own_code.has(caller) && is_hit(victim::allocation);
}

void *allocate(std::size_t bytes, std::size_t alignment) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void *memory = std::aligned_alloc(alignment, rounded != 0 ? rounded : alignment);
    if (memory == nullptr) { throw std::bad_alloc{}; }
    return memory;
}

} // namespace

void find_own_code() {
    dl_iterate_phdr(note, nullptr);
    contract::callback_fails = [] { return is_hit(victim::callback); };
}

void arm_host(victim what, std::uint64_t n, bool for_good) noexcept {
    order &of = orders[static_cast<unsigned>(what)];
    of.n = n;
    of.for_good = for_good;
    of.count = 0;
    of.failures = 0;
    of.is_armed = true;
}

std::uint64_t disarm_host() noexcept {
    std::uint64_t failures = 0;
    for (order &of : orders) {
        of.is_armed = false;
        failures += of.failures.exchange(0);
    }
    return failures;
}

} // namespace clmem::torture

// Replaces the allocator of the whole process.
void *operator new(std::size_t bytes) {
    if (clmem::torture::allocation_fails(__builtin_return_address(0))) { throw std::bad_alloc{}; }
    return clmem::torture::allocate(bytes, alignof(std::max_align_t));
}
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
    if (clmem::torture::allocation_fails(__builtin_return_address(0))) { return nullptr; }
    return std::malloc(bytes != 0 ? bytes : 1);
}
void *operator new(std::size_t bytes, std::align_val_t alignment) {
    if (clmem::torture::allocation_fails(__builtin_return_address(0))) { throw std::bad_alloc{}; }
    return clmem::torture::allocate(bytes, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void *memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

// Drivers call the system's own one.
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                              void *argument) noexcept {
    if (clmem::contract::runner_depth == 0 && clmem::torture::is_hit(clmem::torture::victim::thread)) { return EAGAIN; }
    static const auto real = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
    return real(thread, attributes, start, argument);
}
