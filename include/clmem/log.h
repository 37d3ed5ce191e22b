/* SPDX-License-Identifier: MIT */
/* ==== log ===========================================================================================================
 *
 * The log says in sentences what clmem does: how pools grow and trim, why memory is short, which calls fail, which
 * queues come and go, how long the driver takes. It is off by default and costs nothing then. The environment
 * variable CLMEM_LOG (error, warning, info or debug) turns it on for any program and writes to standard error; a
 * program can turn it on by a call, and may receive the lines itself. (docs/debugging.md)
 *
 *     CHECK(clmem_log_set_callback(CLMEM_LOG_INFO, NULL, NULL)); // to standard error, as CLMEM_LOG=info does
 *     CHECK(clmem_log_set_callback(CLMEM_LOG_NONE, NULL, NULL));
 */
#ifndef CLMEM_LOG_H
#define CLMEM_LOG_H

#include "base.h"

CLMEM_BEGIN_DECLARATIONS

/** How much the log says. Each level includes those before it. */
typedef enum clmem_log_level {
    CLMEM_LOG_NONE = 0,    /**< nothing */
    CLMEM_LOG_ERROR = 1,   /**< calls that fail */
    CLMEM_LOG_WARNING = 2, /**< problems that a pool recovers from: a driver that refuses memory */
    CLMEM_LOG_INFO = 3,    /**< pools, their growth and trim, queues, the OpenCL library */
    CLMEM_LOG_DEBUG = 4    /**< why a pool grows, and each call of the driver with its time */
} clmem_log_level;

/**
 * Receives a line of the log. Any thread may call it, several at the same time. No pool's lock is held during the call.
 * It may release memory, but not allocate; lines that its own calls cause are dropped.
 *
 * @param[in] user   borrowed, nullable; the pointer given to clmem_log_set_callback().
 * @param[in] level  copied; the line's clmem_log_level, never CLMEM_LOG_NONE.
 * @param[in] line   borrowed; the line as written to standard error, without its end.
 */
typedef void(CLMEM_CALL *clmem_log_fn)(void *user, uint32_t level, const char *line);

/**
 * Chooses how much to log and who receives it, instead of CLMEM_LOG and of an earlier call. When it returns, no thread
 * is inside the earlier callback, and none will call it again.
 *
 * @param[in] level     copied; a clmem_log_level.
 * @param[in] callback  retained, nullable; receives the lines; NULL: they go to standard error.
 * @param[in] user      retained, nullable; passed to the callback, for which it must stay valid.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p level is not a clmem_log_level.
 * @error CLMEM_ERROR_CALLBACK          called from inside a callback of clmem.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_log_set_callback(uint32_t level, clmem_log_fn callback, void *user);

CLMEM_END_DECLARATIONS

#endif
