// Tags: handles for shared virtual memory of the program. They own nothing and know no queue; errors name the
// capability that a device lacks.
#include "figures.hpp"
#include "kernels.hpp"
#include "options.hpp"
#include "svm_device.hpp"

#include <array>

namespace clmem::test {
namespace {

class svm_tag : public svm_device {
  protected:
    buffer_owner memory_;
    void *pointer_ = nullptr;

    void SetUp() override {
        svm_device::SetUp();
        if (HasFatalFailure() || IsSkipped()) { return; }
        REQUIRE_OK(clmem_svm_allocate(context_, 0, 4096, 0, queue_, memory_.out()));
        pointer_ = pointer_of(memory_);
    }
    void TearDown() override {
        memory_.reset();
        svm_device::TearDown();
    }

    buffer_owner wrap(std::size_t bytes, std::uint64_t flags = 0) {
        buffer_owner tag;
        CHECK_OK(clmem_svm_wrap(nullptr, pointer_, bytes, flags, tag.out()));
        return tag;
    }
    // The last error names the capability that plain host memory needs.
    static void expect_named() {
        EXPECT_NE(last_error().message.find("CL_DEVICE_SVM_FINE_GRAIN_SYSTEM"), std::string::npos)
            << last_error().message;
    }
};

TEST_F(svm_tag, represents_the_memory_it_is_made_of) {
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(context_, static_cast<char *>(pointer_) + 1024, 2048, 0, tag.out()));
    EXPECT_EQ(pointer_of(tag), static_cast<char *>(pointer_) + 1024);
    std::size_t bytes = 0;
    CHECK_OK(clmem_buffer_size(tag, &bytes));
    EXPECT_EQ(bytes, 2048U);
    clmem_memory_info info = CLMEM_MEMORY_INFO_INIT;
    const auto memory = reinterpret_cast<clmem_memory>(tag.get());
    CHECK_OK(clmem_memory_describe(memory, &info));
    EXPECT_EQ(info.host_pointer, static_cast<char *>(pointer_) + 1024);
    EXPECT_EQ(info.is_pooled, 0U);
    EXPECT_EQ(info.mem, nullptr);

    for (const std::uint32_t value : {11U, 22U}) {
        const bool is_tag = value == 22;
        CHECK_OK(clmem_buffer_fill(is_tag ? tag : memory_, queue_, &value, 4, nullptr, nullptr));
    }
    const auto found = numbers_in(pointer_, 1024);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i], i >= 256 && i < 768 ? 22U : 11U) << i;
    }
}

TEST_F(svm_tag, is_equal_to_what_begins_where_it_does) {
    const buffer_owner same = wrap(16);
    std::uint32_t equal = 0;
    CHECK_OK(clmem_memory_equal(reinterpret_cast<clmem_memory>(same.get()),
                                reinterpret_cast<clmem_memory>(memory_.get()), &equal));
    EXPECT_EQ(equal, 1U);
    buffer_owner other;
    REQUIRE_OK(clmem_svm_wrap(nullptr, static_cast<char *>(pointer_) + 4, 16, 0, other.out()));
    CHECK_OK(clmem_memory_equal(reinterpret_cast<clmem_memory>(same.get()), reinterpret_cast<clmem_memory>(other.get()),
                                &equal));
    EXPECT_EQ(equal, 0U);
}

TEST_F(svm_tag, of_unknown_size_takes_what_a_command_says) {
    const buffer_owner tag = wrap(SIZE_MAX);
    std::size_t bytes = 0;
    CHECK_OK(clmem_buffer_size(tag, &bytes));
    EXPECT_EQ(bytes, SIZE_MAX);
    const std::uint32_t value = 3;
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_buffer_fill(tag, queue_, &value, 4, nullptr, nullptr));
    CHECK_OK(clmem_buffer_fill(tag, queue_, &value, 4, fill_part(0, 4096), nullptr));
    EXPECT_EQ(numbers_in(pointer_, 1024), std::vector<std::uint32_t>(1024, value));
}

TEST_F(svm_tag, owns_nothing) {
    wrap(4096).reset();
    EXPECT_EQ(counting().calls("clSVMFree"), 0U);
    EXPECT_EQ(pointer_of(memory_), pointer_);
}

TEST_F(svm_tag, belongs_to_no_queue) {
    const buffer_owner tag = wrap(4096);
    const auto refused = [&](clmem_status status) {
        EXPECT_EQ(status, CLMEM_ERROR_UNSUPPORTED);
        EXPECT_NE(last_error().message.find("expected a block or an allocation"), std::string::npos)
            << last_error().message;
    };
    refused(clmem_svm_bind(tag, queue_));
    refused(clmem_svm_unbind(tag));
    auto event = reinterpret_cast<cl_event>(this);
    refused(clmem_svm_release_enqueued(tag, queue_, nullptr, &event));
    EXPECT_EQ(event, nullptr);
    EXPECT_EQ(pointer_of(tag), pointer_) << "it is still live";
    buffer_owner part;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_sub_region(tag, 0, 16, 0, part.out()));
    cl_mem mem = nullptr;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_mem(tag, &mem));
}

