#include "pool/recorded_pools.hpp"

#include "base/error.hpp"
#include "pool/pool_list.hpp"
#include "pool/recorded_state.hpp"

#include <mutex>

namespace clmem_core::recorded_pools {

namespace {

struct {
    std::mutex mutex; // locked before those of pools and caches
    std::shared_ptr<recorder> of_all;
} constinit known;

void check_free(const std::vector<std::shared_ptr<pool>> &pools, const std::shared_ptr<recorder> &to, bool all) {
    const auto is_other = [&to](const std::shared_ptr<recorder> &has) { return has != nullptr && has != to; };
    bool any = all && is_other(known.of_all);
    for (const auto &each : pools) {
        any = any || is_other(each->find_recorder());
    }
    if (any) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "pool: expected %s, got %s with another recorder; stop that one first",
             all ? "pools without a recorder" : "a pool without a recorder", all ? "some" : "one");
    }
}

} // namespace

void introduce(const std::shared_ptr<pool> &made) {
    const std::lock_guard lock{known.mutex};
    pool_list::add(made);
    if (known.of_all != nullptr) { (void)made->set_recorder(known.of_all); }
}

void start(const std::shared_ptr<recorder> &to, pool *only) {
    std::vector<std::shared_ptr<pool>> pools;
    const std::lock_guard lock{known.mutex};
    pools = pool_list::live(only);
    check_free(pools, to, only == nullptr);
    std::vector<pool *> started;
    started.reserve(pools.size());
    try {
        for (const auto &each : pools) {
            if (each->find_recorder() != nullptr) { continue; }
            (void)each->set_recorder(to);
            started.push_back(each.get());
        }
    } catch (...) {
        for (pool *each : started) {
            (void)each->set_recorder(nullptr);
        }
        throw;
    }
    if (only == nullptr) { known.of_all = to; }
}

void stop(const std::shared_ptr<recorder> &from, pool *only) {
    std::vector<std::shared_ptr<pool>> pools;
    std::vector<std::shared_ptr<recorder>> ended; // without the mutex
    const std::lock_guard lock{known.mutex};
    pools = pool_list::live(only);
    ended.reserve(pools.size());
    for (const auto &each : pools) {
        if (each->find_recorder() == from) { ended.push_back(each->set_recorder(nullptr)); }
    }
    if (only == nullptr && known.of_all == from) { known.of_all = nullptr; }
}

std::vector<recorder::snapshot> states_of(const std::shared_ptr<recorder> &from) {
    const std::vector<std::shared_ptr<pool>> pools = pool_list::live();
    std::vector<recorder::snapshot> states;
    for (const auto &each : pools) {
        if (each->find_recorder() == from) { states.push_back(recorded_state(each->snapshot(), *from)); }
    }
    return states;
}

} // namespace clmem_core::recorded_pools
