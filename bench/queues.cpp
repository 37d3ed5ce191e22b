// Many queues on a device. `queues`: small kernels on 8 queues, each with its own block from a new pool, compared with
// the same kernels on buffers that exist already. `fills`: the time of a 1 MiB block from a pool and from the driver
// alone, minus the fill that accompanies it.
#include "device.hpp"
#include "rows.hpp"

#include <algorithm>
#include <array>

namespace clmem::bench {

namespace {

constexpr std::size_t queue_count = 8;
constexpr std::size_t bytes = std::size_t{1} << 20;
constexpr std::size_t kernels_in_a_run = 512;

// Some microseconds of work for a small group of work-items.
constexpr const char *source = R"(
kernel void work(global float *block)
{
    float x = block[get_global_id(0)];
    for (int i = 0; i < 2000; ++i) {
        x = x * 0.999f + 1.0f;
    }
    block[get_global_id(0)] = x;
}
)";

class work_kernel {
  public:
    explicit work_kernel(const device &on) {
        cl_int code = CL_SUCCESS;
        const char *text = source;
        program_ = opencl().clCreateProgramWithSource(on.context(), 1, &text, nullptr, &code);
        check_opencl(code, "clCreateProgramWithSource");
        const cl_device_id id = on.id();
        check_opencl(opencl().clBuildProgram(program_, 1, &id, "", nullptr, nullptr), "clBuildProgram");
        kernel_ = opencl().clCreateKernel(program_, "work", &code);
        check_opencl(code, "clCreateKernel");
    }
    ~work_kernel() {
        opencl().clReleaseKernel(kernel_);
        opencl().clReleaseProgram(program_);
    }
    work_kernel(const work_kernel &) = delete;
    work_kernel &operator=(const work_kernel &) = delete;

    void enqueue(cl_command_queue queue, cl_mem block) {
        constexpr std::size_t items = 64;
        check_opencl(opencl().clSetKernelArg(kernel_, 0, sizeof block, &block), "clSetKernelArg");
        check_opencl(opencl().clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
                     "clEnqueueNDRangeKernel");
    }

