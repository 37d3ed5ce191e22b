// Memory of every kind on one device, for tests of maps and copies. clmem creates the memory; OpenCL itself fills and
// reads it, independently of what is tested.
#pragma once

#include "opencl.hpp"
#include "options.hpp"
#include "queue_memory.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <vector>

namespace clmem::test {

using bytes = std::vector<unsigned char>;
using box = std::array<std::size_t, 3>;

inline bytes random_bytes(std::size_t count, std::uint32_t seed) {
    std::mt19937 random{seed};
    bytes made(count);
    std::ranges::generate(made, [&] { return static_cast<unsigned char>(random()); });
    return made;
}

enum class place_kind { host, pinned, buffer, block, svm, svm_fine };
inline constexpr place_kind all_places[] = {place_kind::host,  place_kind::pinned, place_kind::buffer,
                                            place_kind::block, place_kind::svm,    place_kind::svm_fine};
inline const char *name_of(place_kind kind) {
    static constexpr const char *names[] = {"host", "pinned", "buffer", "block", "svm", "svm_fine"};
    return names[static_cast<int>(kind)];
}
inline bool is_host(place_kind kind) {
    return kind == place_kind::host || kind == place_kind::pinned;
}

// One kind of memory, with the objects that it needs.
struct memory_of_kind {
    place_kind kind{};
    bytes host;
    buffer_owner buffer;

    [[nodiscard]] clmem_transfer_place place() {
        clmem_transfer_place made = CLMEM_TRANSFER_PLACE_INIT;
        if (kind == place_kind::host) {
            made.pointer = host.data();
            made.bytes = host.size();
        } else {
            made.memory = reinterpret_cast<clmem_memory>(buffer.get());
        }
        return made;
    }
};

// Images of every kind, with their sizes in pixels.
struct image_case {
    const char *name;
    cl_mem_object_type type;
    box size;
};
inline constexpr image_case image_cases[] = {{"one_row", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}},
                                             {"array_of_rows", CL_MEM_OBJECT_IMAGE1D_ARRAY, {37, 5, 1}},
                                             {"plane", CL_MEM_OBJECT_IMAGE2D, {13, 11, 1}},
                                             {"array_of_planes", CL_MEM_OBJECT_IMAGE2D_ARRAY, {13, 7, 5}},
                                             {"volume", CL_MEM_OBJECT_IMAGE3D, {13, 7, 5}}};

class on_all_memories : public on_device {
  protected:
    static constexpr std::size_t slab = std::size_t{2} << 20; // the smallest slab of a pool

    void SetUp() override {
        on_device::SetUp();
        if (HasFatalFailure()) { return; }
        info_ = CLMEM_DEVICE_INFO_INIT;
        REQUIRE_OK(clmem_device_describe(device_, &info_));
        for (const place_kind kind : all_places) {
            if (kind >= place_kind::block || kind == place_kind::pinned) {
                pools_[kind_index(kind)] = make_pool_of(kind);
            }
        }
    }
    void TearDown() override {
        for (pool_owner &pool : pools_) {
            pool.reset();
        }
        on_device::TearDown();
    }

    [[nodiscard]] bool has(place_kind kind) const {
        if (kind == place_kind::svm) { return (info_.features & CLMEM_DEVICE_SVM_COARSE) != 0; }
        if (kind == place_kind::svm_fine) { return (info_.features & CLMEM_DEVICE_SVM_FINE) != 0; }
        return true;
    }
    [[nodiscard]] provider_owner make_provider_of(place_kind kind) const {
        provider_owner made;
        if (!has(kind)) { return made; }
        switch (kind) {
        case place_kind::block:
            CHECK_OK(clmem_provider_create_buffer(context_, nullptr, made.out()));
            break;
        case place_kind::svm:
            CHECK_OK(clmem_provider_create_svm(context_, nullptr, made.out()));
            break;
        case place_kind::svm_fine:
            CHECK_OK(clmem_provider_create_svm(context_, memory_flags(CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER),
                                               made.out()));
            break;
        case place_kind::pinned:
            CHECK_OK(clmem_provider_create_pinned(queue_, nullptr, made.out()));
            break;
        default:
            break;
        }
        return made;
    }
    // A pool that holds at most one slab, so a block of the slab's size is always the same range.
    [[nodiscard]] pool_owner make_pool_of(place_kind kind, std::size_t limit = 0) const {
        const provider_owner provider = make_provider_of(kind);
        if (provider == nullptr) { return {}; }
        clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;
        options.limit_bytes = limit;
        return make_pool(provider, &options);
    }

