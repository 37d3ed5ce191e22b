// Structs of programs built for an older or a newer version of the library. tests/generated tests the initialisers.
#include "figures.hpp"
#include "recorder.hpp"

#include <cstring>

namespace clmem::test {
namespace {

// A struct as a newer version might define it: with further members that this library does not know.
template <class Struct>
struct newer {
    Struct known;
    unsigned char unknown[64];

    explicit newer(const Struct &defaults) : known{defaults} {
        std::memset(unknown, 0, sizeof unknown);
        known.struct_size = sizeof *this;
    }
};

// `call` takes options. Sizes that no version has are refused, and unknown members must be zero.
template <class Struct, class Call>
void check_options(const Struct &defaults, Call &&call) {
    newer<Struct> options{defaults};
    EXPECT_EQ(call(&options.known), CLMEM_SUCCESS) << "a newer program that uses no new member";
    for (unsigned char &byte : options.unknown) {
        byte = 1;
        EXPECT_EQ(call(&options.known), CLMEM_ERROR_INVALID_ARGUMENT) << "an unknown member is set";
        EXPECT_NE(last_error().message.find("version"), std::string::npos) << last_error().message;
        byte = 0;
    }
    for (const std::uint32_t size : {0U, 1U, 4U, static_cast<std::uint32_t>(sizeof(Struct)) - 1, 65537U, ~0U}) {
        options.known.struct_size = size;
        EXPECT_EQ(call(&options.known), CLMEM_ERROR_INVALID_ARGUMENT) << size;
    }
    options.known.struct_size = sizeof(Struct);
    options.unknown[0] = 1;
    EXPECT_EQ(call(&options.known), CLMEM_SUCCESS) << "memory after the struct is not read";
}

// `call` fills a record. Members that only a newer program knows become zero, and nothing else is written.
template <class Struct, class Call>
void check_record(const Struct &defaults, Call &&call) {
    newer<Struct> record{defaults};
    std::memset(record.unknown, 0xAA, sizeof record.unknown);
    Struct plain = defaults;
    EXPECT_EQ(call(&record.known), CLMEM_SUCCESS);
    EXPECT_EQ(call(&plain), CLMEM_SUCCESS);
    EXPECT_EQ(record.known.struct_size, sizeof record) << "the caller's size is unchanged";
    for (const unsigned char byte : record.unknown) {
        EXPECT_EQ(byte, 0);
    }
    record.known.struct_size = plain.struct_size;
    EXPECT_EQ(std::memcmp(&record.known, &plain, sizeof plain), 0);

    std::memset(record.unknown, 0xAA, sizeof record.unknown);
    record.known.struct_size = sizeof(Struct);
    EXPECT_EQ(call(&record.known), CLMEM_SUCCESS);
    for (const unsigned char byte : record.unknown) {
        EXPECT_EQ(byte, 0xAA) << "written beyond the caller's struct";
    }
    for (const std::uint32_t size : {0U, 1U, 4U, static_cast<std::uint32_t>(sizeof(Struct)) - 1, 65537U, ~0U}) {
        record.known.struct_size = size;
        EXPECT_EQ(call(&record.known), CLMEM_ERROR_INVALID_ARGUMENT) << size;
    }
}

TEST(struct_versions, virtual_options) {
    check_options(clmem_virtual_options CLMEM_VIRTUAL_OPTIONS_INIT, [](const clmem_virtual_options *options) {
        provider_owner provider;
        return clmem_provider_create_virtual(options, provider.out());
    });
}

TEST(struct_versions, provider_callbacks) {
    recorder memory;
    clmem_provider_callbacks callbacks = CLMEM_PROVIDER_CALLBACKS_INIT;
    callbacks.allocate = [](void *, std::size_t, void **) -> clmem_status { return CLMEM_ERROR_OUT_OF_MEMORY; };
    callbacks.release = [](void *, void *, std::size_t) {};
    check_options(callbacks, [](const clmem_provider_callbacks *options) {
        provider_owner provider;
        return clmem_provider_create_user(options, provider.out());
    });
}

TEST(struct_versions, pool_options) {
    const provider_owner provider = make_provider();
    check_options(clmem_pool_options CLMEM_POOL_OPTIONS_INIT, [&](const clmem_pool_options *options) {
        pool_owner pool;
        return clmem_pool_create(provider, options, pool.out());
    });
}

TEST(struct_versions, allocation_options) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    check_options(clmem_allocation_options CLMEM_ALLOCATION_OPTIONS_INIT, [&](const clmem_allocation_options *options) {
        buffer_owner buffer;
        return clmem_pool_allocate_with(pool, options, 1000, buffer.out());
    });
}

TEST(struct_versions, records) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    check_record(clmem_provider_info CLMEM_PROVIDER_INFO_INIT,
                 [&](clmem_provider_info *info) { return clmem_provider_describe(provider, info); });
    check_record(clmem_buffer_info CLMEM_BUFFER_INFO_INIT,
                 [&](clmem_buffer_info *info) { return clmem_buffer_describe(buffer, info); });
    check_record(clmem_statistics CLMEM_STATISTICS_INIT,
                 [&](clmem_statistics *figures) { return clmem_pool_statistics(pool, figures); });
}

