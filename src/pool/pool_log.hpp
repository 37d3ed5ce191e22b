// What a pool tells in the log (base/log.hpp), in sentences. Everything here is called without the pool's lock.
#pragma once

#include "pool/driver_clock.hpp"
#include "pool/miss_reason.hpp"
#include "provider/provider.hpp"

#include <clmem.h>
#include <cstddef>
#include <cstdint>

namespace clmem_core {

class pool_log {
  public:
    // How much a pool has, taken under its lock.
    struct figures {
        std::size_t reserved = 0;
        std::size_t slabs = 0;
        std::size_t live = 0; // the blocks in caches included
    };
    using time_point = driver_clock::clock::time_point;

    pool_log() noexcept;

    void created(const provider::traits &source, std::size_t limit) const noexcept;
    void closed(std::size_t active) const noexcept;
    void ended(const clmem_statistics &all) const noexcept;
    void limit_set(std::size_t limit) const noexcept;

    void misses(std::size_t wanted, const figures &now, std::size_t largest) const noexcept;
    // Logs a miss if `count`, the number of misses for the same reason so far, is a power of two.
    void missed(std::size_t wanted, miss_reason why, std::uint64_t count) const noexcept;
    void took(std::size_t bytes, const figures &before, time_point begin, time_point end) const noexcept;
    // Inside the handler of the exception.
    void refused(std::size_t bytes, const figures &now, time_point begin, time_point end) const noexcept;
    // `why` ends the sentence's first part.
    void returned(std::size_t bytes, const char *why, const figures &after, time_point begin,
                  time_point end) const noexcept;
    void drained() const noexcept;
    void asks_program(std::size_t wanted, std::uint32_t attempt) const noexcept;
    void object_created(std::size_t bytes, time_point begin) const noexcept;

    void queue_found(cl_command_queue queue, bool out_of_order) const noexcept;
    void queue_forgotten(cl_command_queue queue) const noexcept;
    void marked(cl_command_queue queue, bool enqueued, time_point begin) const noexcept;
    void waits(cl_command_queue queue, std::size_t events, time_point begin) const noexcept;
    void uses_whole_buffers() const noexcept;
    void waited_on_host(time_point begin) const noexcept;

    // Which pool of the process this is, as the lines say.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

    // The time if the log wants calls of the driver, for the functions that take it as `begin`.
    [[nodiscard]] static time_point begin() noexcept;

  private:
    std::uint64_t number_; // counts the pools of the process
};

} // namespace clmem_core
