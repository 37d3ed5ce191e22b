// The time of a hit on a device, including the block's cl_mem. It must make no OpenCL call, so it creates no object.
#include "device.hpp"
#include "rows.hpp"

namespace clmem::bench {

namespace {

constexpr std::size_t hits = 1'000'000;

// A provider of OpenCL buffers.
clmem_provider provider_on(const device &on) {
    clmem_provider provider = nullptr;
    check(clmem_provider_create_buffer(on.context(), nullptr, &provider));
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

nlohmann::json objects_row(const settings &s) try {
    const device on{0};
    const std::string name = on.info().name;
    pool_heap heap{provider_on(on)};
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
        cases.push_back({{"case", size_name(bytes) + " on " + name},
                         {"ns", measure(sides, s.how)},
                         {"hits", after.hits - before.hits},
                         {"objects_created", after.objects_created - before.objects_created},
                         {"driver_calls", after.driver_allocations - before.driver_allocations + after.driver_releases -
                                              before.driver_releases}});
    }
    return cases;
} catch (const not_here &reason) {
    return nlohmann::json::array({{{"case", "no device"}, {"missing", {{"clmem", reason.what()}}}}});
}

} // namespace clmem::bench