// Memory of unknown size has no slices from its end.
TEST_F(svm_tag, has_no_slices) {
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(nullptr, pointer_, SIZE_MAX, 0, tag.out()));
    auto part = reinterpret_cast<clmem_buffer>(this);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_slice(tag, 0, 10, &part));
    EXPECT_EQ(part, nullptr);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_slice(tag, INT64_MIN, INT64_MAX, &part));
}

TEST_F(svm_tag, needs_arguments_that_make_sense) {
    auto out = reinterpret_cast<clmem_buffer>(this);
    CHECK_OK(clmem_svm_wrap(nullptr, pointer_, 0, 0, &out));
    EXPECT_EQ(out, nullptr) << "0 bytes have no OpenCL object";
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_svm_wrap(nullptr, nullptr, 16, 0, &out));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_svm_wrap(nullptr, pointer_, 16, 2, &out));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, clmem_svm_wrap(nullptr, pointer_, SIZE_MAX - 1, 0, &out));
    counting().fail("clGetContextInfo", 1, CL_INVALID_CONTEXT, false);
    CHECK_STATUS(CL_INVALID_CONTEXT, clmem_svm_wrap(context_, pointer_, 16, CLMEM_SVM_SYSTEM, &out));
    EXPECT_EQ(out, nullptr);
}

// Plain host memory: the device has the capability, or the test makes it lack it.
TEST_F(svm_tag, of_the_hosts_own_memory_names_what_the_device_lacks) {
    alignas(128) std::array<std::uint32_t, 64> own{};
    buffer_owner tag;
    if (has_system()) {
        REQUIRE_OK(clmem_svm_wrap(context_, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
        const std::uint32_t value = 77;
        CHECK_OK(clmem_buffer_fill(tag, queue_, &value, 4, nullptr, nullptr));
        CHECK_OK(clmem_queue_finish(queue_));
        EXPECT_EQ(own[0], value);
        EXPECT_EQ(own[63], value);
        return;
    }
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_svm_wrap(context_, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    expect_named();
    // Without a context the command is refused instead.
    REQUIRE_OK(clmem_svm_wrap(nullptr, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    const std::uint32_t value = 77;
    auto event = reinterpret_cast<cl_event>(this);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_buffer_fill(tag, queue_, &value, 4, nullptr, &event));
    EXPECT_EQ(event, nullptr);
    expect_named();
    const clmem_buffer one = tag;
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED, clmem_svm_migrate(queue_, 1, &one, 0, nullptr, nullptr));
    expect_named();
    EXPECT_EQ(own[0], 0U);
}

// The device accesses it without a map, so a map only waits.
TEST_F(svm_tag, of_the_hosts_own_memory_is_mapped_and_copied) {
    if (!has_system()) { GTEST_SKIP() << "no CL_DEVICE_SVM_FINE_GRAIN_SYSTEM"; }
    alignas(128) std::array<std::uint32_t, 64> own{};
    buffer_owner tag;
    REQUIRE_OK(clmem_svm_wrap(context_, own.data(), sizeof own, CLMEM_SVM_SYSTEM, tag.out()));
    gate held{context_};
    map_owner mapped;
    cl_event is_mapped = nullptr;
    CHECK_OK(
        clmem_map_buffer(tag, queue_, CL_MAP_WRITE, map_part(16, 64, 1, 1, &held.event()), mapped.out(), &is_mapped));
    EXPECT_FALSE(is_complete(is_mapped));
    held.open();
    CHECK_OK(clmem_event_wait(1, &is_mapped));
    clmem_event_release(is_mapped);
    clmem_map_info info = CLMEM_MAP_INFO_INIT;
    CHECK_OK(clmem_map_describe(mapped, &info));
    EXPECT_EQ(info.pointer, &own[4]);
    own[4] = 5;
    cl_event is_unmapped = nullptr;
    CHECK_OK(clmem_map_unmap(mapped, nullptr, nullptr, &is_unmapped));
    CHECK_OK(clmem_event_wait(1, &is_unmapped));
    clmem_event_release(is_unmapped);

    buffer_owner buffer;
    REQUIRE_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, sizeof own, nullptr, buffer.out()));
    clmem_transfer_place from = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_place to = CLMEM_TRANSFER_PLACE_INIT;
    from.memory = reinterpret_cast<clmem_memory>(tag.get());
    to.memory = reinterpret_cast<clmem_memory>(buffer.get());
    cl_event copied = nullptr;
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, nullptr, &copied));
    ASSERT_NE(copied, nullptr);
    clmem_event_release(copied);
    std::array<std::uint32_t, 64> back{};
    from.memory = to.memory;
    to = CLMEM_TRANSFER_PLACE_INIT;
    to.pointer = back.data();
    to.bytes = sizeof back;
    CHECK_OK(clmem_transfer_copy(queue_, &from, &to, nullptr, nullptr));
    EXPECT_EQ(back, own);
    EXPECT_EQ(back[4], 5U);
}

} // namespace
} // namespace clmem::test
