// A naive model of one pool: its live blocks by slab and offset, and who has used the bytes that are free. Each block
// and each figure of the pool is compared with it.
#pragma once

#include "simulated_queues.hpp"

#include <clmem_extras.h>
#include <cstdint>
#include <map>
#include <vector>

namespace clmem::fuzz {

inline constexpr int no_queue = -1;

// Commands of a unit up to a position may use some bytes.
struct use {
    std::uint8_t unit;
    std::uint32_t position;
};

struct live_block {
    clmem_buffer handle = nullptr;
    clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
    int queue = no_queue;      // that it belongs to
    std::uint8_t reported = 0; // other queues that use it, one bit each
    std::vector<use> ended;    // uses by queues that were forgotten
};

// What is known about the order of commands.
class order_of_uses {
  public:
    order_of_uses() = default;
    virtual ~order_of_uses() = default;
    order_of_uses(const order_of_uses &) = delete;
    order_of_uses &operator=(const order_of_uses &) = delete;

    // The position of the last command that a queue has enqueued until now.
    [[nodiscard]] virtual std::uint32_t stamp(std::size_t queue) = 0;
    // Whether a queue's next command may use the same bytes.
    [[nodiscard]] virtual bool may_follow(const use &earlier, std::size_t queue) const = 0;
    [[nodiscard]] virtual bool is_out_of_order(std::size_t) const { return false; }
    // After each operation on the pool.
    virtual void observe(const clmem_statistics &) {}
};

struct pool_setup {
    std::size_t unit;           // of sizes and offsets
    std::size_t limit;          // 0: none
    std::uint32_t leading_bits; // of clmem_pool_options
    bool dedicated;
};

class pool_model {
  public:
    static constexpr std::size_t tag_count = 3; // tag 0 counts blocks without a tag

    pool_model(const pool_setup &setup, order_of_uses &order) noexcept : setup_{setup}, order_{order} {}

    [[nodiscard]] const pool_setup &setup() const noexcept { return setup_; }
    [[nodiscard]] std::size_t count() const noexcept { return blocks_.size(); }
    [[nodiscard]] live_block &at(std::size_t index) noexcept { return blocks_[index]; }
    void set_limit(std::size_t limit) noexcept { setup_.limit = limit; }

    // A block that the pool has allocated, of which the handle and the queue are given.
    void add(live_block made, std::size_t bytes, std::size_t alignment, std::uint32_t tag);
    // Called before the pool releases a block: other blocks may get its bytes, after the commands enqueued until now.
    // `events`: what the release names.
    [[nodiscard]] clmem_buffer release(std::size_t index, std::vector<use> events = {});
    // The pool has forgotten a queue, in which the last command is at a position.
    void forget(std::size_t queue, std::uint32_t position);
    [[nodiscard]] std::uint32_t stamp(std::size_t queue) { return order_.stamp(queue); }
    void count_failure() noexcept { ++failures_; }

    // What a request takes at least.
    [[nodiscard]] std::size_t rounded(std::size_t bytes) const noexcept;
    // Whether some slab with a live block has room between its live blocks.
    [[nodiscard]] bool has_gap(std::size_t bytes, std::size_t alignment) const;
    [[nodiscard]] std::size_t slab_bytes() const;

    void compare(const clmem_statistics &found);
    void compare_tags(const std::vector<clmem_tag_statistics> &found) const;

  private:
    struct free_piece {
        std::size_t end;
        std::vector<use> uses;
    };
    struct slab_model {
        std::size_t bytes = 0;
        std::map<std::size_t, std::size_t> live; // begin and end
        std::map<std::size_t, free_piece> freed; // by their begin, disjoint
    };

    void check_place(const live_block &made, std::size_t alignment) const;
    void claim(slab_model &slab, const live_block &made);
    [[nodiscard]] std::vector<use> uses_of(const live_block &gone);

    pool_setup setup_;
    order_of_uses &order_;
    std::vector<live_block> blocks_;
    std::map<std::uint64_t, slab_model> slabs_;
    struct inherited_uses {
        std::uint64_t slab;
        std::size_t offset;
        std::vector<use> uses;
    };
    std::vector<inherited_uses> inherited_; // of live blocks of out-of-order queues
    std::size_t active_bytes_ = 0;
    std::size_t capacity_ = 0;
    std::size_t tag_bytes_[tag_count] = {};
    std::uint64_t allocations_ = 0;
    std::uint64_t releases_ = 0;
    std::uint64_t failures_ = 0;
    std::size_t managed_ = 0;
};

} // namespace clmem::fuzz
