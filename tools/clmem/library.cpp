#include "library.hpp"

#include "failure.hpp"

#include <clmem_extras.h>
#include <cstdint>
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

std::string version_text() {
    std::uint32_t major = 0, minor = 0, patch = 0;
    check(clmem_version(&major, &minor, &patch));
    return fmt::format("clmem {}.{}.{}", major, minor, patch);
}

clmem_statistics statistics_of(clmem_pool pool) {
    clmem_statistics statistics = CLMEM_STATISTICS_INIT;
    check(clmem_pool_statistics(pool, &statistics));
    return statistics;
}

std::string dump_of(clmem_pool pool) {
    std::size_t bytes = 0;
    check(clmem_pool_dump(pool, 0, nullptr, &bytes));
    std::string text(bytes, ' ');
    check(clmem_pool_dump(pool, text.size(), text.data(), &bytes)); // no other thread uses the pool
    text.resize(bytes - 1);
    return text;
}

} // namespace clmem::command
