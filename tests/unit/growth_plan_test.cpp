// What a pool does when it is short of memory, by figures: each row changes some of a pool's that is at its budget.
#include "pool/growth_plan.hpp"

#include <functional>
#include <gtest/gtest.h>

namespace {

using namespace clmem_core;

constexpr std::size_t mib = std::size_t{1} << 20;

// One queue in order; 100 MiB reserved of as many, none idle; a request of 1 MiB, for which the policy has slabs of 4
// MiB.
constexpr growth_figures at_its_budget{.bytes = mib,
                                       .whole = false,
                                       .unit = 512,
                                       .slab = 4 * mib,
                                       .budget = 100 * mib,
                                       .least = 0,
                                       .limit = 0,
                                       .reserved = 100 * mib,
                                       .idle = 0,
                                       .pending = 0,
                                       .largest = 0,
                                       .is_shared = false,
                                       .has_order = false,
                                       .is_tidy = true,
                                       .may_release = true,
                                       .may_order = true,
                                       .tried = growth_search::any};

struct row {
    const char *what;
    std::function<void(growth_figures &)> change;
    growth_plan expected;
};

const row rows[] = {
    {"nothing fits: the smallest slab", [](auto &) {}, {2 * mib, 0}},
    {"nothing fits, and the request is larger", [](auto &f) { f.bytes = 3 * mib; }, {3 * mib, 0}},
    {"nothing fits: all that is idle goes",
     [](auto &f) {
         f.idle = 3 * mib;
         f.slab = 8 * mib;
     },
     {3 * mib, 3 * mib}},
    {"a request above the slab size gets its own", [](auto &f) { f.bytes = f.slab = 9 * mib; }, {9 * mib, 0}},
    {"as much as the policy says while there is room", [](auto &f) { f.reserved = 96 * mib; }, {4 * mib, 0}},
    {"the rest of the room, in whole units", [](auto &f) { f.reserved = 97 * mib - 100; }, {3 * mib, 0}},
    {"no less than the smallest slab", [](auto &f) { f.reserved = 99 * mib; }, {2 * mib, 0}},
    {"idle slabs make room",
     [](auto &f) {
         f.reserved = 99 * mib;
         f.idle = 3 * mib;
     },
     {4 * mib, 3 * mib}},
    {"an empty pool's first block gets a slab of its size",
     [](auto &f) {
         f.reserved = 0;
         f.bytes = 3 * mib / 2;
     },
     {3 * mib / 2, 0}},
    {"an empty pool's first small block does not",
     [](auto &f) {
         f.reserved = 0;
         f.bytes = mib / 2;
     },
     {4 * mib, 0}},
    {"nor does that of a pool of several queues",
     [](auto &f) {
         f.reserved = 0;
         f.is_shared = true;
     },
     {4 * mib, 0}},
    {"several queues may hold 64 MiB",
     [](auto &f) {
         f.budget = 10 * mib;
         f.reserved = 60 * mib;
         f.is_shared = true;
     },
     {4 * mib, 0}},
    {"one queue may not",
     [](auto &f) {
         f.budget = 10 * mib;
         f.reserved = 60 * mib;
     },
     {2 * mib, 0}},
    {"the program's own budget", [](auto &f) { f.least = 200 * mib; }, {4 * mib, 0}},
    {"out of driver time, 6 % more", [](auto &f) { f.is_tidy = false; }, {4 * mib, 0}},
    {"where releasing is forbidden, any amount",
     [](auto &f) {
         f.may_release = false;
         f.reserved = 500 * mib;
         f.idle = 50 * mib;
     },
     {4 * mib, 0}},
    {"but never beyond the limit",
     [](auto &f) {
         f.may_release = false;
         f.limit = 100 * mib;
         f.idle = 4 * mib;
     },
     {4 * mib, 4 * mib}},
    {"a whole slab has the size of its block",
     [](auto &f) {
         f.whole = true;
         f.reserved = 90 * mib;
     },
     {mib, 0}},
    {"and as much goes as it lacks room",
     [](auto &f) {
         f.whole = true;
         f.tried = growth_search::none;
     },
     {mib, mib}},
    {"first the ranges of other queues",
     [](auto &f) {
         f.has_order = true;
         f.pending = 5 * mib;
         f.tried = growth_search::none;
     },
     {.search = growth_search::others}},
    {"then blocks that wait for events",
     [](auto &f) {
         f.has_order = true;
         f.pending = 5 * mib;
         f.tried = growth_search::others;
     },
     {.search = growth_search::events}},
    {"unless those are too few",
     [](auto &f) {
         f.pending = f.largest = mib / 4;
         f.tried = growth_search::none;
     },
     {.search = growth_search::any}},
    {"neither if no queue can be made to wait",
     [](auto &f) {
         f.has_order = true;
         f.may_order = false;
         f.pending = 5 * mib;
         f.tried = growth_search::none;
     },
     {.search = growth_search::any}},
    {"any range before the budget is exceeded",
     [](auto &f) { f.tried = growth_search::none; },
     {.search = growth_search::any}},
};

TEST(growth_plan, follows_from_the_figures) {
    for (const row &each : rows) {
        growth_figures figures = at_its_budget;
        each.change(figures);
        const growth_plan plan = plan_growth(figures);
        EXPECT_EQ(plan.take, each.expected.take) << each.what;
        EXPECT_EQ(plan.release, each.expected.release) << each.what;
        EXPECT_EQ(plan.search, each.expected.search) << each.what;
    }
}

} // namespace
