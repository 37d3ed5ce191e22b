// --immediate: a program whose driver allocates late learns of a shortage from the creation, also where the driver
// creates the buffer.
#include "fixture.hpp"

#include <cstdlib>
#include <vector>

namespace over_mock {

namespace {

struct immediate {
    immediate() { (void)::setenv("CLMEM_RUN_IMMEDIATE", "1", 1); }
};

class creation_at_once : immediate, public program {
  protected:
    creation_at_once() {
        mock::set_lazy_memory(true);
        mock::set_memory(8 * bytes);
    }
    ~creation_at_once() override {
        mock::set_lazy_memory(false);
        mock::set_memory(SIZE_MAX);
    }

    cl_mem create(cl_mem_flags flags, std::size_t size) {
        return cl.clCreateBuffer(context, flags, size, (flags & CL_MEM_COPY_HOST_PTR) != 0 ? host_.data() : nullptr,
                                 &code_);
    }
    void expect_shortage(cl_mem_flags flags, std::size_t size) {
        EXPECT_EQ(create(flags, size), nullptr);
        EXPECT_EQ(code_, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    }

    static constexpr cl_mem_flags with_content = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    std::vector<unsigned char> host_ = std::vector<unsigned char>(16 * bytes);
    cl_int code_ = CL_SUCCESS;
};

TEST_F(creation_at_once, of_pooled_buffers_ends_with_the_memory) {
    std::vector<cl_mem> made;
    while (cl_mem each = create(CL_MEM_READ_WRITE, bytes)) {
        made.push_back(each);
        ASSERT_LE(made.size(), 8U) << "the driver has granted what it does not have";
    }
    EXPECT_EQ(code_, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_GE(made.size(), 6U);
    for (cl_mem each : made) {
        EXPECT_EQ(cl.clReleaseMemObject(each), CL_SUCCESS);
    }
    expect_shortage(CL_MEM_READ_WRITE, 16 * bytes);
    cl_mem again = create(CL_MEM_READ_WRITE, 7 * bytes);
    EXPECT_NE(again, nullptr);
    EXPECT_EQ(code_, CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(again), CL_SUCCESS);
}

TEST_F(creation_at_once, of_the_drivers_buffers_ends_with_the_memory) {
    cl_mem first = create(with_content, 5 * bytes);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(code_, CL_SUCCESS);
    expect_shortage(with_content, 5 * bytes);
    EXPECT_EQ(cl.clReleaseMemObject(first), CL_SUCCESS);
    cl_mem again = create(with_content, 5 * bytes);
    EXPECT_NE(again, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(again), CL_SUCCESS);
}

TEST_F(creation_at_once, of_the_hosts_own_memory_needs_none) {
    cl_mem over = cl.clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 16 * bytes, host_.data(), &code_);
    EXPECT_NE(over, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(over), CL_SUCCESS);
}

// The layer returns idle memory and tries again.
TEST_F(creation_at_once, survives_a_failure) {
    cl_mem first = create(with_content, bytes); // its queue exists now
    mock::fail_nth("clEnqueueMigrateMemObjects", 1, CL_OUT_OF_RESOURCES);
    cl_mem made = create(with_content, bytes);
    EXPECT_NE(made, nullptr);
    EXPECT_EQ(code_, CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(first), CL_SUCCESS);
}

} // namespace

} // namespace over_mock
