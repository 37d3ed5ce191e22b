// Helpers of the tests that tools/generate.py writes.
#pragma once

#include "c_api.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace clmem::test {

// ---- values ----------------------------------------------------------------------------------------------------------

template <class T>
concept versioned = requires(T value) {
    value.struct_size;
};

// A value without zero bytes, for an output: a failure must zero it. A struct still states its size.
template <class T>
T junk() {
    T value;
    std::memset(&value, 0xA5, sizeof(T));
    if constexpr (versioned<T>) { value.struct_size = sizeof(T); }
    return value;
}

// Whether a value is zero or NULL, except for a struct's size.
template <class T>
bool zeroed(const T &value) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(&value);
    std::size_t i = 0;
    if constexpr (versioned<T>) { i = sizeof(value.struct_size); }
    while (i < sizeof(T) && bytes[i] == 0) {
        ++i;
    }
    return i == sizeof(T);
}

// An invalid OpenCL object, for calls that fail before using it.
template <class T>
T dummy() {
    static std::array<void *, 64> object{};
    return reinterpret_cast<T>(object.data());
}

// Struct values that a call accepts: the defaults are valid, except where the program must set something.
template <class T>
T valid(T value) {
    return value;
}

inline clmem_provider_callbacks valid(clmem_provider_callbacks callbacks) {
    callbacks.allocate = [](void *, std::size_t, void **out_memory) -> clmem_status {
        *out_memory = nullptr;
        return CLMEM_SUCCESS;
    };
    callbacks.release = [](void *, void *, std::size_t) {};
    return callbacks;
}

// In the defaults, every figure of the device is unknown.
inline clmem_device_data valid(clmem_device_data data) {
    EXPECT_EQ(clmem_device_data_for_capability(9, 0, &data), CLMEM_SUCCESS);
    return data;
}

// ---- handles ---------------------------------------------------------------------------------------------------------

// A context for the default device, for objects that need one; NULL on a machine without OpenCL.
inline cl_context context_of_default_device() {
    static const cl_context context = [] {
        cl_device_id device = nullptr;
        cl_context made = nullptr;
        return clmem_device_choose(nullptr, &device) == CLMEM_SUCCESS &&
                       clmem_context_create(device, &made) == CLMEM_SUCCESS
                   ? made
                   : nullptr;
    }();
    return context;
}

// An object that some devices do not support: NULL if the call reports that.
template <class Owner, class Call>
Owner make_if_supported(Call &&call) {
    Owner made;
    cl_context const context = context_of_default_device();
    if (context == nullptr) { return made; }
    const clmem_status status = call(context, made.out());
    EXPECT_TRUE(status == CLMEM_SUCCESS || status == CLMEM_ERROR_UNSUPPORTED) << last_error().message;
    return made;
}

inline image_owner make_image() {
    return make_if_supported<image_owner>([](cl_context context, clmem_image *out) {
        clmem_image_description description = CLMEM_IMAGE_DESCRIPTION_INIT;
        description.width = description.height = 1;
        return clmem_image_create(context, 0, &description, nullptr, 0, out);
    });
}
inline sampler_owner make_sampler() {
    return make_if_supported<sampler_owner>([](cl_context context, clmem_sampler *out) {
        return clmem_sampler_create(context, 1, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, out);
    });
}
inline pipe_owner make_pipe() {
    return make_if_supported<pipe_owner>(
        [](cl_context context, clmem_pipe *out) { return clmem_pipe_create(context, 0, 4, 4, 0, nullptr, out); });
}

inline program_owner make_program() {
    return make_if_supported<program_owner>(
        [](cl_context context, clmem_program *out) { return clmem_program_create(context, "", out); });
}
inline kernel_owner make_kernel() {
    return make_if_supported<kernel_owner>([](cl_context context, clmem_kernel *out) {
        static const clmem_program built = [context] { // built once per process
            clmem_program made = nullptr;
            CHECK_OK(clmem_program_create(context, "kernel void none(global int *a, int b) {}", &made));
            CHECK_OK(clmem_program_build(made, nullptr, 0, nullptr));
            return made;
        }();
        return clmem_kernel_create(built, "none", out);
    });
}

