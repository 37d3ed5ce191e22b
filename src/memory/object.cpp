#include "memory/object.hpp"

#include "cl/enqueue.hpp"
#include "cl/svm.hpp"
#include "handle/object_table.hpp"
#include "memory/command_uses.hpp"

namespace clmem_core {

const char *noun_of(memory_kind kind) noexcept {
    switch (kind) {
    case memory_kind::buffer:
        return "a buffer";
    case memory_kind::svm:
        return "shared virtual memory";
    case memory_kind::image:
        return "an image";
    case memory_kind::pipe:
        return "a pipe";
    }
    return "memory";
}

memory_object::memory_object(std::shared_ptr<block_hold> hold) noexcept
    : kind_{hold->traits().has_pointers ? memory_kind::svm : memory_kind::buffer}, pointer_{hold->pointer()},
      bytes_{hold->bytes()}, hold_{std::move(hold)} {}

cl_mem memory_object::mem() const {
    if (object_.get() != nullptr) { return object_.get(); }
    if (hold_ != nullptr) { return hold_->mem(); }
    fail(CLMEM_ERROR_UNSUPPORTED,
         "expected an OpenCL object, got an address; create an object over it with clmem_svm_as_buffer()");
}

memory_access memory_object::access() const noexcept {
    if (hold_ != nullptr) { return hold_->traits().access; }
    return kind_ == memory_kind::svm ? memory_access::svm : memory_access::object;
}

memory_object::place memory_object::root() const {
    if (hold_ != nullptr) { return {hold_->whole(), hold_->offset()}; }
    const bool is_part = parent_ != nullptr && parent_->access() == memory_access::object;
    if (is_part) { return {parent_->root().whole, offset_}; }
    return {object_.get(), 0};
}

const std::shared_ptr<block_hold> &memory_object::origin_hold() const noexcept {
    const memory_object *at = this;
    while (at->hold_ == nullptr && at->parent_ != nullptr) {
        at = at->parent_.get();
    }
    return at->hold_;
}

void memory_object::use(cl_command_queue queue, event given) const {
    if (is_of_host_) { cl::need(cl::device_of(queue), cl::svm_system); }
    using use_of = block_uses::use_of;
    if (const auto &held = origin_hold()) {
        const bool is_named = hold_ != nullptr && given == event::returned;
        if (held->use(queue, is_named ? use_of::block : use_of::derived)) { command_uses::add(held); }
    }
}

void memory_object::use_until(std::span<const cl_event> events) const {
    if (const block_hold *const held = origin()) { held->use_until(events); }
}

std::uint64_t make_memory_handle(std::shared_ptr<memory_object> object) {
    return object_table::add(token::type::memory, std::move(object));
}

std::shared_ptr<memory_object> find_memory(std::uint64_t handle) {
    if (auto found = object_table::find(token::type::memory, handle)) {
        return std::static_pointer_cast<memory_object>(std::move(found));
    }
    auto hold = std::make_shared<block_hold>(handle);
    return hold->get() != nullptr ? std::make_shared<memory_object>(std::move(hold)) : nullptr;
}

} // namespace clmem_core
