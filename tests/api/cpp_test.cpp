// clmem.hpp: owners, errors thrown or returned, OpenCL's C++ bindings, containers in shared memory.
#include "cpp_library.hpp"
#include "opencl.hpp"

#include <clmem_extras.hpp>
#include <memory_resource>
#include <numeric>
#include <vector>
#if defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace clmem::test {
namespace {

using namespace experimental;

// A wrapper like those of the OpenCL C++ bindings.
struct wrapped_buffer {
    wrapped_buffer() = default;
    wrapped_buffer(cl_mem object, bool retain) : object_{object} {
        if (retain) { REAL(clRetainMemObject)(object); }
    }
    cl_mem operator()() const { return object_; }
    cl_mem object_ = nullptr;
};
struct wrapped_queue {
    cl_command_queue operator()() const { return queue; }
    cl_command_queue queue;
};

using cpp = on_device;

TEST_F(cpp, ten_lines_to_a_working_pool) {
    const clmem::pool pool{provider::buffers(context_.get())};
    clmem::buffer block = pool.allocate(1000);
    EXPECT_EQ(block.size(), 1000U);
    EXPECT_NE(block.mem(), nullptr);
    EXPECT_EQ(pool.statistics().active_blocks, 1U);
    clmem::buffer moved = std::move(block);
    EXPECT_FALSE(block); // NOLINT(bugprone-use-after-move): a moved-from owner is empty
    moved.release();
    EXPECT_EQ(pool.statistics().active_blocks, 0U);
}

TEST_F(cpp, nothing_is_false_has_no_size_and_is_released) {
    const clmem::pool pool{provider::buffers(context_.get())};
    for (const bool from_pool : {true, false}) {
        clmem::buffer nothing = from_pool ? pool.allocate(0) : provider::buffers(context_.get()).allocate(0);
        EXPECT_FALSE(nothing);
        EXPECT_EQ(nothing.size(), 0U);
        std::error_code failure = make_error_code(CLMEM_ERROR_INTERNAL);
        EXPECT_EQ(nothing.size(failure), 0U);
        EXPECT_FALSE(failure);
        nothing.release_after({});
        nothing.release();
        nothing.release(); // has no effect
    }
    const clmem::buffer some = pool.allocate(64, queue_.get());
    const map no_bytes{some, queue_.get(), CL_MAP_READ, 0, 0};
    EXPECT_FALSE(no_bytes);
    EXPECT_EQ(no_bytes.elements<int>().size(), 0U);
}

TEST_F(cpp, a_failure_is_thrown_with_its_record) {
    const clmem::pool pool{provider::buffers(context_.get())};
    try {
        static_cast<void>(pool.allocate(std::size_t{1} << 55U));
        FAIL() << "there is no device with so much memory";
    } catch (const clmem::error &failure) {
        EXPECT_EQ(failure.status(), CLMEM_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(failure.code(), clmem::out_of_memory);
        EXPECT_EQ(failure.function(), "clmem_pool_allocate");
        EXPECT_EQ(failure.message(), last_error().message);
        EXPECT_STREQ(failure.code().category().name(), "clmem");
        EXPECT_EQ(failure.code().message(), "CLMEM_ERROR_OUT_OF_MEMORY");
    }
}

TEST_F(cpp, a_failure_in_another_library_is_thrown) {
    const clmem::pool pool{provider::buffers(context_.get())};
    EXPECT_TRUE(allocates(pool, 64, throws()));
    EXPECT_THROW(allocates(pool, std::size_t{1} << 60U, throws()), error);
}

TEST_F(cpp, a_resource_keeps_its_pool_when_the_owner_moves) {
    clmem::pool first{provider::pinned(queue_.get())};
    clmem::memory_resource shared{first};
    std::pmr::vector<int> numbers(100, 1, &shared);
    const clmem::pool moved = std::move(first);
    numbers.resize(5000);
    EXPECT_EQ(moved.statistics().active_blocks, 1U);
    EXPECT_TRUE(shared == clmem::memory_resource{moved});
    numbers = std::pmr::vector<int>(&shared);
    EXPECT_EQ(moved.statistics().active_blocks, 0U);
}

TEST_F(cpp, a_resource_ends_the_process_rather_than_lose_memory) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // a child of fork() alone may not call the library
    const clmem::pool pool{provider::pinned(queue_.get())};
    clmem::memory_resource shared{pool};
    void *memory = shared.allocate(100);
    shared.deallocate(memory, 100);
    EXPECT_DEATH(shared.deallocate(memory, 100), "expected memory of a pool that still exists, got .*clmem_svm_find: ");
    EXPECT_DEATH(
        {
            clmem::pool gone{provider::pinned(queue_.get())};
            clmem::memory_resource dangling{gone};
            memory = dangling.allocate(100);
            gone.release();
            dangling.deallocate(memory, 100);
        },
        "expected memory of a pool that still exists, got .*clmem_svm_find: ");
}

#if defined(__unix__)
TEST_F(cpp, a_container_may_end_in_a_forked_child) {
    const clmem::pool pool{provider::pinned(queue_.get())};
    clmem::memory_resource shared{pool};
    void *memory = shared.allocate(100);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        shared.deallocate(memory, 100);
        _exit(100);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 100);
    EXPECT_EQ(pool.statistics().active_blocks, 1U);
    shared.deallocate(memory, 100);
}
#endif

