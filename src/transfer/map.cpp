#include "transfer/map.hpp"

#include <cinttypes>
#include <mutex>
#include <unordered_map>

namespace clmem_core {

namespace {

void check_flags(std::uint64_t flags, cl_command_queue queue) {
    constexpr std::uint64_t both = CL_MAP_READ | CL_MAP_WRITE;
    if (flags == 0 || (flags & ~(both | CL_MAP_WRITE_INVALIDATE_REGION)) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "flags: expected CL_MAP_READ, CL_MAP_WRITE, both, or CL_MAP_WRITE_INVALIDATE_REGION, got 0x%" PRIx64,
             flags);
    }
    if ((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0) { return; }
    if ((flags & both) != 0) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "flags: expected CL_MAP_WRITE_INVALIDATE_REGION alone, since it discards "
                                           "the content, got CL_MAP_READ or CL_MAP_WRITE too");
    }
    cl::need(true, queue, 120, "CL_MAP_WRITE_INVALIDATE_REGION");
}

void check_is_mappable(const memory_object &memory) {
    switch (memory.access()) {
    case memory_access::object:
    case memory_access::svm:
        return;
    case memory_access::usm:
    case memory_access::host:
        fail(CLMEM_ERROR_UNSUPPORTED, "expected memory that can be mapped, got memory that the host accesses by "
                                      "address, if at all; get the address from clmem_svm_pointer()");
    case memory_access::none:
        fail(CLMEM_ERROR_UNSUPPORTED,
             "expected memory that can be mapped, got memory whose provider has neither OpenCL buffers nor addresses");
    }
}

// Where shared memory is mapped, for quirk::second_map_forgotten.
class svm_addresses {
  public:
    static void add(void *address) {
        const std::lock_guard lock{all().mutex};
        entry &e = all().entries[address];
        e.shared = ++e.maps > 1 || e.shared;
    }
    static void remove(void *address) noexcept {
        const std::lock_guard lock{all().mutex};
        const auto at = all().entries.find(address);
        if (at != all().entries.end() && --at->second.maps == 0) { all().entries.erase(at); }
    }
    // Whether there were several at once since there was last none.
    static bool is_shared(void *address) {
        const std::lock_guard lock{all().mutex};
        const auto at = all().entries.find(address);
        return at != all().entries.end() && at->second.shared;
    }

  private:
    struct entry {
        unsigned maps = 0;
        bool shared = false;
    };
    struct table {
        std::mutex mutex;
        std::unordered_map<void *, entry> entries;
    };
    static table &all() {
        static auto *const one = new table; // outlives static destructors
        return *one;
    }
};

void map_svm(cl_command_queue queue, const map_manner &how, const memory_map::region &region,
             const cl::wait_list &waits, cl_event *out_event) {
    const auto map = cl::dispatch().clEnqueueSVMMap;
    cl::need(map != nullptr, queue, 200, "clEnqueueSVMMap");
    cl_event event = nullptr;
    cl_event *const wanted =
        out_event == nullptr && cl::quirks_of(queue).has(cl::quirk::map_needs_event) ? &event : out_event;
    svm_addresses::add(region.pointer);
    const cl_int code = map(queue, how.blocking ? CL_TRUE : CL_FALSE, how.flags, region.pointer, region.bytes,
                            waits.count, waits.events, wanted);
    const cl::event unwanted{code == CL_SUCCESS ? event : nullptr};
    if (code != CL_SUCCESS) { svm_addresses::remove(region.pointer); }
    cl::check_command(code, "clEnqueueSVMMap");
}

void unmap_svm(cl_command_queue queue, void *address, const cl::wait_list &waits, cl_event *out_event) {
    const bool shared = svm_addresses::is_shared(address);
    const cl_int code = cl::dispatch().clEnqueueSVMUnmap(queue, address, waits.count, waits.events, out_event);
    if (code == CL_INVALID_VALUE && shared) {
        if (out_event != nullptr) { cl::enqueue_nothing(queue, waits, out_event); }
    } else {
        cl::check_command(code, "clEnqueueSVMUnmap");
    }
    svm_addresses::remove(address);
}

// Memory that the host can always access needs no map, only the order.
void map_nothing(cl_command_queue queue, bool blocking, const cl::wait_list &waits, cl_event *out_event) {
    cl_event reached = nullptr;
    cl::enqueue_nothing(queue, waits, &reached);
    cl::event own{reached};
    if (blocking) { cl::wait_for(1, &reached); }
    if (out_event != nullptr) { *out_event = own.detach(); }
}

} // namespace

memory_map::~memory_map() {
    // If the driver keeps refusing, it stays mapped.
    (void)cl::try_often([this] {
        try {
            release();
            return CL_SUCCESS;
        } catch (const error &failure) { return failure.opencl_code(); }
    });
}

