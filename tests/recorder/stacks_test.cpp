// Stacks of a recording: how deep, whose, and which are the same.
#include "recorded.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

namespace clmem::test {
namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

// Stacks are interned: the same call site has one.
[[gnu::noinline]] clmem_buffer allocate_here(clmem_pool pool) {
    clmem_buffer block = nullptr;
    CLMEM_EXPECT_OK(clmem_pool_allocate(pool, nullptr, 100, &block));
    return block;
}

TEST_F(recorder, finds_native_stacks) {
    for (const std::uint32_t unwinder : {CLMEM_UNWINDER_AUTO, CLMEM_UNWINDER_SYSTEM, CLMEM_UNWINDER_FRAME_POINTERS}) {
        clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
        options.stack_frames = 16;
        options.unwinder = unwinder;
        start(options);
        for (int i = 0; i < 5; ++i) {
            CLMEM_ASSERT_OK(clmem_buffer_release(allocate_here(pool_)));
        }
        const recording read = finish();
        std::set<std::uint32_t> stacks;
        for (const auto &each : read.events) {
            if (each.kind == event_kind::allocate) { stacks.insert(each.stack); }
        }
        // Behind a sanitizer's functions, those of clmem stay, which differ for a hit.
        ASSERT_LE(stacks.size(), is_sanitized ? 2U : 1U);
        const auto &frames = read.stacks.at(*stacks.begin());
        ASSERT_GE(frames.size(), 2U);
        const auto is_here = [&](std::uint32_t frame) {
            return read.text(read.frames.at(frame).module).find("clmem-recorder-tests") != std::string_view::npos;
        };
        const auto is_clmem = [&](std::uint32_t frame) {
            return read.text(read.frames.at(frame).module).find("libclmem.so") != std::string_view::npos;
        };
        EXPECT_TRUE(std::ranges::any_of(frames, is_here));
        EXPECT_TRUE(is_sanitized || std::ranges::none_of(frames, is_clmem)) << "clmem's own functions are left out";
    }
}

uint32_t CLMEM_CALL describe(void *user, uint32_t capacity, const char **functions, const char **files,
                             uint32_t *lines) {
    auto &calls = *static_cast<std::atomic<int> *>(user);
    ++calls;
    EXPECT_EQ(capacity, 4U);
    functions[0] = "inner";
    files[0] = "script.py";
    lines[0] = 12;
    functions[1] = "outer";
    return 2;
}

TEST_F(recorder, asks_the_program_for_stacks) {
    std::atomic<int> calls{0};
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 4;
    options.stack = describe;
    options.stack_user = &calls;
    start(options);
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    const recording read = finish();
    EXPECT_GE(calls, 2);
    ASSERT_EQ(read.stacks.size(), 2U);
    ASSERT_EQ(read.stacks[1].size(), 2U);
    const auto &inner = read.frames.at(read.stacks[1][0]);
    EXPECT_EQ(read.text(inner.function), "inner");
    EXPECT_EQ(read.text(inner.file), "script.py");
    EXPECT_EQ(inner.line, 12U);
    EXPECT_EQ(read.text(read.frames.at(read.stacks[1][1]).file), "");
}

uint32_t CLMEM_CALL allocate_inside(void *user, uint32_t, const char **, const char **, uint32_t *) {
    clmem_buffer block = nullptr;
    EXPECT_EQ(clmem_pool_allocate(*static_cast<clmem_pool *>(user), nullptr, 100, &block), CLMEM_ERROR_CALLBACK);
    return 0;
}

TEST_F(recorder, a_stack_callback_must_not_allocate) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 4;
    options.stack = allocate_inside;
    options.stack_user = &pool_;
    start(options);
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    EXPECT_EQ(count(finish(), event_kind::allocate), 1U);
}

uint32_t CLMEM_CALL throw_something(void *, uint32_t, const char **, const char **, uint32_t *) {
    throw 1;
}

TEST_F(recorder, a_stack_callback_that_throws_is_replaced) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 4;
    options.stack = throw_something;
    start(options);
    for (int i = 0; i < 2; ++i) {
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    }
    const recording read = finish();
    EXPECT_GE(read.stacks.size(), 2U);
    EXPECT_NE(read.frames.at(read.stacks.back().front()).module, 0U) << "native";
}

