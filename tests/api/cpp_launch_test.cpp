// clmem.hpp: programs and kernels.
#include "cpp_api.hpp"

#include <vector>

namespace clmem::test {
namespace {

constexpr const char *source =
    "kernel void scale(global int *out, int by) { out[get_global_id(0)] *= by; }\n"
    "kernel void turn(global int *out, local int *room) {\n"
    "    const int i = get_local_id(0);\n"
    "    room[i] = out[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = room[get_local_size(0) - 1 - i];\n"
    "}\n"
    "kernel void is_null(global int *out, global int *none) { out[get_global_id(0)] = none == 0; }\n"
    "kernel void place(global int *out) { out[get_global_id(0) + 4 * get_global_id(1)] = get_global_id(1); }\n"
    "kernel void look(global int *out, read_only image2d_t from, sampler_t how) {\n"
    "    out[get_global_id(0)] = read_imageui(from, how, (int2)(get_global_id(0), 0)).x;\n"
    "}\n"
    "struct link { global int *to; };\n"
    "kernel void follow(global const struct link *from, int value) { from->to[get_global_id(0)] = value; }\n";

class cpp_launch : public cpp_api {
  protected:
    static constexpr std::size_t count = 8;
    program program_;
    buffer out_;

    void SetUp() override {
        cpp_api::SetUp();
        if (HasFatalFailure()) { return; }
        program_ = program{context_.get(), source};
        program_.build("-cl-kernel-arg-info");
        out_ = buffer{context_.get(), CL_MEM_READ_WRITE, count * sizeof(int)};
        const std::vector<int> numbers{1, 2, 3, 4, 5, 6, 7, 8};
        copy(queue_.get(), numbers, out_);
    }
    void TearDown() override {
        out_ = {};
        program_ = {};
        cpp_api::TearDown();
    }
    std::vector<int> found() {
        std::vector<int> numbers(count);
        copy(queue_.get(), out_, numbers);
        return numbers;
    }
};

TEST_F(cpp_launch, memory_and_numbers_are_arguments) {
    const kernel scale{program_, "scale"};
    scale.set(0, out_);
    scale.set(1, 10);
    const event first = scale.launch(queue_.get(), 4);
    scale.set(1, -1);
    scale.launch(queue_.get(), 2, 2, first).wait();
    EXPECT_EQ(found(), (std::vector<int>{-10, -20, 30, 40, 5, 6, 7, 8}));
}

TEST_F(cpp_launch, local_memory_and_null_are_arguments) {
    const kernel turn{program_, "turn"};
    turn.set(0, out_);
    turn.set_local(1, 4 * sizeof(int));
    turn.launch(queue_.get(), count, 4).wait();
    EXPECT_EQ(found(), (std::vector<int>{4, 3, 2, 1, 8, 7, 6, 5}));
    const kernel is_null{program_, "is_null"};
    is_null.set(0, out_);
    is_null.set_null(1);
    is_null.launch(queue_.get(), count).wait();
    EXPECT_EQ(found(), std::vector<int>(count, 1));
}

TEST_F(cpp_launch, options_give_more_dimensions) {
    const kernel place{program_, "place"};
    place.set(0, out_);
    clmem_launch_options plane = CLMEM_LAUNCH_OPTIONS_INIT;
    plane.dimensions = 2;
    plane.global[0] = 4;
    plane.global[1] = 2;
    place.launch(queue_.get(), plane).wait();
    EXPECT_EQ(found(), (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(cpp_launch, sizes_in_braces_give_more_dimensions) {
    const kernel place{program_, "place"};
    place.set(0, out_);
    const event first = place.launch(queue_.get(), {4, 2});
    EXPECT_EQ(found(), (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
    const std::vector<int> nines(count, 9);
    copy(queue_.get(), nines, out_);
    place.launch(queue_.get(), {2, 2, 1}, {1, 2, 1}, first).wait();
    EXPECT_EQ(found(), (std::vector<int>{0, 0, 9, 9, 1, 1, 9, 9}));
    std::error_code failure;
    EXPECT_FALSE(place.launch(queue_.get(), {4, 2}, 4, {}, failure));
    EXPECT_EQ(failure, invalid_argument);
    EXPECT_FALSE(place.launch(queue_.get(), work_size{}, {}, {}, failure));
    EXPECT_EQ(failure, invalid_argument);
    EXPECT_THROW(place.launch(queue_.get(), work_size{}), error);
    EXPECT_THROW(place.launch(queue_.get(), 8, {4, 2}), error);
    place.launch(queue_.get(), {4, 2}, 0).wait();
}

TEST_F(cpp_launch, an_event_has_times) {
    const queue measuring{context_.get(), device_, CLMEM_QUEUE_PROFILING};
    const event filled = out_.fill(measuring, 1);
    measuring.flush();
    filled.wait();
    const clmem_event_times times = filled.times();
    EXPECT_LE(times.queued_ns, times.started_ns);
    EXPECT_LE(times.started_ns, times.ended_ns);
    const event plain = out_.fill(queue_.get(), 1);
    plain.wait();
    expect_failure(CL_PROFILING_INFO_NOT_AVAILABLE, [&](auto &f) { EXPECT_EQ(plain.times(f).ended_ns, 0U); });
}

TEST_F(cpp_launch, the_whole_log_is_in_the_error) {
    std::string lines;
    for (int i = 0; i < 15; ++i) {
        lines += "#error line " + std::to_string(i) + " of a log that is far longer than one line\n";
    }
    const program broken{context_.get(), lines.c_str()};
    try {
        broken.build();
        ADD_FAILURE() << "the source is invalid";
    } catch (const error &failure) {
        EXPECT_NE(failure.message().find("line 14"), std::string::npos) << failure.what();
    }
    std::error_code failure;
    broken.build(nullptr, {}, failure);
    EXPECT_NE(error::last().message().find("line 14"), std::string::npos);
}

TEST_F(cpp_launch, images_and_samplers_are_arguments) {
    if (!has(CLMEM_DEVICE_IMAGE)) { GTEST_SKIP() << "the device has no images"; }
    const image from{context_.get(), CL_MEM_READ_ONLY, image_2d(8, 1, CL_RGBA, CL_UNSIGNED_INT8)};
    from.fill(queue_.get(), color{9, 0, 0, 0}).wait();
    const sampler how{context_.get(), false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST};
    const kernel look{program_, "look"};
    look.set(0, out_);
    look.set(1, from);
    look.set(2, how);
    look.launch(queue_.get(), count).wait();
    EXPECT_EQ(found(), std::vector<int>(count, 9));
}

TEST_F(cpp_launch, memory_behind_pointers_can_be_named) {
    if (!has(CLMEM_DEVICE_SVM_COARSE)) { GTEST_SKIP() << "the device has no SVM"; }
    const buffer behind = allocate_svm(context_.get(), count * sizeof(int));
    const buffer link = allocate_svm(context_.get(), sizeof(void *));
    {
        const map written{link, queue_.get(), CL_MAP_WRITE};
        written.elements<void *>()[0] = behind.pointer();
    }
    const kernel follow{program_, "follow"};
    follow.set(0, link);
    follow.set(1, 6);
    follow.use_svm({behind.get()});
    follow.launch(queue_.get(), count).wait();
    std::vector<int> numbers(count);
    copy(queue_.get(), behind, numbers);
    EXPECT_EQ(numbers, std::vector<int>(count, 6));
}

TEST_F(cpp_launch, programs_and_kernels_are_imported) {
    const program again = program::import(program_.object());
    EXPECT_EQ(again.object(), program_.object());
    const kernel made{again, "scale"};
    const kernel imported = kernel::import(made.object());
    imported.set(0, out_);
    imported.set(1, 2);
    imported.launch(queue_.get(), 1).wait();
    EXPECT_EQ(found()[0], 2);
}

TEST_F(cpp_launch, a_build_that_fails_has_a_log) {
    const program broken{context_.get(), "kernel void broken(global int *out) { out[0] = no_such_name; }"};
    expect_failure(CL_BUILD_PROGRAM_FAILURE, [&](auto &failure) { broken.build(nullptr, {device_}, failure); });
    EXPECT_NE(broken.log(device_).find("no_such_name"), std::string::npos);
    EXPECT_EQ(broken.log(), broken.log(device_));
}

TEST_F(cpp_launch, failures_are_reported) {
    constexpr clmem_status wrong = CLMEM_ERROR_INVALID_ARGUMENT;
    constexpr clmem_status stale = CLMEM_ERROR_INVALID_HANDLE;
    expect_failure(wrong, [&](auto &f) { EXPECT_FALSE((program{context_.get(), nullptr, f})); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(program::import(nullptr, true, f)); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(program{}.object(f), nullptr); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(program{}.log(nullptr, f), ""); });
    expect_failure(stale, [](auto &f) { program{}.build(nullptr, {}, f); });
    expect_failure(stale, [](auto &f) { EXPECT_FALSE((kernel{program{}, "scale", f})); });
    expect_failure(wrong, [](auto &f) { EXPECT_FALSE(kernel::import(nullptr, true, f)); });
    expect_failure(stale, [](auto &f) { EXPECT_EQ(kernel{}.object(f), nullptr); });
    expect_failure(CL_INVALID_KERNEL_NAME, [&](auto &f) { EXPECT_FALSE((kernel{program_, "no such", f})); });
    const kernel scale{program_, "scale"};
    expect_failure(wrong,
                   [&](auto &f) { EXPECT_FALSE(scale.launch(queue_.get(), 1, 0, {}, f)); }); // no argument is set
    expect_failure(wrong, [&](auto &f) { scale.set(7, 1, f); });
    expect_failure(stale, [&](auto &f) { scale.set(0, buffer{}, f); });
    expect_failure(stale, [&](auto &f) { scale.set(0, sampler{}, f); });
    expect_failure(wrong, [&](auto &f) { scale.set_local(7, 4, f); });
    expect_failure(wrong, [&](auto &f) { scale.set_null(7, f); });
    expect_failure(wrong, [&](auto &f) { scale.use_svm({}, f); });
}

} // namespace
} // namespace clmem::test
