#include "image/image_format.hpp"

#include "cl/enqueue.hpp"
#include "provider/opencl_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace clmem_core {

namespace {

// For headers that lack these constants.
constexpr cl_uint depth_stencil = 0x10BE; // CL_DEPTH_STENCIL
constexpr cl_uint unorm_int24 = 0x10DF;   // CL_UNORM_INT24

struct channel_order {
    cl_uint code;
    const char *name;
    cl_uint channels;
};
constexpr channel_order orders[] = {
    {CL_R, "R", 1},         {CL_A, "A", 1},
    {CL_RG, "RG", 2},       {CL_RA, "RA", 2},
    {CL_RGB, "RGB", 3},     {CL_RGBA, "RGBA", 4},
    {CL_BGRA, "BGRA", 4},   {CL_ARGB, "ARGB", 4},
    {CL_ABGR, "ABGR", 4},   {CL_INTENSITY, "INTENSITY", 1},
    {CL_Rx, "Rx", 2},       {CL_LUMINANCE, "LUMINANCE", 1},
    {CL_RGx, "RGx", 3},     {CL_RGBx, "RGBx", 4},
    {CL_DEPTH, "DEPTH", 1}, {depth_stencil, "DEPTH_STENCIL", 2},
    {CL_sRGB, "sRGB", 3},   {CL_sRGBx, "sRGBx", 4},
    {CL_sRGBA, "sRGBA", 4}, {CL_sBGRA, "sBGRA", 4},
};

enum class number { snorm, unorm, signed_integer, unsigned_integer, floating };

struct channel_type {
    cl_uint code;
    const char *name;
    cl_uint component_bytes; // 0: packed
    cl_uint packed_bytes;    // of a whole pixel
    number kind;
};
constexpr channel_type types[] = {
    {CL_SNORM_INT8, "SNORM_INT8", 1, 0, number::snorm},
    {CL_SNORM_INT16, "SNORM_INT16", 2, 0, number::snorm},
    {CL_UNORM_INT8, "UNORM_INT8", 1, 0, number::unorm},
    {CL_UNORM_INT16, "UNORM_INT16", 2, 0, number::unorm},
    {CL_UNORM_SHORT_565, "UNORM_SHORT_565", 0, 2, number::unorm},
    {CL_UNORM_SHORT_555, "UNORM_SHORT_555", 0, 2, number::unorm},
    {CL_UNORM_INT_101010, "UNORM_INT_101010", 0, 4, number::unorm},
    {CL_UNORM_INT_101010_2, "UNORM_INT_101010_2", 0, 4, number::unorm},
    {unorm_int24, "UNORM_INT24", 0, 4, number::unorm}, // 24 bits of depth, 8 of the stencil
    {CL_SIGNED_INT8, "SIGNED_INT8", 1, 0, number::signed_integer},
    {CL_SIGNED_INT16, "SIGNED_INT16", 2, 0, number::signed_integer},
    {CL_SIGNED_INT32, "SIGNED_INT32", 4, 0, number::signed_integer},
    {CL_UNSIGNED_INT8, "UNSIGNED_INT8", 1, 0, number::unsigned_integer},
    {CL_UNSIGNED_INT16, "UNSIGNED_INT16", 2, 0, number::unsigned_integer},
    {CL_UNSIGNED_INT32, "UNSIGNED_INT32", 4, 0, number::unsigned_integer},
    {CL_HALF_FLOAT, "HALF_FLOAT", 2, 0, number::floating},
    {CL_FLOAT, "FLOAT", 4, 0, number::floating},
};

template <class Table>
auto find_in(const Table &table, cl_uint code) {
    const auto at = std::find_if(std::begin(table), std::end(table), [code](const auto &e) { return e.code == code; });
    return at != std::end(table) ? &*at : nullptr;
}

bool is_srgb(cl_uint order) {
    return order == CL_sRGB || order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA;
}

void set_name(clmem_image_format_info &info, const channel_order *order, const channel_type *type) {
    char unknown[2][12];
    std::snprintf(unknown[0], sizeof unknown[0], "0x%x", info.channel_order);
    std::snprintf(unknown[1], sizeof unknown[1], "0x%x", info.channel_type);
    std::snprintf(info.name, sizeof info.name, "%s, %s", order != nullptr ? order->name : unknown[0],
                  type != nullptr ? type->name : unknown[1]);
}

// Whether a channel order is allowed with a type, regardless of the size of a pixel.
bool go_together(cl_uint order, const channel_type &type) {
    const bool is_rgb = order == CL_RGB || order == CL_RGBx;
    switch (type.code) {
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
    case CL_UNORM_INT_101010:
        return is_rgb;
    case CL_UNORM_INT_101010_2:
        return order == CL_RGBA;
    case unorm_int24:
        return order == depth_stencil;
    default:
        break;
    }
    if (is_srgb(order)) { return type.code == CL_UNORM_INT8; }
    if (order == CL_DEPTH) { return type.code == CL_UNORM_INT16 || type.code == CL_FLOAT; }
    if (order == depth_stencil) { return type.code == CL_FLOAT; }
    const bool is_integer = type.kind == number::signed_integer || type.kind == number::unsigned_integer;
    return !(is_integer && (order == CL_LUMINANCE || order == CL_INTENSITY));
}

// How kernels use images with such flags: one bit.
cl_mem_flags kernel_use(std::uint64_t flags) {
    constexpr std::uint64_t of_host = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS |
                                      CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR;
    check_memory_flags(flags, of_host | CL_MEM_KERNEL_READ_AND_WRITE);
    const std::uint64_t use = flags & ~of_host;
    if (std::popcount(use) > 1) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "memory_flags: expected CL_MEM_KERNEL_READ_AND_WRITE without other kernel access flags, got both");
    }
    return use != 0 ? use : CL_MEM_READ_WRITE;
}

} // namespace

