#include "cl/quirks.hpp"

#include "cl/query.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>

namespace clmem_core::cl {

namespace {

using scope = quirk_scope;

constexpr quirk_entry entries[] = {
    {quirk::address_fill_leaks, "PoCL 6, CPU",
     "a fill of an address loses a copy of the pattern, and crashes on the host's own memory",
     "fills a buffer over the same memory instead (transfer/fill.cpp)",
     "api/buffer_test.cpp filling.of_shared_virtual_memory_fills_exactly_its_range", scope::pocl},
    {quirk::barrier_forgets_the_last, "PoCL 3.1",
     "commands of an out-of-order queue wait for the last barrier alone, and that one not for those before it",
     "each barrier waits for the one before it (queue/queue_order.hpp)",
     "api/queue_hints_test.cpp queue_hints.an_out_of_order_queue_waits_behind_every_barrier", scope::every_driver},
    {quirk::boxes_refused, "NVIDIA and others",
     "copies of boxes that lie in one another's gaps count as overlapping, the last row needs its whole pitch, and the "
     "pitches of 1D arrays are unknown",
     "copies row by row what a driver refuses (transfer/transfer.cpp)",
     "api/transfer_rectangle_test.cpp rectangles.go_by_rows_where_a_driver_refuses_them", scope::every_driver},
    {quirk::boxes_of_parts_crash, "PoCL 3.1", "crashes when a box is copied from or to a sub-buffer",
     "copies row by row, or from and to the whole buffer (transfer/transfer.cpp)",
     "api/transfer_rectangle_test.cpp rectangle_between.as_the_model_does", scope::pocl},
    {quirk::color_wraps, "several", "converts a fill's colour to integers without saturating it",
     "saturates it before the call (image/image_fill.cpp)",
     "api/image_fill_test.cpp image_fill_api.takes_the_nearest_that_a_format_holds", scope::every_driver},
    {quirk::failed_event_blocks, "PoCL 3.1", "commands that wait for an event that has already failed never end",
     "no barrier waits for such an event (pool/queue_sync.cpp)",
     "unit/queue_sync_test.cpp sync.is_done_when_the_marker_of_a_queue_in_order_fails", scope::every_driver},
    {quirk::fill_of_image_of_buffer_crashes, "PoCL up to 3.1",
     "crashes when it fills an image that is made of a buffer",
     "refuses the fill with CLMEM_ERROR_UNSUPPORTED (image/image_fill.cpp)",
     "api/image_fill_test.cpp image_of_buffer_fill_api.fills_images_where_the_driver_survives_it", scope::pocl},
    {quirk::large_fill_fails, "NVIDIA", "a fill of 2 GiB or more fails",
     "fills at most 1 GiB at once (transfer/fill.cpp)",
     "api/buffer_test.cpp filling.goes_in_pieces_that_every_driver_can_do", scope::every_driver},
    {quirk::map_needs_event, "PoCL 6", "forgets an SVM map whose event is not asked for, and crashes at the unmap",
     "always asks for the event (transfer/map.cpp)", "api/map_test.cpp map_of.shows_what_the_memory_holds",
     scope::pocl},
    {quirk::mapped_copies_race, "NVIDIA 580.159",
     "a copy between a buffer and SVM that an earlier command maps moves what was there before, rarely, if several "
     "threads use several queues",
     "copies through a buffer over the same memory instead of a map (transfer/transfer.cpp)",
     "mock/mapped_copy_test.cpp mapped_copies.go_through_buffers", scope::nvidia},
    {quirk::markers_end_early, "Intel for CPUs",
     "once a command of an out-of-order queue has failed, its markers and clFinish() end while earlier commands are "
     "held back, with the status of success",
     "keeps the events of its own commands with the blocks; commands of the program need clmem_buffer_release_after() "
     "(memory/command_uses.cpp)",
     "mock/hidden_failure_test.cpp hidden_failures.leave_the_event_of_a_fill_with_its_block", scope::intel},
    {quirk::migration_keeps_list, "NVIDIA 580.159",
     "reads the list of the memory objects to migrate when the command starts, which may be after the call",
     "keeps the list until the command is complete (memory/import.cpp)",
     "mock/sub_buffer_test.cpp sub_buffers.are_listed_until_their_migration_is_complete", scope::nvidia},
    {quirk::migration_of_parts_crashes, "NVIDIA 580.159, PoCL up to 5",
     "crashes when a sub-buffer is migrated to the host: NVIDIA's at once if a command has used it, else when it is "
     "released; PoCL if another thread enqueues a command that uses the same buffer, since an event is released twice",
     "leaves out CL_MIGRATE_MEM_OBJECT_HOST, which asks for no more than a better place (memory/import.cpp)",
     "mock/sub_buffer_test.cpp sub_buffers.are_not_migrated_to_the_host", scope::every_driver},
    {quirk::no_log_before_build, "PoCL", "refuses to give the build log of a program that was never built",
     "gives an empty log without asking (launch/program.cpp)",
     "unit/launch_test.cpp program_of_two_devices.reports_the_log_of_the_failed_device", scope::every_driver},
    {quirk::overlapping_sub_buffers_crash, "NVIDIA",
     "crashes when sub-buffers that overlap exist at the same time and commands have used them",
     "releases the sub-buffers of earlier ranges before it creates one (pool/block_objects.cpp)",
     "unit/objects_test.cpp objects.never_overlap_and_go_before_their_slab", scope::every_driver},
    {quirk::oversize_accepted, "NVIDIA",
     "creates buffers and images that are larger than the device allows, without an error",
     "checks the size before the call (memory/buffer.cpp, image/image.cpp)",
     "api/image_refusals_test.cpp image_refusals.refuses_sizes", scope::every_driver},
    {quirk::row_pitch_steps_images, "PoCL", "steps from one image of a 1D array to the next by the row pitch",
     "passes the slice pitch as the row pitch, too (image/image.cpp)",
     "api/image_test.cpp image_api.takes_the_hosts_pixels_with_pitches", scope::every_driver},
    {quirk::sampler_modes_unchecked, "PoCL", "takes any number for a sampler's mode",
     "checks the modes before the call (image/sampler.cpp)", "api/sampler_test.cpp sampler_api.refuses_invalid_modes",
     scope::every_driver},
    {quirk::second_map_forgotten, "several",
     "counts maps of SVM by their addresses, and refuses to unmap the second one of an address",
     "takes the second unmap for done (transfer/map.cpp)",
     "api/map_test.cpp map_of.a_driver_may_forget_the_second_map_of_an_address", scope::every_driver},
    {quirk::struct_arguments_miscounted, "PoCL up to 0.14, Apple for CPUs",
     "counts each member of a struct as an argument",
     "tells the program, after a test where the version leaves it open (device/characterize/struct_bug.cpp)",
     "unit/characterize_test.cpp characterize.struct_bug", scope::probed},
    {quirk::sub_buffer_has_own_memory, "NVIDIA",
     "gives each sub-buffer memory of its own if its buffer has none yet, which takes a millisecond each",
     "makes a slab resident before its first sub-buffer (provider/buffer.cpp)",
     "mock/pool_test.cpp pool_over_mock.prepares_no_slab_that_the_program_has_used", scope::every_driver},
    {quirk::sub_buffers_race, "NVIDIA 580.159",
     "crashes when a thread creates sub-buffers of a buffer while another one starts commands that use it: often if "
     "that "
     "is the driver's thread, which starts what a user event has held back, rarely if it is the program's",
     "gives each new block a whole buffer, in a pool from the first such command in a queue that it knows, under the "
     "layer from a context's first user event (pool/sub_buffer_guard.hpp)",
     "mock/sub_buffer_test.cpp sub_buffers.are_not_created_under_commands_held_back", scope::nvidia},
    {quirk::svm_arguments_stay, "NVIDIA 580.159",
     "refuses a launch, or fails its queue later, if an argument is a buffer and was SVM in an earlier launch of the "
     "same cl_kernel",
     "sets the arguments in a new cl_kernel, and refuses that of a cl_kernel which others set, too (launch/kernel.cpp)",
     "mock/svm_argument_test.cpp svm_arguments.become_buffers", scope::nvidia},
    {quirk::svm_calls_collide, "NVIDIA 580.159",
     "clSVMAlloc() returns NULL, whatever the size, while another thread frees SVM",
     "the two calls take turns (provider/svm.cpp)", "unit/svm_provider_test.cpp svm.is_allocated_and_freed_in_turns",
     scope::every_driver},
    {quirk::unlisted_format_accepted, "NVIDIA",
     "creates images of some formats that it does not list, and corrupts them",
     "refuses formats that are not listed (image/image.cpp)",
     "api/image_refusals_test.cpp image_refusals.refuses_formats_that_are_not_listed", scope::every_driver},
    {quirk::unreferenced_failure_aborts, "PoCL 3.1",
     "aborts the process when a marker or a barrier fails whose event the program has released, or not asked for",
     "asks for the event of each barrier, and releases events of markers and barriers only when they are complete, so "
     "that those which fail stay (queue/opencl_queues.cpp)",
     "api/failed_commands_test.cpp failed_commands.end_no_process_that_has_released_the_pool", scope::pocl},
    {quirk::usm_needs_flags, "Intel for CPUs",
     "runs no kernel that uses USM through pointers in memory, if it was given only the addresses of that USM",
     "sets the flags for each kind of USM (launch/kernel.cpp)",
     "api/kernel_test.cpp kernel_api.takes_usm_by_its_address", scope::every_driver},
    {quirk::wait_hides_failure, "NVIDIA; for lists, all but Intel",
     "clWaitForEvents() succeeds though a command has failed",
     "asks each event for its status after the wait (cl/enqueue.cpp, provider/residence.cpp)",
     "unit/wait_test.cpp waiting.for_a_failed_command_is_an_error_even_if_the_driver_reports_none",
     scope::every_driver},
};

// quirk_set has a bit for each.
static_assert(std::size(entries) <= 32);

} // namespace

std::span<const quirk_entry> all_quirks() noexcept {
    return entries;
}

namespace {

constexpr std::string_view pocl_name = "Portable Computing Language";
constexpr std::string_view nvidia_name = "NVIDIA CUDA";
constexpr std::string_view intel_name = "Intel(R) OpenCL"; // its GPUs have a platform of another name

} // namespace

bool is_pocl(cl_platform_id platform) {
    return text(platform, CLMEM_CL_ASK(CL_PLATFORM_NAME)) == pocl_name;
}

bool may_end_markers_early() noexcept {
    static const bool any = [] {
        try {
            cl_platform_id platforms[32];
            cl_uint count = 0;
            if (dispatch().clGetPlatformIDs(std::size(platforms), platforms, &count) != CL_SUCCESS) { return true; }
            count = std::min<cl_uint>(count, std::size(platforms));
            return std::any_of(platforms, platforms + count,
                               [](cl_platform_id p) { return text(p, CLMEM_CL_ASK(CL_PLATFORM_NAME)) == intel_name; });
        } catch (const std::exception &) { return true; } // more events than necessary do no harm
    }();
    return any;
}

quirk_set ask_quirks(cl_device_id device) {
    const auto platform = value_or<cl_platform_id>(device, CLMEM_CL_ASK(CL_DEVICE_PLATFORM), nullptr);
    quirk_set found;
    if (platform == nullptr) { return found; }
    const std::string name = text(platform, CLMEM_CL_ASK(CL_PLATFORM_NAME));
    for (const quirk_entry &entry : entries) {
        const bool is_meant = (entry.scope == scope::pocl && name == pocl_name) ||
                              (entry.scope == scope::nvidia && name == nvidia_name) ||
                              (entry.scope == scope::intel && name == intel_name);
        if (is_meant) { found.add(entry.name); }
    }
    return found;
}

} // namespace clmem_core::cl
