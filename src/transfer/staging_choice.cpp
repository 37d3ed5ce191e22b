// Where staging is faster: measured once for each device and direction.
#include "base/latch_once.hpp"
#include "device/creation.hpp"
#include "transfer/staging.hpp"

#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

namespace clmem_core::staging {

namespace {

constexpr std::size_t never = ~std::size_t{0};
// The measured size; smaller transfers use the driver's command.
constexpr std::array<std::size_t, 3> sizes{std::size_t{8} << 20, std::size_t{16} << 20, std::size_t{32} << 20};
constexpr int turns = 3;
constexpr double clearly = 0.9; // of the driver's time: less is not noise

struct verdict {
    latch_once once;
    std::size_t from = never; // transfers of this size and more are staged
};

verdict &verdict_on(cl_device_id device, direction way) {
    struct table {
        std::mutex mutex;
        std::map<std::pair<cl_device_id, direction>, verdict> verdicts;
    };
    static auto *const all = new table; // outlives static destructors
    const std::lock_guard lock{all->mutex};
    return all->verdicts[{device, way}];
}

bool shares_host_memory(cl_device_id device) {
    const auto type = cl::value<cl_device_type>(device, CLMEM_CL_ASK(CL_DEVICE_TYPE));
    return (type & CL_DEVICE_TYPE_CPU) != 0 ||
           cl::value_or<cl_bool>(device, CLMEM_CL_ASK(CL_DEVICE_HOST_UNIFIED_MEMORY), CL_FALSE) != CL_FALSE;
}

// A buffer and pageable memory to copy between, on a separate queue.
class trial {
  public:
    trial(cl_context context, cl_device_id device, direction way)
        : queue_{make_queue(context, device, 0)}, way_{way}, host_{new unsigned char[sizes.back()]} {
        cl_int code = CL_SUCCESS;
        buffer_ = cl::memory{cl::dispatch().clCreateBuffer(context, CL_MEM_READ_WRITE, sizes.back(), nullptr, &code)};
        cl::check_command(code, "clCreateBuffer");
        std::memset(host_.get(), 1, sizes.back()); // touch its pages, like a program's data
        direct(sizes.back());                      // and the buffer's,
        staged(sizes.back());                      // and the chunks
    }

    // The size from which staging is clearly faster.
    [[nodiscard]] std::size_t threshold() {
        std::size_t from = never;
        for (std::size_t i = sizes.size(); i > 0 && is_faster_for(sizes[i - 1]); --i) {
            from = sizes[i - 1];
        }
        return from;
    }

  private:
    [[nodiscard]] bool is_faster_for(std::size_t bytes) {
        double best_direct = 0;
        double best_staged = 0;
        for (int turn = 0; turn < turns; ++turn) {
            const double one = timed([&] { direct(bytes); });
            const double other = timed([&] { staged(bytes); });
            best_direct = turn == 0 ? one : std::min(best_direct, one);
            best_staged = turn == 0 ? other : std::min(best_staged, other);
        }
        return best_staged < best_direct * clearly;
    }

    template <class Work>
    static double timed(Work &&work) {
        const auto now = seconds.load();
        const double begin = now();
        work();
        return now() - begin;
    }

    void direct(std::size_t bytes) {
        const cl::table &opencl = cl::dispatch();
        if (way_ == direction::write) {
            cl::check_command(opencl.clEnqueueWriteBuffer(queue_.get(), buffer_.get(), CL_TRUE, 0, bytes, host_.get(),
                                                          0, nullptr, nullptr),
                              "clEnqueueWriteBuffer");
        } else {
            cl::check_command(opencl.clEnqueueReadBuffer(queue_.get(), buffer_.get(), CL_TRUE, 0, bytes, host_.get(), 0,
                                                         nullptr, nullptr),
                              "clEnqueueReadBuffer");
        }
    }
    void staged(std::size_t bytes) {
        if (way_ == direction::write) {
            write(queue_.get(), {buffer_.get(), 0}, host_.get(), bytes, {});
        } else {
            read(queue_.get(), {buffer_.get(), 0}, host_.get(), bytes, {});
        }
    }

    cl::queue queue_;
    direction way_;
    std::unique_ptr<unsigned char[]> host_;
    cl::memory buffer_;
};

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

std::atomic<double (*)()> seconds{steady_seconds};

bool is_faster(cl_command_queue queue, direction way, std::size_t bytes) noexcept {
    if (bytes < sizes.front()) { return false; }
    try {
        cl_device_id device = cl::device_of(queue);
        verdict &known = verdict_on(device, way);
        known.once.run([&] {
            if (!shares_host_memory(device)) { known.from = trial{cl::context_of(queue), device, way}.threshold(); }
        });
        return bytes >= known.from;
    } catch (const std::exception &) {
        return false; // no memory for the measurement: there may still be enough for the transfer
    }
}

} // namespace clmem_core::staging
