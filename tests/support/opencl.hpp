// OpenCL for the API tests: a device, the real functions, and the library that counts clmem's calls.
#pragma once

#include "c_api.hpp"
#include "counting_opencl.hpp"
#include "real_opencl.hpp"

#include <chrono>
#include <thread>

namespace clmem::test {

// The counting library, which clmem loads as its OpenCL library in the API tests (opencl_environment.cpp).
inline const counting_opencl &counting() {
    static const counting_opencl *const exported = [] {
        void *library = dlopen(CLMEM_TEST_COUNTING_OPENCL, RTLD_NOW | RTLD_LOCAL);
        void *address = library != nullptr ? dlsym(library, counting_opencl_symbol) : nullptr;
        if (address == nullptr) {
            ADD_FAILURE() << dlerror();
            std::abort();
        }
        return static_cast<const counting_opencl *>(address);
    }();
    return *exported;
}

// A function of the counting library, for a reference that clmem must release.
template <class Function>
Function *counted_opencl(const char *name) {
    void *library = dlopen(CLMEM_TEST_COUNTING_OPENCL, RTLD_NOW | RTLD_LOCAL);
    void *address = library != nullptr ? dlsym(library, name) : nullptr;
    EXPECT_NE(address, nullptr) << name;
    return reinterpret_cast<Function *>(address);
}
#define COUNTED(name) clmem::test::counted_opencl<decltype(::name)>(#name)

// A test on a device: the one that CLMEM_DEVICE selects, or the first usable one. Every test checks that clmem released
// all references that it took.
class on_device : public testing::Test {
  protected:
    cl_device_id device_ = nullptr;
    context_owner context_;
    queue_owner queue_;

    void SetUp() override {
        counting().reset();
        references_ = counting().references();
        REQUIRE_OK(clmem_device_choose(nullptr, &device_)) << "these tests need an OpenCL device, for example PoCL";
        REQUIRE_OK(clmem_context_create(device_, context_.out()));
        REQUIRE_OK(clmem_queue_create(context_, device_, 0, queue_.out()));
        ASSERT_GT(counting().calls(nullptr), 0U) << "clmem does not use the counting library";
    }

    void TearDown() override {
        counting().reset();
        queue_.reset();
        context_.reset();
        EXPECT_EQ(settled_references(references_), references_) << "OpenCL objects leaked, or were released too often";
    }

    // Tells the test that clmem took over references without a counted call.
    void hand_over(std::int64_t count = 1) { references_ -= count; }

    // The number of references. If it is not the expected one, waits for it a while, since memory that commands may
    // still use is released in the background.
    static std::int64_t settled_references(std::int64_t expected) {
        for (int waits = 0; waits < 500 && counting().references() != expected; ++waits) {
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        return counting().references();
    }

  private:
    std::int64_t references_ = 0;
};

} // namespace clmem::test
