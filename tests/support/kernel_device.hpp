// For tests of kernels: a program with some kernels, and memory that they write to.
#pragma once

#include "figures.hpp"
#include "kernels.hpp"
#include "svm_device.hpp"

#include <vector>

namespace clmem::test {

template <class Handle>
clmem_memory memory_of(Handle handle) {
    return reinterpret_cast<clmem_memory>(handle);
}

class kernel_device : public svm_device {
  protected:
    static constexpr const char *source =
        "kernel void set(global int *out, int value) { out[get_global_id(0)] = value; }\n"
        "kernel void add(global int *out, global const int *first, constant int *second) {\n"
        "    const int i = get_global_id(0);\n"
        "    out[i] = first[i] + (second != 0 ? second[i] : 1000);\n"
        "}\n"
        "kernel void turn(global int *out, local int *room) {\n"
        "    const int i = get_local_id(0);\n"
        "    room[i] = out[get_global_id(0)];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    out[get_global_id(0)] = room[get_local_size(0) - 1 - i];\n"
        "}\n"
        "kernel void place(global int *out) {\n"
        "    const size_t at = get_global_id(0) + 16 * get_global_id(1) + 64 * get_global_id(2);\n"
        "    out[at] = 1 + get_local_size(0) * 10 + get_local_size(1) * 100 + get_local_size(2) * 1000;\n"
        "}\n"
        "struct link { global int *to; };\n"
        "kernel void follow(global const struct link *from, int value) { from->to[get_global_id(0)] = value; }\n";
    static constexpr std::size_t count = 64;
    program_owner program_;
    buffer_owner out_;

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        REQUIRE_OK(clmem_device_describe(device_, &info_));
        REQUIRE_OK(clmem_program_create(context_, source, program_.out()));
        REQUIRE_OK(clmem_program_build(program_, "-cl-kernel-arg-info", 0, nullptr));
        out_ = make_memory();
    }
    void TearDown() override {
        out_.reset();
        program_.reset();
        on_device::TearDown();
    }

    buffer_owner make_memory(std::size_t bytes = count * sizeof(int)) {
        buffer_owner made;
        CHECK_OK(clmem_buffer_create(context_, 0, bytes, nullptr, made.out()));
        const int zero = 0;
        CHECK_OK(clmem_buffer_fill(made, queue_, &zero, 4, nullptr, nullptr));
        return made;
    }
    kernel_owner kernel(const char *name) {
        kernel_owner made;
        CHECK_OK(clmem_kernel_create(program_, name, made.out()));
        return made;
    }
    static clmem_launch_options options(std::size_t global = count) {
        clmem_launch_options how = CLMEM_LAUNCH_OPTIONS_INIT;
        how.global[0] = global;
        return how;
    }
    static void set(clmem_kernel k, std::uint32_t index, int value) {
        CHECK_OK(clmem_kernel_set_bytes(k, index, &value, sizeof value));
    }
    void launch(clmem_kernel k, const clmem_launch_options &how = options()) {
        CHECK_OK(clmem_kernel_launch(k, queue_, &how, nullptr));
    }
    std::vector<int> found(clmem_buffer buffer) {
        std::vector<int> numbers(count);
        cl_mem mem = nullptr;
        CHECK_OK(clmem_buffer_mem(buffer, &mem));
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem, CL_TRUE, 0, count * sizeof(int), numbers.data(), 0, nullptr,
                                            nullptr),
                  CL_SUCCESS);
        return numbers;
    }
    static std::vector<int> all(int value) { return std::vector<int>(count, value); }
    // Skips a test on devices without SVM: it passes an address and checks the memory there.
    void need_svm() {
        if ((info_.features & CLMEM_DEVICE_SVM_COARSE) == 0) { GTEST_SKIP() << info_.name << " has no SVM"; }
    }
    static bool says(const char *text) { return last_error().message.find(text) != std::string::npos; }
};

} // namespace clmem::test
