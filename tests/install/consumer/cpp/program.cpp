// A user's C++17 program: a pool without a device, with handles that release themselves.
#include <clmem.h>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace {

void check(clmem_status status) {
    if (status == CLMEM_SUCCESS) { return; }
    clmem_error error = CLMEM_ERROR_INIT;
    clmem_error_last(&error);
    throw std::runtime_error(std::string(error.function) + ": " + error.message);
}

template <auto Release>
struct releaser {
    template <class T>
    void operator()(T *handle) const {
        if (Release(handle) != CLMEM_SUCCESS) { std::abort(); } // destructors cannot throw
    }
};
template <class Handle, auto Release>
using owned = std::unique_ptr<std::remove_pointer_t<Handle>, releaser<Release>>;

void use_a_pool() {
    clmem_provider raw_provider = nullptr;
    check(clmem_provider_create_virtual(nullptr, &raw_provider));
    const owned<clmem_provider, clmem_provider_release> provider(raw_provider);

    clmem_pool raw_pool = nullptr;
    check(clmem_pool_create(provider.get(), nullptr, &raw_pool));
    const owned<clmem_pool, clmem_pool_release> pool(raw_pool);

    clmem_buffer buffer = nullptr;
    check(clmem_pool_allocate(pool.get(), nullptr, 4096, &buffer));
    check(clmem_buffer_release(buffer));
    if (clmem_buffer_release(buffer) != CLMEM_ERROR_INVALID_HANDLE) {
        throw std::runtime_error("a block could be released twice");
    }

    clmem_statistics statistics = CLMEM_STATISTICS_INIT;
    check(clmem_pool_statistics(pool.get(), &statistics));
    if (statistics.active_blocks != 0 || statistics.managed_bytes == 0) {
        throw std::runtime_error("the pool holds other blocks than it should");
    }
}

} // namespace

int main() {
    try {
        use_a_pool();
    } catch (const std::exception &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
