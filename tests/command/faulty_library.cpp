// Injects a fault: allocation number FAULTY_ALLOCATION returns the block of the previous allocation.
#include <clmem.h>
#include <cstdlib>
#include <dlfcn.h>

namespace {

unsigned long allocations = 0;
clmem_buffer last_block = nullptr;
clmem_buffer shared_block = nullptr;

template <class Function>
Function real(const char *name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool is_faulty_now() {
    const char *wanted = std::getenv("FAULTY_ALLOCATION");
    return wanted != nullptr && std::strtoul(wanted, nullptr, 10) == allocations;
}

} // namespace

clmem_status clmem_pool_allocate(clmem_pool pool, cl_command_queue queue, size_t bytes, clmem_buffer *out_buffer) {
    static const auto allocate = real<decltype(&clmem_pool_allocate)>("clmem_pool_allocate");
    ++allocations;
    if (is_faulty_now()) {
        *out_buffer = shared_block = last_block;
        return CLMEM_SUCCESS;
    }
    const clmem_status status = allocate(pool, queue, bytes, out_buffer);
    last_block = *out_buffer;
    return status;
}

clmem_status clmem_buffer_release(clmem_buffer buffer) {
    static const auto release = real<decltype(&clmem_buffer_release)>("clmem_buffer_release");
    if (buffer != nullptr && buffer == shared_block) {
        shared_block = nullptr; // only the release by the second owner reaches the library
        return CLMEM_SUCCESS;
    }
    return release(buffer);
}
