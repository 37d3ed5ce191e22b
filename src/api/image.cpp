#include "image/image.hpp"

#include "api/handles.hpp"
#include "image/image_format.hpp"

#include <algorithm>

using namespace clmem_core;

clmem_status clmem_image_format_describe(uint32_t channel_order, uint32_t channel_type,
                                         clmem_image_format_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, describe_format({channel_order, channel_type}), size);
    });
}

clmem_status clmem_image_formats(cl_context context, uint64_t memory_flags, uint32_t type, uint32_t capacity,
                                 size_t stride_bytes, clmem_image_format_info *out_formats, uint32_t *out_count) {
    return api::guard(__func__, [&] {
        auto &count = api::output(out_count, "out_count");
        api::required(context, "context");
        api::check_array(out_formats, capacity, stride_bytes, "out_formats");
        std::vector<clmem_image_format_info> known;
        for (const cl_image_format &format : list_formats(context, memory_flags, type)) {
            known.push_back(look_up(format));
        }
        api::write_array(known, out_formats, capacity, stride_bytes, count);
    });
}

clmem_status clmem_image_create(cl_context context, uint64_t memory_flags, const clmem_image_description *description,
                                void *host_pointer, size_t host_bytes, clmem_image *out_image) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_image, "out_image");
        api::required(context, "context");
        api::required(description, "description");
        const auto wanted = api::read_struct(description, "description");
        image_request request{context, memory_flags, host_pointer, host_bytes, {}};
        if (wanted.source != nullptr) { request.source = api::find(wanted.source, "the description's source"); }
        out = token::to_handle<clmem_image>(make_memory_handle(make_image(request, wanted)));
    });
}

clmem_status clmem_image_from_array(cl_context context, uint64_t memory_flags, const clmem_image_array *array,
                                    clmem_image *out_image) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_image, "out_image");
        api::required(context, "context");
        api::required(array, "array");
        const auto given = api::read_struct(array, "array");
        api::check_reserved(given, "array");
        out = token::to_handle<clmem_image>(make_memory_handle(make_image_of(context, memory_flags, given)));
    });
}

clmem_status clmem_image_describe(clmem_image image, clmem_image_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, describe_image(*api::find(image)), size);
    });
}

clmem_status clmem_image_query(clmem_image image, uint32_t property, size_t capacity_bytes, void *out_value,
                               size_t *out_bytes) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_bytes, "out_bytes");
        if (capacity_bytes != 0) { api::required(out_value, "out_value"); }
        out = query_image(*api::find(image), property, capacity_bytes, out_value);
    });
}

clmem_status clmem_image_fill(clmem_image image, cl_command_queue queue, const double *color,
                              const clmem_image_fill_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        api::required(queue, "queue");
        api::required(color, "color");
        const auto part = api::read_options<clmem_image_fill_options>(options, CLMEM_IMAGE_FILL_OPTIONS_INIT);
        fill_image(*api::find(image), queue, color, part.origin, part.region, api::wait_list(part), event.wanted());
        event.give();
    });
}

clmem_status clmem_image_release(clmem_image image) {
    return api::guard(__func__, [&] {
        if (image != nullptr) { static_cast<void>(api::find(image)); } // a buffer must not be released as an image
        api::release_memory(token::of(image), "image", "image");
    });
}
