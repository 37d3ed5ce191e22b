#include "api/handles.hpp"

using namespace clmem;

clmem_status clmem_svm_pointer(clmem_buffer buffer, void **out_pointer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_pointer, "out_pointer");
        const auto memory = api::find(buffer);
        if (memory->block() != nullptr) { memory->block()->owner().check_has_pointers(); }
        if (memory->pointer() == nullptr) {
            fail(CLMEM_ERROR_UNSUPPORTED, "the memory is an OpenCL buffer: it has no address");
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

clmem_status clmem_svm_bind(clmem_buffer buffer, cl_command_queue queue) {
    return api::guard(__func__, [&] {
        const pinned_block pin{token::of(buffer)};
        block &live = api::find_block(pin, buffer);
        live.owner->check_has_pointers();
        live.owner->bind(live, live.owner->find_queue(api::required(queue, "queue")));
    });
}

clmem_status clmem_svm_unbind(clmem_buffer buffer) {
    return api::guard(__func__, [&] {
        const pinned_block pin{token::of(buffer)};
        block &live = api::find_block(pin, buffer);
        live.owner->check_has_pointers();
        live.owner->unbind(live);
    });
}
