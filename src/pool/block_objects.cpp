#include "pool/block_objects.hpp"

#include "base/atomic.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace clmem_core {

namespace {

// What OpenCL calls while this thread releases objects may release blocks, which must not wait for those objects.
thread_local bool releases_objects = false;

} // namespace

cl_mem block_objects::whole_of(const block &b) {
    b.home->prepared.run([&] { source_.prepare(b.home->memory, b.home->bytes); });
    return static_cast<cl_mem>(b.home->memory);
}

cl_mem block_objects::of(block &b) {
    if (!source_.properties().has_objects()) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a block that is an OpenCL buffer, got one of another kind of memory");
    }
    if (b.home->dedicated) {
        b.home->prepared.skip(); // preparing it later would discard what the program has written
        return static_cast<cl_mem>(b.home->memory);
    }
    {
        // quirk::overlapping_sub_buffers_crash. Sub-buffers that overlap this block's range are stale, or another
        // thread is about to release them.
        biased_lock lock{mutex_};
        heap_.count_object();
        release_all_stale(lock);
    }
    try {
        cl_mem const whole = whole_of(b);
        const auto begin = pool_log::begin();
        cl_mem object = source_.make_object(whole, b.offset, b.bytes);
        log_.object_created(b.bytes, begin);
        cl_mem first = nullptr; // another thread may have come first, if several hold the block
        const bool is_ours = b.object.compare_exchange_strong(first, object, std::memory_order_acq_rel);
        if (!is_ours) { source_.release_object(object); }
        const biased_lock lock{mutex_};
        ++created_;
        if (!is_ours) { heap_.object_released(1); }
        return is_ours ? object : first;
    } catch (...) {
        const biased_lock lock{mutex_};
        heap_.object_released(1);
        throw;
    }
}

void block_objects::release_stale(biased_lock &lock) noexcept {
    std::vector<cl_mem> &stale = heap_.stale_objects();
    while (!stale.empty()) {
        std::array<cl_mem, 32> objects;
        const std::size_t count = std::min(objects.size(), stale.size());
        std::copy(stale.end() - static_cast<std::ptrdiff_t>(count), stale.end(), objects.begin());
        stale.resize(stale.size() - count); // keeps its capacity, so that no release ever has to allocate
        in_release_ += count;
        lock.unlock();
        const bool outer = std::exchange(releases_objects, true);
        for (std::size_t i = 0; i < count; ++i) {
            source_.release_object(objects[i]);
        }
        releases_objects = outer;
        lock.lock();
        in_release_ -= count;
        heap_.object_released(count);
    }
}

void block_objects::release_all_stale(biased_lock &lock) noexcept {
    release_stale(lock);
    while (in_release_ != 0 && !releases_objects) {
        lock.unlock();
        sync::yield();
        lock.lock();
    }
}

} // namespace clmem_core
