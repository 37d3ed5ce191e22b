// Pipes, on devices that support them; a clear error on others.
#include "opencl.hpp"

#include <string>

namespace {

using namespace clmem::test;

class pipe_api : public on_device {
  protected:
    void SetUp() override {
        on_device::SetUp();
        cl_bool supported = CL_FALSE;
        const cl_int code =
            REAL(clGetDeviceInfo)(device_, CL_DEVICE_PIPE_SUPPORT, sizeof supported, &supported, nullptr);
        clmem_device_info info = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info));
        has_pipes_ = code == CL_SUCCESS ? supported != CL_FALSE : info.opencl_version >= 200;
    }

    clmem_status create(std::uint64_t flags, std::uint32_t bytes, std::uint32_t packets, clmem_pipe *out) {
        return clmem_pipe_create(context_, flags, bytes, packets, 0, nullptr, out);
    }

    bool has_pipes_ = false;
};

TEST_F(pipe_api, creates_pipes_or_reports_a_lack_of_them) {
    pipe_owner pipe;
    if (!has_pipes_) {
        CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_pipe_create(context_, 0, 16, 8, 0, nullptr, pipe.out()));
        EXPECT_NE(last_error().message.find("CL_DEVICE_PIPE_SUPPORT"), std::string::npos) << last_error().message;
        EXPECT_EQ(counting().calls("clCreatePipe"), 0U);
        return;
    }
    const std::uint64_t nothing = 0;
    for (const std::uint64_t flags : {std::uint64_t{0}, std::uint64_t{CL_MEM_READ_WRITE},
                                      std::uint64_t{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}}) {
        REQUIRE_OK(clmem_pipe_create(context_, flags, 16, 8, 1, &nothing, pipe.out()));
        clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
        CHECK_OK(clmem_pipe_describe(pipe, &info));
        EXPECT_EQ(info.packet_bytes, 16U);
        EXPECT_EQ(info.max_packets, 8U);
    }
    clmem_memory_info memory = CLMEM_MEMORY_INFO_INIT;
    CHECK_OK(clmem_memory_describe(reinterpret_cast<clmem_memory>(pipe.get()), &memory));
    EXPECT_EQ(memory.type, static_cast<cl_uint>(CL_MEM_OBJECT_PIPE));
    memory_owner imported;
    REQUIRE_OK(clmem_memory_import(memory.mem, 1, imported.out()));
    clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
    CHECK_OK(clmem_pipe_describe(reinterpret_cast<clmem_pipe>(imported.get()), &info));
    EXPECT_EQ(info.packet_bytes, 16U);
    std::size_t bytes = 0;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_buffer_size(reinterpret_cast<clmem_buffer>(pipe.get()), &bytes));
}

TEST_F(pipe_api, answers_opencls_questions) {
    pipe_owner pipe;
    if (!has_pipes_) { GTEST_SKIP() << "the device has no pipes"; }
    REQUIRE_OK(create(0, 32, 4, pipe.out()));
    cl_uint value = 0;
    std::size_t bytes = 0;
    CHECK_OK(clmem_pipe_query(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, &bytes));
    EXPECT_EQ(value, 32U);
    EXPECT_EQ(bytes, sizeof value);
    CHECK_OK(clmem_pipe_query(pipe, CL_PIPE_MAX_PACKETS, 0, nullptr, &bytes));
    CHECK_STATUS(CL_INVALID_VALUE, clmem_pipe_query(pipe, 0x4711, sizeof value, &value, &bytes));
    CHECK_STATUS(CL_INVALID_VALUE, clmem_pipe_query(pipe, CL_PIPE_MAX_PACKETS, 1, &value, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_query(pipe, CL_PIPE_MAX_PACKETS, 4, nullptr, &bytes));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_query(pipe, CL_PIPE_MAX_PACKETS, 4, &value, nullptr));
    clmem_pipe_info info = CLMEM_PIPE_INFO_INIT;
    counting().fail("clGetPipeInfo", 1, CL_OUT_OF_HOST_MEMORY, false);
    CHECK_STATUS(CL_OUT_OF_HOST_MEMORY, clmem_pipe_describe(pipe, &info));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_describe(pipe, nullptr));
}

// Invalid arguments are reported before the lack of pipes.
TEST_F(pipe_api, refuses) {
    const auto refused = [&](const char *named, std::uint64_t flags, std::uint32_t bytes, std::uint32_t packets,
                             std::vector<std::uint64_t> list) {
        SCOPED_TRACE(named);
        auto pipe = reinterpret_cast<clmem_pipe>(&named);
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                     clmem_pipe_create(context_, flags, bytes, packets, static_cast<std::uint32_t>(list.size()),
                                       list.data(), &pipe));
        EXPECT_EQ(pipe, nullptr);
        EXPECT_NE(last_error().message.find(named), std::string::npos) << last_error().message;
    };
    refused("memory_flags", CL_MEM_READ_ONLY, 4, 4, {});
    refused("memory_flags", CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 4, 4, {});
    refused("packet_bytes: expected at least 1, got 0", 0, 0, 4, {});
    refused("max_packets: expected at least 1, got 0", 0, 4, 0, {});
    refused("properties", 0, 4, 4, {1});
    refused("properties", 0, 4, 4, {0, 0});
    EXPECT_EQ(counting().calls("clCreatePipe"), 0U);
    clmem_pipe pipe = nullptr;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_create(nullptr, 0, 4, 4, 0, nullptr, &pipe));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_create(context_, 0, 4, 4, 1, nullptr, &pipe));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_pipe_create(context_, 0, 4, 4, 0, nullptr, nullptr));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_pipe_create(context_, 0, 4, 4, 0, nullptr, &pipe));
    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, 0, 4, nullptr, buffer.out()));
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pipe_release(reinterpret_cast<clmem_pipe>(buffer.get())));
    CHECK_OK(clmem_pipe_release(nullptr));
    if (!has_pipes_) { return; }
    refused("the devices' limit, got 4294967295", 0, UINT32_MAX, 4, {});
    counting().fail("clCreatePipe", 1, CL_OUT_OF_RESOURCES, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY, clmem_pipe_create(context_, 0, 4, 4, 0, nullptr, &pipe));
    counting().fail("clCreatePipe", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_pipe_create(context_, 0, 4, 4, 0, nullptr, &pipe));
}

} // namespace
