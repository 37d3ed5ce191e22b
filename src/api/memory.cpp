#include "api/handles.hpp"
#include "memory/import.hpp"

#include <vector>

using namespace clmem_core;

clmem_status clmem_memory_import(cl_mem mem, uint32_t retain, clmem_memory *out_memory) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_memory, "out_memory");
        api::required(mem, "mem");
        api::check_bool(retain, "retain");
        out = token::to_handle<clmem_memory>(make_memory_handle(import_memory(mem)));
        if (retain == 0) { cl::dispatch().clReleaseMemObject(mem); } // our reference replaces the caller's from now on
    });
}

clmem_status clmem_memory_mem(clmem_memory memory, cl_mem *out_mem) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_mem, "out_mem");
        out = api::find(memory)->mem();
    });
}

clmem_status clmem_memory_describe(clmem_memory memory, clmem_memory_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, describe(*api::find(memory)), size);
    });
}

clmem_status clmem_memory_query(clmem_memory memory, uint32_t property, size_t capacity_bytes, void *out_value,
                                size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes != 0) { api::required(out_value, "out_value"); }
        out = query(*api::find(memory), property, capacity_bytes, out_value);
    });
}

clmem_status clmem_memory_equal(clmem_memory memory, clmem_memory other, uint32_t *out_equal) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_equal, "out_equal");
        const auto a = api::find(memory);
        const auto b = api::find(other, "other");
        out = are_equal(*a, *b) ? 1 : 0;
    });
}

clmem_status clmem_memory_migrate(cl_command_queue queue, uint32_t count, const clmem_memory *memories, uint64_t flags,
                                  const clmem_enqueue_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        api::required(queue, "queue");
        if (count == 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "count: expected at least 1, got 0"); }
        api::required(memories, "memories");
        const auto after = api::read_options(options);
        const cl::wait_list waits = api::wait_list(after);
        std::vector<std::shared_ptr<memory_object>> all;
        for (std::uint32_t i = 0; i < count; ++i) {
            all.push_back(api::find(memories[i], "an element of memories"));
        }
        migrate(queue, all, flags, waits, event.wanted());
        event.give();
    });
}

clmem_status clmem_memory_release(clmem_memory memory) {
    return api::guard(__func__, [&] { api::release_memory(token::of(memory), "memory", "memory object"); });
}
