// A table of values by object and key. No lock is held while the program's callbacks run.
#pragma once

#include "base/error.hpp"

#include <clmem_extras.h>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace clmem_core {

class cache : public std::enable_shared_from_this<cache> {
  public:
    cache() = default;
    cache(const cache &) = delete;
    cache &operator=(const cache &) = delete;
    ~cache();

    // A value as returned to a caller.
    struct found {
        void *value = nullptr;
        bool is_there = false;
    };
    [[nodiscard]] found get(std::uint64_t object, std::string_view key) const;

    struct put_result {
        void *value;   // the value that is in the table now
        bool is_added; // it is the caller's value
    };
    // Takes the value unless it throws.
    [[nodiscard]] put_result put(std::uint64_t object, std::string_view key, const clmem_cache_value &value);

    // Drops the entries of a context when it is destroyed.
    void watch(cl_context context);

    // Return how many entries were removed.
    std::size_t drop(std::uint64_t object);
    std::size_t clear();

    [[nodiscard]] std::size_t count() const;

  private:
    // Releases its value when it is destroyed: when neither the table nor a call that is returning the value uses it.
    class entry {
      public:
        explicit entry(const clmem_cache_value &value) noexcept : value_{value} {}
        entry(const entry &) = delete;
        entry &operator=(const entry &) = delete;
        ~entry();

        // The value, with a reference for the caller if it has references.
        [[nodiscard]] void *retain() const;
        // The caller keeps the value.
        void disown() noexcept { value_.release = nullptr; }

      private:
        clmem_cache_value value_;
    };
    using keys = std::map<std::string, std::shared_ptr<entry>, std::less<>>;

    static void CL_CALLBACK context_destroyed(cl_context context, void *user);

    mutable std::mutex mutex_;
    std::map<std::uint64_t, keys> objects_; // an entry for no object has no keys to drop
};

} // namespace clmem_core
