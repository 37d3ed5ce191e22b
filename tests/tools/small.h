/* A small header that obeys all rules; the tests of tools/generate.py break them one at a time.
 *
 * What the *_INIT macros are for:
 *
 *     clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
 *
 * And more. */
#ifndef CLMEM_H
#define CLMEM_H
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>
#define CLMEM_CALL
#define CLMEM_API __attribute__((visibility("default")))

#define CLMEM_VERSION_MAJOR 0
#define CLMEM_VERSION_MINOR 2
#define CLMEM_VERSION_PATCH 0

/** The outcome of a call. */
typedef int32_t clmem_status;

/* ==== pool ==========================================================================================================
 *
 * Pools, as clmem_pool_use() uses them.
 *
 *     // an example
 *     if (pool != NULL) {
 *         puts("a pool");
 *     }
 */

/** The codes. */
typedef enum clmem_status_code {
    CLMEM_SUCCESS = 0,               /**< done */
    CLMEM_ERROR_INVALID_HANDLE = 1,  /**< no handle */
    CLMEM_ERROR_INVALID_ARGUMENT = 2 /**< no argument */
} clmem_status_code;

/** Bits. */
typedef enum clmem_pool_flag {
    CLMEM_POOL_ONE = 1, /**< one */
    CLMEM_POOL_TWO = 2  /**< two */
} clmem_pool_flag;

/** A number. */
enum { CLMEM_NUMBER = 1000 };

/** A pool. */
typedef struct clmem_pool_token *clmem_pool;

/**
 * Called back.
 *
 * @param[in] user   borrowed; a pointer.
 * @param[in] bytes  copied; a size.
 * @return 1 or 0.
 */
typedef int32_t(CLMEM_CALL *clmem_memory_fn)(void *user, size_t bytes);

/** A struct. */
typedef struct clmem_pool_options {
    uint32_t struct_size;
    uint32_t reserved;      /**< zero */
    size_t bytes;           /**< a size,
                                 on two lines */
    clmem_memory_fn memory; /**< called */
    char name[8];           /**< a name */
} clmem_pool_options;
/* clang-format off */
#define CLMEM_POOL_OPTIONS_INIT {sizeof(clmem_pool_options), 0, 0, NULL, {0}}
/* clang-format on */

/**
 * Uses a pool, which takes
 * two lines to say.
 *
 * And a second paragraph about @p pool.
 *
 * @param[in]  pool       borrowed; the pool.
 * @param[in]  device     retained; a device.
 * @param[in]  options    copied, nullable; options;
 *                        on two lines.
 * @param[in]  capacity   copied; room.
 * @param[out] out_sizes  copied, nullable, length capacity; sizes.
 * @param[out] out_name   borrowed; a name.
 * @error CLMEM_ERROR_INVALID_HANDLE    no pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a NULL.
 * @error CL_INVALID_DEVICE             no device.
 * @since 0.2
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_use(clmem_pool pool, cl_device_id device,
                                                 const clmem_pool_options *options, uint32_t capacity,
                                                 size_t *out_sizes, const char **out_name);

/**
 * Releases a pool.
 *
 * @param[in] pool  owned, nullable; the pool.
 * @error CLMEM_ERROR_INVALID_HANDLE  no pool.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_release(clmem_pool pool);
#endif
