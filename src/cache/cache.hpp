// A table of values by an object and a key. Callbacks of the program are called without a lock.
#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace clmem {

class cache : public std::enable_shared_from_this<cache> {
  public:
    cache() = default;
    cache(const cache &) = delete;
    cache &operator=(const cache &) = delete;
    ~cache();

    // A value as it is handed out.
    struct found {
        void *value = nullptr;
        bool is_there = false;
    };
    [[nodiscard]] found get(std::uint64_t object, std::string_view key) const;

    struct put_result {
        void *value;   // the one that is in the table now
        bool is_added; // it is the one that was handed in
    };
    // Takes the value over unless it throws.
    [[nodiscard]] put_result put(std::uint64_t object, std::string_view key, const clmem_cache_value &value);

    // Drops the entries of a context when that is destroyed.
    void watch(cl_context context);

    // Return how many entries went.
    std::size_t drop(std::uint64_t object);
    std::size_t clear();

    [[nodiscard]] std::size_t count() const;

  private:
    // Gives its value up at its end, which is when the table and all who are just being handed it are done with it.
    class entry {
      public:
        explicit entry(const clmem_cache_value &value) noexcept : value_{value} {}
        entry(const entry &) = delete;
        entry &operator=(const entry &) = delete;
        ~entry();

        // The value, of which the caller gets a reference if it has such.
        [[nodiscard]] void *hand_out() const;
        // The value was not taken over after all.
        void give_back() noexcept { value_.release = nullptr; }

      private:
        clmem_cache_value value_;
    };
    using keys = std::map<std::string, std::shared_ptr<entry>, std::less<>>;

    static void CL_CALLBACK context_destroyed(cl_context context, void *user);

    mutable std::mutex mutex_;
    std::map<std::uint64_t, keys> objects_; // none has no keys
};

} // namespace clmem
