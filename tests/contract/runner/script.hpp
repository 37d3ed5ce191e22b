// Runs the steps of one case.
#pragma once

#include "values.hpp"

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace clmem::contract {

// Set by tests in which callbacks fail.
inline bool (*callback_fails)() = nullptr;

class script : private callback_source {
  public:
    // `given` contains named lists of steps.
    script(const interface &api, const json &given);
    script(const script &) = delete;
    script &operator=(const script &) = delete;
    ~script() override;

    // Throws a mismatch or a fault that names the step.
    void run(const json &test);

    // Completes the user events that the case has made and not set, on any thread: what waits for one must go on.
    void complete_open_events() noexcept;

    // What callbacks of this case do; used by run_callback().
    struct user;
    word call_back(user &from, const std::string &type, const word *arguments);

  private:
    struct owned {
        std::string type;
        word value;
    };
    struct argument; // an argument of a call, with its memory
    struct record;   // the thread's error record

    void steps(const json &list);
    void step(const json &one);
    void call(const json &one);
    argument input(const json &function, const json &parameter, const json &with);
    argument output(const json &function, const json &parameter, const json &with);
    [[nodiscard]] word default_of(const json &function, const json &parameter, const json &with) const;
    [[nodiscard]] word given_number(const json &function, const std::string &name, const json &with) const;
    void check_record(const json &one, const std::string &name, clmem_status status, const record &before,
                      bool called_back) const;
    void check_zeroed(const std::vector<argument> &arguments) const;
    void check_tails(const std::vector<argument> &arguments) const;
    [[nodiscard]] json read_output(const argument &each) const;
    void own(const std::vector<argument> &arguments, const std::vector<word> &words);
    [[nodiscard]] static std::string status_text(clmem_status status); // with the message of the error record
    void memory(const json &one);
    void opencl(const json &one);
    void other_thread(const json &list);
    void repeat(const json &one);
    void release_owned();

    void *begin() override;
    void *of(const std::string &type, const json &description) override;

    const interface &api_;
    const json &given_;
    arena memory_;
    values values_;
    std::vector<owned> owned_;
    std::mutex open_mutex_;             // for what follows
    std::vector<cl_event> open_events_; // user events that are not set
    std::deque<user> users_;
    std::recursive_mutex mutex_; // callbacks may run on other threads
    std::map<std::string, std::uint64_t> called_;
    word next_address_ = 0x100000;
    std::atomic<std::uint64_t> callbacks_{0}; // number of callbacks called
    std::string problem_;                     // found in a callback
};

} // namespace clmem::contract
