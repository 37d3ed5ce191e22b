#include "memory/pipe.hpp"

#include "api/handles.hpp"

using namespace clmem_core;

clmem_status clmem_pipe_create(cl_context context, uint64_t memory_flags, uint32_t packet_bytes, uint32_t max_packets,
                               uint32_t property_count, const uint64_t *properties, clmem_pipe *out_pipe) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_pipe, "out_pipe");
        api::required(context, "context");
        if (property_count > 0) { api::required(properties, "properties"); }
        auto made = make_pipe(context, memory_flags, packet_bytes, max_packets, {properties, property_count});
        out = token::to_handle<clmem_pipe>(make_memory_handle(std::move(made)));
    });
}

clmem_status clmem_pipe_describe(clmem_pipe pipe, clmem_pipe_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, describe_pipe(*api::find(pipe)), size);
    });
}

clmem_status clmem_pipe_query(clmem_pipe pipe, uint32_t property, size_t capacity_bytes, void *out_value,
                              size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes != 0) { api::required(out_value, "out_value"); }
        out = query_pipe(*api::find(pipe), property, capacity_bytes, out_value);
    });
}

clmem_status clmem_pipe_release(clmem_pipe pipe) {
    return api::guard(__func__, [&] {
        if (pipe != nullptr) { static_cast<void>(api::find(pipe)); } // a buffer must not be released as a pipe
        api::release_memory(token::of(pipe), "pipe", "pipe");
    });
}