TEST_F(cpp, a_failure_is_stored_in_the_error_code) {
    std::error_code failure = make_error_code(CLMEM_ERROR_INTERNAL);
    const clmem::pool pool{provider::buffers(context_.get()), nullptr, failure};
    EXPECT_FALSE(failure);
    const clmem::buffer none = pool.allocate(std::size_t{1} << 55U, nullptr, failure);
    EXPECT_EQ(failure, clmem::out_of_memory);
    EXPECT_FALSE(none);
    EXPECT_EQ(clmem::error::last().code(), failure);
    EXPECT_EQ(clmem::error::last().message(), last_error().message);
    EXPECT_NE(std::string{clmem::error::last().what()}.find("clmem_pool_allocate: "), std::string::npos);
    EXPECT_EQ(none.describe(failure).bytes, 0U);
    EXPECT_EQ(failure, clmem::invalid_handle);
    EXPECT_EQ(pool.allocate(64, nullptr, failure).size(), 64U);
    EXPECT_FALSE(failure);
}

TEST_F(cpp, buffers_are_divided_filled_compared_and_imported) {
    clmem::buffer whole{context_.get(), CL_MEM_READ_WRITE, 1 << 16};
    const clmem::buffer half = whole.slice(1 << 15);
    EXPECT_EQ(half.size(), 1U << 15U);
    const clmem::buffer part = half.sub_region(1 << 12, 1 << 12);
    EXPECT_EQ(part.describe().offset_bytes, (1U << 15U) + (1U << 12U));
    part.fill(queue_.get(), cl_uint{7}, 0, SIZE_MAX, wait_list{}).wait();
    cl_uint element = 0;
    REAL(clEnqueueReadBuffer)
    (queue_, whole.mem(), CL_TRUE, (1U << 15U) + (1U << 12U), sizeof element, &element, 0, nullptr, nullptr);
    EXPECT_EQ(element, 7U);
    const clmem::buffer again = clmem::buffer::import(whole.mem());
    EXPECT_TRUE(again.is_same(whole));
    EXPECT_FALSE(again.is_same(part));
    EXPECT_EQ(again.query_memory<std::size_t>(CL_MEM_SIZE), 1U << 16U);
    migrate(queue_.get(), {whole.memory(), again.memory()}, CL_MIGRATE_MEM_OBJECT_HOST).wait();
}

TEST_F(cpp, wrappers_of_opencl_are_taken_and_given) {
    const clmem::pool pool{provider::buffers(context_.get())};
    const wrapped_queue wrapper{queue_.get()};
    const clmem::buffer block = pool.allocate(4096, wrapper);
    const clmem::event done = block.fill(wrapper, cl_uchar{1});
    block.fill(wrapper, cl_uchar{2}, 0, 16, done).wait();
    const auto given = block.as<wrapped_buffer>();
    EXPECT_EQ(given(), block.mem());
    REAL(clReleaseMemObject)(given());
}

TEST_F(cpp, lists_may_grow_during_the_query) {
    const clmem::pool pool{provider::simulated()};
    EXPECT_TRUE(pool.tag_statistics().empty() || pool.tag_statistics().size() == 1);
    const std::uint32_t tag = pool.tag("weights");
    clmem_allocation_options options = CLMEM_ALLOCATION_OPTIONS_INIT;
    options.tag = tag;
    const clmem::buffer block = pool.allocate(4096, options);
    bool found = false;
    for (const clmem_tag_statistics &t : pool.tag_statistics()) {
        found = found || (t.tag == tag && t.active_bytes == 4096);
    }
    EXPECT_TRUE(found);
    EXPECT_FALSE(pool.bin_statistics().empty());
    EXPECT_EQ(alloc_size(pool, bin_number(pool, 1)), alloc_size(pool, bin_number(pool, 1)));
    const std::string text = dump(pool);
    EXPECT_NE(text.find(R"("tag": "weights")"), text.npos) << text;
    EXPECT_TRUE(text.ends_with("}\n"));
    pool.reset_peaks();
    pool.set_limit(1);
    EXPECT_EQ(pool.trim(0), 0U);
    pool.free_held();
    pool.stop_holding();
}

TEST_F(cpp, containers_live_in_shared_memory) {
    if ((device{device_}.describe().features & CLMEM_DEVICE_SVM_FINE) == 0) { GTEST_SKIP() << "no fine-grain SVM"; }
    const clmem::pool pool{provider::svm(context_.get(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER)};
    clmem::memory_resource shared{pool};
    {
        std::pmr::vector<int> numbers(1000, &shared);
        std::iota(numbers.begin(), numbers.end(), 0);
        for (int i = 1000; i < 5000; ++i) {
            numbers.push_back(i);
        }
        EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0L), 4999L * 5000 / 2);
        EXPECT_EQ(pool.find(&numbers[10]).offset, 40U);
        EXPECT_EQ(pool.statistics().active_blocks, 1U);
        EXPECT_TRUE(shared == clmem::memory_resource{pool});
    }
    EXPECT_EQ(pool.statistics().active_blocks, 0U);
    pool.set_limit(1);
    EXPECT_THROW(std::pmr::vector<int>(std::size_t{1} << 24U, &shared), std::bad_alloc);
}

TEST(cpp_log, reaches_a_callback_until_it_is_turned_off) {
    int lines = 0;
    const auto count = [](void *user, std::uint32_t, const char *) { ++*static_cast<int *>(user); };
    set_log(CLMEM_LOG_ERROR, count, &lines);
    EXPECT_THROW(static_cast<void>(provider::buffers(nullptr)), error);
    set_log(CLMEM_LOG_NONE);
    EXPECT_THROW(static_cast<void>(provider::buffers(nullptr)), error);
    EXPECT_EQ(lines, 1);
    EXPECT_THROW(set_log(static_cast<clmem_log_level>(5)), error);
}

} // namespace
} // namespace clmem::test
