#include "device/characterize/occupancy.hpp"

#include "api/guard.hpp"

#include <clmem_extras.h>

using namespace clmem_core;
using namespace clmem_core::api;

clmem_status clmem_occupancy_compute(const clmem_device_data *data, uint32_t threads, size_t shared_bytes,
                                     uint32_t registers, clmem_occupancy *out_occupancy) {
    return guard(__func__, [&] {
        const std::size_t size = output_struct(out_occupancy, "out_occupancy");
        const clmem_device_data known = read_struct(required(data, "data"), "data");
        api::check_reserved(known, "data");
        write_struct(out_occupancy, occupancy_of(known, threads, shared_bytes, registers), size);
    });
}
