// What may not grow during a soak: the memory of the process, and the OpenCL objects that live.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clmem::soak {

// The memory of the process that is in RAM, in bytes.
[[nodiscard]] std::size_t resident_bytes();

class bounds {
  public:
    bounds();
    // At the end of a round, when nothing should be live besides `lost` objects, whose release was made to fail.
    void check_objects(std::uint64_t lost);
    void sample_memory();
    // At the end: the memory of the last samples against that of the first ones.
    void check_memory() const;
    // Medians of both, in bytes.
    [[nodiscard]] std::size_t early_bytes() const;
    [[nodiscard]] std::size_t late_bytes() const;

  private:
    std::int64_t objects_at_start_;
    std::vector<std::size_t> samples_;
};

} // namespace clmem::soak
