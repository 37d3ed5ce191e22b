// Copies between devices by the driver (cl_amd_copy_buffer_p2p).
#include "options.hpp"
#include "transfers.hpp"

#include <thread>

namespace clmem::test {
namespace {

class peer_copy : public transfers {
  protected:
    static constexpr std::size_t size = 10'000;

    void TearDown() override {
        counting().offer_peer_copy(false);
        transfers::TearDown();
    }
};

TEST_F(peer_copy, is_not_there_without_the_extension) {
    memory_of_kind from = make(place_kind::buffer, size);
    memory_of_kind to = make(place_kind::buffer, size);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, SIZE_MAX, nullptr, nullptr));
    EXPECT_NE(last_error().message.find("clEnqueueCopyBufferP2PAMD"), std::string::npos);
}

TEST_F(peer_copy, copies_the_smaller_size_by_default) {
    counting().offer_peer_copy(true);
    const bytes content = random_bytes(size, 13);
    for (const place_kind kind : {place_kind::buffer, place_kind::block}) {
        memory_of_kind from = make(kind, content);
        bytes expected = random_bytes(size / 2, 14);
        memory_of_kind to = make(kind, expected);
        counting().reset();
        counting().offer_peer_copy(true);
        CHECK_OK(clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, 100, nullptr, nullptr));
        std::copy_n(content.begin(), 100, expected.begin());
        EXPECT_EQ(content_of(to, size / 2), expected);
        cl_event event = nullptr;
        CHECK_OK(clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, SIZE_MAX, nullptr, &event));
        wait_for(event);
        EXPECT_EQ(content_of(to, size / 2), bytes(content.begin(), content.begin() + size / 2));
        EXPECT_EQ(counting().calls("clEnqueueCopyBufferP2PAMD"), 2U);
        CHECK_OK(clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, 0, nullptr, &event));
        wait_for(event);
        EXPECT_EQ(counting().calls("clEnqueueCopyBufferP2PAMD"), 2U);
        gate held{context_};
        CHECK_OK(clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, 1, after(1, &held.event()), &event));
        flush(queue_);
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
        EXPECT_FALSE(is_complete(event));
        held.open();
        wait_for(event);
    }
}

TEST_F(peer_copy, refuses_what_makes_no_sense) {
    counting().offer_peer_copy(true);
    memory_of_kind from = make(place_kind::buffer, size);
    memory_of_kind to = make(place_kind::buffer, size / 2);
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, size / 2 + 1, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_transfer_copy_peer_amd(to.buffer, from.buffer, queue_, size / 2 + 1, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT,
                 clmem_transfer_copy_peer_amd(from.buffer, from.buffer, queue_, SIZE_MAX, nullptr, nullptr));
    memory_of_kind pinned = make(place_kind::pinned, size);
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_transfer_copy_peer_amd(pinned.buffer, to.buffer, queue_, SIZE_MAX, nullptr, nullptr));
    CHECK_STATUS(CLMEM_ERROR_UNSUPPORTED,
                 clmem_transfer_copy_peer_amd(to.buffer, pinned.buffer, queue_, SIZE_MAX, nullptr, nullptr));
    counting().fail("clEnqueueCopyBufferP2PAMD", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, false);
    CHECK_STATUS(CLMEM_ERROR_OUT_OF_MEMORY,
                 clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, SIZE_MAX, nullptr, nullptr));
    counting().fail("clGetCommandQueueInfo", 1, CL_INVALID_COMMAND_QUEUE, false);
    CHECK_STATUS(CL_INVALID_COMMAND_QUEUE,
                 clmem_transfer_copy_peer_amd(from.buffer, to.buffer, queue_, SIZE_MAX, nullptr, nullptr));
}

} // namespace
} // namespace clmem::test
