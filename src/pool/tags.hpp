// Named counts of a pool's blocks, by tag. Counting is lock-free, since blocks with a tag are also freed on the hit
// path.
#pragma once

#include <array>
#include <atomic>
#include <clmem.h>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace clmem_core {

class tags {
  public:
    static constexpr std::uint32_t most = 255;
    static constexpr std::size_t name_bytes = sizeof(clmem_tag_statistics::name);

    // Throws error if it is no name for a tag.
    static void copy_name(const char *name, std::span<char, name_bytes> out);

    // The tag of a name, made if it is new; 0 if there are too many. Throws error, std::bad_alloc.
    std::uint32_t find_or_add(const char *name);
    [[nodiscard]] bool has(std::uint32_t tag) const noexcept { return tag <= count_.load(std::memory_order_acquire); }

    void add(std::uint32_t tag, std::size_t bytes) noexcept;
    void subtract(std::uint32_t tag, std::size_t bytes) noexcept;
    void reset_peaks() noexcept;

    // Figures of all tags from 1 on.
    [[nodiscard]] std::vector<clmem_tag_statistics> list() const;

  private:
    struct counts {
        std::array<char, name_bytes> name{};
        std::atomic<std::size_t> active{0};
        std::atomic<std::size_t> peak{0};
        std::atomic<std::uint64_t> blocks{0};
        std::atomic<std::uint64_t> allocations{0};
    };

    std::mutex adding_;
    std::atomic<std::uint32_t> count_{0};
    std::array<std::unique_ptr<counts>, most> counts_;
};

} // namespace clmem_core
