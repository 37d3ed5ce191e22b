// A map from OpenCL handles to records. A look-up takes no lock, as most calls of a program do one. Records must stay
// readable after they are forgotten: a number that a program passes may equal a former handle.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace clmem::layer {

template <class Record>
class handle_map {
  public:
    // NULL for a handle that is not in the map.
    [[nodiscard]] Record *find(const void *handle) const noexcept {
        const table *const now = current_.load(std::memory_order_acquire);
        if (now == nullptr || handle == nullptr) { return nullptr; }
        for (std::size_t at = place(handle);; ++at) {
            const entry &candidate = now->entries[at & now->last];
            const void *const key = candidate.key.load(std::memory_order_acquire);
            if (key == handle) { return candidate.record.load(std::memory_order_acquire); }
            if (key == nullptr) { return nullptr; }
        }
    }

    // Returns the record that the handle had, NULL if it had none.
    Record *put(const void *handle, Record *record) {
        const std::lock_guard lock{changing_};
        reserve_one();
        return insert(*current_.load(std::memory_order_relaxed), handle, record);
    }

    Record *forget(const void *handle) noexcept {
        const std::lock_guard lock{changing_};
        return find(handle) != nullptr ? insert(*current_.load(std::memory_order_relaxed), handle, nullptr) : nullptr;
    }

  private:
    struct entry {
        std::atomic<const void *> key{nullptr};
        std::atomic<Record *> record{nullptr}; // NULL: forgotten
    };
    struct table {
        explicit table(std::size_t count) : last{count - 1}, entries{new entry[count]} {}
        std::size_t last;
        std::size_t used = 0; // entries with a key
        std::unique_ptr<entry[]> entries;
        std::unique_ptr<table> former; // another thread may still look into it
    };

    static std::size_t place(const void *handle) noexcept {
        const auto address = reinterpret_cast<std::uintptr_t>(handle);
        return (address >> 4) * 0x9E3779B97F4A7C15U >> 32;
    }

    static Record *insert(table &into, const void *handle, Record *record) noexcept {
        for (std::size_t at = place(handle);; ++at) {
            entry &candidate = into.entries[at & into.last];
            const void *const key = candidate.key.load(std::memory_order_relaxed);
            if (key != nullptr && key != handle) { continue; }
            Record *const former = candidate.record.exchange(record, std::memory_order_acq_rel);
            if (key == nullptr) {
                candidate.key.store(handle, std::memory_order_release);
                ++into.used;
            }
            return former;
        }
    }

    void reserve_one() {
        table *const now = current_.load(std::memory_order_relaxed);
        if (now != nullptr && 2 * (now->used + 1) <= now->last) { return; }
        std::size_t live = 0;
        for (std::size_t at = 0; now != nullptr && at <= now->last; ++at) {
            live += now->entries[at].record.load(std::memory_order_relaxed) != nullptr ? 1U : 0U;
        }
        std::size_t count = 256;
        while (count < 4 * (live + 1)) {
            count *= 2;
        }
        auto made = std::make_unique<table>(count);
        for (std::size_t at = 0; now != nullptr && at <= now->last; ++at) {
            Record *const record = now->entries[at].record.load(std::memory_order_relaxed);
            if (record != nullptr) { insert(*made, now->entries[at].key.load(std::memory_order_relaxed), record); }
        }
        made->former.reset(now);
        current_.store(made.release(), std::memory_order_release);
    }

    std::atomic<table *> current_{nullptr};
    std::mutex changing_;
};

} // namespace clmem::layer
