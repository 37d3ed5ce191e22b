/* clmem: the memory runtime for OpenCL, from any language.
 * SPDX-License-Identifier: MIT
 *
 * Introduction
 * ------------
 * A GPU program allocates and frees device memory thousands of times a second, and drivers are slow at it. clmem puts a
 * pool in between: it allocates slabs from the driver, splits them into blocks, and reuses freed blocks without a
 * driver call. Ten lines lead to a working pool:
 *
 *     cl_device_id device; cl_context context; cl_mem mem;
 *     clmem_provider provider; clmem_pool pool; clmem_buffer buffer;
 *     CHECK(clmem_device_choose(NULL, &device));
 *     CHECK(clmem_context_create(device, &context));
 *     CHECK(clmem_provider_create_buffer(context, NULL, &provider));
 *     CHECK(clmem_pool_create(provider, NULL, &pool));
 *     CHECK(clmem_provider_release(provider));                 // the pool keeps it
 *     CHECK(clmem_pool_allocate(pool, NULL, 1 << 20, &buffer));
 *     CHECK(clmem_buffer_mem(buffer, &mem));                   // any OpenCL call takes it
 *     CHECK(clmem_buffer_release(buffer));                     // back to the pool, for the next allocation
 *     CHECK(clmem_pool_release(pool));
 *     CHECK(clmem_context_release(context));
 *
 * Every OpenCL object may also come from the program: contexts, devices, queues and events are OpenCL's own, as
 * <CL/cl.h> declares them. clmem owns memory only.
 *
 * Each subject has a header in the folder clmem, and this one includes them all. What fewer programs need is in
 * clmem_extras.h: it is experimental, and any version may change or remove it.
 *
 * Pages on one subject each, with programs: docs/handles-and-errors.md, docs/queue-order.md (pools and queues),
 * docs/footprint.md, docs/svm.md, docs/transfers-and-maps.md. docs/glossary.md explains the words.
 *
 * Rules that hold everywhere
 * --------------------------
 * - Every function returns a clmem_status: CLMEM_SUCCESS (0), one of OpenCL's negative codes, passed through, or one of
 *   clmem's positive codes. Results are the last parameters, named out_*. On failure every single output is set to zero
 *   or NULL; clmem_error_last() then returns what went wrong and what to do. A call that fails inside a callback writes
 *   the thread's record too, even if the call that runs the callback succeeds.
 * - Handles (clmem_provider, clmem_pool, clmem_buffer, ...) are tokens, never pointers. A handle that is stale, NULL,
 *   of the wrong type or of another copy of the library gives CLMEM_ERROR_INVALID_HANDLE. The release functions accept
 *   NULL and do nothing, like free(), since a request for zero bytes succeeds without an object.
 * - Children keep their parents alive: a pool may be released before its buffers, a provider before its pools.
 * - Any thread may call any function at any time, and every function exists since version 0.1, unless its comment says
 *   otherwise. A release that races with another use of the same handle takes effect after it, or the other use gets
 *   CLMEM_ERROR_INVALID_HANDLE.
 * - A command that clmem enqueues waits for the events in its options, and returns an event if the output is not NULL.
 *   The memory that it uses counts as used by its queue: a block released meanwhile is not reused while the
 *   command runs. Report the program's own commands in other queues than a block's by clmem_pool_record_use(). The
 *   program orders commands in different queues, by events, and flushes a queue before another one waits for it.
 * - Sizes, offsets and alignments are in bytes. Where a size may be left open, SIZE_MAX means as much as there is, or
 *   fits.
 * - Structs begin with struct_size, their size in bytes. The *_INIT macro sets it and zeroes the rest, except for the
 *   sizes of transfers, fills and maps, which it sets to SIZE_MAX; a language without macros does the same. In options
 *   zero is the default. An amount (the size of a transfer, of host memory or of a launch) of 0 is empty; it never
 *   means everything. The comment of each amount says what the macro sets, and what it means in a struct that is
 *   zeroed by hand. Where options may be NULL, that stands for those of the macro.
 * - Later versions only append members, so that programs and libraries of different versions understand each other:
 *   members that the library does not know must be zero in inputs, and are set to zero in outputs. Reserved members
 *   must be zero. No struct has more than 65536 bytes.
 * - Later versions also add values to enums, and statuses. A program treats a status that it does not know as a
 *   failure, and ignores a value that it does not know; a function refuses one with CLMEM_ERROR_INVALID_ARGUMENT.
 * - Within a minor version, 0.1.z, nothing is removed or changed. What is deprecated says what to use instead, makes
 *   compilers warn (CLMEM_DEPRECATED), and stays until the next minor version before 1.0, the next major one after it.
 * - After fork() the child process gets CLMEM_ERROR_FORKED: device memory does not survive a fork.
 * - Functions are not safe in signal handlers, and threads must not be cancelled inside them.
 * - Every callback may release memory. Its comment says what else it may call; a function that allocates fails inside a
 *   callback with CLMEM_ERROR_CALLBACK.
 * - Callbacks must not throw. If one that returns a value throws a C++ exception, the call that runs it fails with
 *   CLMEM_ERROR_CALLBACK; an exception from any other callback ends the process with a message that names it.
 *
 * How to read the comments
 * ------------------------
 * Each section begins with what its functions have in common, and an example. In the examples CHECK() stands for the
 * program's handling of a failure, and device, context, queue and pool exist: created as above, the queue by
 * clmem_queue_create().
 *
 * A parameter's direction is in brackets; then come tags, separated by commas, before the first semicolon:
 * - owned: the receiver must release it (an output: the caller; an input: clmem)
 * - borrowed: used during the call only (an input), or valid while its parent is valid (an output)
 * - retained: clmem keeps a reference while it needs the object
 * - copied: the value is copied
 * - nullable: NULL is allowed
 * - length X: an array with as many elements as the parameter X says, or the number X
 *
 * A version behind @since added the function; one behind @deprecated was the last to recommend it, and names the
 * function to use instead. Each error has its own line with its cause. tools/generate.py reads all of this. */
#ifndef CLMEM_H
#define CLMEM_H

#include "clmem/base.h"
#include "clmem/buffer.h"
#include "clmem/device.h"
#include "clmem/error.h"
#include "clmem/image.h"
#include "clmem/launch.h"
#include "clmem/log.h"
#include "clmem/map.h"
#include "clmem/memory.h"
#include "clmem/pipe.h"
#include "clmem/pool.h"
#include "clmem/provider.h"
#include "clmem/sampler.h"
#include "clmem/statistics.h"
#include "clmem/svm.h"
#include "clmem/transfer.h"
#include "clmem/version.h"

#endif
