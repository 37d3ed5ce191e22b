#include "device/memory/pci.hpp"

#include "cl/query.hpp"
#include "device/vendor.hpp"

#include <CL/cl_ext.h>
#include <array>
#include <cstdio>

namespace clmem_core {

namespace {

// Not in Khronos's headers.
constexpr cl_uint CL_DEVICE_PCI_BUS_ID_NV = 0x4008;
constexpr cl_uint CL_DEVICE_PCI_SLOT_ID_NV = 0x4009;
constexpr cl_uint CL_DEVICE_PCI_DOMAIN_ID_NV = 0x400A;
constexpr cl_uint topology_type_pcie = 1;

constexpr cl_uint unknown = UINT32_MAX;

std::optional<pci_address> standard_address(cl_device_id device) {
    if (!has_extension(device, "cl_khr_pci_bus_info")) { return std::nullopt; }
    constexpr cl_device_pci_bus_info_khr absent = {unknown, unknown, unknown, unknown};
    const auto found =
        cl::value_or<cl_device_pci_bus_info_khr>(device, CLMEM_CL_ASK(CL_DEVICE_PCI_BUS_INFO_KHR), absent);
    if (found.pci_bus == unknown) { return std::nullopt; }
    return pci_address{found.pci_domain, found.pci_bus, found.pci_device, found.pci_function};
}

std::optional<pci_address> nvidia_address(cl_device_id device) {
    if (!has_extension(device, nvidia_queries)) { return std::nullopt; }
    const cl_uint bus = cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_PCI_BUS_ID_NV), unknown);
    const cl_uint slot = cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_PCI_SLOT_ID_NV), unknown);
    if (bus == unknown || slot == unknown) { return std::nullopt; }
    const cl_uint domain = cl::value_or<cl_uint>(device, CLMEM_CL_ASK(CL_DEVICE_PCI_DOMAIN_ID_NV), 0);
    return pci_address{domain, bus, slot >> 3U, slot & 7U}; // a slot is a device and a function
}

std::optional<pci_address> amd_address(cl_device_id device) {
    if (!has_extension(device, amd_queries)) { return std::nullopt; }
    const auto found = cl::value_or<cl_device_topology_amd>(device, CLMEM_CL_ASK(CL_DEVICE_TOPOLOGY_AMD), {});
    if (found.raw.type != topology_type_pcie) { return std::nullopt; }
    const auto number = [](cl_char signed_one) { return std::uint32_t{static_cast<unsigned char>(signed_one)}; };
    return pci_address{0, number(found.pcie.bus), number(found.pcie.device), number(found.pcie.function)};
}

} // namespace

std::optional<pci_address> pci_address_of(cl_device_id device) {
    for (const auto ask : {standard_address, nvidia_address, amd_address}) {
        if (const auto found = ask(device); found) { return found; }
    }
    return std::nullopt;
}

std::string text_of(const pci_address &address) {
    char text[48];
    std::snprintf(text, sizeof text, "%04x:%02x:%02x.%x", address.domain, address.bus, address.device,
                  address.function);
    return text;
}

std::optional<std::string> uuid_of(cl_device_id device) {
    if (!has_extension(device, "cl_khr_device_uuid")) { return std::nullopt; }
    using uuid = std::array<unsigned char, CL_UUID_SIZE_KHR>;
    const auto bytes = cl::value_or<uuid>(device, CLMEM_CL_ASK(CL_DEVICE_UUID_KHR), uuid{});
    if (bytes == uuid{}) { return std::nullopt; }
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) { text += '-'; }
        constexpr const char *digits = "0123456789abcdef";
        text += digits[bytes[i] >> 4U];
        text += digits[bytes[i] & 15U];
    }
    return text;
}

} // namespace clmem_core
