// The faults of drivers that clmem works around, in one table; docs/quirks.md is written from it.
//
// Most workarounds suit every driver, and their code names the quirk in a comment. The others cost time or refuse a
// call, so their code asks whether a device's driver has the quirk: quirks_of(queue).has(quirk::map_needs_event).
#pragma once

#include "cl/loader.hpp"

#include <cstdint>
#include <span>

namespace clmem_core::cl {

enum class quirk : std::uint8_t {
    address_fill_leaks,
    barrier_forgets_the_last,
    boxes_refused,
    boxes_of_parts_crash,
    color_wraps,
    failed_event_blocks,
    fill_of_image_of_buffer_crashes,
    large_fill_fails,
    map_needs_event,
    mapped_copies_race,
    markers_end_early,
    migration_keeps_list,
    migration_of_parts_crashes,
    no_log_before_build,
    overlapping_sub_buffers_crash,
    oversize_accepted,
    row_pitch_steps_images,
    sampler_modes_unchecked,
    second_map_forgotten,
    struct_arguments_miscounted,
    sub_buffer_has_own_memory,
    sub_buffers_race,
    svm_arguments_stay,
    svm_calls_collide,
    unlisted_format_accepted,
    unreferenced_failure_aborts,
    usm_needs_flags,
    wait_hides_failure,
};

// Where a workaround is in force; a probed one depends on what a test of the device shows.
enum class quirk_scope : std::uint8_t { every_driver, pocl, nvidia, intel, probed };

struct quirk_entry {
    quirk name;
    const char *drivers; // and the versions that were seen to have it
    const char *symptom;
    const char *workaround;
    const char *test; // FILE below tests and SUITE.NAME
    quirk_scope scope;
};

[[nodiscard]] std::span<const quirk_entry> all_quirks() noexcept;

// Those for which the code asks, of one driver.
class quirk_set {
  public:
    [[nodiscard]] bool has(quirk which) const noexcept { return (bits_ >> static_cast<unsigned>(which) & 1) != 0; }
    void add(quirk which) noexcept { bits_ |= std::uint32_t{1} << static_cast<unsigned>(which); }

  private:
    std::uint32_t bits_ = 0;
};

[[nodiscard]] bool is_pocl(cl_platform_id platform);

// Whether any platform has quirk::markers_end_early, whatever a command's queue: asked once.
[[nodiscard]] bool may_end_markers_early() noexcept;

// By queries of the device's platform, at each call; quirks_of() in cl/enqueue.hpp remembers the answer.
[[nodiscard]] quirk_set ask_quirks(cl_device_id device);

} // namespace clmem_core::cl
