// Which source a device's figures come from, and how its hardware is found.
#include "device/memory/device_memory.hpp"
#include "device_answers.hpp"
#include "fake_system.hpp"

#include <CL/cl_ext.h>
#include <array>
#include <gtest/gtest.h>
#include <string>

namespace {

using namespace clmem_core;
using clmem_core::test::card_folder;
using clmem_core::test::failure_of;

constexpr std::uint64_t device_bytes = 1 << 24;

class device_memory_sources : public clmem_core::test::device_answers {
  protected:
    void SetUp() override {
        device_answers::SetUp();
        answer(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong{device_bytes});
        system.add_host();
    }

    void pretend_card(cl_uint vendor_id, const char *vendor, const char *extensions) {
        pretend_gpu(vendor_id, vendor, extensions);
        answer(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool{CL_FALSE});
        answer(CL_DEVICE_PCI_BUS_INFO_KHR, cl_device_pci_bus_info_khr{0, 3, 0, 0});
    }
    void add_sysfs(const char *total, const char *used) const {
        system.write(card_folder + "mem_info_vram_total", total);
        system.write(card_folder + "mem_info_vram_used", used);
    }
    static const nvml::table *one_card() {
        static const nvml::table functions = [] {
            nvml::table card;
            card.find_by_uuid = [](const char *, nvml::device *) { return 6; };
            card.find_by_address = [](const char *, nvml::device *out) {
                static int any;
                *out = reinterpret_cast<nvml::device>(&any);
                return nvml::success;
            };
            card.memory_info = [](nvml::device, nvml::memory *out) {
                *out = {1000, 300, 700};
                return nvml::success;
            };
            return card;
        }();
        return &functions;
    }

    [[nodiscard]] clmem_device_memory_info ask() const { return device_memory(subject, {system.files(), nvml}); }

