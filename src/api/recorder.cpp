#include "recorder/recorder.hpp"

#include "api/handles.hpp"
#include "base/callback.hpp"
#include "pool/recorded_pools.hpp"
#include "pool/recorded_state.hpp"

#include <array>
#include <clmem_extras.h>

using namespace clmem_core;

namespace {

constexpr std::size_t least_ring = 4 * recording::chunk_bytes;
constexpr std::size_t standard_ring = 16 << 20;

std::shared_ptr<recorder> find_recorder(clmem_recorder handle) {
    api::refuse_forked();
    auto found = object_table::find(token::type::recorder, token::of(handle));
    if (found == nullptr) { object_table::fail_invalid(token::of(handle), "recorder", "recorder"); }
    return std::static_pointer_cast<recorder>(std::move(found));
}

std::shared_ptr<pool> find_optional_pool(clmem_pool handle) {
    return handle != nullptr ? api::find_pool(handle) : nullptr;
}

std::string_view text_or_none(const char *text) noexcept {
    return text != nullptr ? std::string_view{text} : std::string_view{};
}

unwinder unwinder_of(const clmem_recorder_options &options) {
    switch (options.unwinder) {
    case CLMEM_UNWINDER_AUTO:
        return options.stack_frames != 0 ? choose_unwinder() : unwinder::system;
    case CLMEM_UNWINDER_FRAME_POINTERS:
        return unwinder::frame_pointers;
    case CLMEM_UNWINDER_SYSTEM:
        return unwinder::system;
    default:
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.unwinder: expected a clmem_unwinder, got %u", options.unwinder);
    }
}

// Calls the program's function. If it throws, which it must not, the allocation has its native stack.
std::uint32_t describe_stack(clmem_stack_fn describe, void *user, std::uint32_t capacity,
                             recorder::source_frame *out) noexcept {
    std::array<const char *, recording::most_frames> functions{};
    std::array<const char *, recording::most_frames> files{};
    std::array<std::uint32_t, recording::most_frames> lines{};
    std::uint32_t count = 0;
    try {
        count =
            call_back("stack of a recorder", describe, user, capacity, functions.data(), files.data(), lines.data());
    } catch (const error &) { return 0; }
    count = std::min(count, capacity);
    for (std::uint32_t i = 0; i < count; ++i) {
        out[i] = {text_or_none(functions[i]), text_or_none(files[i]), lines[i]};
    }
    return count;
}

recorder::options read_recorder_options(const clmem_recorder_options &options) {
    api::check_reserved(options, "options");
    if (options.stack_frames > recording::most_frames) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.stack_frames: expected 0 to %zu, got %u", recording::most_frames,
             options.stack_frames);
    }
    if (options.path == nullptr && options.ring_bytes != 0 && options.ring_bytes < least_ring) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.ring_bytes: expected 0 or at least %zu, got %zu", least_ring,
             options.ring_bytes);
    }
    if (options.path != nullptr && *options.path == '\0') {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.path: expected the path of a file, got an empty text");
    }
    recorder::options wanted{.path = options.path != nullptr ? options.path : "",
                             .ring_bytes = options.ring_bytes != 0 ? options.ring_bytes : standard_ring,
                             .frames = options.stack_frames,
                             .how = unwinder_of(options)};
    if (options.stack != nullptr) {
        wanted.program = [describe = options.stack, user = options.stack_user](std::uint32_t capacity,
                                                                               recorder::source_frame *out) {
            return describe_stack(describe, user, capacity, out);
        };
    }
    return wanted;
}

} // namespace

clmem_status clmem_recorder_create(const clmem_recorder_options *options, clmem_recorder *out_recorder) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_recorder, "out_recorder");
        watch_forks();
        const auto known = api::read_options<clmem_recorder_options>(options, CLMEM_RECORDER_OPTIONS_INIT);
        const auto made = std::make_shared<recorder>(read_recorder_options(known));
        out = token::to_handle<clmem_recorder>(object_table::add(token::type::recorder, made));
    });
}

