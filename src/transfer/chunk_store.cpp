#include "transfer/chunk_store.hpp"

#include "cl/enqueue.hpp"
#include "provider/pinned.hpp"

#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clmem_core::staging {

namespace {

// No more than that is kept: so many concurrent transfers in one context are rare.
constexpr std::size_t kept_at_most = 2;

struct shelf {
    std::shared_ptr<provider> source; // retains the context
    std::vector<unsigned char *> idle;
};

struct store {
    std::mutex mutex;
    std::unordered_map<cl_context, shelf> shelves;
};

store &all() {
    static auto *const one = new store; // outlives static destructors
    return *one;
}

// The context's provider, created at the first call.
std::shared_ptr<provider> find_source(cl_context context, cl_command_queue queue) {
    store &s = all();
    {
        const std::lock_guard lock{s.mutex};
        if (const auto at = s.shelves.find(context); at != s.shelves.end()) { return at->second.source; }
    }
    // Destroyed outside the lock if another thread came first or the shelf cannot be stored.
    const std::shared_ptr<provider> made = make_pinned_provider(queue, 0);
    shelf complete; // before it becomes visible to others, since both steps may throw
    complete.idle.reserve(kept_at_most);
    complete.source = made;
    const std::lock_guard lock{s.mutex};
    return s.shelves.try_emplace(context, std::move(complete)).first->second.source;
}

} // namespace

chunks::chunks(cl_command_queue queue, std::size_t bytes)
    : context_{cl::context_of(queue)}, bytes_{bytes}, source_{find_source(context_, queue)}, memory_{nullptr} {
    {
        store &s = all();
        const std::lock_guard lock{s.mutex};
        const auto at = s.shelves.find(context_);
        if (at != s.shelves.end() && at->second.source == source_ && !at->second.idle.empty()) {
            memory_ = at->second.idle.back();
            at->second.idle.pop_back();
        }
    }
    if (memory_ == nullptr) { memory_ = static_cast<unsigned char *>(source_->allocate(bytes)); }
}

chunks::~chunks() {
    if (is_abandoned_.load(std::memory_order_relaxed)) { return; } // the threads that may have set this have finished
    {
        store &s = all();
        const std::lock_guard lock{s.mutex};
        const auto at = s.shelves.find(context_);
        // There is another one if the context was forgotten meanwhile.
        const bool keeps =
            at != s.shelves.end() && at->second.source == source_ && at->second.idle.size() < kept_at_most;
        if (keeps) {
            at->second.idle.push_back(memory_); // the capacity suffices
            return;
        }
    }
    source_->release(memory_, bytes_);
}

void forget_chunks(cl_context context, std::size_t bytes) noexcept {
    shelf gone;
    {
        store &s = all();
        const std::lock_guard lock{s.mutex};
        const auto at = s.shelves.find(context);
        if (at == s.shelves.end()) { return; }
        gone = std::move(at->second);
        s.shelves.erase(at);
    }
    for (unsigned char *memory : gone.idle) {
        gone.source->release(memory, bytes);
    }
}

} // namespace clmem_core::staging
