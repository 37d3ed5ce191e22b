#include "memory_table.hpp"

#include "driver.hpp"
#include "recorder.hpp"
#include "report.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace clmem::layer {

namespace detail {

shard &shard_of(cl_mem handle) noexcept {
    using all_shards = std::array<shard, 64>;
    // Never destroyed: the program may call OpenCL while it exits.
    alignas(all_shards) static std::byte place[sizeof(all_shards)];
    static auto &shards = *new (place) all_shards;
    const auto address = reinterpret_cast<std::uintptr_t>(handle);
    return shards[(address >> 4 ^ address >> 12) % shards.size()];
}

} // namespace detail

pooled_object find_pooled(cl_mem handle) noexcept {
    pooled_object found;
    with_memory(handle, [&](const memory &known) {
        if (known.is_pooled()) { found = {known.block, known.bytes, known.flags}; }
    });
    return found;
}

void put_memory(cl_mem handle, memory &&record) {
    detail::shard &shard = detail::shard_of(handle);
    const std::lock_guard lock{shard.mutex};
    shard.objects.insert_or_assign(handle, std::move(record));
}

void forget_memory(cl_mem handle) noexcept {
    forget_uses(handle);
    detail::shard &shard = detail::shard_of(handle);
    const std::lock_guard lock{shard.mutex};
    shard.objects.erase(handle);
}

bool hold_memory(cl_mem handle) noexcept {
    bool is_held = false;
    with_memory(handle, [&](memory &known) {
        is_held = known.is_pooled() || known.parent != nullptr;
        known.holds += is_held ? 1U : 0U;
    });
    return is_held;
}

void add_map(cl_mem handle) noexcept {
    cl_mem parent = nullptr;
    with_memory(handle, [&](memory &known) {
        ++known.maps;
        ++known.holds;
        parent = known.parent;
    });
    with_memory(parent, [](memory &known) { ++known.maps_over; });
}

void drop_map(cl_mem handle) {
    bool was_mapped = false;
    cl_mem parent = nullptr;
    with_memory(handle, [&](memory &known) {
        was_mapped = known.maps > 0;
        known.maps -= was_mapped ? 1U : 0U;
        parent = known.parent;
    });
    if (!was_mapped) { return; }
    with_memory(parent, [](memory &known) { --known.maps_over; }); // which the object still holds
    drop_hold(handle);
}

namespace {

// What is left to do, without the lock, when nothing refers to a pooled object any more. Its entry stays, without a
// block, for as long as the pool keeps the cl_mem.
void end_pooled(memory &ended) {
    const std::uint64_t begin = report::now_ns();
    if (ended.whole != nullptr) {
        ended.context->own.objects.fetch_sub(1);
        (void)driver().clReleaseMemObject(ended.whole);
        report::driver_call(report::driver_function::release, ended.context->handle, ended.bytes,
                            report::now_ns() - begin);
    }
    recorder::freed(ended.recorded, ended.block.commands->first.load(std::memory_order_relaxed));
    if (ended.last == nullptr) {
        ended.context->give(ended.block);
    } else {
        ended.context->give_after(ended.block, std::move(ended.last));
    }
    ended.context->free_pending(false);
    report::released(ended.what, ended.context->handle, ended.bytes, true, false, report::now_ns() - begin);
    ended.context->drop();
}

// The block that an object over a pooled one lies in.
owned_block block_under(const memory &object) noexcept {
    owned_block found;
    for (cl_mem parent = object.parent; parent != nullptr && found.buffer == nullptr;) {
        cl_mem const at = std::exchange(parent, nullptr);
        with_memory(at, [&](const memory &known) {
            found = known.block;
            parent = known.parent;
        });
    }
    return found;
}

// Before the driver's release of an object over a pooled one. PoCL 3.1 calls no destructor callbacks of images over
// buffers, so that theirs wait for the commands.
void prepare_callbacks(cl_mem handle, memory &ended) {
    std::shared_ptr<farewell> of_parent;
    with_memory(ended.parent, [&](const memory &parent) { of_parent = parent.last; });
    if (ended.last == nullptr && of_parent == nullptr) { return; }
    if (ended.last == nullptr) { ended.last = std::make_shared<farewell>(handle); }
    ended.last->precede(std::move(of_parent));
    const owned_block block = ended.what == kind::image ? block_under(ended) : owned_block{};
    if (block.buffer != nullptr && ended.context != nullptr) {
        ended.context->delay(ended.last, block);
    } else {
        wait_for_deletion(ended.last, handle);
    }
}

// The same for an object of the driver.
cl_int end_drivers(cl_mem handle, memory &ended) {
    if (ended.parent != nullptr) { prepare_callbacks(handle, ended); }
    const std::uint32_t first_queue = first_queue_of(handle);
    forget_memory(handle); // before the driver can use the address for another object
    const std::uint64_t begin = report::now_ns();
    const cl_int code = driver().clReleaseMemObject(handle);
    recorder::freed(ended.recorded, first_queue);
    report::released(ended.what, ended.context != nullptr ? ended.context->handle : nullptr, ended.bytes, false, true,
                     report::now_ns() - begin);
    ended.last.reset();
    if (ended.parent != nullptr) { drop_hold(ended.parent); }
    if (ended.context != nullptr) {
        ended.context->drivers_objects.fetch_sub(1);
        ended.context->drop();
    }
    return code;
}

cl_int end(cl_mem handle, memory &ended) {
    if (!ended.is_pooled()) { return end_drivers(handle, ended); }
    end_pooled(ended);
    return CL_SUCCESS;
}

// Takes the record out if nothing refers to the object any more; with the lock.
bool take_if_unused(memory &known, memory &ended) {
    if (known.references != 0 || known.holds != 0) { return false; }
    ended = std::exchange(known, memory{});
    return true;
}

} // namespace

void drop_hold(cl_mem handle) {
    memory ended;
    bool is_unused = false;
    with_memory(handle, [&](memory &known) {
        if (known.holds == 0) { return; }
        --known.holds;
        is_unused = take_if_unused(known, ended);
    });
    if (is_unused) { (void)end(handle, ended); }
}

bool release_reference(cl_mem handle, cl_int &code) {
    memory ended;
    bool is_unused = false;
    bool is_drivers = false;
    code = CL_SUCCESS;
    const bool is_known = with_memory(handle, [&](memory &known) {
        if (known.references == 0) {
            code = CL_INVALID_MEM_OBJECT;
            return;
        }
        --known.references;
        is_drivers = !known.is_pooled() && known.references != 0;
        is_unused = take_if_unused(known, ended);
    });
    if (is_unused) { code = end(handle, ended); }
    // The last reference goes with the last hold, so that the address means no other object until then.
    if (is_drivers) { code = driver().clReleaseMemObject(handle); }
    return is_known;
}

} // namespace clmem::layer
