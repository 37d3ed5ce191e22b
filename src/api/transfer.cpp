#include "transfer/transfer.hpp"

#include "api/handles.hpp"
#include "pool/finish_watch.hpp"
#include "transfer/staging.hpp"

#include <array>
#include <cinttypes>
#include <clmem_extras.h>

using namespace clmem_core;

namespace {

clmem_transfer_place read_place(const clmem_transfer_place *in, const char *name) {
    const auto place = api::read_struct(api::required(in, name), name);
    api::check_reserved(place, name);
    return place;
}

transfer_place place_of(const clmem_transfer_place &in, const char *name) {
    transfer_place place;
    place.pointer = in.pointer;
    if (in.memory != nullptr) { place.memory = api::find(in.memory, name); }
    place.bytes = in.bytes;
    place.offset = in.offset_bytes;
    place.origin = std::to_array(in.origin);
    place.row_pitch = in.row_pitch_bytes;
    place.slice_pitch = in.slice_pitch_bytes;
    return place;
}

transfer_options options_of(const clmem_transfer_options &options) {
    api::check_bool(options.non_blocking, "options.non_blocking");
    constexpr std::uint32_t both = CLMEM_TRANSFER_STAGED | CLMEM_TRANSFER_DIRECT;
    if ((options.flags & ~both) != 0 || (options.flags & both) == both) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT,
             "options.flags: expected CLMEM_TRANSFER_STAGED, CLMEM_TRANSFER_DIRECT or 0, got 0x%" PRIx32,
             options.flags);
    }
    return {options.non_blocking == 0, options.flags, options.bytes, std::to_array(options.region)};
}

} // namespace

clmem_status clmem_transfer_copy(cl_command_queue queue, const clmem_transfer_place *source,
                                 const clmem_transfer_place *destination, const clmem_transfer_options *options,
                                 cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        api::required(queue, "queue");
        const clmem_transfer_place from = read_place(source, "source");
        const clmem_transfer_place to = read_place(destination, "destination");
        const auto how = api::read_options<clmem_transfer_options>(options, CLMEM_TRANSFER_OPTIONS_INIT);
        const transfer_options wanted = options_of(how);
        // A write to the device may return before it is executed, or even before it is enqueued.
        const bool waits = wanted.blocking && to.pointer != nullptr;
        run_watched(waits, queue, [&] {
            copy(queue, place_of(from, "memory of source"), place_of(to, "memory of destination"), wanted,
                 api::wait_list(how), event.wanted());
        });
        event.give();
    });
}

clmem_status clmem_transfer_copy_peer_amd(clmem_buffer source, clmem_buffer destination, cl_command_queue queue,
                                          size_t bytes, const clmem_enqueue_options *options, cl_event *out_event) {
    return api::guard(__func__, [&] {
        api::event_output event{out_event};
        api::required(queue, "queue");
        const auto after = api::read_options(options);
        const cl::wait_list waits = api::wait_list(after);
        const auto from = api::find(source, "source");
        const auto to = api::find(destination, "destination");
        copy_peer_amd(queue, from, to, bytes, waits, event.wanted());
        event.give();
    });
}

clmem_status clmem_transfer_trim(cl_context context) {
    return api::guard(__func__, [&] {
        api::refuse_forked();
        staging::forget(api::required(context, "context"));
    });
}
