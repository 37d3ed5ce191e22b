// What a recorder costs: pairs of an allocation and a release that it records, which still come from the caches, and the
// bytes that each event takes. Stacks are 16 frames deep.
#include "heaps.hpp"
#include "rows.hpp"

#include <clmem_extras.h>
#include <memory>

namespace clmem::bench {

namespace {

constexpr std::size_t bytes = 4 << 10;
constexpr unsigned frames = 16;

class recorded_heap {
  public:
    explicit recorded_heap(const clmem_recorder_options &options) {
        check(clmem_recorder_create(&options, &recorder_));
        check(clmem_recorder_start(recorder_, heap_.pool()));
    }
    ~recorded_heap() { clmem_recorder_release(recorder_); }
    recorded_heap(const recorded_heap &) = delete;
    recorded_heap &operator=(const recorded_heap &) = delete;

    [[nodiscard]] pool_heap &heap() noexcept { return heap_; }
    [[nodiscard]] clmem_recorder_info describe() const {
        clmem_recorder_info info = CLMEM_RECORDER_INFO_INIT;
        check(clmem_recorder_describe(recorder_, &info));
        return info;
    }

  private:
    pool_heap heap_;
    clmem_recorder recorder_ = nullptr;
};

// Calls the body so many functions deeper than the caller.
template <class Body>
[[gnu::noinline]] void deeper(unsigned levels, Body &&body) {
    if (levels == 0) { return body(); }
    deeper(levels - 1, body);
    asm volatile("" ::: "memory"); // so that the call above is not the last thing
}

side pairs(const char *name, pool_heap &heap) {
    return {name, [&heap](std::size_t count) {
                double taken = 0;
                deeper(frames, [&] {
                    taken = timed([&] {
                        for (std::size_t i = 0; i < count; ++i) {
                            auto block = heap.allocate(bytes);
                            keep(block);
                            heap.release(block);
                        }
                    });
                });
                return taken;
            }};
}

clmem_recorder_options with(unsigned stack_frames, std::uint32_t unwinder = CLMEM_UNWINDER_AUTO) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = stack_frames;
    options.unwinder = unwinder;
    return options;
}

} // namespace

nlohmann::json recorder_row(const settings &s) {
    pool_heap off;
    recorded_heap ring{with(0)};
    recorded_heap by_pointers{with(frames, CLMEM_UNWINDER_FRAME_POINTERS)};
    recorded_heap automatic{with(frames)};
    recorded_heap by_system{with(frames, CLMEM_UNWINDER_SYSTEM)};
    const std::vector<side> sides{pairs("off", off), pairs("ring", ring.heap()),
                                  pairs("frame pointers", by_pointers.heap()), pairs("auto", automatic.heap()),
                                  pairs("system", by_system.heap())};
    nlohmann::json figures = measure(sides, s.how);
    const clmem_recorder_info info = ring.describe();
    const double kept = static_cast<double>(info.events - info.lost);
    return nlohmann::json::array({{{"case", "4 KiB"},
                                   {"ns", std::move(figures)},
                                   {"bytes_per_event", static_cast<double>(info.bytes) / kept},
                                   {"stacks", by_pointers.describe().stacks}}});
}

} // namespace clmem::bench
