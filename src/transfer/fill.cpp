// Fills: by the driver's command in pieces that every driver supports, or by writes where there is no such command.
#include "transfer/fill.hpp"

#include "cl/usm.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace clmem_core {

namespace {

constexpr std::size_t largest_piece = std::size_t{1} << 30; // quirk::large_fill_fails
constexpr std::size_t wrapped_piece = std::size_t{1} << 27; // the limit of a buffer on every device
constexpr std::size_t written_piece = std::size_t{1} << 20;
constexpr std::size_t largest_pattern = 128;

// A range that is filled in pieces, one after the other; the last piece's event is the event of the whole.
class pieces {
  public:
    pieces(const cl::wait_list &waits, cl_event *out_event) noexcept : waits_{waits}, out_event_{out_event} {}

    // `enqueue` takes an offset, a size, a wait list and the output for the event (or nullptr), and throws error.
    template <class Enqueue>
    void run(std::size_t offset, std::size_t bytes, std::size_t most, Enqueue &&enqueue) {
        cl::event before;
        cl::wait_list waits = waits_;
        for (std::size_t done = 0; done < bytes;) {
            const std::size_t piece = std::min(most, bytes - done);
            const bool is_last = done + piece == bytes;
            cl_event event = nullptr;
            cl_event *const wanted = !is_last ? &event : out_event_;
            enqueue(offset + done, piece, waits, wanted);
            cl_event const enqueued = event;
            before = cl::event{enqueued};
            last_ = enqueued;
            waits = {1, &last_};
            done += piece;
        }
    }