  private:
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
};

clmem_pool new_pool(const device &on) {
    clmem_provider provider = nullptr;
    check(clmem_provider_create_buffer(on.context(), nullptr, &provider));
    clmem_pool pool = nullptr;
    const clmem_status made = clmem_pool_create(provider, nullptr, &pool);
    check(clmem_provider_release(provider));
    check(made);
    return pool;
}

// Runs the pattern once in a cold pool.
double with_pool(const device &on, work_kernel &kernel, nlohmann::json &figures) {
    clmem_pool pool = new_pool(on);
    const double taken = timed([&] {
        for (std::size_t i = 0; i < kernels_in_a_run; ++i) {
            cl_command_queue queue = on.queues()[i % queue_count];
            clmem_buffer block = nullptr;
            cl_mem mem = nullptr;
            check(clmem_pool_allocate(pool, queue, bytes, &block));
            check(clmem_buffer_mem(block, &mem));
            kernel.enqueue(queue, mem);
            check(clmem_buffer_release(block));
        }
        on.finish();
    });
    clmem_statistics s = CLMEM_STATISTICS_INIT;
    check(clmem_pool_statistics(pool, &s));
    figures = {{"slabs", s.slabs}, {"markers", s.markers}, {"barriers", s.barriers}, {"host_waits", s.host_waits}};
    check(clmem_pool_release(pool));
    return taken;
}

double preallocated(const device &on, work_kernel &kernel, const std::array<cl_mem, queue_count> &buffers) {
    return timed([&] {
        for (std::size_t i = 0; i < kernels_in_a_run; ++i) {
            kernel.enqueue(on.queues()[i % queue_count], buffers[i % queue_count]);
        }
        on.finish();
    });
}

// A run counts as `kernels_in_a_run` operations: the harness asks for a number of operations, which is rounded to whole
// runs.
std::function<double(std::size_t)> in_runs(std::function<double()> run) {
    return [run = std::move(run)](std::size_t count) {
        const std::size_t runs = std::max<std::size_t>(1, count / kernels_in_a_run);
        double taken = 0;
        for (std::size_t i = 0; i < runs; ++i) {
            taken += run();
        }
        return taken * static_cast<double>(count) / static_cast<double>(runs * kernels_in_a_run);
    };
}

nlohmann::json no_device(const not_here &reason) {
    return nlohmann::json::array({{{"case", "no device"}, {"missing", {{"clmem", reason.what()}}}}});
}

// ---- fills ----------------------------------------------------------------------------------------------------------

constexpr cl_uint pattern = 0x5a5a5a5a;

struct buffer_kind {
    using block = cl_mem;
    static constexpr const char *name = "buffer";
    static clmem_status provide(const device &on, clmem_provider *out) {
        return clmem_provider_create_buffer(on.context(), nullptr, out);
    }
    static block address(clmem_buffer b) {
        cl_mem mem = nullptr;
        check(clmem_buffer_mem(b, &mem));
        return mem;
    }
    static block allocate(const device &on) {
        cl_int code = CL_SUCCESS;
        cl_mem made = opencl().clCreateBuffer(on.context(), CL_MEM_READ_WRITE, bytes, nullptr, &code);
        check_opencl(code, "clCreateBuffer");
        return made;
    }
    static void fill(const device &on, block b) {
        check_opencl(
            opencl().clEnqueueFillBuffer(on.queues()[0], b, &pattern, sizeof pattern, 0, bytes, 0, nullptr, nullptr),
            "clEnqueueFillBuffer");
    }
    static void release(const device &, block b) { check_opencl(opencl().clReleaseMemObject(b), "clReleaseMemObject"); }
};

struct svm_kind {
    using block = void *;
    static constexpr const char *name = "svm";
    static clmem_status provide(const device &on, clmem_provider *out) {
        return clmem_provider_create_svm(on.context(), nullptr, out);
    }
    static block address(clmem_buffer b) {
        void *pointer = nullptr;
        check(clmem_svm_pointer(b, &pointer));
        return pointer;
    }
    static block allocate(const device &on) {
        void *const made = opencl().clSVMAlloc(on.context(), CL_MEM_READ_WRITE, bytes, 0);
        if (made == nullptr) { throw std::runtime_error{"clSVMAlloc returned NULL"}; }
        return made;
    }
    static void fill(const device &on, block b) {
        check_opencl(
            opencl().clEnqueueSVMMemFill(on.queues()[0], b, &pattern, sizeof pattern, bytes, 0, nullptr, nullptr),
            "clEnqueueSVMMemFill");
    }
    // clSVMFree does not wait for commands: the program must.
    static void release(const device &on, block b) {
        on.finish();
        opencl().clSVMFree(on.context(), b);
    }
};

template <class Kind>
nlohmann::json fills(const device &on, const settings &s) {
    clmem_provider provider = nullptr;
    check(Kind::provide(on, &provider));
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.queue = on.queues()[0];
    clmem_pool pool = nullptr;
    const clmem_status made = clmem_pool_create(provider, &options, &pool);
    check(clmem_provider_release(provider));
    check(made);

    // As in a running program, the device is not idle between the blocks, but it keeps up.
    const auto repeat = [&](std::size_t count, auto &&body) {
        return timed([&] {
            for (std::size_t i = 0; i < count; ++i) {
                body();
                if (i % 64 == 63) { on.finish(); }
            }
            on.finish();
        });
    };
    const auto kept = Kind::allocate(on);
    const std::vector<side> sides{
        {"kept", [&](std::size_t count) { return repeat(count, [&] { Kind::fill(on, kept); }); }},
        {"pool",
         [&](std::size_t count) {
             return repeat(count, [&] {
                 clmem_buffer block = nullptr;
                 check(clmem_pool_allocate(pool, nullptr, bytes, &block));
                 Kind::fill(on, Kind::address(block));
                 check(clmem_buffer_release(block));
             });
         }},
        {"driver", [&](std::size_t count) {
             return repeat(count, [&] {
                 const auto block = Kind::allocate(on);
                 Kind::fill(on, block);
                 Kind::release(on, block);
             });
         }}};
    // The figure is a difference of some ten nanoseconds between commands that take microseconds; many short turns find
    // the minimum of each side.
    nlohmann::json figures = measure(sides, {s.how.repetitions * 8, s.how.milliseconds / 4});
    on.finish();
    Kind::release(on, kept);
    check(clmem_pool_release(pool));
    return {
        {"case", std::string{Kind::name} + " on " + on.info().name}, {"kind", Kind::name}, {"ns", std::move(figures)}};
}

} // namespace

nlohmann::json queues_row(const settings &s) try {
    const device on{queue_count};
    work_kernel kernel{on};
    std::array<cl_mem, queue_count> buffers{};
    for (cl_mem &buffer : buffers) {
        buffer = buffer_kind::allocate(on);
    }
    nlohmann::json pool_figures;
    const std::vector<side> sides{
        {"preallocated", in_runs([&] { return preallocated(on, kernel, buffers); })},
        {"clmem", in_runs([&] { return with_pool(on, kernel, pool_figures); })},
    };
    nlohmann::json figures = measure(sides, s.how);
    for (cl_mem buffer : buffers) {
        buffer_kind::release(on, buffer);
    }
    return nlohmann::json::array(
        {{{"case", std::string{"8 queues on "} + on.info().name}, {"ns", std::move(figures)}, {"pool", pool_figures}}});
} catch (const not_here &reason) { return no_device(reason); }

nlohmann::json fills_row(const settings &s) try {
    const device on{1};
    nlohmann::json cases = nlohmann::json::array({fills<buffer_kind>(on, s)});
    if ((on.info().features & CLMEM_DEVICE_SVM_COARSE) != 0) { cases.push_back(fills<svm_kind>(on, s)); }
    return cases;
} catch (const not_here &reason) { return no_device(reason); }

} // namespace clmem::bench
