#include "pool/block_hold.hpp"

#include "handle/claim.hpp"

namespace clmem_core {

block_hold::block_hold(std::uint64_t handle) noexcept : handle_{handle} {
    const pinned_block pin{handle};
    if (pin.get() == nullptr) { return; }
    block_ = pin.get();
    owner_ = block_->owner->shared_from_this();
    owner_->uses().hold(*block_);
}

block_hold::~block_hold() {
    if (block_ != nullptr && owner_->uses().end_hold(*block_, handle_)) { owner_->release_held(block_); }
}

bool block_hold::use(cl_command_queue queue, block_uses::use_of what) const {
    return owner_->uses().record(*block_, queue, what);
}

void block_hold::use_until(std::span<const cl_event> events) const {
    named_events named{owner_->queues(), events};
    owner_->uses().record(*block_, named);
}

void block_hold::use_own(cl_event event) const {
    named_events named{owner_->queues(), {&event, 1}};
    owner_->uses().record_own(*block_, named);
}

cl_mem block_hold::mem() const {
    cl_mem object = block_->object.load(std::memory_order_acquire);
    return object != nullptr ? object : owner_->objects().of(*block_);
}

void *block_hold::pointer() const noexcept {
    if (!traits().has_pointers) { return nullptr; }
    return static_cast<unsigned char *>(block_->home->memory) + block_->offset;
}

cl_mem block_hold::whole() const {
    return owner_->objects().whole_of(*block_);
}

} // namespace clmem_core
