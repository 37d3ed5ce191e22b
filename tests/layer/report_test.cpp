// Settings from the environment, and what the layer counts and records in its page.
#include "layer/attachment.hpp"
#include "layer/record.hpp"
#include "layer/report.hpp"
#include "layer/report_text.hpp"
#include "layer/settings.hpp"
#include "layer/trace_rows.hpp"
#include "variables.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace clmem::layer {
namespace {

cl_context context(std::uintptr_t number) {
    return reinterpret_cast<cl_context>(number * 64);
}

const page_context *counted(cl_context which) {
    for (const page_context &at : section()->contexts) {
        if (at.context == reinterpret_cast<std::uintptr_t>(which)) { return &at; }
    }
    return nullptr;
}

// All tests share one private page, as the parts of a process do.
class layer_report : public testing::Test {
  protected:
    static const std::filesystem::path &folder() {
        static const auto &made =
            *new std::filesystem::path{testing::TempDir() + "clmem-report-" + std::to_string(::getpid())};
        return made;
    }
    static void SetUpTestSuite() {
        std::filesystem::create_directory(folder());
        ::setenv("CLMEM_RUN_REPORT", "1", 1);
        ::setenv("CLMEM_RUN_RECORD", (folder() / "a.csv").c_str(), 1);
        std::atexit([] { std::filesystem::remove_all(folder()); }); // behind the handler that writes the recording
        report::loaded();
    }
};

TEST(layer_settings, limits) {
    EXPECT_EQ(parse_limit("4GiB")->bytes, std::uint64_t{4} << 30);
    EXPECT_EQ(parse_limit("512M")->bytes, std::uint64_t{512} << 20);
    EXPECT_EQ(parse_limit("7B")->bytes, 7u);
    EXPECT_EQ(parse_limit("1000")->bytes, 1000u);
    EXPECT_EQ(parse_limit("50%")->percent, 50u);
    for (const char *wrong :
         {"", "0", "-1", "4GB", "4 GiB", "101%", "0%", "%", "GiB", "1.5G", "99999999999T", "4GiBx"}) {
        EXPECT_FALSE(parse_limit(wrong)) << wrong;
    }
}

TEST(layer_settings, nothing_is_asked_by_default) {
    variables = {};
    const settings got = read_settings(find);
    EXPECT_FALSE(got.report || got.record || got.immediate || got.dedicated || got.zero || got.observe || got.limit);
    EXPECT_EQ(got.idle_ms, std::nullopt);
    EXPECT_EQ(got.page, "");
}

TEST(layer_settings, everything_is_asked) {
    variables = {{"CLMEM_RUN_REPORT", "a.json"}, {"CLMEM_RUN_RECORD", "1"},    {"CLMEM_RUN_LIMIT", "50%"},
                 {"CLMEM_RUN_IMMEDIATE", "1"},   {"CLMEM_RUN_DEDICATED", "1"}, {"CLMEM_RUN_ZERO", "1"},
                 {"CLMEM_RUN_OBSERVE", "1"},     {"CLMEM_RUN_IDLE", "250"},    {"CLMEM_RUN_PAGE", "7:1"},
                 {"CLMEM_RUN_STACKS", "8"}};
    const settings got = read_settings(find);
    EXPECT_TRUE(got.report && got.record && got.immediate && got.dedicated && got.zero && got.observe);
    EXPECT_EQ(got.report_path, "a.json");
    EXPECT_EQ(got.record_path, "");
    EXPECT_EQ(got.limit->percent, 50u);
    EXPECT_EQ(got.idle_ms, 250u);
    EXPECT_EQ(got.page, "7:1");
    EXPECT_EQ(got.stacks, 8u);
    EXPECT_TRUE(got.records_trace() && !got.records_events());
}

TEST(layer_settings, the_name_of_a_recording_decides_what_it_is) {
    variables = {{"CLMEM_RUN_RECORD", "a.clmem"}};
    EXPECT_TRUE(read_settings(find).records_events() && !read_settings(find).records_trace());
    variables = {{"CLMEM_RUN_RECORD", "a.csv.gz"}};
    EXPECT_TRUE(read_settings(find).records_trace() && !read_settings(find).records_events());
    variables = {{"CLMEM_RUN_STACKS", "33"}};
    testing::internal::CaptureStderr();
    EXPECT_EQ(read_settings(find).stacks, 0u);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "clmem: CLMEM_RUN_STACKS: expected a number of frames from 1 to 32, got '33'; it is ignored\n");
}

