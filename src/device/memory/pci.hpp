// Which piece of hardware a device is: its PCI address and its UUID, by which other interfaces know it.
#pragma once

#include <clmem.h>
#include <cstdint>
#include <optional>
#include <string>

namespace clmem_core {

struct pci_address {
    std::uint32_t domain;
    std::uint32_t bus;
    std::uint32_t device;
    std::uint32_t function;
};

// From cl_khr_pci_bus_info, or else from NVIDIA's or AMD's queries. Empty if the driver does not say.
[[nodiscard]] std::optional<pci_address> pci_address_of(cl_device_id device);

// "0000:03:00.0", as Linux writes it.
[[nodiscard]] std::string text_of(const pci_address &address);

// "8d7c4a0e-1f2b-...", in lower case, from cl_khr_device_uuid.
[[nodiscard]] std::optional<std::string> uuid_of(cl_device_id device);

} // namespace clmem_core
