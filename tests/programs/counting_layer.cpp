// A layer for OpenCL's loader that counts allocations of buffers and SVM. One goes in front of clmem's layer and counts
// what the program asks for, another goes behind it and counts what reaches the driver: SIDE says which one this is.
// Both write into the file that COUNTING_LAYER_FILE names; measure.py reads it. With COUNTING_LAYER_DESTRUCTION, memory
// counts behind clmem's layer until the driver destroys it, or until the command that frees it has run: it keeps what
// unfinished commands use.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

enum side { program, driver };

struct counts {
    std::atomic<std::uint64_t> created, live_bytes, peak_bytes;
};

// What the file holds.
struct page {
    counts of[2];
    std::array<std::atomic<std::uint64_t>, 1 << 16> creations_before; // each of the driver's allocations
};

struct allocation {
    std::size_t bytes;
    unsigned references;
};

page *shared;
const cl_icd_dispatch *target;
bool until_destruction;
cl_icd_dispatch own;
// Never destroyed: programs release memory while the process ends.
auto &lock = *new std::mutex;
auto &live = *new std::unordered_map<void *, allocation>;

void created(void *memory, std::size_t bytes, bool until_release = true) {
    if (!memory) return;
    counts &mine = shared->of[SIDE];
    std::uint64_t index = mine.created.fetch_add(1);
    if (SIDE == driver && index < shared->creations_before.size())
        shared->creations_before[index] = shared->of[program].created.load();
    std::lock_guard guard(lock);
    if (until_release) live[memory] = {bytes, 1};
    mine.live_bytes += bytes;
    mine.peak_bytes = std::max(mine.peak_bytes.load(), mine.live_bytes.load());
}

// Before the call: afterwards another thread may get the same address.
void released(void *memory) {
    std::lock_guard guard(lock);
    auto found = live.find(memory);
    if (found == live.end() || --found->second.references) return;
    shared->of[SIDE].live_bytes -= found->second.bytes;
    live.erase(found);
}

void CL_CALLBACK destroyed(cl_mem, void *bytes) {
    std::lock_guard guard(lock);
    shared->of[SIDE].live_bytes -= reinterpret_cast<std::uintptr_t>(bytes);
}

void created_buffer(cl_mem memory, std::size_t bytes) {
    created(memory, bytes, !until_destruction);
    if (memory && until_destruction)
        target->clSetMemObjectDestructorCallback(memory, destroyed, reinterpret_cast<void *>(bytes));
}

void retained(void *memory) {
    std::lock_guard guard(lock);
    auto found = live.find(memory);
    if (found != live.end()) ++found->second.references;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error) {
    cl_mem memory = target->clCreateBuffer(context, flags, bytes, host, error);
    created_buffer(memory, bytes);
    return memory;
}

cl_mem CL_API_CALL create_with_properties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                                          size_t bytes, void *host, cl_int *error) {
    cl_mem memory = target->clCreateBufferWithProperties(context, properties, flags, bytes, host, error);
    created_buffer(memory, bytes);
    return memory;
}

cl_int CL_API_CALL retain(cl_mem memory) {
    retained(memory);
    return target->clRetainMemObject(memory);
}

cl_int CL_API_CALL release(cl_mem memory) {
    released(memory);
    return target->clReleaseMemObject(memory);
}

void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
    void *memory = target->clSVMAlloc(context, flags, bytes, alignment);
    created(memory, bytes);
    return memory;
}

void CL_API_CALL svm_free(cl_context context, void *memory) {
    released(memory);
    target->clSVMFree(context, memory);
}

// What clEnqueueSVMFree does without a function.
void CL_CALLBACK free_counted(cl_command_queue queue, cl_uint count, void *memory[], void *) {
    cl_context context = nullptr;
    target->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    for (cl_uint i = 0; i < count; ++i)
        svm_free(context, memory[i]);
}

cl_int CL_API_CALL enqueue_svm_free(cl_command_queue queue, cl_uint count, void *memory[],
                                    void(CL_CALLBACK *free)(cl_command_queue, cl_uint, void *[], void *), void *user,
                                    cl_uint waits, const cl_event *wait_list, cl_event *event) {
    // A function of the caller's frees the memory by svm_free().
    if (until_destruction && !free) free = free_counted;
    for (cl_uint i = 0; !free && memory && i < count; ++i)
        released(memory[i]);
    return target->clEnqueueSVMFree(queue, count, memory, free, user, waits, wait_list, event);
}

bool open_page() {
    const char *path = std::getenv("COUNTING_LAYER_FILE");
    int file = path ? open(path, O_RDWR | O_CREAT, 0600) : -1;
    if (file < 0 || ftruncate(file, sizeof(page)) != 0) return false;
    void *mapped = mmap(nullptr, sizeof(page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    shared = static_cast<page *>(mapped);
    return mapped != MAP_FAILED;
}

} // namespace

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t bytes, void *value, size_t *needed) {
    if (name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && bytes < sizeof(cl_layer_api_version)) return CL_INVALID_VALUE;
    if (value) *static_cast<cl_layer_api_version *>(value) = CL_LAYER_API_VERSION_100;
    if (needed) *needed = sizeof(cl_layer_api_version);
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *next, cl_uint *entries_ret,
                                        const cl_icd_dispatch **dispatch) {
    if (!open_page()) return CL_INVALID_VALUE;
    target = next;
    until_destruction = SIDE == driver && std::getenv("COUNTING_LAYER_DESTRUCTION");
    auto functions = reinterpret_cast<void *const *>(next);
    std::copy_n(functions, std::min<std::size_t>(entries, sizeof own / sizeof(void *)),
                reinterpret_cast<void **>(&own));
    own.clCreateBuffer = create_buffer;
    if (own.clCreateBufferWithProperties) own.clCreateBufferWithProperties = create_with_properties;
    own.clRetainMemObject = retain;
    own.clReleaseMemObject = release;
    own.clSVMAlloc = svm_alloc;
    own.clSVMFree = svm_free;
    own.clEnqueueSVMFree = enqueue_svm_free;
    *entries_ret = sizeof own / sizeof(void *);
    *dispatch = &own;
    return CL_SUCCESS;
}

// What newer loaders call.
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *next,
                                                      cl_uint *entries_ret, const cl_icd_dispatch **dispatch,
                                                      const cl_properties *) {
    return clInitLayer(entries, next, entries_ret, dispatch);
}
