// Steps that allocate and release.
#include "../support/options.hpp"
#include "actor.hpp"

#include <algorithm>
#include <clmem_extras.hpp>
#include <optional>

namespace random_programs {

namespace {

std::size_t any_size(dice &random) {
    constexpr std::size_t kib = 1024;
    switch (random.below(8)) {
    case 0:
    case 1:
        return kib * kib + random.below(kib * kib);
    case 2:
    case 3:
    case 4:
        return kib * (64 << random.below(4));
    case 5:
        return kib * (1 + random.below(256));
    default:
        return 1 + random.below(4 * kib);
    }
}

} // namespace

void actor::allocate() {
    const std::size_t bytes = any_size(random_);
    named_queue home = any_queue();
    clmem_buffer made = nullptr;
    {
        const in_clmem here{*this};
        if (!check(ask_for(bytes, home, made), "an allocation", CLMEM_ERROR_OUT_OF_MEMORY)) { return; }
    }
    if (made != nullptr) { take_in(made, bytes, home); }
}

clmem_status actor::ask_for(std::size_t bytes, named_queue &home, clmem_buffer &out) {
    const bool is_default = in_.own_queue != nullptr && random_.once_in(8);
    if (is_default) {
        const auto named = std::find_if(in_.lasting.begin(), in_.lasting.end(),
                                        [&](const named_queue &each) { return each.queue == in_.own_queue; });
        home = *named;
    }
    cl_command_queue queue = is_default ? nullptr : home.queue;
    std::optional<clmem::experimental::tag_scope> inside;
    if (random_.once_in(16)) { inside.emplace(random_.once_in(2) ? "some" : "other"); }
    if (random_.once_in(8)) { return clmem_pool_try_allocate(in_.pool, queue, bytes, &out); }
    if (!random_.once_in(8)) { return clmem_pool_allocate(in_.pool, queue, bytes, &out); }
    clmem_allocation_options chosen = CLMEM_ALLOCATION_OPTIONS_INIT;
    chosen.queue = queue;
    chosen.alignment_bytes = random_.once_in(2) ? 4096 : 0;
    chosen.flags = random_.once_in(4) ? CLMEM_ALLOCATION_DEDICATED : 0;
    if (random_.once_in(2)) { need(clmem_pool_tag(in_.pool, "some", &chosen.tag), "clmem_pool_tag"); }
    return clmem_pool_allocate_with(in_.pool, &chosen, bytes, &out);
}

void actor::take_in(clmem_buffer made, std::size_t bytes, const named_queue &home) {
    owned_block b;
    b.handle = made;
    b.owner = in_.next_owner();
    b.bytes = bytes;
    b.home = home;
    const clmem_status status =
        in_.has_pointers() ? clmem_svm_pointer(made, &b.pointer) : clmem_buffer_mem(made, &b.mem);
    if (!check(status, "the address or cl_mem of a block")) {
        const mock::own_calls no_faults;
        need(clmem_buffer_release(made), "clmem_buffer_release");
        return;
    }
    if (in_.is_host_reachable()) {
        const mock::owner_scope mine{b.owner};
        mock::touch(b.pointer, bytes);
    }
    blocks_.push_back(std::move(b));
    if (!random_.once_in(4)) { use_at_home(blocks_.back()); }
}

// Removes a block from the books once its handle and all its holds are gone.
void actor::drop_if_done(std::size_t index) {
    owned_block &b = blocks_[index];
    if (b.handle != nullptr || !b.holds.empty()) { return; }
    set_ready(b, nullptr);
    release_all(b.named);
    release_all(b.at_home);
    blocks_[index] = std::move(blocks_.back());
    blocks_.pop_back();
}

clmem_status actor::release_handle(owned_block &b) {
    const in_clmem here{*this};
    std::vector<cl_event> events = b.named;
    std::optional<mock::no_waits> promised;
    if (!in_.has_faults()) { promised.emplace(); }
    if (events.empty() && !random_.once_in(4)) { return clmem_buffer_release(b.handle); }
    // In an out-of-order queue the events must cover everything except clmem's own commands.
    events.insert(events.end(), b.at_home.begin(), b.at_home.end());
    const auto count = static_cast<cl_uint>(events.size());
    const cl_event *const list = events.empty() ? nullptr : events.data();
    if (in_.has_pointers() && b.home.queue != nullptr && random_.once_in(2)) {
        cl_event out = nullptr;
        const clmem_status status = clmem_svm_release_enqueued(b.handle, nullptr, clmem::test::after(count, list),
                                                               random_.once_in(2) ? &out : nullptr);
        if (out != nullptr) { clmem_event_release(out); }
        return status;
    }
    return clmem_buffer_release_after(b.handle, count, list);
}

void actor::release(std::size_t index) {
    owned_block &b = blocks_[index];
    if (b.handle == nullptr) {
        end_any_hold(b);
        return drop_if_done(index);
    }
    if (!check(release_handle(b), "a release")) {
        const mock::own_calls no_faults;
        need(release_handle(b), "a release without faults");
    }
    b.handle = nullptr;
    drop_if_done(index);
}

void actor::bind(owned_block &b) {
    const named_queue to = any_queue();
    if (to.is_out_of_order) { return; }
    bool is_bound = false;
    in_.set_bound(b.owner);
    {
        const in_clmem here{*this};
        is_bound = check(clmem_svm_bind(b.handle, to.queue), "clmem_svm_bind");
    }
    if (!is_bound) { return; }
    b.home = to;
    set_ready(b, nullptr);
    release_all(b.at_home);
    check_queue(b);
}

void actor::unbind(owned_block &b) {
    in_.set_bound(b.owner);
    {
        const in_clmem here{*this};
        if (!check(clmem_svm_unbind(b.handle), "clmem_svm_unbind")) { return; }
    }
    b.home = {};
    set_ready(b, nullptr);
    release_all(b.at_home);
    check_queue(b);
}

void actor::check_queue(const owned_block &b) {
    clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
    const in_clmem here{*this};
    if (!check(clmem_buffer_describe(b.handle, &info), "clmem_buffer_describe")) { return; }
    if (info.queue != b.home.queue) { report("a block belongs to another queue than that of its allocation"); }
    if (info.bytes != b.bytes) { report("a block of %zu bytes has %zu", b.bytes, info.bytes); }
}

} // namespace random_programs
