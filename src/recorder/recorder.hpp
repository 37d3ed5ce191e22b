// Records what happens to memory, in the format of docs/recording-format.md. Threads append events without a lock, each
// to its own chunk; a new chunk, and what describes events, takes the recorder's lock. That is the last of all locks:
// no other one is taken, and no driver or callback called, while it is held.
#pragma once

#include "recorder/chunk_store.hpp"
#include "recorder/event_writer.hpp"
#include "recorder/stack.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clmem_core {

class recorder {
  public:
    struct source_frame {
        std::string_view function;
        std::string_view file;
        std::uint32_t line = 0;
    };
    struct options {
        std::string path; // empty: a ring in memory
        std::size_t ring_bytes = 0;
        unsigned frames = 0; // of each allocation's stack
        unwinder how = unwinder::system;
        // Describes the program's stack in its own terms, if given: returns how many frames it wrote.
        std::function<std::uint32_t(std::uint32_t capacity, source_frame *out)> program = {};
        [[nodiscard]] bool wants_stacks() const noexcept { return frames != 0; }
    };
    // Throws error, std::bad_alloc.
    explicit recorder(const options &wanted);
    ~recorder();
    recorder(const recorder &) = delete;
    recorder &operator=(const recorder &) = delete;

    // The calling thread's; nullptr if there is no memory for it.
    [[nodiscard]] event_writer *writer() noexcept;

    [[nodiscard]] std::uint64_t id() const noexcept { return id_; }

    // What events refer to, defined at its first use; 0 if there is no memory for it.
    [[nodiscard]] std::uint32_t string(std::string_view text) noexcept;
    // A queue has its number from the first use on; it is defined once the program has named it.
    [[nodiscard]] std::uint64_t queue(std::uint64_t id, const void *handle, bool out_of_order) noexcept;
    void pool(std::uint64_t number, std::uint32_t kind, std::size_t unit, std::string_view devices) noexcept;
    void tag(std::uint64_t pool, std::uint32_t tag, std::string_view name) noexcept;

    // The calling thread's, as far as the options want it; 0 if they do not. These three are called without any lock of
    // clmem: they may call the program, and the dynamic linker.
    [[nodiscard]] std::uint32_t stack_here() noexcept;
    [[nodiscard]] std::uint32_t stack(const native_stack &of) noexcept;
    [[nodiscard]] std::uint32_t stack(std::span<const source_frame> of) noexcept;
    [[nodiscard]] const options &how() const noexcept { return options_; }

    // Appends a pool's state: chunks of records that are complete.
    class snapshot;
    void add(const snapshot &state) noexcept;

    // Writes what a ring has, and more snapshots, to a file. Throws error.
    enum class extent { everything, no_events };
    void save(const std::string &path, std::span<const snapshot> states, extent which = extent::everything);

    // What the program itself tells.
    void mark(recording::event kind, std::string_view text) noexcept;
    void end_range() noexcept;
    // An allocation outside pools; returns its number.
    std::uint64_t add_outside(std::string_view kind, std::size_t bytes) noexcept;
    // False if no allocation has had the number.
    [[nodiscard]] bool remove_outside(std::uint64_t number) noexcept;

    // Notes in the file that nothing is missing. The recorder may live longer: a thread may be looking at its stack.
    void end() noexcept;

    struct figures {
        std::uint64_t events = 0;
        std::uint64_t lost = 0;
        std::uint64_t bytes = 0;
        std::uint64_t stacks = 0;
    };
    [[nodiscard]] figures statistics() noexcept;

    // A thread ends: the next one continues its chunks. For all recorders.
    static void end_thread(std::uint64_t thread) noexcept;

  private:
    friend event_writer;
    using definition = recording::definition;

    [[nodiscard]] event_writer *find_writer() noexcept;
    [[nodiscard]] bool next_chunk(event_writer &of) noexcept;
    void lose(std::uint64_t events) noexcept;
    void begin_chunk(recording::chunk &made, recording::chunk_kind kind, std::uint32_t thread,
                     std::uint32_t number) noexcept;
    void move_back(recording::chunk &begun, std::uint64_t to_ticks) const noexcept;

    // Under the lock; definitions.cpp.
    struct record {
        std::byte bytes[64 + 9 * (recording::most_frames + 4)];
        std::byte *end = bytes;
        explicit record(definition of) noexcept { *end++ = static_cast<std::byte>(of); }
        record &add(std::uint64_t value) noexcept {
            end = recording::put_varint(end, value);
            return *this;
        }
    };
    bool define(const record &of, std::string_view text = {}) noexcept;
    std::uint32_t find_string(std::string_view text);
    std::uint32_t find_frame(std::uint64_t key, const record &of);
    std::uint32_t find_stack(std::uint64_t key, std::span<const std::uint32_t> frames);
    std::uint32_t native_frame(std::uintptr_t address);

    const options options_;
    const std::uint64_t id_; // never reused
    const std::uint64_t start_ticks_;
    const std::uint64_t start_clock_ns_;
    std::atomic<std::uint64_t> last_outside_{0};
    recording::file_header begin_{};

    std::mutex mutex_; // guards everything below
    std::unique_ptr<recording::chunk_store> store_;
    std::vector<std::unique_ptr<event_writer>> writers_;
    std::uint64_t lost_ = 0;
    std::uint32_t threads_ = 0;
    std::uint32_t event_chunks_ = 0;
    recording::chunk *definitions_ = nullptr; // the one that is not full
    std::uint32_t definition_chunks_ = 0;
    std::uint32_t snapshot_chunks_ = 0;
    std::unordered_map<std::string, std::uint32_t> strings_;
    std::unordered_map<std::uint64_t, std::uint32_t> frames_; // by a hash
    std::unordered_map<std::uint64_t, std::uint32_t> stacks_; // by a hash
    struct numbered_queue {
        std::uint64_t number;
        bool is_defined = false;
    };
    std::unordered_map<std::uint64_t, numbered_queue> queues_; // by their ids
    std::unordered_map<std::uint64_t, bool> pools_;
    std::unordered_map<std::uint64_t, bool> tags_; // by pool and tag
};

// The records of one pool's state.
class recorder::snapshot {
  public:
    void pool(std::uint64_t number, std::uint64_t ticks);
    void slab(std::uint64_t number, std::uint64_t bytes, std::uint64_t address);
    struct range {
        std::uint64_t offset_units, bytes, state, block, requested, queue, tag, stack;
    };
    void add(const range &of);
    void end();

  private:
    friend recorder;
    void put(recording::snapshot_part of, std::initializer_list<std::uint64_t> values);

    std::uint64_t ticks_ = 0;
    std::vector<std::byte> bytes_;
    std::vector<std::size_t> ends_; // of the records
};

namespace detail {
// The writer that the thread has used last.
struct last_writer {
    std::uint64_t recorder;
    event_writer *writer;
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local last_writer this_threads_writer;
} // namespace detail

inline event_writer *recorder::writer() noexcept {
    const detail::last_writer &last = detail::this_threads_writer;
    return last.recorder == id_ ? last.writer : find_writer();
}

} // namespace clmem_core
