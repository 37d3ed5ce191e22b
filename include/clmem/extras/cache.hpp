// A table of values by an object and a key.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_CACHE_HPP
#define CLMEM_EXTRAS_CACHE_HPP

#include "../base.hpp"
#include "cache.h"

#include <atomic>
#include <memory>
#include <string_view>

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// Values created once for a context, a device, a queue or a handle. A returned value lives while it is referenced, even
// after its entry was removed. An object is identified by its address only; nullptr stands for no object.
//
//     clmem::experimental::cache<clmem::kernel> kernels;
//     const auto scale = kernels.get_or_make(context.get(), "scale", [&] { return clmem::kernel{program, "scale"}; });
template <class Value>
class [[nodiscard]] cache : public detail::owner<clmem_cache, clmem_cache_release> {
  public:
    using pointer = std::shared_ptr<Value>;

    // clmem_cache_create()
    explicit cache(error_sink failure = throws()) { detail::check(clmem_cache_create(&handle_), failure); }

    // Empty if there is none.
    pointer get(const void *object, std::string_view key, error_sink failure = throws()) const {
        void *found = nullptr;
        detail::check(clmem_cache_get(handle_, number(object), key.data(), key.size(), &found, nullptr), failure);
        return entry::share(found);
    }
    // Inserts a value unless there is one, and returns the one in the cache: if threads race, one of them wins.
    pointer put(const void *object, std::string_view key, Value value, error_sink failure = throws()) const {
        auto made = std::make_unique<entry>(std::move(value));
        clmem_cache_value mine = CLMEM_CACHE_VALUE_INIT;
        mine.value = made.get();
        mine.retain = entry::retain;
        mine.release = entry::release;
        void *winner = nullptr;
        if (detail::check(clmem_cache_put(handle_, number(object), key.data(), key.size(), &mine, &winner, nullptr),
                          failure)) {
            static_cast<void>(made.release()); // the cache owns it, or has released it
        }
        return entry::share(winner);
    }
    // The value, which `make` creates if there is none. Threads that race may each create one; all get the same.
    template <class Make>
    pointer get_or_make(const void *object, std::string_view key, Make make, error_sink failure = throws()) const {
        pointer there = get(object, key, failure);
        if (!there && !failure.has_failed()) { there = put(object, key, make(), failure); }
        return there;
    }
    // Removes the entries of a context when it ends (OpenCL 3.0). A thread of the driver then destroys the values, and
    // must not call OpenCL.
    void watch(context_argument context, error_sink failure = throws()) const {
        detail::check(clmem_cache_watch(handle_, context), failure);
    }
    // Each returns how many entries it removed.
    std::size_t drop(const void *object, error_sink failure = throws()) const {
        std::size_t count = 0;
        detail::check(clmem_cache_drop(handle_, number(object), &count), failure);
        return count;
    }
    std::size_t clear(error_sink failure = throws()) const {
        std::size_t count = 0;
        detail::check(clmem_cache_clear(handle_, &count), failure);
        return count;
    }
    std::size_t count(error_sink failure = throws()) const {
        std::size_t entries = 0;
        detail::check(clmem_cache_count(handle_, &entries), failure);
        return entries;
    }

  private:
    // A value with its references: one of the cache, and one for each returned value.
    struct entry {
        explicit entry(Value value) : value_{std::move(value)} {}

        static void CLMEM_CALL retain(void *, void *value) { ++static_cast<entry *>(value)->references_; }
        static void CLMEM_CALL release(void *, void *value) {
            auto *mine = static_cast<entry *>(value);
            if (--mine->references_ == 0) { delete mine; }
        }
        // Adopts a reference that the cache returned.
        static pointer share(void *value) {
            auto *handed = static_cast<entry *>(value);
            if (handed == nullptr) { return {}; }
            const std::shared_ptr<entry> mine{handed, [](entry *last) { release(nullptr, last); }};
            return {mine, &mine->value_};
        }

        std::atomic<std::size_t> references_{1};
        Value value_;
    };

    static std::uint64_t number(const void *object) noexcept { return reinterpret_cast<std::uintptr_t>(object); }
};

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
