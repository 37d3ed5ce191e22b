// Copies between buffers and SVM on a driver with quirk mapped_copies_race: no command of a copy maps the SVM.
#include "one_queue.hpp"

#include <clmem.h>
#include <clmem_extras.h>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex calls_mutex;
std::map<std::string, int> calls;

void count_call(const char *function) {
    const std::lock_guard lock{calls_mutex};
    ++calls[function];
}

int calls_of(const char *function) {
    const std::lock_guard lock{calls_mutex};
    return calls[function];
}

class mapped_copies : public mock::one_queue {
  protected:
    mapped_copies() {
        mock::behave_as_nvidia();
        calls.clear();
        mock::set_hook(count_call);
    }
    ~mapped_copies() override {
        mock::set_hook(nullptr);
        clFinish(queue); // SVM lives as long as commands use it
        for (clmem_buffer memory : {buffer, svm}) {
            EXPECT_EQ(clmem_buffer_release(memory), CLMEM_SUCCESS);
        }
        release_queue();
        while (mock::live() != 0) { // a background thread may still free the memory; ctest bounds the wait
            std::this_thread::yield();
        }
    }
    void SetUp() override {
        ASSERT_EQ(clmem_buffer_create(context, CL_MEM_READ_WRITE, bytes, nullptr, &buffer), CLMEM_SUCCESS);
        ASSERT_EQ(clmem_svm_allocate(context, CL_MEM_READ_WRITE, bytes, 0, nullptr, &svm), CLMEM_SUCCESS);
        calls.clear();
    }

    static clmem_transfer_place place_of(clmem_buffer memory, std::size_t offset = 0) {
        clmem_transfer_place made = CLMEM_TRANSFER_PLACE_INIT;
        made.memory = reinterpret_cast<clmem_memory>(memory);
        made.offset_bytes = offset;
        return made;
    }
    [[nodiscard]] clmem_status copy(const clmem_transfer_place &from, const clmem_transfer_place &to,
                                    const clmem_transfer_options &how) const {
        return clmem_transfer_copy(queue, &from, &to, &how, nullptr);
    }

    static constexpr std::size_t bytes = 4096;
    clmem_buffer buffer = nullptr;
    clmem_buffer svm = nullptr;
};

TEST_F(mapped_copies, go_through_buffers) {
    cl_event gate = clCreateUserEvent(context, nullptr);
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    how.non_blocking = 1;
    how.wait_count = 1;
    how.wait_events = &gate;
    how.bytes = 100;
    EXPECT_EQ(copy(place_of(svm, 7), place_of(buffer, 300), how), CLMEM_SUCCESS) << message();
    EXPECT_EQ(copy(place_of(buffer), place_of(svm, 4000 - 4), how), CLMEM_SUCCESS) << message();
    EXPECT_EQ(calls_of("clEnqueueCopyBuffer"), 2);
    EXPECT_EQ(calls_of("clEnqueueSVMMap"), 0);
    EXPECT_EQ(calls_of("clCreateBuffer"), 2);
    EXPECT_EQ(calls_of("clReleaseMemObject"), 2);
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(gate), CL_SUCCESS);
    how.wait_count = 0;
    how.wait_events = nullptr;
    how.non_blocking = 0;
    EXPECT_EQ(copy(place_of(svm), place_of(buffer), how), CLMEM_SUCCESS) << message();
}

TEST_F(mapped_copies, may_be_of_rectangles) {
    clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    how.region[0] = 10;
    how.region[1] = 4;
    how.region[2] = 2;
    clmem_transfer_place from = place_of(svm, 5), to = place_of(buffer);
    from.row_pitch_bytes = 64;
    from.slice_pitch_bytes = 512;
    to.origin[1] = 3;
    to.row_pitch_bytes = 16;
    EXPECT_EQ(copy(from, to, how), CLMEM_SUCCESS) << message();
    EXPECT_EQ(copy(to, from, how), CLMEM_SUCCESS) << message();
    EXPECT_EQ(calls_of("clEnqueueCopyBufferRect"), 2);
    EXPECT_EQ(calls_of("clEnqueueSVMMap"), 0);
}

TEST_F(mapped_copies, of_a_tag_go_through_buffers) {
    void *pointer = nullptr;
    ASSERT_EQ(clmem_svm_pointer(svm, &pointer), CLMEM_SUCCESS);
    clmem_buffer tag = nullptr;
    ASSERT_EQ(clmem_svm_wrap(context, pointer, bytes, 0, &tag), CLMEM_SUCCESS) << message();
    const clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    EXPECT_EQ(copy(place_of(tag), place_of(buffer), how), CLMEM_SUCCESS) << message();
    EXPECT_EQ(calls_of("clEnqueueSVMMap"), 0);
    EXPECT_EQ(clmem_buffer_release(tag), CLMEM_SUCCESS);
}

TEST_F(mapped_copies, that_fail_lose_nothing) {
    const clmem_transfer_options how = CLMEM_TRANSFER_OPTIONS_INIT;
    for (const char *function : {"clCreateBuffer", "clEnqueueCopyBuffer"}) {
        mock::fail_nth(function, 1, CL_OUT_OF_HOST_MEMORY);
        EXPECT_EQ(copy(place_of(svm), place_of(buffer), how), CL_OUT_OF_HOST_MEMORY) << function;
        EXPECT_EQ(copy(place_of(svm), place_of(buffer), how), CLMEM_SUCCESS) << message();
    }
    EXPECT_EQ(calls_of("clEnqueueCopyBuffer"), 3);
    EXPECT_EQ(calls_of("clReleaseMemObject"), 3);
}

} // namespace
