/* SPDX-License-Identifier: MIT */
/* ==== fault ==========================================================================================================
 *
 * Memory with injected faults, for a program's own tests: what happens when the third allocation of a pool finds no
 * memory, when allocations take long, or when the device is lost.
 *
 *     clmem_provider memory, faulty;
 *     clmem_pool scarce;
 *     clmem_buffer block;
 *     clmem_fault_counts injected = CLMEM_FAULT_COUNTS_INIT;
 *     CHECK(clmem_provider_create_buffer(context, NULL, &memory));
 *     CHECK(clmem_provider_create_faulty(memory, "allocate:beyond=64MiB", &faulty));
 *     CHECK(clmem_pool_create(faulty, NULL, &scarce));
 *     CHECK(clmem_pool_allocate(scarce, queue, 1 << 20, &block)); // as on a device with 64 MiB
 *     CHECK(clmem_buffer_release(block));
 *     CHECK(clmem_provider_faults(faulty, &injected));
 *     printf("%llu allocations failed\n", (unsigned long long)injected.failures);
 *     CHECK(clmem_pool_release(scarce));
 *     CHECK(clmem_provider_release(faulty));
 *     CHECK(clmem_provider_release(memory));
 */
#ifndef CLMEM_EXTRAS_FAULT_H
#define CLMEM_EXTRAS_FAULT_H

#include "../provider.h"

CLMEM_BEGIN_DECLARATIONS

/** What a faulty provider has injected. */
typedef struct clmem_fault_counts {
    uint32_t struct_size;
    uint32_t reserved; /**< zero */
    uint64_t calls;    /**< of the provider: allocations, frees, sub-buffers and maps */
    uint64_t failures; /**< calls that were made to fail */
    uint64_t delays;   /**< calls that were delayed */
} clmem_fault_counts;
/* clang-format off */
#define CLMEM_FAULT_COUNTS_INIT {sizeof(clmem_fault_counts), 0, 0, 0, 0}
/* clang-format on */

/**
 * Creates a provider whose memory comes from another one, and whose calls fail, or take longer, as a spec says.
 *
 * A spec is one rule or several, separated by ',', and perhaps a seed for what is random: "seed=7". A rule names calls,
 * and then settings, separated by ':', as in "allocate:nth=3:code=CL_OUT_OF_RESOURCES". Calls are "allocate", "free",
 * "sub_buffer", "map", a pattern with '*', "memory", which stands for allocate, or "all". A rule counts the calls that
 * meet its conditions: "above=64MiB" (of one request), "beyond=2GiB" (live, with the request), "after=5s". Of these it
 * chooses all, or "nth=3", "from=3", "every=100" or "share=1%". They fail with the code, by default
 * CL_MEM_OBJECT_ALLOCATION_FAILURE for memory and otherwise CL_OUT_OF_RESOURCES; with "delay=5ms" they take longer, and
 * fail only if there is a code too; with "lose" that call and all later ones fail, except frees, as on a lost device.
 *
 * Memory whose free fails stays with the provider, and is freed at its end. What was injected is in the log.
 *
 * @param[in]  provider      retained; where the memory comes from.
 * @param[in]  spec          copied; which calls fail, and how.
 * @param[out] out_provider  owned; the faulty provider, of the same kind, to be released by clmem_provider_release().
 * @error CLMEM_ERROR_INVALID_HANDLE      @p provider is not a live provider.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    a pointer is NULL, or the spec is wrong; the message says what was expected.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_create_faulty(clmem_provider provider, const char *spec,
                                                               clmem_provider *out_provider);

/**
 * Counts what a faulty provider has injected.
 *
 * @param[in]  provider    borrowed; the faulty provider.
 * @param[out] out_counts  copied; the counts.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p provider is not a live provider.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_counts is NULL or its struct_size is wrong.
 * @error CLMEM_ERROR_UNSUPPORTED       @p provider is not faulty.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_provider_faults(clmem_provider provider, clmem_fault_counts *out_counts);

CLMEM_END_DECLARATIONS

#endif
