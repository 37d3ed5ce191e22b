/* SPDX-License-Identifier: MIT */
/* ==== launch ========================================================================================================
 *
 * Enough to run a kernel on clmem's memory without another wrapper of OpenCL: programs from source, kernels, arguments,
 * launches. An argument's memory lives while it is set, and a launch counts as a use of all its blocks by its queue.
 * OpenCL's programs and kernels can be imported and exported. A kernel has one set of arguments: threads that set
 * arguments and launch need a kernel each.
 *
 *     const char *source = "kernel void twice(global int *all) { all[get_global_id(0)] *= 2; }";
 *     clmem_program program;
 *     clmem_kernel kernel;
 *     clmem_buffer block;
 *     clmem_launch_options options = CLMEM_LAUNCH_OPTIONS_INIT;
 *     options.global[0] = 256;
 *     CHECK(clmem_program_create(context, source, &program));
 *     CHECK(clmem_program_build(program, NULL, 0, NULL));
 *     CHECK(clmem_kernel_create(program, "twice", &kernel));
 *     CHECK(clmem_pool_allocate(pool, queue, 256 * sizeof(cl_int), &block));
 *     CHECK(clmem_kernel_set_memory(kernel, 0, (clmem_memory)block));
 *     CHECK(clmem_kernel_launch(kernel, queue, &options, NULL));
 *     CHECK(clmem_buffer_release(block)); // the launch may still be running
 *     CHECK(clmem_kernel_release(kernel));
 *     CHECK(clmem_program_release(program));
 */
#ifndef CLMEM_LAUNCH_H
#define CLMEM_LAUNCH_H

#include "provider.h"
#include "sampler.h"

CLMEM_BEGIN_DECLARATIONS

/** A program: source that is built for devices and has kernels. */
typedef struct clmem_program_token *clmem_program;
/** A kernel with its arguments. */
typedef struct clmem_kernel_token *clmem_kernel;

