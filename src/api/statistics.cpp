#include "api/handles.hpp"

using namespace clmem_core;

clmem_status clmem_pool_statistics(clmem_pool handle, clmem_statistics *out_statistics) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_statistics, "out_statistics");
        clmem_statistics known = CLMEM_STATISTICS_INIT;
        api::find_pool(handle)->statistics(known);
        api::write_struct(out_statistics, known, size);
    });
}

clmem_status clmem_pool_reset_peaks(clmem_pool handle) {
    return api::guard(__func__, [&] { api::find_pool(handle)->reset_peaks(); });
}

clmem_status clmem_pool_bin_statistics(clmem_pool handle, uint32_t capacity, size_t stride_bytes,
                                       clmem_bin_statistics *out_bins, uint32_t *out_count) {
    return api::guard(__func__, [&] {
        auto &count = api::output(out_count, "out_count");
        const auto p = api::find_pool(handle);
        api::check_array(out_bins, capacity, stride_bytes, "out_bins");
        api::write_array(p->bin_statistics(), out_bins, capacity, stride_bytes, count);
    });
}

clmem_status clmem_pool_tag(clmem_pool handle, const char *name, uint32_t *out_tag) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_tag, "out_tag");
        const auto p = api::find_pool(handle);
        out = p->tag(api::required(name, "name"));
        if (out == 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected at most %u tags in a pool, got one more; reuse a tag",
                 tags::most);
        }
    });
}

clmem_status clmem_pool_tag_statistics(clmem_pool handle, uint32_t capacity, size_t stride_bytes,
                                       clmem_tag_statistics *out_tags, uint32_t *out_count) {
    return api::guard(__func__, [&] {
        auto &count = api::output(out_count, "out_count");
        const auto p = api::find_pool(handle);
        api::check_array(out_tags, capacity, stride_bytes, "out_tags");
        api::write_array(p->tag_statistics(), out_tags, capacity, stride_bytes, count);
    });
}
