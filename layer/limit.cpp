#include "limit.hpp"

#include "report_text.hpp"
#include "settings.hpp"
#include "shield.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clmem::layer {

namespace limit {

// Of a device and its sub-devices, which share one memory.
struct account {
    std::uint64_t limit = 0;
    bool is_of_host = false; // its memory is the host's
    std::uint64_t used = 0;  // at most the limit
};

// Memory of a context with several devices counts on each of them, as each may need a copy.
struct charge {
    std::vector<account *> accounts;
    std::uint64_t bytes = 0;
};

} // namespace limit

namespace {

using limit::account;
using limit::charge;
using limit::counted;
using accounts = std::vector<account *>;

cl_icd_dispatch real{}; // the driver's functions

struct books {
    std::mutex mutex;
    std::unordered_map<cl_device_id, account> accounts;
    std::unordered_map<void *, counted> shared; // SVM and USM
};

// Never destroyed: the program may call OpenCL while it exits.
books &all() {
    static auto &made = *new books;
    return made;
}

thread_local unsigned uncounted_depth = 0;
thread_local bool was_refused = false;

template <class Value>
Value of_device(cl_device_id device, cl_device_info question) noexcept {
    Value value{};
    const cl_int code = real.clGetDeviceInfo(device, question, sizeof value, &value, nullptr);
    return code == CL_SUCCESS ? value : Value{};
}

// OpenCL 1.1 has no sub-devices, and does not know the question.
cl_device_id root_of(cl_device_id device) noexcept {
    while (auto *const parent = of_device<cl_device_id>(device, CL_DEVICE_PARENT_DEVICE)) {
        device = parent;
    }
    return device;
}

std::uint64_t limit_of(cl_device_id root) noexcept {
    const memory_limit &asked = *current_settings().limit;
    if (asked.percent == 0) { return asked.bytes; }
    const auto bytes = of_device<cl_ulong>(root, CL_DEVICE_GLOBAL_MEM_SIZE);
    if (bytes == 0) { return std::numeric_limits<std::uint64_t>::max(); } // the driver does not tell
    return bytes / 100 * asked.percent + bytes % 100 * asked.percent / 100;
}

// Asks the driver without the lock: it may have locks of its own when it says that an object is deleted.
account &account_of(cl_device_id device) {
    cl_device_id const root = root_of(device);
    books &books = all();
    {
        const std::lock_guard lock{books.mutex};
        const auto at = books.accounts.find(root);
        if (at != books.accounts.end()) { return at->second; }
    }
    const account fresh{limit_of(root), of_device<cl_bool>(root, CL_DEVICE_HOST_UNIFIED_MEMORY) != CL_FALSE};
    const std::lock_guard lock{books.mutex};
    return books.accounts.try_emplace(root, fresh).first->second;
}

// The accounts on which memory of a context counts. A driver copies the program's own memory to a device that does not
// share the host's.
accounts accounts_of(cl_context context, cl_mem_flags flags) {
    std::size_t bytes = 0;
    if (real.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS) { return {}; }
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    if (real.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr) != CL_SUCCESS) { return {}; }
    accounts result;
    for (cl_device_id device : devices) {
        account *const found = &account_of(device);
        const bool is_free = found->is_of_host && (flags & CL_MEM_USE_HOST_PTR) != 0;
        if (!is_free && std::ranges::find(result, found) == result.end()) { result.push_back(found); }
    }
    return result;
}

// Bytes that count from now on; NULL if there is no room for them.
counted take(const accounts &on, std::uint64_t bytes) {
    counted taken{new charge{{}, bytes}};
    accounts own = on;
    const std::lock_guard lock{all().mutex};
    const auto has_room = [&](const account *of) { return bytes <= of->limit && of->used <= of->limit - bytes; };
    if (!std::ranges::all_of(on, has_room)) { return nullptr; }
    for (account *of : on) {
        of->used += bytes;
    }
    taken->accounts = std::move(own);
    return taken;
}

