// What a hit costs on a device, with the block's cl_mem: it must not lead to any OpenCL call, and so makes no object.
#include "heaps.hpp"
#include "rows.hpp"

namespace clmem::bench {

namespace {

constexpr std::size_t hits = 1'000'000;

// A provider of buffers on the device that clmem chooses.
clmem_provider device_provider(std::string &device_name) {
    cl_device_id device = nullptr;
    const clmem_status chosen = clmem_device_choose(nullptr, &device);
    if (chosen == CLMEM_ERROR_NO_OPENCL || chosen == CLMEM_ERROR_NO_DEVICE) {
        clmem_error record = CLMEM_ERROR_INIT;
        clmem_error_last(&record);
        throw not_here{record.message};
    }
    check(chosen);
    clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
    check(clmem_device_describe(device, &info));
    device_name = info.name;
    cl_context context = nullptr;
    check(clmem_context_create(device, &context));
    clmem_provider provider = nullptr;
    const clmem_status made = clmem_provider_create_buffer(context, CL_MEM_READ_WRITE, &provider);
    check(clmem_context_release(context));
    check(made);
    return provider;
}

void hit(pool_heap &heap, std::size_t bytes) {
    clmem_buffer block = heap.allocate(bytes);
    cl_mem object = nullptr;
    check(clmem_buffer_mem(block, &object));
    keep(object);
    heap.release(block);
}

} // namespace

nlohmann::json objects_row(const settings &s) {
    nlohmann::json missing = nlohmann::json::object();
    std::string device;
    clmem_provider provider = nullptr;
    try {
        provider = device_provider(device);
    } catch (const not_here &reason) {
        return nlohmann::json::array({{{"case", "no device"}, {"missing", {{"clmem", reason.what()}}}}});
    }
    pool_heap heap{provider};
    nlohmann::json cases = nlohmann::json::array();
    for (const std::size_t bytes : {std::size_t{4} << 10, std::size_t{64} << 10}) {
        hit(heap, bytes);
        const clmem_statistics before = heap.statistics();
        for (std::size_t i = 0; i < hits; ++i) {
            hit(heap, bytes);
        }
        const clmem_statistics after = heap.statistics();
        const std::vector<side> sides{{"clmem", [&](std::size_t count) {
                                           return timed([&] {
                                               for (std::size_t i = 0; i < count; ++i) {
                                                   hit(heap, bytes);
                                               }
                                           });
                                       }}};
        cases.push_back({{"case", size_name(bytes) + " on " + device},
                         {"ns", measure(sides, s.how)},
                         {"hits", after.hits - before.hits},
                         {"objects_created", after.objects_created - before.objects_created},
                         {"driver_calls", after.driver_allocations - before.driver_allocations + after.driver_releases -
                                              before.driver_releases}});
    }
    return cases;
}

} // namespace clmem::bench