  private:
    cl::wait_list waits_;
    cl_event *out_event_;
    cl_event last_ = nullptr;
};

void fill_by_command(cl_mem buffer, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
                     std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    pieces{waits, out_event}.run(
        offset, bytes, largest_piece, [&](std::size_t at, std::size_t piece, const cl::wait_list &w, cl_event *event) {
            cl::check_command(cl::dispatch().clEnqueueFillBuffer(queue, buffer, pattern.bytes, pattern.size, at, piece,
                                                                 w.count, w.events, event),
                              "clEnqueueFillBuffer");
        });
}

// Before OpenCL 1.2. The writes block, since their source no longer exists when the call returns.
void fill_by_writing(cl_mem buffer, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
                     std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    std::vector<unsigned char> repeated(std::min(bytes, written_piece));
    for (std::size_t i = 0; i < repeated.size(); i += pattern.size) {
        std::memcpy(&repeated[i], pattern.bytes, pattern.size);
    }
    pieces{waits, out_event}.run(
        offset, bytes, written_piece, [&](std::size_t at, std::size_t piece, const cl::wait_list &w, cl_event *event) {
            cl::check_command(cl::dispatch().clEnqueueWriteBuffer(queue, buffer, CL_TRUE, at, piece, repeated.data(),
                                                                  w.count, w.events, event),
                              "clEnqueueWriteBuffer");
        });
}

// For quirk::address_fill_leaks. On a CPU all addresses of the driver are the host's, so a buffer over them is the same
// memory.
void fill_by_wrapping(const memory_object &memory, cl_command_queue queue, const fill_pattern &pattern,
                      std::size_t offset, std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    const cl_context context = cl::context_of(queue);
    auto *const first = static_cast<unsigned char *>(memory.pointer());
    pieces{waits, out_event}.run(
        offset, bytes, wrapped_piece, [&](std::size_t at, std::size_t piece, const cl::wait_list &w, cl_event *event) {
            cl_int code = CL_SUCCESS;
            const cl::memory wrapper{
                cl::dispatch().clCreateBuffer(context, CL_MEM_USE_HOST_PTR, piece, first + at, &code)};
            cl::check_command(code, "clCreateBuffer");
            fill_by_command(wrapper.get(), queue, pattern, 0, piece, w, event);
        });
}

void fill_address(const memory_object &memory, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
                  std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    const bool is_usm = memory.access() == memory_access::usm;
    const auto svm_fill = cl::dispatch().clEnqueueSVMMemFill;
    cl::usm::commands usm{};
    if (is_usm) {
        usm = cl::usm::load_commands(cl::device_of(queue));
    } else {
        cl::need(svm_fill != nullptr, queue, 200, "clEnqueueSVMMemFill");
    }
    auto *const first = static_cast<unsigned char *>(memory.pointer());
    pieces{waits, out_event}.run(
        offset, bytes, largest_piece, [&](std::size_t at, std::size_t piece, const cl::wait_list &w, cl_event *event) {
            if (is_usm) {
                cl::check_command(usm.clEnqueueMemFillINTEL(queue, first + at, pattern.bytes, pattern.size, piece,
                                                            w.count, w.events, event),
                                  "clEnqueueMemFillINTEL");
            } else {
                cl::check_command(
                    svm_fill(queue, first + at, pattern.bytes, pattern.size, piece, w.count, w.events, event),
                    "clEnqueueSVMMemFill");
            }
        });
}

void enqueue_fill(const memory_object &buffer, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
                  std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    if (buffer.access() != memory_access::object) {
        const bool is_wrapped = cl::quirks_of(queue).has(cl::quirk::address_fill_leaks) && cl::is_on_processor(queue);
        return (is_wrapped ? fill_by_wrapping : fill_address)(buffer, queue, pattern, offset, bytes, waits, out_event);
    }
    const bool has_command =
        cl::dispatch().clEnqueueFillBuffer != nullptr && cl::version_of(cl::device_of(queue)) >= 120;
    (has_command ? fill_by_command : fill_by_writing)(buffer.mem(), queue, pattern, offset, bytes, waits, out_event);
}

// The number of bytes to fill.
std::size_t check_range(const memory_object &buffer, const fill_pattern &pattern, std::size_t offset,
                        std::size_t bytes) {
    if (!std::has_single_bit(pattern.size) || pattern.size > largest_pattern) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "pattern_bytes: expected 1, 2, 4, 8, 16, 32, 64 or 128, got %zu",
             pattern.size);
    }
    if (offset % pattern.size != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "offset_bytes: expected a multiple of the pattern's %zu bytes, got %zu",
             pattern.size, offset);
    }
    const std::size_t size = buffer.bytes();
    if (bytes == SIZE_MAX) {
        if (size == memory_object::unknown_bytes) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT,
                 "bytes: expected a size, since that of the memory is unknown, got SIZE_MAX");
        }
        if (offset > size) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "offset_bytes: expected at most %zu, the size of the memory, got %zu",
                 size, offset);
        }
        return (size - offset) / pattern.size * pattern.size;
    }
    if (bytes % pattern.size != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected a multiple of the pattern's %zu bytes, got %zu",
             pattern.size, bytes);
    }
    if (offset > size || bytes > size - offset) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a range within the memory's %zu bytes, got %zu bytes at offset %zu", size, bytes, offset);
    }
    return bytes;
}

} // namespace

void fill(const memory_object &buffer, cl_command_queue queue, const fill_pattern &pattern, std::size_t offset,
          std::size_t bytes, const cl::wait_list &waits, cl_event *out_event) {
    bytes = check_range(buffer, pattern, offset, bytes);
    const memory_access access = buffer.access();
    if (access == memory_access::host || access == memory_access::none) {
        fail(CLMEM_ERROR_UNSUPPORTED, "expected memory that commands can access, got %s",
             access == memory_access::host ? "host memory; fill it on the host"
                                           : "memory whose provider has neither OpenCL buffers nor addresses");
    }
    if (bytes == 0) { return cl::enqueue_nothing(queue, waits, out_event); }
    buffer.use(queue);
    try {
        enqueue_fill(buffer, queue, pattern, offset, bytes, waits, out_event);
    } catch (...) { // the caller gets no event of the pieces that were already enqueued
        buffer.use(queue, memory_object::event::hidden);
        throw;
    }
}

} // namespace clmem_core
