// A thread of a soak: it allocates, uses, passes on and frees blocks, and compares what they hold with what it wrote. It
// orders its commands as clmem.h asks, so whatever differs was changed by a command of another block's owner.
#pragma once

#include "activity.hpp"
#include "world.hpp"

#include <memory>

namespace clmem::soak {

// Of the steps that a round may leave out: those that concern a block.
[[nodiscard]] std::vector<std::string> names_of_steps();

class worker {
  public:
    worker(world &in, std::uint64_t seed);
    ~worker(); // frees its blocks
    worker(const worker &) = delete;
    worker &operator=(const worker &) = delete;

    void step();
    // Takes a block that another thread has left; false if there is none.
    bool take_over();

  private:
    using words = std::vector<std::uint32_t>;
    using wait_list = std::vector<cl_event>;

    // What a step does with one block, and how often out of a hundred steps.
    struct block_step {
        const char *name;
        std::size_t share;
        void (worker::*run)(block &);
    };
    static const std::vector<block_step> &block_steps();
    friend std::vector<std::string> names_of_steps();

    // in worker.cpp
    void allocate();
    void release(std::size_t index);
    void trade();
    void drop(block &of);
    [[nodiscard]] named_queue any_queue();
    [[nodiscard]] cl_command_queue queue_for(const block &b);
    // The queue for a command, which activity_ has from now on.
    [[nodiscard]] cl_command_queue begin(const char *what, const block &b, const wait_list &waits);
    [[nodiscard]] block *pick();
    bool check(clmem_status status, const char *what, const block *of = nullptr);

    // in commands.cpp
    void fill(block &b);
    void add(block &b);
    void write(block &b);
    void read(block &b);
    void copy(block &from);
    void copy(block &from, block &to);
    void map(block &b);
    void part(block &b);
    void look(block &b);
    void fill_by_opencl(block &b);
    void begin_with_queue(block &b);
    [[nodiscard]] wait_list waits_for(block &b);
    void release_gate(const wait_list &waits, std::size_t own);
    void ordered(block &b, cl_event event);
    void spoil(block &b);
    void note(block &b, const char *what, const block *copied_from = nullptr);
    [[nodiscard]] static std::string past_of(const block &b);
    void compare(const block &b, std::size_t first_word, const std::uint32_t *found, std::size_t count,
                 const char *what) const;
    [[nodiscard]] bool wait_for(block &b);

    // in others.cpp
    void image();
    void image_over(block &b);
    void bind(block &b);
    void unbind(block &b);
    void add_queue();
    void end_queue();
    void manage_pool();
    void pipe();

    world &in_;
    listed_activity activity_;
    dice random_;
    std::vector<block> blocks_;
    named_queue own_queue_;
    clmem_kernel kernel_ = nullptr;
    // Host memory of transfers that may still be running.
    struct running_transfer {
        cl_event event;
        std::unique_ptr<words> memory;
    };
    std::vector<running_transfer> running_;
    void reap(bool all);
};

} // namespace clmem::soak
