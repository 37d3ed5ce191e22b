#include "plan.hpp"

#include <cstdio>
#include <iterator>

namespace over_mock {

plan::plan(std::uint64_t its_seed) : seed{its_seed} {
    dice of{seed};
    constexpr std::size_t queue_counts[] = {1, 2, 4, 8, 70};
    constexpr unsigned shares[] = {0, 0, 30, 100};
    constexpr mock::early_markers kinds[] = {mock::early_markers::fail, mock::early_markers::succeed};
    threads = of.once_in(4) ? 2 + of.below(2) : 1;
    shares_context = of.once_in(2);
    worlds = 1 + of.below(3);
    steps = 200 + of.below(800);
    most_queues = queue_counts[of.below(std::size(queue_counts))];
    most_buffers = 4 + of.below(40);
    largest = std::size_t{1} << (12 + of.below(11));
    out_of_order = shares[of.below(std::size(shares))];
    has_user_events = !of.once_in(4);
    has_failures = has_user_events && of.once_in(3);
    abandons_events = has_user_events && of.once_in(6);
    early = has_failures && of.once_in(2) ? kinds[of.below(std::size(kinds))] : mock::early_markers::none;
    faults = threads == 1 && of.once_in(3) ? 1'000U + static_cast<unsigned>(of.below(20'000)) : 0;
    is_nvidia = of.once_in(10);
    is_intel = !is_nvidia && has_failures && of.once_in(5);
    reuses_handles = of.once_in(2);
    zeroes = of.once_in(8);
    dedicates = of.once_in(10);
    has_callbacks = of.once_in(3);
    ends_finished = abandons_events || of.once_in(2);
    has_recordings = of.once_in(3);
    has_usm = of.once_in(2);
}

void plan::print() const {
    std::fprintf(stderr,
                 "seed %llu: %zu threads, %zu worlds of %zu steps, up to %zu queues (%u %% out of order), %zu buffers\n"
                 "  of %zu bytes; user events %d, failures %d, abandoned %d, early markers %d, faults %u, nvidia %d,\n"
                 "  intel %d, handles reused %d, zeroes %d, dedicated %d, callbacks %d, finished at the end %d,\n"
                 "  recordings %d, USM %d\n",
                 static_cast<unsigned long long>(seed), threads, worlds, steps, most_queues, out_of_order, most_buffers,
                 largest, int{has_user_events}, int{has_failures}, int{abandons_events}, static_cast<int>(early),
                 faults, int{is_nvidia}, int{is_intel}, int{reuses_handles}, int{zeroes}, int{dedicates},
                 int{has_callbacks}, int{ends_finished}, int{has_recordings}, int{has_usm});
}

} // namespace over_mock
