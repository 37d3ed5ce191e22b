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

// Every word depends on the block and on its place, so that a block that lies over another, shifted or not, shows.
constexpr const char *kernels = R"(
uint word_at(uint seed, ulong i)
{
    return (seed ^ (uint)i ^ (uint)(i >> 32)) * 2654435761u;
}

kernel void fill(global uint *block, ulong bytes, uint seed)
{
    ulong words = bytes / 4;
    for (ulong i = get_global_id(0); i < words; i += get_global_size(0)) {
        block[i] = word_at(seed, i);
    }
    if (get_global_id(0) == 0) {
        for (ulong i = words * 4; i < bytes; ++i) {
            ((global uchar *)block)[i] = (uchar)(word_at(seed, words) >> (8 * (i % 4)));
        }
    }
}

kernel void look(global const uint *block, ulong bytes, uint seed, volatile global int *mismatches, uint allocation)
{
    ulong words = bytes / 4;
    int wrong = 0;
    for (ulong i = get_global_id(0); i < words; i += get_global_size(0)) {
        wrong += block[i] != word_at(seed, i);
    }
    if (get_global_id(0) == 0) {
        for (ulong i = words * 4; i < bytes; ++i) {
            wrong += ((global const uchar *)block)[i] != (uchar)(word_at(seed, words) >> (8 * (i % 4)));
        }
    }
    if (wrong != 0) {
        atomic_add(mismatches + allocation, wrong);
    }
}
)";

// OpenCL objects that live as long as the verifier.
struct program_objects {
    ~program_objects() {
        if (mismatches != nullptr) {
            opencl().clReleaseMemObject(mismatches);
        }
        if (look != nullptr) {
            opencl().clReleaseKernel(look);
        }
        if (fill != nullptr) {
            opencl().clReleaseKernel(fill);
        }
        if (program != nullptr) {
            opencl().clReleaseProgram(program);
        }
    }
    program_objects() = default;
    program_objects(const program_objects &) = delete;
    program_objects &operator=(const program_objects &) = delete;

    cl_program program = nullptr;
    cl_kernel fill = nullptr;
    cl_kernel look = nullptr;
    cl_mem mismatches = nullptr; // how many places of each allocation were wrong
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
        if (first == mismatches.end()) {
            return;
        }
        const auto allocation = static_cast<std::uint32_t>(first - mismatches.begin());
        throw failure{
            exit_status::failed,
            fmt::format("{}: {} of its words were not what had been written into them; so it was with {} blocks",
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
        constexpr std::size_t group = 64, most_items = std::size_t{1} << 18;
        const std::size_t items = std::clamp<std::size_t>((bytes / 4 + group - 1) / group * group, group, most_items);
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
