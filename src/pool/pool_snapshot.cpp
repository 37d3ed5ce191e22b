#include "pool/pool_snapshot.hpp"

namespace clmem_core {

const char *name_of(range_state state) noexcept {
    switch (state) {
    case range_state::live:
        return "live";
    case range_state::cached:
        return "cached";
    case range_state::waiting:
        return "waiting";
    case range_state::pending:
        return "pending";
    case range_state::free:
        return "free";
    }
    return "unknown";
}

pool_snapshot::total pool_snapshot::total_of(range_state state) const noexcept {
    total sum;
    for (const range &r : ranges) {
        if (r.state != state) { continue; }
        ++sum.ranges;
        sum.bytes += r.bytes;
    }
    return sum;
}

} // namespace clmem_core