TEST(layer_settings, a_wrong_value_is_reported_and_ignored) {
    variables = {{"CLMEM_RUN_LIMIT", "lots"}, {"CLMEM_RUN_ZERO", "yes"}, {"CLMEM_RUN_IDLE", "20ms"}};
    testing::internal::CaptureStderr();
    const settings got = read_settings(find);
    EXPECT_FALSE(got.limit || got.zero);
    EXPECT_EQ(got.idle_ms, std::nullopt);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "clmem: CLMEM_RUN_ZERO: expected 1 or 0, got 'yes'; it is ignored\n"
              "clmem: CLMEM_RUN_LIMIT: expected a size like 4GiB, or a share like 50%, got 'lots'; it is ignored\n"
              "clmem: CLMEM_RUN_IDLE: expected a time in milliseconds, or 0, got '20ms'; it is ignored\n");
}

TEST_F(layer_report, counts_by_the_way_memory_came) {
    const cl_context used = context(1);
    report::driver_call(report::driver_function::create, used, 1 << 20, 500);
    report::created(kind::buffer, used, 1000, true, true, 600);
    report::created(kind::buffer, used, 3000, true, false, 20);
    report::created(kind::image, used, 5000, false, true, 700);
    report::created(kind::sub_buffer, used, 100, false, true, 50);
    report::released(kind::buffer, used, 3000, true, false, 10);
    report::released(kind::image, used, 5000, false, true, 900);
    report::driver_call(report::driver_function::other, used, 0, 5);

    const page_context *const at = counted(used);
    ASSERT_NE(at, nullptr);
    EXPECT_EQ(at->created[0], 2u);
    EXPECT_EQ(at->released[0], 1u);
    EXPECT_EQ(at->pool_created.calls, 1u);
    EXPECT_EQ(at->pool_created.nanoseconds, 20u);
    EXPECT_EQ(at->grown.calls, 1u);
    EXPECT_EQ(at->driver_created.nanoseconds, 700u) << "a sub-buffer has no memory";
    EXPECT_EQ(at->driver_released.nanoseconds, 900u);
    EXPECT_EQ(at->slabs_created.nanoseconds, 500u);
    EXPECT_EQ(at->other_calls.calls, 1u);
    EXPECT_EQ(at->memory.live.now, 1000);
    EXPECT_EQ(at->memory.live.peak, 9000u);
    EXPECT_EQ(at->memory.reserved.now, 1 << 20);
    EXPECT_EQ(at->memory.reserved.peak, (1u << 20) + 5000);
    EXPECT_EQ(at->sizes[9] + at->sizes[11] + at->sizes[12], 3u);
}

TEST_F(layer_report, pending_bytes_are_needed) {
    const cl_context used = context(13);
    report::created(kind::buffer, used, 1000, true, false, 1);
    report::pending_began(used, 1000);
    report::released(kind::buffer, used, 1000, true, false, 1);
    const memory_use &memory = counted(used)->memory;
    EXPECT_EQ(memory.needed.peak, 1000u) << "a release is no new peak";
    report::created(kind::buffer, used, 500, true, false, 1);
    report::pending_ended(used, 1000);
    report::created(kind::buffer, used, 700, true, false, 1);
    EXPECT_EQ(memory.needed.peak, 1500u);
    EXPECT_EQ(memory.needed.now, 1200);
    EXPECT_EQ(memory.live.peak, 1200u);
}

TEST_F(layer_report, a_closed_context_may_come_again) {
    const cl_context used = context(2);
    report::created(kind::buffer, used, 10, true, false, 1);
    const page_context *const first = counted(used);
    report::context_closed(used);
    EXPECT_EQ(first->context, page_context::closed);
    report::created(kind::buffer, used, 10, true, false, 1);
    EXPECT_NE(counted(used), first);
    EXPECT_EQ(first->created[0], 1u);
}

TEST_F(layer_report, peaks_of_a_process_are_those_of_its_contexts_together) {
    const memory_use &all = section()->memory;
    const std::int64_t live = all.live.now, reserved = all.reserved.now;
    const std::size_t more = all.reserved.peak + (8u << 20); // above all peaks so far
    report::driver_call(report::driver_function::create, context(10), more, 1);
    report::created(kind::buffer, context(10), more, true, true, 1);
    report::created(kind::buffer, context(11), more, false, true, 1);
    EXPECT_EQ(static_cast<std::int64_t>(all.live.peak), live + 2 * static_cast<std::int64_t>(more));
    EXPECT_EQ(static_cast<std::int64_t>(all.reserved.peak), reserved + 2 * static_cast<std::int64_t>(more));
    report::released(kind::buffer, context(10), more, true, false, 1);
    report::driver_call(report::driver_function::release, context(10), more, 1);
    report::released(kind::buffer, context(11), more, false, true, 1);
    EXPECT_EQ(all.live.now, live);
    EXPECT_EQ(all.reserved.now, reserved);
    EXPECT_EQ(counted(context(11))->memory.live.peak, more);
}

