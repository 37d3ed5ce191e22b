#include "world.hpp"

#include "../support/options.hpp"
#include "actor.hpp"

#include <algorithm>

namespace random_programs {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

clmem_status CLMEM_CALL allocate_buffer(void *user, std::size_t bytes, void **out_memory) {
    cl_int code = CL_SUCCESS;
    *out_memory = clCreateBuffer(static_cast<cl_context>(user), CL_MEM_READ_WRITE, bytes, nullptr, &code);
    return code;
}

void CLMEM_CALL release_buffer(void *, void *memory, std::size_t) {
    clReleaseMemObject(static_cast<cl_mem>(memory));
}

// The pool's out-of-memory callback: the calling actor releases a block.
std::int32_t CLMEM_CALL release_for(void *, std::size_t, std::uint32_t attempt) {
    actor *const asked = actor::current();
    return asked != nullptr && attempt < 3 && asked->release_one() ? 1 : 0;
}

} // namespace

world::world(const options &wanted, memory_kind kind, std::uint64_t seed) : kind_{kind}, has_faults_{wanted.faults} {
    dice random{seed};
    const mock::own_calls mine;
    cl_int code = CL_SUCCESS;
    cl_platform_id platform = nullptr;
    need(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    need(code, "clCreateContext");
    static unsigned char bytes[256];
    scratch = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof bytes, bytes, &code);
    need(code, "clCreateBuffer");
    for (const bool is_out_of_order : {false, true, false, true}) {
        lasting.push_back({make_queue(is_out_of_order), is_out_of_order});
    }
    need(clmem_memory_import(scratch, 1, &scratch_memory), "clmem_memory_import");
    need(clmem_program_create(context, "", &program), "clmem_program_create");
    need(clmem_program_build(program, nullptr, 0, nullptr), "clmem_program_build");
    make_provider();
    make_pool(random);
}

void world::make_provider() {
    switch (kind_) {
    case memory_kind::buffer:
        return need(clmem_provider_create_buffer(context, nullptr, &provider_), "clmem_provider_create_buffer");
    case memory_kind::immediate:
        return need(clmem_provider_create_immediate(lasting[0].queue, nullptr, &provider_),
                    "clmem_provider_create_immediate");
    case memory_kind::coarse:
        return need(clmem_provider_create_svm(context, nullptr, &provider_), "clmem_provider_create_svm");
    case memory_kind::fine:
        return need(
            clmem_provider_create_svm(context, clmem::test::memory_flags(CL_MEM_SVM_FINE_GRAIN_BUFFER), &provider_),
            "clmem_provider_create_svm");
    case memory_kind::pinned:
        return need(clmem_provider_create_pinned(lasting[0].queue, nullptr, &provider_),
                    "clmem_provider_create_pinned");
    case memory_kind::usm_device:
        return need(clmem_provider_create_usm(context, device, CLMEM_USM_DEVICE, nullptr, &provider_),
                    "clmem_provider_create_usm");
    case memory_kind::usm_host:
        return need(clmem_provider_create_usm(context, nullptr, CLMEM_USM_HOST, nullptr, &provider_),
                    "clmem_provider_create_usm");
    case memory_kind::usm_shared:
        return need(clmem_provider_create_usm(context, device, CLMEM_USM_SHARED, nullptr, &provider_),
                    "clmem_provider_create_usm");
    case memory_kind::user:
        break;
    }
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.allocate = allocate_buffer;
    callbacks.release = release_buffer;
    callbacks.user = context;
    callbacks.memory_is_buffer = 1;
    callbacks.context = context;
    need(clmem_provider_create_user(&callbacks, &provider_), "clmem_provider_create_user");
}

void world::make_pool(dice &random) {
    clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
    constexpr std::size_t limits[] = {0, 3 * mib, 4 * mib, 6 * mib, 8 * mib, 12 * mib};
    chosen.limit_bytes = limits[random.below(std::size(limits))];
    chosen.driver_time_permille =
        random.once_in(3) ? CLMEM_DRIVER_TIME_NEVER : CLMEM_DRIVER_TIME_UNLIMITED; // independent of the clock
    if (random.once_in(8)) { chosen.flags = CLMEM_POOL_DEDICATED; }
    if (random.once_in(8)) { chosen.leading_bits_in_bin_id = 1 + static_cast<std::uint32_t>(random.below(4)); }
    if (random.once_in(3)) { chosen.out_of_memory = release_for; }
    if (!random.once_in(3)) { chosen.queue = own_queue = lasting[random.below(2)].queue; }
    need(clmem_pool_create(provider_, &chosen, &pool), "clmem_pool_create");
    mock::set_memory(random.once_in(4) ? 16 * mib : 128 * mib);
    mock::set_reuse(!random.once_in(3));
}

cl_command_queue world::make_queue(bool is_out_of_order) const {
    cl_int code = CL_SUCCESS;
    const mock::own_calls mine;
    cl_command_queue made =
        clCreateCommandQueue(context, device, is_out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &code);
    need(code, "clCreateCommandQueue");
    return made;
}

void world::release_pool() {
    if (pool == nullptr) { return; }
    need(clmem_pool_release(pool), "clmem_pool_release");
    pool = nullptr;
}

world::~world() {
    release_pool();
    need(clmem_provider_release(provider_), "clmem_provider_release");
    need(clmem_program_release(program), "clmem_program_release");
    need(clmem_memory_release(scratch_memory), "clmem_memory_release");
    const mock::own_calls mine;
    for (const named_queue &each : lasting) {
        clReleaseCommandQueue(each.queue);
    }
    clReleaseMemObject(scratch);
    clReleaseContext(context);
}

void world::put_offer(const offer &made) {
    const std::lock_guard guard{offers_mutex_};
    offers_.push_back(made);
}

std::vector<offer>::iterator world::find_offer(clmem_buffer buffer) {
    return std::find_if(offers_.begin(), offers_.end(), [&](const offer &made) { return made.buffer == buffer; });
}

std::vector<offer>::iterator world::find_bound() {
    const std::uint64_t owner = bound_;
    return std::find_if(offers_.begin(), offers_.end(), [&](const offer &made) { return made.owner == owner; });
}

bool world::withdraw(clmem_buffer buffer) {
    cl_event ready = nullptr;
    {
        const std::lock_guard guard{offers_mutex_};
        const auto at = find_offer(buffer);
        if (at->users != 0) { return false; }
        ready = at->ready;
        offers_.erase(at);
    }
    if (ready != nullptr) { clReleaseEvent(ready); }
    return true;
}

} // namespace random_programs
