// The rows that clmem-bench measures. Each returns an array of cases: {"case": name, "ns": {side: nanoseconds}}, and
// whatever else run.py needs to judge it; a side that could not be measured is listed under "missing" with the reason.
#pragma once

#include "harness.hpp"

#include <string>

namespace clmem::bench {

struct settings {
    plan how;
    std::string umf; // path of the library, empty if it is missing
};

[[nodiscard]] nlohmann::json hit_row(const settings &s);
[[nodiscard]] nlohmann::json split_row(const settings &s);
[[nodiscard]] nlohmann::json threads_row(const settings &s);
[[nodiscard]] nlohmann::json remote_row(const settings &s);
[[nodiscard]] nlohmann::json objects_row(const settings &s);
[[nodiscard]] nlohmann::json queues_row(const settings &s);
[[nodiscard]] nlohmann::json fills_row(const settings &s);
[[nodiscard]] nlohmann::json transfers_row(const settings &s);
[[nodiscard]] nlohmann::json waits_row(const settings &s);
[[nodiscard]] nlohmann::json recorder_row(const settings &s);

} // namespace clmem::bench
