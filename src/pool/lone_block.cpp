#include "pool/lone_block.hpp"

#include "pool/recorded_pools.hpp"

namespace clmem_core {

std::uint64_t allocate_alone(std::shared_ptr<provider> source, std::size_t bytes, cl_command_queue queue) {
    clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
    options.flags = CLMEM_POOL_DEDICATED;
    const auto own = std::make_shared<pool>(std::move(source), options, pool::purpose::one_block);
    const auto close = [](pool *p) { p->close(); };
    const std::unique_ptr<pool, decltype(close)> closer{own.get(), close};
    recorded_pools::introduce(own);
    known_queue &owner = own->uses().find_queue(queue);
    if (owner.out_of_order) {
        fail(
            CLMEM_ERROR_UNSUPPORTED,
            "expected an in-order queue, or none, as the owner of memory, got a queue that runs commands out of order");
    }
    block *const b = own->allocate({.requested = bytes, .queue = &owner});
    return b->token.load(std::memory_order_relaxed);
}

} // namespace clmem_core
