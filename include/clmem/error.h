/* SPDX-License-Identifier: MIT */
/* ==== error =========================================================================================================
 *
 * Every call returns a status, and every failure fills the error record of its thread: the call, what is wrong, what to
 * do, and the OpenCL code that caused it. A success does not change the record. The record's strings are valid until
 * the thread's next failure. clmem prints and throws nothing. (docs/handles-and-errors.md)
 *
 *     clmem_buffer block;
 *     if (clmem_pool_allocate(pool, queue, (size_t)1 << 50, &block) != CLMEM_SUCCESS) {
 *         clmem_error error = CLMEM_ERROR_INIT;
 *         CHECK(clmem_error_last(&error));
 *         printf("%s: %s (OpenCL's code: %d)\n", error.function, error.message, (int)error.opencl_code);
 *     }
 */
#ifndef CLMEM_ERROR_H
#define CLMEM_ERROR_H

#include "base.h"

CLMEM_BEGIN_DECLARATIONS

/** clmem's own status codes. OpenCL's codes are negative and mean what the OpenCL specification says. */
typedef enum clmem_status_code {
    CLMEM_SUCCESS = 0,                /**< success */
    CLMEM_ERROR_INVALID_HANDLE = 1,   /**< a handle is NULL, stale, of another type or of another copy of the library */
    CLMEM_ERROR_INVALID_ARGUMENT = 2, /**< an argument is out of its range; the message names it */
    /** the limit is reached, or the driver is out of memory: opencl_code says which */
    CLMEM_ERROR_OUT_OF_MEMORY = 3,
    CLMEM_ERROR_OUT_OF_HOST_MEMORY = 4, /**< the process is out of memory */
    CLMEM_ERROR_UNSUPPORTED = 5,        /**< the device or the provider lacks a feature; the message names it */
    CLMEM_ERROR_NO_OPENCL = 6,          /**< the OpenCL library (the ICD loader) cannot be loaded */
    CLMEM_ERROR_NO_DEVICE = 7,          /**< no device matches the selector, or none works */
    CLMEM_ERROR_FORKED = 8,             /**< called in a child process after fork() */
    /** a callback of the program failed, or called a function that callbacks may not call */
    CLMEM_ERROR_CALLBACK = 9,
    CLMEM_ERROR_INTERNAL = 10 /**< a fault in clmem: please report it */
} clmem_status_code;

/** The record of this thread's last failed call. */
typedef struct clmem_error {
    uint32_t struct_size;
    /** the status that the call returned; CLMEM_SUCCESS if no call of this thread has failed yet */
    clmem_status status;
    int32_t opencl_code;  /**< OpenCL's code, 0 if OpenCL was not the cause */
    uint32_t reserved;    /**< zero */
    const char *function; /**< name of the function that failed; never NULL */
    const char *message;  /**< what happened and what to do, in English, UTF-8, of any length; never NULL */
} clmem_error;
/* clang-format off */
#define CLMEM_ERROR_INIT {sizeof(clmem_error), 0, 0, 0, NULL, NULL}
/* clang-format on */

/**
 * Returns the error record of this thread's last failed call.
 *
 * A failing call always writes the record, a successful one never changes it. This call leaves the record unchanged
 * even when it fails.
 *
 * @param[out] out_error  borrowed; the record. Its strings are valid until the next failing call of this thread.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_error is NULL or its struct_size is wrong.
 * @threadsafety any thread; each has its own record
 */
CLMEM_API clmem_status CLMEM_CALL clmem_error_last(clmem_error *out_error);

/**
 * Returns the name of a status as in this header or in the OpenCL headers.
 *
 * @param[in]  status    copied; any number.
 * @param[out] out_name  borrowed; the name, valid until the process ends; "unknown status" for an unknown number.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_name is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_status_name(clmem_status status, const char **out_name);

CLMEM_END_DECLARATIONS

#endif
