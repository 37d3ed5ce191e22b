// An actor is a program with one thread. It has blocks, queues and events, takes one random step after another, and
// obeys the rules of clmem.h: it records uses by other queues, orders its own commands, and names events where the
// rules require it.
#pragma once

#include "world.hpp"

#include <vector>

namespace random_programs {

// Something that keeps a block alive besides its handle.
struct hold {
    enum class form { part, map, buffer_over_svm, argument };
    form what;
    clmem_buffer buffer = nullptr; // a part, or a buffer over SVM
    clmem_map map = nullptr;
    clmem_kernel kernel = nullptr;    // the block is its argument
    cl_command_queue queue = nullptr; // for a map: where it is unmapped
    bool is_offered = false;
};

struct owned_block {
    clmem_buffer handle = nullptr; // NULL once it is released while a hold keeps the block alive
    std::uint64_t owner = 0;
    std::size_t bytes = 0;
    named_queue home;     // its queue; none once that is forgotten or the block is unbound
    cl_mem mem = nullptr; // or
    void *pointer = nullptr;
    cl_event ready = nullptr;      // if it belongs to no queue: other commands wait for this
    std::vector<cl_event> named;   // a release must name these, since their commands were not recorded
    std::vector<cl_event> at_home; // in an out-of-order queue: commands that the events of a release must cover
    std::vector<hold> holds;
};

class actor {
  public:
    actor(world &in, std::uint64_t seed);
    ~actor();
    actor(const actor &) = delete;
    actor &operator=(const actor &) = delete;

    // A random step. An intruder's steps do not allocate, since the call that they interrupt may be allocating.
    enum class manner { any, intruder };
    void step(manner how);

    // The actor whose call of clmem this thread is executing.
    [[nodiscard]] static actor *current() noexcept;
    // Releases a block without holds; false if there is none.
    bool release_one();
    // Compares the pool's statistics with the blocks of these actors, the only users of the pool.
    static void check_statistics(world &in, const std::vector<actor *> &all);
    // Ends everything, the holds either first or last.
    void end();

  private:
    // in blocks.cpp
    void allocate();
    [[nodiscard]] clmem_status ask_for(std::size_t bytes, named_queue &home, clmem_buffer &out);
    void take_in(clmem_buffer made, std::size_t bytes, const named_queue &home);
    void release(std::size_t index);
    [[nodiscard]] clmem_status release_handle(owned_block &b);
    void bind(owned_block &b);
    void unbind(owned_block &b);
    void check_queue(const owned_block &b);

    // in uses.cpp
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
    // What a command in another queue must wait for to follow the block's earlier owners: NULL for nothing, else owned
    // by the caller.
    [[nodiscard]] cl_event order_of(const owned_block &b);
    void keep_few(wait_list &events);
    static void set_ready(owned_block &b, cl_event event);
    static void release_all(wait_list &events);

    // in holds.cpp
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

    // in queues.cpp
    [[nodiscard]] named_queue any_queue();
    void add_queue();
    void end_queue();
    void finish_queue();
    void open_gate();
    void manage_pool();
    void dump_pool();
    void fork_child();

    [[nodiscard]] owned_block *pick_live();
    void drop_if_done(std::size_t index);
    // Whether a call succeeded. Reports a failure with a status that is not allowed.
    bool check(clmem_status status, const char *what, clmem_status allowed = CLMEM_SUCCESS);

    world &in_;
    dice random_;
    std::vector<owned_block> blocks_;
    std::vector<named_queue> queues_; // queues that are created and forgotten
    std::vector<cl_event> gates_;
};

// During its lifetime, actor::current() returns this actor.
class in_clmem {
  public:
    explicit in_clmem(actor &who);
    ~in_clmem();
    in_clmem(const in_clmem &) = delete;
    in_clmem &operator=(const in_clmem &) = delete;
};

} // namespace random_programs
