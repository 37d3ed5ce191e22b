// The order of a random program's commands. Each command waits for those that it depends on, by the order of its queue or
// by events, so that what every command reads is determined.
#pragma once

#include <CL/cl.h>
#include <atomic>
#include <memory>
#include <set>
#include <vector>

// A user event that holds commands back until the program sets it.
struct gate {
    explicit gate(cl_event its_event) : event{its_event} {}
    ~gate();
    gate(const gate &) = delete;
    gate &operator=(const gate &) = delete;
    void open();

    cl_event event;
    std::atomic<bool> is_open = false;
};
using gate_set = std::set<std::shared_ptr<gate>>;
void merge_closed(gate_set &into, const gate_set &from);

struct lane;

// A command. The last reference to it releases its event.
struct step {
    std::shared_ptr<lane> in;
    cl_event event = nullptr; // NULL: the program did not ask for one
    gate_set gates;           // those that must be opened for it to run
    step() = default;
    ~step();
    step(const step &) = delete;
    step &operator=(const step &) = delete;
};
using command = std::shared_ptr<step>;

// A queue, as one thread uses it.
struct lane {
    cl_command_queue handle = nullptr; // NULL once the thread has released it
    bool in_order = true;
    bool is_shared = false;
    unsigned number = 0;
    gate_set gates;         // of all its commands
    gate_set ahead;         // of those before its next command
    cl_event end = nullptr; // of a marker behind all commands of a released queue
    ~lane();
};

// Memory, and the commands that use it.
struct storage {
    std::vector<unsigned char> bytes;    // what it holds once all commands are complete
    std::vector<unsigned char> is_known; // 0: nothing has written the byte
    command written;
    std::vector<command> read;
    unsigned write_maps = 0;
    unsigned read_maps = 0;

    explicit storage(std::size_t count) : bytes(count), is_known(count) {}
};

// How a command uses memory.
struct uses {
    std::vector<storage *> reads;
    std::vector<storage *> writes;
};

// What a command waits for.
struct waits {
    std::vector<cl_event> events;
    gate_set gates;
    [[nodiscard]] cl_uint count() const { return static_cast<cl_uint>(events.size()); }
    [[nodiscard]] const cl_event *list() const { return events.empty() ? nullptr : events.data(); }
};
