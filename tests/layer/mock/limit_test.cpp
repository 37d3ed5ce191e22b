// --limit: creations beyond it fail, whatever they create, and the device says that it has no more. The tests hold for
// any limit; they run with a size, and with a share of the mock's 64 GiB.
#include "fixture.hpp"

#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace over_mock {

namespace {

constexpr cl_ulong of_device = cl_ulong{64} << 30;

struct limited {
    limited() { (void)::setenv("CLMEM_RUN_LIMIT", "64MiB", 0); }
};

class limit_of_memory : limited, public program {
  protected:
    // What the variable asks for.
    const std::size_t limit =
        std::getenv("CLMEM_RUN_LIMIT") == std::string{"1%"} ? std::size_t{of_device / 100} : std::size_t{64} << 20;
    const std::size_t large = limit / 16 & ~std::size_t{4095}; // sixteen of them fit

    template <class Value>
    Value told(cl_device_info question) {
        Value value{};
        std::size_t size = 0;
        EXPECT_EQ(cl.clGetDeviceInfo(device, question, sizeof value, &value, &size), CL_SUCCESS);
        EXPECT_EQ(size, sizeof value);
        return value;
    }

    // Ways to allocate; NULL and the code if that fails.
    cl_mem pooled(std::size_t size, cl_context in = nullptr) {
        return cl.clCreateBuffer(in != nullptr ? in : context, CL_MEM_READ_WRITE, size, nullptr, &code);
    }
    cl_mem passed_through(std::size_t size) {
        return cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, &host, &code);
    }
    cl_mem over_host(std::size_t size) {
        return cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, &host, &code);
    }
    cl_mem image(std::size_t size, cl_mem over = nullptr) {
        cl_image_desc description{};
        description.image_type = over != nullptr ? CL_MEM_OBJECT_IMAGE1D_BUFFER : CL_MEM_OBJECT_IMAGE1D;
        description.image_width = size / 4;
        description.mem_object = over;
        return cl.clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &code);
    }
    cl_mem image_with_properties(std::size_t size) {
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE1D;
        description.image_width = size / 4;
        return cl.clCreateImageWithProperties(context, nullptr, CL_MEM_READ_WRITE, &format, &description, nullptr,
                                              &code);
    }
    cl_mem image_2d(std::size_t size) {
        return cl.clCreateImage2D(context, CL_MEM_READ_WRITE, &format, size / 16, 4, 0, nullptr, &code);
    }
    cl_mem image_3d(std::size_t size) {
        return cl.clCreateImage3D(context, CL_MEM_READ_WRITE, &format, size / 64, 4, 4, 0, 0, nullptr, &code);
    }
    cl_mem pipe(std::size_t size) {
        return cl.clCreatePipe(context, CL_MEM_READ_WRITE, 4, static_cast<cl_uint>(size / 4), nullptr, &code);
    }
    cl_mem with_properties(std::size_t size) {
        constexpr cl_mem_properties none[] = {0};
        return cl.clCreateBufferWithProperties(context, none, CL_MEM_READ_WRITE, size, nullptr, &code);
    }
    void *svm(std::size_t size) { return cl.clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0); }
    template <class Function>
    Function found(const char *name) {
        return reinterpret_cast<Function>(cl.clGetExtensionFunctionAddressForPlatform(nullptr, name));
    }
    void *usm(std::size_t size) {
        return found<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL")(context, device, nullptr, size, 0, &code);
    }
    void *usm_of_host(std::size_t size) {
        return found<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL")(context, nullptr, size, 0, &code);
    }
    void free_usm(void *pointer, const char *function = "clMemFreeINTEL") {
        EXPECT_EQ(found<clMemFreeINTEL_fn>(function)(context, pointer), CL_SUCCESS);
    }

    // Allocates until that fails, and returns how many there are.
    template <class Create>
    std::size_t fill_up(Create &&create, std::vector<cl_mem> &made) {
        const std::size_t before = made.size();
        while (made.size() < 1000) {
            cl_mem next = create();
            if (next == nullptr) { break; }
            EXPECT_EQ(code, CL_SUCCESS);
            made.push_back(next);
            EXPECT_LE(mock::allocated(), limit);
        }
        return made.size() - before;
    }
    void release_all(std::vector<cl_mem> &made) {
        for (cl_mem each : made) {
            EXPECT_EQ(cl.clReleaseMemObject(each), CL_SUCCESS);
        }
        made.clear();
    }
    // Creates as many as fit, which is the same again after their release.
    template <class Create>
    void expect_limit(Create &&create, cl_int code_of_too_large) {
        std::vector<cl_mem> made;
        for (int round = 0; round < 3; ++round) {
            EXPECT_EQ(fill_up([&] { return create(large); }, made), 16U);
            EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
            EXPECT_EQ(cl.clReleaseMemObject(made.back()), CL_SUCCESS);
            made.back() = create(large);
            EXPECT_NE(made.back(), nullptr);
            release_all(made);
        }
        EXPECT_EQ(create(limit + 4096), nullptr);
        EXPECT_EQ(code, code_of_too_large);
    }

    cl_int code = CL_SUCCESS;
    cl_uint host = 0; // the mock does not look at it
    static constexpr cl_image_format format{CL_R, CL_FLOAT};
};