TEST_F(layer_report, counts_of_threads_add_up) {
    const std::uint64_t before = section()->memory.live.now;
    std::vector<std::thread> threads;
    for (int number = 0; number < 3; ++number) {
        threads.emplace_back([] {
            for (int at = 0; at < 1000; ++at) {
                report::created(kind::svm, context(12), 64, true, false, 2);
                report::released(kind::svm, context(12), 64, true, false, 1);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    const page_context *const at = counted(context(12));
    EXPECT_EQ(at->created[static_cast<std::size_t>(kind::svm)], 3000u);
    EXPECT_EQ(at->pool_created.nanoseconds, 6000u);
    EXPECT_EQ(at->pool_released.calls, 3000u);
    EXPECT_EQ(at->memory.live.now, 0);
    EXPECT_LE(at->memory.live.peak, 3u * 64);
    EXPECT_EQ(section()->memory.live.now, static_cast<std::int64_t>(before));
}

TEST_F(layer_report, records_events_of_threads) {
    const std::uint64_t before = attached_page()->chunks;
    std::vector<std::thread> threads;
    constexpr std::size_t each = event_chunk::bound;
    for (int number = 0; number < 3; ++number) {
        threads.emplace_back([] {
            for (std::size_t at = 0; at < each; ++at) {
                record::freed(record::allocated(at), 1);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    std::size_t events = 0;
    const page *const base = attached_page();
    for (std::uint64_t index = before; index < base->chunks; ++index) {
        for (const recorded_event &event : chunk_at(base, index)->events) {
            events += event.word != 0;
        }
    }
    EXPECT_EQ(events, 6 * each);
}

TEST_F(layer_report, a_forked_child_has_a_section_of_its_own) {
    const std::uint64_t before = attached_page()->processes;
    const pid_t idle = ::fork();
    if (idle == 0) { ::_exit(0); }
    ::waitpid(idle, nullptr, 0);
    EXPECT_EQ(attached_page()->processes, before) << "a child that does nothing needs no section";

    const pid_t child = ::fork();
    if (child == 0) {
        report::created(kind::buffer, context(3), 10, true, false, 1);
        record::freed(record::allocated(1), 0);
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(attached_page()->processes, before + 1);
    const page_process &of_child = attached_page()->sections[before];
    EXPECT_EQ(of_child.pid, static_cast<std::uint64_t>(child));
    EXPECT_EQ(of_child.parent, static_cast<std::uint64_t>(::getpid()));
    EXPECT_EQ(of_child.contexts[0].created[0], 1u);
    EXPECT_EQ(counted(context(3)), nullptr);
}

class layer_report_text : public testing::Test {
  protected:
    page_process &process() { return page_->sections[0]; }
    page_context &context() { return process().contexts[0]; }
    void SetUp() override {
        process().pid = 42;
        process().parent = 41;
        const std::string name = "x\"dot";
        std::copy(name.begin(), name.end(), process().name.begin());
        const std::string version = "1.2.3";
        std::copy(version.begin(), version.end(), process().version.begin());
    }
    const page &base() { return *page_; }

  private:
    std::unique_ptr<page> page_ = std::make_unique<page>();
};

TEST_F(layer_report_text, of_a_process_that_created_nothing) {
    EXPECT_EQ(report_text(process(), "killed by signal 9"),
              "clmem 1.2.3: process 42 (x?dot): killed by signal 9\nno memory object was created\n");
    const std::string none = R"({"calls": 0, "ns": 0})";
    const std::string kinds = R"({"buffer": 0, "sub_buffer": 0, "image": 0, "pipe": 0, "svm": 0, "usm": 0})";
    std::string expected =
        R"({"pid": 42, "parent": 41, "program": "x?dot", "version": "1.2.3", "ending": "exits", "calls_saved": 0, "created": )" +
        kinds + R"(, "released": )" + kinds;
    for (const char *calls : {"pool_created", "grown", "pool_released", "driver_created", "driver_released",
                              "slabs_created", "slabs_released", "other_calls"}) {
        expected += R"(, ")" + std::string{calls} + R"(": )" + none;
    }
    expected +=
        R"(, "live_bytes": 0, "peak_live_bytes": 0, "peak_needed_bytes": 0, "reserved_bytes": 0, "peak_reserved_bytes": 0, "sizes": [], )"
        R"("passed": {}, "contexts": []})";
    EXPECT_EQ(report_json(process(), "exits"), expected);
}

class layer_report_of_work : public layer_report_text {
  protected:
    void SetUp() override {
        layer_report_text::SetUp();
        context().context = 7;
        context().created[0] = 101;
        context().released[0] = 100;
        context().pool_created.calls = 100;
        context().pool_created.nanoseconds = 5000;
        context().pool_released.calls = 100;
        context().pool_released.nanoseconds = 5000;
        context().grown.calls = 1;
        context().grown.nanoseconds = 2500;
        context().slabs_created.calls = 2;
        context().slabs_created.nanoseconds = 4000;
        context().memory.live.peak = 1 << 20;
        context().memory.reserved.peak = 3 << 19;
        context().sizes[20] = 100;
        context().sizes[4] = 1;
        process().memory.live.now = 1 << 20;
        process().memory.live.peak = 2 << 20;
        process().memory.needed.peak = 9 << 18;
        process().memory.reserved.peak = 5 << 19;
    }
    std::string last_line() {
        const std::string text = report_text(process(), "exits");
        return text.substr(text.rfind('\n', text.size() - 2) + 1);
    }
};

TEST_F(layer_report_of_work, says_what_pools_saved) {
    EXPECT_EQ(calls_saved(process()), 101 + 100 - 2);
    EXPECT_EQ(report_text(process(), "exit status 0"),
              "clmem 1.2.3: process 42 (x?dot): exit status 0\n"
              "  buffers                              101  created, 100 released\n"
              "  created from pools                   100      50 ns each\n"
              "  created with a new slab                1     2.5 us each\n"
              "  released to pools                    100      50 ns each\n"
              "  created by the driver                  0\n"
              "  released by the driver                 0\n"
              "  slabs created                          2       2 us each\n"
              "  slabs released                         0\n"
              "  other driver calls                     0\n"
              "  live at the peak                   2 MiB\n"
              "  live or pending at the peak      2.2 MiB\n"
              "  reserved at the peak             2.5 MiB\n"
              "  live at the end                    1 MiB\n"
              "  sizes\n"
              "    from 16 B                            1  #\n"
              "    from 1 MiB                         100  ##############################\n"
              "saved 199 driver calls\n");
}

TEST_F(layer_report_of_work, says_why_the_driver_created_objects) {
    page_passed &content = process().passed[static_cast<std::size_t>(passed::content)];
    content.calls = 3;
    content.bytes = 5 << 10;
    content.least_plus_1 = 1025;
    content.most = 3 << 10;
    page_passed &images = process().passed[static_cast<std::size_t>(passed::image)];
    images.calls = 1;
    images.least_plus_1 = 1;
    const std::string text = report_text(process(), "exits");
    EXPECT_NE(text.find("  created by the driver\n"
                        "    with content                         3  1 KiB to 3 KiB\n"
                        "    images                               1  0 B to 0 B\n"
                        "saved 199 driver calls\n"),
              std::string::npos)
        << text;
    const std::string json = report_json(process(), "exits");
    EXPECT_NE(
        json.find(R"x("passed": {"content": {"calls": 3, "bytes": 5120, "least_bytes": 1024, "most_bytes": 3072}, )x"
                  R"x("image": {"calls": 1, "bytes": 0, "least_bytes": 0, "most_bytes": 0}})x"),
        std::string::npos)
        << json;
}

TEST_F(layer_report_of_work, subtracts_what_the_layer_did_itself) {
    context().slabs_released.calls = 1;
    context().other_calls.calls = 200;
    EXPECT_EQ(calls_saved(process()), 101 + 100 - 2 - 1 - 200);
    EXPECT_EQ(last_line(), "saved -2 driver calls\n");
}

TEST_F(layer_report_of_work, has_a_line_for_each_context_if_there_are_several) {
    page_context &second = process().contexts[1];
    second.context = page_context::closed;
    second.created[static_cast<std::size_t>(kind::image)] = 2;
    second.driver_created.calls = 2;
    second.sizes[10] = 2;
    second.memory.live.peak = 3000;
    second.memory.reserved.peak = 3000;
    process().contexts.back().created[0] = 5;
    process().contexts.back().sizes[3] = 5;
    const std::string text = report_text(process(), "exits");
    EXPECT_NE(text.find("  images                                 2  created, 0 released\n"), std::string::npos);
    EXPECT_NE(text.find("  buffers                              106  created, 100 released\n"), std::string::npos);
    EXPECT_NE(text.find("  context             created  calls saved live at the peak           reserved\n"
                        "  1                       101          199            1 MiB            1.5 MiB\n"
                        "  2 (released)              2            0          2.9 KiB            2.9 KiB\n"
                        "  all others                5            0              0 B                0 B\n"),
              std::string::npos)
        << text;
    const std::string json = report_json(process(), "exits");
    for (const char *part : {
             R"("created": {"buffer": 106, "sub_buffer": 0, "image": 2,)",
             R"([{"name": "1", "calls_saved": 199,)",
             R"x({"name": "2 (released)", "calls_saved": 0,)x",
             R"({"name": "all others",)",
         }) {
        EXPECT_NE(json.find(part), std::string::npos) << json;
    }
}

TEST_F(layer_report_text, of_a_limit) {
    const std::string no_limit = report_text(process(), "exits");
    EXPECT_EQ(no_limit.find("limit"), std::string::npos);
    EXPECT_EQ(report_json(process(), "exits").find("limit"), std::string::npos);
    process().limit_bytes = std::uint64_t{512} << 20;
    process().refused = 3;
    EXPECT_EQ(report_text(process(), "exits"), "clmem 1.2.3: process 42 (x?dot): exits\n"
                                               "  limit of each device             512 MiB\n"
                                               "  refused by the limit                   3\n"
                                               "no memory object was created\n");
    EXPECT_NE(report_json(process(), "exits")
                  .find(R"(, "limit": {"bytes": 536870912, "refused": 3}, "passed": {}, "contexts")"),
              std::string::npos);
    process().limit_bytes = 0;
    process().limit_percent = 50;
    EXPECT_NE(report_text(process(), "exits").find("  limit of each device                 50%\n"), std::string::npos);
    EXPECT_NE(
        report_json(process(), "exits").find(R"(, "limit": {"percent": 50, "refused": 3}, "passed": {}, "contexts")"),
        std::string::npos);
}

TEST_F(layer_report, counts_refusals) {
    const std::uint64_t before = section()->refused;
    report::refused();
    EXPECT_EQ(section()->refused, before + 1);
    EXPECT_EQ(section()->limit_bytes, 0u);
}

TEST_F(layer_report_text, files_of_processes) {
    EXPECT_EQ(path_of_process("a/b.csv.gz", 7), "a/b-7.csv.gz");
    EXPECT_EQ(path_of_process("b.json", 7), "b-7.json");
    EXPECT_EQ(path_of_process("b.d/c", 7), "b.d/c-7");
    const std::string objects[] = {"{1}", "{2}"};
    EXPECT_EQ(report_file(objects), "{\"processes\": [\n{1},\n{2}\n]}\n");
}

// The rows without their last column, the time.
std::string without_times(const std::string &rows) {
    std::string result;
    for (std::size_t begin = 0; begin < rows.size();) {
        const std::size_t end = rows.find('\n', begin);
        result += rows.substr(begin, rows.rfind(',', end) - begin) + '\n';
        begin = end + 1;
    }
    return result;
}

TEST_F(layer_report, rows_for_replay) {
    const std::uint64_t of_parent = record::allocated(1);
    const std::uint64_t section_of_child = attached_page()->processes;
    const pid_t child = ::fork();
    if (child == 0) {
        const std::uint64_t first = record::allocated(100);
        const std::uint64_t second = record::allocated(200);
        record::freed(of_parent, 0); // not a row: this process did not allocate it
        record::freed(first, 3);
        ::_exit(second == 0);
    }
    ::waitpid(child, nullptr, 0);
    const std::string id = std::to_string(of_parent + 1), other = std::to_string(of_parent + 2);
    EXPECT_EQ(without_times(trace_rows(*attached_page(), attached_page()->chunks.load(),
                                       attached_page()->sections[section_of_child])),
              "op,id,bytes,stream\na," + id + ",100,3\na," + other + ",200,0\nf," + id + ",100,3\n");
}

} // namespace
} // namespace clmem::layer
