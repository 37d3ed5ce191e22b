// The options of a random program, from the command line.
#pragma once

#include <cstdint>
#include <string_view>

namespace random_programs {

enum class memory_kind { buffer, immediate, user, coarse, fine, pinned, usm_device, usm_host, usm_shared };
inline constexpr memory_kind all_kinds[] = {memory_kind::buffer,     memory_kind::immediate, memory_kind::user,
                                            memory_kind::coarse,     memory_kind::fine,      memory_kind::pinned,
                                            memory_kind::usm_device, memory_kind::usm_host,  memory_kind::usm_shared};
[[nodiscard]] std::string_view name_of(memory_kind kind) noexcept;

struct options {
    std::uint64_t seed = 1;
    std::uint64_t steps = 20'000;
    unsigned threads = 1;
    bool has_kind = false; // otherwise all kinds in turn
    memory_kind kind = memory_kind::buffer;
    bool faults = false;
    bool early_markers = false;
    std::uint64_t round = 0; // 0: all rounds; otherwise only this one
};

// Exits with a usage message if the arguments are invalid.
[[nodiscard]] options read_options(int count, char **arguments);

} // namespace random_programs