// The code for memory that finds no room: `too_large` if no device of the context takes so much in one piece.
cl_int refusal_of(const accounts &on, std::uint64_t bytes, cl_int too_large, cl_int full) noexcept {
    const auto is_too_large = [&](const account *of) { return bytes > of->limit; };
    return std::ranges::all_of(on, is_too_large) ? too_large : full;
}

void CL_CALLBACK limited_object_is_deleted(cl_mem /*handle*/, void *user) {
    const counted ended{static_cast<charge *>(user)};
}

// Lets bytes that count go with the object: the driver may keep it beyond its last release, for commands that use it.
// If the driver refuses, they stop counting now: nothing would tell when the object is deleted.
void count_until_deleted(cl_mem made, counted taken) noexcept {
    if (real.clSetMemObjectDestructorCallback(made, limited_object_is_deleted, taken.get()) == CL_SUCCESS) {
        (void)taken.release();
    }
}

void tell(cl_int *out_code, cl_int code) noexcept {
    if (out_code != nullptr) { *out_code = code; }
}

// What work() returns, or NULL and the code for a lack of host memory.
template <class Work>
cl_mem counting(cl_int *out_code, Work &&work) noexcept {
    was_refused = false;
    return shielded(work, [&]() -> cl_mem {
        tell(out_code, CL_OUT_OF_HOST_MEMORY);
        return nullptr;
    });
}

constexpr cl_int full = CL_MEM_OBJECT_ALLOCATION_FAILURE;

cl_mem refuse(cl_int *out_code, cl_int code) noexcept {
    was_refused = true;
    tell(out_code, code);
    return nullptr;
}

// Creates an object whose size is known before.
template <class Create>
cl_mem create_sized(cl_context context, cl_mem_flags flags, std::uint64_t bytes, cl_int *out_code,
                    Create &&create) noexcept {
    return counting(out_code, [&] {
        if (uncounted_depth != 0) { return create(); }
        const accounts on = accounts_of(context, flags);
        counted taken = take(on, bytes);
        if (taken == nullptr) { return refuse(out_code, refusal_of(on, bytes, CL_INVALID_BUFFER_SIZE, full)); }
        cl_mem made = create();
        if (made != nullptr) { count_until_deleted(made, std::move(taken)); }
        return made;
    });
}

template <class Value>
Value of_image(cl_mem image, cl_image_info question) noexcept {
    Value value{};
    const cl_int code = real.clGetImageInfo(image, question, sizeof value, &value, nullptr);
    return code == CL_SUCCESS ? value : Value{};
}

// The larger of what the driver says, which has mip levels, and what the rows take.
std::uint64_t bytes_of_image(cl_mem image) noexcept {
    std::size_t told = 0;
    (void)real.clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof told, &told, nullptr);
    std::uint64_t rows = of_image<std::size_t>(image, CL_IMAGE_ROW_PITCH);
    constexpr cl_image_info counts_of_rows[] = {CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH, CL_IMAGE_ARRAY_SIZE};
    for (const cl_image_info each : counts_of_rows) {
        rows *= std::max<std::size_t>(1, of_image<std::size_t>(image, each));
    }
    return std::max<std::uint64_t>(told, rows);
}

// Only the driver knows the size of an image: extensions have further formats, and drivers pad rows. So an image that
// is refused exists for a moment. An image over a buffer, or over another image, has no memory.
template <class Create>
cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_desc *description, cl_int *out_code,
                    Create &&create) noexcept {
    const bool is_over_memory = description != nullptr && description->mem_object != nullptr;
    return counting(out_code, [&] {
        if (uncounted_depth != 0 || is_over_memory) { return create(); }
        const accounts on = accounts_of(context, flags);
        cl_mem made = create();
        if (made == nullptr) { return made; }
        const std::uint64_t bytes = bytes_of_image(made);
        if (counted taken = take(on, bytes); taken != nullptr) {
            count_until_deleted(made, std::move(taken));
            return made;
        }
        (void)real.clReleaseMemObject(made);
        return refuse(out_code, refusal_of(on, bytes, CL_INVALID_IMAGE_SIZE, full));
    });
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void *host, cl_int *code) {
    return create_sized(context, flags, bytes, code,
                        [&] { return real.clCreateBuffer(context, flags, bytes, host, code); });
}

