// Functions of the host that a queue calls, with the addresses of memory objects. A driver may give them the address of
// the whole buffer for a sub-buffer, which most blocks are. Then the layer's own function comes between, and adds the
// offset.
#include "calls.hpp"
#include "commands.hpp"
#include "contexts.hpp"
#include "driver.hpp"
#include "memory_table.hpp"
#include "places.hpp"
#include "shield.hpp"
#include "whole.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace clmem::layer {

namespace {

using native_function = void(CL_CALLBACK *)(void *);

// A call to clEnqueueNativeKernel.
struct native_kernel {
    native_function function;
    void *arguments;
    std::size_t bytes;
    std::vector<cl_mem> objects;
    std::vector<const void *> places; // in `arguments`, where the driver stores the addresses
};

// What the layer's own function gets: this, the address's places and offsets, and the program's arguments.
struct block_header {
    native_function function;
    std::size_t addresses;
    std::size_t begin; // of the program's arguments
};
struct moved_address {
    std::size_t at; // in the program's arguments
    std::size_t offset;
};

void CL_CALLBACK call_with_offsets(void *block) {
    auto *const begin = static_cast<std::byte *>(block);
    block_header header{};
    std::memcpy(&header, begin, sizeof header);
    std::byte *const arguments = begin + header.begin;
    for (std::size_t i = 0; i < header.addresses; ++i) {
        moved_address moved{};
        std::memcpy(&moved, begin + sizeof header + i * sizeof moved, sizeof moved);
        std::byte *address = nullptr;
        std::memcpy(&address, arguments + moved.at, sizeof address);
        address += moved.offset;
        std::memcpy(arguments + moved.at, &address, sizeof address);
    }
    header.function(arguments);
}

bool is_over_pooled(cl_mem handle) noexcept {
    bool result = false;
    with_memory(handle, [&](const memory &known) {
        result = known.is_pooled() || (known.what == kind::sub_buffer && known.parent != nullptr);
    });
    return result;
}

// Whether all places are in the arguments; if not, the driver has to judge the call.
bool has_right_places(const native_kernel &wanted) noexcept {
    const auto *const begin = static_cast<const std::byte *>(wanted.arguments);
    return wanted.arguments != nullptr && std::ranges::all_of(wanted.places, [&](const void *place) {
               const auto *const at = static_cast<const std::byte *>(place);
               return at >= begin && at + sizeof(void *) <= begin + wanted.bytes;
           });
}

// The arguments for call_with_offsets(). `wanted` names the whole buffers and the new places then.
std::vector<std::byte> block_of(native_kernel &wanted, const std::vector<cl_mem> &handles) {
    std::vector<moved_address> moved;
    for (std::size_t i = 0; i < handles.size(); ++i) {
        if (!is_over_pooled(handles[i])) { continue; }
        const place_in_slab place = slab_of(wanted.objects[i]);
        if (place.offset == 0) { continue; }
        wanted.objects[i] = place.memory;
        const auto *const at = static_cast<const std::byte *>(wanted.places[i]);
        moved.push_back(
            {static_cast<std::size_t>(at - static_cast<const std::byte *>(wanted.arguments)), place.offset});
    }
    if (moved.empty()) { return {}; }
    constexpr std::size_t alignment = alignof(std::max_align_t);
    const std::size_t used = sizeof(block_header) + moved.size() * sizeof(moved_address);
    const block_header header{wanted.function, moved.size(), (used + alignment - 1) / alignment * alignment};
    std::vector<std::byte> block(header.begin + wanted.bytes);
    std::memcpy(block.data(), &header, sizeof header);
    std::memcpy(block.data() + sizeof header, moved.data(), moved.size() * sizeof(moved_address));
    std::memcpy(block.data() + header.begin, wanted.arguments, wanted.bytes);
    for (const void *&place : wanted.places) {
        const auto *const at = static_cast<const std::byte *>(place);
        place = block.data() + header.begin + (at - static_cast<const std::byte *>(wanted.arguments));
    }
    wanted.function = call_with_offsets;
    wanted.arguments = block.data();
    wanted.bytes = block.size();
    return block;
}

} // namespace

namespace calls {

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *arguments,
                                         size_t bytes, cl_uint objects, const cl_mem *handles, const void **places,
                                         cl_uint count, const cl_event *events, cl_event *out_event) {
    context_state *const context = find_context(context_of(queue));
    const auto enqueue = [&](auto &&pass_on) {
        if (context != nullptr) {
            shielded([&] { context->expect_native_kernel(); }, [] { give_up_pooling(); });
        }
        const cl_int code = pass_on();
        if (context != nullptr) {
            shielded([&] { context->add_native_kernel(queue, code == CL_SUCCESS); }, [] { give_up_pooling(); });
        }
        return code;
    };
    if (function == nullptr || handles == nullptr || places == nullptr || objects == 0) {
        return enqueue([&] {
            return driver().clEnqueueNativeKernel(queue, function, arguments, bytes, objects, handles, places, count,
                                                  events, out_event);
        });
    }
    command issued{queue};
    return shielded(
        [&] {
            const std::vector<cl_mem> named(handles, handles + objects);
            native_kernel wanted{function, arguments, bytes, {}, std::vector<const void *>(places, places + objects)};
            std::ranges::transform(named, std::back_inserter(wanted.objects),
                                   [&](cl_mem handle) { return issued.uses(handle); });
            const bool adds_offsets = mishandles_parts(queue) && has_right_places(wanted);
            const std::vector<std::byte> block = adds_offsets ? block_of(wanted, named) : std::vector<std::byte>{};
            return enqueue([&] {
                return driver().clEnqueueNativeKernel(queue, wanted.function, wanted.arguments, wanted.bytes, objects,
                                                      wanted.objects.data(), wanted.places.data(), count, events,
                                                      out_event);
            });
        },
        [] { return CL_OUT_OF_HOST_MEMORY; });
}

} // namespace calls

} // namespace clmem::layer
