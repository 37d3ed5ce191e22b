#include "memory/buffer.hpp"

#include "api/handles.hpp"
#include "cl/query.hpp"
#include "transfer/fill.hpp"

using namespace clmem_core;

clmem_status clmem_buffer_size(clmem_buffer buffer, size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        const pinned_block pin{token::of(buffer)};
        out = pin.get() != nullptr ? pin.get()->requested.load(std::memory_order_relaxed) : api::find(buffer)->bytes();
    });
}

namespace {

[[gnu::noinline]] clmem_status create_mem(clmem_buffer buffer, cl_mem *out_mem) {
    return api::guard("clmem_buffer_mem", [&] {
        auto &out = api::output(out_mem, "out_mem");
        out = api::find(buffer)->mem();
    });
}

} // namespace

clmem_status clmem_buffer_mem(clmem_buffer buffer, cl_mem *out_mem) {
    // Usually the object exists. Then the block need not be pinned: if its handle is still live after the object was
    // read, the object is that of this handle.
    const block *const b = block_table::find(token::of(buffer));
    if (out_mem != nullptr && b != nullptr && !may_be_forked()) [[likely]] {
        cl_mem object = b->object.load(std::memory_order_acquire);
        if (object != nullptr && b->is_live(token::of(buffer))) [[likely]] {
            *out_mem = object;
            return CLMEM_SUCCESS;
        }
    }
    return create_mem(buffer, out_mem);
}

namespace {

clmem_buffer_info describe_block(const block &live) {
    clmem_buffer_info known = CLMEM_BUFFER_INFO_INIT;
    known.tag = live.tag;
    known.bytes = live.requested.load(std::memory_order_relaxed);
    known.capacity_bytes = live.bytes;
    known.offset_bytes = live.offset;
    known.slab = live.home->number;
    known.slab_bytes = live.home->bytes;
    known.slab_memory = live.home->memory;
    live.home->prepared.skip(); // preparing memory loses what the program writes from now on
    const queue_reference queue = live.owner->uses().queue_of(live);
    known.queue = queue != nullptr ? *queue : nullptr;
    return known;
}

// For memory that is not a block: it is its whole slab, which has no number.
clmem_buffer_info describe_other(const memory_object &memory) {
    clmem_buffer_info known = CLMEM_BUFFER_INFO_INIT;
    known.bytes = known.capacity_bytes = known.slab_bytes = memory.bytes();
    if (memory.access() == memory_access::object) {
        const memory_object::place root = memory.root();
        known.offset_bytes = root.offset;
        known.slab_memory = root.whole;
        known.slab_bytes = cl::value<std::size_t>(root.whole, CLMEM_CL_ASK(CL_MEM_SIZE));
    } else {
        known.slab_memory = memory.pointer();
    }
    return known;
}

} // namespace

clmem_status clmem_buffer_describe(clmem_buffer buffer, clmem_buffer_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        const pinned_block pin{token::of(buffer)};
        const auto known = pin.get() != nullptr ? describe_block(*pin.get()) : describe_other(*api::find(buffer));
        api::write_struct(out_info, known, size);
    });
}

void api::release_block_after(clmem_buffer buffer, std::span<const cl_event> events) {
    std::shared_ptr<pool> owner;
    {
        const pinned_block pin{token::of(buffer)};
        owner = api::find_block(pin, buffer).owner->shared_from_this();
    }
    named_events named{owner->queues(), events}; // may throw: the block is not claimed yet
    block *const b = claim(token::of(buffer));
    if (b == nullptr) { object_table::fail_invalid(token::of(buffer), "buffer", "buffer"); }
    owner->uses().record_last(*b, named);
    free_block(b);
}

clmem_status clmem_buffer_release_after(clmem_buffer buffer, uint32_t count, const cl_event *events) {
    return api::guard(__func__, [&] {
        api::refuse_forked();
        if (count > 0) { api::required(events, "events"); }
        if (buffer == nullptr) { return; }
        auto memory = api::find(buffer);
        const bool is_block = memory->block() != nullptr;
        if (!is_block && count > 0) { memory->use_until({events, count}); }
        memory.reset(); // a held block does not enter a cache
        if (!is_block || count == 0) { return api::release_memory(token::of(buffer), "buffer", "buffer"); }
        api::release_block_after(buffer, {events, count});
    });
}

namespace {

[[gnu::noinline]] clmem_status free_claimed(block *b) {
    free_block(b);
    return CLMEM_SUCCESS;
}

[[gnu::noinline]] clmem_status free_claimed_inside(block *b, thread_cache *cache) {
    free_inside(b, *cache);
    return CLMEM_SUCCESS;
}

[[gnu::noinline]] clmem_status release_at_length(clmem_buffer buffer) {
    if (buffer == nullptr) { return CLMEM_SUCCESS; }
    block *const b = may_be_forked() ? nullptr : claim(token::of(buffer));
    if (b != nullptr) { return free_claimed(b); }
    return api::guard("clmem_buffer_release", [&] {
        static_cast<void>(api::find(buffer)); // an image must not be released as a buffer
        api::release_memory(token::of(buffer), "buffer", "buffer");
    });
}

} // namespace

clmem_status clmem_buffer_release(clmem_buffer buffer) {
    block *const b = may_be_forked() ? nullptr : claim_at_once(token::of(buffer));
    if (b == nullptr) [[unlikely]] { return release_at_length(buffer); }
    thread_cache *const cache = caches::find(b->queue);
    if (cache == nullptr || !cache->enter_at_once()) [[unlikely]] { return free_claimed(b); }
    if (!put_cached(b, *cache)) [[unlikely]] { return free_claimed_inside(b, cache); }
    return CLMEM_SUCCESS;
}

void api::release_memory(std::uint64_t handle, const char *name, const char *noun) {
    refuse_forked();
    if (handle == 0) { return; }
    if (block *const b = claim(handle)) { return free_block(b); }
    if (object_table::remove(token::type::memory, handle) == nullptr) {
        object_table::fail_invalid(handle, name, noun);
    }
}

clmem_status clmem_buffer_create(cl_context context, uint64_t memory_flags, size_t bytes, void *host_pointer,
                                 clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        api::required(context, "context");
        api::check_bytes(bytes);
        check_object_flags(memory_flags, host_pointer);
        if (bytes == 0) { return; }
        out = token::to_handle<clmem_buffer>(api::handle_of(make_buffer(context, memory_flags, bytes, host_pointer)));
    });
}

clmem_status clmem_buffer_sub_region(clmem_buffer buffer, size_t offset_bytes, size_t bytes, uint64_t memory_flags,
                                     clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        out = token::to_handle<clmem_buffer>(
            api::handle_of(make_sub_region(api::find(buffer), offset_bytes, bytes, memory_flags)));
    });
}

clmem_status clmem_buffer_slice(clmem_buffer buffer, int64_t start, int64_t stop, clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        out = token::to_handle<clmem_buffer>(api::handle_of(make_slice(api::find(buffer), start, stop)));
    });
}

clmem_status clmem_buffer_fill(clmem_buffer buffer, cl_command_queue queue, const void *pattern, size_t pattern_bytes,
                               const clmem_buffer_fill_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        const auto memory = api::find(buffer);
        api::required(queue, "queue");
        api::required(pattern, "pattern");
        const auto part = api::read_options<clmem_buffer_fill_options>(options, CLMEM_BUFFER_FILL_OPTIONS_INIT);
        fill(*memory, queue, {pattern, pattern_bytes}, part.offset_bytes, part.bytes, api::wait_list(part),
             event.wanted());
        event.give();
    });
}