TEST(struct_versions, error_record) {
    buffer_owner none;
    CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_allocate(nullptr, nullptr, 1, none.out()));
    const error_copy before = last_error();
    check_record(clmem_error CLMEM_ERROR_INIT, clmem_error_last);
    EXPECT_EQ(last_error(), before) << "reading the record does not change it, even if that fails";
}

// Arrays of records are passed with their stride, which is the record size that the caller knows.
template <class Record, class Call>
void check_array(Call &&call) {
    std::uint32_t count = 0;
    ASSERT_EQ(call(0, sizeof(Record), nullptr, &count), CLMEM_SUCCESS);
    ASSERT_GT(count, 1U);
    constexpr std::size_t stride = sizeof(Record) + 24;
    std::vector<unsigned char> wide(stride * count, 0xAA);
    std::vector<Record> plain(count);
    const std::uint32_t all = count;
    EXPECT_EQ(call(all, stride, reinterpret_cast<Record *>(wide.data()), &count), CLMEM_SUCCESS);
    EXPECT_EQ(call(all, sizeof(Record), plain.data(), &count), CLMEM_SUCCESS);
    EXPECT_EQ(count, all);
    for (std::uint32_t i = 0; i < all; ++i) {
        Record element;
        std::memcpy(&element, &wide[i * stride], sizeof element);
        EXPECT_EQ(element.struct_size, stride);
        EXPECT_EQ(plain[i].struct_size, sizeof(Record));
        element.struct_size = sizeof(Record);
        EXPECT_EQ(std::memcmp(&element, &plain[i], sizeof element), 0) << i;
        for (std::size_t j = sizeof(Record); j < stride; ++j) {
            ASSERT_EQ(wide[i * stride + j], 0) << i;
        }
    }
    std::vector<unsigned char> one(2 * sizeof(Record), 0xAA);
    count = 0;
    EXPECT_EQ(call(1, sizeof(Record), reinterpret_cast<Record *>(one.data()), &count), CLMEM_SUCCESS);
    EXPECT_EQ(count, all) << "the count includes elements that do not fit";
    EXPECT_EQ(one[sizeof(Record)], 0xAA) << "written beyond the capacity";

    for (const std::size_t bad : {std::size_t{0}, std::size_t{4}, sizeof(Record) - 1}) {
        EXPECT_EQ(call(all, bad, plain.data(), &count), CLMEM_ERROR_INVALID_ARGUMENT) << bad;
        EXPECT_EQ(count, 0U) << "outputs of failures are zero";
    }
    EXPECT_EQ(call(all, sizeof(Record), nullptr, &count), CLMEM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(call(all, sizeof(Record), plain.data(), nullptr), CLMEM_ERROR_INVALID_ARGUMENT);
}

TEST(struct_versions, arrays) {
    const provider_owner provider = make_provider();
    const pool_owner pool = make_pool(provider);
    const buffer_owner buffer = make_buffer(pool, 1000);
    std::uint32_t tag = 0;
    REQUIRE_OK(clmem_pool_tag(pool, "first", &tag));
    REQUIRE_OK(clmem_pool_tag(pool, "second", &tag));
    check_array<clmem_bin_statistics>(
        [&](std::uint32_t capacity, std::size_t stride, clmem_bin_statistics *out, std::uint32_t *count) {
            return clmem_pool_bin_statistics(pool, capacity, stride, out, count);
        });
    check_array<clmem_tag_statistics>(
        [&](std::uint32_t capacity, std::size_t stride, clmem_tag_statistics *out, std::uint32_t *count) {
            return clmem_pool_tag_statistics(pool, capacity, stride, out, count);
        });
}

} // namespace
} // namespace clmem::test
