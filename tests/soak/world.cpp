#include "world.hpp"

#include "layer_faults.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace clmem::soak {

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr kind all_kinds[] = {kind::buffer, kind::immediate,  kind::coarse,   kind::fine,
                              kind::pinned, kind::usm_device, kind::usm_host, kind::usm_shared};

constexpr const char *source = R"(
kernel void add(global uint *words, uint count, uint added) {
    for (uint at = get_global_id(0); at < count; at += get_global_size(0)) { words[at] += added; }
}
)";

} // namespace

const char *name_of(kind of) noexcept {
    constexpr const char *names[] = {"buffer", "immediate",  "coarse",   "fine",
                                     "pinned", "usm-device", "usm-host", "usm-shared"};
    return names[static_cast<int>(of)];
}

std::vector<std::string> names_of_kinds() {
    std::vector<std::string> names;
    for (const kind of : all_kinds) {
        names.emplace_back(name_of(of));
    }
    return names;
}

gates::gates() : thread_{[this] { serve(); }} {}

gates::~gates() {
    {
        const std::lock_guard lock{mutex_};
        ends_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

cl_event gates::make(cl_context context, std::chrono::milliseconds closed) {
    const test::shield own;
    cl_int code = CL_SUCCESS;
    cl_event made = clCreateUserEvent(context, &code);
    need(code, "clCreateUserEvent");
    need(clRetainEvent(made), "clRetainEvent");
    {
        const std::lock_guard lock{mutex_};
        closed_.push_back({std::chrono::steady_clock::now() + closed, made});
    }
    changed_.notify_one();
    return made;
}

void gates::serve() {
    const test::shield own;
    std::unique_lock lock{mutex_};
    while (!ends_ || !closed_.empty()) {
        if (closed_.empty()) {
            changed_.wait(lock);
            continue;
        }
        const auto next = std::ranges::min_element(closed_, {}, &closed_gate::until);
        if (const auto until = next->until; !ends_ && until > std::chrono::steady_clock::now()) {
            changed_.wait_until(lock, until);
            continue;
        }
        cl_event opened = next->event;
        closed_.erase(next);
        lock.unlock();
        need(clSetUserEventStatus(opened, CL_COMPLETE), "clSetUserEventStatus");
        need(clReleaseEvent(opened), "clReleaseEvent");
        lock.lock();
    }
}

world::world(const std::vector<cl_device_id> &of, const round_plan &plan, std::uint64_t seed)
    : devices{of}, plan_{plan} {
    dice random{seed};
    const test::shield own;
    cl_int code = CL_SUCCESS;
    context = clCreateContext(nullptr, static_cast<cl_uint>(of.size()), of.data(), nullptr, nullptr, &code);
    need(code, "clCreateContext");
    need(clmem_program_create(context, source, &program), "clmem_program_create");
    need(clmem_program_build(program, nullptr, 0, nullptr), "clmem_program_build");
    make_queues(random);
    make_pools(random);
    if (random.once_in(4)) { // in memory alone
        need(clmem_recorder_create(nullptr, &recorder_), "clmem_recorder_create");
        for (const memory_pool &each : pools_) {
            need(clmem_recorder_start(recorder_, each.pool), "clmem_recorder_start");
        }
    }
}

void world::make_queues(dice &random) {
    for (unsigned n = 0; n < 2 * devices.size() + 2; ++n) {
        if (auto made = make_queue(random)) { queues_.push_back(*made); }
    }
    for (named_queue &each : queues_) {
        each.is_temporary = false;
    }
}

std::optional<named_queue> world::make_queue(dice &random) const {
    named_queue made{nullptr, random.once_in(3) && !plan_.in_order, true};
    const auto flags = made.is_out_of_order ? CLMEM_QUEUE_OUT_OF_ORDER : 0;
    cl_device_id device = devices[random.below(devices.size())];
    clmem_status status = clmem_queue_create(context, device, static_cast<std::uint64_t>(flags), &made.queue);
    if (status == CLMEM_ERROR_UNSUPPORTED) {
        made.is_out_of_order = false;
        status = clmem_queue_create(context, device, 0, &made.queue);
    }
    if (status == CLMEM_SUCCESS) { return made; }
    if (!has_faults()) { report("clmem_queue_create returned %d", status); }
    return std::nullopt;
}

// NULL if the devices lack the kind.
clmem_provider world::make_provider(kind of) const {
    clmem_provider made = nullptr;
    clmem_provider_options fine = CLMEM_PROVIDER_OPTIONS_INIT;
    fine.memory_flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    const auto status = [&]() -> clmem_status {
        switch (of) {
        case kind::buffer:
            return clmem_provider_create_buffer(context, nullptr, &made);
        case kind::immediate:
            return clmem_provider_create_immediate(queues_[0].queue, nullptr, &made);
        case kind::coarse:
            return clmem_provider_create_svm(context, nullptr, &made);
        case kind::fine:
            return clmem_provider_create_svm(context, &fine, &made);
        case kind::pinned:
            return clmem_provider_create_pinned(queues_[0].queue, nullptr, &made);
        case kind::usm_device:
            return clmem_provider_create_usm(context, devices[0], CLMEM_USM_DEVICE, nullptr, &made);
        case kind::usm_host:
            return clmem_provider_create_usm(context, nullptr, CLMEM_USM_HOST, nullptr, &made);
        case kind::usm_shared:
            return clmem_provider_create_usm(context, devices[0], CLMEM_USM_SHARED, nullptr, &made);
        }
        return CLMEM_ERROR_UNSUPPORTED;
    }();
    if (status != CLMEM_ERROR_UNSUPPORTED) { need(status, name_of(of)); }
    return made;
}

void world::make_pools(dice &random) {
    constexpr std::size_t limits[] = {0, 8 * mib, 24 * mib, 64 * mib};
    for (const kind of : all_kinds) {
        if (!plan_.only.empty() && std::ranges::find(plan_.only, name_of(of)) == plan_.only.end()) { continue; }
        memory_pool made{of, make_provider(of), nullptr};
        if (made.provider == nullptr) { continue; }
        clmem_pool_options chosen = CLMEM_POOL_OPTIONS_INIT;
        chosen.limit_bytes = limits[random.below(std::size(limits))];
        if (random.once_in(6)) { chosen.flags = CLMEM_POOL_DEDICATED; }
        if (random.once_in(6)) { chosen.leading_bits_in_bin_id = 4; }
        if (random.once_in(3)) { chosen.driver_time_permille = CLMEM_DRIVER_TIME_UNLIMITED; }
        if (random.once_in(2)) { chosen.queue = random.pick(queues_).queue; }
        need(clmem_pool_create(made.provider, &chosen, &made.pool), "clmem_pool_create");
        pools_.push_back(made);
    }
    if (pools_.empty()) {
        std::fprintf(stderr, "expected a device with memory of kind %s, got none\n", plan_.only.front().c_str());
        std::exit(2);
    }
}

std::optional<block> world::trade(std::optional<block> offered, dice &random) {
    const std::lock_guard lock{market_mutex_};
    std::optional<block> taken;
    if (!market_.empty()) { taken = take_out(market_, random.below(market_.size())); }
    if (offered) { market_.push_back(std::move(*offered)); }
    return taken;
}

world::~world() {
    const test::shield own;
    for (const named_queue &each : queues_) { // so that nothing is live below
        need(clFinish(each.queue), "clFinish");
    }
    for (const memory_pool &each : pools_) {
        clmem_statistics figures = CLMEM_STATISTICS_INIT;
        need(clmem_pool_statistics(each.pool, &figures), "clmem_pool_statistics");
        if (figures.active_blocks != 0 || figures.active_bytes != 0) {
            report("a pool of %s counts %llu blocks and %zu bytes, none are live", name_of(each.of),
                   static_cast<unsigned long long>(figures.active_blocks), figures.active_bytes);
        }
        need(clmem_pool_release(each.pool), "clmem_pool_release");
        need(clmem_provider_release(each.provider), "clmem_provider_release");
    }
    if (recorder_ != nullptr) { need(clmem_recorder_release(recorder_), "clmem_recorder_release"); }
    need(clmem_program_release(program), "clmem_program_release");
    need(clmem_transfer_trim(context), "clmem_transfer_trim");
    for (const named_queue &each : queues_) {
        need(clmem_queue_release(each.queue), "clmem_queue_release");
    }
    need(clReleaseContext(context), "clReleaseContext");
}

} // namespace clmem::soak