TEST_F(limit_of_memory, is_what_the_device_has) {
    EXPECT_EQ(told<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE), limit);
    EXPECT_EQ(told<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), limit);
    EXPECT_EQ(told<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS), 1U);
}

TEST_F(limit_of_memory, bounds_amds_free_memory) {
    using pair = std::array<std::size_t, 2>;
    const std::size_t all = limit / 1024;
    EXPECT_EQ(told<pair>(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD), (pair{all, all}));
    cl_mem made = passed_through(large);
    EXPECT_EQ(told<pair>(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD), (pair{(limit - large) / 1024, (limit - large) / 1024}));
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
    EXPECT_EQ(told<pair>(CL_DEVICE_GLOBAL_FREE_MEMORY_AMD), (pair{all, all}));
}

TEST_F(limit_of_memory, leaves_the_rules_for_outputs) {
    const cl_device_info questions[] = {CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE,
                                        CL_DEVICE_GLOBAL_FREE_MEMORY_AMD};
    for (cl_device_info question : questions) {
        std::size_t size = 0;
        EXPECT_EQ(cl.clGetDeviceInfo(device, question, 0, nullptr, &size), CL_SUCCESS);
        EXPECT_EQ(size, question == CL_DEVICE_GLOBAL_FREE_MEMORY_AMD ? 2 * sizeof(std::size_t) : sizeof(cl_ulong));
        std::array<cl_ulong, 3> value{7, 7, 7};
        EXPECT_EQ(cl.clGetDeviceInfo(device, question, 4, value.data(), nullptr), CL_INVALID_VALUE);
        EXPECT_EQ(value, (std::array<cl_ulong, 3>{7, 7, 7}));
        EXPECT_EQ(cl.clGetDeviceInfo(device, question, sizeof value, value.data(), nullptr), CL_SUCCESS);
        EXPECT_LE(value[0], limit);
        EXPECT_EQ(value[2], 7U);
    }
}

TEST_F(limit_of_memory, holds_for_pooled_buffers) {
    expect_limit([&](std::size_t size) { return pooled(size); }, CL_INVALID_BUFFER_SIZE);
}
TEST_F(limit_of_memory, holds_for_buffers_with_content) {
    expect_limit([&](std::size_t size) { return passed_through(size); }, CL_INVALID_BUFFER_SIZE);
}
TEST_F(limit_of_memory, holds_for_buffers_with_properties) {
    expect_limit([&](std::size_t size) { return with_properties(size); }, CL_INVALID_BUFFER_SIZE);
}
TEST_F(limit_of_memory, holds_for_images) {
    expect_limit([&](std::size_t size) { return image(size); }, CL_INVALID_IMAGE_SIZE);
}
TEST_F(limit_of_memory, holds_for_images_with_properties) {
    expect_limit([&](std::size_t size) { return image_with_properties(size); }, CL_INVALID_IMAGE_SIZE);
}
TEST_F(limit_of_memory, holds_for_images_of_two_and_three_dimensions) {
    expect_limit([&](std::size_t size) { return image_2d(size); }, CL_INVALID_IMAGE_SIZE);
    expect_limit([&](std::size_t size) { return image_3d(size); }, CL_INVALID_IMAGE_SIZE);
}
TEST_F(limit_of_memory, holds_for_pipes) {
    expect_limit([&](std::size_t size) { return pipe(size); }, CL_INVALID_BUFFER_SIZE);
}

// The mock's device does not share the host's memory, so that a driver copies it.
TEST_F(limit_of_memory, holds_for_the_programs_own_memory) {
    std::vector<cl_mem> made;
    EXPECT_EQ(fill_up([&] { return over_host(large); }, made), 16U);
    EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    release_all(made);
}