/**
 * Creates a program from source (clCreateProgramWithSource, section "Creating Program Objects"); build it by
 * clmem_program_build().
 *
 * @param[in]  context      retained; the context.
 * @param[in]  source       copied; the program in OpenCL C.
 * @param[out] out_program  owned; the program, to be released by clmem_program_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_CONTEXT            @p context is not a valid context, or another code of clCreateProgramWithSource.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_create(cl_context context, const char *source,
                                                       clmem_program *out_program);

/**
 * Creates a handle for an OpenCL program of any origin: source, a binary, SPIR-V.
 *
 * @param[in]  object       retained; the OpenCL program.
 * @param[in]  retain       copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                          fails.
 * @param[out] out_program  owned; the handle, to be released by clmem_program_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CL_INVALID_PROGRAM            @p object is not a valid program (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_import(cl_program object, uint32_t retain, clmem_program *out_program);

/**
 * Builds a program (clBuildProgram, section "Building, Compiling and Linking Program Objects"), and returns when the
 * build has ended.
 *
 * A failed build does not change the program. The error message has the compiler's whole log, which clmem_program_log()
 * returns too. Not every driver can build a program again with other options: if that fails, create a new program.
 *
 * @param[in] program       borrowed; the program.
 * @param[in] options       copied, nullable; the compiler's options, for example "-cl-kernel-arg-info"; NULL: none.
 * @param[in] device_count  copied; how many devices; 0: all devices of the program.
 * @param[in] devices       borrowed, nullable, length device_count; the devices; NULL only when @p device_count is 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p devices is NULL with a count above 0.
 * @error CL_BUILD_PROGRAM_FAILURE      the source does not compile; the message has the whole log.
 * @error CL_INVALID_OPERATION          the program has kernels already, or another code of clBuildProgram.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_build(clmem_program program, const char *options, uint32_t device_count,
                                                      const cl_device_id *devices);

/**
 * Returns the compiler's log of the last build (clGetProgramBuildInfo, CL_PROGRAM_BUILD_LOG), which may have warnings
 * after a success.
 *
 * @param[in]  program         borrowed; the program.
 * @param[in]  device          borrowed, nullable; the device of the build; NULL: the first one for which the build
 *                             failed, otherwise the program's first.
 * @param[in]  capacity_bytes  copied; the size of the memory at @p OUT.
 * @param[out] out_text        copied, nullable, length capacity_bytes; the log, truncated to fit and ended by a 0;
 *                             empty before any build.
 * @param[out] out_bytes       copied; the size of the whole log, including its 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_bytes is NULL, or @p out_text is NULL with a capacity above 0.
 * @error CL_INVALID_DEVICE             @p device is not one of the program's (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_log(clmem_program program, cl_device_id device, size_t capacity_bytes,
                                                    char *out_text, size_t *out_bytes);

/**
 * Returns the OpenCL program, for every OpenCL call.
 *
 * @param[in]  program     borrowed; the program.
 * @param[out] out_object  borrowed; the OpenCL program, valid until the handle is released; may be retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_object is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_object(clmem_program program, cl_program *out_object);

/**
 * Releases a program. Its kernels remain valid.
 *
 * @param[in] program  owned, nullable; the program; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p program is not a live program.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_program_release(clmem_program program);

/**
 * Creates a kernel of a built program (clCreateKernel, section "Creating Kernel Objects").
 *
 * Any thread may set an argument at any time, although OpenCL does not allow that during a launch. A launch runs with
 * the arguments that were set when it began. An argument that another thread sets meanwhile takes effect from the next
 * launch on: clmem sets it in a second OpenCL kernel and does not wait for the driver. Still, all threads share one set
 * of arguments, so threads that set their own arguments and launch need a kernel each.
 *
 * @param[in]  program     retained; the program.
 * @param[in]  name        copied; the name of the function.
 * @param[out] out_kernel  owned; the kernel, to be released by clmem_kernel_release().
 * @error CLMEM_ERROR_INVALID_HANDLE     @p program is not a live program.
 * @error CLMEM_ERROR_INVALID_ARGUMENT   a pointer is NULL.
 * @error CL_INVALID_PROGRAM_EXECUTABLE  the program is not built.
 * @error CL_INVALID_KERNEL_NAME         the program has no such kernel, or another code of clCreateKernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_create(clmem_program program, const char *name,
                                                      clmem_kernel *out_kernel);

/**
 * Creates a handle for an OpenCL kernel of the program.
 *
 * clmem does not know which of its arguments are set: the driver must check those that clmem has not set. From now on
 * set arguments through this handle, or while no call on it runs. Since clmem cannot copy arguments that it does not
 * know, a call that sets an argument waits until no other thread is inside a launch of the kernel.
 *
 * @param[in]  object      retained; the OpenCL kernel.
 * @param[in]  retain      copied; 1: clmem retains the object; 0: it takes the caller's reference, unless the call
 *                         fails.
 * @param[out] out_kernel  owned; the handle, to be released by clmem_kernel_release().
 * @error CLMEM_ERROR_INVALID_ARGUMENT  a pointer is NULL, or @p retain is neither 0 nor 1.
 * @error CLMEM_ERROR_NO_OPENCL         the OpenCL library cannot be loaded.
 * @error CLMEM_ERROR_UNSUPPORTED       on NVIDIA: clmem created the kernel, and an argument was SVM, now a buffer.
 *                                      The driver would refuse to launch this object; clmem uses another one.
 * @error CL_INVALID_KERNEL             @p object is not a valid kernel (reported by the driver).
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_import(cl_kernel object, uint32_t retain, clmem_kernel *out_kernel);

/**
 * Returns the OpenCL kernel, for every OpenCL call. clmem does not see arguments that are set by such calls: a launch
 * then reports them as missing, unless the kernel was imported. NVIDIA's driver refuses to launch it
 * with a buffer for an argument that was SVM before; clmem_kernel_launch() works, since it uses another OpenCL kernel.
 *
 * @param[in]  kernel      borrowed; the kernel.
 * @param[out] out_object  borrowed; the OpenCL kernel, valid until the handle is released; may be retained.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p out_object is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_object(clmem_kernel kernel, cl_kernel *out_object);

/**
 * Sets an argument to memory of any kind (clSetKernelArg, clSetKernelArgSVMPointer, clSetKernelArgMemPointerINTEL).
 *
 * The memory stays alive, and a block is not reused, while it is set: until the argument is set again, the kernel is
 * released, or a launch with CLMEM_LAUNCH_CLEAR has finished.
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] memory  retained; a buffer, an image, a pipe, or shared or unified virtual memory, which is passed by its
 *                    address.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or @p memory not a live memory object.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known to be a value or local memory.
 * @error CLMEM_ERROR_UNSUPPORTED       no kernel can access the memory (for example page-locked memory), or the library
 *                                      or platform lacks the call; the message names it. On NVIDIA also: the kernel was
 *                                      imported, and the argument was SVM; with a buffer there, the driver would refuse
 *                                      to launch the kernel.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the block's slab, but has no memory for it.
 * @error CL_INVALID_ARG_VALUE          the argument is of another type, or another code of clSetKernelArg; the message
 *                                      names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_memory(clmem_kernel kernel, uint32_t index, clmem_memory memory);

/**
 * Sets an argument to a sampler (clSetKernelArg).
 *
 * The sampler stays alive while it is set, like memory. For an OpenCL sampler, clmem_sampler_import() creates a handle,
 * which may be released as soon as the argument is set.
 *
 * @param[in] kernel   borrowed; the kernel.
 * @param[in] index    copied; the number of the argument, counted from 0.
 * @param[in] sampler  retained; the sampler.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or @p sampler not a live sampler.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known to be memory.
 * @error CL_INVALID_ARG_SIZE           the argument is a value of another size, or another code of clSetKernelArg; the
 *                                      message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_sampler(clmem_kernel kernel, uint32_t index, clmem_sampler sampler);

/**
 * Sets an argument to local memory of a size (clSetKernelArg with no value).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] bytes   copied; the size, at least 1.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, it is known not to be local memory, or @p bytes
 *                                      is 0.
 * @error CL_INVALID_ARG_SIZE           or another code of clSetKernelArg; the message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_local(clmem_kernel kernel, uint32_t index, size_t bytes);

/**
 * Sets an argument to a value: a number, a vector, a struct (clSetKernelArg).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @param[in] value   copied; the value: @p bytes bytes.
 * @param[in] bytes   copied; the size of the argument's type, at least 1.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p value is NULL, the kernel has no such argument, it is known to be memory, or
 *                                      @p bytes is 0.
 * @error CL_INVALID_ARG_SIZE           the argument's type has another size, or another code of clSetKernelArg; the
 *                                      message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_bytes(clmem_kernel kernel, uint32_t index, const void *value,
                                                         size_t bytes);

/**
 * Sets an argument that is a pointer to global or constant memory to NULL (clSetKernelArg with a NULL cl_mem).
 *
 * @param[in] kernel  borrowed; the kernel.
 * @param[in] index   copied; the number of the argument, counted from 0.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  the kernel has no such argument, or it is known not to be such a pointer.
 * @error CLMEM_ERROR_UNSUPPORTED       on NVIDIA: the kernel was imported, and the argument was SVM; with NULL there,
 *                                      the driver would refuse to launch the kernel.
 * @error CL_INVALID_ARG_SIZE           or another code of clSetKernelArg; the message names the argument.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_set_null(clmem_kernel kernel, uint32_t index);

/**
 * Names the memory that a kernel accesses through pointers in other memory (clSetKernelExecInfo:
 * CL_KERNEL_EXEC_INFO_SVM_PTRS, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM for tags of the host's memory, and for USM
 * CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL and similar).
 *
 * Arguments need not be named. Each call replaces the memory named before of the same kind, SVM or USM; OpenCL has no
 * way to name none. Named memory counts as used by each launch, and lives until the kernel is released or other memory
 * is named.
 *
 * @param[in] kernel   borrowed; the kernel.
 * @param[in] count    copied; how many, at least 1.
 * @param[in] buffers  retained, length count; shared or unified virtual memory.
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel, or one of @p buffers not a live buffer.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p buffers is NULL, or @p count is 0.
 * @error CLMEM_ERROR_UNSUPPORTED       no kernel can access one of them by an address, or the library has no
 *                                      clSetKernelExecInfo.
 * @error CL_INVALID_OPERATION          a device lacks a feature, or another code of clSetKernelExecInfo.
 * @threadsafety any thread; calls on one kernel run one at a time
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_use_svm(clmem_kernel kernel, uint32_t count,
                                                       const clmem_buffer *buffers);

/** Flags of a launch (bits of clmem_launch_options.flags). */
typedef enum clmem_launch_flag {
    /** arguments are released after the launch is enqueued, and must be set again for the next one */
    CLMEM_LAUNCH_CLEAR = 1
} clmem_launch_flag;

