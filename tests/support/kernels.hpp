// Tools for tests of queue order: gates that hold commands back, and kernels that write patterns into blocks and check
// them, which shows which command wrote what and when. The counting library does not see any of it.
#pragma once

#include "c_api.hpp"
#include "figures.hpp"
#include "real_opencl.hpp"

#include <atomic>
#include <vector>

namespace clmem::test {

// An event that holds back the commands waiting for it until it is opened.
class gate {
  public:
    explicit gate(cl_context context) {
        cl_int code = CL_SUCCESS;
        event_ = REAL(clCreateUserEvent)(context, &code);
        EXPECT_EQ(code, CL_SUCCESS);
    }
    gate(const gate &) = delete;
    gate &operator=(const gate &) = delete;
    ~gate() {
        open();
        REAL(clReleaseEvent)(event_);
    }

    void open() { set(CL_COMPLETE); }
    void fail() { set(-1); }
    [[nodiscard]] const cl_event &event() const noexcept { return event_; }

  private:
    void set(cl_int status) {
        if (!is_set_.exchange(true)) { EXPECT_EQ(REAL(clSetUserEventStatus)(event_, status), CL_SUCCESS); }
    }

    cl_event event_ = nullptr;
    std::atomic<bool> is_set_{false};
};

inline bool is_complete(cl_event event) {
    cl_int status = CL_COMPLETE;
    EXPECT_EQ(REAL(clGetEventInfo)(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_SUCCESS);
    return status <= CL_COMPLETE;
}

// The event of a command that the test enqueues itself.
class own_event {
  public:
    own_event() = default;
    own_event(const own_event &) = delete;
    own_event &operator=(const own_event &) = delete;
    ~own_event() {
        if (event_ != nullptr) { EXPECT_EQ(REAL(clReleaseEvent)(event_), CL_SUCCESS); }
    }
    operator cl_event() const noexcept { return event_; }
    cl_event *out() noexcept { return &event_; }

  private:
    cl_event event_ = nullptr;
};

inline void flush(cl_command_queue queue) {
    EXPECT_EQ(REAL(clFlush)(queue), CL_SUCCESS);
}
inline void finish(cl_command_queue queue) {
    EXPECT_EQ(REAL(clFinish)(queue), CL_SUCCESS);
}

// How a command accesses a block.
enum class access {
    buffer,  // as an OpenCL buffer
    svm,     // by a pointer to shared virtual memory
    usm,     // by a pointer to unified shared memory
    transfer // by a pointer for copies only: no kernel can use it
};

// The content of a block before an action, and after it.
constexpr std::uint32_t old_seed = 17;
constexpr std::uint32_t new_seed = 4711;

// Kernels in one context, for one thread at a time. A seed determines each pattern.
class pattern_kernels {
  public:
    pattern_kernels(cl_context context, const std::vector<cl_device_id> &devices, access how = access::buffer)
        : how_{how}, context_{context} {
        static const char *const source =
            "kernel void write(global uint *block, uint seed) {\n"
            "    const uint i = get_global_id(0);\n"
            "    block[i] = i * 2654435761u + seed;\n"
            "}\n"
            "kernel void check(global const uint *block, uint seed, global uint *wrong) {\n"
            "    const uint i = get_global_id(0);\n"
            "    if (block[i] != i * 2654435761u + seed) { atomic_inc(wrong); }\n"
            "}\n"
            // Both in one launch, since launches dominate the time of long runs.
            "kernel void check_and_write(global uint *block, uint seed, global uint *wrong, uint next) {\n"
            "    const uint i = get_global_id(0);\n"
            "    if (block[i] != i * 2654435761u + seed) { atomic_inc(wrong); }\n"
            "    block[i] = i * 2654435761u + next;\n"
            "}\n";
        cl_int code = CL_SUCCESS;
        program_ = REAL(clCreateProgramWithSource)(context, 1, const_cast<const char **>(&source), nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        EXPECT_EQ(
            REAL(clBuildProgram)(program_, static_cast<cl_uint>(devices.size()), devices.data(), "", nullptr, nullptr),
            CL_SUCCESS);
        write_ = kernel("write");
        check_ = kernel("check");
        check_and_write_ = kernel("check_and_write");
        for (cl_command_queue *queue : {&own_, &filling_}) {
            *queue = REAL(clCreateCommandQueueWithProperties)(context, devices.at(0), nullptr, &code);
            EXPECT_EQ(code, CL_SUCCESS);
        }
        wrong_ = make_buffer(sizeof(cl_uint));
        set_wrong_to_zero();
        if (how == access::usm) { find_usm(devices.at(0)); }
    }
    pattern_kernels(const pattern_kernels &) = delete;
    pattern_kernels &operator=(const pattern_kernels &) = delete;
    ~pattern_kernels() {
        finish(own_);
        for (cl_mem scratch : scratch_) {
            REAL(clReleaseMemObject)(scratch);
        }
        REAL(clReleaseMemObject)(wrong_);
        REAL(clReleaseCommandQueue)(own_);
        REAL(clReleaseCommandQueue)(filling_);
        for (cl_kernel k : {write_, check_, check_and_write_}) {
            REAL(clReleaseKernel)(k);
        }
        REAL(clReleaseProgram)(program_);
    }

    // Enqueues a command that fills a block, after an event if there is one. `done` receives the command's event.
    void write(cl_command_queue queue, clmem_buffer block, std::uint32_t seed, cl_event after = nullptr,
               cl_event *done = nullptr) {
        if (how_ == access::transfer) {
            const cl_mem source = make_scratch(bytes_of(block));
            set(write_, 0, source);
            set(write_, 1, seed);
            launch(filling_, write_, bytes_of(block), nullptr, nullptr);
            finish(filling_);
            EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue, source, CL_FALSE, 0, bytes_of(block), pointer_of(block),
                                                after != nullptr, after != nullptr ? &after : nullptr, done),
                      CL_SUCCESS);
            return;
        }
        set_block(write_, block);
        set(write_, 1, seed);
        launch(queue, write_, bytes_of(block), after, done);
    }

    // Enqueues a command that counts the values that differ from the seed's pattern.
    void check(cl_command_queue queue, clmem_buffer block, std::uint32_t seed, cl_event after = nullptr,
               cl_event *done = nullptr) {
        if (how_ == access::transfer) {
            const cl_mem copy = make_scratch(bytes_of(block));
            cl_event copied = nullptr;
            EXPECT_EQ(REAL(clEnqueueWriteBuffer)(queue, copy, CL_FALSE, 0, bytes_of(block), pointer_of(block),
                                                 after != nullptr, after != nullptr ? &after : nullptr, &copied),
                      CL_SUCCESS);
            flush(queue);
            set(check_, 0, copy);
            set(check_, 1, seed);
            set(check_, 2, wrong_);
            launch(own_, check_, bytes_of(block), copied, nullptr);
            flush(own_);
            if (done != nullptr) {
                *done = copied;
            } else {
                REAL(clReleaseEvent)(copied);
            }
            return;
        }
        set_block(check_, block);
        set(check_, 1, seed);
        set(check_, 2, wrong_);
        launch(queue, check_, bytes_of(block), after, done);
    }

    void check_and_write(cl_command_queue queue, clmem_buffer block, std::uint32_t seed, std::uint32_t next,
                         cl_event after = nullptr, cl_event *done = nullptr) {
        set_block(check_and_write_, block);
        set(check_and_write_, 1, seed);
        set(check_and_write_, 2, wrong_);
        set(check_and_write_, 3, next);
        launch(queue, check_and_write_, bytes_of(block), after, done);
    }

    // The number of wrong values since the last call. The queues must have finished.
    std::uint32_t wrong() {
        finish(own_);
        cl_uint count = 0;
        EXPECT_EQ(REAL(clEnqueueReadBuffer)(own_, wrong_, CL_TRUE, 0, sizeof count, &count, 0, nullptr, nullptr),
                  CL_SUCCESS);
        set_wrong_to_zero();
        return count;
    }

  private:
    using set_usm_pointer = cl_int CL_API_CALL(cl_kernel, cl_uint, const void *);

    static std::size_t bytes_of(clmem_buffer block) {
        std::size_t bytes = 0;
        EXPECT_EQ(clmem_buffer_size(block, &bytes), CLMEM_SUCCESS);
        return bytes;
    }
    static void *pointer_of(clmem_buffer block) {
        void *pointer = nullptr;
        EXPECT_EQ(clmem_svm_pointer(block, &pointer), CLMEM_SUCCESS);
        return pointer;
    }

    cl_kernel kernel(const char *name) {
        cl_int code = CL_SUCCESS;
        cl_kernel made = REAL(clCreateKernel)(program_, name, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    cl_mem make_buffer(std::size_t bytes) {
        cl_int code = CL_SUCCESS;
        cl_mem made = REAL(clCreateBuffer)(context_, CL_MEM_READ_WRITE, bytes, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        return made;
    }
    cl_mem make_scratch(std::size_t bytes) { return scratch_.emplace_back(make_buffer(bytes)); }

    void set_wrong_to_zero() {
        const cl_uint zero = 0;
        EXPECT_EQ(REAL(clEnqueueWriteBuffer)(own_, wrong_, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
    void find_usm(cl_device_id device) {
        cl_platform_id platform = nullptr;
        EXPECT_EQ(REAL(clGetDeviceInfo)(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), CL_SUCCESS);
        set_usm_pointer_ = reinterpret_cast<set_usm_pointer *>(
            REAL(clGetExtensionFunctionAddressForPlatform)(platform, "clSetKernelArgMemPointerINTEL"));
        EXPECT_NE(set_usm_pointer_, nullptr);
    }

    template <class T>
    static void set(cl_kernel k, cl_uint index, const T &value) {
        EXPECT_EQ(REAL(clSetKernelArg)(k, index, sizeof value, &value), CL_SUCCESS);
    }
    void set_block(cl_kernel k, clmem_buffer block) {
        if (how_ == access::buffer) {
            cl_mem mem = nullptr;
            EXPECT_EQ(clmem_buffer_mem(block, &mem), CLMEM_SUCCESS);
            set(k, 0, mem);
        } else if (how_ == access::svm) {
            EXPECT_EQ(REAL(clSetKernelArgSVMPointer)(k, 0, pointer_of(block)), CL_SUCCESS);
        } else {
            EXPECT_EQ(set_usm_pointer_(k, 0, pointer_of(block)), CL_SUCCESS);
        }
    }
    static void launch(cl_command_queue queue, cl_kernel k, std::size_t bytes, cl_event after, cl_event *done) {
        // PoCL compiles a kernel again for each new work-group size.
        static constexpr std::size_t group = 64;
        const std::size_t count = bytes / sizeof(cl_uint);
        EXPECT_EQ(count % group, 0U) << "blocks consist of whole work-groups";
        EXPECT_EQ(REAL(clEnqueueNDRangeKernel)(queue, k, 1, nullptr, &count, &group, after != nullptr,
                                               after != nullptr ? &after : nullptr, done),
                  CL_SUCCESS);
    }

    access how_;
    cl_context context_;
    cl_program program_ = nullptr;
    cl_kernel write_ = nullptr;
    cl_kernel check_ = nullptr;
    cl_kernel check_and_write_ = nullptr;
    cl_command_queue own_ = nullptr;     // for the tests only; its checks may be held back
    cl_command_queue filling_ = nullptr; // never held back
    cl_mem wrong_ = nullptr;             // a single number: how many values were wrong
    std::vector<cl_mem> scratch_;
    set_usm_pointer *set_usm_pointer_ = nullptr;
};

} // namespace clmem::test
