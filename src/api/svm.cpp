#include "memory/svm.hpp"

#include "api/handles.hpp"

using namespace clmem_core;

clmem_status clmem_svm_allocate(cl_context context, uint64_t memory_flags, size_t bytes, size_t alignment_bytes,
                                cl_command_queue queue, clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        api::required(context, "context");
        api::check_bytes(bytes);
        api::check_alignment(alignment_bytes, "alignment_bytes");
        if (bytes == 0) { return; }
        out = token::to_handle<clmem_buffer>(allocate_svm(context, memory_flags, bytes, alignment_bytes, queue));
    });
}

clmem_status clmem_svm_wrap(cl_context context, void *pointer, size_t bytes, uint64_t flags, clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        api::required(pointer, "pointer");
        out = token::to_handle<clmem_buffer>(api::handle_of(wrap_svm(context, pointer, bytes, flags)));
    });
}

clmem_status clmem_svm_release_enqueued(clmem_buffer buffer, cl_command_queue queue,
                                        const clmem_enqueue_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        const auto after = api::read_options(options);
        const auto memory = api::find(buffer);
        cl::event marker = mark_for_release(*memory, queue, api::wait_list(after));
        cl_event const released = marker.get();
        api::release_block_after(buffer, {&released, 1});
        if (event.wanted() != nullptr) { *event.wanted() = marker.detach(); }
        event.give();
    });
}

clmem_status clmem_svm_migrate(cl_command_queue queue, uint32_t count, const clmem_buffer *buffers, uint64_t flags,
                               const clmem_enqueue_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        api::required(queue, "queue");
        api::required(buffers, "buffers");
        const auto after = api::read_options(options);
        const cl::wait_list waits = api::wait_list(after);
        migrate_svm(queue, api::find_each(count, buffers, "buffers"), flags, waits, event.wanted());
        event.give();
    });
}

clmem_status clmem_svm_as_buffer(clmem_buffer buffer, cl_context context, uint64_t memory_flags, size_t bytes,
                                 clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        const auto memory = api::find(buffer);
        api::required(context, "context");
        out = token::to_handle<clmem_buffer>(api::handle_of(make_buffer_of(memory, context, memory_flags, bytes)));
    });
}

clmem_status clmem_svm_pointer(clmem_buffer buffer, void **out_pointer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_pointer, "out_pointer");
        const auto memory = api::find(buffer);
        if (memory->block() != nullptr) { memory->block()->owner().check_has_pointers(); }
        if (memory->pointer() == nullptr) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "buffer: expected memory with an address, got an OpenCL buffer; use clmem_buffer_mem()");
        }
        out = memory->pointer();
    });
}

clmem_status clmem_svm_find(clmem_pool handle, const void *pointer, clmem_buffer *out_buffer, size_t *out_offset) {
    return api::guard(__func__, [&] {
        if (out_offset != nullptr) { *out_offset = 0; }
        auto &out = api::output(out_buffer, "out_buffer");
        const auto p = api::find_pool(handle);
        api::required(pointer, "pointer");
        p->check_has_pointers();
        const pool::place found = p->find_block(pointer);
        out = token::to_handle<clmem_buffer>(found.handle);
        if (out_offset != nullptr) { *out_offset = found.offset; }
    });
}

namespace {

// Only blocks belong to a queue, and only those with addresses can change it. Held, not pinned: the wait here may need
// other calls on the block.
block &find_bindable(const block_hold &hold, clmem_buffer buffer) {
    api::refuse_forked();
    if (hold.get() == nullptr) {
        static_cast<void>(api::find(buffer)); // may not be a handle
        fail(CLMEM_ERROR_UNSUPPORTED, "expected a block or an allocation, got the program's own memory or a part of "
                                      "another buffer, which belongs to no queue");
    }
    hold.owner().check_has_pointers();
    return *hold.get();
}

} // namespace

clmem_status clmem_svm_bind(clmem_buffer buffer, cl_command_queue queue) {
    return api::guard(__func__, [&] {
        const block_hold hold{token::of(buffer)};
        block &live = find_bindable(hold, buffer);
        hold.owner().uses().bind(live, api::required(queue, "queue"));
    });
}

clmem_status clmem_svm_unbind(clmem_buffer buffer) {
    return api::guard(__func__, [&] {
        const block_hold hold{token::of(buffer)};
        block &live = find_bindable(hold, buffer);
        hold.owner().uses().unbind(live);
    });
}