TEST_F(limit_of_memory, holds_for_svm) {
    for (int round = 0; round < 3; ++round) {
        std::vector<void *> made;
        while (void *const next = svm(large)) {
            made.push_back(next);
        }
        EXPECT_EQ(made.size(), 16U);
        EXPECT_LE(mock::allocated(), limit);
        EXPECT_EQ(pooled(large), nullptr);
        EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        cl.clSVMFree(context, made.back());
        made.back() = svm(large);
        EXPECT_NE(made.back(), nullptr);
        for (void *each : made) {
            cl.clSVMFree(context, each);
        }
    }
    EXPECT_EQ(svm(limit + 1), nullptr);
}

TEST_F(limit_of_memory, holds_for_usm) {
    const std::size_t before = mock::allocated();
    void *const of_host = usm_of_host(limit); // which is not the device's
    EXPECT_NE(of_host, nullptr);
    free_usm(of_host);
    for (int round = 0; round < 3; ++round) {
        std::vector<void *> made;
        while (void *const next = usm(large)) {
            made.push_back(next);
        }
        EXPECT_EQ(code, CL_OUT_OF_RESOURCES);
        EXPECT_EQ(made.size(), 16U);
        EXPECT_EQ(svm(large), nullptr);
        free_usm(made.back(), round == 0 ? "clMemFreeINTEL" : "clMemBlockingFreeINTEL");
        made.back() = svm(large);
        EXPECT_NE(made.back(), nullptr) << "the free allocation goes back";
        cl.clSVMFree(context, made.back());
        made.back() = usm(large);
        EXPECT_NE(made.back(), nullptr);
        for (void *each : made) {
            free_usm(each);
        }
    }
    EXPECT_EQ(usm(limit + 1), nullptr);
    EXPECT_EQ(code, CL_INVALID_BUFFER_SIZE);
    EXPECT_LE(mock::allocated(), before + 2 * limit);
}

TEST_F(limit_of_memory, takes_all_in_one_piece) {
    cl_mem made = pooled(limit);
    EXPECT_NE(made, nullptr);
    EXPECT_EQ(pooled(1), nullptr);
    EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
}

TEST_F(limit_of_memory, holds_for_all_contexts_together) {
    cl_context other = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    std::vector<cl_mem> made;
    for (int n = 0; n < 8; ++n) {
        made.push_back(pooled(large));
    }
    EXPECT_EQ(fill_up([&] { return pooled(large, other); }, made), 8U);
    EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    release_all(made);
    EXPECT_EQ(cl.clReleaseContext(other), CL_SUCCESS);
}

TEST_F(limit_of_memory, is_not_reached_by_idle_memory) {
    cl_context other = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    std::vector<cl_mem> made;
    const auto leave_idle = [&](cl_context in) {
        for (int n = 0; n < 15; ++n) {
            made.push_back(pooled(large, in));
        }
        release_all(made);
    };
    leave_idle(context);
    made.push_back(image(15 * large)); // of the same context
    EXPECT_NE(made.back(), nullptr);
    release_all(made);
    leave_idle(other);
    void *const pointer = svm(15 * large); // of another context
    EXPECT_NE(pointer, nullptr);
    cl.clSVMFree(context, pointer);
    made.push_back(pooled(15 * large, other)); // where the idle memory is SVM
    EXPECT_NE(made.back(), nullptr);
    release_all(made);
    leave_idle(other);
    made.push_back(pipe(15 * large));
    EXPECT_NE(made.back(), nullptr);
    release_all(made);
    EXPECT_EQ(cl.clReleaseContext(other), CL_SUCCESS);
}

// Also of blocks that no call has looked at since. The driver completes the layer's marker before it is asked for it.
TEST_F(limit_of_memory, is_not_reached_by_blocks_whose_commands_are_complete) {
    cl_context other = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = make_queue();
    make_queue(); // a second one, so that released blocks are pending
    std::vector<cl_mem> made;
    for (int n = 0; n < 15; ++n) {
        made.push_back(pooled(large));
        fill(queue, made.back());
    }
    release_all(made);
    EXPECT_GE(mock::allocated(), 15 * large);
    mock::set_hook([](const char *function) {
        if (std::strcmp(function, "clGetEventInfo") == 0) { run_all(); }
    });
    made.push_back(pooled(15 * large, other));
    mock::set_hook(nullptr);
    EXPECT_NE(made.back(), nullptr);
    release_all(made);
    EXPECT_EQ(cl.clReleaseContext(other), CL_SUCCESS);
}

