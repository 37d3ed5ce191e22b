/* SPDX-License-Identifier: MIT */
/* ==== cache =========================================================================================================
 *
 * Values that are created once for a context, a device or a handle, and looked up by many threads: programs, kernels,
 * tables. A value is identified by an object, which the cache treats as a number, and a key of any bytes. If threads
 * race, one of them wins. A value is released by its own callback when its entry is removed; the entries of an object
 * are removed before the object ends, or with a watched context.
 *
 *     clmem_cache cache;
 *     clmem_cache_value made = CLMEM_CACHE_VALUE_INIT;
 *     void *value;
 *     CHECK(clmem_cache_create(&cache));
 *     made.value = "made once for this context";
 *     CHECK(clmem_cache_put(cache, (uintptr_t)context, "key", 3, &made, &value, NULL));
 *     CHECK(clmem_cache_get(cache, (uintptr_t)context, "key", 3, &value, NULL)); // the same, on any thread
 *     CHECK(clmem_cache_drop(cache, (uintptr_t)context, NULL));
 *     CHECK(clmem_cache_release(cache));
 */
#ifndef CLMEM_EXTRAS_CACHE_H
#define CLMEM_EXTRAS_CACHE_H

#include "../base.h"

CLMEM_BEGIN_DECLARATIONS

/** A table of values by object and key, for example of a context or a device (first_arg_dependent_memoize). */
typedef struct clmem_cache_token *clmem_cache;

/**
 * Adds a reference to a value for a caller that is about to receive it. clmem holds no lock during the call. It must
 * not call clmem's allocating functions.
 *
 * @param[in] user   borrowed; the pointer of clmem_cache_value.
 * @param[in] value  borrowed; the value, which is alive during the call.
 */
typedef void(CLMEM_CALL *clmem_value_retain_fn)(void *user, void *value);

/**
 * Releases a value that left the cache or did not enter it. clmem holds no lock during the call. It must not call
 * clmem's allocating functions.
 *
 * @param[in] user   borrowed; the pointer of clmem_cache_value.
 * @param[in] value  owned; the value.
 */
typedef void(CLMEM_CALL *clmem_value_release_fn)(void *user, void *value);

/** A value for the cache, with its callbacks. */
typedef struct clmem_cache_value {
    uint32_t struct_size;
    uint32_t reserved; /**< zero */
    void *value;       /**< any pointer, including NULL; clmem never dereferences it */
    void *user;        /**< passed to the callbacks */
    /** called for each value that a call returns, which the caller then owns; may be NULL: the value is then borrowed
     *  until its entry is removed */
    clmem_value_retain_fn retain;
    clmem_value_release_fn release; /**< called once when the entry is removed; may be NULL */
} clmem_cache_value;
/* clang-format off */
#define CLMEM_CACHE_VALUE_INIT {sizeof(clmem_cache_value), 0, NULL, NULL, NULL, NULL}
/* clang-format on */

/**
 * Creates an empty cache. It never loads OpenCL.
 *
 * @param[out] out_cache  owned; the cache, to be released by clmem_cache_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p out_cache is NULL.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_create(clmem_cache *out_cache);

/**
 * Looks for a value.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object for which the value was inserted, as a number; 0: none.
 * @param[in]  key        borrowed, nullable, length key_bytes; the key: any bytes; NULL only when @p key_bytes is 0.
 * @param[in]  key_bytes  copied; the number.
 * @param[out] out_value  borrowed; the value, until its entry is removed; owned by the caller if the value has a retain
 *                        callback. NULL if there is none.
 * @param[out] out_found  copied, nullable; 1 if there is one, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_value is NULL, @p key is NULL with a length above 0, or @p key_bytes is
 *                                      2^62 or more.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_get(clmem_cache cache, uint64_t object, const char *key, size_t key_bytes,
                                                  void **out_value, uint32_t *out_found);

/**
 * Inserts a value, unless there is one already. If threads race, one of them wins, and all get its value.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object of the value, as a number: an OpenCL object's address or a handle; 0: none.
 *                        The cache does not retain it.
 * @param[in]  key        borrowed, nullable, length key_bytes; the key: any bytes, which are copied; NULL only when @p
 *                        key_bytes is 0.
 * @param[in]  key_bytes  copied; the number.
 * @param[in]  value      owned; the value. On success the cache owns it: if there was one already, the cache calls this
 *                        one's release callback before the call returns. On failure the caller still owns it.
 * @param[out] out_value  borrowed; the value that is in the cache now, as from clmem_cache_get().
 * @param[out] out_added  copied, nullable; 1 if that is the given value, otherwise 0.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p value or @p out_value is NULL, @p key is NULL with a length above 0, @p
 *                                        key_bytes is 2^62 or more, struct_size is wrong, or a reserved member is not
 *                                        zero.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 * @threadsafety any thread; any thread that uses the cache may call the callbacks
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_put(clmem_cache cache, uint64_t object, const char *key, size_t key_bytes,
                                                  const clmem_cache_value *value, void **out_value,
                                                  uint32_t *out_added);

/**
 * Removes the entries of a context when the context ends (clSetContextDestructorCallback, OpenCL 3.0).
 *
 * The entries are those whose object is the context's address. A thread of the driver then calls their release
 * callbacks, which must not call OpenCL. Where this is not supported, call clmem_cache_drop() before the context is
 * released.
 *
 * @param[in] cache    borrowed; the cache. It may be released before the context.
 * @param[in] context  borrowed; the context. Watching it twice is the same as once.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p context is NULL.
 * @error CLMEM_ERROR_UNSUPPORTED       the OpenCL library or a device of the context is older than OpenCL 3.0.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context (reported by the driver), or another code of
 *                                      clSetContextDestructorCallback.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_watch(clmem_cache cache, cl_context context);

/**
 * Removes the entries of one object. Their release callbacks have been called when the call returns, except for values
 * that another thread is receiving at this moment: that thread calls them.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[in]  object     copied; the object, as a number.
 * @param[out] out_count  copied, nullable; how many entries were removed.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_drop(clmem_cache cache, uint64_t object, size_t *out_count);

/**
 * Removes all entries, as clmem_cache_drop() does (clear_first_arg_caches).
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[out] out_count  copied, nullable; how many entries were removed.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_clear(clmem_cache cache, size_t *out_count);

/**
 * Returns how many entries a cache has.
 *
 * @param[in]  cache      borrowed; the cache.
 * @param[out] out_count  copied; the number.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p cache is not a live cache.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_count is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_count(clmem_cache cache, size_t *out_count);

/**
 * Releases a cache and removes its entries, as clmem_cache_clear() does.
 *
 * @param[in] cache  owned, nullable; the cache; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p cache is not a live cache.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_release(clmem_cache cache);

CLMEM_END_DECLARATIONS

#endif
