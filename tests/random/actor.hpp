// An actor: a program of one thread. It has blocks, queues and events, takes one random step after another, and keeps to the rules of
// clmem.h: it records what other queues do, orders its own commands, and names events where the rules ask for it.
#pragma once

#include "world.hpp"

#include <vector>

namespace random_programs {

// Something that holds a block besides its handle.
struct hold {
    enum class form { part, map, buffer_over_svm, argument };
    form what;
    clmem_buffer buffer = nullptr; // of a part, or a buffer over SVM
    clmem_map map = nullptr;
    clmem_kernel kernel = nullptr;    // whose argument the block is
    cl_command_queue queue = nullptr; // of a map, which is unmapped there
    bool is_offered = false;
};

struct owned_block {
    clmem_buffer handle = nullptr; // NULL once it is released, while something holds it
    std::uint64_t owner = 0;
    std::size_t bytes = 0;
    lane home;            // the queue that it belongs to; none once that is forgotten or the block is unbound
    cl_mem mem = nullptr; // or
    void *pointer = nullptr;
    cl_event ready = nullptr;    // where it belongs to no queue: the commands of others wait for it
    std::vector<cl_event> named; // what a release must name, since the pool was not told of those commands
    std::vector<cl_event>
        at_home; // commands on the block that the events of a release must cover, if its queue is out-of-order
    std::vector<hold> holds;
};

class actor {
  public:
    actor(world &in, std::uint64_t seed);
    ~actor();
    actor(const actor &) = delete;
    actor &operator=(const actor &) = delete;

    // One random step. An intruder's steps do not allocate, since the call that they break into may be about to.
    enum class manner { any, intruder };
    void step(manner how);

    // The actor whose call of clmem this thread is in.
    [[nodiscard]] static actor *current() noexcept;
    // Releases a plain block; false if there is none.
    bool release_one();
    // Checks the pool's statistics against the blocks of these actors, which alone use it.
    static void check_statistics(world &in, const std::vector<actor *> &all);
    // Ends all: what is held first, or last.
    void end();

  private:
    // blocks.cpp
    void allocate();
    [[nodiscard]] clmem_status ask_for(std::size_t bytes, lane &home, clmem_buffer &out);
    void take_in(clmem_buffer made, std::size_t bytes, const lane &home);
    void release(std::size_t index);
    [[nodiscard]] clmem_status release_handle(owned_block &b);
    void bind(owned_block &b);
    void unbind(owned_block &b);
    void check_queue(const owned_block &b);

    // uses.cpp
    void use_at_home(owned_block &b);
    void use_elsewhere(owned_block &b, bool is_recorded);
    void use_slab(owned_block &b);
    void use_offer();
    using wait_list = std::vector<cl_event>;
    void command(const owned_block &b, cl_command_queue queue, const wait_list &waits, cl_event *out);
    bool use_by_clmem(clmem_buffer target, std::uint64_t owner, cl_command_queue queue, const wait_list &waits,
                      cl_event *out);
    [[nodiscard]] clmem_status fill(clmem_buffer target, cl_command_queue queue, const wait_list &waits, cl_event *out);
    [[nodiscard]] clmem_status copy(clmem_buffer target, cl_command_queue queue, const wait_list &waits, cl_event *out);
    [[nodiscard]] wait_list any_gate();
    [[nodiscard]] cl_event marker_in(cl_command_queue queue);
    // What a command in another queue waits for, to come after the block's earlier owners: NULL if nothing, else the caller's.
    [[nodiscard]] cl_event order_of(const owned_block &b);
    void keep_few(wait_list &events);
    static void set_ready(owned_block &b, cl_event event);
    static void release_all(wait_list &events);

    // holds.cpp
    void take_hold(owned_block &b);
    void use_hold(owned_block &b);
    void end_hold(owned_block &b, std::size_t index);
    void end_map(owned_block &b, const hold &ended);
    void end_any_hold(owned_block &b);
    void end_maps_of(cl_command_queue queue);
    void offer_hold(owned_block &b);
    [[nodiscard]] bool map(owned_block &b, hold &made);
    [[nodiscard]] bool set_argument(owned_block &b, hold &made);
    [[nodiscard]] bool make_part(owned_block &b, hold &made);
    void use(owned_block &b, const hold &used, cl_command_queue queue, const wait_list &waits);
    void keep(owned_block &b, cl_command_queue queue, cl_event event);

    // lanes.cpp
    [[nodiscard]] lane any_lane();
    void make_lane();
    void end_lane();
    void finish_lane();
    void open_gate();
    void turn_the_pools_screws();
    void fork_child();

    [[nodiscard]] owned_block *pick_live();
    void drop_if_done(std::size_t index);
    // True if a call succeeded. Says so if it failed with what it must not fail with.
    bool check(clmem_status status, const char *what, clmem_status allowed = CLMEM_SUCCESS);

    world &in_;
    dice random_;
    std::vector<owned_block> blocks_;
    std::vector<lane> lanes_; // that come and go
    std::vector<cl_event> gates_;
};

// While it lives, actor::current() is this thread's.
class in_clmem {
  public:
    explicit in_clmem(actor &who);
    ~in_clmem();
    in_clmem(const in_clmem &) = delete;
    in_clmem &operator=(const in_clmem &) = delete;
};

} // namespace random_programs