// The frames of the stack that an allocation has.
std::vector<recording::frame> frames_of(const recording &in, std::size_t allocation) {
    std::vector<recording::frame> found;
    for (const auto &each : in.events) {
        if (each.kind != event_kind::allocate || allocation-- != 0) { continue; }
        for (const std::uint32_t frame : in.stacks.at(each.stack)) {
            found.push_back(in.frames.at(frame));
        }
    }
    return found;
}

[[gnu::noinline]] clmem_buffer allocate_below(clmem_pool pool, int levels) {
    clmem_buffer block = nullptr;
    if (levels == 0) {
        CLMEM_EXPECT_OK(clmem_pool_allocate(pool, nullptr, 100, &block));
    } else {
        block = allocate_below(pool, levels - 1);
    }
    return block;
}

TEST_F(recorder, a_stack_has_as_many_frames_as_were_asked_for) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 4;
    options.unwinder = CLMEM_UNWINDER_SYSTEM;
    start(options);
    for (int i = 0; i < 2; ++i) { // a miss, and a hit
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate_below(pool_, 20)));
    }
    const recording read = finish();
    EXPECT_EQ(frames_of(read, 0).size(), 4U);
    EXPECT_EQ(frames_of(read, 1).size(), 4U);
}

uint32_t CLMEM_CALL next_line(void *user, uint32_t, const char **functions, const char **files, uint32_t *lines) {
    functions[0] = "loop";
    files[0] = "script.py";
    lines[0] = ++*static_cast<std::uint32_t *>(user) % 2;
    return 1;
}

clmem_recorder_options with_lines(std::uint32_t &calls) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    options.stack_frames = 4;
    options.stack = next_line;
    options.stack_user = &calls;
    return options;
}

TEST_F(recorder, lines_of_one_function_are_different_frames) {
    std::uint32_t calls = 0;
    start(with_lines(calls));
    for (int i = 0; i < 20; ++i) {
        CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    }
    const recording read = finish();
    EXPECT_EQ(read.stacks.size(), 3U) << "two, each defined once";
    std::set<std::uint32_t> lines;
    for (std::size_t i = 0; i < 20; ++i) {
        const auto frames = frames_of(read, i);
        ASSERT_EQ(frames.size(), 1U);
        lines.insert(frames[0].line);
    }
    EXPECT_EQ(lines.size(), 2U);
}

TEST_F(recorder, a_shortage_says_where_the_allocation_was) {
    clmem_pool_options limited = CLMEM_POOL_OPTIONS_INIT;
    limited.limit_bytes = 4 << 20;
    const clmem_pool small = make_pool(&limited);
    std::uint32_t calls = 0;
    start(with_lines(calls));
    CLMEM_ASSERT_OK(clmem_recorder_start(recorder_, small));
    clmem_buffer none = nullptr;
    EXPECT_EQ(clmem_pool_allocate(small, nullptr, 64 << 20, &none), CLMEM_ERROR_OUT_OF_MEMORY);
    CLMEM_ASSERT_OK(clmem_pool_release(small));
    const recording read = finish();
    const auto shortage = std::ranges::find(read.events, event_kind::shortage, &recording::event::kind);
    ASSERT_NE(shortage, read.events.end());
    const auto &frames = read.stacks.at(shortage->stack);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(read.text(read.frames.at(frames[0]).function), "loop");
}

// Stacks are numbers of one recording.
TEST_F(recorder, blocks_of_an_earlier_recorder_have_no_stack) {
    std::uint32_t calls = 0;
    clmem_recorder_options options = with_lines(calls);
    start(options);
    const clmem_buffer block = allocate(3000);
    CLMEM_ASSERT_OK(clmem_recorder_release(std::exchange(recorder_, nullptr)));
    options.ring_bytes = 1 << 20;
    start(options, false);
    CLMEM_ASSERT_OK(clmem_buffer_release(allocate(100)));
    CLMEM_ASSERT_OK(clmem_recorder_save(recorder_, path().c_str()));
    const recording read = command::read_recording(path());
    ASSERT_EQ(read.snapshots.size(), 2U);
    for (const auto &state : read.snapshots) {
        const auto at = std::ranges::find(state.ranges, 3000U, &recording::range::requested);
        ASSERT_NE(at, state.ranges.end());
        EXPECT_EQ(at->stack, 0U);
    }
    CLMEM_ASSERT_OK(clmem_buffer_release(block));
}

} // namespace
} // namespace clmem::test