inline map_owner make_map() {
    return make_if_supported<map_owner>([](cl_context context, clmem_map *out) {
        static const cl_command_queue queue = [context] {
            cl_device_id device = nullptr;
            cl_command_queue made = nullptr;
            CHECK_OK(clmem_device_choose(nullptr, &device));
            CHECK_OK(clmem_queue_create(context, device, 0, &made));
            return made;
        }();
        buffer_owner buffer;
        CHECK_OK(clmem_buffer_create(context, 0, 64, nullptr, buffer.out()));
        return clmem_map_buffer(buffer, queue, CL_MAP_READ, nullptr, out, nullptr);
    });
}

// Skips a test of something that the default device does not support.
#define NEEDS(object)                                                                                                  \
    if ((object).get() == nullptr) { GTEST_SKIP() << "the default device has no " #object; }

// It is virtual as well.
inline provider_owner make_faulty_provider() {
    const provider_owner from = make_provider();
    provider_owner made;
    CHECK_OK(clmem_provider_create_faulty(from, "off", made.out()));
    return made;
}

// One live object of each type; NULL if the default device does not support it.
struct live_objects {
    provider_owner provider = make_faulty_provider();
    pool_owner pool = make_pool(provider);
    buffer_owner buffer = make_buffer(pool, 64);
    memory_owner memory{reinterpret_cast<clmem_memory>(make_buffer(pool, 64).give_up())};
    image_owner image = make_image();
    sampler_owner sampler = make_sampler();
    pipe_owner pipe = make_pipe();
    map_owner map = make_map();
    cache_owner cache = make_cache();
    recorder_owner recorder = make_recorder();
    program_owner program = make_program();
    kernel_owner kernel = make_kernel();
};

// A token of each type, with the type's name.
struct token {
    std::string_view type;
    std::uint64_t bits;
};

template <class Handle>
std::uint64_t bits_of(Handle handle) {
    return reinterpret_cast<std::uintptr_t>(handle);
}

inline std::string_view type_of(clmem_provider) {
    return "provider";
}
inline std::string_view type_of(clmem_pool) {
    return "pool";
}
inline std::string_view type_of(clmem_buffer) {
    return "buffer";
}
inline std::string_view type_of(clmem_cache) {
    return "cache";
}
inline std::string_view type_of(clmem_recorder) {
    return "recorder";
}

inline std::string_view type_of(clmem_memory) {
    return "memory";
}
inline std::string_view type_of(clmem_image) {
    return "image";
}
inline std::string_view type_of(clmem_sampler) {
    return "sampler";
}
inline std::string_view type_of(clmem_pipe) {
    return "pipe";
}

inline std::string_view type_of(clmem_program) {
    return "program";
}
inline std::string_view type_of(clmem_kernel) {
    return "kernel";
}
inline std::string_view type_of(clmem_map) {
    return "map";
}

// Whether a function that takes handles of one type accepts a live one of another.
template <class Handle>
bool accepts(std::string_view) {
    return false;
}
template <>
inline bool accepts<clmem_memory>(std::string_view type) {
    return type == "buffer" || type == "image" || type == "pipe";
}
template <>
inline bool accepts<clmem_buffer>(std::string_view type) {
    return type == "memory"; // which is a block here
}

inline std::vector<token> tokens_of(const live_objects &objects) {
    std::vector<token> all;
    const auto add = [&all](auto handle) {
        if (handle != nullptr) { all.push_back({type_of(handle), bits_of(handle)}); }
    };
    add(objects.provider.get());
    add(objects.pool.get());
    add(objects.buffer.get());
    add(objects.memory.get());
    add(objects.image.get());
    add(objects.sampler.get());
    add(objects.pipe.get());
    add(objects.map.get());
    add(objects.cache.get());
    add(objects.recorder.get());
    add(objects.program.get());
    add(objects.kernel.get());
    return all;
}

// Calls `check` with every kind of invalid `Handle` and the expected status; `null` is the status for NULL.
template <class Handle, class Check>
void each_bad_handle(const live_objects &live, clmem_status null, Check &&check) {
    const auto with = [&](const std::string &what, std::uint64_t bits, clmem_status expected) {
        SCOPED_TRACE(what);
        check(reinterpret_cast<Handle>(static_cast<std::uintptr_t>(bits)), expected);
    };
    with("NULL", 0, null);
    const auto stale_tokens = [] { return tokens_of(live_objects{}); }();
    for (const token &stale : stale_tokens) {
        with("a stale " + std::string{stale.type}, stale.bits, CLMEM_ERROR_INVALID_HANDLE);
    }
    std::uint64_t own = 0;
    for (const token &other : tokens_of(live)) {
        if (other.type == type_of(Handle{})) {
            own = other.bits;
        } else if (!accepts<Handle>(other.type)) {
            with("a live " + std::string{other.type}, other.bits, CLMEM_ERROR_INVALID_HANDLE);
        }
    }
    for (int bit = 0; bit < 64; ++bit) {
        with("a live one with bit " + std::to_string(bit) + " flipped", own ^ (std::uint64_t{1} << bit),
             CLMEM_ERROR_INVALID_HANDLE);
    }
    std::mt19937_64 random{20};
    for (int i = 0; i < 64; ++i) {
        with("random bits", random(), CLMEM_ERROR_INVALID_HANDLE);
    }
    with("an address", bits_of(&random), CLMEM_ERROR_INVALID_HANDLE);
    with("all bits", ~std::uint64_t{0}, CLMEM_ERROR_INVALID_HANDLE);
}

// ---- pointers --------------------------------------------------------------------------------------------------------

// Checks that a call fails and that its message names the parameter.
#define CHECK_NAMES(parameter, ...)                                                                                    \
    do {                                                                                                               \
        CHECK_STATUS(CLMEM_ERROR_INVALID_ARGUMENT, __VA_ARGS__);                                                       \
        EXPECT_NE(last_error().message.find(parameter), std::string::npos) << last_error().message;                    \
    } while (false)

// The same for the one function that does not write the error record.
#define CHECK_NAMES_SILENTLY(parameter, ...)                                                                           \
    EXPECT_TRUE(clmem::test::refuses_silently([&]() -> clmem_status { return __VA_ARGS__; }))

template <class Call>
bool refuses_silently(Call &&call) {
    const error_copy before = last_error();
    return call() == CLMEM_ERROR_INVALID_ARGUMENT && last_error() == before;
}

// ---- structs ---------------------------------------------------------------------------------------------------------

// Memory for a longer struct of a newer version, followed by bytes that must not be touched.
template <class T>
class longer {
  public:
    static constexpr std::size_t more = 16;
    static constexpr std::size_t size = sizeof(T) + more;

    explicit longer(unsigned char fill) : bytes_(size + more, fill), fill_{fill} {}

    T *get() { return reinterpret_cast<T *>(bytes_.data()); }
    unsigned char &last() { return bytes_[size - 1]; }
    [[nodiscard]] bool has_zeroed_tail() const { return all_are(0, sizeof(T), size); }
    [[nodiscard]] bool is_untouched_behind(std::size_t end) const { return all_are(fill_, end, bytes_.size()); }

  private:
    [[nodiscard]] bool all_are(unsigned char value, std::size_t begin, std::size_t end) const {
        while (begin < end && bytes_[begin] == value) {
            ++begin;
        }
        return begin == end;
    }

    std::vector<unsigned char> bytes_;
    unsigned char fill_;
};

template <class T>
constexpr std::array<std::size_t, 3> too_small = {0, sizeof(std::uint32_t), sizeof(T) - 1};

// Sets the members that a macro sets to SIZE_MAX: the sizes of commands.
template <class T>
void leave_open(T &options) {
    if constexpr (requires { options.wait_events; }) {
        if constexpr (requires { options.bytes; }) { options.bytes = SIZE_MAX; }
        if constexpr (requires { options.region; }) { std::ranges::fill(options.region, SIZE_MAX); }
    }
}

// Checks what an initialiser macro sets: struct_size, what leave_open() sets, and zero in every other byte.
template <class T>
void check_initialiser(const T &macro) {
    T expected;
    std::memset(&expected, 0, sizeof expected);
    expected.struct_size = sizeof expected;
    leave_open(expected);
    EXPECT_EQ(std::memcmp(&macro, &expected, sizeof expected), 0);
}

// Checks which sizes of an output struct a function accepts. Valid sizes are passed only if the function works without
// an OpenCL device.
template <class T, class Call>
void check_output_sizes(const std::string &function, std::string_view parameter, bool works, bool writes_record,
                        Call &&call) {
    for (const std::size_t size : too_small<T>) {
        longer<T> out{0xA5};
        out.get()->struct_size = static_cast<std::uint32_t>(size);
        const auto run = [&] { return call(out.get()); };
        if (writes_record) {
            EXPECT_TRUE(gives(CLMEM_ERROR_INVALID_ARGUMENT, function + "()", run)) << "size " << size;
            EXPECT_NE(last_error().message.find(parameter), std::string::npos) << last_error().message;
        } else {
            EXPECT_TRUE(refuses_silently(run)) << "size " << size;
        }
        EXPECT_EQ(out.get()->struct_size, size);
        EXPECT_TRUE(out.is_untouched_behind(sizeof(std::uint32_t)));
    }
    if (!works) { return; }
    longer<T> same{0xA5};
    same.get()->struct_size = sizeof(T);
    EXPECT_TRUE(gives(CLMEM_SUCCESS, function + "()", [&] { return call(same.get()); }));
    EXPECT_TRUE(same.is_untouched_behind(sizeof(T)));

    longer<T> newer{0xA5};
    newer.get()->struct_size = newer.size;
    EXPECT_TRUE(gives(CLMEM_SUCCESS, function + "()", [&] { return call(newer.get()); }));
    EXPECT_EQ(newer.get()->struct_size, newer.size);
    EXPECT_TRUE(newer.has_zeroed_tail() && newer.is_untouched_behind(newer.size));
}

// The same for an input struct; members that this version does not know must be zero.
template <class T, class Call>
void check_input_sizes(const std::string &function, std::string_view parameter, bool works, T value, Call &&call) {
    const auto refuses = [&](const T *in) {
        EXPECT_TRUE(gives(CLMEM_ERROR_INVALID_ARGUMENT, function + "()", [&] { return call(in); }));
        EXPECT_NE(last_error().message.find(parameter), std::string::npos) << last_error().message;
    };
    for (const std::size_t size : too_small<T>) {
        SCOPED_TRACE(size);
        value.struct_size = static_cast<std::uint32_t>(size);
        refuses(&value);
    }
    value.struct_size = longer<T>::size;
    longer<T> newer{0};
    std::memcpy(newer.get(), &value, sizeof value);
    if (works) {
        EXPECT_TRUE(gives(CLMEM_SUCCESS, function + "()", [&] { return call(newer.get()); }));
    }
    newer.last() = 1;
    SCOPED_TRACE("a member of a newer version is not zero");
    refuses(newer.get());
}

// Checks which strides a function accepts for an output array; valid ones are passed only if it works without a device.
template <class T, class Call>
void check_strides(const std::string &function, bool works, Call &&call) {
    const auto text = function + "()";
    for (const std::size_t stride : too_small<T>) {
        longer<T> out{0xA5};
        EXPECT_TRUE(gives(CLMEM_ERROR_INVALID_ARGUMENT, text, [&] { return call(1, stride, out.get()); }));
        EXPECT_NE(last_error().message.find("stride_bytes"), std::string::npos) << last_error().message;
        EXPECT_TRUE(out.is_untouched_behind(0));
    }
    if (!works) { return; }
    longer<T> same{0xA5};
    EXPECT_TRUE(gives(CLMEM_SUCCESS, text, [&] { return call(1, sizeof(T), same.get()); }));
    EXPECT_EQ(same.get()->struct_size, sizeof(T));
    EXPECT_TRUE(same.is_untouched_behind(sizeof(T)));

    longer<T> newer{0xA5};
    EXPECT_TRUE(gives(CLMEM_SUCCESS, text, [&] { return call(1, newer.size, newer.get()); }));
    EXPECT_EQ(newer.get()->struct_size, newer.size);
    EXPECT_TRUE(newer.has_zeroed_tail() && newer.is_untouched_behind(newer.size));
}

// ---- fixtures --------------------------------------------------------------------------------------------------------

class with_objects : public testing::Test {
  protected:
    live_objects live;
};

using handles_test = with_objects;
using pointers_test = with_objects;
using structs_test = with_objects;

// The thread has failed before, so a success that writes the error record is noticed.
class success_test : public with_objects {
  protected:
    void SetUp() override {
        CHECK_STATUS(CLMEM_ERROR_INVALID_HANDLE, clmem_pool_free_held(nullptr));
        CHECK_OK(clmem_tag_begin("of all tests")); // for clmem_tag_end()
    }
    void TearDown() override {
        while (clmem_tag_end() == CLMEM_SUCCESS) {}
    }
};

} // namespace clmem::test
