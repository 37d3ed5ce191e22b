// Two threads on one pool: each with its own blocks, and one that releases what the other allocates. Figures are
// nanoseconds per operation of one thread, so two threads that do not disturb each other show the same figure as one.
#include "heaps.hpp"
#include "rows.hpp"

#include <array>
#include <random>

namespace clmem::bench {

namespace {

// Pairs of one size: each allocation reuses the block released last.
struct same_block {
    static constexpr std::size_t bytes = 64 << 10;

    template <class Heap>
    static void run(Heap &heap, int, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            auto block = heap.allocate(bytes);
            keep(block);
            heap.release(block);
        }
    }
};

// A program's working set: 64 slots, allocated and released at random, with blocks of 16 recurring sizes. An operation
// is one allocation or one release.
template <std::size_t Smallest, std::size_t Largest>
struct working_set {
    static constexpr std::size_t slots = 64;
    static constexpr std::size_t steps = 4096;

    struct step {
        std::size_t slot;
        std::size_t bytes;
    };

    static std::array<step, steps> make_steps(int index) {
        std::mt19937_64 random{static_cast<std::uint64_t>(index) + 1};
        std::array<step, steps> all{};
        for (step &s : all) {
            s = {random() % slots, Smallest + random() % 16 * ((Largest - Smallest) / 15)};
        }
        return all;
    }

    template <class Heap>
    static void run(Heap &heap, int index, std::size_t count) {
        static const std::array<std::array<step, steps>, 2> plans{make_steps(0), make_steps(1)};
        const std::array<step, steps> &all = plans[static_cast<std::size_t>(index)];
        std::array<typename Heap::block, slots> held{};
        for (std::size_t i = 0; i < count; ++i) {
            const step &s = all[i % steps];
            if (held[s.slot] == nullptr) {
                held[s.slot] = heap.allocate(s.bytes);
            } else {
                heap.release(std::exchange(held[s.slot], nullptr));
            }
        }
        for (auto block : held) {
            if (block != nullptr) { heap.release(block); }
        }
    }
};

template <class Work, class Heap>
side one_thread(const std::string &name, Heap &heap) {
    return {name + ", 1 thread", [&heap](std::size_t count) {
                Work::run(heap, 0, count / 16 + 1);
                return timed([&] { Work::run(heap, 0, count); });
            }};
}

template <class Work, class Heap>
side two_threads(const std::string &name, Heap &heap) {
    return {name + ", 2 threads", [&heap](std::size_t count) {
                return timed_in_two_threads(count, [&](int index, std::size_t n) { Work::run(heap, index, n); });
            }};
}

double share_of_hits(const clmem_statistics &s) {
    return static_cast<double>(s.hits) / static_cast<double>(s.hits + s.misses);
}

template <class Work>
nlohmann::json own_blocks(const char *name, bool has_target, const settings &s) {
    nlohmann::json missing = nlohmann::json::object();
    pool_heap ours_alone; // no second thread ever uses its pool
    pool_heap ours;
    const auto mimalloc = make_if_there<mimalloc_heap>("mimalloc", missing);
    const auto umf = make_if_there<umf_heap>("umf", missing, s.umf);
    std::vector<side> sides{one_thread<Work>("clmem", ours_alone), two_threads<Work>("clmem", ours)};
    if (mimalloc) {
        sides.push_back(one_thread<Work>("mimalloc", *mimalloc));
        sides.push_back(two_threads<Work>("mimalloc", *mimalloc));
    }
    if (umf) {
        sides.push_back(one_thread<Work>("umf", *umf));
        sides.push_back(two_threads<Work>("umf", *umf));
    }
    nlohmann::json figures = measure(sides, s.how);
    return {{"case", name},
            {"has_target", has_target},
            {"ns", std::move(figures)},
            {"hits", share_of_hits(ours.statistics())},
            {"missing", missing}};
}

// A bounded queue from one thread to another that passes single blocks. Each side remembers the other's last known
// position, so that the queue itself takes little time compared with what is measured.
template <class Block>
class ring {
  public:
    void push(Block block) {
        const std::size_t at = pushed_.load(std::memory_order_relaxed);
        wait_until([&] {
            if (at - popped_seen_ < blocks_.size()) { return true; }
            popped_seen_ = popped_.load(std::memory_order_acquire);
            return at - popped_seen_ < blocks_.size();
        });
        blocks_[at % blocks_.size()] = block;
        pushed_.store(at + 1, std::memory_order_release);
    }
    Block pop() {
        const std::size_t at = popped_.load(std::memory_order_relaxed);
        wait_until([&] {
            if (pushed_seen_ != at) { return true; }
            pushed_seen_ = pushed_.load(std::memory_order_acquire);
            return pushed_seen_ != at;
        });
        const Block block = blocks_[at % blocks_.size()];
        popped_.store(at + 1, std::memory_order_release);
        return block;
    }

  private:
    template <class Condition>
    static void wait_until(Condition &&condition) {
        for (unsigned tries = 1; !condition(); ++tries) {
            if (tries % 1024 == 0) { std::this_thread::yield(); } // the other thread may be waiting for this core
        }
    }

    alignas(64) std::atomic<std::size_t> pushed_{0};
    std::size_t popped_seen_ = 0; // used by the pushing thread
    alignas(64) std::atomic<std::size_t> popped_{0};
    std::size_t pushed_seen_ = 0; // used by the popping thread
    alignas(64) std::array<Block, 256> blocks_{};
};

template <class Heap>
side hand_over(const char *name, Heap &heap, std::size_t bytes) {
    return {name, [&heap, bytes](std::size_t count) {
                ring<typename Heap::block> queue;
                return timed_in_two_threads(count, [&](int index, std::size_t n) {
                    for (std::size_t i = 0; i < n; ++i) {
                        if (index == 0) {
                            queue.push(heap.allocate(bytes));
                        } else {
                            heap.release(queue.pop());
                        }
                    }
                });
            }};
}

} // namespace

nlohmann::json threads_row(const settings &s) {
    return {own_blocks<same_block>("64 KiB pairs", true, s),
            own_blocks<working_set<512, 8 << 10>>("64 blocks of 512 B to 8 KiB", true, s),
            // More than the caches hold, so the threads contend for the pool's lock.
            own_blocks<working_set<256 << 10, 2 << 20>>("64 blocks of 256 KiB to 2 MiB", false, s)};
}

nlohmann::json remote_row(const settings &s) {
    nlohmann::json cases = nlohmann::json::array();
    nlohmann::json missing = nlohmann::json::object();
    glibc_heap glibc;
    const auto mimalloc = make_if_there<mimalloc_heap>("mimalloc", missing);
    for (const std::size_t bytes : {std::size_t{64}, std::size_t{4} << 10, std::size_t{64} << 10}) {
        pool_heap ours;
        std::vector<side> sides{hand_over("clmem", ours, bytes), hand_over("glibc", glibc, bytes)};
        if (mimalloc) { sides.push_back(hand_over("mimalloc", *mimalloc, bytes)); }
        nlohmann::json figures = measure(sides, s.how);
        cases.push_back({{"case", size_name(bytes)},
                         {"ns", std::move(figures)},
                         {"hits", share_of_hits(ours.statistics())},
                         {"missing", missing}});
    }
    return cases;
}

} // namespace clmem::bench
