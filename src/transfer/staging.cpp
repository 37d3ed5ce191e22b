#include "transfer/staging.hpp"

#include "transfer/chunk_store.hpp"
#include "transfer/staging_threads.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

namespace clmem_core::staging {

namespace {

// Measured on an H200 with 16 CPU cores: more threads or larger chunks gain nothing; smaller chunks cost more commands,
// but let the device start earlier, which matters for short transfers.
constexpr std::size_t chunk_bytes = std::size_t{2} << 20;
constexpr std::size_t small_chunk_bytes = std::size_t{1} << 20;
constexpr std::size_t small_transfer_bytes = std::size_t{128} << 20;
constexpr std::size_t chunks_each = 2; // one is filled while the other is transferred
constexpr unsigned most_workers = 8;

unsigned workers() noexcept {
    static const unsigned count = std::clamp(std::thread::hardware_concurrency() / 2, 1U, most_workers);
    return count;
}

std::size_t borrowed_bytes() noexcept {
    return workers() * chunks_each * chunk_bytes;
}

struct job {
    cl_command_queue queue;
    direction way;
    target object;
    unsigned char *host; // only read by a write
    std::size_t bytes;
    cl::wait_list waits;
};

// A chunk, and the command that uses it.
class slot {
  public:
    slot(const job &work, chunks &of, unsigned char *chunk) noexcept : job_{work}, chunks_{of}, chunk_{chunk} {}
    slot(const slot &) = delete;
    slot &operator=(const slot &) = delete;
    slot(slot &&) = delete;
    slot &operator=(slot &&) = delete;
    ~slot() { // after a failure no command may use the chunk
        if (event_ != nullptr && !cl::try_often([this] { return cl::wait_until_over(event_); })) { chunks_.abandon(); }
        const cl::event gone{event_};
    }

    void begin(std::size_t offset, std::size_t bytes) {
        offset_ = offset;
        bytes_ = bytes;
        const cl::table &opencl = cl::dispatch();
        cl_event made = nullptr; // which a driver may write though the command fails
        if (job_.way == direction::write) {
            std::memcpy(chunk_, job_.host + offset, bytes_);
            cl::check_command(opencl.clEnqueueWriteBuffer(job_.queue, job_.object.mem, CL_FALSE,
                                                          job_.object.offset + offset, bytes_, chunk_, job_.waits.count,
                                                          job_.waits.events, &made),
                              "clEnqueueWriteBuffer");
        } else {
            cl::check_command(opencl.clEnqueueReadBuffer(job_.queue, job_.object.mem, CL_FALSE,
                                                         job_.object.offset + offset, bytes_, chunk_, job_.waits.count,
                                                         job_.waits.events, &made),
                              "clEnqueueReadBuffer");
        }
        event_ = made;
        cl::check_command(opencl.clFlush(job_.queue), "clFlush");
    }

    void end() {
        if (event_ == nullptr) { return; }
        cl::wait_for(1, &event_); // otherwise the end of the transfer waits for it
        const cl::event done{std::exchange(event_, nullptr)};
        if (job_.way == direction::read) { std::memcpy(job_.host + offset_, chunk_, bytes_); }
    }

  private:
    const job &job_;
    chunks &chunks_;
    unsigned char *chunk_;
    std::size_t offset_ = 0;
    std::size_t bytes_ = 0;
    cl_event event_ = nullptr;
};

// A transfer's threads; each takes the next free piece.
class crew {
  public:
    explicit crew(const job &work)
        : job_{work}, piece_{work.bytes < small_transfer_bytes ? small_chunk_bytes : chunk_bytes},
          chunks_{work.queue, borrowed_bytes()} {}

    void run() {
        const std::size_t pieces = (job_.bytes + piece_ - 1) / piece_;
        const auto count = static_cast<unsigned>(std::min<std::size_t>(workers(), pieces));
        together(count - 1, [this] { work(); });
        if (failure_ != nullptr) { std::rethrow_exception(failure_); }
    }

  private:
    void work() noexcept {
        unsigned char *const own =
            chunks_.memory() + came_.fetch_add(1, std::memory_order_relaxed) * chunks_each * chunk_bytes;
        try {
            slot slots[chunks_each] = {slot{job_, chunks_, own}, slot{job_, chunks_, own + chunk_bytes}};
            for (std::size_t turn = 0; !failed_.load(std::memory_order_relaxed); ++turn) {
                const std::size_t offset = next_.fetch_add(piece_, std::memory_order_relaxed);
                if (offset >= job_.bytes) { break; }
                slot &s = slots[turn % chunks_each];
                s.end();
                s.begin(offset, std::min(piece_, job_.bytes - offset));
            }
            for (slot &s : slots) {
                s.end();
            }
        } catch (...) {
            const std::lock_guard lock{mutex_};
            if (failure_ == nullptr) { failure_ = std::current_exception(); }
            failed_.store(true, std::memory_order_relaxed);
        }
    }

    job job_;
    std::size_t piece_;
    chunks chunks_;
    std::atomic<std::size_t> came_{0}; // threads
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_; // for what follows
    std::exception_ptr failure_;
};

} // namespace

void write(cl_command_queue queue, const target &to, const unsigned char *from, std::size_t bytes,
           const cl::wait_list &waits) {
    crew{{queue, direction::write, to, const_cast<unsigned char *>(from), bytes, waits}}.run();
}

void read(cl_command_queue queue, const target &from, unsigned char *to, std::size_t bytes,
          const cl::wait_list &waits) {
    crew{{queue, direction::read, from, to, bytes, waits}}.run();
}

void forget(cl_context context) noexcept {
    forget_chunks(context, borrowed_bytes());
}

} // namespace clmem_core::staging
