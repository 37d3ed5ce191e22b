#include "actor.hpp"

#include <CL/cl.h>

namespace random_programs {

namespace {

thread_local actor *now = nullptr;

constexpr std::size_t most_blocks = 24;

} // namespace

actor *actor::current() noexcept {
    return now;
}

in_clmem::in_clmem(actor &who) {
    now = &who;
}

in_clmem::~in_clmem() {
    now = nullptr;
}

actor::actor(world &in, std::uint64_t seed) : in_{in}, random_{seed} {}

actor::~actor() = default;

bool actor::check(clmem_status status, const char *what, clmem_status allowed) {
    if (status == CLMEM_SUCCESS) { return true; }
    if (status == CLMEM_ERROR_UNSUPPORTED && !queues_.empty()) { // too many queues: complete those that were forgotten
        while (!gates_.empty()) {
            open_gate();
        }
        mock::advance(random_.next(), 1000);
        return false;
    }
    if (!in_.has_faults() && status != allowed) {
        clmem_error last = CLMEM_ERROR_INIT;
        clmem_error_last(&last);
        report("%s returned %d: %s", what, status, last.message);
    }
    return false;
}

owned_block *actor::pick_live() {
    if (blocks_.empty()) { return nullptr; }
    owned_block &b = random_.pick(blocks_);
    return b.handle != nullptr ? &b : nullptr;
}

void actor::step(manner how) {
    if (in_.pool == nullptr) { return; }
    if (how == manner::intruder && random_.once_in(2)) {
        return use_offer();
    } // possibly of the block that the call uses
    const std::size_t chance = random_.below(128);
    const bool may_allocate = how == manner::any;
    if (chance < 32) {
        if (may_allocate && blocks_.size() < most_blocks) { return allocate(); }
        if (!blocks_.empty()) { release(random_.below(blocks_.size())); }
        return;
    }
    if (chance < 52) {
        if (!blocks_.empty()) { release(random_.below(blocks_.size())); }
        return;
    }
    if (chance >= 110) {
        switch (chance) {
        case 110:
        case 111:
        case 112:
            return may_allocate ? add_queue() : end_queue();
        case 113:
        case 114:
            return end_queue();
        case 115:
            return random_.once_in(8) ? finish_queue() : open_gate();
        case 116:
        case 117:
        case 118:
            return open_gate();
        case 119:
            return may_allocate ? manage_pool() : dump_pool();
        case 120:
            return may_allocate && random_.once_in(64) ? fork_child() : use_offer();
        case 121:
        case 122:
        case 123:
            return use_offer();
        default:
            return mock::advance(random_.next(), 4);
        }
    }
    owned_block *const b = pick_live();
    if (b == nullptr) { return; }
    if (chance < 68) { return use_at_home(*b); }
    if (chance < 76) { return use_elsewhere(*b, true); }
    if (chance < 78) { return use_elsewhere(*b, false); }
    if (chance < 79) { return use_slab(*b); }
    if (chance < 85) { return take_hold(*b); }
    if (chance < 94) { return use_hold(*b); }
    if (chance < 97) { return end_any_hold(*b); }
    if (chance < 102) { return offer_hold(*b); }
    if (chance < 103) { return check_queue(*b); }
    if (!in_.has_pointers()) { return; }
    offer_hold(*b);
    return chance < 108 ? bind(*b) : unbind(*b);
}

void actor::check_statistics(world &in, const std::vector<actor *> &all) {
    clmem_statistics figures = CLMEM_STATISTICS_INIT;
    need(clmem_pool_statistics(in.pool, &figures), "clmem_pool_statistics");
    std::size_t bytes = 0;
    std::size_t blocks = 0;
    for (const actor *one : all) {
        for (const owned_block &b : one->blocks_) {
            if (b.handle == nullptr && b.holds.empty()) { continue; } // it has been freed already
            bytes += b.bytes;
            ++blocks;
        }
    }
    const std::size_t held = figures.managed_bytes - figures.held_bytes;
    if (figures.active_bytes != bytes || figures.active_blocks != blocks || held < bytes) {
        report("the pool counts %zu bytes in %llu blocks, of %zu that are not held; live are %zu in %zu",
               figures.active_bytes, static_cast<unsigned long long>(figures.active_blocks), held, bytes, blocks);
    }
    if (figures.allocations - figures.releases != figures.active_blocks ||
        figures.hits + figures.misses != figures.allocations || figures.idle_bytes > figures.held_bytes) {
        report("the pool's figures contradict each other: %llu allocations, %llu releases, %llu hits, %llu misses, %zu "
               "bytes idle, %zu held",
               static_cast<unsigned long long>(figures.allocations), static_cast<unsigned long long>(figures.releases),
               static_cast<unsigned long long>(figures.hits), static_cast<unsigned long long>(figures.misses),
               figures.idle_bytes, figures.held_bytes);
    }
}

bool actor::release_one() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        owned_block &b = blocks_[i];
        if (b.handle == nullptr || !b.holds.empty() || !b.named.empty()) { continue; }
        release(i);
        return true;
    }
    return false;
}

void actor::end() {
    for (const bool holds_first : {random_.once_in(2), true}) {
        for (std::size_t i = blocks_.size(); i-- > 0;) {
            while (holds_first && i < blocks_.size() && !blocks_[i].holds.empty()) {
                end_any_hold(blocks_[i]);
            }
            if (i < blocks_.size() && blocks_[i].handle != nullptr) { release(i); }
            if (i < blocks_.size()) { drop_if_done(i); }
        }
    }
    while (!gates_.empty()) {
        open_gate();
    }
    while (!queues_.empty()) {
        end_queue();
    }
}

} // namespace random_programs
