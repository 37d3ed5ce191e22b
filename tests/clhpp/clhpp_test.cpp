// clmem.hpp together with the OpenCL C++ bindings: their objects convert in both directions.
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <clmem.hpp>
#include <gtest/gtest.h>
#include <vector>

namespace {

class clhpp : public testing::Test {
  protected:
    cl::Device device_{clmem::device::choose().get(), true};
    cl::Context context_{device_};
    cl::CommandQueue queue_{context_, device_};

    std::vector<int> read(const cl::Buffer &from, std::size_t count) {
        std::vector<int> numbers(count);
        queue_.enqueueReadBuffer(from, CL_TRUE, 0, count * sizeof(int), numbers.data());
        return numbers;
    }
    static cl_uint references(const cl::Memory &memory) { return memory.getInfo<CL_MEM_REFERENCE_COUNT>(); }
};

TEST_F(clhpp, contexts_and_queues_go_in_and_blocks_come_out) {
    const clmem::pool pool{clmem::provider::buffers(context_)};
    const clmem::buffer block = pool.allocate(16 * sizeof(int), queue_);
    {
        const auto buffer = block.as<cl::Buffer>();
        queue_.enqueueFillBuffer(buffer, 5, 0, 16 * sizeof(int));
        EXPECT_EQ(read(buffer, 16), std::vector<int>(16, 5));
        pool.record_use(block, queue_);
    }
    EXPECT_EQ(clmem::device{device_()}.describe().type, device_.getInfo<CL_DEVICE_TYPE>());
    pool.forget(queue_);
}

TEST_F(clhpp, buffers_are_imported_and_keep_their_references) {
    cl::Buffer theirs{context_, CL_MEM_READ_WRITE, 64};
    const cl_uint before = references(theirs);
    {
        const clmem::buffer ours = clmem::buffer::import(theirs);
        EXPECT_EQ(ours.size(), 64U);
        EXPECT_EQ(references(theirs), before + 1);
        ours.fill(queue_, 7).wait();
        EXPECT_EQ(read(theirs, 16), std::vector<int>(16, 7));
        EXPECT_EQ(ours.as<cl::Buffer>()(), theirs());
    }
    EXPECT_EQ(references(theirs), before);
}

TEST_F(clhpp, made_by_clmem_and_used_by_the_bindings) {
    const clmem::context context{device_};
    const clmem::queue queue{context, device_};
    const auto their_context = context.as<cl::Context>();
    const auto their_queue = queue.as<cl::CommandQueue>();
    EXPECT_EQ(their_queue.getInfo<CL_QUEUE_CONTEXT>()(), their_context());
    EXPECT_EQ(their_context.getInfo<CL_CONTEXT_DEVICES>().at(0)(), device_());
    EXPECT_EQ(clmem::queue{}.as<cl::CommandQueue>()(), nullptr);
    const clmem::buffer ours{context, CL_MEM_READ_WRITE, 64};
    ours.fill(their_queue, 1);
    their_queue.finish();
}

TEST_F(clhpp, events_order_commands_of_both) {
    cl::Buffer theirs{context_, CL_MEM_READ_WRITE, 64};
    const clmem::buffer ours = clmem::buffer::import(theirs);
    cl::Event filled;
    queue_.enqueueFillBuffer(theirs, 1, 0, 64, nullptr, &filled);
    const clmem::event half = ours.fill(queue_, 2, 0, 32, filled);
    const std::vector<cl::Event> after{half.as<cl::Event>()};
    queue_.enqueueFillBuffer(theirs, 3, 0, 4, &after);
    EXPECT_EQ(read(theirs, 16), (std::vector<int>{3, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST_F(clhpp, programs_and_kernels_are_the_same_in_both) {
    cl::Program theirs{context_, "kernel void set(global int *out, int value) { out[get_global_id(0)] = value; }"};
    const clmem::program program = clmem::program::import(theirs);
    program.build();
    const clmem::kernel set{program, "set"};
    const clmem::buffer out{context_, CL_MEM_READ_WRITE, 64};
    set.set(0, out);
    set.set(1, 4);
    set.launch(queue_, 16).wait();
    EXPECT_EQ(read(out.as<cl::Buffer>(), 16), std::vector<int>(16, 4));
    auto their_kernel = set.as<cl::Kernel>();
    their_kernel.setArg(1, 6);
    queue_.enqueueNDRangeKernel(their_kernel, cl::NullRange, cl::NDRange{16});
    EXPECT_EQ(read(out.as<cl::Buffer>(), 16), std::vector<int>(16, 6));
    EXPECT_EQ(program.as<cl::Program>()(), theirs());
    EXPECT_EQ(clmem::kernel::import(their_kernel).object(), their_kernel());
}

TEST_F(clhpp, images_and_samplers_go_both_ways) {
    if (device_.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_FALSE) { GTEST_SKIP() << "the device has no images"; }
    const clmem::image ours{context_, CL_MEM_READ_WRITE, clmem::image_2d(4, 2)};
    const auto theirs = ours.as<cl::Image2D>();
    EXPECT_EQ(theirs.getImageInfo<CL_IMAGE_WIDTH>(), 4U);
    EXPECT_TRUE(clmem::image::import(theirs).is_same(ours));
    cl::Sampler their_sampler{context_, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST};
    EXPECT_EQ(clmem::sampler::import(their_sampler).object(), their_sampler());
}

} // namespace