    clmem_core::test::fake_system system;
    const nvml::table *(*nvml)() = [] { return static_cast<const nvml::table *>(nullptr); };
};

TEST_F(device_memory_sources, of_a_processor_are_the_hosts) {
    const clmem_device_memory_info info = ask();
    EXPECT_EQ(info.struct_size, sizeof info);
    EXPECT_EQ(info.total_bytes, 1000U * 1024);
    EXPECT_EQ(info.total_source, CLMEM_DEVICE_MEMORY_HOST);
    EXPECT_EQ(info.free_bytes, 600U * 1024);
    EXPECT_EQ(info.free_source, CLMEM_DEVICE_MEMORY_HOST);
    EXPECT_NE(info.process_bytes, 0U);
    EXPECT_EQ(info.process_source, CLMEM_DEVICE_MEMORY_HOST);
}

TEST_F(device_memory_sources, of_a_processor_do_not_exceed_opencls_size) {
    answer(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong{500 * 1024});
    const clmem_device_memory_info info = ask();
    EXPECT_EQ(info.total_bytes, 500U * 1024);
    EXPECT_EQ(info.total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    EXPECT_EQ(info.free_bytes, 500U * 1024);
    EXPECT_EQ(info.free_source, CLMEM_DEVICE_MEMORY_OPENCL);
    answer(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong{800 * 1024});
    EXPECT_EQ(ask().total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_HOST);
    system.remove("/proc/meminfo");
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
}

TEST_F(device_memory_sources, of_an_integrated_device_are_the_hosts) {
    pretend_card(0x8086, "Intel(R) Corporation", "cl_khr_pci_bus_info");
    answer(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool{CL_TRUE});
    add_sysfs("5000", "1000");
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_HOST);
}

TEST_F(device_memory_sources, of_a_card_without_any_leave_opencls_size) {
    pretend_card(0x8086, "Intel(R) Corporation", "cl_khr_fp64");
    const clmem_device_memory_info info = ask();
    EXPECT_EQ(info.total_bytes, device_bytes);
    EXPECT_EQ(info.total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    EXPECT_EQ(info.free_bytes, 0U);
    EXPECT_EQ(info.free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
    EXPECT_EQ(info.process_bytes, 0U);
    EXPECT_EQ(info.process_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
}

TEST_F(device_memory_sources, of_a_card_of_intels_are_what_the_process_uses) {
    pretend_card(0x8086, "Intel(R) Corporation", "cl_khr_pci_bus_info");
    system.add_card("3", "drm-pdev: 0000:03:00.0\ndrm-client-id: 1\ndrm-resident-vram0: 4 KiB\n");
    const clmem_device_memory_info info = ask();
    EXPECT_EQ(info.total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    EXPECT_EQ(info.free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
    EXPECT_EQ(info.process_bytes, 4096U);
    EXPECT_EQ(info.process_source, CLMEM_DEVICE_MEMORY_FDINFO);
}

TEST_F(device_memory_sources, of_nvidias_devices_are_nvml) {
    pretend_card(0x10DE, "NVIDIA Corporation", "cl_khr_pci_bus_info cl_khr_device_uuid cl_nv_device_attribute_query");
    answer(CL_DEVICE_UUID_KHR, std::array<unsigned char, 16>{1});
    nvml = one_card;
    const clmem_device_memory_info info = ask();
    EXPECT_EQ(info.total_bytes, 1000U);
    EXPECT_EQ(info.total_source, CLMEM_DEVICE_MEMORY_NVML);
    EXPECT_EQ(info.free_bytes, 300U);
    EXPECT_EQ(info.free_source, CLMEM_DEVICE_MEMORY_NVML);
}

TEST_F(device_memory_sources, of_nvidias_devices_without_nvml_leave_opencls_size) {
    pretend_card(0x10DE, "NVIDIA Corporation", "cl_khr_pci_bus_info cl_nv_device_attribute_query");
    EXPECT_EQ(ask().total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    answer(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool{CL_TRUE}); // a system on a chip
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_HOST);
}

TEST_F(device_memory_sources, of_other_vendors_never_are_nvml) {
    pretend_card(0x8086, "Intel(R) Corporation", "cl_khr_pci_bus_info");
    nvml = one_card;
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
}

TEST_F(device_memory_sources, of_amds_cards_are_the_one_that_says_less) {
    pretend_card(0x1002, "Advanced Micro Devices, Inc.", "cl_amd_device_attribute_query");
    cl_device_topology_amd place{};
    place.pcie.type = 1;
    place.pcie.bus = 3;
    answer(CL_DEVICE_TOPOLOGY_AMD, place);
    answer(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD, std::array<size_t, 2>{4, 1});
    EXPECT_EQ(ask().free_bytes, 4096U);
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_AMD);
    EXPECT_EQ(ask().total_source, CLMEM_DEVICE_MEMORY_OPENCL);
    add_sysfs("8192", "1000");
    EXPECT_EQ(ask().free_bytes, 4096U);
    EXPECT_EQ(ask().total_bytes, 8192U);
    EXPECT_EQ(ask().total_source, CLMEM_DEVICE_MEMORY_SYSFS);
    add_sysfs("8192", "7000"); // another process uses it
    EXPECT_EQ(ask().free_bytes, 1192U);
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_SYSFS);
}

TEST_F(device_memory_sources, survive_amds_drivers_without_the_count) {
    pretend_card(0x1002, "Advanced Micro Devices, Inc.", "cl_amd_device_attribute_query");
    does_not_know(CL_DEVICE_TOPOLOGY_AMD);
    does_not_know(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD);
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
    answer(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD, size_t{0});
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_UNKNOWN) << "emulations do not count";
    answer(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD, size_t{2});
    EXPECT_EQ(ask().free_bytes, 2048U) << "the driver returns one number instead of two";
}

TEST_F(device_memory_sources, report_a_driver_that_refuses) {
    static cl_int code;
    static cl_device_info refused;
    static decltype(cl::table::clGetDeviceInfo) willing;
    willing = cl::dispatch().clGetDeviceInfo;
    pretend_card(0x1002, "Advanced Micro Devices, Inc.", "cl_amd_device_attribute_query");
    cl::dispatch().clGetDeviceInfo = [](cl_device_id id, cl_device_info info, size_t size, void *out,
                                        size_t *out_size) {
        return info == refused ? code : willing(id, info, size, out, out_size);
    };
    code = CL_INVALID_DEVICE;
    refused = CL_DEVICE_GLOBAL_MEM_SIZE;
    EXPECT_EQ(failure_of([this] { return ask(); }).opencl_code, CL_INVALID_DEVICE);
    refused = CL_DEVICE_GLOBAL_FREE_MEMORY_AMD; // how AMD says that it does not count
    EXPECT_EQ(ask().free_source, CLMEM_DEVICE_MEMORY_UNKNOWN);
    code = CL_OUT_OF_HOST_MEMORY;
    EXPECT_EQ(failure_of([this] { return ask(); }).opencl_code, CL_OUT_OF_HOST_MEMORY);
}

TEST_F(device_memory_sources, find_the_hardware_by_each_vendors_query) {
    constexpr cl_uint bus_of_nvidia = 0x4008;
    constexpr cl_uint slot_of_nvidia = 0x4009;
    constexpr cl_uint domain_of_nvidia = 0x400A;
    pretend_card(0x10DE, "NVIDIA Corporation", "cl_khr_pci_bus_info cl_nv_device_attribute_query");
    answer(CL_DEVICE_PCI_BUS_INFO_KHR, cl_device_pci_bus_info_khr{0x10000, 0x41, 31, 7});
    EXPECT_EQ(text_of(pci_address_of(subject).value()), "10000:41:1f.7");
    does_not_know(CL_DEVICE_PCI_BUS_INFO_KHR);
    answer(bus_of_nvidia, cl_uint{0x41});
    answer(slot_of_nvidia, cl_uint{2 * 8 + 1});
    does_not_know(domain_of_nvidia);
    EXPECT_EQ(text_of(pci_address_of(subject).value()), "0000:41:02.1");
    answer(domain_of_nvidia, cl_uint{1});
    EXPECT_EQ(text_of(pci_address_of(subject).value()), "0001:41:02.1");
    does_not_know(slot_of_nvidia);
    EXPECT_FALSE(pci_address_of(subject));
    pretend_card(0x1002, "Advanced Micro Devices, Inc.", "cl_amd_device_attribute_query");
    cl_device_topology_amd place{};
    place.pcie.bus = static_cast<cl_char>(0xC3);
    answer(CL_DEVICE_TOPOLOGY_AMD, place);
    EXPECT_FALSE(pci_address_of(subject)) << "not on PCI Express";
    place.pcie.type = 1;
    answer(CL_DEVICE_TOPOLOGY_AMD, place);
    EXPECT_EQ(text_of(pci_address_of(subject).value()), "0000:c3:00.0");
}

TEST_F(device_memory_sources, know_the_hardware_by_its_uuid) {
    pretend_card(0x10DE, "NVIDIA Corporation", "cl_khr_device_uuid");
    answer(CL_DEVICE_UUID_KHR, std::array<unsigned char, 16>{0x8d, 0x7c, 0x4a, 0x0e, 0x1f, 0x2b, 0x33, 0x44, 0x55, 0x66,
                                                             0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc});
    EXPECT_EQ(uuid_of(subject).value(), "8d7c4a0e-1f2b-3344-5566-778899aabbcc");
    answer(CL_DEVICE_UUID_KHR, std::array<unsigned char, 16>{});
    EXPECT_FALSE(uuid_of(subject));
    does_not_know(CL_DEVICE_UUID_KHR);
    EXPECT_FALSE(uuid_of(subject));
    pretend_card(0x10DE, "NVIDIA Corporation", "cl_khr_fp64");
    EXPECT_FALSE(uuid_of(subject));
}

} // namespace
