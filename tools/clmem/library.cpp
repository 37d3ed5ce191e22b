#include "library.hpp"

#include "failure.hpp"

#include <fmt/format.h>

namespace clmem::command {

void check(clmem_status status) {
    if (status == CLMEM_SUCCESS) { return; }
    clmem_error last = CLMEM_ERROR_INIT;
    const char *name = "";
    if (clmem_error_last(&last) != CLMEM_SUCCESS || clmem_status_name(status, &name) != CLMEM_SUCCESS) {
        throw failure{exit_status::failed, fmt::format("clmem failed with status {}", status)};
    }
    throw failure{exit_status::failed, fmt::format("{} ({}: {})", last.message, last.function, name)};
}

clmem_statistics statistics_of(clmem_pool pool) {
    clmem_statistics statistics = CLMEM_STATISTICS_INIT;
    check(clmem_pool_statistics(pool, &statistics));
    return statistics;
}

} // namespace clmem::command
