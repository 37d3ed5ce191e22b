#include "drain.hpp"
#include "failure.hpp"
#include "opencl.hpp"
#include "verifier.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace clmem::command {
namespace {

// Every word depends on the block and on its position, so an overlapping block is detected even if shifted. An item has
// four words: CPUs and GPUs alike process vectors in order fastest.
constexpr std::size_t item_bytes = 16;
constexpr const char *kernels = R"(
uint4 words_at(uint seed, ulong item)
{
    uint first = seed + (uint)item * 4u + (uint)(item >> 30);
    return (uint4)(first, first + 1, first + 2, first + 3) * 2654435761u;
}

/* A byte of the last item, which may be incomplete. */
uchar byte_at(uint seed, ulong i)
{
    uint words[4];
    vstore4(words_at(seed, i / 16), 0, words);
    return (uchar)(words[i % 16 / 4] >> (8 * (i % 4)));
}

kernel void fill(global uchar *block, ulong bytes, uint seed)
{
    ulong item = get_global_id(0);
    if (item < bytes / 16) {
        ((global uint4 *)block)[item] = words_at(seed, item);
    } else if (item == bytes / 16) {
        for (ulong i = item * 16; i < bytes; ++i) {
            block[i] = byte_at(seed, i);
        }
    }
}

kernel void look(global const uchar *block, ulong bytes, uint seed, global int *mismatches, uint allocation)
{
    ulong item = get_global_id(0);
    int wrong = 0;
    if (item < bytes / 16) {
        wrong = any(((global const uint4 *)block)[item] != words_at(seed, item));
    } else if (item == bytes / 16) {
        for (ulong i = item * 16; i < bytes; ++i) {
            wrong |= block[i] != byte_at(seed, i);
        }
    }
    if (wrong) {
        atomic_inc(mismatches + allocation);
    }
}
)";

cl_int release_kernel(cl_kernel kernel) {
    return opencl().clReleaseKernel(kernel);
}
cl_int release_program(cl_program program) {
    return opencl().clReleaseProgram(program);
}
using owned_kernel = owner<cl_kernel, release_kernel>;
using owned_program = owner<cl_program, release_program>;

// Sets the arguments after the first one, which is the block.
template <class... Arguments>
void set_arguments(cl_kernel kernel, const Arguments &...arguments) {
    cl_uint index = 1;
    (check_opencl(opencl().clSetKernelArg(kernel, index++, sizeof(arguments), &arguments), "clSetKernelArg"), ...);
}

// Each block's commands go to the block's own queue, so a command of another queue that runs too early or too late is
// detected.
class pattern_verifier final : public verifier {
  public:
    explicit pattern_verifier(const job &work)
        : work_{work}, memory_{work.from.blocks()}, seeds_(work.recorded.allocations.size()), drain_{work} {
        build();
        std::vector<cl_int> zeros(seeds_.size());
        mismatches_ = make_buffer(work.from.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  zeros.size() * sizeof(cl_int), zeros.data());
        for (std::size_t i = 0; i < work.queues.count() && !memory_.properties().kernels_reach; ++i) {
            const std::size_t bytes = std::max<std::size_t>(work.plan.largest_bytes, 1);
            staging_.push_back(make_buffer(work.from.context(), CL_MEM_READ_WRITE, bytes));
        }
    }

    void allocated(std::uint32_t allocation, clmem_buffer block) override {
        const place where = memory_.find(block);
        const cl_ulong bytes = work_.bytes_of(allocation);
        seeds_[allocation] = ++last_seed_;
        set_block(fill_.get(), allocation, where);
        set_arguments(fill_.get(), bytes, seeds_[allocation]);
        enqueue(fill_.get(), allocation);
        if (memory_.properties().kernels_reach) { return; }
        check_opencl(opencl().clEnqueueReadBuffer(work_.queues.of(allocation), staging_of(allocation), CL_FALSE, 0,
                                                  bytes, where.pointer, 0, nullptr, nullptr),
                     "clEnqueueReadBuffer");
    }