/** The options of a launch. Only the first @p dimensions members of the arrays count. */
typedef struct clmem_launch_options {
    uint32_t struct_size;
    uint32_t wait_count;         /**< how many events the command waits for; 0, which *_INIT sets: none */
    const cl_event *wait_events; /**< the events; NULL only when wait_count is 0 */
    uint32_t dimensions;         /**< 1 to 3; 0: 1 */
    uint32_t flags;              /**< clmem_launch_flag bits */
    size_t offset[3];            /**< where the global ids begin */
    size_t global[3];            /**< how many work-items; if one is 0, which *_INIT sets, nothing runs */
    size_t local[3];             /**< how many in a group; 0 in all: the driver chooses */
} clmem_launch_options;
/* clang-format off */
#define CLMEM_LAUNCH_OPTIONS_INIT {sizeof(clmem_launch_options), 0, NULL, 0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
/* clang-format on */

/**
 * Enqueues a kernel (clEnqueueNDRangeKernel, section "Executing Kernels").
 *
 * Every block among its arguments or named by clmem_kernel_use_svm() counts as used by the queue, as by
 * clmem_pool_record_use(): after its release it is not reused before this kernel has finished.
 *
 * @param[in]  kernel     borrowed; the kernel, all of whose arguments are set.
 * @param[in]  queue      borrowed; the queue.
 * @param[in]  options    copied, nullable; the options; NULL: one work-item.
 * @param[out] out_event  owned, nullable; the command's event, to be released by clmem_event_release().
 * @error CLMEM_ERROR_INVALID_HANDLE    @p kernel is not a live kernel.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  @p queue is NULL or of another context than a block, an option is out of its
 *                                      range, or an argument is not set: the message gives its number, and its name if
 *                                      the program was built with "-cl-kernel-arg-info".
 * @error CLMEM_ERROR_UNSUPPORTED       the device cannot access a tag's memory, or a pool knows 63 queues already.
 * @error CLMEM_ERROR_OUT_OF_MEMORY     the driver promised the memory, but has none.
 * @error CL_INVALID_COMMAND_QUEUE      @p queue is not a valid queue.
 * @error CL_INVALID_WORK_GROUP_SIZE    or another code of clEnqueueNDRangeKernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_launch(clmem_kernel kernel, cl_command_queue queue,
                                                      const clmem_launch_options *options, cl_event *out_event);

/**
 * Releases a kernel, and the memory that is set. Enqueued launches still run.
 *
 * @param[in] kernel  owned, nullable; the kernel; the handle is stale at once.
 * @error CLMEM_ERROR_INVALID_HANDLE  @p kernel is not a live kernel.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_kernel_release(clmem_kernel kernel);

CLMEM_END_DECLARATIONS

#endif