void memory_map::map_buffer(std::size_t offset, std::size_t bytes, const map_manner &how, const cl::wait_list &waits,
                            cl_event *out_event) {
    if (const block_hold *const block = memory_->origin()) { block->before_map(bytes); }
    if (memory_->access() == memory_access::svm) {
        region_ = {static_cast<unsigned char *>(memory_->pointer()) + offset, bytes};
        memory_->use(queue_.get());
        if (memory_->is_of_host()) {
            map_nothing(queue_.get(), how.blocking, waits, out_event);
        } else {
            map_svm(queue_.get(), how, region_, waits, out_event);
        }
    } else {
        cl_mem mem = memory_->mem();
        memory_->use(queue_.get());
        cl_int code = CL_SUCCESS;
        void *const first =
            cl::dispatch().clEnqueueMapBuffer(queue_.get(), mem, how.blocking ? CL_TRUE : CL_FALSE, how.flags, offset,
                                              bytes, waits.count, waits.events, out_event, &code);
        cl::check_command(code, "clEnqueueMapBuffer");
        region_ = {first, bytes};
    }
    is_mapped_.store(true, std::memory_order_release);
}

void memory_map::map_image(const extent &origin, const extent &size, const map_manner &how, const cl::wait_list &waits,
                           cl_event *out_event) {
    cl_mem mem = memory_->mem();
    const image_shape shape = shape_of(mem);
    memory_->use(queue_.get());
    cl_int code = CL_SUCCESS;
    region_.pointer = cl::dispatch().clEnqueueMapImage(
        queue_.get(), mem, how.blocking ? CL_TRUE : CL_FALSE, how.flags, origin.data(), size.data(), &region_.row_pitch,
        &region_.slice_pitch, waits.count, waits.events, out_event, &code);
    cl::check_command(code, "clEnqueueMapImage");
    // The slice pitch is the distance of the images of a 1D array.
    const std::size_t rows = shape.is_array_of_rows() ? region_.slice_pitch : region_.row_pitch;
    region_.bytes = size[0] * shape.pixel_bytes + (size[1] - 1) * rows + (size[2] - 1) * region_.slice_pitch;
    is_mapped_.store(true, std::memory_order_release);
}

void memory_map::enqueue_unmap(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event) const {
    if (memory_->is_of_host()) { return map_nothing(queue, false, waits, out_event); }
    if (memory_->access() == memory_access::svm) { return unmap_svm(queue, region_.pointer, waits, out_event); }
    cl::check_command(cl::dispatch().clEnqueueUnmapMemObject(queue, memory_->mem(), region_.pointer, waits.count,
                                                             waits.events, out_event),
                      "clEnqueueUnmapMemObject");
}

void memory_map::unmap(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event) {
    if (queue == nullptr) { queue = queue_.get(); }
    if (!is_mapped_.exchange(false, std::memory_order_acq_rel)) { // another thread was first, or this is a second call
        if (out_event != nullptr) { cl::enqueue_nothing(queue, waits, out_event); }
        return;
    }
    end(queue, waits, out_event, memory_object::event::returned);
}

void memory_map::release(cl_event *out_event) {
    if (!is_mapped_.exchange(false, std::memory_order_acq_rel)) { return; }
    end(queue_.get(), {}, out_event, memory_object::event::hidden);
}

void memory_map::end(cl_command_queue queue, const cl::wait_list &waits, cl_event *out_event,
                     memory_object::event given) {
    try {
        memory_->use(queue, given);
        enqueue_unmap(queue, waits, out_event);
    } catch (...) {
        is_mapped_.store(true, std::memory_order_release);
        throw;
    }
    memory_.reset(); // its pool and the driver know how the queue still uses it
}

clmem_map_info memory_map::describe() const noexcept {
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    info.is_mapped = is_mapped_.load(std::memory_order_acquire) ? 1 : 0;
    info.pointer = info.is_mapped != 0 ? region_.pointer : nullptr;
    info.bytes = region_.bytes;
    info.row_pitch_bytes = region_.row_pitch;
    info.slice_pitch_bytes = region_.slice_pitch;
    info.queue = queue_.get();
    return info;
}

std::shared_ptr<memory_map> map_buffer(std::shared_ptr<memory_object> buffer, cl_command_queue queue,
                                       std::size_t offset, std::size_t bytes, const map_manner &how,
                                       const cl::wait_list &waits, cl_event *out_event) {
    check_is_mappable(*buffer);
    const std::size_t size = buffer->bytes();
    if (bytes == open_size && size == memory_object::unknown_bytes) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "bytes: expected a size, since that of the memory is unknown, got SIZE_MAX");
    }
    if (offset > size || (bytes != open_size && bytes > size - offset)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "expected a range within the memory's %zu bytes, got %zu bytes at offset %zu", size, bytes, offset);
    }
    if (bytes == open_size) { bytes = size - offset; }
    cl::queue own = cl::queue::retain(queue);
    check_flags(how.flags, queue);
    if (bytes == 0) {
        cl::enqueue_nothing(queue, waits, out_event);
        return nullptr;
    }
    auto map = std::make_shared<memory_map>(std::move(buffer), std::move(own));
    map->map_buffer(offset, bytes, how, waits, out_event);
    return map;
}

std::shared_ptr<memory_map> map_image(std::shared_ptr<memory_object> image, cl_command_queue queue,
                                      const extent &origin, const extent &region, const map_manner &how,
                                      const cl::wait_list &waits, cl_event *out_event) {
    const extent size = shape_of(image->mem()).fit("the image", origin, region);
    cl::queue own = cl::queue::retain(queue);
    check_flags(how.flags, queue);
    if (is_empty(size)) {
        cl::enqueue_nothing(queue, waits, out_event);
        return nullptr;
    }
    auto map = std::make_shared<memory_map>(std::move(image), std::move(own));
    map->map_image(origin, size, how, waits, out_event);
    return map;
}

} // namespace clmem_core
