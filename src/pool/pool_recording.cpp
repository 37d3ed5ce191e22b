// How a pool begins and ends to tell a recorder what happens, and the state that it begins with.
#include "pool/recorded_state.hpp"
#include "pool/tag_scopes.hpp"

#include <utility>

namespace clmem_core {

namespace {

std::string devices_of(const provider::traits &source) {
    std::string names;
    for (const std::string &device : source.devices) {
        names += (names.empty() ? "" : ", ") + device;
    }
    return names;
}

} // namespace

// Under the lock, with the caches closed.
void pool::change_recorder(change_of_recorder &change) noexcept {
    change.before = record_.set(change.to, log_.number(), ranges_.heap().unit());
    wants_stacks_.store(record_.wants_stacks(), std::memory_order_relaxed);
    caches_.tell_recorder();
    ranges_.heap().for_each([](block &b) {
        const bool is_live =
            b.state == block_state::used && token::is_handle(b.token.load(std::memory_order_relaxed) & ~token::pinned);
        if (is_live) { b.stack = 0; }
    });
}

std::shared_ptr<recorder> pool::set_recorder(const std::shared_ptr<recorder> &to) {
    change_of_recorder change{to, nullptr};
    if (to == nullptr) {
        const closed_caches closed{caches_};
        const biased_lock lock{mutex_};
        change_recorder(change);
        return change.before;
    }
    describe_to(*to);
    try {
        const pool_snapshot begin = copy(&change);
        to->add(recorded_state(begin, *to));
    } catch (...) {
        (void)set_recorder(nullptr); // which needs no memory
        throw;
    }
    return change.before;
}

void pool::describe_to(recorder &to) const {
    const provider::traits &source = provider_->properties();
    to.pool(log_.number(), source.kind, classes().unit(), devices_of(source));
}

std::shared_ptr<recorder> pool::find_recorder() noexcept {
    const biased_lock lock{mutex_};
    return record_.get();
}

recorded_stack pool::find_stack() noexcept {
    if (!wants_stacks_.load(std::memory_order_relaxed) || in_callback()) { return {}; }
    const std::shared_ptr<recorder> to = find_recorder();
    return to != nullptr ? recorded_stack{to->id(), to->stack_here()} : recorded_stack{};
}

std::uint32_t pool::tag(const char *name) {
    const std::uint32_t found = tags_.find_or_add(name);
    if (found == 0) { return 0; }
    if (const std::shared_ptr<recorder> to = find_recorder()) { to->tag(log_.number(), found, name); }
    return found;
}

std::uint8_t pool::tag_of_scope() {
    tag_scopes::scope *const inside = tag_scopes::innermost();
    if (inside == nullptr) { return 0; }
    if (inside->pool != log_.number()) {
        inside->tag = static_cast<std::uint8_t>(tag(inside->name.data()));
        inside->pool = log_.number();
    }
    return inside->tag;
}

} // namespace clmem_core
