// clmem.hpp: memory with an address, and containers in it.
#include "cpp_api.hpp"

#include <cstring>
#include <map>
#include <memory_resource>
#include <vector>

namespace clmem::test {
namespace {

class cpp_svm : public cpp_api {
  protected:
    void SetUp() override {
        cpp_api::SetUp();
        if (!HasFatalFailure() && !has(CLMEM_DEVICE_SVM_COARSE)) { GTEST_SKIP() << "the device has no SVM"; }
    }
    std::vector<int> found(const buffer &memory, std::size_t count) {
        std::vector<int> numbers(count);
        copy(queue_.get(), memory, numbers);
        return numbers;
    }
};

TEST_F(cpp_svm, is_allocated_filled_and_released_in_the_queue) {
    buffer memory = allocate_svm(context_.get(), 64, CL_MEM_READ_WRITE, 4096, queue_.get());
    EXPECT_EQ(memory.size(), 64U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.pointer()) % 4096, 0U);
    const event filled = memory.fill(queue_.get(), 3);
    EXPECT_EQ(found(memory, 16), std::vector<int>(16, 3));
    release_enqueued(memory, queue_.get(), filled).wait();
    EXPECT_FALSE(memory);
    EXPECT_FALSE(allocate_svm(context_.get(), 0));
}

TEST_F(cpp_svm, is_wrapped_without_being_owned) {
    const buffer memory = allocate_svm(context_.get(), 64);
    memory.fill(queue_.get(), 1).wait();
    {
        const buffer half = wrap_svm(context_.get(), memory.pointer(), 32);
        EXPECT_EQ(half.size(), 32U);
        half.fill(queue_.get(), 2).wait();
        EXPECT_EQ(wrap_svm(context_.get(), memory.pointer()).pointer(), memory.pointer());
    }
    EXPECT_EQ(found(memory, 16)[7], 2);
    EXPECT_EQ(found(memory, 16)[8], 1);
}

TEST_F(cpp_svm, belongs_to_a_queue_until_it_is_unbound) {
    const buffer memory = allocate_svm(context_.get(), 64);
    memory.bind(queue_.get());
    memory.fill(queue_.get(), 4);
    memory.unbind();
    EXPECT_EQ(found(memory, 16), std::vector<int>(16, 4));
    const buffer plain{context_.get(), CL_MEM_READ_WRITE, 64};
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { plain.bind(queue_.get(), failure); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { plain.unbind(failure); });
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) { EXPECT_EQ(plain.pointer(failure), nullptr); });
}

TEST_F(cpp_svm, is_seen_as_a_buffer_of_opencls) {
    buffer memory = allocate_svm(context_.get(), 64);
    const buffer view = as_buffer(memory, context_.get());
    EXPECT_EQ(view.size(), 64U);
    EXPECT_NE(view.mem(), nullptr);
    EXPECT_EQ(as_buffer(memory, context_.get(), CL_MEM_READ_ONLY, 32).size(), 32U);
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [&](auto &failure) {
        EXPECT_FALSE(as_buffer(memory, context_.get(), CL_MEM_READ_WRITE, 65, failure));
    });
}

TEST_F(cpp_svm, migrates_where_opencl_can) {
    const buffer memory = allocate_svm(context_.get(), 64);
    std::error_code failure;
    const event moved = migrate_svm(queue_.get(), {memory.get()}, CL_MIGRATE_MEM_OBJECT_HOST, {}, failure);
    if (failure == unsupported) { GTEST_SKIP() << last_error().message; }
    EXPECT_FALSE(failure) << last_error().message;
    moved.wait();
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [&](auto &f) { EXPECT_FALSE(migrate_svm(queue_.get(), {}, 0, {}, f)); });
}

TEST_F(cpp_svm, failures_are_reported) {
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT, [this](auto &failure) {
        EXPECT_FALSE(allocate_svm(context_.get(), 64, CL_MEM_READ_WRITE, 3, nullptr, failure));
    });
    expect_failure(CLMEM_ERROR_INVALID_ARGUMENT,
                   [this](auto &failure) { EXPECT_FALSE(wrap_svm(context_.get(), nullptr, 64, 0, failure)); });
    buffer plain{context_.get(), CL_MEM_READ_WRITE, 64};
    expect_failure(CLMEM_ERROR_UNSUPPORTED, [&](auto &failure) {
        EXPECT_FALSE(release_enqueued(plain, queue_.get(), {}, failure));
        EXPECT_TRUE(plain) << "after a failure the caller still owns it";
    });
}

TEST_F(cpp_svm, resources_serve_containers_of_different_alignments) {
    if (!has(CLMEM_DEVICE_SVM_FINE)) { GTEST_SKIP() << "no fine-grain SVM"; }
    const pool from{provider::svm(context_.get(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER)};
    clmem::memory_resource shared{from, queue_.get()};
    {
        std::pmr::map<int, std::pmr::string> names{&shared};
        for (int i = 0; i < 100; ++i) {
            names.emplace(i, std::string(static_cast<std::size_t>(i), 'x'));
        }
        EXPECT_EQ(names.at(99).size(), 99U);
        EXPECT_GE(from.statistics().active_blocks, 100U);
        for (std::size_t alignment = 1; alignment <= 65536; alignment *= 2) {
            void *aligned = shared.allocate(100, alignment);
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned) % alignment, 0U) << alignment;
            std::memset(aligned, 1, 100);
            shared.deallocate(aligned, 100, alignment);
        }
        void *empty = shared.allocate(0);
        EXPECT_NE(empty, nullptr);
        shared.deallocate(empty, 0);
    }
    EXPECT_EQ(from.statistics().active_blocks, 0U);
    const pool other{provider::svm(context_.get(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER)};
    EXPECT_FALSE(shared == clmem::memory_resource{other});
    EXPECT_FALSE(shared == *std::pmr::new_delete_resource());
}

TEST_F(cpp_svm, resources_need_memory_with_an_address) {
    const pool of_buffers{provider::buffers(context_.get())};
    clmem::memory_resource none{of_buffers};
    EXPECT_THROW(static_cast<void>(none.allocate(64)), std::bad_alloc);
    EXPECT_EQ(of_buffers.statistics().active_blocks, 0U) << "a failure loses nothing";
}

} // namespace
} // namespace clmem::test
