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

// Every word depends on the block and on its place, so that a block that lies over another, shifted or not, shows. An item
// has four words: a straight line of vectors is what CPUs and GPUs alike get through fastest.
constexpr std::size_t item_bytes = 16;
constexpr const char *kernels = R"(
uint4 words_at(uint seed, ulong item)
{
    uint first = seed + (uint)item * 4u + (uint)(item >> 30);
    return (uint4)(first, first + 1, first + 2, first + 3) * 2654435761u;
}

/* A byte of the last item, which may be less than a whole one. */
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

// OpenCL objects that live as long as the verifier.
struct program_objects {
    ~program_objects() {
        if (mismatches != nullptr) { opencl().clReleaseMemObject(mismatches); }
        if (look != nullptr) { opencl().clReleaseKernel(look); }
        if (fill != nullptr) { opencl().clReleaseKernel(fill); }
        if (program != nullptr) { opencl().clReleaseProgram(program); }
    }
    program_objects() = default;
    program_objects(const program_objects &) = delete;
    program_objects &operator=(const program_objects &) = delete;

    cl_program program = nullptr;
    cl_kernel fill = nullptr;
    cl_kernel look = nullptr;
    cl_mem mismatches = nullptr; // how many items of each allocation were wrong
};

template <class... Arguments>
void set_arguments(cl_kernel kernel, const Arguments &...arguments) {
    cl_uint index = 0;
    (check_opencl(opencl().clSetKernelArg(kernel, index++, sizeof(arguments), &arguments), "clSetKernelArg"), ...);
}

class pattern_verifier final : public verifier {
  public:
    pattern_verifier(const source &from, const trace &recorded, const schedule &plan)
        : source_{from}, trace_{recorded}, plan_{plan}, seeds_(recorded.allocations.size()), drain_{from, plan} {
        build();
        cl_int code = CL_SUCCESS;
        std::vector<cl_int> zeros(recorded.allocations.size());
        objects_.mismatches = opencl().clCreateBuffer(from.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                                      zeros.size() * sizeof(cl_int), zeros.data(), &code);
        check_opencl(code, "clCreateBuffer");
    }

    void allocated(std::uint32_t allocation, clmem_buffer block) override {
        seeds_[allocation] = ++last_seed_;
        const cl_ulong bytes = bytes_of(allocation);
        set_arguments(objects_.fill, mem_of(block), bytes, seeds_[allocation]);
        enqueue(objects_.fill, bytes);
    }

    void releasing(std::uint32_t allocation, clmem_buffer block) override {
        const cl_ulong bytes = bytes_of(allocation);
        set_arguments(objects_.look, mem_of(block), bytes, seeds_[allocation], objects_.mismatches, allocation);
        enqueue(objects_.look, bytes);
        ++checked_blocks_;
        drain_.released(bytes);
    }

    void finish() override {
        std::vector<cl_int> mismatches(trace_.allocations.size());
        check_opencl(opencl().clEnqueueReadBuffer(source_.queue(), objects_.mismatches, CL_TRUE, 0,
                                                  mismatches.size() * sizeof(cl_int), mismatches.data(), 0, nullptr,
                                                  nullptr),
                     "clEnqueueReadBuffer");
        const auto is_wrong = [](cl_int count) { return count != 0; };
        const auto first = std::find_if(mismatches.begin(), mismatches.end(), is_wrong);
        if (first == mismatches.end()) { return; }
        const auto allocation = static_cast<std::uint32_t>(first - mismatches.begin());
        throw failure{
            exit_status::failed,
            fmt::format("{}: {} places of 16 bytes do not hold what was written into them; so it is with {} blocks",
                        block_name(trace_, plan_, allocation), *first,
                        std::count_if(first, mismatches.end(), is_wrong))};
    }

  private:
    void build() {
        cl_int code = CL_SUCCESS;
        objects_.program = opencl().clCreateProgramWithSource(source_.context(), 1, const_cast<const char **>(&kernels),
                                                              nullptr, &code);
        check_opencl(code, "clCreateProgramWithSource");
        const cl_device_id device = source_.device();
        if (opencl().clBuildProgram(objects_.program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
            std::string log(4096, '\0');
            opencl().clGetProgramBuildInfo(objects_.program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                                           nullptr);
            throw failure{exit_status::failed,
                          fmt::format("the device cannot build the kernels of --verify: {}", log.c_str())};
        }
        objects_.fill = opencl().clCreateKernel(objects_.program, "fill", &code);
        check_opencl(code, "clCreateKernel");
        objects_.look = opencl().clCreateKernel(objects_.program, "look", &code);
        check_opencl(code, "clCreateKernel");
    }

    [[nodiscard]] cl_ulong bytes_of(std::uint32_t allocation) const {
        return scaled(trace_.allocations[allocation].bytes, plan_.scale);
    }

    static cl_mem mem_of(clmem_buffer block) {
        cl_mem mem = nullptr;
        check(clmem_buffer_mem(block, &mem));
        return mem;
    }

    void enqueue(cl_kernel kernel, cl_ulong bytes) {
        constexpr std::size_t group = 256; // a round number of items leaves the driver free to choose its groups
        const std::size_t items = (bytes / item_bytes / group + 1) * group;
        check_opencl(
            opencl().clEnqueueNDRangeKernel(source_.queue(), kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    }

    const source &source_;
    const trace &trace_;
    const schedule &plan_;
    program_objects objects_;
    std::vector<cl_uint> seeds_;
    cl_uint last_seed_ = 0;
    drain drain_;
};

} // namespace

std::unique_ptr<verifier> make_pattern_verifier(const source &from, const trace &recorded, const schedule &plan) {
    return std::make_unique<pattern_verifier>(from, recorded, plan);
}

} // namespace clmem::command