// A part keeps the memory, and an image over a buffer has none.
TEST_F(limit_of_memory, ends_with_the_memory) {
    const cl_buffer_region region{0, 4096};
    cl_mem whole = passed_through(limit);
    cl_mem part = cl.clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    EXPECT_EQ(code, CL_SUCCESS);
    cl_mem over = image(limit, whole);
    EXPECT_NE(over, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(over), CL_SUCCESS);
    EXPECT_EQ(cl.clReleaseMemObject(whole), CL_SUCCESS);
    EXPECT_EQ(passed_through(large), nullptr);
    EXPECT_EQ(code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    EXPECT_EQ(cl.clReleaseMemObject(part), CL_SUCCESS);
    cl_mem made = passed_through(limit);
    EXPECT_NE(made, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
}

TEST_F(limit_of_memory, counts_nothing_that_the_driver_refuses) {
    for (int n = 0; n < 20; ++n) {
        mock::fail_nth("clCreateImage", 1, CL_INVALID_VALUE);
        EXPECT_EQ(image(large), nullptr);
        EXPECT_EQ(code, CL_INVALID_VALUE);
        mock::fail_nth("clCreateBuffer", 1, CL_INVALID_VALUE);
        EXPECT_EQ(passed_through(large), nullptr);
        EXPECT_EQ(code, CL_INVALID_VALUE);
        mock::fail_nth("clCreatePipe", 1, CL_INVALID_VALUE);
        EXPECT_EQ(pipe(large), nullptr);
        EXPECT_EQ(code, CL_INVALID_VALUE);
    }
    cl_mem made = passed_through(limit);
    EXPECT_NE(made, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
}

TEST_F(limit_of_memory, needs_no_output_for_the_code) {
    EXPECT_EQ(cl.clCreateBuffer(context, CL_MEM_READ_WRITE, limit + 1, nullptr, nullptr), nullptr);
    EXPECT_EQ(cl.clCreateBuffer(nullptr, CL_MEM_READ_WRITE, limit + 1, nullptr, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_CONTEXT);
}

// The layer asks the driver by a buffer of the same size, which takes no memory.
TEST_F(limit_of_memory, leaves_the_codes_of_wrong_parts) {
    cl_mem made = pooled(limit);
    const cl_buffer_region region{limit / 2, limit};
    EXPECT_EQ(cl.clCreateSubBuffer(made, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code), nullptr);
    EXPECT_EQ(code, CL_INVALID_VALUE);
    cl_mem_flags flags = 0;
    EXPECT_EQ(cl.clGetMemObjectInfo(made, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
    EXPECT_EQ(flags, cl_mem_flags{CL_MEM_READ_WRITE});
    EXPECT_EQ(cl.clReleaseMemObject(made), CL_SUCCESS);
}

TEST_F(limit_of_memory, is_exact_for_threads) {
    std::vector<std::thread> threads;
    std::vector<std::vector<cl_mem>> made(4);
    std::atomic<std::size_t> count{0};
    for (std::vector<cl_mem> &own : made) {
        threads.emplace_back([&] {
            cl_int of_thread = CL_SUCCESS;
            while (of_thread == CL_SUCCESS) {
                cl_mem next = cl.clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, large / 4, &host, &of_thread);
                if (next != nullptr) { own.push_back(next); }
            }
            EXPECT_EQ(of_thread, CL_MEM_OBJECT_ALLOCATION_FAILURE);
            count += own.size();
        });
    }
    for (std::thread &each : threads) {
        each.join();
    }
    EXPECT_EQ(count, limit / (large / 4));
    EXPECT_LE(mock::allocated(), limit);
    for (std::vector<cl_mem> &own : made) {
        release_all(own);
    }
}

TEST_F(limit_of_memory, holds_while_threads_allocate_and_release) {
    std::atomic<bool> was_beyond{false};
    std::vector<std::thread> threads;
    for (std::size_t number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            std::vector<cl_mem> own;
            for (std::size_t n = 0; n < 500; ++n) {
                const std::size_t size = (n * 37 + number * 11) % 7 * large + 4096;
                const cl_mem_flags flags = (n + number) % 3 == 0 ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
                void *const from = flags == CL_MEM_COPY_HOST_PTR ? &host : nullptr;
                cl_mem next = cl.clCreateBuffer(context, flags, size, from, nullptr);
                if (mock::allocated() > limit) { was_beyond = true; }
                if (next != nullptr) { own.push_back(next); }
                if (next == nullptr || own.size() > 4) { release_all(own); }
            }
            release_all(own);
        });
    }
    for (std::thread &each : threads) {
        each.join();
    }
    EXPECT_FALSE(was_beyond);
    EXPECT_EQ(pooled(limit + 1), nullptr);
    cl_mem all = pooled(limit); // nothing is left over
    EXPECT_NE(all, nullptr);
    EXPECT_EQ(cl.clReleaseMemObject(all), CL_SUCCESS);
}

} // namespace

} // namespace over_mock