cl_mem CL_API_CALL create_buffer_with_properties(cl_context context, const cl_mem_properties *properties,
                                                 cl_mem_flags flags, std::size_t bytes, void *host, cl_int *code) {
    return create_sized(context, flags, bytes, code, [&] {
        return real.clCreateBufferWithProperties(context, properties, flags, bytes, host, code);
    });
}

cl_mem CL_API_CALL create_image_of_desc(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                        const cl_image_desc *description, void *host, cl_int *code) {
    return create_image(context, flags, description, code,
                        [&] { return real.clCreateImage(context, flags, format, description, host, code); });
}

cl_mem CL_API_CALL create_image_with_properties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, const cl_image_format *format,
                                                const cl_image_desc *description, void *host, cl_int *code) {
    return create_image(context, flags, description, code, [&] {
        return real.clCreateImageWithProperties(context, properties, flags, format, description, host, code);
    });
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                   std::size_t width, std::size_t height, std::size_t pitch, void *host, cl_int *code) {
    return create_image(context, flags, nullptr, code,
                        [&] { return real.clCreateImage2D(context, flags, format, width, height, pitch, host, code); });
}

cl_mem CL_API_CALL create_image_3d(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                   std::size_t width, std::size_t height, std::size_t depth, std::size_t row_pitch,
                                   std::size_t slice_pitch, void *host, cl_int *code) {
    return create_image(context, flags, nullptr, code, [&] {
        return real.clCreateImage3D(context, flags, format, width, height, depth, row_pitch, slice_pitch, host, code);
    });
}

cl_mem CL_API_CALL create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_bytes, cl_uint packets,
                               const cl_pipe_properties *properties, cl_int *code) {
    return create_sized(context, flags, std::uint64_t{packet_bytes} * packets, code,
                        [&] { return real.clCreatePipe(context, flags, packet_bytes, packets, properties, code); });
}

// Bytes stop counting if they cannot be remembered.
void keep_shared(void *begin, counted taken) noexcept {
    const auto remember = [&] {
        const std::lock_guard lock{all().mutex};
        all().shared.insert_or_assign(begin, nullptr).first->second.swap(taken);
    };
    shielded(remember, [] {});
}

// Before the driver can use the address again.
counted forget_shared(void *begin) noexcept {
    books &books = all();
    const std::lock_guard lock{books.mutex};
    const auto at = books.shared.find(begin);
    if (at == books.shared.end()) { return nullptr; }
    counted found = std::move(at->second);
    books.shared.erase(at);
    return found;
}

void *allocate_svm(cl_context context, cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) {
    counted taken = take(accounts_of(context, flags), bytes);
    was_refused = taken == nullptr;
    if (was_refused) { return nullptr; }
    void *const made = real.clSVMAlloc(context, flags, bytes, alignment);
    if (made != nullptr) { keep_shared(made, std::move(taken)); }
    return made;
}

void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, std::size_t bytes, cl_uint alignment) {
    was_refused = false;
    if (uncounted_depth != 0) { return real.clSVMAlloc(context, flags, bytes, alignment); }
    return shielded([&] { return allocate_svm(context, flags, bytes, alignment); }, []() -> void * { return nullptr; });
}

// The memory counts until it is free.
void CL_API_CALL svm_free(cl_context context, void *pointer) {
    const counted ended = forget_shared(pointer);
    real.clSVMFree(context, pointer);
}

