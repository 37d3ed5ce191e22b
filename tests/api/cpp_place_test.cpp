// clmem.hpp: what may be a side of a transfer.
#include "cpp_api.hpp"

#include <array>
#include <initializer_list>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::test {
namespace {

using numbers = std::vector<int>;

template <class T>
constexpr bool is_destination = std::is_constructible_v<place, T>;
template <class T>
constexpr bool is_source = std::is_constructible_v<const_place, T>;

// Elements that may be written are both; const ones are sources only.
static_assert(is_destination<numbers &> && is_destination<int (&)[4]> && is_destination<std::array<int, 4> &>);
static_assert(is_destination<std::span<int>> && is_destination<const std::span<int> &> && is_destination<span<int>>);
static_assert(is_source<numbers &> && is_source<int (&)[4]> && is_source<std::array<int, 4> &> && is_source<place>);
static_assert(is_source<const numbers &> && is_source<const int (&)[4]> && is_source<const std::array<int, 4> &>);
static_assert(is_source<std::span<const int>> && is_source<span<const int>> && is_source<std::string_view>);
static_assert(!is_destination<const numbers &> && !is_destination<const int (&)[4]>);
static_assert(!is_destination<const std::array<int, 4> &> && !is_destination<std::array<const int, 4> &>);
static_assert(!is_destination<std::span<const int>> && !is_destination<span<const int>>);
static_assert(!is_destination<std::string_view> && !is_destination<const_place>);

// Temporaries that own their elements are neither.
static_assert(!is_destination<numbers> && !is_source<numbers> && !is_source<const numbers>);
static_assert(!is_destination<int (&&)[4]> && !is_source<int (&&)[4]> && !is_source<std::array<const int, 4>>);
static_assert(!is_source<std::initializer_list<int>> && !is_source<std::string>);
static_assert(!is_destination<buffer> && !is_source<buffer> && !is_source<const image>);

// Neither are things without consecutive elements, nor addresses without a size.
static_assert(!is_source<std::vector<bool> &> && !is_source<int *> && !is_source<void *> && !is_source<int>);

class cpp_place : public cpp_api {
  protected:
    static constexpr std::size_t count = 4;
    buffer memory_;

    void SetUp() override {
        cpp_api::SetUp();
        if (!HasFatalFailure()) { memory_ = buffer{context_.get(), CL_MEM_READ_WRITE, count * sizeof(int)}; }
    }
    void TearDown() override {
        memory_ = {};
        cpp_api::TearDown();
    }
};

TEST_F(cpp_place, every_range_of_elements_is_copied) {
    const std::array<int, count> there{1, 2, 3, 4};
    copy(queue_.get(), there, memory_);
    std::array<int, count> array{};
    int plain[2][2] = {};
    numbers vector(count);
    std::string bytes(count * sizeof(int), ' ');
    copy(queue_.get(), memory_, array);
    copy(queue_.get(), memory_, plain);
    copy(queue_.get(), memory_, std::span{vector});
    copy(queue_.get(), memory_, bytes);
    EXPECT_EQ(array, there);
    EXPECT_EQ(plain[1][1], 4);
    EXPECT_EQ(vector, numbers({1, 2, 3, 4}));
    EXPECT_EQ(bytes[3 * sizeof(int)], '\4');

    copy(queue_.get(), std::span<const int>{there}.first(2), place{memory_, 2 * sizeof(int)});
    copy(queue_.get(), memory_, span<int>{vector.data(), vector.size()});
    EXPECT_EQ(vector, numbers({1, 2, 1, 2}));
    copy(queue_.get(), std::string_view{"abcd"}, memory_);
    copy(queue_.get(), memory_, bytes);
    EXPECT_EQ(bytes.substr(0, 4), "abcd");
}

TEST_F(cpp_place, a_destination_is_also_a_source) {
    numbers there{1, 2, 3, 4};
    const place both = place{there}.origin({sizeof(int), 0, 0}); // a copy: the temporary is gone
    clmem_transfer_options two = CLMEM_TRANSFER_OPTIONS_INIT;
    two.region[0] = 2 * sizeof(int);
    two.region[1] = two.region[2] = 1;
    copy(queue_.get(), both, memory_, &two);
    there.assign(count, 0);
    copy(queue_.get(), memory_, both, &two);
    EXPECT_EQ(there, numbers({0, 2, 3, 0}));
    static_assert(std::is_same_v<decltype(place{there}.pitches(1)), place>);
    static_assert(std::is_same_v<decltype(std::declval<place &>().pitches(1)), place &>);
}

} // namespace
} // namespace clmem::test
