#include "api/handles.hpp"

using namespace clmem;

clmem_status clmem_buffer_info_init(clmem_buffer_info *out_info, size_t struct_size) {
    return api::guard(__func__, [&] {
        api::init_struct(out_info, struct_size, clmem_buffer_info(CLMEM_BUFFER_INFO_INIT), "out_info");
    });
}

clmem_status clmem_buffer_size(clmem_buffer buffer, size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        const pinned_block pin{token::of(buffer)};
        out = api::find_block(pin, buffer).requested.load(std::memory_order_relaxed);
    });
}

clmem_status clmem_buffer_mem(clmem_buffer buffer, cl_mem *out_mem) {
    // Mostly the object is there. The block is not pinned for that: it was live before and after the object was read.
    const block *const b = block_table::find(token::of(buffer));
    if (out_mem != nullptr && b != nullptr && !in_forked_child() && b->is_live(token::of(buffer))) {
        cl_mem object = b->object.load(std::memory_order_acquire);
        if (object != nullptr && b->is_live(token::of(buffer))) {
            *out_mem = object;
            return CLMEM_SUCCESS;
        }
    }
    return api::guard("clmem_buffer_mem", [&] {
        auto &out = api::output(out_mem, "out_mem");
        const pinned_block pin{token::of(buffer)};
        block &live = api::find_block(pin, buffer);
        cl_mem object = live.object.load(std::memory_order_acquire);
        out = object != nullptr ? object : live.owner->object_of(&live);
    });
}

clmem_status clmem_buffer_describe(clmem_buffer buffer, clmem_buffer_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        const pinned_block pin{token::of(buffer)};
        const block &live = api::find_block(pin, buffer);
        clmem_buffer_info known = CLMEM_BUFFER_INFO_INIT;
        known.tag = live.tag;
        known.bytes = live.requested.load(std::memory_order_relaxed);
        known.capacity_bytes = live.bytes;
        known.offset_bytes = live.offset;
        known.slab = live.home->number;
        known.slab_bytes = live.home->bytes;
        known.slab_memory = live.home->memory;
        known.queue = live.owner->queue_of(live);
        api::write_struct(out_info, known, size);
    });
}

clmem_status clmem_buffer_release_after(clmem_buffer buffer, uint32_t count, const cl_event *events) {
    return api::guard(__func__, [&] {
        api::refuse_forked();
        if (count > 0) { api::required(events, "events"); }
        const std::uint64_t handle = token::of(buffer);
        if (handle == 0) { return; }
        std::shared_ptr<pool> owner;
        {
            const pinned_block pin{handle};
            owner = api::find_block(pin, buffer).owner->shared_from_this();
        }
        queue_driver *const driver =
            count > 0 ? &owner->queues() : nullptr; // may be refused: the block is not claimed yet
        std::uint32_t retained = 0;
        try {
            for (; retained < count; ++retained) {
                driver->retain_event(events[retained]);
            }
            block *const b = claim(handle);
            if (b == nullptr) { object_table::fail_invalid(handle, "buffer", "buffer"); }
            owner->release_after(b, {events, count});
        } catch (...) {
            for (std::uint32_t i = 0; i < retained; ++i) {
                driver->release_event(events[i]);
            }
            throw;
        }
    });
}

clmem_status clmem_buffer_release(clmem_buffer buffer) {
    if (buffer == nullptr) { return CLMEM_SUCCESS; }
    if (!in_forked_child()) {
        if (block *const b = claim(token::of(buffer))) {
            give_back(b);
            return CLMEM_SUCCESS;
        }
    }
    return api::guard("clmem_buffer_release", [&] {
        api::refuse_forked();
        object_table::fail_invalid(token::of(buffer), "buffer", "buffer");
    });
}
