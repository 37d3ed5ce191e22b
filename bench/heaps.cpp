#include "heaps.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

namespace clmem::bench {

namespace {

constexpr std::size_t keeper_bytes = std::size_t{64} << 20;
constexpr std::size_t umf_memory_bytes = std::size_t{1} << 30;
constexpr std::size_t umf_capacity = 1024;

void *open_library(const char *name) {
    void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) { throw not_here{dlerror()}; }
    return library;
}

template <class Function>
Function *symbol(void *library, const char *name) {
    void *const address = dlsym(library, name);
    if (address == nullptr) { throw not_here{dlerror()}; }
    return reinterpret_cast<Function *>(address);
}

} // namespace

std::string size_name(std::size_t bytes) {
    if (bytes >= std::size_t{1} << 20) { return std::to_string(bytes >> 20) + " MiB"; }
    if (bytes >= std::size_t{1} << 10) { return std::to_string(bytes >> 10) + " KiB"; }
    return std::to_string(bytes) + " B";
}

void fail_with_last_error() {
    clmem_error record = CLMEM_ERROR_INIT;
    clmem_error_last(&record);
    throw std::runtime_error{std::string{record.function} + ": " + record.message};
}

void fail_out_of_memory(const char *who) {
    throw std::runtime_error{std::string{who} + " failed"};
}

clmem_provider pool_heap::virtual_provider() {
    clmem_provider provider = nullptr;
    check(clmem_provider_create_virtual(nullptr, &provider));
    return provider;
}

pool_heap::pool_heap(clmem_provider provider) {
    const clmem_status made = clmem_pool_create(provider, nullptr, &pool_);
    check(clmem_provider_release(provider));
    check(made);
    keeper_ = allocate(keeper_bytes);
}

pool_heap::~pool_heap() {
    clmem_buffer_release(keeper_);
    clmem_pool_release(pool_);
}

clmem_statistics pool_heap::statistics() const {
    clmem_statistics s = CLMEM_STATISTICS_INIT;
    check(clmem_pool_statistics(pool_, &s));
    return s;
}

mimalloc_heap::mimalloc_heap() {
    void *library = nullptr;
    for (const char *name : {"libmimalloc.so", "libmimalloc.so.2", "libmimalloc.so.3"}) {
        library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (library != nullptr) { break; }
    }
    if (library == nullptr) { throw not_here{dlerror()}; }
    malloc_ = symbol<void *(std::size_t)>(library, "mi_malloc");
    free_ = symbol<void(void *)>(library, "mi_free");
}

// Declared here instead of including UMF's headers, so the benchmarks build without UMF. Its handles are pointers; a
// result of 0 means success.
umf_heap::umf_heap(const std::string &library) {
    if (library.empty()) { throw not_here{"its library is missing"}; }
    void *const umf = open_library(library.c_str());
    const auto ok = [](int result) {
        if (result != 0) { throw std::runtime_error{"UMF returned error " + std::to_string(result)}; }
    };
    malloc_ = symbol<void *(void *, std::size_t)>(umf, "umfPoolMalloc");
    free_ = symbol<int(void *, void *)>(umf, "umfPoolFree");
    destroy_ = symbol<int(void *)>(umf, "umfPoolDestroy");

    memory_ =
        mmap(nullptr, umf_memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ == MAP_FAILED) { throw std::runtime_error{"cannot reserve addresses for UMF's provider"}; }
    void *provider_params = nullptr;
    void *provider = nullptr;
    ok(symbol<int(void *, std::size_t, void **)>(umf, "umfFixedMemoryProviderParamsCreate")(memory_, umf_memory_bytes,
                                                                                            &provider_params));
    ok(symbol<int(const void *, const void *, void **)>(umf, "umfMemoryProviderCreate")(
        symbol<const void *()>(umf, "umfFixedMemoryProviderOps")(), provider_params, &provider));
    ok(symbol<int(void *)>(umf, "umfFixedMemoryProviderParamsDestroy")(provider_params));

    void *params = nullptr;
    constexpr unsigned own_provider = 1; // UMF_POOL_CREATE_FLAG_OWN_PROVIDER
    ok(symbol<int(void **)>(umf, "umfDisjointPoolParamsCreate")(&params));
    ok(symbol<int(void *, std::size_t)>(umf, "umfDisjointPoolParamsSetCapacity")(params, umf_capacity));
    ok(symbol<int(const void *, void *, const void *, unsigned, void **)>(umf, "umfPoolCreate")(
        symbol<const void *()>(umf, "umfDisjointPoolOps")(), provider, params, own_provider, &pool_));
    ok(symbol<int(void *)>(umf, "umfDisjointPoolParamsDestroy")(params));
}

umf_heap::~umf_heap() {
    destroy_(pool_);
    munmap(memory_, umf_memory_bytes);
}

} // namespace clmem::bench
