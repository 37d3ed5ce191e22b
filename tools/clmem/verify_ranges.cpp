#include "failure.hpp"
#include "verifier.hpp"

#include <fmt/format.h>
#include <map>
#include <string>
#include <utility>

namespace clmem::command {
namespace {

class range_verifier final : public verifier {
  public:
    explicit range_verifier(const job &work) : work_{work}, alignment_{work.from.alignment()} {}

    void allocated(std::uint32_t allocation, clmem_buffer block) override {
        const clmem_buffer_info info = describe(block);
        const std::uint64_t bytes = work_.bytes_of(allocation);
        if (info.bytes != bytes || info.capacity_bytes < bytes || info.offset_bytes > info.slab_bytes ||
            info.capacity_bytes > info.slab_bytes - info.offset_bytes) {
            fail(allocation, fmt::format("expected a range of at least {} bytes in a slab of {}, got {} bytes at {}",
                                         bytes, info.slab_bytes, info.capacity_bytes, info.offset_bytes));
        }
        if (info.offset_bytes % alignment_ != 0) {
            fail(allocation,
                 fmt::format("expected a start at a multiple of {}, got {}", alignment_, info.offset_bytes));
        }
        const auto [entry, is_new] = live_.try_emplace({info.slab, info.offset_bytes},
                                                       range{info.offset_bytes + info.capacity_bytes, allocation});
        if (!is_new) { fail_overlap(allocation, entry->second.allocation); }
        const auto next = std::next(entry);
        if (next != live_.end() && next->first.first == info.slab && next->first.second < entry->second.end) {
            fail_overlap(allocation, next->second.allocation);
        }
        if (entry == live_.begin()) { return; }
        const auto previous = std::prev(entry);
        if (previous->first.first == info.slab && previous->second.end > info.offset_bytes) {
            fail_overlap(allocation, previous->second.allocation);
        }
    }

    void releasing(std::uint32_t allocation, clmem_buffer block) override {
        const clmem_buffer_info info = describe(block);
        const auto entry = live_.find({info.slab, info.offset_bytes});
        if (entry == live_.end() || entry->second.allocation != allocation) {
            fail(allocation, "expected the range to stay where it was allocated, got another range");
        }
        live_.erase(entry);
        ++checked_blocks_;
    }

    void finish() override {}

  private:
    using place = std::pair<std::uint64_t, std::size_t>; // slab and offset
    struct range {
        std::size_t end;
        std::uint32_t allocation;
    };

    static clmem_buffer_info describe(clmem_buffer block) {
        clmem_buffer_info info = CLMEM_BUFFER_INFO_INIT;
        check(clmem_buffer_describe(block, &info));
        return info;
    }

    [[noreturn]] void fail(std::uint32_t allocation, const std::string &why) const {
        throw failure{exit_status::failed, fmt::format("{}: {}", work_.name_of(allocation), why)};
    }

    [[noreturn]] void fail_overlap(std::uint32_t allocation, std::uint32_t other) const {
        fail(allocation,
             fmt::format("expected a range that overlaps no live block, got an overlap with {}", work_.name_of(other)));
    }

    const job &work_;
    std::size_t alignment_;
    std::map<place, range> live_;
};

} // namespace

std::unique_ptr<verifier> make_range_verifier(const job &work) {
    return std::make_unique<range_verifier>(work);
}

} // namespace clmem::command
