// Images, samplers and pipes on simulated devices: older ones, and ones with features that the machine lacks. The
// OpenCL function table leads to a simulated OpenCL with one device.
#include "c_api.hpp"
#include "image/image.hpp"
#include "image/image_format.hpp"
#include "image/sampler.hpp"
#include "memory/pipe.hpp"
#include "opencl_table.hpp"
#include "options.hpp"

#include <cstring>
#include <list>

namespace {

using namespace clmem_core;
using clmem_core::test::answer;
using clmem_core::test::caught;
using clmem_core::test::failure_of;

// The simulated OpenCL. Each test uses another device, since clmem queries the version once per device.
struct {
    cl_device_id device;
    const char *version;
    bool images;
    bool has_pipe_query;
    cl_bool pipes;
    cl_uint pitch_alignment, base_alignment;
    std::size_t source_offset;
    void *source_pointer;
    cl_mem_flags source_flags;
    cl_image_format source_format;
    // What the driver was asked.
    std::string called;
    cl_image_desc desc;
    std::size_t row_pitch, slice_pitch;
    cl_mem_flags flags;
    std::vector<cl_sampler_properties> properties;
} world;

int context_object;
int queue_object;
int memory_object_of_source;
int made_object;
auto *const the_context = reinterpret_cast<cl_context>(&context_object);
auto *const the_queue = reinterpret_cast<cl_command_queue>(&queue_object);
auto *const the_source = reinterpret_cast<cl_mem>(&memory_object_of_source);
auto *const made_memory = reinterpret_cast<cl_mem>(&made_object);

cl_int CL_API_CALL device_info(cl_device_id, cl_device_info what, size_t size, void *out, size_t *out_size) {
    switch (what) {
    case CL_DEVICE_VERSION: {
        const std::size_t length = std::strlen(world.version) + 1;
        if (out_size != nullptr) { *out_size = length; }
        if (out != nullptr) { std::memcpy(out, world.version, length); }
        return CL_SUCCESS;
    }
    case CL_DEVICE_IMAGE_SUPPORT:
        return answer<cl_bool>(world.images, size, out, out_size);
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
        return answer(world.pitch_alignment, size, out, out_size);
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
        return answer(world.base_alignment, size, out, out_size);
    case CL_DEVICE_PIPE_SUPPORT:
        return world.has_pipe_query ? answer(world.pipes, size, out, out_size) : CL_INVALID_VALUE;
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
        return answer<cl_uint>(1024, size, out, out_size);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
        return answer<cl_ulong>(1 << 20, size, out, out_size);
    case CL_DEVICE_PLATFORM:
        return CL_INVALID_VALUE;
    default: // the limits of images
        return answer<std::size_t>(4096, size, out, out_size);
    }
}
cl_int CL_API_CALL context_info(cl_context, cl_context_info, size_t size, void *out, size_t *out_size) {
    return answer(world.device, size, out, out_size);
}
cl_int CL_API_CALL queue_info(cl_command_queue, cl_command_queue_info, size_t size, void *out, size_t *out_size) {
    return answer(world.device, size, out, out_size);
}
cl_int CL_API_CALL formats(cl_context, cl_mem_flags flags, cl_mem_object_type, cl_uint, cl_image_format *out,
                           cl_uint *out_count) {
    static constexpr cl_image_format all[] = {{CL_LUMINANCE, CL_FLOAT},
                                              {CL_RGBA, CL_UNORM_INT8},
                                              {CL_sRGBA, CL_UNORM_INT8},
                                              {CL_INTENSITY, CL_FLOAT},
                                              {0x4711, 0x4712}};
    world.flags = flags;
    if (out != nullptr) { std::copy(std::begin(all), std::end(all), out); }
    if (out_count != nullptr) { *out_count = std::size(all); }
    return CL_SUCCESS;
}
cl_int CL_API_CALL memory_info(cl_mem mem, cl_mem_info what, size_t size, void *out, size_t *out_size) {
    switch (what) {
    case CL_MEM_CONTEXT:
        return answer(the_context, size, out, out_size);
    case CL_MEM_FLAGS:
        return answer(world.source_flags, size, out, out_size);
    case CL_MEM_OFFSET:
        return answer(world.source_offset, size, out, out_size);
    case CL_MEM_HOST_PTR:
        return answer(world.source_pointer, size, out, out_size);
    case CL_MEM_TYPE:
        return answer<cl_mem_object_type>(CL_MEM_OBJECT_IMAGE2D, size, out, out_size);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return answer<cl_mem>(nullptr, size, out, out_size);
    default: // CL_MEM_SIZE
        return answer<std::size_t>(mem == the_source ? 4096 : 64, size, out, out_size);
    }
}
// For an image of 16 x 4 pixels.
cl_int CL_API_CALL image_info(cl_mem, cl_image_info what, size_t size, void *out, size_t *out_size) {
    switch (what) {
    case CL_IMAGE_FORMAT:
        return answer(world.source_format, size, out, out_size);
    case CL_IMAGE_WIDTH:
        return answer<std::size_t>(16, size, out, out_size);
    case CL_IMAGE_HEIGHT:
        return answer<std::size_t>(4, size, out, out_size);
    case CL_IMAGE_ROW_PITCH:
        return answer<std::size_t>(64, size, out, out_size);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return CL_INVALID_VALUE; // like an implementation before OpenCL 1.2
    default:
        return answer<std::size_t>(4, size, out, out_size);
    }
}
cl_int CL_API_CALL release(cl_mem) {
    return CL_SUCCESS;
}
cl_int CL_API_CALL release_sampler(cl_sampler) {
    return CL_SUCCESS;
}
cl_mem CL_API_CALL create_image(cl_context, cl_mem_flags, const cl_image_format *, const cl_image_desc *desc, void *,
                                cl_int *code) {
    world.called = "clCreateImage";
    world.desc = *desc;
    *code = CL_SUCCESS;
    return made_memory;
}
cl_mem CL_API_CALL create_image_2d(cl_context, cl_mem_flags, const cl_image_format *, size_t width, size_t height,
                                   size_t row_pitch, void *, cl_int *code) {
    world.called = "clCreateImage2D";
    world.desc.image_width = width;
    world.desc.image_height = height;
    world.row_pitch = row_pitch;
    *code = CL_SUCCESS;
    return made_memory;
}
cl_mem CL_API_CALL create_image_3d(cl_context, cl_mem_flags, const cl_image_format *, size_t width, size_t height,
                                   size_t depth, size_t row_pitch, size_t slice_pitch, void *, cl_int *code) {
    world.called = "clCreateImage3D";
    world.desc.image_width = width;
    world.desc.image_height = height;
    world.desc.image_depth = depth;
    world.row_pitch = row_pitch;
    world.slice_pitch = slice_pitch;
    *code = CL_SUCCESS;
    return made_memory;
}
cl_int CL_API_CALL fill_command(cl_command_queue, cl_mem, const void *, const size_t *, const size_t *, cl_uint,
                                const cl_event *, cl_event *) {
    world.called = "clEnqueueFillImage";
    return CL_SUCCESS;
}
cl_sampler CL_API_CALL create_sampler(cl_context, const cl_sampler_properties *list, cl_int *code) {
    world.called = "clCreateSamplerWithProperties";
    for (world.properties = {}; *list != 0; list += 2) {
        world.properties.insert(world.properties.end(), list, list + 2);
    }
    *code = CL_SUCCESS;
    return reinterpret_cast<cl_sampler>(&made_object);
}
cl_mem CL_API_CALL create_pipe(cl_context, cl_mem_flags flags, cl_uint, cl_uint, const cl_pipe_properties *,
                               cl_int *code) {
    world.called = "clCreatePipe";
    world.flags = flags;
    *code = CL_SUCCESS;
    return made_memory;
}

class pretended_images : public clmem_core::test::opencl_table {
  protected:
    void SetUp() override {
        opencl_table::SetUp();
        static std::list<int> devices;
        world = {};
        world.device = reinterpret_cast<cl_device_id>(&devices.emplace_back());
        world.version = "OpenCL 3.0 pretended";
        world.images = true;
        world.source_flags = CL_MEM_READ_WRITE;
        world.source_format = {CL_RGBA, CL_UNORM_INT8};
        cl::table &table = cl::dispatch();
        table.clGetDeviceInfo = device_info;
        table.clGetContextInfo = context_info;
        table.clGetCommandQueueInfo = queue_info;
        table.clGetSupportedImageFormats = formats;
        table.clGetMemObjectInfo = memory_info;
        table.clGetImageInfo = image_info;
        table.clReleaseMemObject = release;
        table.clReleaseSampler = release_sampler;
        table.clCreateImage = create_image;
        table.clCreateImage2D = create_image_2d;
        table.clCreateImage3D = create_image_3d;
        table.clEnqueueFillImage = fill_command;
        table.clCreateSamplerWithProperties = create_sampler;
        table.clCreatePipe = create_pipe;
    }

