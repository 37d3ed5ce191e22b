// Random calls of the whole C interface, in a process without OpenCL: no argument may crash it, every failure has a
// message, and nothing leaks.
#include "interface_arguments.hpp"

#include <array>
#include <cstdlib>

namespace clmem::fuzz {
namespace {

constexpr std::size_t most_calls = 200;

template <class T, clmem_status(CLMEM_CALL *Release)(T)>
clmem_status release(void *bits) {
    return Release(static_cast<T>(bits));
}

// By the kinds of handles.
constexpr std::array releases{
    &release<clmem_provider, clmem_provider_release>, &release<clmem_pool, clmem_pool_release>,
    &release<clmem_buffer, clmem_buffer_release>,     &release<clmem_memory, clmem_memory_release>,
    &release<clmem_image, clmem_image_release>,       &release<clmem_pipe, clmem_pipe_release>,
    &release<clmem_sampler, clmem_sampler_release>,   &release<clmem_program, clmem_program_release>,
    &release<clmem_kernel, clmem_kernel_release>,     &release<clmem_map, clmem_map_release>,
    &release<clmem_cache, clmem_cache_release>,       &release<clmem_recorder, clmem_recorder_release>};

// A handle of each kind that needs no device.
std::vector<known_handle> make_handles() {
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    clmem_buffer block = nullptr;
    clmem_cache cache = nullptr;
    clmem_recorder recorder = nullptr;
    const bool are_made = clmem_provider_create_virtual(nullptr, &provider) == CLMEM_SUCCESS &&
                          clmem_pool_create(provider, nullptr, &pool) == CLMEM_SUCCESS &&
                          clmem_pool_allocate(pool, nullptr, 1000, &block) == CLMEM_SUCCESS &&
                          clmem_cache_create(&cache) == CLMEM_SUCCESS &&
                          clmem_recorder_create(nullptr, &recorder) == CLMEM_SUCCESS;
    expect(are_made, "the first handles cannot be made");
    return {{kind_of<clmem_provider>, provider},
            {kind_of<clmem_pool>, pool},
            {kind_of<clmem_buffer>, block},
            {kind_of<clmem_cache>, cache},
            {kind_of<clmem_recorder>, recorder}};
}

// Many are stale already.
void release_handles(const std::vector<known_handle> &known) {
    for (const known_handle &k : known) {
        const clmem_status status = releases[static_cast<std::size_t>(k.kind)](k.bits);
        expect(status == CLMEM_SUCCESS || status == CLMEM_ERROR_INVALID_HANDLE, "a release gave status %d", status);
    }
    while (clmem_tag_end() == CLMEM_SUCCESS) {}
}

void run(bytes &in) {
    // Without OpenCL: a driver may crash on a random cl_mem or cl_event, which would not be a fault of clmem.
    static const int is_set = ::setenv("CLMEM_OPENCL_LIBRARY", "/dev/null/none", 1);
    expect(is_set == 0, "the environment cannot be changed");
    std::vector<known_handle> known = make_handles();
    for (std::size_t i = 0; i < most_calls && !in.has_ended(); ++i) {
        arguments chosen{in, known};
        callers()[in.below(callers().size())](chosen);
    }
    release_handles(known);
}

} // namespace
} // namespace clmem::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t count) {
    clmem::fuzz::bytes in{data, count};
    clmem::fuzz::run(in);
    return 0;
}
