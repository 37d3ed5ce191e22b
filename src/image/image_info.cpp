// Describes images, and checks boxes in them.
#include "image/image.hpp"

#include <algorithm>

namespace clmem_core {

clmem_image_info describe_image(const memory_object &image) {
    clmem_image_info info = CLMEM_IMAGE_INFO_INIT;
    const cl::image_object object{image.mem()};
    info.type = cl::value<cl_mem_object_type>(object.object, CLMEM_CL_ASK(CL_MEM_TYPE));
    const auto format = cl::value<cl_image_format>(object, CLMEM_CL_ASK(CL_IMAGE_FORMAT));
    info.channel_order = format.image_channel_order;
    info.channel_type = format.image_channel_data_type;
    info.pixel_bytes = cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_ELEMENT_SIZE));
    info.row_pitch_bytes = cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_ROW_PITCH));
    info.slice_pitch_bytes = cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_SLICE_PITCH));
    info.source = cl::value<cl_mem>(object.object, CLMEM_CL_ASK(CL_MEM_ASSOCIATED_MEMOBJECT));
    info.mip_levels = cl::value_or<cl_uint>(object, CLMEM_CL_ASK(CL_IMAGE_NUM_MIP_LEVELS), 0);
    info.samples = cl::value_or<cl_uint>(object, CLMEM_CL_ASK(CL_IMAGE_NUM_SAMPLES), 0);
    const auto add = [&info](std::size_t &member, std::size_t value) {
        info.shape[info.dimensions++] = member = value;
    };
    add(info.width, cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_WIDTH)));
    if (info.type == CL_MEM_OBJECT_IMAGE2D || info.type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
        info.type == CL_MEM_OBJECT_IMAGE3D) {
        add(info.height, cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_HEIGHT)));
    }
    if (info.type == CL_MEM_OBJECT_IMAGE3D) {
        add(info.depth, cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_DEPTH)));
    }
    if (info.type == CL_MEM_OBJECT_IMAGE1D_ARRAY || info.type == CL_MEM_OBJECT_IMAGE2D_ARRAY) {
        add(info.array_size, cl::value<std::size_t>(object, CLMEM_CL_ASK(CL_IMAGE_ARRAY_SIZE)));
    }
    return info;
}

std::size_t query_image(const memory_object &image, cl_image_info property, std::size_t capacity, void *out) {
    return cl::property(cl::image_object{image.mem()}, property, capacity, out);
}

pixel_box box_in(const clmem_image_info &image, const std::size_t *origin, const std::size_t *region) {
    pixel_box box{};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t extent = i < image.dimensions ? image.shape[i] : 1;
        box.origin[i] = origin != nullptr ? origin[i] : 0;
        if (box.origin[i] >= extent) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "origin[%zu]: expected less than %zu, the image's size in this dimension, got %zu", i, extent,
                 box.origin[i]);
        }
        const std::size_t rest = extent - box.origin[i];
        const bool is_open = region == nullptr || region[i] == SIZE_MAX;
        const std::size_t wanted = is_open ? rest : region[i];
        if (wanted > rest) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "region[%zu]: expected at most %zu, the rest of the image after origin[%zu] = %zu, got %zu", i, rest,
                 i, box.origin[i], wanted);
        }
        box.region[i] = wanted;
    }
    return box;
}

} // namespace clmem_core
