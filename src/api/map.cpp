#include "transfer/map.hpp"

#include "api/handles.hpp"
#include "pool/finish_watch.hpp"

#include <algorithm>

using namespace clmem_core;

namespace {

// A handle for a new map; NULL for none. If that fails, the memory is unmapped and the event released.
clmem_map handle_of(std::shared_ptr<memory_map> made, cl_event *out_event) {
    if (made == nullptr) { return nullptr; }
    try {
        return token::to_handle<clmem_map>(object_table::add(token::type::map, std::move(made)));
    } catch (...) {
        if (out_event != nullptr) { const cl::event gone{std::exchange(*out_event, nullptr)}; }
        throw;
    }
}

std::shared_ptr<memory_map> find(clmem_map handle) {
    api::refuse_forked();
    auto found = object_table::find(token::type::map, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "map", "map"); }
    return std::static_pointer_cast<memory_map>(std::move(found));
}

template <class Options>
map_manner how(std::uint64_t flags, const Options &options) {
    api::check_bool(options.non_blocking, "options.non_blocking");
    api::check_reserved(options, "options");
    return {flags, options.non_blocking == 0};
}

// The content that the host reads is that after the queue's earlier commands.
bool waits_for_queue(const map_manner &how) noexcept {
    return how.blocking && (how.flags & CL_MAP_READ) != 0;
}

} // namespace

clmem_status clmem_map_buffer(clmem_buffer buffer, cl_command_queue queue, uint64_t flags,
                              const clmem_map_buffer_options *options, clmem_map *out_map, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        auto &out = api::output(out_map, "out_map");
        api::required(queue, "queue");
        const auto part = api::read_options<clmem_map_buffer_options>(options, CLMEM_MAP_BUFFER_OPTIONS_INIT);
        auto memory = api::find(buffer);
        const map_manner wanted = how(flags, part);
        run_watched(waits_for_queue(wanted), queue, [&] {
            out = handle_of(map_buffer(std::move(memory), queue, part.offset_bytes, part.bytes, wanted,
                                       api::wait_list(part), event.wanted()),
                            event.wanted());
        });
        event.give();
    });
}

clmem_status clmem_map_image(clmem_image image, cl_command_queue queue, uint64_t flags,
                             const clmem_map_image_options *options, clmem_map *out_map, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        auto &out = api::output(out_map, "out_map");
        api::required(queue, "queue");
        const auto part = api::read_options<clmem_map_image_options>(options, CLMEM_MAP_IMAGE_OPTIONS_INIT);
        auto memory = api::find_any_memory(token::of(image), "image", "image");
        if (memory->kind() != memory_kind::image) {
            fail(CLMEM_ERROR_INVALID_HANDLE, "image: expected an image, got %s", noun_of(memory->kind()));
        }
        const map_manner wanted = how(flags, part);
        run_watched(waits_for_queue(wanted), queue, [&] {
            out = handle_of(map_image(std::move(memory), queue, std::to_array(part.origin), std::to_array(part.region),
                                      wanted, api::wait_list(part), event.wanted()),
                            event.wanted());
        });
        event.give();
    });
}

clmem_status clmem_map_describe(clmem_map map, clmem_map_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        api::write_struct(out_info, find(map)->describe(), size);
    });
}

clmem_status clmem_map_unmap(clmem_map map, cl_command_queue queue, const clmem_enqueue_options *options,
                             cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        const auto after = api::read_options(options);
        find(map)->unmap(queue, api::wait_list(after), event.wanted());
        event.give();
    });
}

clmem_status clmem_map_release(clmem_map map) {
    return api::guard(__func__, [&] {
        api::event_output event{nullptr};
        if (map == nullptr) { return; }
        find(map)->release(event.wanted()); // the handle remains valid if this fails
        event.give();
        if (object_table::remove(token::type::map, token::of(map)) == nullptr) {
            object_table::fail_invalid(token::of(map), "map", "map");
        }
    });
}