clmem_image_format_info look_up(const cl_image_format &format) {
    clmem_image_format_info info = CLMEM_IMAGE_FORMAT_INFO_INIT;
    info.channel_order = format.image_channel_order;
    info.channel_type = format.image_channel_data_type;
    const channel_order *const order = find_in(orders, info.channel_order);
    const channel_type *const type = find_in(types, info.channel_type);
    set_name(info, order, type);
    if (order != nullptr) {
        info.channel_count = order->channels;
        info.is_depth = order->code == CL_DEPTH || order->code == depth_stencil;
        info.is_srgb = is_srgb(order->code);
    }
    if (type != nullptr) {
        info.is_normalized = type->kind == number::snorm || type->kind == number::unorm;
        info.is_integer = type->kind == number::signed_integer || type->kind == number::unsigned_integer;
        info.is_float = type->kind == number::floating;
        info.is_signed = type->kind != number::unorm && type->kind != number::unsigned_integer;
        info.is_packed = type->component_bytes == 0;
        info.component_bytes = type->component_bytes;
    }
    if (order == nullptr || type == nullptr) { return info; }
    info.pixel_bytes = info.is_packed != 0 ? type->packed_bytes : order->channels * type->component_bytes;
    if (order->code == depth_stencil && info.is_float != 0) { // a float, 8 bits of the stencil, 24 unused ones
        info.is_packed = 1;
        info.component_bytes = 0;
    }
    return info;
}

clmem_image_format_info describe_format(const cl_image_format &format) {
    if (find_in(orders, format.image_channel_order) == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected a channel_order such as CL_R or CL_RGBA, got 0x%x",
             format.image_channel_order);
    }
    const channel_type *const type = find_in(types, format.image_channel_data_type);
    if (type == nullptr) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "expected a channel_type such as CL_UNORM_INT8 or CL_FLOAT, got 0x%x",
             format.image_channel_data_type);
    }
    const clmem_image_format_info info = look_up(format);
    if (!go_together(format.image_channel_order, *type)) {
        fail_because(CLMEM_ERROR_INVALID_ARGUMENT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                     "expected a channel_order and a channel_type that go together in OpenCL, got %s", info.name);
    }
    return info;
}

std::vector<cl_device_id> devices_with_images(cl_context context) {
    std::vector<cl_device_id> devices = devices_of(context);
    std::erase_if(devices, [](cl_device_id device) {
        return cl::value<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_IMAGE_SUPPORT)) == CL_FALSE;
    });
    return devices;
}

unsigned newest_version(const std::vector<cl_device_id> &devices) {
    unsigned newest = 0;
    for (cl_device_id device : devices) {
        newest = std::max(newest, cl::version_of(device));
    }
    return newest;
}

void check_image_type(cl_context context, cl_mem_object_type type) {
    switch (type) {
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE3D:
        return;
    case CL_MEM_OBJECT_IMAGE1D:
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        break;
    default:
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "type: expected a kind of image such as CL_MEM_OBJECT_IMAGE2D, got 0x%x",
             type);
    }
    if (cl::dispatch().clCreateImage == nullptr) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "type: expected CL_MEM_OBJECT_IMAGE2D or CL_MEM_OBJECT_IMAGE3D, since the OpenCL library has no "
             "clCreateImage (OpenCL 1.2), got 0x%x; update the library",
             type);
    }
    const unsigned newest = newest_version(devices_of(context));
    if (newest < 120) {
        fail(CLMEM_ERROR_UNSUPPORTED,
             "type: expected CL_MEM_OBJECT_IMAGE2D or CL_MEM_OBJECT_IMAGE3D, since other kinds need OpenCL 1.2 and the "
             "newest device has OpenCL %u.%u, got 0x%x",
             newest / 100, newest / 10 % 10, type);
    }
}

std::vector<cl_image_format> list_formats(cl_context context, std::uint64_t flags, cl_mem_object_type type) {
    const cl_mem_flags use = kernel_use(flags);
    check_image_type(context, type);
    if (devices_with_images(context).empty()) { return {}; }
    const auto ask = [&](cl_uint capacity, cl_image_format *out) {
        cl_uint count = 0;
        const cl_int code = cl::dispatch().clGetSupportedImageFormats(context, use, type, capacity, out, &count);
        if (code != CL_SUCCESS) { fail_opencl(code, "clGetSupportedImageFormats failed: %s", status_name(code)); }
        return count;
    };
    std::vector<cl_image_format> formats(ask(0, nullptr));
    if (!formats.empty()) {
        const cl_uint count = ask(static_cast<cl_uint>(formats.size()), formats.data());
        formats.resize(std::min<std::size_t>(formats.size(), count));
    }
    return formats;
}

} // namespace clmem_core
