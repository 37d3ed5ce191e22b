/* SPDX-License-Identifier: MIT */
/* ==== recorder ======================================================================================================
 *
 * Records what happens to the memory of pools: allocations and releases with their place, queue, tag and stack, slabs,
 * markers and waits, shortages, and what the program itself marks. The record is a ring in memory that keeps the last
 * events, or a file that is complete up to the last event even if the program is killed. `clmem report`, `clmem diff`
 * and `clmem convert` read it. While no recorder is on, allocations cost what they did. (docs/seeing-memory.md)
 *
 *     clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
 *     clmem_recorder recorder;
 *     clmem_buffer recorded;
 *     options.ring_bytes = 1 << 20;
 *     CHECK(clmem_recorder_create(&options, &recorder));
 *     CHECK(clmem_recorder_start(recorder, pool));
 *     CHECK(clmem_recorder_begin_range(recorder, "epoch 1"));
 *     CHECK(clmem_pool_allocate(pool, queue, 1 << 20, &recorded));
 *     CHECK(clmem_buffer_release(recorded));
 *     CHECK(clmem_recorder_end_range(recorder));
 *     CHECK(clmem_recorder_save(recorder, "/tmp/epoch.clmem"));
 *     CHECK(clmem_recorder_release(recorder));
 */
#ifndef CLMEM_EXTRAS_RECORDER_H
#define CLMEM_EXTRAS_RECORDER_H

#include "../pool.h"

CLMEM_BEGIN_DECLARATIONS

/** Records what happens to memory. */
typedef struct clmem_recorder_token *clmem_recorder;

/** How a recorder finds the stack of an allocation. */
typedef enum clmem_unwinder {
    CLMEM_UNWINDER_AUTO = 0, /**< by libunwind if it is installed, otherwise as the system does */
    /** by frame pointers, in a tenth of the time. If the program or a library is built without them
     *  (-fomit-frame-pointer, the default of many compilers), stacks end there */
    CLMEM_UNWINDER_FRAME_POINTERS = 1,
    CLMEM_UNWINDER_SYSTEM = 2 /**< by the C library's backtrace() */
} clmem_unwinder;

/**
 * Describes the calling thread's stack in the terms of its language, for an allocation that is being recorded. It is
 * called without any lock of clmem. It may release memory, but not allocate.
 *
 * @param[in]  user           borrowed, nullable; the pointer of clmem_recorder_options.
 * @param[in]  capacity       copied; how many functions there is room for.
 * @param[out] out_functions  borrowed, length capacity; the names of the functions, the innermost first, UTF-8; NULL:
 *                            unknown. The texts must stay valid until the callback is called again on this thread.
 * @param[out] out_files      borrowed, length capacity; their source files, likewise.
 * @param[out] out_lines      copied, length capacity; the lines in these files, from 1; 0: unknown.
 * @return how many functions were written; 0: none, and clmem finds the native stack instead.
 */
typedef uint32_t(CLMEM_CALL *clmem_stack_fn)(void *user, uint32_t capacity, const char **out_functions,
                                             const char **out_files, uint32_t *out_lines);

/** The options of a recorder. */
typedef struct clmem_recorder_options {
    uint32_t struct_size;
    uint32_t stack_frames; /**< how many frames of each allocation's stack are recorded, at most 32; 0: no stacks */
    const char *path;      /**< the file, which is created or replaced, readable by its owner alone; NULL: a ring */
    size_t ring_bytes;     /**< the size of the ring, at least 256 KiB; 0: 16 MiB; ignored with a path */
    uint32_t unwinder;     /**< a clmem_unwinder */
    uint32_t reserved;     /**< zero */
    clmem_stack_fn stack;  /**< describes stacks instead of the unwinder; may be NULL */
    /** passed to it; must stay valid until no call is running that began before clmem_recorder_release() */
    void *stack_user;
} clmem_recorder_options;
/* clang-format off */
#define CLMEM_RECORDER_OPTIONS_INIT {sizeof(clmem_recorder_options), 0, NULL, 0, 0, 0, NULL, NULL}
/* clang-format on */

/** What a recorder has recorded. */
typedef struct clmem_recorder_info {
    uint32_t struct_size;
    uint32_t stacks; /**< different stacks */
    uint64_t events; /**< events so far, those that were overwritten included */
    /** events that are no longer there, overwritten in the ring, or that were not written since the disk is full */
    uint64_t lost;
    uint64_t bytes; /**< the size of the ring so far, or of the file */
} clmem_recorder_info;
/* clang-format off */
#define CLMEM_RECORDER_INFO_INIT {sizeof(clmem_recorder_info), 0, 0, 0, 0}
/* clang-format on */

