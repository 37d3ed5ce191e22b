// Handles and errors: the program of docs/handles-and-errors.md in C++.
#include <cinttypes>
#include <clmem.hpp>
#include <cstdio>
#include <cstdlib>

// A failure says what happened and what to do. It is thrown ...
static void ask_for_too_much(const clmem::pool &pool) {
    try {
        static_cast<void>(pool.allocate(std::size_t{1} << 50));
    } catch (const clmem::error &error) {
        if (error.code() != clmem::out_of_memory) { throw; }
        std::printf("%s (OpenCL's code: %d)\n", error.what(), error.opencl_code());
    }
}

// ... or returned where a std::error_code is the last argument.
static void ask_without_exceptions(const clmem::pool &pool) {
    std::error_code failure;
    const clmem::buffer block = pool.allocate(std::size_t{1} << 50, nullptr, failure);
    if (failure == clmem::out_of_memory && !block) { std::printf("%s\n", clmem::error::last().what()); }
}

// A moved-from owner owns nothing; the library detects stale raw handles.
static void use_after_release(const clmem::pool &pool) {
    clmem::buffer block = pool.allocate(1000);
    const clmem_buffer raw = block.get();
    block.release();
    block.release(); // owns nothing: harmless
    std::size_t bytes = 0;
    if (clmem_buffer_size(raw, &bytes) != CLMEM_ERROR_INVALID_HANDLE) { std::abort(); }
    clmem::buffer nothing = pool.allocate(0);
    if (nothing || nothing.size() != 0) { std::abort(); }
    nothing.release(); // does nothing, like free(NULL)
}

static void order_of_releases(const clmem::context &context) {
    clmem::provider provider = clmem::provider::buffers(context);
    clmem::pool pool{provider};
    provider.release(); // the pool keeps what it needs
    clmem::buffer block = pool.allocate(1 << 16);
    pool.release(); // the block remains valid
    const clmem::buffer part = block.sub_region(0, 1 << 12);
    block.release(); // its part remains valid
} // now everything is released

// clmem takes OpenCL's objects and returns them; also those of its C++ bindings: block.as<cl::Buffer>().
static void with_your_own_opencl(const clmem::context &context) {
    const clmem::buffer block{context, CL_MEM_READ_WRITE, 4096};
    const clmem::any_memory yours = clmem::any_memory::import(block.mem()); // true: clmem retains it
    const clmem_memory_info info = yours.describe_memory();
    std::printf("%zu bytes, flags %" PRIx64 "\n", info.bytes, info.flags);
}

int main() {
    const clmem::context context = clmem::context::shared();
    clmem::pool pool{clmem::provider::buffers(context)};
    ask_for_too_much(pool);
    ask_without_exceptions(pool);
    use_after_release(pool);
    pool.release();
    order_of_releases(context);
    with_your_own_opencl(context);
}
