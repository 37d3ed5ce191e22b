// clmem.hpp: figures of a device equal those of the C interface, including their source.
#include "cpp_api.hpp"

namespace clmem::test {
namespace {

using namespace experimental;

using cpp_characterize = cpp_api;

// The result of a function of the C interface for a device.
template <class Value, class Function, class... Arguments>
figure<Value> told(Function function, cl_device_id device, Arguments... arguments) {
    Value value{};
    std::uint32_t source = 0;
    CHECK_OK(function(device, arguments..., &value, &source));
    return {value, static_cast<clmem_characterize_source>(source)};
}

template <class Value, class Told>
void expect_same(const figure<Value> &found, const figure<Told> &expected) {
    EXPECT_EQ(static_cast<Told>(found.value), expected.value);
    EXPECT_EQ(found.source, expected.source);
    EXPECT_EQ(found.is_known(), expected.source != CLMEM_CHARACTERIZE_UNKNOWN);
}

TEST_F(cpp_characterize, figures_are_those_of_the_c_interface) {
    using number = std::uint32_t;
    expect_same(characterize::simd_group_size(device_), told<number>(clmem_characterize_simd_group_size, device_, 4U));
    expect_same(characterize::has_double(device_), told<number>(clmem_characterize_has_double, device_));
    expect_same(characterize::has_amd_double(device_), told<number>(clmem_characterize_has_amd_double, device_));
    expect_same(characterize::has_struct_bug(device_, context_.get()),
                told<number>(clmem_characterize_has_struct_bug, device_, context_.get()));
    expect_same(characterize::local_memory_banks(device_),
                told<number>(clmem_characterize_local_memory_banks, device_));
    expect_same(characterize::local_memory_granularity(device_),
                told<number>(clmem_characterize_local_memory_granularity, device_));
    expect_same(characterize::simultaneous_items(device_),
                told<number>(clmem_characterize_simultaneous_items, device_));
    expect_same(characterize::usable_local_memory(device_, 3),
                told<std::size_t>(clmem_characterize_usable_local_memory, device_, 3));
    expect_same(characterize::svm(device_), told<std::uint64_t>(clmem_characterize_svm, device_));
    EXPECT_NE(characterize::fast_math_options(device_).find("-cl-fast-relaxed-math"), std::string::npos);
}

TEST_F(cpp_characterize, figures_of_two_parts_keep_their_order) {
    std::uint32_t major_number = 0;
    std::uint32_t minor_number = 0;
    CHECK_OK(clmem_characterize_nvidia_capability(device_, &major_number, &minor_number, nullptr));
    EXPECT_EQ(characterize::nvidia_capability(device_).value.major_number, major_number);
    EXPECT_EQ(characterize::nvidia_capability(device_).value.minor_number, minor_number);
    std::uint32_t count = 0;
    std::uint32_t granularity = 0;
    std::uint32_t source = 0;
    CHECK_OK(clmem_characterize_measure_banks(device_, &count, &granularity, &source));
    const figure<characterize::banks> banks = characterize::measure_banks(device_); // measured only once
    EXPECT_EQ(banks.value.count, count);
    EXPECT_EQ(banks.value.granularity, granularity);
    EXPECT_EQ(banks.source, static_cast<clmem_characterize_source>(source));
    expect_same(characterize::measure_simd(device_), told<std::uint32_t>(clmem_characterize_measure_simd, device_));
}

TEST_F(cpp_characterize, conflicts_are_explained_completely) {
    const std::size_t shape[] = {32, 32};
    char text[4096];
    std::uint32_t multiplicity = 0;
    const clmem_status status =
        clmem_characterize_local_conflicts(device_, 4, 2, shape, shape, sizeof text, text, nullptr, &multiplicity);
    if (status == CLMEM_ERROR_UNSUPPORTED) {
        expect_failure(status, [this](auto &failure) {
            EXPECT_EQ(characterize::local_conflicts(device_, 4, {32, 32}, {}, failure).multiplicity, 0U);
        });
        return;
    }
    REQUIRE_OK(status);
    const characterize::conflicts found = characterize::local_conflicts(device_, 4, {32, 32});
    EXPECT_EQ(found.multiplicity, multiplicity);
    EXPECT_EQ(found.text, text);
    EXPECT_EQ(characterize::local_conflicts(device_, 4, {32, 32}, {32, 33}).multiplicity, 1U);
    std::error_code uneven;
    EXPECT_EQ(characterize::local_conflicts(device_, 4, {32, 32}, {33}, uneven).multiplicity, 0U);
    EXPECT_EQ(uneven, invalid_argument);
    EXPECT_THROW(characterize::local_conflicts(device_, 4, {32}, {32, 33}), error);
}

TEST_F(cpp_characterize, no_device_is_an_error_of_each) {
    constexpr clmem_status expected = CLMEM_ERROR_INVALID_ARGUMENT;
    using namespace characterize;
    expect_failure(expected, [](auto &f) { EXPECT_EQ(fast_math_options(nullptr, f), ""); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(simd_group_size(nullptr, 4, f).is_known()); });
    expect_failure(expected, [this](auto &f) { EXPECT_FALSE(simd_group_size(device_, 0, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(has_double(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(has_amd_double(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(has_struct_bug(nullptr, nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(local_memory_banks(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(local_memory_granularity(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(simultaneous_items(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(usable_local_memory(nullptr, 0, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(nvidia_capability(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(svm(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(measure_simd(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_FALSE(measure_banks(nullptr, f).is_known()); });
    expect_failure(expected, [](auto &f) { EXPECT_EQ(local_conflicts(nullptr, 4, {1}, {}, f).text, ""); });
    expect_failure(expected, [this](auto &f) { EXPECT_EQ(local_conflicts(device_, 4, {}, {}, f).text, ""); });
}

} // namespace
} // namespace clmem::test