clmem_status clmem_recorder_start(clmem_recorder handle, clmem_pool pool) {
    return api::guard(__func__, [&] {
        const auto to = find_recorder(handle);
        recorded_pools::start(to, find_optional_pool(pool).get());
    });
}

clmem_status clmem_recorder_stop(clmem_recorder handle, clmem_pool pool) {
    return api::guard(__func__, [&] {
        const auto from = find_recorder(handle);
        recorded_pools::stop(from, find_optional_pool(pool).get());
    });
}

clmem_status clmem_recorder_mark(clmem_recorder handle, const char *text) {
    return api::guard(__func__,
                      [&] { find_recorder(handle)->mark(recording::event::mark, api::required(text, "text")); });
}

clmem_status clmem_recorder_begin_range(clmem_recorder handle, const char *name) {
    return api::guard(__func__,
                      [&] { find_recorder(handle)->mark(recording::event::range_begin, api::required(name, "name")); });
}

clmem_status clmem_recorder_end_range(clmem_recorder handle) {
    return api::guard(__func__, [&] { find_recorder(handle)->end_range(); });
}

clmem_status clmem_recorder_add_outside(clmem_recorder handle, const char *kind, size_t bytes, uint64_t *out_number) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_number, "out_number");
        out = find_recorder(handle)->add_outside(api::required(kind, "kind"), bytes);
    });
}

clmem_status clmem_recorder_remove_outside(clmem_recorder handle, uint64_t number) {
    return api::guard(__func__, [&] {
        if (!find_recorder(handle)->remove_outside(number)) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "number: expected one from clmem_recorder_add_outside(), got another");
        }
    });
}

clmem_status clmem_recorder_save(clmem_recorder handle, const char *path) {
    return api::guard(__func__, [&] {
        const auto from = find_recorder(handle);
        const std::string to = api::required(path, "path");
        if (!from->how().path.empty()) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a recorder with a ring, got one that writes to the file %s, which is "
                 "complete at any time",
                 from->how().path.c_str());
        }
        from->save(to, recorded_pools::states_of(from));
    });
}

clmem_status clmem_recorder_describe(clmem_recorder handle, clmem_recorder_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        const recorder::figures now = find_recorder(handle)->statistics();
        clmem_recorder_info known = CLMEM_RECORDER_INFO_INIT;
        known.stacks = static_cast<std::uint32_t>(now.stacks);
        known.events = now.events;
        known.lost = now.lost;
        known.bytes = now.bytes;
        api::write_struct(out_info, known, size);
    });
}

clmem_status clmem_pool_snapshot(clmem_pool handle, const char *path) {
    return api::guard(__func__, [&] {
        const auto p = api::find_pool(handle);
        const std::string to = api::required(path, "path");
        auto from = p->find_recorder();
        const bool has_stacks = from != nullptr && from->how().path.empty();
        if (!has_stacks) {
            from = std::make_shared<recorder>(recorder::options{.path = {}, .ring_bytes = least_ring});
            p->describe_to(*from);
        }
        pool_snapshot now = p->snapshot();
        for (pool_snapshot::range &each : now.ranges) {
            if (!has_stacks) { each.stack = 0; }
        }
        const recorder::snapshot state = recorded_state(now, *from);
        from->save(to, {&state, 1}, recorder::extent::no_events);
    });
}

clmem_status clmem_recorder_release(clmem_recorder handle) {
    if (handle == nullptr) { return CLMEM_SUCCESS; }
    return api::guard(__func__, [&] {
        api::refuse_forked();
        const auto from = find_recorder(handle);
        recorded_pools::stop(from, nullptr); // may throw: the handle stays
        from->end();
        if (object_table::remove(token::type::recorder, token::of(handle)) == nullptr) {
            object_table::fail_invalid(token::of(handle), "recorder", "recorder");
        }
    });
}
