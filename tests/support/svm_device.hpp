// For tests of shared virtual memory, which are skipped on devices without it.
#pragma once

#include "opencl.hpp"

#include <cstring>
#include <vector>

namespace clmem::test {

inline void *pointer_of(clmem_buffer buffer) {
    void *pointer = nullptr;
    CHECK_OK(clmem_svm_pointer(buffer, &pointer));
    return pointer;
}

class svm_device : public on_device {
  protected:
    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        REQUIRE_OK(clmem_device_describe(device_, &info_));
        if ((info_.features & CLMEM_DEVICE_SVM_COARSE) == 0) { GTEST_SKIP() << info_.name << " has no SVM"; }
        counting().reset();
    }

    [[nodiscard]] bool has_system() const { return (info_.features & CLMEM_DEVICE_SVM_SYSTEM) != 0; }

    // The flags of coarse-grain memory, and of the other kinds that the device has.
    [[nodiscard]] std::vector<std::uint64_t> flags_of_all_kinds() const {
        std::vector<std::uint64_t> all{0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY};
        if ((info_.features & CLMEM_DEVICE_SVM_FINE) != 0) {
            all.push_back(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER);
            cl_device_svm_capabilities has = 0;
            EXPECT_EQ(REAL(clGetDeviceInfo)(device_, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, nullptr),
                      CL_SUCCESS);
            if ((has & CL_DEVICE_SVM_ATOMICS) != 0) {
                all.push_back(CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
            }
        }
        return all;
    }

    // The numbers that the host reads once the queue has finished.
    std::vector<std::uint32_t> numbers_in(void *pointer, std::size_t count) {
        std::vector<std::uint32_t> found(count);
        const std::size_t bytes = count * sizeof(std::uint32_t);
        EXPECT_EQ(REAL(clEnqueueSVMMap)(queue_, CL_TRUE, CL_MAP_READ, pointer, bytes, 0, nullptr, nullptr), CL_SUCCESS);
        std::memcpy(found.data(), pointer, bytes);
        EXPECT_EQ(REAL(clEnqueueSVMUnmap)(queue_, pointer, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(REAL(clFinish)(queue_), CL_SUCCESS);
        return found;
    }
};

} // namespace clmem::test