    [[nodiscard]] memory_of_kind make(place_kind kind, std::size_t size) {
        memory_of_kind made;
        made.kind = kind;
        if (kind == place_kind::host) {
            made.host.resize(size);
        } else if (kind == place_kind::buffer) {
            CHECK_OK(clmem_buffer_create(context_, CL_MEM_READ_WRITE, size, nullptr, made.buffer.out()));
        } else {
            CHECK_OK(clmem_pool_allocate(pools_[kind_index(kind)], queue_, size, made.buffer.out()));
        }
        return made;
    }
    [[nodiscard]] memory_of_kind make(place_kind kind, const bytes &content) {
        memory_of_kind made = make(kind, content.size());
        fill(made, content);
        return made;
    }
    void fill(memory_of_kind &memory, const bytes &content) {
        if (memory.kind == place_kind::buffer || memory.kind == place_kind::block) {
            ASSERT_EQ(REAL(clEnqueueWriteBuffer)(queue_, mem_of(memory.buffer), CL_TRUE, 0, content.size(),
                                                 content.data(), 0, nullptr, nullptr),
                      CL_SUCCESS);
            return;
        }
        touch(memory, content.size(), [&](unsigned char *first) { std::ranges::copy(content, first); });
    }
    [[nodiscard]] bytes content_of(memory_of_kind &memory, std::size_t size) {
        bytes content(size);
        if (memory.kind == place_kind::buffer || memory.kind == place_kind::block) {
            EXPECT_EQ(REAL(clEnqueueReadBuffer)(queue_, mem_of(memory.buffer), CL_TRUE, 0, size, content.data(), 0,
                                                nullptr, nullptr),
                      CL_SUCCESS);
            return content;
        }
        touch(memory, size, [&](const unsigned char *first) { std::copy_n(first, size, content.begin()); });
        return content;
    }

    // An image of the program's own; by default 8-bit numbers in four channels.
    [[nodiscard]] memory_owner make_image(cl_mem_object_type type, const box &size,
                                          cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8}) {
        cl_image_desc about{};
        about.image_type = type;
        about.image_width = size[0];
        if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) { about.image_array_size = size[1]; }
        if (type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D) {
            about.image_height = size[1];
        }
        if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) { about.image_array_size = size[2]; }
        if (type == CL_MEM_OBJECT_IMAGE3D) { about.image_depth = size[2]; }
        cl_int code = CL_SUCCESS;
        cl_mem raw = REAL(clCreateImage)(context_, CL_MEM_READ_WRITE, &format, &about, nullptr, &code);
        EXPECT_EQ(code, CL_SUCCESS);
        memory_owner made;
        CHECK_OK(clmem_memory_import(raw, 1, made.out()));
        REAL(clReleaseMemObject)(raw);
        return made;
    }
    void fill_image(clmem_memory image, const box &size, const bytes &content) {
        const box origin{};
        ASSERT_EQ(REAL(clEnqueueWriteImage)(queue_, mem_of(image), CL_TRUE, origin.data(), size.data(), 0, 0,
                                            content.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
    [[nodiscard]] bytes content_of_image(clmem_memory image, const box &size, std::size_t pixel = 4) {
        bytes content(size[0] * size[1] * size[2] * pixel);
        const box origin{};
        EXPECT_EQ(REAL(clEnqueueReadImage)(queue_, mem_of(image), CL_TRUE, origin.data(), size.data(), 0, 0,
                                           content.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return content;
    }

    static cl_mem mem_of(clmem_buffer buffer) {
        cl_mem mem = nullptr;
        CHECK_OK(clmem_buffer_mem(buffer, &mem));
        return mem;
    }
    static cl_mem mem_of(clmem_memory memory) {
        cl_mem mem = nullptr;
        CHECK_OK(clmem_memory_mem(memory, &mem));
        return mem;
    }
    static void wait_for(cl_event event) {
        CHECK_OK(clmem_event_wait(1, &event));
        CHECK_OK(clmem_event_release(event));
    }
    static std::uint64_t commands() {
        std::uint64_t sum = 0;
        for (const char *name :
             {"clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clEnqueueCopyBuffer", "clEnqueueReadBufferRect",
              "clEnqueueWriteBufferRect", "clEnqueueCopyBufferRect", "clEnqueueReadImage", "clEnqueueWriteImage",
              "clEnqueueCopyImage", "clEnqueueCopyImageToBuffer", "clEnqueueCopyBufferToImage", "clEnqueueSVMMemcpy",
              "clEnqueueSVMMap", "clEnqueueSVMUnmap", "clEnqueueMapBuffer", "clEnqueueMapImage"}) {
            sum += counting().calls(name);
        }
        return sum;
    }

    clmem_device_info info_ = CLMEM_DEVICE_INFO_INIT;
    std::array<pool_owner, std::size(all_places)> pools_;

  private:
    static std::size_t kind_index(place_kind kind) { return static_cast<std::size_t>(kind); }

    template <class Touch>
    void touch(memory_of_kind &memory, std::size_t size, Touch &&how) {
        if (memory.kind == place_kind::host) { return how(memory.host.data()); }
        void *pointer = nullptr;
        CHECK_OK(clmem_svm_pointer(memory.buffer, &pointer));
        const bool needs_map = memory.kind == place_kind::svm;
        if (needs_map) {
            EXPECT_EQ(
                REAL(clEnqueueSVMMap)(queue_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, pointer, size, 0, nullptr, nullptr),
                CL_SUCCESS);
        }
        how(static_cast<unsigned char *>(pointer));
        if (needs_map) {
            EXPECT_EQ(REAL(clEnqueueSVMUnmap)(queue_, pointer, 0, nullptr, nullptr), CL_SUCCESS);
            finish(queue_);
        }
    }
};

} // namespace clmem::test
