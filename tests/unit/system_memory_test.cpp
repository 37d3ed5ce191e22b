// What the files of /proc and /sys say about memory: numbers, the host, control groups, graphics cards.
#include "device/memory/drm.hpp"
#include "device/memory/host_memory.hpp"
#include "fake_system.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clmem_core;
using clmem_core::test::card_folder;
using clmem_core::test::fake_system;

constexpr std::uint64_t kib = 1024;
constexpr pci_address card = {0, 3, 0, 0};

void expect(const memory_figure &figure, std::uint64_t bytes, clmem_device_memory_source source) {
    EXPECT_EQ(figure.bytes, bytes);
    EXPECT_EQ(figure.source, source);
}
void expect_unknown(const memory_figure &figure) {
    expect(figure, 0, CLMEM_DEVICE_MEMORY_UNKNOWN);
}

TEST(sizes_in_files, have_units_of_1024) {
    EXPECT_EQ(bytes_of("77"), 77U);
    EXPECT_EQ(bytes_of(" 77 kB\n"), 77 * kib);
    EXPECT_EQ(bytes_of("77 KiB"), 77 * kib);
    EXPECT_EQ(bytes_of("77\tMiB"), 77 * kib * kib);
    EXPECT_EQ(bytes_of("0"), 0U);
}

TEST(sizes_in_files, are_unknown_if_malformed) {
    for (const char *text :
         {"", " ", "max", "-1", "12 apples", "12x", "18446744073709551616", "18446744073709551615 kB"}) {
        EXPECT_FALSE(bytes_of(text)) << text;
    }
}

TEST(system_files, are_bounded_and_may_be_missing) {
    const fake_system system;
    system.write("/large", std::string(100000, 'x'));
    EXPECT_EQ(system.files().read("/large").value().size(), 65536U);
    EXPECT_FALSE(system.files().read("/missing"));
    EXPECT_FALSE(system.files().read("/")) << "a folder";
    EXPECT_FALSE(system.files().number("/large"));
    EXPECT_FALSE(system.files().link("/large"));
    EXPECT_TRUE(system.files().list("/missing").empty());
}

TEST(host_memory, is_what_the_kernel_reports) {
    const fake_system system;
    system.add_host();
    const memory_figures figures = host_memory(system.files());
    expect(figures.total, 1000 * kib, CLMEM_DEVICE_MEMORY_HOST);
    expect(figures.free, 600 * kib, CLMEM_DEVICE_MEMORY_HOST);
    expect(figures.process, 3 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)), CLMEM_DEVICE_MEMORY_HOST);
}

TEST(host_memory, is_unknown_without_files) {
    const fake_system system;
    system.write("/proc/self/statm", "20");
    const memory_figures figures = host_memory(system.files());
    expect_unknown(figures.total);
    expect_unknown(figures.free);
    expect_unknown(figures.process);
}

TEST(host_memory, of_an_old_kernel_has_no_figure_of_free_memory) {
    const fake_system system;
    system.write("/proc/meminfo", "MemTotal:        1000 kB\nMemFree:          100 kB\n");
    system.write("/proc/self/cgroup", "0::/\n");
    system.write("/sys/fs/cgroup/memory.max", "1000000000000\n");
    system.write("/sys/fs/cgroup/memory.current", "5\n");
    const memory_figures figures = host_memory(system.files());
    expect(figures.total, 1000 * kib, CLMEM_DEVICE_MEMORY_HOST);
    expect_unknown(figures.free);
}

TEST(control_groups, limit_the_host_and_cache_counts_as_free) {
    const fake_system system;
    system.add_host();
    system.write("/proc/self/cgroup", "0::/jobs/build\n");
    system.write("/sys/fs/cgroup/jobs/build/memory.max", "max\n");
    system.write("/sys/fs/cgroup/jobs/build/memory.current", "300000\n");
    system.write("/sys/fs/cgroup/jobs/memory.max", "500000\n");
    system.write("/sys/fs/cgroup/jobs/memory.current", "400000\n");
    system.write("/sys/fs/cgroup/jobs/memory.stat", "anon 1\nfile 60000\ninactive_file 20000\nactive_file 30000\n");
    const memory_figures figures = host_memory(system.files());
    expect(figures.total, 500000, CLMEM_DEVICE_MEMORY_CGROUP);
    expect(figures.free, 150000, CLMEM_DEVICE_MEMORY_CGROUP);
    EXPECT_EQ(figures.process.source, CLMEM_DEVICE_MEMORY_HOST);
}

TEST(control_groups, with_more_room_than_the_host_change_nothing) {
    const fake_system system;
    system.add_host();
    system.write("/proc/self/cgroup", "0::/\n");
    system.write("/sys/fs/cgroup/memory.max", "9223372036854771712\n");
    system.write("/sys/fs/cgroup/memory.current", "1000\n");
    const memory_figures figures = host_memory(system.files());
    expect(figures.total, 1000 * kib, CLMEM_DEVICE_MEMORY_HOST);
    expect(figures.free, 600 * kib, CLMEM_DEVICE_MEMORY_HOST);
}