/**
 * Creates a recorder, which records nothing before clmem_recorder_start(). If the disk becomes full later, events are
 * lost, and nothing else.
 *
 * @param[in]  options       copied, nullable; the options; NULL for a ring without stacks.
 * @param[out] out_recorder  owned; the recorder, to be released by clmem_recorder_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p out_recorder is NULL, struct_size is wrong, or a member is out of range.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    the file cannot be created.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_create(const clmem_recorder_options *options,
                                                        clmem_recorder *out_recorder);

/**
 * Lets a recorder record a pool, or all pools of the process, those included that are created later. The pool's state
 * is recorded first, so blocks that are live already are known, without their stacks. A pool has at most one recorder.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @param[in] pool      borrowed, nullable; the pool; NULL: all pools.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p recorder is not a live recorder, or @p pool neither a live pool nor NULL.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    the pool, or one of all, has another recorder.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_start(clmem_recorder recorder, clmem_pool pool);

/**
 * Stops recording a pool, or all pools. It does nothing for a pool that the recorder does not record.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @param[in] pool      borrowed, nullable; the pool; NULL: all pools.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p recorder is not a live recorder, or @p pool neither a live pool nor NULL.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_stop(clmem_recorder recorder, clmem_pool pool);

/**
 * Records a mark: a moment of the program, by which a person finds what came before and after it.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @param[in] text      copied; what happens, UTF-8, of which 4096 bytes are kept.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p text is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_mark(clmem_recorder recorder, const char *text);

/**
 * Records that a part of the program begins on this thread; parts may be nested. Reports say how much memory each part
 * has at most.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @param[in] name      copied; the part's name, UTF-8, of which 4096 bytes are kept.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p name is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_begin_range(clmem_recorder recorder, const char *name);

/**
 * Records that the part that has begun last on this thread ends.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p recorder is not a live recorder.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_end_range(clmem_recorder recorder);

/**
 * Records an allocation of memory that is in no pool, such as an image or another library's buffer, so that reports
 * count it.
 *
 * @param[in]  recorder    borrowed; the recorder.
 * @param[in]  kind        copied; what it is, such as "image", UTF-8.
 * @param[in]  bytes       copied; its size.
 * @param[out] out_number  copied; the allocation's number, for clmem_recorder_remove_outside().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_number or @p kind is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_add_outside(clmem_recorder recorder, const char *kind, size_t bytes,
                                                             uint64_t *out_number);

/**
 * Records that memory was freed which clmem_recorder_add_outside() has recorded.
 *
 * @param[in] recorder  borrowed; the recorder.
 * @param[in] number    copied; the allocation's number; 0: it does nothing.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  no allocation has this number yet.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_remove_outside(clmem_recorder recorder, uint64_t number);

/**
 * Writes a ring to a file, with the state that its pools have now. The recorder goes on. Threads that record need not
 * wait, unless their part of the ring is full.
 *
 * @param[in] recorder  borrowed; the recorder, with a ring.
 * @param[in] path      borrowed; the file, which is created or replaced, readable by its owner alone.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p path is NULL, or the file cannot be written.
 * @error CLMEM_ERROR_UNSUPPORTED         the recorder writes a file already.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_save(clmem_recorder recorder, const char *path);

/**
 * Returns what a recorder has recorded.
 *
 * @param[in]  recorder  borrowed; the recorder.
 * @param[out] out_info  copied; the figures.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p recorder is not a live recorder.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_info is NULL or its struct_size is wrong.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_describe(clmem_recorder recorder, clmem_recorder_info *out_info);

/**
 * Writes the state of a pool to a file in the format of recordings: its slabs, and each range with its state, queue and
 * tag, and with the stack of a block if the pool's recorder has a ring with stacks. All of it is from the same instant,
 * as in clmem_pool_dump().
 *
 * @param[in] pool  borrowed; the pool.
 * @param[in] path  borrowed; the file, which is created or replaced, readable by its owner alone.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p pool is not a live pool.
 * @error CLMEM_ERROR_INVALID_ARGUMENT    @p path is NULL, or the file cannot be written.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_pool_snapshot(clmem_pool pool, const char *path);

/**
 * Stops recording, and ends the file. A ring is gone. The program's stack callback may still be running on another
 * thread, whose allocation had begun before, and is not called again after that.
 *
 * @param[in] recorder  owned, nullable; the recorder; NULL does nothing.
 * @error CLMEM_ERROR_INVALID_HANDLE      @p recorder is not a live recorder.
 * @error CLMEM_ERROR_OUT_OF_HOST_MEMORY  the process is out of memory: the recorder stays.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_recorder_release(clmem_recorder recorder);

CLMEM_END_DECLARATIONS

#endif
