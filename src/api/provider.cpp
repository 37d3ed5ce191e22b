#include "api/handles.hpp"
#include "fault/plan.hpp"
#include "pool/lone_block.hpp"
#include "provider/buffer.hpp"
#include "provider/faulty.hpp"
#include "provider/pinned.hpp"
#include "provider/svm.hpp"
#include "provider/user.hpp"
#include "provider/usm.hpp"
#include "provider/virtual.hpp"

#include <cinttypes>
#include <clmem_extras.h>

using namespace clmem_core;

namespace {

void publish(const std::shared_ptr<provider> &made, clmem_provider &out) {
    out = token::to_handle<clmem_provider>(object_table::add(token::type::provider, made));
    made->commit();
}

std::uint64_t flags_of(const clmem_provider_options *in) {
    const auto options = api::read_options<clmem_provider_options>(in, CLMEM_PROVIDER_OPTIONS_INIT);
    api::check_reserved(options, "options");
    return options.memory_flags;
}

std::uint64_t flags_or_default(const clmem_provider_options *in) {
    const std::uint64_t flags = flags_of(in);
    return flags != 0 ? flags : CL_MEM_READ_WRITE;
}

} // namespace

clmem_status clmem_provider_create_virtual(const clmem_virtual_options *options, clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        publish(make_virtual_provider(api::read_struct(options, "options")), out);
    });
}

clmem_status clmem_provider_set_time(clmem_provider handle, uint64_t time_ns) {
    return api::guard(__func__, [&] { api::find_provider(handle)->set_time(time_ns); });
}

clmem_status clmem_provider_create_buffer(cl_context context, const clmem_provider_options *options,
                                          clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        publish(make_buffer_provider(api::required(context, "context"), flags_or_default(options)), out);
    });
}

clmem_status clmem_provider_create_immediate(cl_command_queue queue, const clmem_provider_options *options,
                                             clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        publish(make_immediate_provider(api::required(queue, "queue"), flags_or_default(options)), out);
    });
}

clmem_status clmem_provider_create_svm(cl_context context, const clmem_provider_options *options,
                                       clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        publish(make_svm_provider(api::required(context, "context"), flags_or_default(options)), out);
    });
}

clmem_status clmem_provider_create_usm(cl_context context, cl_device_id device, uint32_t kind,
                                       const clmem_provider_options *options, clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        api::required(context, "context");
        if (const std::uint64_t flags = flags_of(options); flags != 0) {
            fail(CLMEM_ERROR_INVALID_ARGUMENT, "options.memory_flags: expected 0 for USM, got 0x%" PRIx64, flags);
        }
        publish(make_usm_provider(context, device, kind), out);
    });
}

clmem_status clmem_provider_create_pinned(cl_command_queue queue, const clmem_provider_options *options,
                                          clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        publish(make_pinned_provider(api::required(queue, "queue"), flags_or_default(options)), out);
    });
}

clmem_status clmem_provider_create_user(const clmem_provider_callbacks *callbacks, clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        api::required(callbacks, "callbacks");
        publish(make_user_provider(api::read_struct(callbacks, "callbacks")), out);
    });
}

clmem_status clmem_provider_create_faulty(clmem_provider handle, const char *spec, clmem_provider *out_provider) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_provider, "out_provider");
        auto from = api::find_provider(handle);
        publish(make_faulty_provider(std::move(from), api::required(spec, "spec")), out);
    });
}

clmem_status clmem_provider_faults(clmem_provider handle, clmem_fault_counts *out_counts) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_counts, "out_counts");
        const auto found = api::find_provider(handle);
        const fault::plan *const faults = found->faults();
        if (faults == nullptr) {
            fail(CLMEM_ERROR_UNSUPPORTED, "expected a faulty provider, got one that injects nothing");
        }
        clmem_fault_counts known = CLMEM_FAULT_COUNTS_INIT;
        known.calls = faults->calls();
        known.failures = faults->failures();
        known.delays = faults->delays();
        api::write_struct(out_counts, known, size);
    });
}

clmem_status clmem_provider_allocate(clmem_provider handle, size_t bytes, clmem_buffer *out_buffer) {
    return api::guard(__func__, [&] {
        auto &out = api::output(out_buffer, "out_buffer");
        auto source = api::find_provider(handle);
        api::check_bytes(bytes);
        if (bytes == 0) { return; }
        out = token::to_handle<clmem_buffer>(allocate_alone(std::move(source), bytes));
    });
}

clmem_status clmem_provider_describe(clmem_provider handle, clmem_provider_info *out_info) {
    return api::guard(__func__, [&] {
        const std::size_t size = api::output_struct(out_info, "out_info");
        const auto found = api::find_provider(handle);
        const provider::traits &traits = found->properties();
        clmem_provider_info known = CLMEM_PROVIDER_INFO_INIT;
        known.kind = traits.kind;
        known.alignment_bytes = traits.alignment;
        known.max_allocation_bytes = traits.max_allocation;
        known.memory_bytes = traits.memory;
        known.context = traits.context;
        known.memory_flags = traits.memory_flags;
        api::write_struct(out_info, known, size);
    });
}

clmem_status clmem_provider_release(clmem_provider handle) {
    if (handle == nullptr) { return CLMEM_SUCCESS; }
    return api::guard(__func__, [&] {
        api::refuse_forked();
        if (object_table::remove(token::type::provider, token::of(handle)) == nullptr) {
            object_table::fail_invalid(token::of(handle), "provider", "provider");
        }
    });
}
