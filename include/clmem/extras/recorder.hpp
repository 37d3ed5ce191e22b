// What happens to the memory of pools.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_RECORDER_HPP
#define CLMEM_EXTRAS_RECORDER_HPP

#include "../pool.hpp"
#include "recorder.h"

#include <utility>

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// Records pools into a ring or a file, until it is destroyed.
//
//     clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
//     options.path = "run.clmem";
//     const clmem::experimental::recorder recorder{options};
//     recorder.start();
//     {
//         const auto epoch = recorder.begin("epoch 1");
//         train();
//     }
class [[nodiscard]] recorder : public detail::owner<clmem_recorder, clmem_recorder_release> {
  public:
    // A part of the program on this thread, or an allocation outside pools; it ends with the object, before the
    // recorder does.
    class [[nodiscard]] part {
      public:
        explicit part(clmem_recorder of) noexcept : of_{of} {}
        ~part() {
            if (of_ != nullptr) { static_cast<void>(clmem_recorder_end_range(of_)); }
        }
        part(part &&other) noexcept : of_{std::exchange(other.of_, nullptr)} {}
        part &operator=(part &&) = delete;

      private:
        clmem_recorder of_;
    };
    class [[nodiscard]] outside_allocation {
      public:
        outside_allocation(clmem_recorder of, std::uint64_t number) noexcept : of_{of}, number_{number} {}
        ~outside_allocation() {
            if (of_ != nullptr) { static_cast<void>(clmem_recorder_remove_outside(of_, number_)); }
        }
        outside_allocation(outside_allocation &&other) noexcept
            : of_{std::exchange(other.of_, nullptr)}, number_{other.number_} {}
        outside_allocation &operator=(outside_allocation &&) = delete;

      private:
        clmem_recorder of_;
        std::uint64_t number_;
    };

    // clmem_recorder_create()
    explicit recorder(const clmem_recorder_options &options = CLMEM_RECORDER_OPTIONS_INIT,
                      error_sink failure = throws()) {
        detail::check(clmem_recorder_create(&options, &handle_), failure);
    }

    // Of one pool, or of all pools of the process.
    void start(const pool &of, error_sink failure = throws()) const {
        detail::check(clmem_recorder_start(handle_, of.get()), failure);
    }
    void start(error_sink failure = throws()) const { detail::check(clmem_recorder_start(handle_, nullptr), failure); }
    void stop(const pool &of, error_sink failure = throws()) const {
        detail::check(clmem_recorder_stop(handle_, of.get()), failure);
    }
    void stop(error_sink failure = throws()) const { detail::check(clmem_recorder_stop(handle_, nullptr), failure); }

    void mark(const char *text, error_sink failure = throws()) const {
        detail::check(clmem_recorder_mark(handle_, text), failure);
    }
    // A part of the program that begins now. clmem_recorder_begin_range()
    part begin(const char *name, error_sink failure = throws()) const {
        const bool has_begun = detail::check(clmem_recorder_begin_range(handle_, name), failure);
        return part{has_begun ? handle_ : nullptr};
    }
    // Memory that is in no pool, allocated now. clmem_recorder_add_outside()
    outside_allocation add_outside(const char *kind, std::size_t bytes, error_sink failure = throws()) const {
        std::uint64_t number = 0;
        const bool is_added = detail::check(clmem_recorder_add_outside(handle_, kind, bytes, &number), failure);
        return {is_added ? handle_ : nullptr, number};
    }

    // Writes a ring to a file. clmem_recorder_save()
    void save(const char *path, error_sink failure = throws()) const {
        detail::check(clmem_recorder_save(handle_, path), failure);
    }
    clmem_recorder_info describe(error_sink failure = throws()) const {
        clmem_recorder_info info = CLMEM_RECORDER_INFO_INIT;
        detail::check(clmem_recorder_describe(handle_, &info), failure);
        return info;
    }
};

// The state of a pool as a file. clmem_pool_snapshot()
inline void snapshot(const pool &of, const char *path, error_sink failure = throws()) {
    detail::check(clmem_pool_snapshot(of.get(), path), failure);
}

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