TEST(control_groups, of_version_1_are_found_from_inside_a_container) {
    const fake_system system;
    system.add_host();
    // The path is the host's; the container sees its group at the mount point.
    system.write("/proc/self/cgroup", "12:cpu,cpuacct:/docker/ab\n9:hugetlb,memory:/docker/ab\n0::/docker/ab\n");
    system.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "200000\n");
    system.write("/sys/fs/cgroup/memory/memory.usage_in_bytes", "250000\n");
    system.write("/sys/fs/cgroup/memory/memory.stat",
                 "inactive_file 7\ntotal_inactive_file 90000\ntotal_active_file 0\n");
    const auto rooms = cgroup_rooms(system.files());
    ASSERT_EQ(rooms.size(), 1U);
    EXPECT_EQ(rooms[0].limit, 200000U);
    EXPECT_EQ(rooms[0].free, 40000U);
}

TEST(control_groups, that_are_over_their_limit_have_no_room) {
    const fake_system system;
    system.write("/proc/self/cgroup", "0::/a");
    system.write("/sys/fs/cgroup/a/memory.max", "1000");
    system.write("/sys/fs/cgroup/a/memory.current", "2000");
    system.write("/sys/fs/cgroup/memory.max", "1000");
    system.write("/sys/fs/cgroup/memory.current", "10");
    system.write("/sys/fs/cgroup/memory.stat", "inactive_file 500\nactive_file 500\n");
    const auto rooms = cgroup_rooms(system.files());
    ASSERT_EQ(rooms.size(), 2U);
    EXPECT_EQ(rooms[0].free, 0U);
    EXPECT_EQ(rooms[1].free, 1000U) << "more cache than use, as the files are read one after the other";
}

TEST(control_groups, outside_the_visible_tree_or_malformed_are_left_out) {
    const fake_system system;
    system.write("/sys/fs/cgroup/memory.max", "1000");
    system.write("/sys/fs/cgroup/memory.current", "10");
    for (const char *line : {"0::/../other\n", "0::\n", "0:\n", "\n", "nonsense", "5:cpu:/\n", "0::relative\n", ""}) {
        system.write("/proc/self/cgroup", line);
        EXPECT_TRUE(cgroup_rooms(system.files()).empty()) << line;
    }
    system.write("/proc/self/cgroup", "0::/\n");
    EXPECT_EQ(cgroup_rooms(system.files()).size(), 1U);
}

TEST(graphics_card, of_amdgpu_is_in_sysfs) {
    const fake_system system;
    system.write(card_folder + "mem_info_vram_total", "8000000\n");
    system.write(card_folder + "mem_info_vram_used", "3000000\n");
    const memory_figures figures = drm_memory(system.files(), card);
    expect(figures.total, 8000000, CLMEM_DEVICE_MEMORY_SYSFS);
    expect(figures.free, 5000000, CLMEM_DEVICE_MEMORY_SYSFS);
    expect_unknown(figures.process);
}

TEST(graphics_card, that_is_half_described_is_unknown) {
    const fake_system system;
    system.write(card_folder + "mem_info_vram_total", "8000000\n");
    expect_unknown(drm_memory(system.files(), card).total);
    system.write(card_folder + "mem_info_vram_used", "9000000\n");
    expect(drm_memory(system.files(), card).free, 0, CLMEM_DEVICE_MEMORY_SYSFS);
    expect_unknown(drm_memory(system.files(), {0, 4, 0, 0}).total);
}

TEST(graphics_card, shows_what_the_process_uses_once_for_each_client) {
    const fake_system system;
    const std::string client = "pos:\t0\ndrm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t7\n";
    system.add_card("4", client + "drm-memory-vram:\t100 KiB\ndrm-memory-gtt:\t9 KiB\n");
    system.add_card("5", client + "drm-memory-vram:\t100 KiB\n"); // a copy of 4
    system.add_card("6", "drm-pdev:\t0000:03:00.0\ndrm-client-id:\t8\ndrm-memory-vram:\t20 KiB\n");
    system.add_card("7", "drm-pdev:\t0000:04:00.0\ndrm-client-id:\t9\ndrm-memory-vram:\t5 MiB\n"); // another card
    system.add_card("8", "drm-pdev:\t0000:03:00.0\ndrm-memory-vram:\t5 MiB\n");                    // an old kernel's
    system.link("/proc/self/fd/9", "/some/file");
    system.write("/proc/self/fdinfo/9", client + "drm-memory-vram:\t5 MiB\n");
    expect(drm_memory(system.files(), card).process, 120 * kib, CLMEM_DEVICE_MEMORY_FDINFO);
}

TEST(graphics_card, of_intel_shows_what_is_resident) {
    const fake_system system;
    const std::string client = "drm-pdev:\t0000:03:00.0\ndrm-client-id:\t";
    system.add_card("4",
                    client + "1\ndrm-total-vram0:\t99 KiB\ndrm-resident-vram0:\t30 KiB\ndrm-resident-vram1:\t2 KiB\n");
    system.add_card("5", client + "2\ndrm-total-local0:\t8192\ndrm-total-system0:\t5 MiB\n");
    system.add_card("6", client + "3\ndrm-total-vram0:\tunclear\n");
    expect(drm_memory(system.files(), card).process, 40 * kib, CLMEM_DEVICE_MEMORY_FDINFO);
}

} // namespace
