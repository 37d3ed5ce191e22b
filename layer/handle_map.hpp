// A map from OpenCL handles to records. A look-up takes no lock, as most calls of a program do one. Records must stay
// readable after they are forgotten: a number that a program passes may equal a former handle. It may then find the
// record of another handle.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace clmem::layer {

template <class Record>
class handle_map {
    static constexpr auto relaxed = std::memory_order_relaxed;

  public:
    handle_map() = default;
    ~handle_map() { delete current_.load(relaxed); }
    handle_map(const handle_map &) = delete;
    handle_map &operator=(const handle_map &) = delete;

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
        entry *its = entry_for(handle);
        if (its == nullptr) {
            grow();
            its = entry_for(handle);
        }
        Record *const former = its->record.exchange(record, std::memory_order_acq_rel);
        its->key.store(handle, std::memory_order_release);
        return former;
    }

    Record *forget(const void *handle) noexcept {
        const std::lock_guard lock{changing_};
        entry *const its = find(handle) != nullptr ? entry_for(handle) : nullptr;
        return its != nullptr ? its->record.exchange(nullptr, std::memory_order_acq_rel) : nullptr;
    }

    // How many entries it has, most of them unused.
    [[nodiscard]] std::size_t entries() const noexcept {
        const table *const now = current_.load(std::memory_order_acquire);
        return now != nullptr ? now->last + 1 : 0;
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

    // The handle's entry, or else one for it: that of a forgotten handle, or a new one. NULL if the table is full.
    entry *entry_for(const void *handle) noexcept {
        table *const now = current_.load(relaxed);
        if (now == nullptr) { return nullptr; }
        entry *forgotten = nullptr;
        for (std::size_t at = place(handle);; ++at) {
            entry &candidate = now->entries[at & now->last];
            const void *const key = candidate.key.load(relaxed);
            if (key == handle) { return &candidate; }
            if (key == nullptr) {
                // Look-ups end at an entry without a key: half of them stay so.
                if (forgotten != nullptr || 2 * (now->used + 1) > now->last) { return forgotten; }
                ++now->used;
                return &candidate;
            }
            if (forgotten == nullptr && candidate.record.load(relaxed) == nullptr) { forgotten = &candidate; }
        }
    }

    // Each table is twice as large as the last, so that all of them together are at most twice the largest.
    void grow() {
        table *const now = current_.load(relaxed);
        const std::size_t count = now == nullptr ? 256 : 2 * (now->last + 1);
        auto made = std::make_unique<table>(count);
        for (std::size_t at = 0; now != nullptr && at <= now->last; ++at) {
            const void *const key = now->entries[at].key.load(relaxed);
            Record *const record = now->entries[at].record.load(relaxed);
            if (record == nullptr) { continue; }
            std::size_t to = place(key);
            while (made->entries[to & made->last].key.load(relaxed) != nullptr) {
                ++to;
            }
            made->entries[to & made->last].key.store(key, relaxed);
            made->entries[to & made->last].record.store(record, relaxed);
            ++made->used;
        }
        made->former.reset(now);
        current_.store(made.release(), std::memory_order_release);
    }

    std::atomic<table *> current_{nullptr};
    std::mutex changing_;
};

} // namespace clmem::layer
