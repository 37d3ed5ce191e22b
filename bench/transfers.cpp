// Transfers between host memory and a buffer: page-locked blocks compared with the driver's own page-locked memory, and
// pageable memory by clmem's choice, by its chunks and by the driver's own command.
#include "device.hpp"
#include "rows.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace clmem::bench {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t sizes[] = {4 * mib, 16 * mib, 64 * mib, 256 * mib, 1024 * mib};

// Page-locked memory as the driver provides it, without clmem.
class driver_pinned {
  public:
    driver_pinned(const device &on, std::size_t bytes) : queue_{on.queues()[0]} {
        cl_int code = CL_SUCCESS;
        buffer_ = opencl().clCreateBuffer(on.context(), CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &code);
        check_opencl(code, "clCreateBuffer");
        pointer_ = opencl().clEnqueueMapBuffer(queue_, buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                               nullptr, nullptr, &code);
        check_opencl(code, "clEnqueueMapBuffer");
        std::memset(pointer_, 1, bytes);
    }
    ~driver_pinned() {
        opencl().clEnqueueUnmapMemObject(queue_, buffer_, pointer_, 0, nullptr, nullptr);
        opencl().clFinish(queue_);
        opencl().clReleaseMemObject(buffer_);
    }
    driver_pinned(const driver_pinned &) = delete;
    driver_pinned &operator=(const driver_pinned &) = delete;
    [[nodiscard]] void *pointer() const noexcept { return pointer_; }

  private:
    cl_command_queue queue_;
    cl_mem buffer_;
    void *pointer_;
};

// A transfer takes long enough to be a turn. The sides take turns, and the first turn warms up. Short transfers have
// more turns, so that each size moves about as much: few of their turns are undisturbed, since a thread that wakes late
// spoils a turn. Every other turn reverses the order, because threads sleep deeper after the driver's slow command.
nlohmann::json measure_transfers(const std::vector<side> &sides, std::size_t bytes, const plan &how) {
    nlohmann::json figures = nlohmann::json::object();
    const std::size_t turns = how.repetitions * std::max<std::size_t>(1, 256 * mib / bytes);
    for (std::size_t turn = 0; turn <= turns; ++turn) {
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const side &s = sides[turn % 2 == 0 ? i : sides.size() - 1 - i];
            const double taken = s.run(1);
            const double best = figures.value(s.name, std::numeric_limits<double>::infinity());
            if (turn > 0) { figures[s.name] = std::min(best, taken); }
        }
    }
    return figures;
}

class transfers {
  public:
    transfers(const device &on, std::size_t bytes) : on_{on}, bytes_{bytes}, peak_{on, bytes}, pageable_(bytes, 1) {
        check(clmem_buffer_create(on.context(), CL_MEM_READ_WRITE, bytes, nullptr, &buffer_));
        check(clmem_buffer_mem(buffer_, &mem_));
        clmem_provider provider = nullptr;
        check(clmem_provider_create_pinned(queue(), nullptr, &provider));
        clmem_pool pool = nullptr;
        check(clmem_pool_create(provider, nullptr, &pool));
        check(clmem_pool_allocate(pool, queue(), bytes, &pinned_));
        check(clmem_pool_release(pool));
        check(clmem_provider_release(provider));
    }
    ~transfers() {
        clmem_buffer_release(pinned_);
        clmem_buffer_release(buffer_);
    }
    transfers(const transfers &) = delete;
    transfers &operator=(const transfers &) = delete;

    nlohmann::json measure(bool is_write, const plan &how) {
        const auto one = [&](auto &&body) { return [body](std::size_t) { return timed(body); }; };
        const std::vector<side> sides{
            {"driver_pinned", one([&, is_write] { by_driver(is_write, peak_.pointer()); })},
            {"pinned", one([&, is_write] { by_clmem(is_write, pinned_place(), 0); })},
            {"driver_pageable", one([&, is_write] { by_driver(is_write, pageable_.data()); })},
            {"pageable", one([&, is_write] { by_clmem(is_write, pageable_place(), 0); })},
            {"staged", one([&, is_write] { by_clmem(is_write, pageable_place(), CLMEM_TRANSFER_STAGED); })}};
        return measure_transfers(sides, bytes_, how);
    }

  private:
    [[nodiscard]] cl_command_queue queue() const { return on_.queues()[0]; }
    [[nodiscard]] clmem_transfer_place pinned_place() const {
        clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
        place.memory = reinterpret_cast<clmem_memory>(pinned_);
        return place;
    }
    [[nodiscard]] clmem_transfer_place pageable_place() {
        clmem_transfer_place place = CLMEM_TRANSFER_PLACE_INIT;
        place.pointer = pageable_.data();
        place.bytes = bytes_;
        return place;
    }
    void by_clmem(bool is_write, const clmem_transfer_place &host, std::uint32_t flags) {
        clmem_transfer_place device = CLMEM_TRANSFER_PLACE_INIT;
        device.memory = reinterpret_cast<clmem_memory>(buffer_);
        clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
        options.flags = flags;
        options.bytes = bytes_;
        check(clmem_transfer_copy(queue(), is_write ? &host : &device, is_write ? &device : &host, &options, nullptr));
    }
    void by_driver(bool is_write, void *host) {
        check_opencl(is_write
                         ? opencl().clEnqueueWriteBuffer(queue(), mem_, CL_TRUE, 0, bytes_, host, 0, nullptr, nullptr)
                         : opencl().clEnqueueReadBuffer(queue(), mem_, CL_TRUE, 0, bytes_, host, 0, nullptr, nullptr),
                     "a transfer");
    }

    const device &on_;
    std::size_t bytes_;
    driver_pinned peak_;
    std::vector<unsigned char> pageable_;
    clmem_buffer buffer_ = nullptr;
    cl_mem mem_ = nullptr;
    clmem_buffer pinned_ = nullptr;
};

} // namespace

nlohmann::json transfers_row(const settings &s) try {
    const device on{1};
    nlohmann::json cases = nlohmann::json::array();
    for (const std::size_t bytes : sizes) {
        if (bytes > on.info().max_allocation_bytes || bytes > on.info().memory_bytes / 8) { break; }
        transfers t{on, bytes};
        for (const bool is_write : {true, false}) {
            cases.push_back({{"case", std::string{is_write ? "host to " : "host from "} + on.info().name},
                             {"bytes", bytes},
                             {"unified", on.info().unified_memory != 0 || (on.info().type & CL_DEVICE_TYPE_CPU) != 0},
                             {"ns", t.measure(is_write, s.how)}});
        }
    }
    return cases;
} catch (const not_here &reason) {
    return nlohmann::json::array({{{"case", "no device"}, {"missing", {{"clmem", reason.what()}}}}});
}

} // namespace clmem::bench