    static clmem_image_description wanted(cl_uint type, std::size_t width, std::size_t height = 0,
                                          std::size_t depth = 0) {
        clmem_image_description description = CLMEM_IMAGE_DESCRIPTION_INIT;
        description.type = type;
        description.width = width;
        description.height = height;
        description.depth = depth;
        return description;
    }

    // Makes an image; returns what was thrown. `world` records how the driver was asked.
    static caught make(const clmem_image_description &description, std::shared_ptr<memory_object> source = {},
                       std::uint64_t flags = 0, void *host = nullptr) {
        world.called = "";
        return failure_of([&] {
            return make_image({the_context, flags, host, SIZE_MAX, std::move(source)}, description);
        });
    }

    static std::shared_ptr<memory_object> source(memory_kind kind) {
        return std::make_shared<memory_object>(kind, cl::memory{the_source}, 4096);
    }
};

TEST_F(pretended_images, devices_without_images_refuse_them) {
    world.images = false;
    const caught refused = make(wanted(CL_MEM_OBJECT_IMAGE2D, 4, 4));
    EXPECT_EQ(refused.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(refused.says("expected a device with images in the context"));
    EXPECT_TRUE(list_formats(the_context, 0, CL_MEM_OBJECT_IMAGE2D).empty());
    clmem_image_array array = CLMEM_IMAGE_ARRAY_INIT;
    array.element_kind = CLMEM_ELEMENT_FLOAT;
    array.element_bytes = 4;
    array.dimensions = 1;
    array.shape[0] = 4;
    array.data = &array;
    array.data_bytes = SIZE_MAX;
    EXPECT_EQ(failure_of([&] { return make_image_of(the_context, 0, array); }).status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_EQ(failure_of([&] {
                  return make_sampler(the_context, sampler_choice{1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST});
              }).status,
              CLMEM_ERROR_UNSUPPORTED);
    EXPECT_EQ(failure_of([&] { return make_sampler(the_context, std::span<const std::uint64_t>{}); }).status,
              CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(pretended_images, old_devices_have_their_own_functions) {
    world.version = "OpenCL 1.1 pretended";
    char host[4096] = {};
    clmem_image_description description = wanted(CL_MEM_OBJECT_IMAGE2D, 4, 5);
    description.row_pitch_bytes = 24;
    EXPECT_EQ(make(description, {}, CL_MEM_COPY_HOST_PTR, host).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.called, "clCreateImage2D");
    EXPECT_EQ(world.desc.image_width, 4U);
    EXPECT_EQ(world.desc.image_height, 5U);
    EXPECT_EQ(world.row_pitch, 24U);
    description = wanted(CL_MEM_OBJECT_IMAGE3D, 4, 5, 6);
    description.row_pitch_bytes = 24;
    description.slice_pitch_bytes = 144;
    EXPECT_EQ(make(description, {}, CL_MEM_COPY_HOST_PTR, host).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.called, "clCreateImage3D");
    EXPECT_EQ(world.desc.image_depth, 6U);
    EXPECT_EQ(world.row_pitch, 24U);
    EXPECT_EQ(world.slice_pitch, 144U);
    const caught refused = make(wanted(CL_MEM_OBJECT_IMAGE1D, 4));
    EXPECT_EQ(refused.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(refused.says("OpenCL 1.1")) << refused.message;
    EXPECT_EQ(failure_of([] { return list_formats(the_context, 0, CL_MEM_OBJECT_IMAGE2D_ARRAY); }).status,
              CLMEM_ERROR_UNSUPPORTED);
    cl::dispatch().clCreateImage2D = nullptr;
    EXPECT_TRUE(make(wanted(CL_MEM_OBJECT_IMAGE2D, 4, 4)).says("expected clCreateImage, or clCreateImage2D"));
}

// Covers calls that cannot be made on current devices.
TEST_F(pretended_images, old_devices_refuse_what_came_later) {
    world.version = "OpenCL 1.1 pretended";
    std::uint32_t count = 0;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_image_formats(the_context, 0, CL_MEM_OBJECT_IMAGE2D_ARRAY, 0, 0, nullptr, &count));
    cl::dispatch().clRetainCommandQueue = [](cl_command_queue) { return CL_SUCCESS; };
    cl::dispatch().clReleaseCommandQueue = [](cl_command_queue) { return CL_SUCCESS; };
    const clmem::test::image_owner image{token::to_handle<clmem_image>(make_memory_handle(source(memory_kind::image)))};
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {16, 4, 1};
    clmem_map map = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_map_image(image, the_queue, CL_MAP_WRITE_INVALIDATE_REGION,
                                                          clmem::test::map_box(origin, region), &map, nullptr));
    EXPECT_NE(clmem::test::last_error().message.find("CL_MAP_WRITE_INVALIDATE_REGION"), std::string::npos);
}

TEST_F(pretended_images, old_libraries_too) {
    cl::dispatch().clCreateImage = nullptr;
    EXPECT_EQ(make(wanted(CL_MEM_OBJECT_IMAGE2D, 4, 4)).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.called, "clCreateImage2D");
    const caught refused = make(wanted(CL_MEM_OBJECT_IMAGE1D, 4));
    EXPECT_EQ(refused.status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(refused.says("no clCreateImage (OpenCL 1.2)"));
}

TEST_F(pretended_images, fills_came_with_1_2) {
    const double color[4] = {};
    const memory_object image{memory_kind::image, cl::memory{the_source}, 256};
    const auto fill = [&] {
        return failure_of([&] {
            fill_image(image, the_queue, color, nullptr, nullptr, {}, nullptr);
            return 0;
        });
    };
    EXPECT_EQ(fill().status, CLMEM_SUCCESS);
    world.source_format = {0x4711, CL_FLOAT};
    EXPECT_TRUE(fill().says("one of an extension: 0x4711, FLOAT"));
    cl::dispatch().clEnqueueFillImage = nullptr;
    EXPECT_TRUE(fill().says("expected clEnqueueFillImage"));
    cl::dispatch().clEnqueueFillImage = fill_command;
    static int old_device;
    world.device = reinterpret_cast<cl_device_id>(&old_device);
    world.version = "OpenCL 1.1 pretended";
    EXPECT_EQ(fill().status, CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(pretended_images, single_channels_take_what_is_listed) {
    clmem_image_array array = CLMEM_IMAGE_ARRAY_INIT;
    array.element_kind = CLMEM_ELEMENT_FLOAT;
    array.element_bytes = 4;
    array.dimensions = 2;
    array.shape[0] = 3;
    array.shape[1] = 4;
    array.data = &array;
    array.data_bytes = SIZE_MAX;
    // CL_R is not listed, CL_LUMINANCE is.
    EXPECT_EQ(failure_of([&] { return make_image_of(the_context, CL_MEM_WRITE_ONLY, array); }).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.called, "clCreateImage");
    EXPECT_EQ(world.flags, static_cast<cl_mem_flags>(CL_MEM_WRITE_ONLY));
    EXPECT_EQ(world.desc.image_width, 4U);
    EXPECT_EQ(world.desc.image_height, 3U);
}

TEST_F(pretended_images, images_of_buffers_are_aligned_in_pixels) {
    clmem_image_description description = wanted(CL_MEM_OBJECT_IMAGE2D, 16, 4);
    EXPECT_TRUE(make(description, source(memory_kind::buffer)).says("cl_khr_image2d_from_buffer"));
    world.pitch_alignment = 16;
    world.base_alignment = 32;
    EXPECT_EQ(make(description, source(memory_kind::buffer)).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.desc.image_row_pitch, 64U);
    EXPECT_EQ(world.desc.mem_object, the_source);
    description.row_pitch_bytes = 128;
    EXPECT_EQ(make(description, source(memory_kind::buffer)).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.desc.image_row_pitch, 128U);
    description.row_pitch_bytes = 80; // a multiple of 16 bytes but not of 16 pixels
    const caught row = make(description, source(memory_kind::buffer));
    EXPECT_EQ(row.status, CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(row.opencl_code, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_TRUE(row.says("a multiple of 64")) << row.message;
    description.row_pitch_bytes = 0;
    description.width = 15;
    EXPECT_TRUE(make(description, source(memory_kind::buffer)).says("a multiple of 64"));
    description.width = 16;
    world.source_offset = 64; // the alignment is 128
    EXPECT_TRUE(make(description, source(memory_kind::buffer)).says("a start at a multiple of 128"));
    world.source_flags = CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR;
    world.source_pointer = reinterpret_cast<void *>(std::uintptr_t{256});
    EXPECT_EQ(make(description, source(memory_kind::buffer)).status, CLMEM_SUCCESS);
    world.source_pointer = reinterpret_cast<void *>(std::uintptr_t{260});
    EXPECT_TRUE(make(description, source(memory_kind::buffer)).says("a start at a multiple of 128"));
    world.source_flags = CL_MEM_READ_WRITE;
    world.source_offset = 0;
    description.height = 64; // exactly the size of the buffer
    EXPECT_EQ(make(description, source(memory_kind::buffer)).status, CLMEM_SUCCESS);
    description.height = 65;
    EXPECT_TRUE(make(description, source(memory_kind::buffer)).says("the size of the image, got 4096"));
}

TEST_F(pretended_images, images_of_images_show_the_same_pixels) {
    clmem_image_description description = wanted(CL_MEM_OBJECT_IMAGE2D, 16, 4);
    description.channel_order = CL_sRGBA;
    EXPECT_EQ(make(description, source(memory_kind::image)).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.desc.mem_object, the_source);
    EXPECT_EQ(world.desc.image_row_pitch, 64U);
    description.row_pitch_bytes = 128;
    EXPECT_TRUE(make(description, source(memory_kind::image)).says("row pitch"));
    static int old_device;
    world.device = reinterpret_cast<cl_device_id>(&old_device);
    world.version = "OpenCL 1.2 pretended";
    EXPECT_EQ(make(description, source(memory_kind::image)).status, CLMEM_ERROR_UNSUPPORTED);
    EXPECT_EQ(make(description, source(memory_kind::pipe)).status, CLMEM_ERROR_INVALID_ARGUMENT);
}

TEST_F(pretended_images, lists_of_sampler_properties_came_with_2_0) {
    const std::uint64_t list[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR};
    const auto make_one = [&] { return failure_of([&] { return make_sampler(the_context, std::span{list}); }); };
    EXPECT_EQ(make_one().status, CLMEM_SUCCESS);
    EXPECT_EQ(world.properties, (std::vector<cl_sampler_properties>{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR}));
    cl::dispatch().clCreateSamplerWithProperties = nullptr;
    EXPECT_TRUE(make_one().says("expected clCreateSamplerWithProperties"));
    cl::dispatch().clCreateSamplerWithProperties = create_sampler;
    static int old_device;
    world.device = reinterpret_cast<cl_device_id>(&old_device);
    world.version = "OpenCL 1.2 pretended";
    EXPECT_EQ(make_one().status, CLMEM_ERROR_UNSUPPORTED);
}

TEST_F(pretended_images, devices_report_whether_they_have_pipes) {
    const auto make_one = [](std::uint64_t flags, std::uint32_t bytes) {
        world.called = "";
        return failure_of([&] { return make_pipe(the_context, flags, bytes, 4, {}); });
    };
    EXPECT_TRUE(make_one(0, 4).says("CL_DEVICE_PIPE_SUPPORT")); // an OpenCL 3.0 device that does not know the query
    world.has_pipe_query = true;
    EXPECT_EQ(make_one(0, 4).status, CLMEM_ERROR_UNSUPPORTED);
    world.pipes = CL_TRUE;
    EXPECT_EQ(make_one(0, 1024).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.flags, static_cast<cl_mem_flags>(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
    EXPECT_EQ(make_one(CL_MEM_READ_WRITE, 4).status, CLMEM_SUCCESS);
    EXPECT_EQ(world.flags, static_cast<cl_mem_flags>(CL_MEM_READ_WRITE));
    const caught large = make_one(0, 1025);
    EXPECT_EQ(large.status, CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(large.opencl_code, CL_INVALID_PIPE_SIZE);
    EXPECT_EQ(world.called, "");
    cl::dispatch().clCreatePipe = nullptr;
    EXPECT_TRUE(make_one(0, 4).says("expected clCreatePipe"));
    cl::dispatch().clCreatePipe = create_pipe;
    world.has_pipe_query = false;
    static int second_generation;
    world.device = reinterpret_cast<cl_device_id>(&second_generation);
    world.version = "OpenCL 2.1 pretended";
    EXPECT_EQ(make_one(0, 4).status, CLMEM_SUCCESS);
    static int old_device;
    world.device = reinterpret_cast<cl_device_id>(&old_device);
    world.version = "OpenCL 1.2 pretended";
    EXPECT_EQ(make_one(0, 4).status, CLMEM_ERROR_UNSUPPORTED);
}

} // namespace