    void releasing(std::uint32_t allocation, clmem_buffer block) override {
        const place where = memory_.find(block);
        const cl_ulong bytes = work_.bytes_of(allocation);
        if (!memory_.properties().kernels_reach) {
            check_opencl(opencl().clEnqueueWriteBuffer(work_.queues.of(allocation), staging_of(allocation), CL_FALSE, 0,
                                                       bytes, where.pointer, 0, nullptr, nullptr),
                         "clEnqueueWriteBuffer");
        }
        set_block(look_.get(), allocation, where);
        set_arguments(look_.get(), bytes, seeds_[allocation], mismatches_.get(), allocation);
        enqueue(look_.get(), allocation);
        ++checked_blocks_;
        drain_.released(bytes);
    }

    void finish() override {
        work_.queues.finish();
        std::vector<cl_int> mismatches(seeds_.size());
        check_opencl(opencl().clEnqueueReadBuffer(work_.from.queue(), mismatches_.get(), CL_TRUE, 0,
                                                  mismatches.size() * sizeof(cl_int), mismatches.data(), 0, nullptr,
                                                  nullptr),
                     "clEnqueueReadBuffer");
        const auto is_wrong = [](cl_int count) { return count != 0; };
        const auto first = std::find_if(mismatches.begin(), mismatches.end(), is_wrong);
        if (first == mismatches.end()) { return; }
        const auto allocation = static_cast<std::uint32_t>(first - mismatches.begin());
        throw failure{exit_status::failed,
                      fmt::format("{}: {} pieces of 16 bytes differ from what was written; {} blocks are affected",
                                  work_.name_of(allocation), *first, std::count_if(first, mismatches.end(), is_wrong))};
    }

  private:
    void build() {
        cl_int code = CL_SUCCESS;
        *program_.out() = opencl().clCreateProgramWithSource(work_.from.context(), 1,
                                                             const_cast<const char **>(&kernels), nullptr, &code);
        check_opencl(code, "clCreateProgramWithSource");
        const cl_device_id device = work_.from.device();
        if (opencl().clBuildProgram(program_.get(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
            std::string log(4096, '\0');
            opencl().clGetProgramBuildInfo(program_.get(), device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                                           nullptr);
            throw failure{exit_status::failed, fmt::format("cannot build the kernels of --verify: {}", log.c_str())};
        }
        *fill_.out() = opencl().clCreateKernel(program_.get(), "fill", &code);
        check_opencl(code, "clCreateKernel");
        *look_.out() = opencl().clCreateKernel(program_.get(), "look", &code);
        check_opencl(code, "clCreateKernel");
    }

    // Where kernels cannot access the block, they use a buffer per queue, which is copied from and to the block.
    void set_block(cl_kernel kernel, std::uint32_t allocation, const place &where) {
        if (memory_.properties().kernels_reach) {
            memory_.set_argument(kernel, where);
        } else {
            cl_mem const staging = staging_of(allocation);
            check_opencl(opencl().clSetKernelArg(kernel, 0, sizeof(staging), &staging), "clSetKernelArg");
        }
    }
    [[nodiscard]] cl_mem staging_of(std::uint32_t allocation) const {
        return staging_[work_.queues.index_of(allocation)].get();
    }

    void enqueue(cl_kernel kernel, std::uint32_t allocation) {
        constexpr std::size_t group = 256; // a round number of items leaves the driver free to choose its groups
        const std::size_t items = (work_.bytes_of(allocation) / item_bytes / group + 1) * group;
        check_opencl(opencl().clEnqueueNDRangeKernel(work_.queues.of(allocation), kernel, 1, nullptr, &items, nullptr,
                                                     0, nullptr, nullptr),
                     "clEnqueueNDRangeKernel");
    }

    const job &work_;
    const memory &memory_;
    owned_program program_;
    owned_kernel fill_;
    owned_kernel look_;
    owned_mem mismatches_; // the number of wrong items of each allocation
    std::vector<owned_mem> staging_;
    std::vector<cl_uint> seeds_;
    cl_uint last_seed_ = 0;
    drain drain_;
};

} // namespace

std::unique_ptr<verifier> make_pattern_verifier(const job &work) {
    return std::make_unique<pattern_verifier>(work);
}

} // namespace clmem::command