// AMD's free memory: KiB of the whole, and of the largest piece.
void lower_free(std::size_t *kibibytes, std::size_t count, std::uint64_t bytes) noexcept {
    for (std::size_t at = 0; at < count; ++at) {
        kibibytes[at] = static_cast<std::size_t>(std::min<std::uint64_t>(kibibytes[at], bytes / 1024));
    }
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info question, std::size_t capacity, void *value,
                                   std::size_t *out_bytes) {
    const bool is_size = question == CL_DEVICE_GLOBAL_MEM_SIZE || question == CL_DEVICE_MAX_MEM_ALLOC_SIZE;
    if (value == nullptr || (!is_size && question != CL_DEVICE_GLOBAL_FREE_MEMORY_AMD)) {
        return real.clGetDeviceInfo(device, question, capacity, value, out_bytes);
    }
    std::size_t told = 0;
    const cl_int code = real.clGetDeviceInfo(device, question, capacity, value, &told);
    if (code != CL_SUCCESS) { return code; }
    if (out_bytes != nullptr) { *out_bytes = told; }
    return shielded(
        [&] {
            const account &of = account_of(device);
            if (is_size) {
                *static_cast<cl_ulong *>(value) = std::min<cl_ulong>(*static_cast<cl_ulong *>(value), of.limit);
                return CL_SUCCESS;
            }
            const std::lock_guard lock{all().mutex};
            lower_free(static_cast<std::size_t *>(value), told / sizeof(std::size_t), of.limit - of.used);
            return CL_SUCCESS;
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

void log_limit() noexcept {
    const char *const level = ::secure_getenv("CLMEM_LOG");
    if (level == nullptr || (std::string_view{level} != "info" && std::string_view{level} != "debug")) { return; }
    shielded(
        [] {
            const std::string bytes = limit_text(*current_settings().limit);
            std::fprintf(stderr, "clmem info: layer: the program's memory on each device is limited to %s\n",
                         bytes.c_str());
        },
        [] {});
}

template <class Function>
void replace(Function &drivers, Function own) noexcept {
    if (drivers != nullptr) { drivers = own; }
}

} // namespace

limit::uncounted::uncounted() noexcept {
    ++uncounted_depth;
}

limit::uncounted::~uncounted() {
    --uncounted_depth;
}

bool limit::has_refused() noexcept {
    return was_refused;
}

void limit::charge_deleter::operator()(charge *ended) const noexcept {
    {
        const std::lock_guard lock{all().mutex};
        for (account *of : ended->accounts) {
            of->used -= ended->bytes;
        }
    }
    delete ended;
}

bool limit::detail::is_on() noexcept {
    return real.clGetDeviceInfo != nullptr && uncounted_depth == 0;
}

// Memory of the host counts only on devices that have the same.
counted limit::detail::begin_usm(cl_context context, bool of_host, std::size_t bytes, cl_int &code) noexcept {
    was_refused = false;
    code = CL_OUT_OF_HOST_MEMORY;
    return shielded(
        [&]() -> counted {
            accounts on = accounts_of(context, 0);
            if (of_host) {
                std::erase_if(on, [](const account *of) { return !of->is_of_host; });
            }
            counted taken = take(on, bytes);
            was_refused = taken == nullptr;
            if (was_refused) { code = refusal_of(on, bytes, CL_INVALID_BUFFER_SIZE, CL_OUT_OF_RESOURCES); }
            return taken;
        },
        []() -> counted { return nullptr; });
}

void limit::detail::keep_usm(void *begin, counted taken) noexcept {
    keep_shared(begin, std::move(taken));
}

counted limit::detail::forget_usm(void *begin) noexcept {
    return forget_shared(begin);
}

void limit_memory(cl_icd_dispatch &functions) noexcept {
    if (!current_settings().limit) { return; }
    if (real.clGetDeviceInfo == nullptr) {
        real = functions;
        log_limit();
    }
    replace(functions.clCreateBuffer, create_buffer);
    replace(functions.clCreateBufferWithProperties, create_buffer_with_properties);
    replace(functions.clCreateImage, create_image_of_desc);
    replace(functions.clCreateImageWithProperties, create_image_with_properties);
    replace(functions.clCreateImage2D, create_image_2d);
    replace(functions.clCreateImage3D, create_image_3d);
    replace(functions.clCreatePipe, create_pipe);
    replace(functions.clSVMAlloc, svm_alloc);
    replace(functions.clSVMFree, svm_free);
    replace(functions.clGetDeviceInfo, get_device_info);
}

} // namespace clmem::layer
