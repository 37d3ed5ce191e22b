#include "base/log.hpp"

#include "api/guard.hpp"
#include "base/thread.hpp"

using namespace clmem_core;

clmem_status clmem_log_set_callback(uint32_t level, clmem_log_fn callback, void *user) {
    return api::guard(__func__, [&] {
        api::refuse_forked();
        if (level > CLMEM_LOG_DEBUG) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "expected a level from CLMEM_LOG_NONE (0) to CLMEM_LOG_DEBUG (%d), got %u",
                 static_cast<int>(CLMEM_LOG_DEBUG), level);
        }
        if (in_callback()) {
            fail(CLMEM_ERROR_CALLBACK, "expected a call outside clmem's callbacks, got one inside a callback; change "
                                       "the log before or after it");
        }
        log::set_sink(static_cast<log::level>(level), callback, user);
    });
}
