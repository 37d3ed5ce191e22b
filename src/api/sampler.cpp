#include "image/sampler.hpp"

#include "api/handles.hpp"

using namespace clmem_core;

namespace {

clmem_sampler handle_of(cl::sampler made) {
    auto kept = std::make_shared<cl::sampler>(std::move(made));
    return token::to_handle<clmem_sampler>(object_table::add(token::type::sampler, std::move(kept)));
}

} // namespace

clmem_status clmem_sampler_create(cl_context context, uint32_t is_normalized, uint32_t addressing, uint32_t filter,
                                  clmem_sampler *out_sampler) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_sampler, "out_sampler");
        api::required(context, "context");
        out = handle_of(make_sampler(context, sampler_choice{is_normalized, addressing, filter}));
    });
}

clmem_status clmem_sampler_create_with_properties(cl_context context, uint32_t property_count,
                                                  const uint64_t *properties, clmem_sampler *out_sampler) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_sampler, "out_sampler");
        api::required(context, "context");
        if (property_count > 0) { api::required(properties, "properties"); }
        out = handle_of(make_sampler(context, std::span{properties, property_count}));
    });
}

clmem_status clmem_sampler_import(cl_sampler object, uint32_t retain, clmem_sampler *out_sampler) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_sampler, "out_sampler");
        api::required(object, "object");
        api::check_bool(retain, "retain");
        out = handle_of(import_sampler(object));
        if (retain == 0) { cl::dispatch().clReleaseSampler(object); } // our reference replaces the caller's from now on
    });
}

clmem_status clmem_sampler_object(clmem_sampler sampler, cl_sampler *out_object) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_object, "out_object");
        out = api::find(sampler)->get();
    });
}

clmem_status clmem_sampler_describe(clmem_sampler sampler, clmem_sampler_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, describe_sampler(api::find(sampler)->get()), size);
    });
}

clmem_status clmem_sampler_query(clmem_sampler sampler, uint32_t property, size_t capacity_bytes, void *out_value,
                                 size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes != 0) { api::required(out_value, "out_value"); }
        out = cl::property(api::find(sampler)->get(), property, capacity_bytes, out_value);
    });
}

clmem_status clmem_sampler_equal(clmem_sampler sampler, clmem_sampler other, uint32_t *out_equal) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_equal, "out_equal");
        const auto a = api::find(sampler);
        const auto b = api::find(other, "other");
        out = a->get() == b->get() ? 1 : 0;
    });
}

clmem_status clmem_sampler_release(clmem_sampler sampler) {
    return api::guard(__func__, [&] {
        api::refuse_forked();
        if (sampler == nullptr) { return; }
        const std::uint64_t handle = token::of(sampler);
        if (object_table::remove(token::type::sampler, handle) == nullptr) {
            object_table::fail_invalid(handle, "sampler", "sampler");
        }
    });
}
